"""What the commands say of Kingsburg: its rules, its data, its replays and its balance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronrat import rulebook
from kronrat.arena.record import record
from kronrat.core.match import Match
from kronrat.shelf import load, tables_of
from tests.cli.terminal import kronrat

both_languages = pytest.mark.parametrize("lang", ["de", "en"])


@pytest.fixture(scope="module")
def finished() -> Match:
    return record(load("kingsburg"), 3, ["random", "points"], {"edition": "1e"}, "commands")


@pytest.fixture
def saved(finished: Match, tmp_path: Path) -> Path:
    file = tmp_path / "game.kronrat"
    file.write_text(finished.journal.text(), encoding="utf-8")
    return file


@both_languages
def test_balance_prints_a_table(lang: str) -> None:
    modules = ("--option", "edition=2e", "--option", "modules=governors")
    said = kronrat("balance", "kingsburg", "--games", "4", "--bots", "random", *modules, "--lang", lang)
    assert said.code == 0
    line = r"^\| .+ \| \d+ \| [\d.]+ \| \d+\.\d % \| \d+\.\d–\d+\.\d % \|$"
    assert re.search(line.replace(".\\d", ",\\d").replace("\\,", ",") if lang == "de" else line, said.out, re.MULTILINE)


@both_languages
def test_replay_tells_the_game_and_its_end(saved: Path, finished: Match, lang: str) -> None:
    said = kronrat("replay", saved, "--lang", lang)
    assert said.code == 0
    told = {"de": "Phase 8: Winter", "en": "Phase 8: Winter"}[lang]
    assert said.out.count(told) == 5
    assert {"de": "Wertung", "en": "Standing"}[lang] in said.out
    best = finished.state.standing()[0]
    assert f"1. {'Platz' if lang == 'de' else 'Seat'} {best.seat + 1}: {best.score}".replace("-", "−") in said.out


@both_languages
def test_replay_up_to_a_line_shows_the_table(saved: Path, finished: Match, lang: str) -> None:
    said = kronrat("replay", saved, "--to", "30", "--lang", lang)
    assert said.code == 0
    assert {"de": "Gezeigte Zeilen: 30 von ", "en": "Lines shown: 30 of "}[lang] in said.out
    assert {"de": "Der Reihe nach", "en": "In turn order"}[lang] in said.out
    assert kronrat("replay", saved, "--to", "0").code == 0
    assert kronrat("replay", saved, "--to", str(len(finished.journal.lines))).out == kronrat("replay", saved).out


def test_games_with_other_data_need_that_data(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "advisors.toml").write_text("[jester]\ngain = { vp = 2 }\n")
    match = record(load("kingsburg", folder), 2, ["random"])
    file = tmp_path / "game.kronrat"
    file.write_text(match.journal.text(), encoding="utf-8")
    assert kronrat("verify", file, "--data", folder).code == 0
    assert kronrat("replay", file, "--data", folder).code == 0
    assert kronrat("verify", file).code == 2


def test_one_rule() -> None:
    said = kronrat("rules", "kb-p2b-7")
    assert said.code == 0
    assert said.out.startswith("KB-P2b-7  Occupied advisor\n  (both) An advisor who holds dice")


def test_rules_of_a_chapter() -> None:
    said = kronrat("rules", "KB-P2d")
    assert [line.split()[0] for line in said.out.splitlines() if line.startswith("KB-")] == [
        f"KB-P2d-{n}" for n in range(1, 9)
    ]


def test_rules_with_a_word() -> None:
    said = kronrat("rules", "--search", "statue")
    assert "KB-BLD-STATUE-1" in said.out
    assert "KB-P2d-1 " not in said.out


@both_languages
@pytest.mark.parametrize(
    ("topic", "texts"),
    [
        (("KB-P3-1",), {"de": "Wer die meisten Gebäude hat", "en": "The player with the most buildings"}),
        (("KB-P3",), {"de": "Gleichstand an der Spitze", "en": "Tie for most buildings"}),
        (("--search", "KB-BLD-CRANE-1"), {"de": "Jedes Gebäude der Spalten III", "en": "Each building of columns III"}),
    ],
)
def test_rules_are_told_in_the_language_that_is_spoken(
    lang: str, topic: tuple[str, ...], texts: dict[str, str]
) -> None:
    other = {"de": "en", "en": "de"}[lang]
    said = kronrat("rules", *topic, "--lang", lang)
    assert said.code == 0
    assert texts[lang] in said.out
    assert texts[other] not in said.out


@both_languages
def test_rules_are_searched_in_the_language_that_is_spoken(lang: str) -> None:
    word = {"de": "abgelehnt", "en": "refused"}
    assert "KB-SETUP-1 " in kronrat("rules", "--search", word[lang], "--lang", lang).out
    assert kronrat("rules", "--search", word[{"de": "en", "en": "de"}[lang]], "--lang", lang).code != 0


def test_lists_in_rules_stay_lists() -> None:
    rule = rulebook.rule("KB-EX-1")
    assert rule is not None
    assert [line[:7] for line in rule.text.splitlines()[-3:]] == ["- Given", "- When ", "- Then "]


def test_only_what_is_reconstructed() -> None:
    said = kronrat("data", "kingsburg", "--reconstructed", COLUMNS="160")
    assert "tax_collector" not in said.out or ("governors", "tax_collector") in tables_of("kingsburg").reconstructed()
    for _, id in tables_of("kingsburg").reconstructed():
        assert f" {id} ≈" in said.out
    assert " statue" not in said.out


def test_data_with_corrections(tmp_path: Path) -> None:
    (tmp_path / "buildings.toml").write_text("[chapel]\ngold = 9\n")
    said = kronrat("data", "kingsburg", "--data", tmp_path, COLUMNS="160")
    assert re.search(r"chapel +row B, column 2, gold 9, stone 1, vp 5 +your copy", said.out)


@both_languages
def test_cards_are_named_in_the_language_that_is_spoken(lang: str) -> None:
    assert {"de": "Kathedrale", "en": "Cathedral"}[lang] in kronrat("data", "kingsburg", "--lang", lang).out
