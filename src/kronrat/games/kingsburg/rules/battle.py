"""The battle of a Winter as views show it: what everybody saw of it, and the prospects of those who have yet to fight.

The forces leave the table soon after the battle, so a match remembers them: see `Game.remember`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, cast

from kronrat.core.events import Event
from kronrat.games.kingsburg.rules import recap
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BattleResult,
    BuildingDestroyed,
    BuildingSpared,
    EnemyRevealed,
    GoodsGained,
    GoodsPaid,
    MusterRolled,
    PhaseBegan,
    ReinforcementsSent,
    SoldiersDismissed,
    SoldiersGained,
    TokensRevealed,
    VpChanged,
    YearBegan,
)
from kronrat.games.kingsburg.rules.state import RECRUITMENT, SUMMER, WINTER, State
from kronrat.games.kingsburg.rules.winter import STRONGEST, WinterStep, winter_steps


class Spoils(TypedDict):
    """What a battle brought and cost."""

    gold: int
    wood: int
    stone: int
    vp: int


class Lane(TypedDict):
    """One player's battle: as it was fought, or as it would be now."""

    seat: int
    soldiers: int
    reinforced: int  # soldiers among them that came as reinforcements
    walls: list[tuple[str, int]]  # what each building adds or takes, against this enemy
    strength: int
    outcome: BattleResult | Literal[""]  # empty until it is fought
    strongest: bool
    spared: str  # a building that was about to fall
    fallen: list[str]
    after: Spoils


class Battle(TypedDict):
    """The newest battle until the next Summer, or in phase 7 the one to come."""

    year: int
    steps: list[WinterStep]  # of its Winter
    enemy: str | None  # as far as the viewer knows it
    open: bool
    king: int  # soldiers that the King sent to everybody
    lanes: list[Lane]  # those who fought first, then the others in turn order
    fought: bool  # whether everybody has fought
    over: bool


class Force(TypedDict):
    """What a player would fight with now."""

    soldiers: int
    walls: list[tuple[str, int]]  # what each building adds to the strength or takes from it
    strength: int


class Memory(TypedDict):
    """What a match remembers. It never changes; each event makes a new one."""

    year: int
    battle: Battle | None
    sent: dict[int, int]  # seat -> reinforcements beyond those of the King
    musters: dict[int, str]  # seat -> the card by which it rolled a die of its own
    seasons: recap.Memory


NOTHING: Memory = {"year": 1, "battle": None, "sent": {}, "musters": {}, "seasons": recap.NOTHING}


# -- telling -------------------------------------------------------------------------------------------------------


def battle_of(state: State, enemy: str | None, forces: Sequence[Force]) -> Battle | None:
    """The battle to show, for a viewer who knows this enemy; None before the first, or where nobody remembers it."""
    memory = cast("Memory | None", state.memory)
    if memory is None:
        return None
    battle = _battle(state.year) if state.phase == RECRUITMENT else memory["battle"]
    if battle is None:
        return None
    steps = winter_steps(state)
    if battle["over"]:
        return {**battle, "steps": steps}
    fighting = [lane["seat"] for lane in battle["lanes"]]
    lanes = battle["lanes"][:]
    for seat in state.order:
        if seat not in fighting:
            sent = battle["king"] + (0 if state.phase == RECRUITMENT else memory["sent"].get(seat, 0))
            force = forces[seat]
            lanes.append(_lane(seat, force["soldiers"], sent, force["walls"], force["strength"], ""))
    return {**battle, "steps": steps, "enemy": enemy, "lanes": lanes, "fought": len(fighting) == state.seats}


# -- remembering ---------------------------------------------------------------------------------------------------


def remember(memory: Memory | None, event: Event) -> Memory:
    """The memory after one more event that everybody saw."""
    known = NOTHING if memory is None else memory
    seasons = recap.remember(known["seasons"], event)
    if seasons is not known["seasons"]:
        known = {**known, "seasons": seasons}
    if isinstance(event, YearBegan):
        return {**known, "year": event.year}
    if isinstance(event, PhaseBegan):
        if event.phase == WINTER:
            return {**NOTHING, "year": known["year"], "battle": _battle(known["year"]), "seasons": seasons}
        return {**known, "battle": None} if event.phase == SUMMER else known  # nobody looks back that far
    battle = known["battle"]
    if battle is None or battle["over"]:
        return known
    if isinstance(event, SoldiersGained):
        mustered = known["musters"].get(event.seat) == event.source
        return _sent(known, {event.seat: event.soldiers}) if mustered else known
    if isinstance(event, MusterRolled):
        return {**known, "musters": {**known["musters"], event.seat: event.source}}
    if isinstance(event, TokensRevealed):
        return _sent(known, dict(enumerate(event.tokens)))
    following = _after(battle, known["sent"], event)
    return known if following is battle else {**known, "battle": following}


def _battle(year: int) -> Battle:
    """A battle that has not begun."""
    return {
        "year": year,
        "steps": [],
        "enemy": None,
        "open": False,
        "king": 0,
        "lanes": [],
        "fought": False,
        "over": False,
    }


def _sent(memory: Memory, more: dict[int, int]) -> Memory:
    sent = memory["sent"]
    return {**memory, "sent": {**sent, **{seat: sent.get(seat, 0) + soldiers for seat, soldiers in more.items()}}}


def _after(battle: Battle, sent: dict[int, int], event: Event) -> Battle:
    if isinstance(event, ReinforcementsSent):
        return {**battle, "king": event.soldiers}
    if isinstance(event, EnemyRevealed):
        return {**battle, "enemy": event.enemy, "open": True}
    if isinstance(event, SoldiersDismissed):
        return {**battle, "fought": True, "over": True}
    if isinstance(event, BattleFought):
        reinforced = battle["king"] + sent.get(event.seat, 0)
        walls = cast("list[tuple[str, int]]", [list(wall) for wall in event.walls])
        lane = _lane(event.seat, event.soldiers, reinforced, walls, event.strength, event.outcome)
        return {**battle, "lanes": [*battle["lanes"], lane]}
    if isinstance(event, (GoodsGained, GoodsPaid, VpChanged, BuildingDestroyed, BuildingSpared)):
        lanes = [_with(lane, event) if lane["seat"] == event.seat else lane for lane in battle["lanes"]]
        return {**battle, "lanes": lanes}
    return battle


def _lane(
    seat: int,
    soldiers: int,
    reinforced: int,
    walls: list[tuple[str, int]],
    strength: int,
    outcome: BattleResult | Literal[""],
) -> Lane:
    return {
        "seat": seat,
        "soldiers": soldiers,
        "reinforced": reinforced,
        "walls": walls,
        "strength": strength,
        "outcome": outcome,
        "strongest": False,
        "spared": "",
        "fallen": [],
        "after": {"gold": 0, "wood": 0, "stone": 0, "vp": 0},
    }


def _with(lane: Lane, event: GoodsGained | GoodsPaid | VpChanged | BuildingDestroyed | BuildingSpared) -> Lane:
    """The battle of one player after what it brings or costs."""
    after = lane["after"]
    if isinstance(event, VpChanged):
        strongest = lane["strongest"] or event.source == STRONGEST
        return {**lane, "strongest": strongest, "after": {**after, "vp": after["vp"] + event.vp}}
    if isinstance(event, BuildingDestroyed):
        return {**lane, "fallen": [*lane["fallen"], event.building]}
    if isinstance(event, BuildingSpared):
        return {**lane, "spared": event.building}
    sign = -1 if isinstance(event, GoodsPaid) else 1
    changed: Spoils = {
        "gold": after["gold"] + sign * event.gold,
        "wood": after["wood"] + sign * event.wood,
        "stone": after["stone"] + sign * event.stone,
        "vp": after["vp"],
    }
    return {**lane, "after": changed}
