"""What a bot chooses does not depend on the version of Python, on compiled rules, or on how texts are hashed."""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import kronrat
from kronrat.bots import Greedy, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK
from kronrat.core.numbers import add_up
from tests.bots.walks import walks
from tests.pythons import PYTHONS

ROOT = Path(__file__).parents[2]
CHOICES = 60


def test_numbers_are_added_from_left_to_right() -> None:
    assert add_up([]) == 0.0
    assert add_up([1e16, 1.0, 1.0]) == 1e16  # the built-in sum finds 1e16 + 2 since Python 3.12
    assert add_up([0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1


@pytest.mark.parametrize("game", kronrat.list_games())
def test_no_evaluation_adds_floats_with_the_built_in_sum(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = builtins.sum

    def without_floats(numbers: Iterable[Any], start: Any = 0) -> Any:
        numbers = list(numbers)
        assert not any(isinstance(number, float) for number in numbers), "it rounds otherwise since Python 3.12"
        return honest(numbers, start)

    monkeypatch.setattr(builtins, "sum", without_floats)
    rules = kronrat.load(game)
    state = rules.new(rules.seat_counts[0])
    dice = Dice(seed_of_text("sums"))
    for _ in range(CHOICES):
        seat = next(seat for seat in state.deciding() if seat != CLOCK)
        state.apply(seat, state.sample(dice) if seat == CHANCE else Greedy().decide(Turn(state, seat, dice)))


def test_levels_and_search_choose_the_same_plain_and_compiled_and_in_every_process() -> None:
    """The other process has plain rules, whatever this one has, and hashes texts differently."""
    assert walks_of(sys.executable) == walks()


@pytest.mark.full
@pytest.mark.parametrize("version", PYTHONS)
def test_levels_and_search_choose_the_same_on_every_version_of_python(version: str) -> None:
    assert walks_of(PYTHONS[version]) == walks()


def walks_of(python: str) -> dict[str, list[str]]:
    """What another process with plain rules finds; it is lent the packages of this one and needs plain ones only."""
    places = [str(ROOT / "src"), str(ROOT), sysconfig.get_path("purelib")]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": "12345"}
    command = [python, "-m", "tests.bots.walks"]
    said = subprocess.run(command, env=surroundings, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = json.loads(said)
    assert found["engine"] == "plain"
    told: dict[str, list[str]] = found["walks"]
    return told
