"""Bots by name, as a class of a module and in a file: wherever one is named, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kronrat
from kronrat.arena.record import record
from kronrat.arena.series import Series
from kronrat.arena.simulation import simulate
from kronrat.bots import DEFAULT, LEVELS, Bot, Greedy, RandomBot, Turn, bot_class, installed_bot, lasting_name, make_bot
from kronrat.core.game import BadOption
from tests.cli.terminal import kronrat as command
from tests.cli.terminal import refused

GAME = kronrat.list_games()[0]

LAST = """
from kronrat import Bot

class Last(Bot):
    def decide(self, turn):
        return turn.options[-1]
"""
TWO = LAST + "\nclass First(Bot):\n    def decide(self, turn):\n        return turn.options[0]\n"
FAILING = "from kronrat import Bot\n\nclass Failing(Bot):\n    def decide(self, turn):\n        return 1 // 0\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "last one.py"
    path.write_text(LAST, encoding="utf-8")
    return path


def written(folder: Path, text: str) -> Path:
    path = folder / "written.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_our_bots_come_through_the_entry_points() -> None:
    assert kronrat.list_bots()[:8] == (*LEVELS, "random", "points", "greedy")
    assert DEFAULT in kronrat.list_bots()
    assert installed_bot("random") is bot_class("random") is RandomBot


def test_a_bot_is_named_in_three_ways(file: Path) -> None:
    assert type(make_bot("greedy")) is Greedy
    assert type(make_bot("kronrat.bots.greedy:Greedy")) is Greedy
    assert type(make_bot(Greedy)) is Greedy
    assert make_bot(str(file)).title() == "Last"
    assert type(make_bot(str(file))) is type(make_bot(f"{file}:Last"))
    mine = RandomBot()
    assert make_bot(mine) is mine


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "genius",
            "there is no bot 'genius'; there are page, squire, steward, marshal, chancellor, random, points, greedy",
        ),
        ("no_such_module:Genius", "cannot be loaded: ModuleNotFoundError"),
        ("kronrat.bots:Genius", "cannot be loaded: AttributeError"),
        ("kronrat.box:Box", "kronrat.box:Box is not a bot"),
        ("nowhere.py", "there is no file"),
        ("nowhere.py:Genius", "there is no file"),
    ],
)
def test_a_bot_that_is_not_there_is_told_in_a_line(name: str, says: str) -> None:
    with pytest.raises(BadOption) as refusal:
        make_bot(name)
    assert says in str(refusal.value)
    assert says in refused(command("simulate", GAME, "--games", "1", "--bots", name))


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("x = 1", "", "has no bot"),
        ("x = = 1", "", "SyntaxError"),
        ("import no_such_module", "", "No module named 'no_such_module' (written.py, line 1)"),
        (TWO, "", "has several bots, name one of them: written.py:Last, written.py:First"),
        (TWO, ":Third", "has no bot 'Third'; it has Last, First"),
        (LAST + "    def __init__(self, depth):\n        pass\n", "", "TypeError"),
    ],
)
def test_a_broken_file_is_told_in_a_line(tmp_path: Path, text: str, name: str, says: str) -> None:
    path = written(tmp_path, text)
    assert says in refused(command("simulate", GAME, "--games", "1", "--bots", f"{path}{name}"))


def test_a_bot_that_others_build_on_is_not_meant(tmp_path: Path) -> None:
    path = written(tmp_path, LAST + "\nclass Better(Last):\n    pass\n")
    assert bot_class(str(path)).__name__ == "Better"


def test_a_bot_that_fails_is_told_with_its_line_and_its_game(tmp_path: Path) -> None:
    path = written(tmp_path, FAILING)
    for jobs in ("1", "2"):
        said = refused(command("simulate", GAME, "--games", "2", "--bots", path, "--seed", "s", "--jobs", jobs))
        assert said.startswith("the bot Failing failed: ZeroDivisionError: integer division or modulo by zero")
        assert "(written.py, line 5)" in said
        assert said.endswith("of seed 's'")


def test_processes_find_the_same_bot_from_any_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    alone = simulate(GAME, {}, 2, 6, [file.name, "random"], "s")
    together = simulate(GAME, {}, 2, 6, [file.name, "random"], "s", jobs=2)
    assert alone.bots == [file.name, "random"]
    assert alone.wins == together.wins
    assert alone.mean_scores == together.mean_scores
    assert Series(GAME, 2, {}, (file.name,), "s").checked().bots == (str(file.resolve()),)


def test_a_class_travels_by_its_name() -> None:
    assert lasting_name(Greedy) == "greedy"
    assert lasting_name(Other) == f"{__name__}:Other"
    assert simulate(GAME, {}, 2, 2, [Other, "random"], "s").wins.keys() == {f"{__name__}:Other", "random"}

    class Local(Other):
        pass

    with pytest.raises(BadOption, match="has to be a class in a module"):
        lasting_name(Local)


TYPED = """
from kronrat import Bot
from kronrat.bots import lasting_name
exec("class Typed(Bot): pass")
lasting_name(Typed)
"""


def test_a_class_that_was_typed_at_a_prompt_is_refused_in_a_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", TYPED], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("Typed cannot be found by other processes: it has to be a class in a module\n")


def test_a_game_is_recorded_with_classes_and_objects() -> None:
    match = record(kronrat.load(GAME), 2, [Other, RandomBot()], seed="s")
    assert match.over


def test_a_journal_names_a_file_without_its_folders(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert command("simulate", GAME, "--games", "1", "--seats", "2", "--bots", file, "--journals", kept).code == 0
    (journal,) = kept.iterdir()
    text = journal.read_text(encoding="utf-8")
    assert "last_one.py last_one.py" in text
    assert str(tmp_path) not in text


def test_a_saved_game_goes_on_only_with_a_bot_that_is_named_again(file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.kronrat"
    sitting_down = ("play", GAME, "--seats", "2", "--seed", "s")
    assert command(*sitting_down, "--bots", file, "--save", saved, typed=[1, "quit"]).code == 0
    assert "name them with --bots: last_one.py" in refused(command("play", GAME, "--resume", saved))
    assert command("play", GAME, "--resume", saved, "--bots", file, typed=["quit"]).code == 0
    strange = refused(command("play", GAME, "--resume", saved, "--bots", f"{file},kronrat.bots:Greedy"))
    assert strange.endswith("leave out --bots kronrat.bots:Greedy")


def test_only_installed_bots_are_found_for_strangers(file: Path) -> None:
    for name in (str(file), "kronrat.bots.greedy:Greedy"):
        with pytest.raises(BadOption, match="there is no bot"):
            installed_bot(name)


def test_an_installed_package_brings_its_bots(tmp_path: Path) -> None:
    written(tmp_path, LAST)
    described = tmp_path / "other-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n", encoding="utf-8")
    entries = "[kronrat.bots]\nlast = written:Last\nbroken = no_such_module:Bot\n"
    (described / "entry_points.txt").write_text(entries, encoding="utf-8")
    program = "from kronrat.bots import list_bots, make_bot; print(*list_bots()); print(make_bot('last').title())"
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [" ".join([*LEVELS, "random points greedy broken last"]), "Last"]


class Other(Bot):
    """Written in a module of the tests."""

    name = "other"

    def decide(self, turn: Turn) -> kronrat.Choice:
        return turn.options[-1]
