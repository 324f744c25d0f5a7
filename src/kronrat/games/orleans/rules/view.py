"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it.

Hidden are the order in a bag, and until all are ready the draws and plans of others, unless the table plans in the
open. What a bag holds is shown to its owner only; a player who remembers all that was open could tell it, so a redealt
world keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from kronrat.core.dice import Dice
from kronrat.core.flow import Decision
from kronrat.games.orleans.rules.bag import draw_some
from kronrat.games.orleans.rules.events import PhaseName, Terrain
from kronrat.games.orleans.rules.fame import FameBonuses
from kronrat.games.orleans.rules.planning import READY, Plan, Planning
from kronrat.games.orleans.rules.recap import Lately, Recap
from kronrat.games.orleans.rules.state import (
    EMPTY,
    FOLLOWERS,
    GONE,
    GOODS,
    KINDS,
    NO_AREA,
    PHASES,
    TERRAINS,
    TOKENS,
    Player,
    State,
    bits,
)
from kronrat.games.orleans.story_views import StoryCommon, StorySheet


class AreaView(TypedDict):
    """An area in play; `fortress` and `settlers` are seats."""

    land: Terrain | None
    village: bool
    church: bool
    fortress: int | None
    settlers: list[int]


class DeedView(TypedDict):
    """A deed that is laid out, with the token on each field."""

    id: str
    fields: list[str | None]


class PlayerView(TypedDict):
    """One player, as far as the viewer may know. Areas and places go by their ids."""

    epoch: int
    fame: int
    bag: dict[str, int] | None  # for its owner only
    in_bag: int
    green: dict[str, int]
    returned: int
    drawn: int  # followers behind the veil
    sealed: bool
    places: dict[str, list[str | None]]
    idle: dict[str, str]  # own places that are ready and could do nothing now, each with the word of what fails there
    unwanted: dict[str, list[str]]  # own places that could send, with the tokens there that no field takes now
    planned: list[tuple[str, int]]  # place and number of the spaces filled in this planning phase, for their owner
    goods: dict[str, int]
    coins: int
    technology: int
    settlers: int
    held: int
    areas: list[str]
    fortresses: list[str]
    ascended: bool
    passed: bool
    story: StorySheet


class View(TypedDict):
    """The table as a seat sees it; `standing` holds seat, place, score and what was compared to break ties."""

    game: Literal["orleans"]
    options: dict[str, str]
    seat: int | None
    seats: int
    round: int
    phase: PhaseName
    phases: list[PhaseName]  # of every round of this story
    start: int
    playing: list[int]
    passed: list[int]
    deciding: list[int]
    over: bool
    market: dict[str, int]
    storage: dict[str, int]
    churches: int
    areas: dict[str, AreaView]
    deeds: list[DeedView]
    cards: list[str]
    players: list[PlayerView]
    story: StoryCommon
    field: int  # of the fame track, whose bonus asks what is open; 0 if something else does
    lately: list[Lately]  # in this round,
    recap: Recap | None  # of the newest round that is over, where everybody watched it
    standing: list[tuple[int, int, int, list[tuple[str, int]]]]


def view(state: State, seat: int | None) -> View:
    """All that this seat may know, as plain data. [OS-BAG-7, OS-BAG-10, OS-EPOCH-6]"""
    return {
        "game": "orleans",
        "options": dict(state.switches.options),
        "seat": seat,
        "seats": state.seats,
        "round": state.round,
        "phase": PHASES[state.phase],
        "phases": list(state.story.phases),
        "start": state.first,
        "playing": list(state.playing),
        "passed": list(state.passed),
        "deciding": list(state.deciding()),
        "over": state.over,
        "market": _counts(state.market),
        "storage": _counts(state.storage),
        "churches": state.churches,
        "areas": _areas(state),
        "deeds": _deeds(state),
        "cards": [state.atlas.places[number].id for number in state.cards],
        "players": [_player(state, number, seat) for number in range(state.seats)],
        "story": state.story.view_common(state),
        "field": _asking_field(state),
        "lately": [] if state.memory is None else state.memory["lately"],
        "recap": None if state.memory is None else state.memory["recap"],
        "standing": [(s.seat, s.place, s.score, list(s.ties)) for s in state.story.standing(state)],
    }


def views(state: State, seats: Sequence[int | None]) -> list[View]:
    """The views of several seats, which share what everybody knows."""
    known = view(state, None)
    return [known if seat is None else _with_own(state, known, seat) for seat in seats]


def _with_own(state: State, known: View, seat: int) -> View:
    players = list(known["players"])
    players[seat] = _player(state, seat, seat)
    return {**known, "seat": seat, "players": players}


def _asking_field(state: State) -> int:
    """The field whose bonus is being chosen: the step that gives bonuses waits below the question."""
    if len(state.stack) < 2:
        return 0
    below, top = state.stack[-2:]
    if isinstance(below, FameBonuses) and isinstance(top, Decision):
        return state.players[below.seat].honoured
    return 0


def _counts(tokens: Sequence[int]) -> dict[str, int]:
    return {TOKENS[token]: count for token, count in enumerate(tokens) if count}


def _followers(counts: Sequence[int]) -> dict[str, int]:
    return {FOLLOWERS[kind]: count for kind, count in enumerate(counts) if count}


def _areas(state: State) -> dict[str, AreaView]:
    """Every area in play with its land, its village or church, and who is there."""
    found: dict[str, AreaView] = {}
    ids, land, villages, chapels = state.tables.areas.ids, state.land, state.villages, state.chapels
    for number in state.atlas.areas:
        terrain = land[number]
        found[ids[number]] = {
            "land": TERRAINS[terrain] if NO_AREA < terrain < len(TERRAINS) else None,
            "village": villages >> number & 1 == 1,
            "church": chapels >> number & 1 == 1,
            "fortress": None,
            "settlers": [],
        }
    for seat, player in enumerate(state.players):
        for number in bits(player.areas):
            found[ids[number]]["settlers"].append(seat)
        for number in bits(player.fortresses):
            found[ids[number]]["fortress"] = seat
    return found


def _deeds(state: State) -> list[DeedView]:
    found: list[DeedView] = []
    for slot, deed in enumerate(state.deeds):
        if deed[0] != GONE:
            row = state.tables.deeds[slot][deed[0]]
            tokens = [None if token == EMPTY else TOKENS[token] for token in deed[1:]]
            found.append({"id": row.id, "fields": tokens})
    return found


def _player(state: State, number: int, seat: int | None) -> PlayerView:
    """One player: their own bag and plan for the player in question, what the veil shows for others."""
    player = state.players[number]
    mine = number == seat
    sealed = state.switches.sealed and bool(player.veil) and not mine
    spaces: Sequence[int] = player.veil[0] if sealed else player.spaces
    green: Sequence[int] = player.veil[1] if sealed else player.green
    goods: Sequence[int] = player.veil[2] if sealed else player.goods
    coins, technology = player.veil[3] if sealed else (player.coins, player.technology)
    held = sum(player.bag)
    return {
        "epoch": player.epoch + 1,
        "fame": player.fame,
        "bag": _followers(player.bag) if mine else None,
        "in_bag": held,
        "green": _followers(green),
        "returned": player.returned,
        "drawn": _drawn(player) if sealed else 0,
        "sealed": sealed,
        "places": _places(state, number, spaces),
        "idle": _idle(state, number) if mine else {},
        "unwanted": _unwanted(state, number) if mine else {},
        "planned": _planned(state, player) if mine and player.veil else [],
        "goods": {GOODS[good]: count for good, count in enumerate(goods) if count},
        "coins": coins,
        "technology": technology,
        "settlers": player.settlers,
        "held": player.held,
        "areas": [state.tables.areas.ids[area] for area in bits(player.areas)],
        "fortresses": [state.tables.areas.ids[area] for area in bits(player.fortresses)],
        "ascended": player.ascended,
        "passed": number in state.passed,
        "story": state.story.view_sheet(state, number),
    }


def _drawn(player: Player) -> int:
    """How many followers were drawn behind the veil: neither in the bag nor on the board before."""
    shown = sum(player.veil[1]) + sum([1 for token in player.veil[0][:-1] if 0 <= token < KINDS])
    return player.follower_count() - sum(player.bag) - shown


def _places(state: State, number: int, spaces: Sequence[int]) -> dict[str, list[str | None]]:
    """The places a player has, with the token on each space: those of the board, then others as they came, if known."""
    found: dict[str, list[str | None]] = {}
    came = [] if state.memory is None else state.memory["opened"].get(number, [])
    owned = state.players[number].layout.owned
    for place in sorted(owned, key=lambda place: came.index(place.id) if place.id in came else -1):
        here = spaces[place.first : place.end]
        found[place.id] = [None if token == EMPTY else TOKENS[token] for token in here]
    return found


def _idle(state: State, seat: int) -> dict[str, str]:
    """What a plan does not tell by itself: filled spaces alone bring nothing. [OS-ACT-10]"""
    me = state.players[seat]
    failing = {place.id: place.failing(state, seat) for place in me.layout.places if place.is_ready(me)}
    return {id: effect.missing(state, seat) for id, effect in failing.items() if effect is not None}


def _unwanted(state: State, seat: int) -> dict[str, list[str]]:
    """The tokens at places that send which would stay there, while others could go. [OS-PLACE-GATE-11]"""
    me = state.players[seat]
    wanted = state.wanted | state.story.wanted(state, seat)
    found: dict[str, list[str]] = {}
    for place in me.layout.places:
        tokens = [token for token in me.spaces[place.first : place.end] if token >= 0] if place.sends else []
        staying = [TOKENS[token] for token in tokens if not wanted >> token & 1]
        if 0 < len(staying) < len(tokens):
            found[place.id] = staying
    return found


def _planned(state: State, player: Player) -> list[tuple[str, int]]:
    """The spaces that are filled now and were empty when the veil fell: a plan only grows."""
    found: list[tuple[str, int]] = []
    for space in bits(player.filled):
        if player.veil[0][space] == EMPTY:
            place = state.atlas.place_of[space]
            found.append((place.id, space - place.first))
    return found


# -- possible worlds -------------------------------------------------------------------------------------------------


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """A world that looks the same to this seat: others have drawn and planned anything they could."""
    world = state.clone()
    world.offer = None  # what was offered in the true world
    for number, player in enumerate(world.players):
        if state.switches.sealed and number != seat and player.veil:
            _draw_anew(world, player, dice)
            if state.stack and isinstance(state.stack[-1], Planning):
                _plan_anew(world, number, dice)
    return world


def _draw_anew(world: State, player: Player, dice: Dice) -> None:
    """Back to what the veil shows; as many as were drawn are drawn again from what was in the bag."""
    spaces, green, goods, supply = player.veil
    drawn = _drawn(player)
    pool = [player.bag[kind] + player.green[kind] - green[kind] for kind in range(KINDS)]
    for space, token in enumerate(player.spaces[:-1]):
        if 0 <= token < KINDS and spaces[space] != token:
            pool[token] += 1
    found = draw_some(pool, drawn, dice)
    player.bag = [pool[kind] - found[kind] for kind in range(KINDS)]
    player.green = [green[kind] + found[kind] for kind in range(KINDS)]
    player.spaces = list(spaces)
    player.filled = sum([1 << space for space, token in enumerate(player.spaces[:-1]) if token != EMPTY])
    player.goods = list(goods)
    player.coins, player.technology = supply


def _plan_anew(world: State, seat: int, dice: Dice) -> None:
    """Any plan, token by token."""
    plan = Plan(seat)
    while True:
        options = plan.options(world)
        choice = options[dice.below(len(options))]
        if choice == READY:
            return
        plan.proceed(world, choice)
