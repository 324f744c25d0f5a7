"""Who comes first in real time, who is too fast, and who is too late."""

from __future__ import annotations

from kronrat.arena.arrivals import NOT_YET, REPEATED, TIME_UP, TOO_FAST, Arrivals, Intent
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import Tempo
from tests.marks import rule

PLAIN = Tempo(takes=("lift",), puts_down=("keep", "return"), holding=300, empty=300)
FAIR = Tempo(fair=True, takes=("lift",), puts_down=("keep", "return"), holding=300, empty=300)


def arrivals(tempo: Tempo = PLAIN, dice: Dice | None = None) -> Arrivals:
    """The queue of a raid that begins at once and lasts twenty seconds."""
    return Arrivals(tempo, 0, 20_000, dice)


def lift(seat: int, arrived: int, slot: int = 3, number: int = 0, round_trip: int = 0) -> Intent:
    return Intent(seat, number, ("lift", slot), arrived, round_trip)


def seats(intents: list[Intent]) -> list[int]:
    return [intent.seat for intent in intents]


@rule("TR-DIG-LIVE-3")
def test_a_repeated_message_is_ignored() -> None:
    queue = arrivals()
    assert queue.offer(lift(0, 500, number=4)) is None
    assert queue.offer(lift(0, 510, number=4)) == REPEATED
    assert queue.offer(lift(0, 520, number=3)) == REPEATED
    assert len(queue.due(600)) == 1


@rule("TR-DIG-LIVE-10")
def test_first_come_first_served() -> None:
    queue = arrivals()
    for seat, arrived, trip in ((0, 900, 400), (1, 880, 0), (2, 890, 200)):
        assert queue.offer(lift(seat, arrived, round_trip=trip)) is None
    assert seats(queue.due(900)) == [1, 2, 0]
    assert queue.due(900) == []


@rule("TR-DIG-LIVE-11")
def test_the_fair_queue_makes_up_for_a_slow_connection() -> None:
    queue = arrivals(FAIR)
    assert queue.offer(lift(1, 900, round_trip=20)) is None  # counts at 890
    assert queue.due(989) == []
    assert queue.offer(lift(0, 980, round_trip=190)) is None  # counts at 885
    assert seats(queue.due(984)) == []
    assert seats(queue.due(985)) == [0, 1]  # 100 ms after the first of them


@rule("TR-DIG-LIVE-11")
def test_nobody_is_forgiven_more_than_a_tenth_of_a_second() -> None:
    queue = arrivals(FAIR)
    assert queue.effective(lift(0, 1_000, round_trip=5_000)) == 900
    assert queue.effective(lift(0, 1_000, round_trip=120)) == 940


@rule("TR-DIG-LIVE-11")
def test_equal_moments_are_parted_by_lot() -> None:
    firsts = set()
    for number in range(40):
        queue = arrivals(FAIR, Dice(seed_of_text(f"lot {number}")))
        queue.offer(lift(0, 1_000, round_trip=100))
        queue.offer(lift(1, 980, round_trip=60))
        firsts.add(seats(queue.due(1_050))[0])
    assert firsts == {0, 1}


@rule("TR-DIG-LIVE-12")
def test_a_hand_keeps_its_pace() -> None:
    queue = arrivals()
    first = lift(0, 1_000, number=0)
    queue.offer(first)
    queue.happened(0, first.choice, 1_000)
    assert queue.offer(Intent(0, 1, ("keep",), 1_299)) == TOO_FAST
    keep = Intent(0, 2, ("keep",), 1_300)
    assert queue.offer(keep) is None
    queue.happened(0, keep.choice, 1_300)
    assert queue.offer(lift(0, 1_599, number=3)) == TOO_FAST
    assert queue.offer(lift(0, 1_600, number=4)) is None
    assert queue.offer(lift(1, 1_301)) is None  # another hand


@rule("TR-DIG-LIVE-8")
def test_nothing_counts_before_the_beginning() -> None:
    for tempo in (PLAIN, FAIR):
        queue = Arrivals(tempo, 3_000, 23_000)
        assert queue.offer(lift(0, 2_999)) == NOT_YET
        assert queue.offer(lift(0, 3_000, number=1)) is None
    assert queue.offer(lift(1, 3_050, round_trip=120)) == NOT_YET  # it was sent too early


@rule("TR-DIG-LIVE-16")
def test_it_is_known_when_a_hand_may_act_again() -> None:
    queue = Arrivals(PLAIN, 3_000, 23_000)
    assert queue.earliest(0, ("lift", 1)) == 3_000
    queue.happened(0, ("lift", 1), 5_000)
    assert queue.earliest(0, ("keep",)) == 5_300
    queue.happened(0, ("keep",), 5_400)
    assert queue.earliest(0, ("lift", 2)) == 5_700
    assert queue.earliest(0, ("stop",)) == 3_000


@rule("TR-DIG-LIVE-11", "TR-DIG-LIVE-13")
def test_it_is_known_when_the_next_one_counts() -> None:
    queue = arrivals(FAIR)
    assert queue.next_due() is None
    queue.offer(lift(0, 900, slot=1, round_trip=100))  # counts from 850 on
    queue.offer(lift(1, 910, slot=2))
    assert queue.next_due() == 950
    assert seats(queue.due(950)) == [0]
    assert queue.next_due() == 1_010
    assert (arrivals(PLAIN).last_call, arrivals(FAIR).last_call) == (20_000, 20_100)


@rule("TR-DIG-LIVE-13", "TR-EX-R4")
def test_a_lift_after_the_deadline_does_not_count() -> None:
    queue = arrivals()
    assert queue.offer(lift(0, 20_001, round_trip=200)) == TIME_UP
    assert queue.offer(lift(1, 20_000)) is None
    assert queue.offer(Intent(2, 0, ("keep",), 22_000)) is None
    fair = arrivals(FAIR)
    assert fair.offer(lift(0, 20_090, round_trip=200)) is None
    assert fair.offer(lift(1, 20_101, round_trip=200)) == TIME_UP


@rule("TR-DIG-LIVE-11")
def test_a_slow_client_with_equal_reactions_wins_about_half() -> None:
    dice = Dice(seed_of_text("contests"))
    won = 0
    for _ in range(500):
        queue = arrivals(FAIR, dice)
        for seat, trip in ((0, 20), (1, 220)):
            reaction = 600 + dice.below(200)
            queue.offer(lift(seat, reaction + trip // 2, round_trip=trip))
        won += seats(queue.due(2_000))[0]
    assert 200 <= won <= 300
