"""Rules, bots, words and the terminal need nothing of the extras, and whoever asks for more is told how to get it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kronrat.extras import extras, told

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = {"babel", "mypy-extensions", "rich", "typer<0.29"}

WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
sys.argv = {arguments!r}
{work}
"""
PLAY_ALL = """
import pkgutil, importlib, kronrat, kronrat.arena, kronrat.bots, kronrat.train
for package in (kronrat.arena, kronrat.bots, kronrat.train):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
for name in kronrat.list_games():
    game = kronrat.load(name)
    match = kronrat.Match(game, 2, seed="slim")
    for _ in range(40):
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[0])
    print(name, len(match.journal.lines))
"""


def without_extras(work: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this where nothing of any extra can be imported."""
    absent = {package.replace("-", "_") for packages in extras().values() for package in packages}
    script = WITHOUT.format(absent=absent, arguments=["kronrat", *arguments], work=work)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)


def test_the_base_is_small() -> None:
    assert set(PROJECT["dependencies"]) == BASE


def test_all_is_every_extra() -> None:
    found = extras()
    optional = {extra for extra in found if extra not in ("all", "dev", "docs", "testing")}
    assert found["all"] == set().union(*[found[extra] for extra in optional])


def test_rules_bots_and_games_need_no_extra() -> None:
    done = without_extras(PLAY_ALL)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 3


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rules", ""),
        ("serve", "kronrat: this needs uvicorn, which is not installed: pip install 'kronrat[server]'"),
        ("bench server", "which is not installed: pip install 'kronrat[server]'"),
    ],
)
def test_a_command_that_needs_more_says_what(command: str, said: str) -> None:
    done = without_extras("from kronrat.cli import main; main()", *command.split())
    assert (said in done.stderr, done.returncode, "Traceback" in done.stderr) == (True, 2 if said else 0, False)


def test_a_missing_module_that_no_extra_brings_is_not_explained() -> None:
    assert told(ModuleNotFoundError(name="no_such_module")) is None
    assert told(ModuleNotFoundError(name="psycopg.pq")) is not None
