"""Work that kills its process, breaks the rules or never ends, to see what becomes of the rest."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from kronrat.arena import chunks
from kronrat.arena.chunks import play_chunk
from kronrat.arena.series import Plain
from kronrat.bots import Bot, Turn
from kronrat.core.flow import Choice

FOR_EVER = 600  # seconds


def die_once(chunk: Plain) -> Plain:
    """Play a chunk; the first process to get one in the middle is killed when half of it is done."""
    scar = Path(os.environ["KRONRAT_TEST_SCAR"])
    if chunk["first"] >= 10 and _is_first(scar):
        half = play_chunk({**chunk, "count": chunk["count"] // 2})
        scar.write_text(f"killed after {half['sums']['games']} of {chunk['count']} games")
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(chunk)


def _is_first(scar: Path) -> bool:
    """Of several processes that come at once, too."""
    try:
        scar.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def die_always(chunk: Plain) -> Plain:
    os.kill(os.getpid(), signal.SIGKILL)
    return chunk


def dawdle(chunk: Plain) -> Plain:
    """Only the first chunk is done in time."""
    if chunk["first"] > 0:
        time.sleep(FOR_EVER)
    return chunk


class Cheat(Bot):
    """Takes what is not there."""

    name = "cheat"

    def decide(self, turn: Turn) -> Choice:
        return ("steal", 7)


def cheat(chunk: Plain) -> Plain:
    """Play a chunk with bots that do not keep to the rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "make_bot", lambda _: Cheat())
        return play_chunk(chunk)
