"""Whatever a user gets wrong: one clear line, exit code 2, and nothing written."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kronrat import Journal
from kronrat.arena.record import record
from kronrat.core.dice import fresh_secret
from kronrat.core.match import Match
from kronrat.core.notation import choice_text
from kronrat.rulebook import rules_of
from tests.cli.terminal import kronrat, kronrat_process, refused
from tests.profile import amount
from tests.shelf import ANY, any_game, table_seed

SEED = table_seed()
SWITCH = any_game().switches({})[0]
COUNTS = any_game().seat_counts
TABLE = next(iter(any_game().rows))
RULE = rules_of(ANY)[0].id


@pytest.fixture(scope="module")
def finished() -> Match:
    return record(any_game(), 2, ["random"], seed=SEED)


@pytest.fixture
def saved(finished: Match, tmp_path: Path) -> Path:
    file = tmp_path / "game.kronrat"
    file.write_text(finished.journal.text(), encoding="utf-8")
    return file


def damage(file: Path, change: Callable[[list[str]], None]) -> int:
    """Change the lines of a saved game; returns the number of its first line below the header."""
    lines = file.read_text(encoding="utf-8").split("\n")
    change(lines)
    file.write_text("\n".join(lines), encoding="utf-8")
    return lines.index("") + 2


# -- words on the command line -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--option", "colour=red"], f"{ANY} has no option 'colour'; it has {SWITCH.name}"),
        (
            ["--option", f"{SWITCH.name}=3e"],
            f"{SWITCH.name}=3e is refused ({SWITCH.rule}); it takes {SWITCH.values[0]}, ",
        ),
        (["--option", "colour"], "expected NAME=VALUE, found 'colour'"),
        (["--seats", "99"], f"{ANY} is for {COUNTS[0]} to {COUNTS[-1]} players, not 99"),
        (["--seats", "many"], "--seats"),
        (["--bots", "genius"], "there is no bot 'genius'; there are page, squire,"),
        (["--bots", ""], "there is no bot ''"),
        (["--bots", "random,random,random", "--seats", "2"], "3 bots are too many"),
        (["--lang", "fr"], "there is no language 'fr'; there are de, en"),
        (["--data", "/no/such/folder"], "/no/such/folder: cannot be read"),
        (["--colour"], "--colour"),
    ],
)
def test_wishes_that_cannot_be_met(command: str, words: list[str], complaint: str) -> None:
    assert complaint in refused(kronrat(command, ANY, *words))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["play", "chess"], "there is no game 'chess'; there are " + ANY),
        (["simulate", "chess"], "there is no game 'chess'; there are " + ANY),
        (["data", "chess"], "there is no game 'chess'; there are " + ANY),
        (["data", f"../{ANY}"], "there is no game"),
        (["play"], "GAME"),
        (["dance"], "dance"),
        (["simulate", ANY, "--games", "0"], "at least 1"),
        (["simulate", ANY, "--jobs", "-3"], "at least 1"),
        (["simulate", ANY, "--jobs", "0", "--cluster", "local"], "at least 1"),
        (["simulate", ANY, "--cluster", "nonsense"], "no Ray cluster can be reached at 'nonsense': Invalid"),
        (["balance", ANY, "--games", "0"], "at least 1"),
        (["balance", ANY, "--jobs", "0"], "at least 1"),
        (["play", ANY, "--name", "a|b"], "--name"),
        (["play", ANY, "--name", "a\x1b[31m"], "--name"),
        (["rules", f"{RULE}7"], f"there is no rule '{RULE}7'; did you mean {RULE}"),
        (["rules", "%"], "there is no rule '%'"),
        (["rules", "--search", "spaceship"], "no rule contains 'spaceship'"),
        (["replay", "/no/such/file"], "/no/such/file: cannot be read: No such file"),
        (["verify", "/"], "/: cannot be read: Is a directory"),
        (["play", ANY, "--resume", "/no/such/file"], "/no/such/file: cannot be read"),
    ],
)
def test_commands_that_make_no_sense(words: list[str], complaint: str) -> None:
    assert complaint in refused(kronrat(*words))


def test_a_process_complains_in_one_line_too() -> None:
    assert "there is no game" in refused(kronrat_process("simulate", "chess", "--json"))
    assert "No such option" in refused(kronrat_process("--colour"))


# -- component data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "simulate", "data"])
@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        (f"{TABLE}.toml", "[no_such]\nvp = 1\n", f"{TABLE}.toml [no_such]: there is no such entry"),
        (f"{TABLE}.toml", "[inside\n", f"{TABLE}.toml: is not valid TOML"),
        ("no_such.toml", "[inside]\nvp = 1\n", "no_such.toml: there is no table 'no_such'"),
    ],
)
def test_broken_overrides(tmp_path: Path, command: str, file: str, text: str, complaint: str) -> None:
    (tmp_path / file).write_text(text)
    assert complaint in refused(kronrat(command, ANY, "--data", tmp_path))


# -- journals ----------------------------------------------------------------------------------------------------

reading = pytest.mark.parametrize("command", [("replay",), ("verify",), ("play", ANY, "--resume")])


@reading
def test_no_journal_at_all(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert refused(kronrat(*command, file)).startswith(f"{file}: line 1: expected")
    file.write_text("dear diary\n")
    assert refused(kronrat(*command, file)).startswith(f"{file}: line 1: expected 'kronrat 1'")
    file.write_text("")
    assert refused(kronrat(*command, file)).startswith(f"{file}: line 1: expected")


def drawn_first(match: Match) -> int:
    """How many answers of chance come before the first choice."""
    return next(number for number, line in enumerate(match.journal.lines) if line.seat >= 0)


@reading
def test_an_illegal_choice_in_a_journal(saved: Path, finished: Match, command: tuple[str, ...]) -> None:
    drawn = drawn_first(finished)

    def change(lines: list[str]) -> None:
        at = lines.index("") + 1 + drawn
        lines[at] = f"{lines[at][0]} steal the_crown"

    row = damage(saved, change) + drawn
    complaint = refused(kronrat(*command, saved))
    first = Match(any_game(), 2, seed=SEED).state
    options = [choice_text(option) for option in first.options(first.deciding()[0])]
    assert f": line {row}: expected {' | '.join(options)}, found" in complaint
    assert "(CORE-FORM)" in complaint


@reading
def test_a_line_that_is_not_a_choice(saved: Path, command: tuple[str, ...]) -> None:
    row = damage(saved, lambda lines: lines.insert(lines.index("") + 1, "hello!"))
    assert f": line {row}: expected 'SEAT CHOICE'" in refused(kronrat(*command, saved))


@reading
def test_dice_that_did_not_fall_so(saved: Path, command: tuple[str, ...]) -> None:
    """The first answer of chance is exchanged for that of another game."""
    told: list[str] = []
    others = [str(Match(any_game(), 2, seed=f"other {number}").journal.lines[0]) for number in range(9)]

    def change(lines: list[str]) -> None:
        first = lines.index("") + 1
        told.append(lines[first])
        lines[first] = next(other for other in others if other != lines[first])

    row = damage(saved, change)
    assert f": line {row}: the seed gives '{told[0]}'" in refused(kronrat(*command, saved))


@reading
def test_a_secret_that_does_not_fit(saved: Path, finished: Match, command: tuple[str, ...]) -> None:
    text = saved.read_text(encoding="utf-8").replace(finished.journal.header["secret"], fresh_secret().hex())
    saved.write_text(text, encoding="utf-8")
    assert "the secret does not match its commitment" in refused(kronrat(*command, saved))


def test_dice_cannot_be_proven_without_the_secret(saved: Path, finished: Match) -> None:
    text = saved.read_text(encoding="utf-8").replace(f"secret {finished.journal.header['secret']}\n", "")
    saved.write_text(text, encoding="utf-8")
    assert kronrat("replay", saved).code == 0
    assert "expected the revealed secret" in refused(kronrat("verify", saved))


@reading
@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("game", "chess", "line 1: there is no game 'chess'"),
        ("rules", "99", "rules is '99', expected"),
        ("data", "beef", "data is 'beef', expected"),
        ("seats", "nine", "expected 'seats' and a number"),
        ("options", f"{SWITCH.name}=7e", f"{SWITCH.name}=7e is refused"),
        ("secret", "xyz", "expected 64 hexadecimal digits as secret"),
    ],
)
def test_a_header_that_does_not_fit(
    saved: Path, command: tuple[str, ...], field: str, value: str, complaint: str
) -> None:
    def change(lines: list[str]) -> None:
        at = next(n for n, line in enumerate(lines) if line.startswith(f"{field} "))
        lines[at] = f"{field} {value}"

    damage(saved, change)
    said = refused(kronrat(*command, saved))
    assert complaint in said
    assert re.search(r": line \d+: ", said)


def test_what_cannot_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    kronrat("play", ANY, "--bots", "random", "--save", file, typed=[1])
    text = file.read_text(encoding="utf-8")
    secret = next(line for line in text.split("\n") if line.startswith("secret"))
    for gone, complaint in ((f"{secret}\n", "the secret of the dice"), ("bots human", "who sits where")):
        file.write_text(text.replace(gone, ""), encoding="utf-8")
        assert complaint in refused(kronrat("play", ANY, "--resume", file))


def test_a_journal_cut_short_cannot_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    kronrat("play", ANY, "--bots", "random", "--save", file, typed=[1])
    lines = file.read_text(encoding="utf-8").split("\n")
    head = lines.index("") + 1
    drawn = next(number for number, line in enumerate(lines[head:]) if not line.startswith("* "))
    for kept in {0, drawn // 2, drawn - 1}:
        file.write_text("\n".join(lines[: head + kept]) + "\n", encoding="utf-8")
        complaint = f"line {head + kept + 1}: expected a chance answer, found the end of the file"
        assert complaint in refused(kronrat("play", ANY, "--resume", file))


def test_files_that_cannot_be_written() -> None:
    assert "x: cannot be written" in refused(kronrat("play", ANY, "--save", "x" * 400))
    for name in ("x" * 400, "/proc/x", "a\0b"):
        said = kronrat("play", ANY, typed=[f"save {name}"])
        assert (said.code, said.err) == (0, "")
        assert "The game is not saved." in said.out


def test_replay_has_only_the_lines_it_has(saved: Path, finished: Match) -> None:
    for to in ("-1", str(len(finished.journal.lines) + 1)):
        assert f"--to {to}" in refused(kronrat("replay", saved, "--to", to))


def test_no_damage_ends_in_a_traceback(saved: Path) -> None:
    """Lines lost, doubled, swapped and scribbled over: every command works or complains."""
    text = saved.read_text(encoding="utf-8")
    chosen = random.Random(1)
    for _ in range(amount(10, 200)):
        lines = text.split("\n")
        at = chosen.randrange(len(lines) - 1)
        kind = chosen.randrange(5)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[chosen.randrange(len(lines))])
        elif kind == 2:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        elif kind == 3:
            lines[at] = lines[at].replace(chosen.choice("0123456789 aeo"), chosen.choice("0123456789 *%@=")) or "?"
        else:
            lines.insert(at, chosen.choice(["0 undo 7", "0 undo 99999", "= beef", "@5 0 pass", "* undo 3", "0 undo"]))
        saved.write_text("\n".join(lines), encoding="utf-8")
        for command in ("replay", "verify"):
            said = kronrat(command, saved)
            if said.code:
                assert said.code == 2
                assert said.err.count("\n") == 1
    assert Journal.parse(text).lines


@pytest.mark.parametrize(
    "words",
    [
        ["--seats", "4"],
        ["--bots", "greedy"],
        ["--option", f"{SWITCH.name}={SWITCH.values[0]}"],
        ["--seed", "x"],
        ["--name", "Anna"],
    ],
)
def test_a_saved_game_cannot_be_set_up_anew(tmp_path: Path, words: list[str]) -> None:
    complaint = refused(kronrat("play", ANY, "--resume", tmp_path / "game.kronrat", *words))
    assert complaint == f"--resume goes on with the game as it was set up; leave out {words[0]}"


def test_ray_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "Ray, which is not installed" in refused(kronrat("simulate", ANY, "--cluster", "local"))
