"""How bots rob, place and pay."""

from __future__ import annotations

from kronrat.arena.driver import play_out
from kronrat.arena.sandglass import Sandglass
from kronrat.bots import Bot, Greedy, RandomBot, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CLOCK, Choice
from kronrat.games.tumult.rules.draft import DraftLift, DraftLook
from kronrat.games.tumult.rules.evaluation import plan_aware_order, value
from kronrat.games.tumult.rules.live import Hourglass, Raid, Rob
from kronrat.games.tumult.rules.orders import usual_order
from kronrat.games.tumult.rules.placing import Pay, Place
from kronrat.games.tumult.rules.raid import RevealTiles
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule


def decides(table: Royal, seat: int = 0, seed: str = "bot") -> str:
    choice = Greedy().decide(Turn(table.state, seat, Dice(seed_of_text(seed))))
    return " ".join(map(str, choice))


@rule("TR-DIG-SIM-5", "TR-DIG-LIVE-16")
def test_a_bot_takes_a_wanted_tile_it_remembers_and_keeps_what_fits() -> None:
    """It has seen the bread that its marble lacks."""
    tiles = "m1 b1 t3 t3 t3 t3 t3 t3 t3 t3 t3 t3 t3 t3 t3"
    table = Royal(2, raid="draft").land("mm").owns(0, (0, 0)).demand(2).hidden(f"{tiles} b3 b3 m3 m3 b1 b1")
    table.state.slots = table.state.slots[:15]
    table.state.slots[0] = 0
    table.state.players[0].seen = 0b11
    table.run(DraftLift(0))
    assert decides(table) == "lift 1"
    table.play("0 lift 1")
    assert decides(table) == "keep"


@rule("TR-DIG-SIM-7")
def test_a_plan_raises_and_a_crown_lowers_what_is_wanted() -> None:
    plain = Royal(2, raid="orders").demand(3).land("mm").owns(1, (0, 0))
    usual = usual_order(plain.state)
    assert plan_aware_order(plain.state, 1) == usual
    assert plan_aware_order(plain.state, 0)[:3] == tuple(n - 1 for n in usual[:3])  # the king
    plain.mercy(1)
    assert plan_aware_order(plain.state, 1)[:3] == tuple(n + 1 for n in usual[:3])
    castle = Royal(2, raid="orders").demand(3).land("mc").owns(1, (0, 0))
    assert plan_aware_order(castle.state, 1)[:3] == (usual[0], usual[1] + 1, usual[2] + 1)
    village = Royal(2, raid="orders").demand(3).land("mv").owns(1, (0, 0))
    assert plan_aware_order(village.state, 1)[:3] == (usual[0] + 1, usual[1] + 1, usual[2])


@rule("TR-DIG-SIM-8")
def test_the_risk_of_a_riot_counts() -> None:
    """The same goods are worth less where the people want more, and more with mercy."""

    def worth(demand: int, mercy: bool = False) -> float:
        tiles = "b3 b3 m1 m1 t1 t1 b1 b2 m2 m2 t2 t2 m3 t3 b1"
        table = Royal(2, raid="draft").land("mm").owns(0, (0, 0)).demand(demand).hidden(tiles)
        table.state.slots[0] = table.state.slots[1] = 0
        table.state.players[0].mercy = mercy
        return value(table.state, 0)

    assert worth(2) > worth(3) > worth(5)
    assert worth(4, mercy=True) > worth(4)


@rule("TR-DIG-SIM-8")
def test_a_bot_returns_what_would_make_it_too_greedy() -> None:
    tiles = "b3 b3 b2 m1 m1 t1 t1 m2 m2 t2 t2 m3 t3 b1 b2"
    table = Royal(2, raid="draft").land("mm").owns(0, (0, 0)).demand(5).hidden(f"{tiles} b1 b1 m1 m1 t1 t1")
    table.state.slots = table.state.slots[:15]
    for slot in (0, 1):
        table.state.slots[slot] = 0
        table.state.players[0].seen |= 1 << slot
    table.run(DraftLift(0)).play("0 lift 2")
    assert isinstance(table.state.stack[-1], DraftLook)
    assert decides(table) == "return"


@rule("TR-DIG-SIM-9")
def test_a_bot_places_where_most_statues_stand_and_pays_thriftily() -> None:
    table = Royal(2).land("mcm", "m..").owns(0, (0, 0)).goods("", "b1 m1 m2 t3", "").run(Place(0))
    assert decides(table) == "place 0 1"
    table = Royal(2).kings().land("mm.", "v..").owns(0, (0, 0)).goods("", "b1 b2 m1 m2", "").followers(50, 10)
    table.run(Pay(0, 1))
    assert decides(table) == "pay b1 m1"  # the rest pays the village


class Stubborn(Bot):
    """Wants the first tile there is, and takes its time."""

    name = "stubborn"

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def decide(self, turn: Turn) -> Choice:
        return turn.options[0]

    def delay(self, turn: Turn) -> int | None:
        return self.ms


@rule("TR-DIG-SIM-3")
def test_in_simulated_time_the_slower_hand_reaches_again() -> None:
    table = Royal(2, raid="live").hidden("b1 b2 b3 m1")
    table.run(Raid((Rob(0), Rob(1), Hourglass())), RevealTiles())
    sandglass = Sandglass({0: Stubborn(900), 1: Stubborn(700)}, Dice(seed_of_text("glass")))
    told = []
    for _ in range(6):
        act = sandglass.next(table.state)
        table.state.play(act.seat, act.choice)
        told.append((act.ms, act.seat, " ".join(map(str, act.choice))))
    assert told[:3] == [(700, 1, "lift 0"), (1400, 1, "keep"), (1800, 0, "lift 1")]
    assert [entry for entry in told if entry[2] == "lift 0"] == [(700, 1, "lift 0")]


@rule("TR-DIG-SIM-4")
def test_at_the_deadline_the_clock_speaks_and_a_held_tile_is_decided_at_once() -> None:
    table = Royal(2, raid="live", raid_seconds="15").fresh().first_statues().play("* spin 2").roll()
    table.play("0 ready", "1 ready")
    sandglass = Sandglass({0: RandomBot(), 1: RandomBot()}, Dice(seed_of_text("deadline 3")))
    while CLOCK in table.state.deciding():
        act = sandglass.next(table.state)
        table.state.play(act.seat, act.choice)
        assert act.ms <= 15_000


@rule("TR-DIG-SIM-4")
def test_in_the_last_moment_nothing_is_lifted_any_more() -> None:
    table = Royal(2, raid="live", raid_seconds="15").hidden("b1 b2 b3 m1")
    table.run(Raid((Rob(0), Rob(1), Hourglass())), RevealTiles())
    sandglass = Sandglass({0: Stubborn(15_000), 1: Stubborn(7_500)}, Dice(seed_of_text("glass")))
    told = []
    while not table.state.shown:
        act = sandglass.next(table.state)
        table.state.play(act.seat, act.choice)
        told.append((act.ms, act.seat, act.choice[0]))
    assert told == [(7_500, 1, "lift"), (15_000, CLOCK, "time_up"), (15_000, 1, "keep")]


@rule("TR-DIG-SIM-1")
def test_bots_play_a_live_game_to_its_end() -> None:
    state = game().new(3, {"raid": "live"})
    bots = [RandomBot(), Greedy(), RandomBot()]
    decisions = play_out(state, bots, Dice(seed_of_text("dice")), Dice(seed_of_text("bots")))
    assert state.over
    assert decisions > 100
