"""The tests of a game go through its rules: nearly every branch of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kronrat.box import box_of
from tests.evidence.figures import percent, write_down
from tests.folders import games_here

ROOT = Path(__file__).parent.parent
AT_LEAST = 0.95
LEFT_OUT = ("--ignore-glob=*/test_evidence*", "--ignore-glob=*/browser/*")
QUICK = "not likely and not sounds"  # tests that count how often something happens reach no other branches


def rules_in(game: str) -> list[str]:
    """The packages of a box that hold rules."""
    box = box_of(game)
    folders = sorted(path.parent.relative_to(box.folder) for path in box.folder.rglob("rules/__init__.py"))
    return [".".join([box.package, *folder.parts]) for folder in folders]


@pytest.mark.full
@pytest.mark.parametrize("game", games_here())
def test_nearly_all_branches_of_the_rules_are_taken(game: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    tests = [f"tests/games/{game}", *LEFT_OUT, "-k", QUICK]
    watch = [*[f"--cov={package}" for package in rules_in(game)], "--cov-branch", f"--cov-report=json:{report}"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    alone |= {"KRONRAT_PROFILE": "quick", "COVERAGE_FILE": str(tmp_path / "coverage")}
    subprocess.run([sys.executable, "-m", "pytest", *tests, *watch], cwd=ROOT, env=alone, check=True)
    totals = json.loads(report.read_text(encoding="utf-8"))["totals"]
    branches = totals["covered_branches"] / totals["num_branches"]
    assert branches >= AT_LEAST
    write_down(
        f"5-coverage-{game}",
        f"Branches of the rules that the tests of the game take ({game}, at least {percent(AT_LEAST)})",
        {
            "branches": f"{totals['covered_branches']} of {totals['num_branches']}, {percent(branches)}",
            "statements": f"{totals['covered_lines']} of {totals['num_statements']}",
        },
    )
