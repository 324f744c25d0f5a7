"""Every command but `play`, in both languages, inside this process and as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kronrat import cli, rulebook
from kronrat.arena import chunks
from kronrat.arena.record import record
from kronrat.box import box_of
from kronrat.cli.components import printed
from kronrat.core.match import Match
from kronrat.core.variation import digest_of
from kronrat.shelf import list_games, tables_of
from kronrat.words import Words
from kronrat.words.catalogue import domain
from tests.arena.lossy import Cheat
from tests.cli.terminal import KRONRAT, kronrat, kronrat_process, refused
from tests.shelf import ANY, any_game, other_options, table_seed

SOURCES = Path(cli.__file__).parent
GAMES = SOURCES.parent / "games"
both_languages = pytest.mark.parametrize("lang", ["de", "en"])


@pytest.fixture(scope="module")
def finished() -> Match:
    """A game of bots whose dice came from a secret."""
    return record(any_game(), 3, ["random", "points"], other_options(), table_seed(3))


@pytest.fixture
def saved(finished: Match, tmp_path: Path) -> Path:
    file = tmp_path / "game.kronrat"
    file.write_text(finished.journal.text(), encoding="utf-8")
    return file


# -- the program itself ------------------------------------------------------------------------------------------


def test_version_is_said_without_loading_the_rest() -> None:
    said = kronrat_process("--version")
    assert re.fullmatch(r"kronrat \d+\.\d+\.\d+ \((plain|compiled)\)\n", said.out)
    assert said.code == 0
    probe = (
        "import sys; from kronrat.cli import main; sys.argv = ['kronrat', '--version']\n"
        "try: main()\n"
        "except SystemExit: print(*[name for name in ('babel', 'concurrent') if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout
    assert loaded.splitlines()[1:] == [""]


def test_help_names_every_command() -> None:
    for said in (kronrat(), kronrat("--help")):
        assert said.code == 0
        for command in ("play", "simulate", "arena", "replay", "verify", "rules", "data"):
            assert command in said.out


def test_output_that_nobody_reads_is_not_an_error() -> None:
    with subprocess.Popen([*KRONRAT, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_poor_terminal_gets_other_signs() -> None:
    ran = subprocess.run(
        [*KRONRAT, "play", ANY],
        input=b"1\nquit\n",
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_every_word_of_the_terminal_is_used() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in [*SOURCES.glob("*.py"), *GAMES.glob("*/terminal.py")])
    said = set(re.findall(r"\"(cli\.[a-z0-9_.]+)\"|'(cli\.[a-z0-9_.]+)'", text))
    begun = set(re.findall(r"f[\"'](cli\.(?:[a-z0-9_]+\.)?)\{", text))
    messages = domain("en", "cli").messages
    counted = {f"count.{noun}" for noun in re.findall(r":#(\w+)\}", " ".join(map(str, messages.values())))}
    unused = {id.partition("@")[0] for id in messages} - {id for pair in said for id in pair} - counted
    assert {id for id in unused if f"{id.rpartition('.')[0]}." not in begun} == set()


# -- arena ---------------------------------------------------------------------------------------------------------

ARENA = ("arena", ANY, "--bots", "random,points,greedy", "--seats", "2", "--games", "2", "--seed", "s")


def test_arena_prints_one_json_object(tmp_path: Path) -> None:
    said = kronrat(*ARENA, "--json", "--keep", tmp_path / "kept")
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    found = json.loads(said.out)
    assert set(found["bots"]) == set(found["cross"]) == {"random", "points", "greedy"}
    for bot in found["bots"].values():
        assert {"games", "share", "low", "high", "rating", "ms_mean", "ms_max"} <= bot.keys()
        assert bot["games"] == 4
    again = json.loads(kronrat(*ARENA, "--json", "--keep", tmp_path / "kept").out)
    assert again["bots"] == found["bots"]  # down to the milliseconds, because nothing is played again


@both_languages
def test_arena_prints_ratings_and_who_beats_whom(tmp_path: Path, lang: str) -> None:
    said = kronrat(*ARENA, "--lang", lang, "--plot", tmp_path / "ratings.svg")
    assert said.code == 0
    assert {"de": "Allein gegen einen Tisch", "en": "Alone against a table"}[lang] in said.out
    assert re.search(r"greedy +1500", said.out)
    assert (tmp_path / "ratings.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "exists already" in refused(kronrat(*ARENA, "--plot", tmp_path / "ratings.svg"))


def test_arena_refuses_what_it_cannot_compare(tmp_path: Path) -> None:
    assert "at least two" in refused(kronrat("arena", ANY, "--bots", "greedy"))
    assert "not in both" in refused(kronrat(*ARENA, "--ms", "1", "--positions", "1"))
    assert "no such folder" in refused(kronrat(*ARENA, "--keep", tmp_path / "nowhere" / "kept"))


# -- simulate ----------------------------------------------------------------------------------------------------

SIMULATE = ("simulate", ANY, "--games", "12", "--seats", "3", "--bots", "random,points", "--seed", "s")


def test_simulate_prints_one_json_object() -> None:
    ((option, value),) = other_options().items()
    said = kronrat_process(*SIMULATE, "--option", f"{option}={value}", "--json")
    assert (said.code, said.out.count("\n")) == (0, 1)  # beside it, a slow machine says how far it is
    result = json.loads(said.out)
    assert list(result) == [
        "game", "options", "seats", "bots", "games", "finished", "decisions", "seconds", "decisions_per_s",
        "games_per_s", "mean_scores", "wins",
    ]  # fmt: skip
    assert result["game"] == ANY
    assert result["options"] == any_game().settle_options(other_options())
    assert (result["seats"], result["bots"]) == (3, ["random", "points"])
    assert result["games"] == result["finished"] == 12
    assert sum(result["wins"].values()) == pytest.approx(12)
    assert set(result["mean_scores"]) == {"random", "points"}


def test_jobs_change_nothing_but_the_time() -> None:
    one, two = (json.loads(kronrat_process(*SIMULATE, "--json", "--jobs", jobs).out) for jobs in ("1", "2"))
    for result in (one, two):
        for measured in ("seconds", "decisions_per_s", "games_per_s"):
            assert result.pop(measured) > 0
    assert one == two


@both_languages
def test_simulate_prints_a_table(lang: str) -> None:
    said = kronrat(*SIMULATE, "--lang", lang)
    assert said.code == 0
    assert {"de": "Mittlere Punkte", "en": "Mean score"}[lang] in said.out
    for bot in ("random", "points"):
        line = r"{} +\d+\.\d\d +[\d.]+ +\d+\.\d % +\d+\.\d–\d+\.\d %".replace(r"\.", "," if lang == "de" else r"\.")
        assert re.search(line.replace("{}", bot), said.out)
    assert bool(re.search(r"\d\.\d", said.out)) == (lang == "en")


@both_languages
def test_simulate_keeps_every_game(tmp_path: Path, lang: str) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    said = kronrat(*SIMULATE, "--journals", one, "--lang", lang)
    assert said.code == 0
    assert re.search({"de": "12 Partien sind in .* gespeichert", "en": "12 games are saved in"}[lang], said.out)
    summed = kronrat(*SIMULATE, "--lang", lang).out
    assert said.out.splitlines()[:5] == summed.splitlines()[:5]
    assert kronrat(*SIMULATE, "--journals", two, "--jobs", "2").code == 0
    files = sorted(file.name for file in one.iterdir())
    assert files == [f"{number:02}.kronrat" for number in range(12)] == sorted(file.name for file in two.iterdir())
    for name in files:
        assert (one / name).read_bytes() == (two / name).read_bytes()
    for command in ("replay", "verify"):
        assert kronrat(command, one / "07.kronrat").code == 0


def test_journals_prints_one_json_object_as_ever(tmp_path: Path) -> None:
    said = kronrat(*SIMULATE, "--journals", tmp_path / "kept", "--json")
    assert json.loads(said.out)["games"] == 12


def test_journals_want_a_folder_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert refused(kronrat(*SIMULATE, "--journals", tmp_path)) == f"{tmp_path}: is not empty"
    assert "cannot be written: File exists" in refused(kronrat(*SIMULATE, "--journals", file))


def test_a_bot_that_breaks_the_rules_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "make_bot", lambda _: Cheat())
    complaint = refused(kronrat(*SIMULATE))
    assert complaint.startswith("CORE-FORM: 'steal 7' is refused")
    assert f"as a choice of the bot {Cheat().title()} " in complaint
    assert complaint.endswith("in game 0 of seed 's'")


def test_an_interrupt_does_not_wait_for_games(tmp_path: Path) -> None:
    # A process has chunks of a hundred games before it, each of which takes seconds: minutes until one is done.
    kept = tmp_path / "kept"  # there is a folder just before the processes start
    longest = max(list_games(), key=lambda game: box_of(game).minutes)
    slow = ("simulate", longest, "--games", "3200", "--bots", "greedy", "--jobs", "2", "--journals", str(kept))
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # tests may run deaf to it
    command = [sys.executable, "-c", f"{listening}; from kronrat.cli import main; main()", *slow]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        while not kept.exists():
            assert process.poll() is None
            time.sleep(0.1)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        try:
            said = process.communicate(timeout=60)  # up to the last process that could still say something
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert (process.returncode, "".join(said).strip()) == (130, "")


def test_long_runs_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronrat.cli.figures._PATIENCE", 0.0)
    said = kronrat(*SIMULATE, "--json")
    assert "4 of 12 games, about " in said.err
    json.loads(said.out)


# -- replay and verify -------------------------------------------------------------------------------------------


@both_languages
def test_replay_tells_the_game_and_its_end(saved: Path, finished: Match, lang: str) -> None:
    said = kronrat("replay", saved, "--lang", lang)
    assert said.code == 0
    assert {"de": "Wertung", "en": "Standing"}[lang] in said.out
    best = finished.state.standing()[0]
    assert f"1. {'Platz' if lang == 'de' else 'Seat'} {best.seat + 1}: {best.score}".replace("-", "−") in said.out


@both_languages
def test_replay_up_to_a_line(saved: Path, finished: Match, lang: str) -> None:
    said = kronrat("replay", saved, "--to", "30", "--lang", lang)
    assert said.code == 0
    assert {"de": "Gezeigte Zeilen: 30 von ", "en": "Lines shown: 30 of "}[lang] in said.out
    assert kronrat("replay", saved, "--to", "0").code == 0
    assert kronrat("replay", saved, "--to", str(len(finished.journal.lines))).out == kronrat("replay", saved).out


def test_replay_tells_names(saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace("\nseats 3", "\nnames Zoë|Jo \x1b[31m[b]|Li\nseats 3")
    saved.write_text(text, encoding="utf-8")
    said = kronrat("replay", saved, "--to", "40")
    assert "Zoë" in said.out
    assert "Jo [31m[b]" in said.out
    assert "\x1b" not in said.out


@both_languages
def test_verify_proves_the_dice(saved: Path, finished: Match, lang: str) -> None:
    said = kronrat("verify", saved, "--lang", lang)
    assert said.code == 0
    draws = sum(line.seat == -1 for line in finished.journal.lines)
    assert said.out.startswith(f"{draws} ")
    assert finished.journal.header["commitment"] in said.out


@both_languages
def test_a_variation_is_played_saved_and_proved(saved: Path, finished: Match, tmp_path: Path, lang: str) -> None:
    lines = len(finished.journal.lines)
    for dice in ("same", "new"):
        kept = tmp_path / f"{dice}.kronrat"
        where = ["--at", str(lines // 2), "--dice", dice, "--seat", "1", "--bots", "random"]
        said = kronrat("play", ANY, "--from", saved, *where, "--save", kept, "--lang", lang, typed=["quit"])
        assert said.code == 0
        assert Words(lang).say(f"cli.varied.{dice}", at=lines // 2)[:40] in said.out
        told = kronrat("verify", kept, "--lang", lang, COLUMNS="400")
        assert (
            Words(lang).say("cli.verified_origin.named", at=lines // 2, origin=digest_of(finished.journal)) in told.out
        )
        told = kronrat("verify", kept, "--origin", saved, "--lang", lang, COLUMNS="400")
        assert (
            Words(lang).say("cli.verified_origin.proved", at=lines // 2, origin=digest_of(finished.journal)) in told.out
        )
        assert "names another origin" in refused(kronrat("verify", kept, "--origin", kept))


def test_a_moment_that_there_is_not_is_refused(saved: Path, finished: Match) -> None:
    where, last = ("play", ANY, "--from", saved), len(finished.journal.lines)
    assert "say after which line" in refused(kronrat(*where))
    assert "say after which line" in refused(kronrat(*where, "--at", str(last + 1)))
    assert "the game is over" in refused(kronrat(*where, "--at", str(last)))
    assert "no seat 7" in refused(kronrat(*where, "--at", "5", "--seat", "7"))
    assert "expected same or new" in refused(kronrat(*where, "--at", "5", "--dice", "loaded"))
    assert "leave out --seats, --seed" in refused(kronrat(*where, "--at", "5", "--seats", "3", "--seed", "x"))
    assert "this is no variation" in refused(kronrat("verify", saved, "--origin", saved))


# -- rules -------------------------------------------------------------------------------------------------------


@both_languages
def test_all_rules(lang: str) -> None:
    said = kronrat("rules", "--lang", lang)
    assert said.code == 0
    assert all(re.search(rf"^  {re.escape(id)} ", said.out, re.MULTILINE) for id in rulebook.rules())
    assert all(rule.title in said.out for game in list_games() for rule in rulebook.rules_of(game, lang)[:3])
    assert {"de": "kronrat rules ID zeigt eine Regel", "en": "kronrat rules ID prints a rule"}[lang] in said.out


# -- data --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list_games())
@both_languages
def test_data_names_the_source_of_every_entry(lang: str, game: str) -> None:
    said = kronrat("data", game, "--lang", lang, COLUMNS="160")
    assert said.code == 0
    tables = tables_of(game)
    for entries in tables.rows.values():
        for id in entries:
            assert re.search(rf"^ {id}( ≈)?  ", said.out, re.MULTILINE), id
    assert said.out.count("≈ ") >= len(tables.reconstructed())
    assert tables.digest in said.out


@pytest.mark.parametrize("game", list_games())
def test_only_what_is_reconstructed(game: str) -> None:
    said = kronrat("data", game, "--reconstructed", COLUMNS="160")
    tables = tables_of(game)
    for table, entries in tables.rows.items():
        for id in entries:
            shown = re.search(rf"^ {id} ≈", said.out, re.MULTILINE) is not None
            assert shown or (table, id) not in tables.reconstructed(), id


def test_figures_that_are_nothing_are_left_out() -> None:
    row = {"rank": 7, "gain": {"vp": 0, "pearls": 1}, "ways": [], "deep": True, "source": "rulebook", "note": "x"}
    assert list(printed(row)) == [("rank", "7"), ("gain pearls", "1"), ("deep", "")]
