"""What search asks of Orléans Stories: when a position can be judged, whole plans, sensible worlds, and numbers."""

from __future__ import annotations

from typing import Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.games.orleans.rules.appraisal import Belongings
from kronrat.games.orleans.rules.places import put
from kronrat.games.orleans.rules.planner import (
    has_begun,
    is_on_plan,
    plan_choices,
    plan_for,
    plans_for,
    without_plan,
)
from kronrat.games.orleans.rules.planning import Plan, Planning, lay_down
from kronrat.games.orleans.rules.realm import churches_of, villages_of
from kronrat.games.orleans.rules.state import DRAWING, EMPTY, KINDS, PHASES, SEASON, TECHNOLOGY, TOKENS, State
from kronrat.games.orleans.rules.view import redeal

MOST_PLANS: Final = 12

OF_PLAYERS: Final = (
    "playing", "passed", "fame", "epoch", "coins", "wealth", "areas", "villages", "churches", "fortresses", "settlers",
    "followers", "in_bag", "tiles", "ascended", "worth",
)  # fmt: skip


def quiet(state: State) -> bool:
    """At the beginning of a round."""
    return not state.stack or state.phase == SEASON or state.phase == DRAWING


def spread(state: State) -> float:
    return state.story.spread(state)


def prospects(state: State) -> list[float]:
    return [state.story.worth(state, seat) for seat in range(state.seats)]


# -- choices ---------------------------------------------------------------------------------------------------------


def instinct(state: State, seat: int) -> tuple[Choice, ...]:
    """A whole plan at once."""
    if not isinstance(state.decision(seat), Plan) or (has_begun(state, seat) and not is_on_plan(state, seat)):
        return ()
    return plan_choices(state, seat, plan_for(state, seat))


def candidates(state: State, seat: int) -> list[tuple[Choice, ...]]:
    """Whole plans, as long as nothing is placed; a plan that was begun is carried out."""
    if not isinstance(state.decision(seat), Plan):
        return [(option,) for option in state.options(seat)]
    if not has_begun(state, seat):
        return [plan_choices(state, seat, plan) for plan in plans_for(state, seat, MOST_PLANS)]
    begun = instinct(state, seat)
    return [begun] if begun else [(option,) for option in state.options(seat)]


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """Others have planned what a bot would plan with what they may have drawn; those not ready have not begun."""
    world = redeal(state, seat, dice)
    top = world.stack[-1] if world.stack else None
    if not isinstance(top, Planning):
        return world
    for number, player in enumerate(world.players):
        if number == seat or not player.veil or not state.switches.sealed:
            continue
        world = without_plan(world, number)
        if top.part(number) is None:
            planned = plan_for(world, number)
            me = world.players[number]
            for space in sorted(planned):
                lay_down(me, planned[space])
                put(me, space, planned[space])
    return world


# -- the position in numbers -----------------------------------------------------------------------------------------


def feature_names(state: State) -> tuple[str, ...]:
    """First what is common, then all of each player, the viewer first and the others by seat."""
    names = [f"phase.{phase}" for phase in PHASES]
    names += ["round", "churches", *[f"market.{token}" for token in TOKENS[: TECHNOLOGY + 1]]]
    names += [f"deed.{slot}.{n}" for slot in range(len(state.deeds)) for n in range(2)]
    own = [*OF_PLAYERS, "place_in_order", *[f"has.{token}" for token in TOKENS[: TECHNOLOGY + 1]]]
    own += [f"place.{state.atlas.places[number].id}" for number in state.atlas.cards]
    own += state.story.measure_names(state)
    for distance in range(state.seats):
        names += [f"{name} {distance}" for name in own]
    names += [f"green.{token}" for token in TOKENS[:KINDS]]
    return tuple(names)


def features(state: State, seat: int) -> list[float]:
    world = as_seen_by(state, seat)
    found = [1.0 if world.phase == phase else 0.0 for phase in range(len(PHASES))]
    found += [float(world.round), float(world.churches)]
    found += [float(number) for number in world.market[: TECHNOLOGY + 1]]
    for deed in world.deeds:
        found += [float(deed[0]), float(len([token for token in deed[1:] if token != EMPTY]))]
    for distance in range(world.seats):
        _add_player(found, world, (seat + distance) % world.seats)
    found += [float(number) for number in world.players[seat].green]
    return found


def as_seen_by(state: State, seat: int) -> State:
    """Without what others have drawn and planned behind their veils."""
    world = state
    for number, player in enumerate(state.players):
        if number == seat or not player.veil or not state.switches.sealed:
            continue
        if world is state:
            world = state.clone()
        me = world.players[number]
        spaces, green, goods, supply = me.veil
        for space, token in enumerate(me.spaces[:-1]):
            if 0 <= token < KINDS and spaces[space] != token:
                me.bag[token] += 1
        for kind in range(KINDS):
            me.bag[kind] += me.green[kind] - green[kind]
        me.green = list(green)
        me.spaces = list(spaces)
        me.filled = sum([1 << space for space, token in enumerate(spaces[:-1]) if token != EMPTY])
        me.goods = list(goods)
        me.coins, me.technology = supply
    return world


def _add_player(found: list[float], state: State, seat: int) -> None:
    me = state.players[seat]
    mine = Belongings(state, me)
    followers = sum(mine.tokens[:KINDS])
    found += [
        1.0 if seat in state.playing else 0.0, 1.0 if seat in state.passed else 0.0, float(me.fame), float(me.epoch),
        float(mine.coins), float(mine.wealth), float(me.areas.bit_count()), float(villages_of(state, me)),
        float(churches_of(state, me)), float(me.fortresses.bit_count()), float(me.settlers), float(followers),
        float(sum(me.bag)), float(mine.tiles), 1.0 if me.ascended else 0.0, state.story.worth(state, seat),
        float((seat - state.first) % state.seats),
    ]  # fmt: skip
    found += [float(number) for number in mine.tokens]
    found += [1.0 if me.open >> number & 1 else 0.0 for number in state.atlas.cards]
    found += state.story.measures(state, seat)
