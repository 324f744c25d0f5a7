"""Orléans Stories at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat import Journal, replay, verify
from kronrat.games.orleans.terminal import about, without_names
from kronrat.games.orleans.testing import game
from kronrat.words import Words
from tests.cli.terminal import kronrat


@pytest.mark.parametrize(("story", "lang"), [("first-kingdom", "de"), ("kings-favor", "en")])
def test_a_whole_game_typed_by_numbers(tmp_path: Path, story: str, lang: str) -> None:
    file = tmp_path / "game.kronrat"
    options = ["--option", f"story={story}", *(["--option", "rounds=4"] if story == "first-kingdom" else [])]
    table = ["play", "orleans", "--seats", "2", "--bots", "random", *options]
    said = kronrat(*table, "--lang", lang, "--save", file, typed=[1] * 300)
    assert (said.code, said.err) == (0, "")
    journal = Journal.parse(file.read_text(encoding="utf-8"))
    assert replay(game(), journal).over
    assert verify(game(), journal) > 1


def test_the_table_shows_map_market_deeds_boards_and_tasks() -> None:
    typed: list[str | int] = ["home d4", "place farmer estate 0", "? Mill", "undo", "quit", "quit"]
    options = ["--option", "start=1"]
    said = kronrat("play", "orleans", "--seats", "2", "--seed", "x", "--lang", "en", *options, typed=typed)
    assert said.code == 0
    for text in ("Market board", "Beneficial deeds", "Wine press≈", "Village", "Mill≈", "Well"):
        assert text in said.out, text
    assert "Mill: Recruit a farmer or a merchant." in said.out
    assert "d4V" in said.out


def test_the_goals_of_the_king_are_shown() -> None:
    options = ["--option", "story=kings-favor", "--option", "start=0"]
    said = kronrat("play", "orleans", "--seats", "2", "--lang", "en", *options, typed=["quit", "quit"])
    assert said.code == 0
    assert "control 2 areas" in said.out
    assert "send 3 coins" in said.out


def test_places_and_deeds_may_be_called_by_their_names() -> None:
    words = Words("en", "orleans")
    assert without_names(words, game().rows, "place farmer builders' yard 0") == "place farmer builders_yard 0"
    assert about(words, game().rows, "wine press") == "Wine press: 3 coins for each token."
    assert about(words, game().rows, "nothing") is None


@pytest.mark.parametrize("lang", ["de", "en"])
def test_data_and_rules_can_be_read(lang: str) -> None:
    said = kronrat("data", "orleans", "--lang", lang)
    assert said.code == 0
    assert "recon-1" in said.out
    assert "OS-PLAN-7" in kronrat("rules", "OS-PLAN-7").out


@pytest.mark.parametrize("story", ["first-kingdom", "kings-favor"])
def test_simulate(story: str) -> None:
    said = kronrat(
        "simulate", "orleans", "--seats", "2", "--games", "2", "--bots", "random", "--option", f"story={story}"
    )
    assert said.code == 0
