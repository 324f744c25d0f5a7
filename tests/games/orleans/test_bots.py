"""How bots plan, act and take back."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.bots import Greedy, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.policy import LookAhead
from kronrat.games.orleans.rules.actions import BeginActions
from kronrat.games.orleans.rules.appraisal import Belongings, bonus_ahead, tools_worth
from kronrat.games.orleans.rules.bag import BeginDraws, DrawAll
from kronrat.games.orleans.rules.evaluation import VICTORY, value
from kronrat.games.orleans.rules.planner import gain_of, is_on_plan, plan_for
from kronrat.games.orleans.rules.planning import BeginPlanning, DrawVeils, Plan
from kronrat.games.orleans.rules.rounds import EndRound, Phase, Round
from kronrat.games.orleans.rules.state import DRAWING, FARMER, GONE, KINDS, PLANNING, TECHNOLOGY, TOKENS
from kronrat.games.orleans.stories.kings_favor.rules.goals import EndYear
from kronrat.games.orleans.testing import Court

DRAWING_PHASE = (Phase(DRAWING), BeginDraws(), DrawVeils(), DrawAll(), Phase(PLANNING), BeginPlanning())


def decides(table: Court, seat: int = 0) -> str:
    choice = Greedy().decide(Turn(table.state, seat, Dice(seed_of_text("bot"))))
    return " ".join(map(str, choice))


def plans(table: Court, seat: int = 0) -> list[str]:
    """All that a bot places before it is ready, each choice checked."""
    made: list[str] = []
    while not made or made[-1] != "ready":
        made.append(decides(table, seat))
        table.play(f"{seat} {made[-1]}")
    return made


def planning(table: Court, green: str = "") -> Court:
    """Seat 0 has these followers on the green and nobody in the bag."""
    me = table.player(0)
    me.bag = [0] * KINDS
    me.green = [green.split().count(word) for word in TOKENS[:KINDS]]
    return table.run(DrawVeils(), BeginPlanning())


def test_a_bot_carries_out_its_plan_and_is_ready_then() -> None:
    table = planning(Court(2).areas(0, "b2"), "farmer farmer fisher fisher craftsman merchant")
    plan = plan_for(table.state, 0)
    assert plan
    made = plans(table)
    assert len(made) == len(plan) + 1
    assert len(made) == len(set(made))


def test_what_does_not_belong_to_the_plan_is_seen() -> None:
    table = planning(Court(2).areas(0, "b2"), "farmer farmer fisher fisher craftsman merchant")
    assert is_on_plan(table.state, 0)
    foreign = next(
        option for option in table.state.options(0)
        if option[0] == "place" and table.state.atlas.placing[option][::-1] not in plan_for(table.state, 0).items()
    )  # fmt: skip
    table.state.play(0, foreign)
    assert not is_on_plan(table.state, 0)


def test_in_winter_a_bot_pays_what_the_king_asks() -> None:
    table = Court(2, profile="recon-1").year(1, 4).areas(0, "b2 b3").areas(1, "d4 d5").holds(0, "fish", coins=4)
    table.booklet(1).sent = 0b110
    planning(table, "farmer")
    made = plans(table)
    assert {"place coins_3 gate 0", "place coins_1 gate 1"} <= set(made) or {
        "place coins_1 gate 0", "place coins_3 gate 1"} <= set(made)  # fmt: skip
    table.state.stack.clear()
    table.run(BeginActions(), EndRound())
    while table.state.round == 4 and 0 in table.state.deciding():
        table.play(f"0 {decides(table)}")
    targets = [event.target for event in table.heard("TokenSent")]  # type: ignore[attr-defined]
    assert sorted(targets) == ["i_other_hunt", "i_royal_hunt"]


def test_a_bot_recruits_rather_than_passing_and_passes_when_nothing_is_left() -> None:
    table = Court(2).year(1, 2).areas(0, "b2").lay(0, "fisher", "mill", 0).lay(0, "craftsman", "mill", 1)
    table.run(BeginActions(), Round())
    assert decides(table) == "use mill"
    idle = Court(2).year(1, 2).areas(0, "b2").holds(0).lay(0, "farmer", "estate", 0).lay(0, "fisher", "estate", 1)
    idle.lay(0, "fisher", "ropery").run(BeginActions(), Round())
    assert decides(idle) == "use ropery"


def test_tokens_that_wait_in_vain_are_taken_back_and_others_stay() -> None:
    vain = Court(2).areas(0, "b2").holds(0, "fish", coins=5).lay(0, "monk", "gate")
    vain.state.deeds = [(GONE,)] * len(vain.state.deeds)
    vain.state.wanted = 0
    vain.run(*DRAWING_PHASE)
    assert decides(vain) == "take gate 0"
    useful = Court(2).areas(0, "b2").lay(0, "fisher", "mill", 0).run(*DRAWING_PHASE)
    assert decides(useful) == "draw"


def test_a_spare_technology_tile_goes_to_work() -> None:
    table = planning(Court(2).year(2).areas(0, "b2").holds(0, "fish", technology=1), "farmer farmer fisher craftsman")
    assert TECHNOLOGY in plan_for(table.state, 0).values()
    needed = planning(Court(2).year(4).areas(0, "b2").holds(0, "fish", technology=1), "farmer fisher craftsman")
    at_work = [
        space for space, token in plan_for(needed.state, 0).items()
        if token == TECHNOLOGY and space not in needed.player(0).layout.anywhere
    ]  # fmt: skip
    assert at_work == []  # the king wants it


def test_using_a_place_is_worth_what_it_brings() -> None:
    table = Court(2).areas(0, "b2").lay(0, "fisher", "ropery")
    ropery, before = table.state.atlas.by_id["ropery"], table.player(0).coins
    assert gain_of(table.state, 0, ropery, []) > 0
    assert table.player(0).coins == before  # only in a clone
    mill = table.state.atlas.by_id["mill"]
    table.market(farmer=0, merchant=0).lay(0, "fisher", "mill", 0).lay(0, "craftsman", "mill", 1)
    assert gain_of(table.state, 0, mill, []) == 0.0


def test_belongings_are_counted_wherever_they_lie() -> None:
    table = Court(2).holds(0, "wool", coins=2, technology=1).lay(0, "coins_3", "gate").lay(0, "technology", "mill", 0)
    mine = Belongings(table.state, table.player(0))
    assert (mine.coins, mine.tiles, mine.tokens[TECHNOLOGY], mine.wealth) == (5, 1, 1, 9)
    assert mine.tokens[FARMER] == 2
    assert mine.has(TOKENS.index("coins_5"))
    assert not mine.has(TOKENS.index("coins_6"))


@pytest.mark.parametrize("lacking", [1, 20])
def test_what_a_plan_would_lay_down_without_having_it_is_worth_nothing(lacking: int) -> None:
    table = Court(2)
    mine, poor = [Belongings(table.state, table.player(0)) for _ in range(2)]
    mine.tokens[FARMER], poor.tokens[FARMER] = 0, -lacking
    worth, less = [tools_worth(table.state, table.player(0), some, 1.0) for some in (mine, poor)]
    assert less <= worth


@pytest.mark.parametrize(("year", "expected"), [(2, 2.0), (3, 3.0)])
def test_a_bonus_that_is_sure_to_come_is_counted_before(year: int, expected: float) -> None:
    table = Court(2).year(year).areas(0, "c1 c2 c3").villages("c1 c2")
    assert bonus_ahead(table.state, 0) == expected


def test_a_won_game_is_worth_most() -> None:
    table = Court(2).year(2, 4).areas(0, "b2 b3 c2 c3")
    table.booklet(0).sent = 0b110
    table.booklet(1).favourites = 0
    table.run(EndYear())
    assert table.state.over
    assert (value(table.state, 0), value(table.state, 1)) == (VICTORY, 0.0)


@pytest.mark.parametrize("story", ["first-kingdom", "kings-favor"])
def test_whole_plans_can_be_said_choice_by_choice(story: str) -> None:
    """Also where a plan names a space whose twin stays empty: that token is left out."""
    game = kronrat.load("orleans")
    state, dice = game.new(2, {"story": story}), Dice(seed_of_text("plans"))
    said = 0
    while said < 12:
        seat = state.deciding()[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
            continue
        plans = game.candidates(state, seat) if isinstance(state.decision(seat), Plan) else []
        for plan in plans:
            world = state.clone()
            for choice in plan:
                world.play(seat, choice)
            assert not isinstance(world.decision(seat), Plan)
        said += bool(plans)
        for choice in plans[0] if plans else LookAhead().choose(state, seat, dice):
            state.play(seat, choice)
