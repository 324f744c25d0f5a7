"""Replays as a seat saw them, journals handed in by strangers, dice checked, and the rules as the page gets them."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b, sha256

import msgspec
import pytest

from kronrat import CHANCE, BrokenJournal, Journal
from kronrat.arena.record import record
from kronrat.box import box_of
from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.core.replay import Replay
from kronrat.core.seeds import TableSeed, fresh_table_seed
from kronrat.server import wire
from kronrat.server.study import JOURNAL_BYTES, JOURNAL_LINES, game_of, read_journal, replay_file, rule_texts, verified
from kronrat.words.sentences import snake
from tests.server.patched import patched
from tests.shelf import ANY, any_game, everything

GAME = any_game()
NAMES = ["Ada", "Bo", "Cy"]


@cache
def finished() -> Match:
    """A game of bots with all modules, whose dice came from a secret and the nonces of two seats."""
    return record(GAME, 3, ["greedy"], everything(), TableSeed(b"s" * 32, (b"a" * 16, b"b" * 16)))


@cache
def told(seat: int | None) -> wire.ReplayFile:
    return replay_file(GAME, finished().journal, NAMES, seat)


@cache
def told_of_one_stream() -> wire.ReplayFile:
    """The same with dice of the first version."""
    seed = TableSeed(b"s" * 32, (b"a" * 16, b"b" * 16))
    return replay_file(GAME, record(GAME, 3, ["greedy"], everything(), seed, keyed=False).journal, NAMES, None)


everybody = pytest.mark.parametrize("seat", [None, 0, 1, 2])

# -- replays -----------------------------------------------------------------------------------------------------


@everybody
def test_frames_lead_through_every_view_of_the_seat(seat: int | None) -> None:
    file = told(seat)
    run, view = Replay(GAME, finished().journal), file.view
    assert view == GAME.view(run.match.state, seat)
    for frame in file.frames:
        run.step()
        view = patched(view, frame.patch)
        assert view == GAME.view(run.match.state, seat)
        assert frame.deciding == list(run.match.state.deciding())
    assert run.finished
    assert file.over


def test_a_file_says_what_was_played() -> None:
    file = told(1)
    assert (file.game, file.seats, file.seat, file.names) == (ANY, 3, 1, NAMES)
    assert file.options == finished().options
    assert file.header["secret"] == finished().journal.header["secret"]
    assert file.frames[0].entry.events == [] or isinstance(file.frames[0].entry.events[0]["event"], str)
    last = msgspec.json.decode(msgspec.json.encode(file), type=wire.ReplayFile).frames[-1].entry.events[-1]
    assert last["event"] == "game_ended"
    assert last["rule"].startswith(f"{box_of(ANY).prefix}-")
    assert last["winners"] == [standing.seat for standing in finished().state.standing() if standing.place == 1]


@everybody
def test_a_secret_look_is_told_to_the_looker_alone(seat: int | None) -> None:
    run = Replay(GAME, finished().journal)
    happened = [event for _ in range(len(finished().journal.lines)) for event in run.step()]
    secret = {snake(type(event).__name__) for event in happened if not event.seen_by(None)}
    looks = [e for frame in told(seat).frames for e in frame.entry.events if e["event"] in secret]
    assert secret
    assert {event["seat"] for event in looks} <= {seat}


@everybody
def test_sealed_and_hidden_choices_stay_hidden_at_their_moment(seat: int | None) -> None:
    for frame in told(seat).frames:
        entry, line = frame.entry, finished().journal.lines[frame.entry.version - 1]
        secret = line.choice[0] in ("keep", "token", "enemy", "deal")
        own = line.choice[1] == seat if line.choice[0] == "deal" else line.seat == seat
        assert (entry.choice is None) == (secret and not own)


def test_what_was_taken_back_is_left_out() -> None:
    match = Match(GAME, 2, {}, fresh_table_seed())
    played: list[tuple[int, Choice]] = []
    while len(played) < 12:
        seat = match.state.deciding()[0]
        choice = match.state.options(seat)[0]
        match.play(seat, choice)
        if len(played) in (3, 7):
            match.undo(seat, consent=True)
            match.play(seat, choice)
        played.append((seat, choice))
    file = replay_file(GAME, match.journal, NAMES[:2], None)
    kept = [(f.entry.seat, tuple(f.entry.choice or ())) for f in file.frames if f.entry.seat != CHANCE]
    assert kept == played
    assert len(file.frames) < len(match.journal.lines)
    assert not file.over
    assert all(frame.dice == [] for frame in file.frames)  # their secret is still kept


def test_choices_of_bots_and_times_are_told() -> None:
    journal = read_journal(finished().journal.text().replace("\n0 ", "\n@1500 0 "))
    mine = [number for number, line in enumerate(journal.lines, 1) if line.seat == 0]
    file = replay_file(GAME, journal, NAMES, None, by_bots=mine[:2])
    assert [frame.entry.version for frame in file.frames if frame.entry.bot] == mine[:2]
    assert {frame.entry.at for frame in file.frames if frame.entry.seat == 0} == {1500}
    assert {frame.entry.at for frame in file.frames if frame.entry.seat != 0} == {0}


def test_names_come_from_the_journal_if_nobody_else_tells_them() -> None:
    journal = read_journal(finished().journal.text())
    assert replay_file(GAME, journal, (), None).names == []
    journal.header["names"] = "Ada|Bo|Cy|somebody else"
    assert replay_file(GAME, journal, (), None).names == NAMES


def test_there_is_no_other_seat() -> None:
    with pytest.raises(ValueError, match="there is no seat 3"):
        replay_file(GAME, finished().journal, NAMES, 3)


# -- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keyed", [True, False])
def test_every_roll_can_be_read_again_from_the_bytes_of_its_stream(keyed: bool) -> None:
    """What the page does: only hashes, and the header of the journal."""
    file = told(None) if keyed else told_of_one_stream()
    header = file.header
    secret = bytes.fromhex(header["secret"])
    assert sha256(secret).hexdigest() == header["commitment"]
    seed = sha256(secret + b"".join(bytes.fromhex(nonce) for nonce in header["nonces"].split(","))).digest()
    rolls = 0
    for frame in file.frames:
        choice = frame.entry.choice
        if choice is not None and choice[0] == "roll":
            key = blake2b(frame.moment.encode(), key=seed, digest_size=32).digest() if keyed else seed
            stream = b"".join(blake2b(block.to_bytes(8, "big"), key=key).digest() for block in range(40))
            faces = [byte % 6 + 1 for byte in stream[slice(*frame.dice)] if byte < 252]
            assert sorted(faces) == sorted([word for word in choice[2:] if isinstance(word, int)])
            rolls += 1
    assert rolls > 40


def test_the_bytes_of_one_answer_follow_those_before_it() -> None:
    frames = told_of_one_stream().frames
    ranges = [frame.dice for frame in frames if frame.entry.seat == CHANCE]
    assert all(frame.dice == [] for frame in frames if frame.entry.seat != CHANCE)
    assert [start for start, _ in ranges] == [0, *[end for _, end in ranges[:-1]]]


def test_every_answer_begins_the_stream_of_a_moment_that_no_other_has() -> None:
    drawn = [frame for frame in told(0).frames if frame.entry.seat == CHANCE]
    assert all((frame.dice, frame.moment) == ([], "") for frame in told(0).frames if frame.entry.seat != CHANCE)
    assert {frame.dice[0] for frame in drawn} == {0}
    assert len({frame.moment for frame in drawn}) == len(drawn)


def test_a_journal_with_an_open_seed_tells_its_bytes_too() -> None:
    match = record(GAME, 2, ["random"], {}, "open", keyed=False)
    ends = [frame.dice[1] for frame in replay_file(GAME, match.journal, (), None).frames if frame.dice]
    assert ends[-1] == max(ends) > 0
    assert Dice(bytes.fromhex(match.journal.header["seed"])).position == 0


def test_honest_dice_are_verified_with_their_number() -> None:
    rolled = sum(line.seat == CHANCE for line in finished().journal.lines)
    assert verified(GAME, finished().journal) == wire.Verified(ok=True, checked=rolled)


def test_another_die_is_found_with_its_line() -> None:
    text = finished().journal.text()
    row = next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith("* roll") and "bonus" not in line)
    lines = text.split("\n")
    faces = lines[row - 1].split()
    faces[-1] = "6" if faces[-1] != "6" else "5"
    lines[row - 1] = " ".join([*faces[:3], *sorted(faces[3:])])
    result = verified(GAME, read_journal("\n".join(lines)))
    assert (result.ok, result.line) == (False, row)
    assert "the seed gives" in result.problem


def test_dice_of_a_kept_secret_cannot_be_verified() -> None:
    journal = Journal({k: v for k, v in finished().journal.header.items() if k != "secret"}, finished().journal.lines)
    assert verified(GAME, journal).problem.startswith("expected the revealed secret")


# -- journals of strangers ---------------------------------------------------------------------------------------


def test_a_journal_is_read_from_text_and_from_bytes_with_any_line_ends() -> None:
    text = finished().journal.text()
    for given in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n")):
        assert read_journal(given).lines == finished().journal.lines


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (b"", 1, "expected 'kronrat 1'"),
        (b"\xff\xfe\x00", 1, "not UTF-8 text"),
        ("x" * (JOURNAL_BYTES + 1), 1, "at most 262,144 bytes"),
        (f"kronrat 1\ngame {ANY}", 2, "expected a blank line"),
        ("kronrat 1\n\n0 pass\n1 hidden\n", 4, "this choice is hidden"),
        ("kronrat 1\n\n" + "0 pass\n" * (JOURNAL_LINES + 1), JOURNAL_LINES + 3, "at most 3,000 lines"),
    ],
)
def test_what_is_not_a_journal_is_refused_with_its_line(text: str | bytes, line: int, problem: str) -> None:
    with pytest.raises(BrokenJournal, match=problem) as refusal:
        read_journal(text)
    assert refusal.value.line == line


def test_a_wrong_choice_is_refused_with_its_line() -> None:
    text = finished().journal.text()
    row, line = next((n, line) for n, line in enumerate(text.split("\n"), 1) if line.startswith("0 "))
    with pytest.raises(BrokenJournal) as refusal:
        replay_file(GAME, read_journal(text.replace(f"\n{line}\n", "\n0 dance\n", 1)), (), None)
    assert refusal.value.line == row


def test_the_game_of_a_journal_is_found_among_those_that_are_there() -> None:
    games = {ANY: GAME}
    assert game_of(finished().journal, games) is GAME
    for text in ("kronrat 1\ngame chess\n\n", "kronrat 1\n\n"):
        with pytest.raises(BrokenJournal, match=f"one of {ANY}"):
            game_of(read_journal(text), games)


# -- rules -------------------------------------------------------------------------------------------------------


def test_the_whole_catalogue_is_told_in_its_order() -> None:
    texts = rule_texts(GAME)
    catalogue = (box_of(ANY).book / "rules.en.md").read_text(encoding="utf-8")
    rules = [text.id for text in texts if not text.id.startswith("ruling-")]
    assert rules == [row.split()[1] for row in catalogue.split("\n") if row.startswith("### ")]
    assert not any("](" in text.text for text in texts)
    german = rule_texts(GAME, "de")
    assert [text.id for text in german] == [text.id for text in texts]
    assert {text.lang for text in german if text.id in rules} == {"de"}
