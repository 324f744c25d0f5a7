"""Figures for `docs/evidence.md`: the full run writes them down, the quick run checks that they can be measured."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from kronrat.arena.bench import engine
from tests.profile import FULL

FOLDER = Path(__file__).parent.parent.parent / "build" / "evidence"


def write_down(name: str, title: str, figures: dict[str, object]) -> None:
    """Keep what the running test has measured; `tools/evidence` makes the page from it."""
    if FULL:
        test, _, _ = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")
        command = f"KRONRAT_PROFILE=full {Path(sys.prefix).name}/bin/pytest -m '' '{test}'"
        FOLDER.mkdir(parents=True, exist_ok=True)
        entry = {"title": title, "command": command, "rules": engine(), "figures": figures}
        (FOLDER / f"{name}.json").write_text(json.dumps(entry, ensure_ascii=False), encoding="utf-8")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
