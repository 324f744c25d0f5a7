"""What search asks of Kingsburg: when a position can be judged, how seats compare, and the position in numbers."""

from __future__ import annotations

from typing import Final

from kronrat.games.kingsburg.rules.evaluation import (
    battles_worth,
    cards_worth,
    court_worth,
    goods_worth,
    seasons_to_come,
)
from kronrat.games.kingsburg.rules.rolling import Roll, RollNeutral
from kronrat.games.kingsburg.rules.state import NO_TOKEN, YEARS, Player, State
from kronrat.games.kingsburg.rules.view import enemy_known
from kronrat.games.kingsburg.rules.winter import Reinforce

LEAST_SPREAD: Final = 1.0
SEASON_SPREAD: Final = 0.3  # for each season to come
PHASES: Final = 8

OF_PLAYERS: Final = (
    "vp", "gold", "wood", "stone", "goods", "soldiers", "plus2", "extra_dice", "envoy", "peeked", "place_in_order",
    "dice", "pips", "passed", "buildings", "strength", "tokens", "worth_of_cards", "worth_of_battles",
    "worth_of_goods", "worth_of_court",
)  # fmt: skip


def quiet(state: State) -> bool:
    """Before the first roll of a season, and before the King's die."""
    if not state.stack:
        return True
    top = state.stack[-1]
    if isinstance(top, Reinforce):
        return True
    if not isinstance(top, (Roll, RollNeutral)) or any(state.court):
        return False
    return not any([player.dice for player in state.players])


def spread(state: State) -> float:
    return LEAST_SPREAD + SEASON_SPREAD * seasons_to_come(state)


# -- the position in numbers -----------------------------------------------------------------------------------------


def feature_names(state: State) -> tuple[str, ...]:
    """First what is common, then all of each player, the viewer first and the others by seat."""
    names = [f"year.{year}" for year in range(1, YEARS + 1)]
    names += [f"phase.{phase}" for phase in range(1, PHASES + 1)]
    names += ["seasons", "enemy_known", "enemy"]
    own = [*OF_PLAYERS, *[f"building.{id}" for row in state.sheet.ids for id in row], *_governors(state)]
    for distance in range(state.seats):
        names += [f"{name} {distance}" for name in own]
    return tuple(names)


def _governors(state: State) -> list[str]:
    if not state.switches.governor_deck:
        return []
    return [f"governor.{id}" for id in state.tables.governors]


def features(state: State, seat: int) -> list[float]:
    year, phase = state.year, state.phase
    found = [1.0 if year == other else 0.0 for other in range(1, YEARS + 1)]
    found += [1.0 if phase == other else 0.0 for other in range(1, PHASES + 1)]
    known = enemy_known(state, seat)
    least, most = state.tables.strength_range(year)
    strength = (least + most) / 2 if known is None else float(state.tables.enemies[known].strength)
    found += [float(seasons_to_come(state)), 0.0 if known is None else 1.0, strength]
    seats = state.seats
    for distance in range(seats):
        _add_player(found, state, (seat + distance) % seats, known, seat)
    return found


def _add_player(found: list[float], state: State, seat: int, known: str | None, viewer: int) -> None:
    me, knows = state.players[seat], known is not None
    token = me.token if seat == viewer else NO_TOKEN
    found += [
        float(me.vp), float(me.gold), float(me.wood), float(me.stone), float(me.goods), float(me.soldiers),
        float(me.plus2), float(me.extra_dice), 1.0 if state.envoy == seat else 0.0, 1.0 if me.peeked else 0.0,
        float(state.order.index(seat)), float(len(me.dice) + len(me.bonus)), float(me.total()),
        1.0 if seat in state.passed else 0.0, float(me.buildings), _strength(state, me, known),
        float(sum(me.tokens)), cards_worth(state, me), battles_worth(state, me, knows, token), goods_worth(state, me),
        court_worth(state, seat, knows, token),
    ]  # fmt: skip
    for built, row in zip(me.rows, state.sheet.ids, strict=True):
        for place in range(len(row)):
            found.append(1.0 if place < built else 0.0)
    if state.switches.governor_deck:
        found += [1.0 if me.governor == id else 0.0 for id in state.tables.governors]


def _strength(state: State, me: Player, known: str | None) -> float:
    """Of the buildings, against this year's enemy or on average against those that may come."""
    if known is not None:
        return float(me.hand.battle(state.tables.enemies[known]))
    coming = state.tables.enemies_of(state.year)
    return sum([me.hand.battle(enemy) for enemy in coming]) / len(coming)
