"""Tumult Royal at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat import Journal, replay, verify
from kronrat.games.tumult.terminal import tidied, without_names
from kronrat.games.tumult.testing import game
from kronrat.words import Words
from tests.cli.terminal import kronrat, refused
from tests.marks import rule


@pytest.mark.parametrize(("raid", "lang"), [("draft", "de"), ("orders", "en")])
def test_a_whole_game_typed_by_numbers(tmp_path: Path, raid: str, lang: str) -> None:
    file = tmp_path / "game.kronrat"
    said = kronrat(
        *("play", "tumult", "--seats", "2", "--bots", "random", "--option", f"raid={raid}", "--lang", lang),
        *("--save", file),
        typed=[1] * 600,
    )
    assert (said.code, said.err) == (0, "")
    journal = Journal.parse(file.read_text(encoding="utf-8"))
    assert replay(game(), journal).over
    assert verify(game(), journal) > 10


@rule("TR-DIG-LIVE-19")
def test_one_device_keeps_no_clock() -> None:
    assert "raid=draft" in refused(kronrat("play", "tumult", "--option", "raid=live"))


def test_the_table_shows_centre_board_players_and_what_is_reconstructed() -> None:
    typed: list[str | int] = [1, 1, "lift 3", "? keep", "keep", "? village", "lift 3", "undo", "quit", "quit"]
    said = kronrat("play", "tumult", "--seats", "2", "--seed", "x", "--lang", "en", typed=typed)
    assert said.code == 0
    for text in ("the people's goods", "king's chronicle", "(7≈)", "(5)", "≈ reconstructed", "Castle board", "King"):
        assert text in said.out, text
    assert "Village: 2 bread and 2 marble for 2 statues." in said.out.replace("village:", "Village:")


def test_tiles_may_be_called_by_their_names() -> None:
    words = Words("en", "tumult")
    assert without_names(words, game().rows, "2 bread 1 marble") == "b2 m1"
    assert tidied(("pay", "m1", "b2", "b1")) == ("pay", "b1", "b2", "m1")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_data_and_rules_can_be_read(lang: str) -> None:
    said = kronrat("data", "tumult", "--lang", lang)
    assert said.code == 0
    assert "recon-1" in said.out
    assert "TR-P3-7" in kronrat("rules", "TR-P3-7").out


@pytest.mark.parametrize("raid", ["live", "draft", "orders"])
def test_simulate(raid: str) -> None:
    said = kronrat("simulate", "tumult", "--seats", "2", "--games", "2", "--bots", "random", "--option", f"raid={raid}")
    assert said.code == 0


@pytest.mark.parametrize(("lang", "said"), [("de", "ist der Gierigste"), ("en", "is the greediest player")])
def test_a_rule_is_told_in_the_language_that_is_spoken(lang: str, said: str) -> None:
    assert said in kronrat("rules", "TR-P3-7", "--lang", lang).out
