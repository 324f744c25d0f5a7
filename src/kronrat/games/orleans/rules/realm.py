"""The map: who controls what, and where a settler may go. [OS-EXP, OS-CONQ, OS-PEACE]

Players control the areas with settlers of their own; a fortress alone controls nothing.
"""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.rules.events import AreaSettled, SettlerDisplaced, SettlerLifted
from kronrat.games.orleans.rules.places import Atlas, Place
from kronrat.games.orleans.rules.state import TERRAINS, Player, State
from kronrat.games.orleans.rules.story import Story

LAKE: Final = TERRAINS.index("lake")


def lands_of(state: State, me: Player) -> int:
    """Bits of the controlled areas that show their land side."""
    return me.areas & ~state.villages


def villages_of(state: State, me: Player) -> int:
    """How many villages a player controls, no matter who built them. [OS-FK-CONTROL-4]"""
    return (me.areas & state.villages).bit_count()


def churches_of(state: State, me: Player) -> int:
    return (me.areas & state.chapels).bit_count()


Rival = tuple[int, int, int]  # the epoch of another player, and bits of their areas and fortresses


def may_settle(state: State, seat: int, knights: int) -> int:
    """Bits of the areas into which this seat may expand with this many knights."""
    me, players = state.players[seat], state.players
    rivals = [(p.epoch, p.areas, p.fortresses) for p in [players[other] for other in state.playing if other != seat]]
    return open_areas(state.atlas, state.story, me.epoch, me.areas, state.villages, rivals, knights)


def open_areas(
    atlas: Atlas, story: Story, epoch: int, areas: int, villages: int, rivals: list[Rival], knights: int
) -> int:
    """Bits of the areas that a settler may enter from `areas`. [OS-EXP-1 to OS-EXP-5, OS-CONQ-2, OS-CONQ-3]"""
    found = (atlas.around(areas) if areas else atlas.in_play) & ~areas  # [OS-PEACE-8, OS-PLACE-TERRITORY-5]
    for other, theirs, fortresses in rivals:
        found &= ~fortresses  # occupied or not [OS-EXP-4]
        taken = found & theirs
        if not taken:
            continue
        if story.protects(other):
            found &= ~taken
        elif not story.at_peace(epoch, other):
            if knights == 0:
                found &= ~taken  # [OS-EXP-3]
            elif knights == 1:
                found &= ~(taken & villages)  # [OS-CONQ-2]
    return found


def settle(state: State, seat: int, area: int, rule: str) -> None:
    """A settler of the supply takes an area; a player not at peace with it is displaced. [OS-CONQ-1, OS-PEACE-1]"""
    me, bit = state.players[seat], 1 << area
    for other in state.playing:
        rival = state.players[other]
        if rival.areas & bit and other != seat and not state.story.at_peace(me.epoch, rival.epoch):
            rival.areas &= ~bit
            rival.settlers += 1  # [OS-CONQ-10]
            if state.listener is not None:
                state.tell(SettlerDisplaced("OS-CONQ-1", seat, other, state.tables.areas.ids[area]))
    me.settlers -= 1
    me.areas |= bit
    if state.listener is not None:
        state.tell(AreaSettled(rule, seat, state.tables.areas.ids[area], me.areas.bit_count(), me.settlers))
    state.story.control_changed(state, seat)


def lift(state: State, seat: int, area: int, rule: str) -> None:
    """A settler goes back into the supply; its fortress stays. [OS-PLACE-FORTRESS-5]"""
    me = state.players[seat]
    me.areas &= ~(1 << area)
    me.settlers += 1
    if state.listener is not None:
        state.tell(SettlerLifted(rule, seat, state.tables.areas.ids[area]))


def all_fortresses(state: State) -> int:
    found = 0
    for player in state.players:
        found |= player.fortresses
    return found


def held_by_others(state: State, seat: int) -> int:
    """Bits of the areas with a settler of anybody else."""
    found = 0
    for other, player in enumerate(state.players):
        if other != seat:
            found |= player.areas
    return found


def count(state: State, me: Player, what: str, place: Place | None) -> int:
    """How many of a kind a player controls, has built, or has standing at a place."""
    if what == "villages":
        return villages_of(state, me)
    if what == "areas":
        return me.areas.bit_count()
    if what == "area_pairs":
        return (me.areas.bit_count() + 1) // 2
    if what == "churches":
        return churches_of(state, me)
    if what == "fortresses":
        return me.fortresses.bit_count()
    if what == "lakes":
        return (lands_of(state, me) & state.yields[LAKE]).bit_count()
    assert place is not None, what
    return place.followers_here(me)
