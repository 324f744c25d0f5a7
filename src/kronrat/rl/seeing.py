"""What all environments show in the same way."""

from __future__ import annotations

from io import StringIO

import numpy as np
from gymnasium import spaces
from rich.console import Console

from kronrat.cli.drawing import drawing_of
from kronrat.rl.encoding import Encoding
from kronrat.rl.table import Play
from kronrat.words import Words

BOUND = 1_000.0


def observation_space(encoding: Encoding) -> spaces.Box:
    """Numbers between bounds that no column reaches; what is in one says its name, not its range."""
    return spaces.Box(-BOUND, BOUND, (len(encoding.columns),), np.float32)


def drawn(play: Play) -> str:
    """The table in text, as the seat sees it that is asked."""
    game, out = play.table.game, StringIO()
    console = Console(file=out, force_jupyter=False, width=100, markup=False, highlight=False, emoji=False)
    words = Words("en", game.id, game.variant(play.table.options))
    view = game.view(play.state, None if play.over else play.seat)
    drawing_of(game.id).draw(console, words, game.rows, view)
    return out.getvalue()
