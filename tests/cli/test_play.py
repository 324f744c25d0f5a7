"""The terminal table around any game: a whole game typed line by line, saving and going on, language, names, undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat import Journal, replay, verify
from kronrat.cli.session import Session
from kronrat.words import Words
from tests.cli.terminal import Said, kronrat, kronrat_process, refused
from tests.shelf import ANY, any_game

game = any_game()
PLAY = ("play", ANY, "--name", "Anna", "--seed", "x")
FIRSTS = [1] * 400  # the first option of every question, for longer than any game lasts
UNSAVED = "The game is not saved: save FILE keeps it"


def play(*typed: str | int, seats: int = 4, bots: str = "random", lang: str = "en") -> Said:
    """The first minutes of a game that is always the same."""
    said = kronrat(*PLAY, "--seats", str(seats), "--bots", bots, "--lang", lang, typed=typed)
    assert said.code == 0
    assert said.err == ""
    return said


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    said = kronrat_process(*PLAY, "--save", file, "--bots", "random", typed="1\n" * len(FIRSTS))
    assert (said.code, said.err) == (0, "")
    assert "\x1b" not in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert kronrat_process("verify", file).code == 0


def test_the_same_seed_gives_the_same_game() -> None:
    assert play(*FIRSTS[:40]).out == play(*FIRSTS[:40]).out


def test_when_the_game_is_over_it_can_still_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    said = play(*FIRSTS, f"save {file}", "quit")
    assert "The game is over. You can type save FILE or quit." in said.out
    assert replay(game, Journal.parse(file.read_text(encoding="utf-8"))).over


def test_undo_again_and_again() -> None:
    said = play(1, 1, "undo", "undo", "undo", "quit")
    assert said.out.count("Taken back") == 2
    assert said.out.count("You have no choice to undo.") == 1


@pytest.mark.parametrize(("lang", "expects"), [("en", "you may expect about"), ("de", "Du kannst etwa")])
def test_a_hint_says_what_the_best_answers_promise(lang: str, expects: str) -> None:
    said = " ".join(play("hint", "quit", "quit", seats=2, lang=lang).out.split())
    assert expects in said
    assert "%" in said


@pytest.mark.parametrize("lang", ["en", "de"])
def test_odds_say_whether_they_were_counted(lang: str) -> None:
    said = " ".join(play("odds", "quit", "quit", seats=2, lang=lang).out.split())
    assert Words(lang).say("web.odds.exact") in said
    assert "%" in said


def test_the_strongest_level_can_be_told_how_long_to_think() -> None:
    said = kronrat(
        *PLAY, "--seats", "2", "--bots", "chancellor", "--think", "2", "--lang", "de", typed=[1, "quit", "quit"]
    )
    assert said.code == 0, said.err
    assert "Kanzler" in said.out


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file, end = tmp_path / "game.kronrat", tmp_path / "end.kronrat"
    said = kronrat("play", ANY, "--name", "Anna", "--bots", "random", "--save", file, typed=[1, 1, "quit"])
    assert said.code == 0
    assert f"kronrat play {ANY} --resume {file}" in " ".join(said.out.split())
    went_on = kronrat("play", ANY, "--resume", file, "--lang", "de", "--save", end, typed=FIRSTS)
    assert went_on.code == 0
    begun, ended = (Journal.parse(path.read_text(encoding="utf-8")) for path in (file, end))
    assert ended.lines[: len(begun.lines)] == begun.lines
    assert ended.header == begun.header
    assert verify(game, ended) > verify(game, begun)
    assert "over" in refused(kronrat("play", ANY, "--resume", end))


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    file.write_text("mine")
    assert "exists already" in refused(kronrat(*PLAY, "--save", file))
    said = play(f"save {file}", "quit")
    assert "The game is not saved." in said.out
    assert file.read_text() == "mine"


def test_a_folder_that_is_not_there_is_found_out_before_the_game(tmp_path: Path) -> None:
    assert "no such folder" in refused(kronrat(*PLAY, "--save", tmp_path / "no" / "game.kronrat"))


def test_leaving_early_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    assert kronrat(*PLAY, "--save", file, typed=[1]).code == 0
    assert not replay(game, Journal.parse(file.read_text(encoding="utf-8"))).over


@pytest.mark.parametrize(
    ("surroundings", "prompt"),
    [
        ({"LC_ALL": "de_DE.UTF-8"}, "Deine Wahl> "),
        ({"LC_ALL": "", "LANG": "de_AT.UTF-8"}, "Deine Wahl> "),
        ({"LC_ALL": "", "LC_MESSAGES": "en_GB", "LANG": "de_DE"}, "Your choice> "),
        ({"LC_ALL": "fr_FR.UTF-8"}, "Your choice> "),
        ({"LC_ALL": ""}, "Your choice> "),
    ],
)
def test_the_language_is_that_of_the_system(surroundings: dict[str, str], prompt: str) -> None:
    assert prompt in kronrat("play", ANY, **surroundings).out


def test_names_are_given_to_everybody() -> None:
    assert "Human (you)" in kronrat("play", ANY).out
    said = kronrat("play", ANY, "--bots", "random,points", "--seats", "4", "--name", "Jo [b]").out
    for name in ("Jo [b] (you)", "Random 1", "Points", "Random 2"):
        assert name in said


def test_leaving_a_game_that_is_not_saved_says_how_to_save_it(tmp_path: Path) -> None:
    said = play(1, "quit", "table", "quit", "never read")
    assert said.out.count(UNSAVED) == 1
    assert "See you." in said.out
    assert "never read" not in said.out
    assert UNSAVED not in play(1, f"save {tmp_path / 'game.kronrat'}", "quit").out
    assert UNSAVED not in kronrat(*PLAY, "--save", tmp_path / "end.kronrat", typed=[1, "quit"]).out


def test_the_bots_are_asked_only_if_something_happened_since(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The bots agree" in play(1, "undo").out
    monkeypatch.setattr(Session, "undo_is_free", property(lambda session: True))
    said = play(1, "undo").out
    assert "Taken back" in said
    assert "The bots agree" not in said


def test_replay_tells_only_what_people_took_back(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    play(1, "undo", 3, f"save {file}")
    undone = [line.seat for line in Journal.parse(file.read_text(encoding="utf-8")).lines if line.undoes]
    assert -1 in undone
    said = kronrat("replay", file).out
    assert said.count("takes back") + said.count("take back") == sum(seat >= 0 for seat in undone)
