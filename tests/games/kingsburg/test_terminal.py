"""The terminal table: a whole game typed line by line, explanations, undo, saving and going on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronrat import Journal, replay, verify
from kronrat.core.notation import parse_choice
from kronrat.games.kingsburg.terminal import tidied, without_names
from kronrat.shelf import load
from kronrat.words import Words
from tests.cli.terminal import Said, kronrat, refused

game = load("kingsburg")
PLAY = ("play", "kingsburg", "--name", "Anna", "--seed", "x2277")
FIRSTS = [1] * 400  # the first option of every question, for longer than any game lasts


def play(*typed: str | int, seats: int = 4, bots: str = "random", lang: str = "en") -> Said:
    """The first minutes of a game that is always the same."""
    said = kronrat(*PLAY, "--seats", str(seats), "--bots", bots, "--lang", lang, typed=typed)
    assert said.code == 0
    assert said.err == ""
    return said


def answer_to(question: str, said: Said) -> str:
    """What came between a typed line and the next prompt."""
    return said.out.split(f"> {question}\n")[1].split("Your choice> ")[0]


# -- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "lang"), [("1e", "de"), ("2e", "en")])
@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=pytest.mark.full) for seats in (2, 4, 5))])
def test_a_whole_game_typed_by_numbers(tmp_path: Path, seats: int, edition: str, lang: str) -> None:
    file = tmp_path / "game.kronrat"
    said = kronrat(
        *("play", "kingsburg", "--seats", str(seats), "--bots", "random,points"[: 6 if seats == 2 else None]),
        *("--option", f"edition={edition}", "--lang", lang, "--name", "Anna", "--save", file),
        typed=FIRSTS,
    )
    assert said.code == 0
    assert said.err == ""
    journal = Journal.parse(file.read_text(encoding="utf-8"))
    match = replay(game, journal)
    assert match.over
    assert match.options["edition"] == edition
    assert verify(game, journal) > 15
    assert journal.header["commitment"] in said.out
    assert journal.header["secret"] in said.out
    assert said.out.index(journal.header["commitment"]) < said.out.index("Anna")
    assert said.out.index("kronrat verify") > said.out.index(journal.header["secret"])
    for result in match.state.standing():
        assert re.search(rf"{result.place}\. .+: {result.score} ".replace("-", "−"), said.out)


# -- the table ---------------------------------------------------------------------------------------------------


def test_the_table_shows_everything_that_is_open() -> None:
    said = play(1)
    court = said.out.split("Phase 2: Spring")[-1]
    for shown in ("18 King", "1 of each, 1 soldier", "14 Smuggler", "3 goods for 1 VP", "Anna (you)", "Random 3"):
        assert shown in court
    for shown in ("Cathedral", "5g 3s → 9 VP", "strength 2 to 4", "Nobody has the King's envoy."):
        assert shown in court
    assert re.search(r"▸ A Anna \(you\) +0 +1 +0 +0 +0 +0 +\+0 +1 4 5", court)
    assert re.search(r"  General \(10\): 2 soldiers, peek +\[\d\] 1\+4\+5", court)


def test_neutral_dice_are_marked() -> None:
    said = play(1, seats=2)
    assert re.search(r"# \d+ [A-Z]", said.out)
    assert " # neutral dice" in said.out


def test_what_happened_is_told_in_words_with_its_rule() -> None:
    said = play(1)
    assert "Anna takes 1 gold (The King's Favor).  KB-P1-3" in said.out
    assert "Anna has rolled 1, 4, 5.  KB-P2a-1" in said.out


def test_german_table() -> None:
    said = play(1, lang="de")
    for shown in ("Was geschah", "18 König", "Der Reihe nach", "Anna (du)", "Kathedrale", "Deine Wahl> "):
        assert shown in said.out


def test_wide_terminals_name_whose_dice_lie_where() -> None:
    narrow = kronrat(*PLAY, typed=[1]).out
    wide = kronrat(*PLAY, typed=[1], COLUMNS="120").out
    assert re.search(r"Steward \d: \d", wide)
    assert not re.search(r"Steward \d: \d", narrow)
    assert max(map(len, narrow.splitlines())) <= 80


def test_the_question_asked_again_needs_no_new_table() -> None:
    said = play("?", "? 1", "table")
    assert said.out.count("Year I of V") == 2


# -- answers -----------------------------------------------------------------------------------------------------


def test_a_choice_in_notation() -> None:
    said = play(1, "influence 5 1 4")
    assert "Anna influences the Sergeant (5) with 1+4." in said.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("77", "There is no option 77; there are 1 to "),
        ("0", "There is no option 0; there are 1 to "),
        ("9" * 5000, "This is neither a choice nor a command; ? helps."),
        ("dance", "This is neither a choice nor a command; ? helps."),
        ("%&!", "This is neither a choice nor a command; ? helps."),
        ("influence 18 1 4 5", "Not possible: For the King (18) you need exactly 18, not 10. (KB-P2b-3)"),
        ("influence 6 6", "Not possible: You need 1 die showing 6 and have 0. (KB-P2b-3)"),
        ("save", "Name a file: save FILE"),
        ("rules KB-NONE", "there is no rule 'KB-NONE'"),
    ],
)
def test_what_is_not_possible_is_explained_and_asked_again(typed: str, answer: str) -> None:
    said = play(1, typed, 1)
    assert answer in " ".join(said.out.split("\n"))
    assert "Anna influences" in said.out


# -- undo --------------------------------------------------------------------------------------------------------


def test_undo_takes_back_and_the_same_dice_come_again() -> None:
    said = play(1, "undo", 2)
    assert "Taken back: Take 1 gold" in said.out
    assert said.out.count("Anna has rolled 1, 4, 5.") == 2
    assert "Anna takes 1 wood" in said.out


def test_undone_choices_stay_in_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    play(1, "undo", 3, f"save {file}")
    journal = Journal.parse(file.read_text(encoding="utf-8"))
    assert any(line.undoes for line in journal.lines)
    assert replay(game, journal).options["edition"] == "2e"
    told = kronrat("replay", file)
    assert "Anna takes back: Take 1 gold" in told.out


# -- the question mark -------------------------------------------------------------------------------------------


def test_help() -> None:
    said = play(1, "?")
    help = answer_to("?", said)
    assert "KB-P2b-1 One advisor at a time" in help
    for word in ("undo", "save FILE", "quit", "? RULE"):
        assert word in help
    assert answer_to("help", play(1, "help")) == help


def test_an_option_is_explained_with_preview_and_rules() -> None:
    said = answer_to("? 1", play(1, "? 1"))
    assert "Influence the Jester (1) with 1  influence 1 1" in said
    assert "Jester (1): 1 VP" in said
    assert "Anna influences the Jester (1) with 1.  KB-P2b-3" in said
    assert "KB-P2b-3 Exact sum" in said


def test_a_rule_is_explained() -> None:
    assert "KB-P2b-7  Occupied advisor" in answer_to("? kb-p2b-7", play(1, "? kb-p2b-7"))


def test_a_refusal_is_explained_with_its_rule() -> None:
    said = answer_to("? influence 18 4 5", play(1, "? influence 18 4 5"))
    assert "(KB-P2b-3)" in said
    assert "KB-P2b-3 Exact sum" in said


def build_question(*typed: str) -> Said:
    """Anna takes wood and can build the Barricade, or nothing, in her first Spring."""
    return play("take wood", "influence 10 1 4 5", *typed)


def test_building_is_refused_for_a_reason() -> None:
    said = answer_to("? build church", build_question("? build church"))
    assert "A row is built from left to right: Statue comes before Church." in " ".join(said.split())
    assert "KB-P2d-3 From left to right" in said
    said = answer_to("? build inn", build_question("? build inn"))
    assert "For the Inn you still need 1 gold. (KB-P2d-2)" in " ".join(said.split())


def test_building_options_say_what_they_cost_and_do() -> None:
    said = build_question()
    assert "[1] Build the Barricade for 1 wood → 0 VP. +1 in battle against Goblins." in said.out
    assert "[2] Build nothing" in said.out


def test_what_is_not_asked_now_is_said_so() -> None:
    said = answer_to("? build church", play(1, "? build church"))
    assert "That is not asked now." in said
    assert "Church: costs 3 gold, 1 wood and 2 stone" in said


@pytest.mark.parametrize(
    ("topic", "answer"),
    [
        ("market", "Market: costs 2 gold and 2 wood"),
        ("Stone Wall", "Stone Wall: costs 2 gold and 2 stone"),
        ("queen", "Queen (17):"),
        ("e5_dragons_9", "Dragons, year V, strength 9."),
        ("%%", "There is nothing to say about %%."),
        ("99", "There is no option 99"),
    ],
)
def test_cards_are_explained(topic: str, answer: str) -> None:
    assert answer in answer_to(f"? {topic}", play(1, f"? {topic}"))


def test_rules_can_be_read_at_the_table() -> None:
    said = answer_to("rules KB-P5", play("rules KB-P5"))
    assert "KB-P5-1  Unused envoy" in said
    assert "KB-P5-9  Not for a free advisor" in said


# -- saving and going on -----------------------------------------------------------------------------------------


# -- language and names ------------------------------------------------------------------------------------------


# -- typing ------------------------------------------------------------------------------------------------------


def test_case_and_order_do_not_matter() -> None:
    said = play(1, "INFLUENCE 5 4 1", "quit")
    assert "Anna influences the Sergeant (5) with 1+4." in said.out


def test_dice_in_any_order_are_refused_for_a_better_reason_than_their_order() -> None:
    assert "For the King (18) you need exactly 18, not 9." in play(1, "influence 18 5 4").out


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("recruit wood gold", "recruit gold wood"),
        ("influence 9 5 3 1", "influence 9 1 3 5"),
        ("influence 2 5 3 bonus 6 1 plus2", "influence 2 3 5 bonus 1 6 plus2"),
        ("use peddler wood gold", "use peddler wood gold"),
        ("build inn architect stone gold envoy", "build inn architect gold stone envoy"),
    ],
)
def test_what_may_change_places(typed: str, tidy: str) -> None:
    assert tidied(parse_choice(typed)) == parse_choice(tidy)


@pytest.mark.parametrize(
    ("variant", "typed", "meant"),
    [
        ("1e", "standbild", "statue"),
        ("2e", "statue", "statue"),
        ("2e", "gilde der kaufleute", "merchants_guild"),
        ("2e", "steinwall holz", "stone_wall wood"),
        ("2e", "steinbruch stein", "quarry stone"),
        ("2e", "merchants_guild", "merchants_guild"),
    ],
)
def test_names_in_the_language_of_the_player(variant: str, typed: str, meant: str) -> None:
    assert without_names(Words("de", "kingsburg", variant), game.rows, typed) == meant


def test_a_building_is_built_by_its_name() -> None:
    said = play("nimm", "take Holz", "influence 10 5 4 1", "Build Barrikade", lang="de")
    assert "Anna errichtet die Barrikade." in said.out


def test_unreadable_answers_are_told_how_to_write_them() -> None:
    pattern = "Answers are written: influence RANK DIE… [bonus DIE…] [plus2] [CARD] [private] [envoy] | pass"
    for typed in ("dance", "influence church", "influence", "? influence", "?"):
        assert pattern in " ".join(answer_to(typed, play(1, typed)).split()), typed


# -- leaving -----------------------------------------------------------------------------------------------------

UNSAVED = "The game is not saved: save FILE keeps it"


# -- undo and replay ---------------------------------------------------------------------------------------------


# -- the enemy, the court ----------------------------------------------------------------------------------------


def test_the_enemy_is_revealed_with_all_that_its_card_says(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    kronrat(*PLAY, "--save", file, "--bots", "random", typed=FIRSTS)
    for lang, line in (
        ("en", r"The enemy is revealed: \w+, year I, strength \d\. Defeat: lose .+\. Victory: gain .+\."),
        ("de", r"Der Feind wird aufgedeckt: \w+, Jahr I, Stärke \d\. Niederlage: .+\. Sieg: .+\."),
    ):
        assert re.search(line, kronrat("replay", file, "--lang", lang, COLUMNS="200").out)


@pytest.mark.parametrize("columns", [50, 60, 79])
def test_narrow_terminals_keep_the_ranks_of_the_court(columns: int) -> None:
    said = kronrat(*PLAY, "--lang", "de", typed=[1], COLUMNS=str(columns)).out
    court = said.split("Phase 2: Frühling")[-1]
    for id, advisor in game.rows["advisors"].items():
        assert re.search(rf" {advisor['rank']} {Words('de', 'kingsburg').say(f'advisor.{id}')} ", court), id


def test_german_says_with_what_and_tells_the_rules_in_german() -> None:
    said = play(1, "?", lang="de")
    assert re.search(r"\[\d\] mit 1\+4", said.out)
    assert "Genaue Summe: (beide) Gesetzt werden" in answer_to("? 1", play(1, "? 1", lang="de"))
    assert "KB-P5-9  Nicht für einen freien Berater" in answer_to("rules KB-P5", play("rules KB-P5", lang="de"))
    assert "Besetzter Berater" in answer_to("? KB-P2b-7", play(1, "? KB-P2b-7", lang="de"))


# -- what cannot be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--option", "edition=3e"], "edition=3e is refused (KB-OPT-1); it takes 1e, 2e"),
        (["--option", "edition=2e", "--option", "negative_vp=no"], "negative_vp=no is refused (KB-OPT-3)"),
    ],
)
def test_options_that_cannot_be(command: str, words: list[str], complaint: str) -> None:
    assert complaint in refused(kronrat(command, "kingsburg", *words))


@pytest.mark.parametrize("command", ["play", "simulate", "data"])
def test_a_figure_that_cannot_be(tmp_path: Path, command: str) -> None:
    (tmp_path / "buildings.toml").write_text("[chapel]\ngold = -1\n")
    assert "buildings.toml [chapel]: gold" in refused(kronrat(command, "kingsburg", "--data", tmp_path))
