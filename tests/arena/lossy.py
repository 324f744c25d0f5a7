"""Work that kills its process the first time, to see whether anything is lost or counted twice."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from kronrat.arena.chunks import play_chunk
from kronrat.arena.series import Plain


def die_once(chunk: Plain) -> Plain:
    """Play a chunk; whoever meets the chunk in the middle first is killed while at it."""
    scar = Path(os.environ["KRONRAT_TEST_SCAR"])
    if chunk["first"] >= 10 and not scar.exists():
        scar.write_text("killed")
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(chunk)


def die_always(chunk: Plain) -> Plain:
    os.kill(os.getpid(), signal.SIGKILL)
    return chunk
