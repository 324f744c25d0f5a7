"""The guide to a bot: its file plays, and its commands exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kronrat import Turn, load
from kronrat.core.dice import Dice, seed_of_text
from tests.cli.terminal import kronrat
from tests.shelf import ANY

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "write-a-bot.md"
TEXT = GUIDE.read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing in it but the file of the guide."""
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
    (name,) = re.findall(r"Save this as `(\S+)`", TEXT)
    (tmp_path / name).write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, flags=re.DOTALL)
    return [line.split()[1:] for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("words", commands(), ids=lambda words: str(words[0]))
def test_the_bot_of_the_guide_plays(folder: Path, words: list[str]) -> None:
    few = [] if words[0] == "play" else ["--games", "2"]  # the last one counts
    said = kronrat(*words, *few, typed=[1, "quit", "quit"])
    assert said.code == 0, said.err
    assert ("| " if words[0] == "balance" else "hoarder") in said.out.lower()


def test_the_examples_of_the_guide_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, as somebody would at the prompt."""
    monkeypatch.syspath_prepend(folder)
    made: dict[str, Any] = {}
    for example in re.findall(r"```py(?:thon)?\n(.*?)```", TEXT, flags=re.DOTALL):
        few = example.replace("games=20", "games=2").replace("5_000", "50")
        exec(compile(few, GUIDE.name, "exec"), made)
    assert "2" in capsys.readouterr().out  # games that were won
    state = load(ANY).new(2)
    while state.deciding()[0] < 0:
        state.apply(state.deciding()[0], state.sample(Dice(seed_of_text("guide"))))
    turn = Turn(state, state.deciding()[0], Dice(seed_of_text("guide")))
    assert made["Thinker"]().decide(turn) in turn.options
