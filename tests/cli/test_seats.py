"""A seat has the same colour on the terminal and in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rich.color import Color

import kronrat
from kronrat.cli.drawing import colour_of, mark_of
from kronrat.still import TINCTURES

MODEL = Path(kronrat.__file__).parent / "web" / "model.js"


def test_the_terminal_has_the_colours_of_the_page() -> None:
    found = re.search(r"TINCTURES = (\[[^\]]*\])", MODEL.read_text("utf-8"))
    assert found is not None
    assert list(TINCTURES) == json.loads(found[1])


def test_every_seat_has_a_colour_and_a_letter_of_its_own() -> None:
    seats = range(len(TINCTURES))
    assert len({Color.parse(colour_of(seat)).number for seat in seats}) == len(TINCTURES)
    assert "".join(mark_of(seat) for seat in seats) == "ABCDE"
