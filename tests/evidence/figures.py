"""Figures for `docs/evidence.md`: the full run writes them down, the quick run only checks that they can be had."""

from __future__ import annotations

import json
import os
from pathlib import Path

FULL = os.environ.get("KRONRAT_PROFILE", "quick") == "full"
FOLDER = Path(__file__).parent.parent.parent / "build" / "evidence"


def counts(quick: int, full: int) -> int:
    """How many games: the number that was promised, or a few for every day."""
    return full if FULL else quick


def write_down(name: str, title: str, command: str, figures: dict[str, object]) -> None:
    """Keep what was measured; `tools/evidence` makes the page from it."""
    if FULL:
        FOLDER.mkdir(parents=True, exist_ok=True)
        entry = {"title": title, "command": command, "figures": figures}
        (FOLDER / f"{name}.json").write_text(json.dumps(entry, ensure_ascii=False), encoding="utf-8")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
