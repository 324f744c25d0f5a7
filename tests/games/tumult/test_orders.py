"""The raid by orders, and the discrete-time model behind it."""

from __future__ import annotations

from statistics import mean, pstdev

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.match import Match
from kronrat.games.tumult.rules import pace
from kronrat.games.tumult.rules.events import TileLifted, TileMissed, TileReturned
from kronrat.games.tumult.rules.orders import Model, TakeOrders, accepts, usual_order
from kronrat.games.tumult.rules.raid import MixGoods, RevealTiles
from kronrat.games.tumult.rules.state import TILES
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule


def orders(seats: int = 2, seed: str = "any", **options: str) -> Royal:
    table = Royal(seats, raid="orders", **options).demand(3)
    return table.run(MixGoods(), TakeOrders(), RevealTiles()).roll(seed)


def raided(table: Royal, sand: int = 7) -> Royal:
    for seat in range(table.state.seats):
        table.play(f"{seat} submit")
    return table.play(f"* sand {sand}")


@rule("TR-DIG-ASYNC-8")
def test_an_order_is_eight_bounded_numbers_and_secret() -> None:
    table = orders()
    bounds = {"want_bread": (0, 12), "want_marble": (0, 12), "want_tools": (0, 12), "least_bread": (1, 3),
              "least_marble": (1, 3), "least_tools": (1, 3), "tiles": (0, 12), "over": (0, 2)}  # fmt: skip
    for name, (least, most) in bounds.items():
        table.play(f"0 set {name} {least}") if f"set {name} {least}" in table.options(0) else None
        table.play(f"0 set {name} {most}")
        assert table.refuse(f"0 set {name} {most + 1}").says == "reason.order_bounds"
        assert table.refuse(f"0 set {name} {least - 1}").says == "reason.order_bounds"
    assert "order" in game().view(table.state, 0)["players"][0]
    assert "order" not in game().view(table.state, 1)["players"][0]
    match = Match(game(), 2, {"raid": "orders"}, "sealed")
    while not isinstance(match.state.options(0), list) or ("submit",) not in match.state.options(0):
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[0])
    match.play(0, ("set", "tiles", 3))
    assert "set tiles 3" not in match.journal_for(1).text()


@rule("TR-DIG-ASYNC-12")
def test_numbers_come_one_at_a_time_in_any_order_and_may_be_changed() -> None:
    table = orders().play("0 set tiles 4", "1 set over 1", "0 set want_bread 7", "0 set tiles 2")
    assert table.state.players[0].order[:1] == (7,)
    assert table.state.players[0].order[6] == 2
    assert table.refuse("0 set tiles 2").says == "reason.set_already"
    usual = usual_order(table.state)
    assert table.state.players[0].order[1:6] == usual[1:6]
    table.play("0 submit")
    assert table.state.deciding() == (1,)


@rule("TR-DIG-SIM-6", "TR-DIG-ASYNC-12")
@pytest.mark.parametrize(("seats", "wants"), [(2, [4, 4, 3, 3]), (3, [4, 4, 3, 3]), (4, [4, 4, 4, 3])])
def test_the_usual_order_is_an_equal_share_of_what_can_be_spared(seats: int, wants: list[int]) -> None:
    for demand, want in zip((2, 3, 4, 5), wants, strict=True):
        table = Royal(seats, raid="orders").demand(demand)
        assert usual_order(table.state) == (want, want, want, 1, 1, 1, 12, 0)
    assert usual_order(Royal(2, raid="orders", variant="gamblers").state)[:3] == (3, 3, 3)


@rule("TR-DIG-ASYNC-9")
def test_orders_are_carried_out_when_all_are_in() -> None:
    table = orders(3).play("2 submit", "0 submit")
    assert not table.state.shown
    table.play("1 submit")
    assert table.state.deciding() == (CHANCE,)
    table.events.clear()
    table.play("* sand 5")
    assert table.state.shown
    assert table.events[0].reveals
    lifts = [event.facts()["seat"] for event in table.heard("TileLifted")]
    assert set(lifts) == {0, 1, 2}
    assert max(lifts.count(seat) for seat in range(3)) - min(lifts.count(seat) for seat in range(3)) <= 8


@rule("TR-DIG-ASYNC-9", "TR-DIG-ASYNC-12")
def test_out_of_time_the_order_counts_as_it_is() -> None:
    table = orders(3)
    usual = usual_order(table.state)
    table.play("1 set want_bread 0")
    for seat in range(3):
        assert game().overdue(table.state, seat) == ("submit",)
        table.play(f"{seat} submit")
    assert [table.state.players[seat].order for seat in range(3)] == [usual, (0, *usual[1:]), usual]


@rule("TR-DIG-ASYNC-10")
def test_what_an_order_accepts() -> None:
    order = (4, 3, 0, 1, 2, 1, 3, 1)

    def keeps(tile: str, robbed: int, kept: int = 0) -> bool:
        return accepts(order, robbed, kept, TILES.index(tile))

    assert keeps("b1", 4)  # 5 = want 4 + 1 over
    assert not keeps("b2", 4)
    assert not keeps("m1", 0)  # below the least
    assert keeps("m2", 2)
    assert not keeps("m3", 2)
    assert keeps("t1", 0)
    assert not keeps("t2", 0)
    assert keeps("b1", 0, kept=2)
    assert not keeps("b1", 0, kept=3)  # enough tiles


@rule("TR-DIG-ASYNC-10")
def test_a_raid_keeps_to_its_orders() -> None:
    table = orders().play("0 set want_bread 2", "0 set want_marble 0", "0 set least_tools 2", "1 set tiles 1")
    raided(table)
    mine = table.castle(0).split()
    assert sum(int(tile[1]) for tile in mine if tile[0] == "b") <= 2
    assert not [tile for tile in mine if tile[0] == "m" or tile == "t1"]
    assert len(table.castle(1).split()) == 1


@rule("TR-DIG-ASYNC-11")
def test_same_dice_and_orders_give_the_same_raid() -> None:
    one, two, other = raided(orders()), raided(orders()), raided(orders(), sand=8)
    assert one.events == two.events
    assert game().digest(one.state) == game().digest(two.state)
    assert one.events != other.events


@rule("TR-DIG-SIM-1")
def test_a_second_has_ten_ticks() -> None:
    assert (pace.TICK_MS, pace.TICKS_PER_SECOND) == (100, 10)
    slow = [len(raided(orders(seed=f"{n}", raid_seconds="40").play("0 set want_bread 12", "0 set want_tools 12"), n)
                .heard("TileLifted")) for n in range(8)]  # fmt: skip
    fast = [len(raided(orders(seed=f"{n}", raid_seconds="15").play("0 set want_bread 12", "0 set want_tools 12"), n)
                .heard("TileLifted")) for n in range(8)]  # fmt: skip
    assert mean(slow) > mean(fast)


@rule("TR-DIG-SIM-2")
@pytest.mark.parametrize(("times", "middle", "spread"), [
    (pace.REACH, 6, 2), (pace.LOOK, 5, 1), (pace.PLACE, 5, 1), (pace.RETURN, 4, 1),
])  # fmt: skip
def test_times_are_whole_ticks_like_a_normal_distribution(times: tuple[int, ...], middle: int, spread: int) -> None:
    assert len(times) == 100
    assert min(times) >= 2
    assert mean(times) == middle
    assert abs(pstdev(times) - spread) < 0.05
    dice = Dice(seed_of_text("times"))
    assert set(times) == {pace.draw(times, dice) for _ in range(2_000)}


@rule("TR-DIG-SIM-2")
def test_a_look_takes_about_a_second_and_a_half() -> None:
    dice = Dice(seed_of_text("cycle"))
    cycles = []
    for choice in ("keep", "return"):
        for _ in range(500):
            lift, down = pace.delay(("lift", 0), dice), pace.delay((choice,), dice)
            assert lift is not None
            assert down is not None
            cycles.append(lift + down)
    assert 1_500 <= mean(cycles) <= 1_650


@rule("TR-DIG-SIM-3")
def test_the_second_hand_reaches_again() -> None:
    """Two hands and three tiles: they cannot both have the one they reach for, and nothing is lifted twice."""
    clashes = 0
    for sand in range(40):
        table = Royal(2, raid="orders").demand(2).hidden("b1 b1 m1")
        for player in table.state.players:
            player.order = (12, 12, 12, 1, 1, 1, 12, 2)
        model = Model(table.state, Dice(seed_of_text(f"{sand}")))
        clashes += model.target[0] == model.target[1]
        model.run()
        lifted = [event.facts()["slot"] for event in table.heard("TileLifted")]
        assert sorted(lifted) == [0, 1, 2]
        table.events.clear()
    firsts = set()
    for sand in range(60):  # in one tick it is random
        model = Model(Royal(2, raid="orders").hidden("b1").state, Dice(seed_of_text(f"lot {sand}")))
        firsts.add(tuple(model._by_lot([0, 1])))
    assert firsts == {(0, 1), (1, 0)}


@rule("TR-DIG-SIM-3")
def test_a_hand_waits_for_a_tile_that_another_may_return() -> None:
    """Both want the marble, which one of them puts back: the other looks at it then, however long that takes."""
    for sand in range(20):
        table = Royal(2, raid="orders").demand(2).hidden("m1")
        for player in table.state.players:
            player.order = (12, 0, 12, 1, 1, 1, 12, 0)
        Model(table.state, Dice(seed_of_text(f"{sand}"))).run()
        assert sorted(event.facts()["seat"] for event in table.heard("TileLifted")) == [0, 1]
        assert table.centre == "m1"
        table = Royal(2, raid="orders").demand(2).hidden("b1")
        for player in table.state.players:
            player.order = (12, 0, 12, 1, 1, 1, 12, 0)
        Model(table.state, Dice(seed_of_text(f"{sand}"))).run()
        (kept,) = table.heard("TileKept")
        (stopped, other) = [event.facts()["seat"] for event in table.heard("Stopped")]  # once nothing is left to come
        assert {stopped, other} == {0, 1}
        assert kept.facts()["seat"] == stopped


@rule("TR-DIG-SIM-3")
def test_only_the_owner_of_a_hand_hears_that_somebody_was_quicker() -> None:
    """The hand was on its way to a tile that another one has by then."""
    missed = [event for sand in range(10) for event in quicker_hands(raided(orders(4, seed=f"{sand}"), sand))]
    assert missed
    for event in missed:
        assert [seat for seat in (*range(4), None) if event.seen_by(seat)] == [event.seat]
        assert event.by != event.seat


def quicker_hands(table: Royal) -> list[TileMissed]:
    """Each of them has lifted the tile and not put it back before."""
    owners: dict[int, int] = {}
    found: list[TileMissed] = []
    for event in table.events:
        if isinstance(event, TileLifted):
            owners[event.slot] = event.seat
        elif isinstance(event, TileReturned):
            del owners[event.slot]
        elif isinstance(event, TileMissed):
            assert owners[event.slot] == event.by
            found.append(event)
    return found


@rule("TR-DIG-SIM-4")
def test_at_the_end_a_held_tile_is_decided_and_nothing_new_is_lifted() -> None:
    for sand in range(30):
        table = raided(orders(4, seed=f"{sand}", raid_seconds="15"), sand)
        assert all(player.hand == -1 for player in table.state.players)
        put_down = len(table.heard("TileKept")) + len(table.heard("TileReturned"))
        assert len(table.heard("TileLifted")) == put_down


@rule("TR-DIG-SIM-5")
def test_a_hand_looks_at_no_tile_twice() -> None:
    for sand in range(10):
        table = raided(orders(2, seed=f"{sand}", raid_seconds="40"), sand)
        for seat in range(2):
            looked = [e.facts()["slot"] for e in table.heard("TileLifted") if e.facts()["seat"] == seat]
            assert len(looked) == len(set(looked))


@rule("TR-DIG-SIM-11")
def test_all_modes_use_the_same_core() -> None:
    """The same events in all three, and the same fields of the state."""
    names = {"TileLifted", "TileSeen", "TileKept", "TileReturned"}
    for raid in ("live", "draft", "orders"):
        table = Royal(2, raid=raid).fresh().first_statues()
        table.random(f"core {raid}")
        assert names <= {type(event).__name__ for event in table.events}
    assert [value for switch in game().switches({}) if switch.name == "raid" for value in switch.values] == [
        "live", "draft", "orders",
    ]  # fmt: skip
