"""One table without a server: what commands are refused, what they record, and that records alone make the table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

import kronrat
from kronrat.core.replay import Replay
from kronrat.server import telling, wire
from kronrat.server.allowances import ALLOWED
from kronrat.server.planning import MOST, Draft, plan, plan_choice, plan_hold, plan_opening, plan_rematch
from kronrat.server.presence import NOBODY_HERE
from kronrat.server.records import Arranged, Chatted, Guest, Marked, Record, Seat, TableRow, Wished
from kronrat.server.refusal import Refusal
from kronrat.server.seating import clean_name
from kronrat.server.table import KEPT_CHAT, KEPT_ENTRIES, Table, fold
from kronrat.server.telling import full, question, whole_log
from kronrat.server.undoing import MOST_UNDOS
from tests.profile import PROFILE
from tests.shelf import ANY, any_game, everything

GAME = any_game()
NAMES = {"anna": "Anna", "ben": "Ben", "cleo": "Cleo", "zoe": "Zoe"}
SECRET = bytes(range(32))


def nonce(number: int) -> str:
    return f"{number:032x}"


def person(guest: str, number: int = 0) -> Seat:
    return Seat("human", guest, NAMES[guest], nonce=nonce(number))


def known(guest: str) -> Guest:
    return Guest(guest, NAMES.get(guest, guest.capitalize()))


class Desk:
    """A table whose commands are carried out at once, with a clock moved by hand. The owner is Anna."""

    def __init__(self, *sitting: Seat, options: dict[str, str] | None = None, **settled: Any) -> None:
        row: dict[str, Any] = {"pace": "live", "undo": "consent", "limit_s": 0, "listed": True, **settled}
        self.now = 1_000_000
        self.row = TableRow(
            "table",
            ANY,
            options or {},
            owner="anna",
            secret=SECRET,
            created=self.now,
            seats=len(sitting),
            **row,
        )
        self.table = Table(self.row, GAME)
        self.records: list[Record] = []
        self.keep(plan_opening(self.table, sitting, self.now))

    def keep(self, draft: Draft) -> None:
        self.records += draft.records
        self.table = draft.table

    def do(self, guest: str, command: wire.Command, away: Sequence[int] = ()) -> None:
        """Carry out a command a second later."""
        self.now += 1_000
        self.keep(plan(self.table, command, known(guest), self.now, away))

    def refused(self, guest: str, command: wire.Command, away: Sequence[int] = ()) -> str:
        before = picture(self.table)
        with pytest.raises(Refusal) as refusal:
            plan(self.table, command, known(guest), self.now, away)
        assert picture(self.table) == before
        return refusal.value.code

    def consent(self, id: str, seat: int, agree: bool) -> wire.Consent:
        return wire.Consent(id, seat, agree, 0 if self.table.undoing.wish is None else self.table.undoing.wish.version)

    def owner_of(self, seat: int) -> str:
        return self.table.seats[seat].guest

    def play(self, seat: int, pick: int = 0) -> list[str | int]:
        """The seat makes one of its choices, or its bot does."""
        assert self.table.match is not None
        choice = list(self.table.match.state.options(seat)[pick])
        if self.table.bot_of(seat):
            self.keep(plan_choice(self.table, seat, tuple(choice), self.now))
        else:
            self.do(self.owner_of(seat), wire.Play("play", self.table.version, seat, choice))
        return choice

    def play_anyone(self, random: Random) -> int:
        seat = random.choice(self.table.deciding())
        assert self.table.match is not None
        self.play(seat, random.randrange(len(self.table.match.state.options(seat))))
        return seat

    def undo(self, seat: int, version: int | None = None) -> wire.Undo:
        return wire.Undo("undo", self.table.version if version is None else version, seat)

    def other_than(self, seat: int) -> int:
        return (seat + 1) % self.row.seats


def picture(table: Table) -> Any:
    """Everything that a table is."""
    match = table.match
    return (
        table.version, table.stage, list(table.seats), table.timing.asked, table.undoing.wish, table.rematch,
        list(table.log), list(table.chat), table.moved, table.started, table.line_versions, table.lines_by_bots(),
        table.timing.deadlines(), table.summary(),
        None if match is None else (GAME.digest(match.state), match.journal.text()),
    )  # fmt: skip


def folded(desk: Desk) -> Table:
    """The table as another process makes it from the stored records."""
    return fold(
        desk.row, GAME, [msgspec.json.decode(msgspec.json.encode(record), type=Record) for record in desk.records]
    )


def two_people(**settled: Any) -> Desk:
    return Desk(person("anna"), person("ben", 1), **settled)


def gathering(*others: Seat) -> Desk:
    return Desk(person("anna"), *(others or (Seat("open"), Seat("open"))))


# -- gathering -------------------------------------------------------------------------------------------------------


def test_the_last_to_sit_down_begins_the_game() -> None:
    desk = gathering()
    desk.do("ben", wire.Sit("s1", 1, nonce(7)))
    assert desk.table.stage == "gathering"
    assert desk.table.seating.names() == ["Anna", "Ben", ""]
    desk.do("cleo", wire.Sit("s2", 2, nonce(8), name="  Cleo\u202e the\nGreat "))
    assert desk.table.match is not None
    assert desk.table.seating.names() == ["Anna", "Ben", "Cleo the Great"]
    assert desk.table.match.journal.header["nonces"] == ",".join([nonce(0), nonce(7), nonce(8)])
    assert desk.table.timing.asked


def test_a_table_without_free_seats_begins_at_once() -> None:
    assert two_people().table.stage == "playing"
    assert Desk(person("anna"), Seat("bot", bot="greedy")).table.stage == "playing"


@pytest.mark.parametrize(
    ("guest", "command", "code"),
    [
        ("", wire.Sit("s", 1, nonce(1)), "needs_name"),
        ("", wire.Sit("s", 1, nonce(1), name="Nobody"), "needs_name"),
        ("ben", wire.Sit("s", 0, nonce(1)), "seat_taken"),
        ("ben", wire.Sit("s", -1, nonce(1)), "malformed"),
        ("ben", wire.Sit("s", 3, nonce(1)), "malformed"),
        ("ben", wire.Sit("s", 1, nonce(1)[1:]), "malformed"),
        ("ben", wire.Sit("s", 1, "A" * 32), "malformed"),
        ("ben", wire.Sit("s", 1, "٣" * 32), "malformed"),
        ("ben", wire.Rise("s", 0), "not_yours"),
        ("", wire.Rise("s", 1), "not_yours"),
        ("anna", wire.Rise("s", 9), "malformed"),
        ("ben", wire.Ready("s", 0, False), "not_yours"),
        ("anna", wire.Ready("s", 1, False), "not_yours"),
        ("anna", wire.Ready("s", 9, False), "malformed"),
        ("anna", wire.Ready("s", 0, True), "not_now"),
        ("ben", wire.Arrange("s", 1, "bot", "greedy"), "not_yours"),
        ("", wire.Arrange("s", 1, "bot", "greedy"), "not_yours"),
        ("anna", wire.Arrange("s", 1, "bot", "cheater"), "malformed"),
        ("anna", wire.Arrange("s", 1, "human"), "malformed"),
        ("anna", wire.Arrange("s", -3, "open"), "malformed"),
        ("anna", wire.Arrange("s", 0, "open"), "not_now"),
        ("anna", wire.Play("s", 1, 0, ["pass"]), "not_now"),
        ("anna", wire.Undo("s", 1, 0), "not_now"),
        ("anna", wire.Consent("s", 0, True, 1), "not_now"),
        ("anna", wire.Hold("s", 1), "not_now"),
        ("anna", wire.Return("s", 0), "not_now"),
    ],
)
def test_what_a_gathering_table_refuses(guest: str, command: wire.Command, code: str) -> None:
    assert gathering().refused(guest, command) == code


def test_seats_do_not_change_once_the_game_runs() -> None:
    desk = two_people()
    assert desk.refused("zoe", wire.Sit("s", 0, nonce(1))) == "not_now"
    assert desk.refused("anna", wire.Arrange("s", 1, "open")) == "not_now"


def test_a_seat_that_was_given_up_is_free_again() -> None:
    desk = gathering()
    desk.do("ben", wire.Sit("s1", 1, nonce(1)))
    desk.do("ben", wire.Rise("r1", 1))
    assert desk.table.seats[1] == Seat("open")
    desk.do("cleo", wire.Sit("s2", 1, nonce(2)))
    assert desk.table.seating.of("cleo") == [1]


def test_an_invited_seat_takes_its_code() -> None:
    desk = gathering(Seat("invited", invite="open-sesame"), Seat("open"))
    for code in ("", "open", "öpen-sésame", "x" * 500):
        assert desk.refused("ben", wire.Sit("s", 1, nonce(1), invite=code)) == "needs_invite"
    desk.do("ben", wire.Sit("s", 1, nonce(1), invite="open-sesame"))
    assert desk.table.seating.of("ben") == [1]
    desk.do("ben", wire.Rise("r", 1))
    assert desk.table.seats[1] == Seat("invited", invite="open-sesame")


def test_the_owner_arranges_the_seats() -> None:
    desk = gathering()
    desk.do("anna", wire.Arrange("a", 1, "invited"))
    first = desk.table.seats[1].invite
    desk.do("anna", wire.Arrange("b", 1, "invited"))
    assert len(first) >= 16
    assert first != desk.table.seats[1].invite  # an invitation can be taken back
    assert desk.refused("ben", wire.Sit("s", 1, nonce(1), invite=first)) == "needs_invite"
    desk.do("anna", wire.Arrange("c", 1, "open"))
    desk.do("ben", wire.Sit("s", 1, nonce(1)))
    desk.do("anna", wire.Arrange("d", 2, "bot", "greedy"))
    assert desk.table.stage == "playing"
    assert desk.table.bot_of(2) == "greedy"


def test_the_game_waits_for_whoever_is_not_ready() -> None:
    desk = gathering(Seat("open"))
    desk.do("anna", wire.Ready("w", 0, False))
    desk.do("ben", wire.Sit("s", 1, nonce(1)))
    assert desk.table.stage == "gathering"
    assert [seat.waits for seat in desk.table.seating.shown()] == [True, False]
    desk.do("ben", wire.Ready("x", 1, False))
    desk.do("anna", wire.Ready("y", 0, True))
    assert desk.table.match is None
    desk.do("ben", wire.Ready("z", 1, True))
    assert desk.table.match is not None
    assert desk.refused("anna", wire.Ready("late", 0, False)) == "not_now"


def test_who_keeps_the_others_waiting_can_be_replaced() -> None:
    desk = gathering(Seat("open"), Seat("open"))
    desk.do("ben", wire.Sit("s", 1, nonce(1)))
    desk.do("ben", wire.Ready("w", 1, False))
    desk.do("cleo", wire.Sit("t", 2, nonce(2)))
    desk.do("anna", wire.Arrange("a", 1, "bot", "greedy"))
    assert desk.table.stage == "playing"


def test_who_asked_to_wait_often_may_still_be_ready() -> None:
    desk = gathering(Seat("open"))
    desk.do("anna", wire.Ready("w", 0, False))
    desk.do("ben", wire.Sit("s", 1, nonce(1)))
    while desk.table.count(Marked) < MOST[Marked]:
        desk.do("ben", wire.Ready("b", 1, 1 in desk.table.seating.waiting))
    assert desk.table.seating.waiting == {0, 1}
    desk.do("ben", wire.Ready("b", 1, True))
    assert desk.refused("ben", wire.Ready("b", 1, False)) == "too_many"
    desk.do("anna", wire.Ready("r", 0, True))
    assert desk.table.stage == "playing"


def test_bots_alone_do_not_begin() -> None:
    desk = gathering(Seat("open"))
    desk.do("anna", wire.Rise("r", 0))
    desk.do("anna", wire.Arrange("a", 0, "bot", "random"))
    desk.do("anna", wire.Arrange("b", 1, "bot", "random"))
    assert desk.table.stage == "gathering"
    desk.do("anna", wire.Arrange("c", 1, "open"))
    desk.do("anna", wire.Sit("s", 1, nonce(1)))
    assert desk.table.match is not None


def test_invitations_and_nonces_are_for_those_whom_they_concern() -> None:
    desk = gathering(Seat("invited", invite="open-sesame"), Seat("open"))
    desk.do("ben", wire.Sit("s", 2, nonce(9)))
    owner, other = [full(desk.table, NOBODY_HERE, guest, None, 0) for guest in ("anna", "ben")]
    assert owner.invites == {"1": "open-sesame"}
    assert other.invites == {}
    assert owner.table.nonces == other.table.nonces == []


# -- playing ---------------------------------------------------------------------------------------------------------


def test_a_choice_is_recorded_with_the_chance_that_follows() -> None:
    desk, random = two_people(), Random(1)
    while desk.table.stage == "playing":
        desk.play_anyone(random)
    match = desk.table.match
    assert match is not None
    assert Replay(GAME, match.journal).run().over
    assert match.journal.header["secret"] == SECRET.hex()
    seat = wire.Play("late", desk.table.version, 0, ["pass"])
    assert desk.refused("anna", seat) == "rule"
    assert desk.refused("anna", desk.undo(0)) == "nothing_to_undo"


def test_only_the_own_questions_are_answered() -> None:
    desk = two_people()
    [seat] = desk.table.deciding()
    assert desk.table.match is not None
    choice = list(desk.table.match.state.options(seat)[0])
    other = desk.other_than(seat)
    for guest in (desk.owner_of(other), "zoe", ""):
        assert desk.refused(guest, wire.Play("p", desk.table.version, seat, choice)) == "not_yours"
    assert desk.refused(desk.owner_of(other), wire.Play("p", desk.table.version, other, choice)) == "rule"
    assert desk.refused("anna", wire.Play("p", desk.table.version, 99, choice)) == "malformed"


def test_a_refused_choice_names_its_rule() -> None:
    desk = two_people()
    [seat] = desk.table.deciding()
    impossible = wire.Play("p", desk.table.version, seat, ["influence", 18, 6, 6, 6])
    with pytest.raises(Refusal) as refusal:
        plan(desk.table, impossible, known(desk.owner_of(seat)), 0)
    assert refusal.value.reason is not None
    assert refusal.value.reason.rule


def test_a_choice_for_a_question_that_is_gone_is_stale() -> None:
    desk = two_people()
    [seat] = desk.table.deciding()
    seen = desk.table.version
    desk.play(seat)
    while seat not in desk.table.deciding():
        desk.play(desk.table.deciding()[0])
    assert desk.table.match is not None
    choice = list(desk.table.match.state.options(seat)[0])
    assert desk.refused(desk.owner_of(seat), wire.Play("late", seen, seat, choice)) == "stale"
    desk.do(desk.owner_of(seat), wire.Play("late", desk.table.timing.asked[seat].version, seat, choice))


def test_what_others_do_meanwhile_does_not_make_a_choice_stale() -> None:
    desk = Desk(person("anna"), person("ben", 1), person("cleo", 2), options=everything())
    seen = desk.table.version
    assert sorted(desk.table.deciding()) == [0, 1, 2]  # all choose a governor at once
    desk.play(0)
    desk.do("zoe", wire.Chat("hello", "hello"))
    assert desk.table.match is not None
    choice = list(desk.table.match.state.options(1)[0])
    desk.do("ben", wire.Play("p", seen, 1, choice))
    assert desk.table.deciding() == [2]


# -- undo ------------------------------------------------------------------------------------------------------------


def turn_and_reply(desk: Desk) -> int:
    """Make a choice whose undo is no longer free, because another seat has chosen since; returns its seat."""
    [seat] = desk.table.deciding()
    desk.play(seat)
    desk.play(desk.table.deciding()[0])
    assert desk.table.undoing.needs(seat) != "free"
    return seat


def digest(desk: Desk) -> str:
    assert desk.table.match is not None
    return GAME.digest(desk.table.match.state)


@pytest.mark.parametrize("policy", ["free", "consent"])
def test_a_choice_that_nobody_built_upon_is_taken_back_freely(policy: str) -> None:
    desk = two_people(undo=policy)
    [seat] = desk.table.deciding()
    before, asked = digest(desk), question(desk.table, seat)
    assert desk.refused(desk.owner_of(seat), desk.undo(seat)) == "nothing_to_undo"
    desk.play(seat)
    assert desk.table.undoing.needs(seat) == "free"
    desk.do(desk.owner_of(seat), desk.undo(seat))
    assert digest(desk) == before
    again = question(desk.table, seat)
    assert asked is not None
    assert again is not None
    assert again.options == asked.options
    assert again.version > asked.version


def test_an_undo_that_comes_late_takes_nothing_back() -> None:
    desk, random = Desk(person("anna"), person("anna", 1)), Random(5)
    free: list[int] = []  # the seats that have chosen in a row without anything that would forbid an undo
    while len(free) < 2 or free[-1] != free[-2]:
        seat = desk.play_anyone(random)
        free = [*free, seat] if desk.table.undoing.needs(seat) == "free" else []
    seen = desk.undo(seat)
    desk.do("anna", seen)
    assert desk.table.undoing.needs(seat) == "free"
    assert desk.refused("anna", seen) == "stale"
    desk.do("anna", desk.undo(seat))


def test_without_undo_there_is_none() -> None:
    desk = two_people(undo="off")
    [seat] = desk.table.deciding()
    desk.play(seat)
    assert desk.table.undoing.needs(seat) == ""
    assert desk.refused(desk.owner_of(seat), desk.undo(seat)) == "undo_off"


def test_free_undo_only_means_free_undo_only() -> None:
    desk = two_people(undo="free")
    seat = turn_and_reply(desk)
    assert desk.table.undoing.needs(seat) == ""
    assert desk.refused(desk.owner_of(seat), desk.undo(seat)) == "undo_off"


def test_everybody_else_must_agree() -> None:
    desk = Desk(person("anna"), person("ben", 1), person("cleo", 2), Seat("bot", bot="random"))
    while desk.table.bot_of(desk.table.deciding()[0]):
        desk.play(desk.table.deciding()[0])
    seat = desk.table.deciding()[0]
    before, asker = digest(desk), desk.owner_of(seat)
    desk.play(seat)
    desk.play(desk.table.deciding()[0])
    assert desk.table.undoing.needs(seat) == "ask"
    desk.do(asker, desk.undo(seat))
    wished = desk.table.version
    assert desk.table.undoing.wish == wire.Wish(seat, [], wished)
    first, second = [number for number in range(3) if number != seat]
    assert desk.refused(asker, desk.consent("c", seat, True)) == "not_now"
    assert desk.refused("zoe", desk.consent("c", first, True)) == "not_yours"
    desk.do(desk.owner_of(first), desk.consent("c1", first, True))
    assert desk.table.undoing.wish == wire.Wish(seat, [first], wished)
    assert desk.refused(desk.owner_of(first), desk.consent("c1", first, True)) == "not_now"
    assert digest(desk) != before
    desk.do(desk.owner_of(second), desk.consent("c2", second, True))
    assert desk.table.undoing.wish is None
    assert digest(desk) == before


@pytest.mark.parametrize("who", ["asker", "other"])
def test_a_wish_is_declined_or_withdrawn(who: str) -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    desk.do(desk.owner_of(seat), desk.undo(seat))
    before = digest(desk)
    answering = seat if who == "asker" else desk.other_than(seat)
    desk.do(desk.owner_of(answering), desk.consent("c", answering, False))
    assert desk.table.undoing.wish is None
    assert digest(desk) == before
    assert desk.refused(desk.owner_of(answering), desk.consent("d", answering, True)) == "not_now"


def test_a_late_answer_does_not_count_for_another_wish() -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    other = desk.other_than(seat)
    desk.do(desk.owner_of(seat), desk.undo(seat))
    late = desk.consent("late", other, True)
    desk.do(desk.owner_of(seat), desk.consent("no", seat, False))
    desk.do(desk.owner_of(seat), desk.undo(seat))
    assert desk.refused(desk.owner_of(other), late) == "stale"


def test_a_second_wish_does_not_push_the_first_one_aside() -> None:
    desk = Desk(person("anna"), person("ben", 1), person("cleo", 2))
    seat = turn_and_reply(desk)
    desk.play(desk.table.deciding()[0])
    second = next(n for n in range(3) if n != seat and desk.table.undoing.needs(n) == "ask")
    desk.do(desk.owner_of(seat), desk.undo(seat))
    agreeing = next(n for n in range(3) if n != seat)
    desk.do(desk.owner_of(agreeing), desk.consent("c", agreeing, True))
    wish = desk.table.undoing.wish
    for asker in (second, seat):
        assert desk.refused(desk.owner_of(asker), desk.undo(asker)) == "wish_pending"
    assert desk.table.undoing.wish == wish
    desk.do(desk.owner_of(second), desk.consent("d", second, False))
    desk.do(desk.owner_of(second), desk.undo(second))
    assert desk.table.undoing.wish == wire.Wish(second, [], desk.table.version)


def test_wishes_are_not_asked_for_ever() -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    other = desk.other_than(seat)
    for number in range(MOST[Wished]):
        desk.do(desk.owner_of(seat), desk.undo(seat))
        desk.do(desk.owner_of(other), desk.consent(f"c{number}", other, False))
    assert desk.refused(desk.owner_of(seat), desk.undo(seat)) == "too_many"
    desk.play(desk.table.deciding()[0])  # the game goes on


def test_what_is_taken_back_has_an_end() -> None:
    desk = two_people()
    seat = desk.table.deciding()[0]
    for _ in range(MOST_UNDOS):
        desk.play(seat)
        assert desk.table.undoing.needs(seat) == "free"
        desk.do(desk.owner_of(seat), desk.undo(seat))
    desk.play(seat)
    assert desk.table.undoing.needs(seat) == ""
    assert desk.refused(desk.owner_of(seat), desk.undo(seat)) == "undos_spent"
    desk.play(desk.table.deciding()[0])
    assert picture(folded(desk)) == picture(desk.table)


def test_behind_the_curtain_the_newest_choice_of_the_browser_can_be_taken_back() -> None:
    desk = Desk(person("anna"), person("anna", 1), person("ben", 2))
    assert desk.table.undoing.needs_behind_curtain([0, 1]) == ("", None)
    while desk.owner_of(desk.table.deciding()[0]) != "anna":
        desk.play(desk.table.deciding()[0])
    seat = desk.table.deciding()[0]
    desk.play(seat)
    assert desk.table.undoing.needs_behind_curtain([0, 1]) == ("free", seat)
    assert desk.table.undoing.needs_behind_curtain([]) == ("", None)
    assert desk.table.undoing.needs_at(1 - seat, [0, 1]) == ("free", seat), "the other person at this browser"
    assert desk.table.undoing.needs_at(seat, [0, 1]) == ("free", None)
    told = full(desk.table, NOBODY_HERE, "anna", None, desk.now)
    assert (told.undo, told.undo_seat) == ("free", seat)
    told = full(desk.table, NOBODY_HERE, "anna", seat, desk.now)
    assert (told.undo, told.undo_seat) == ("free", None)
    told = full(desk.table, NOBODY_HERE, "zoe", None, desk.now)
    assert (told.undo, told.undo_seat) == ("", None)


def test_a_wish_that_waits_for_an_absent_player_comes_true_when_a_bot_holds_that_seat() -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    lines = len(desk.table.line_versions)
    desk.do(desk.owner_of(seat), desk.undo(seat))
    desk.keep(plan_hold(desk.table, [desk.other_than(seat)], desk.now))
    assert desk.table.undoing.wish is None
    assert len(desk.table.line_versions) > lines


def test_a_choice_ends_a_wish() -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    desk.do(desk.owner_of(seat), desk.undo(seat))
    desk.play(desk.table.deciding()[0])
    assert desk.table.undoing.wish is None


def test_a_wish_about_what_is_no_longer_so_is_stale() -> None:
    desk = two_people()
    [seat] = desk.table.deciding()
    desk.play(seat)
    seen = desk.table.version
    desk.play(desk.table.deciding()[0])
    assert desk.refused(desk.owner_of(seat), desk.undo(seat, seen)) == "stale"


def test_bots_and_seats_of_the_same_person_are_not_asked() -> None:
    desk = Desk(person("anna"), person("anna", 1))
    seat = turn_and_reply(desk)
    before = digest(desk)
    desk.do("anna", desk.undo(seat))
    assert desk.table.undoing.wish is None
    assert digest(desk) != before


def test_an_absent_player_whose_seat_is_held_is_not_asked() -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    desk.keep(plan_hold(desk.table, [desk.other_than(seat)], desk.now))
    desk.do(desk.owner_of(seat), desk.undo(seat))
    assert desk.table.undoing.wish is None


# -- absence and clocks ----------------------------------------------------------------------------------------------


def test_a_bot_holds_the_seat_of_somebody_absent_after_the_grace_time() -> None:
    desk = two_people()
    assert desk.refused("anna", wire.Hold("h", 1)) == "present"
    assert desk.refused("zoe", wire.Hold("h", 1), away=[1]) == "not_yours"
    assert desk.refused("ben", wire.Hold("h", 1), away=[1]) == "not_yours"
    assert desk.refused("anna", wire.Hold("h", 2), away=[1]) == "malformed"
    desk.do("anna", wire.Hold("h", 1), away=[1])
    assert desk.table.bot_of(1) == "greedy"
    assert desk.refused("anna", wire.Hold("i", 1), away=[1]) == "not_now"
    assert desk.refused("ben", wire.Play("p", desk.table.version, 1, ["pass"])) == "not_now"
    assert desk.refused("ben", desk.undo(1)) == "not_now"
    assert desk.refused("anna", wire.Return("r", 1)) == "not_yours"
    assert question(desk.table, 1) is None
    desk.do("ben", wire.Return("r", 1))
    assert desk.table.bot_of(1) == ""
    assert desk.refused("ben", wire.Return("r2", 1)) == "not_now"


def test_a_player_who_leaves_is_replaced_by_a_bot_for_good() -> None:
    desk = two_people()
    nonces = full(desk.table, NOBODY_HERE, "", None, desk.now).table.nonces
    assert desk.refused("anna", wire.Rise("r", 1)) == "not_yours"
    desk.do("ben", wire.Rise("r", 1))
    assert (desk.table.stage, desk.table.seats[1].held, desk.table.seats[1].name) == ("playing", "greedy", "Ben")
    assert desk.table.seating.of("ben") == []
    assert desk.refused("ben", wire.Return("b", 1)) == "not_yours"
    assert desk.refused("ben", wire.Rise("r2", 1)) == "not_yours"
    assert desk.refused("anna", wire.Hold("h", 1), away=[1]) == "not_now"
    assert full(desk.table, NOBODY_HERE, "", None, desk.now).table.nonces == nonces
    assert desk.table.summary().guests == {"0": "anna"}
    random = Random(8)
    while desk.table.stage == "playing":
        desk.play_anyone(random)
    assert desk.table.stage == "over"
    assert desk.refused("anna", wire.Rise("r3", 0)) == "not_now"
    assert picture(folded(desk)) == picture(desk.table)


def test_a_game_that_everybody_has_left_is_closed() -> None:
    desk = Desk(person("anna"), person("ben", 1), Seat("bot", bot="random"))
    desk.do("anna", wire.Rise("r", 0))
    assert (desk.table.stage, desk.table.seating.deserted) == ("playing", False)
    desk.do("ben", wire.Rise("r", 1))
    assert (desk.table.stage, desk.table.seating.deserted, desk.table.deciding()) == ("closed", True, [])
    assert desk.table.summary().stage == "closed"
    assert picture(folded(desk)) == picture(desk.table)


def test_one_of_several_seats_of_a_browser_is_left_alone() -> None:
    desk = Desk(person("anna"), person("anna", 1))
    desk.do("anna", wire.Rise("r", 1))
    assert (desk.table.stage, desk.table.seating.of("anna")) == ("playing", [0])


@pytest.mark.parametrize("who", ["asker", "asked"])
def test_no_wish_waits_for_a_player_who_left(who: str) -> None:
    desk = two_people()
    seat = turn_and_reply(desk)
    before = digest(desk)
    desk.do(desk.owner_of(seat), desk.undo(seat))
    leaver = seat if who == "asker" else desk.other_than(seat)
    desk.do(desk.owner_of(leaver), wire.Rise("r", leaver))
    assert desk.table.undoing.wish is None
    assert (digest(desk) == before) == (who == "asker")
    assert picture(folded(desk)) == picture(desk.table)


def test_after_the_server_was_away_nobodys_time_is_over_at_once() -> None:
    for limit, settling in ((30, 30), (3_600, 120)):
        desk = two_people(limit_s=limit)
        seat = desk.table.deciding()[0]
        assert desk.table.timing.deadline(seat) == desk.now + 1_000 * limit
        began = desk.now + 7_200_000
        again = fold(desk.row, GAME, desk.records, served_since=began)
        assert again.timing.deadline(seat) == began + 1_000 * settling


def test_a_bot_is_not_held_by_a_bot() -> None:
    desk = Desk(person("anna"), Seat("bot", bot="random"))
    assert desk.refused("anna", wire.Hold("h", 1), away=[1]) == "not_now"


def test_the_clock_runs_for_people_only_and_begins_anew_on_return() -> None:
    desk = two_people(limit_s=30)
    [seat] = desk.table.deciding()
    assert desk.table.timing.deadlines() == {str(seat): desk.now + 30_000}
    desk.keep(plan_hold(desk.table, [seat], desk.now))
    assert desk.table.timing.deadlines() == {}
    desk.do(desk.owner_of(seat), wire.Return("r", seat))
    assert desk.table.timing.deadlines() == {str(seat): desk.now + 30_000}


def test_chatting_stops_no_clock() -> None:
    desk = two_people(limit_s=30)
    before, moved = desk.table.timing.deadlines(), desk.table.moved
    desk.do("anna", wire.Chat("c", "just a moment"))
    assert desk.table.timing.deadlines() == before
    assert desk.table.moved == moved


def test_an_open_question_keeps_its_clock_while_others_answer() -> None:
    desk = Desk(person("anna"), person("ben", 1), person("cleo", 2), options=everything(), limit_s=30)
    before = desk.table.timing.deadlines()
    desk.play(0)
    assert desk.table.timing.deadlines() == {seat: due for seat, due in before.items() if seat != "0"}


# -- one browser, many seats -----------------------------------------------------------------------------------------


def test_one_guest_plays_all_seats() -> None:
    desk, random = Desk(person("anna"), person("anna", 1), person("anna", 2), options=everything()), Random(2)
    assert desk.table.seating.of("anna") == [0, 1, 2]
    while desk.table.stage == "playing":
        desk.play_anyone(random)


# -- talking ---------------------------------------------------------------------------------------------------------


def test_chat_is_one_line_of_bounded_length() -> None:
    desk = two_people()
    desk.do("ben", wire.Chat("a", " <b>Well</b>\n\u202eplayed\0 &amp; "))
    desk.do("zoe", wire.Chat("b", "x" * wire.CHAT_LENGTH))
    assert [(said.name, said.seat) for said in desk.table.chat] == [("Ben", 1), ("Zoe", None)]
    assert desk.table.chat[0].text == "<b>Well</b> played &amp;"
    assert desk.refused("ben", wire.Chat("c", "x" * (wire.CHAT_LENGTH + 1))) == "too_long"
    assert desk.refused("ben", wire.Chat("c", " \n\u200b")) == "malformed"
    assert desk.refused("", wire.Chat("c", "hello")) == "needs_name"


def shout(desk: Desk, guest: str) -> int:
    """Talk until that is too much; how often it was not."""
    for number in range(10_000):
        try:
            desk.keep(plan(desk.table, wire.Chat(f"{guest}{number}", "again"), known(guest), desk.now))
        except Refusal as refusal:
            if refusal.code == "too_fast":
                return number
            raise
    raise AssertionError("there is no end")


def test_strangers_cannot_silence_the_players() -> None:
    desk = two_people()
    strangers = [shout(desk, f"stranger {number}") for number in range(30)]
    assert strangers[0] == ALLOWED["call"].most
    assert sum(strangers) == ALLOWED["call all"].most
    desk.do("ben", wire.Chat("b", "not at all"))
    assert shout(desk, "ben") > 0
    desk.do("anna", wire.Chat("a", "nor me"))
    desk.play(desk.table.deciding()[0])
    assert picture(folded(desk)) == picture(desk.table)


def test_everybody_may_talk_again_after_a_while() -> None:
    desk = two_people()
    shout(desk, "ben")
    shout(desk, "zoe")
    desk.now += ALLOWED["call"].every_ms
    for guest in ("ben", "zoe"):
        desk.do(guest, wire.Chat(guest, "again"))


def sit_and_rise(desk: Desk, guest: str) -> int:
    for number in range(10_000):
        try:
            desk.keep(plan(desk.table, wire.Sit(f"{guest}{number}", 1, nonce(1)), known(guest), desk.now))
        except Refusal as refusal:
            if refusal.code == "too_fast":
                return number
            raise
        desk.keep(plan(desk.table, wire.Rise(f"r{guest}{number}", 1), known(guest), desk.now))
    raise AssertionError("there is no end")


def test_nobody_uses_up_the_seats_for_others() -> None:
    desk = gathering()
    assert sit_and_rise(desk, "zoe") == ALLOWED["sit"].most
    desk.do("ben", wire.Sit("s", 1, nonce(1)))
    desk.do("ben", wire.Rise("r", 1))
    while sit_and_rise(desk, f"stranger {len(desk.records)}"):
        pass  # all of them together
    desk.do("anna", wire.Arrange("a", 1, "invited"))
    invite = desk.table.seats[1].invite
    desk.do("carl", wire.Sit("c", 1, nonce(1), invite))
    desk.now += ALLOWED["sit all"].every_ms
    desk.do("dora", wire.Sit("d", 2, nonce(2)))


def test_seats_are_not_arranged_for_ever() -> None:
    desk = gathering()
    for number in range(MOST[Arranged]):
        desk.do("anna", wire.Arrange(f"a{number}", 1, "invited"))
    assert desk.refused("anna", wire.Arrange("a", 1, "open")) == "too_many"
    desk.do("anna", wire.Close("c"))


def test_the_owner_silences_somebody() -> None:
    desk = two_people()
    desk.do("zoe", wire.Chat("z", "buy my things"))
    desk.do("anna", wire.Chat("a", "no"))
    assert desk.refused("ben", wire.Mute("m", 1)) == "not_yours"
    assert desk.refused("anna", wire.Mute("m", 2)) == "not_now"  # herself
    assert desk.refused("anna", wire.Mute("m", 3)) == "not_now"
    desk.do("anna", wire.Mute("m", 1))
    assert desk.refused("zoe", wire.Chat("y", "but")) == "muted"
    assert telling.info(desk.table, NOBODY_HERE).muted == [1]
    desk.do("ben", wire.Chat("b", "thank you"))
    assert folded(desk).muted == desk.table.muted == {"zoe"}
    desk.do("anna", wire.Mute("n", 1, on=False))
    desk.do("zoe", wire.Chat("x", "sorry"))


def test_the_owner_locks_the_table() -> None:
    desk = gathering(Seat("open"), Seat("invited", invite="code"))
    assert desk.refused("ben", wire.Lock("l", True)) == "not_yours"
    desk.do("anna", wire.Lock("l", True))
    assert telling.info(desk.table, NOBODY_HERE).locked
    assert desk.refused("ben", wire.Sit("s", 1, nonce(1))) == "locked"
    assert desk.refused("ben", wire.Chat("c", "hello")) == "locked"
    desk.do("anna", wire.Chat("a", "a private round"))
    desk.do("carl", wire.Sit("t", 2, nonce(2), "code"))
    desk.do("carl", wire.Chat("d", "hello"))
    desk.do("anna", wire.Lock("u", False))
    desk.do("ben", wire.Sit("s", 1, nonce(1)))


def test_old_chat_and_old_lines_leave_the_memory() -> None:
    desk, random = two_people(), Random(3)
    for number in range(KEPT_CHAT + 5):
        desk.do("ben", wire.Chat(f"c{number}", str(number)))
        desk.play_anyone(random)
    assert [said.text for said in desk.table.chat] == [str(number) for number in range(5, KEPT_CHAT + 5)]
    assert desk.table.chat[-1].n == KEPT_CHAT + 5
    assert len(desk.table.log) == KEPT_ENTRIES


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna ", "Anna"),
        ("An\tna\n Lena", "An na Lena"),
        ("\u200b\u202e", ""),
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("\ufe0f\u0301", ""),
        ("A\u3164", "A"),
        ("A\u200bda", "Ada"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("Zoë 🦀", "Zoë 🦀"),
        ("x" * 23 + " y", "x" * 23),
        ("\0\x1b[31m", "[31m"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    assert len(kept) <= wire.NAME_LENGTH


def test_names_cannot_break_a_journal() -> None:
    desk = gathering()
    desk.do("ben", wire.Sit("s1", 1, nonce(1), name="a|b"))
    desk.do("cleo", wire.Sit("s2", 2, nonce(2), name="c\n\ngame chess"))
    journal = kronrat.Journal.parse(desk.table.journal_for(None).text())
    assert journal.names == ("Anna", "a/b", "c game chess")
    assert journal.header["game"] == ANY


# -- folding ---------------------------------------------------------------------------------------------------------


def some_command(desk: Desk, random: Random) -> wire.Command:
    """Anything that somebody may try, sensible or not."""
    seat, version = random.randrange(desk.row.seats), desk.table.version - random.choice([0, 0, 0, 5])
    id = f"{desk.table.version}"
    commands: list[wire.Command] = [
        wire.Undo(id, version, seat),
        desk.consent(id, seat, random.random() < 0.7),
        wire.Hold(id, seat),
        wire.Return(id, seat),
        wire.Chat(id, f"At version {version}"),
    ]
    return random.choice(commands)


@pytest.mark.parametrize("number", range(2 * PROFILE.walks))
def test_the_records_alone_make_the_table(number: int) -> None:
    """A game with everything that can happen at a table, folded again from its records after every few of them."""
    random = Random(f"fold {number}")
    people = [
        person(guest, n) for n, guest in enumerate(random.choice([("anna", "ben", "cleo"), ("anna", "anna", "ben")]))
    ]
    desk = Desk(*people, Seat("bot", bot="random"), options=everything(), limit_s=60)
    done = 0
    while desk.table.stage == "playing":
        if random.random() < 0.4:
            try:
                desk.do(random.choice(["anna", "ben", "cleo", "zoe"]), some_command(desk, random), away=range(3))
                done += 1
            except Refusal:
                pass
        else:
            desk.play_anyone(random)
        if random.random() < 0.05:
            assert picture(folded(desk)) == picture(desk.table)
    assert done > 20
    again = folded(desk)
    assert picture(again) == picture(desk.table)
    for seat_or_nobody in (0, 3, None):
        assert whole_log(again, seat_or_nobody)() == whole_log(desk.table, seat_or_nobody)()


def test_records_follow_one_another() -> None:
    desk = two_people()
    for version in (desk.table.version, desk.table.version + 2):
        with pytest.raises(ValueError, match="cannot follow"):
            desk.table.apply(Record(version, desk.now, Chatted("", "")))


def test_the_whole_log_is_what_was_told_line_by_line() -> None:
    desk, random = two_people(options=everything()), Random(4)
    told = list(desk.table.log)
    for _ in range(40):
        before = desk.table.version
        desk.play_anyone(random)
        told += [happening for happening in desk.table.log if happening.version > before]
    log = whole_log(desk.table, 0)()
    assert [(entry.version, entry.at, entry.seat) for entry in log] == [(h.version, h.at, h.line.seat) for h in told]


def test_a_rematch_is_remembered() -> None:
    desk = two_people()
    desk.keep(plan_rematch(desk.table, "another", desk.now))
    assert folded(desk).rematch == "another"


# -- giving up -------------------------------------------------------------------------------------------------------


def test_the_owner_closes_a_gathering_table_and_nobody_else_does() -> None:
    desk = Desk(person("anna"), person("ben", 1), Seat("open"))
    assert desk.refused("ben", wire.Close("c")) == "not_yours"
    assert desk.refused("", wire.Close("c")) == "not_yours"
    desk.do("anna", wire.Close("c"))
    assert desk.table.stage == "closed"
    assert desk.table.seating.of("ben") == []
    assert desk.refused("ben", wire.Sit("s", 1, nonce(5))) == "not_now"
    assert desk.refused("anna", wire.Close("again")) == "not_now"


def test_a_game_that_runs_is_not_closed() -> None:
    assert two_people().refused("anna", wire.Close("c")) == "not_now"
