"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, cast

from kronrat.core.dice import Dice
from kronrat.games.tumult.rules.live import GettingReady
from kronrat.games.tumult.rules.memory import Acted, Coronation, Memory, Riots, Spot, riots_of
from kronrat.games.tumult.rules.orders import NUMBERS, GiveOrders
from kronrat.games.tumult.rules.raid import tiles_of
from kronrat.games.tumult.rules.rounds import RAID
from kronrat.games.tumult.rules.standing import Place, places
from kronrat.games.tumult.rules.state import HIDDEN, NO_TILE, NOBODY, NOT_SPUN, PAID, TILES, Pace, Side, State

Slot = tuple[Literal["free", "paid"]] | tuple[Literal["held", "taken"], int]  # with its owner
Scene = Literal["sides", "land", "raid", "orders"]


class LandTile(TypedDict):
    """An open landscape tile, rotated clockwise by quarters."""

    tile: str
    quarters: int


class Board(TypedDict):
    """The landscape: fields row by row, and its tiles place by place."""

    rows: int
    columns: int
    fields: list[str | None]
    owners: list[int | None]
    land: list[LandTile | None]


class RaidView(TypedDict):
    """The slots of the centre, and what happens to their tiles. `faces` are those that the viewer may see, by slot."""

    slots: list[Slot]
    faces: dict[str, str]
    aside: int
    shown: bool
    centre: list[str] | None
    gathering: bool  # everybody says when they are ready, and nobody may touch a tile
    looks: list[int] | None  # how often each seat has looked at a tile in this raid
    pace: Pace | None  # of a live raid


class OrderView(TypedDict):
    """What a player wants robbed, in the mode of orders."""

    want_bread: int
    want_marble: int
    want_tools: int
    least_bread: int
    least_marble: int
    least_tools: int
    tiles: int
    over: int


class PlayerView(TypedDict):
    """What is before a player."""

    order: NotRequired[OrderView]  # in the mode of orders; while it is secret, of the viewer alone
    rank: int
    side: Side | Literal[""]
    statues: int
    followers: int
    mercy: bool
    hand: int | None  # the slot of the tile in hand
    done: bool
    tiles: int
    castle: list[str] | None
    hit: bool
    acted: Acted | None  # the newest act in this phase


class View(TypedDict):
    """All that a seat may know."""

    game: Literal["tumult"]
    options: dict[str, str]
    seat: int | None
    seats: int
    round: int
    phase: int
    scene: Scene  # where something is decided now
    order: list[int]
    deciding: list[int]
    secret: list[int]  # the seats that know, or choose, what the others must not see
    over: bool
    demand: list[int | None]
    supply: int
    board: Board
    newest: Spot | None  # the field taken last in this phase
    chronicle: list[int]
    raid: RaidView
    riots: Riots | None
    coronation: Coronation | None
    players: list[PlayerView]
    standing: list[Place]


def view(state: State, seat: int | None) -> View:
    """All that this seat may know, as plain data. [TR-INFO-1, TR-DIG-LIVE-7]"""
    return _with_own(state, _known_to_all(state), seat)


def views(state: State, seats: Sequence[int | None]) -> list[View]:
    """The views of several seats, which share what everybody knows."""
    known = _known_to_all(state)
    return [_with_own(state, known.copy(), seat) for seat in seats]


def _known_to_all(state: State) -> View:
    kinds = state.tables.field_ids
    memory: Memory | None = state.memory
    return {
        "game": "tumult",
        "options": dict(state.switches.options),
        "seat": None,
        "seats": state.seats,
        "round": state.round,
        "phase": state.phase,
        "scene": _scene(state),
        "order": list(state.order),
        "deciding": list(state.deciding()),
        "secret": _with_secrets(state),
        "over": state.over,
        "demand": [None if number == NOT_SPUN else number for number in state.demand],
        "supply": state.supply,
        "board": {
            "rows": state.ground.height,
            "columns": state.ground.width,
            "fields": [None if kind == HIDDEN else kinds[kind] for kind in state.fields],
            "owners": [None if owner == NOBODY else owner for owner in state.owners],
            "land": _land(state),
        },
        "newest": None if memory is None else memory["newest"],
        "chronicle": list(state.chronicle),
        "raid": _raid(state, memory),
        "riots": None if memory is None else riots_of(state, memory),
        "coronation": None if memory is None else memory["coronation"],
        "players": [_player(state, memory, number) for number in range(state.seats)],
        "standing": cast("list[Place]", [[s, p, n, [list(tie) for tie in ties]] for s, p, n, ties in places(state)]),
    }


def _with_secrets(state: State) -> list[int]:
    """The seats whose view is theirs alone; that they have a secret is public. [TR-INFO-2, TR-INFO-3]"""
    if orders_are_secret(state):
        return list(range(state.seats))
    return [] if state.shown else [seat for seat in range(state.seats) if _faces_shown_to(state, seat)]


def _scene(state: State) -> Scene:
    if state.phase == 0:
        return "land" if True in state.open else "sides"
    if state.phase > RAID or state.over:
        return "land"
    return "orders" if state.switches.raid == "orders" else "raid"


def _with_own(state: State, mine: View, seat: int | None) -> View:
    """With the faces that this seat may see, and its own order while orders are secret. [TR-INFO-2, TR-INFO-3]"""
    faces = {str(slot): TILES[state.tiles[slot]] for slot in shown_to(state, seat)}
    mine["seat"] = seat
    mine["raid"] = {**mine["raid"], "faces": faces}
    if seat is not None and orders_are_secret(state) and state.players[seat].order:
        players = list(mine["players"])
        players[seat] = {**players[seat], "order": _order(state, seat)}
        mine["players"] = players
    return mine


def _land(state: State) -> list[LandTile | None]:
    """The landscape tiles place by place; a hidden one is nothing but its back. [TR-INFO-5]"""
    ids = state.tables.land_ids
    places: list[LandTile | None] = []
    for laid, up in zip(state.land, state.open, strict=True):
        places.append({"tile": ids[laid // 4], "quarters": laid % 4} if up else None)
    return places


def _raid(state: State, memory: Memory | None) -> RaidView:
    """The slots of the centre with their owners."""
    looks = None if memory is None else memory["looks"]
    by_owner: dict[int, list[str | int]] = {NOBODY: ["free"], PAID: ["paid"]}
    for seat in range(state.seats):
        by_owner[seat] = ["taken", seat]
    slots = [by_owner[owner] for owner in state.slots]
    for seat, player in enumerate(state.players):
        if player.hand != NO_TILE:
            slots[player.hand] = ["held", seat]
    return {
        "slots": cast("list[Slot]", slots),
        "faces": {},
        "aside": len(state.tiles) - len(state.slots),
        "shown": state.shown,
        "centre": tiles_of(state, NOBODY) if state.shown else None,
        "gathering": bool(state.stack) and isinstance(state.stack[-1], GettingReady),
        "looks": None if looks is None else [looks.get(seat, 0) for seat in range(state.seats)],
        "pace": state.switches.pace,
    }


def _player(state: State, memory: Memory | None, number: int) -> PlayerView:
    player = state.players[number]
    in_hand = 0 if player.hand == NO_TILE else 1
    seen: PlayerView = {
        "rank": state.order.index(number) + 1,
        "side": player.side,
        "statues": player.statues,
        "followers": player.followers,
        "mercy": player.mercy,
        "hand": None if player.hand == NO_TILE else player.hand,
        "done": player.done,
        "tiles": state.slots.count(number) - in_hand,
        "castle": tiles_of(state, number) if state.shown else None,
        "hit": player.hit,
        "acted": None if memory is None else memory["acted"].get(number),
    }
    if player.order and not orders_are_secret(state):
        seen["order"] = _order(state, number)
    return seen


def _order(state: State, number: int) -> OrderView:
    order = state.players[number].order
    return cast("OrderView", {name: value for (name, _, _), value in zip(NUMBERS, order, strict=True)})


def orders_are_secret(state: State) -> bool:
    return bool(state.stack) and isinstance(state.stack[-1], GiveOrders)


def shown_to(state: State, seat: int | None) -> list[int]:
    """The slots whose faces the table shows to a seat. [TR-P2-15, TR-DIG-ASYNC-6]

    The tile in hand always; own robbed tiles by option; what was looked at and put back only where no clock runs.
    """
    if state.shown:
        return list(range(len(state.slots)))
    shown = 0 if seat is None else _faces_shown_to(state, seat)
    return [slot for slot in range(len(state.slots)) if shown >> slot & 1] if shown else []


def _faces_shown_to(state: State, seat: int) -> int:
    """While tiles are hidden: a bit for every slot whose face a seat is shown."""
    me, own_shown, notes_kept = state.players[seat], state.switches.own_tiles_shown, state.switches.raid == "draft"
    seen = me.seen
    if seen and own_shown != notes_kept:
        own = sum([1 << slot for slot, owner in enumerate(state.slots) if owner == seat])
        seen &= own if own_shown else ~own
    elif not own_shown:
        seen = 0
    return seen if me.hand == NO_TILE else seen | 1 << me.hand


def known_to(state: State, seat: int | None) -> list[int]:
    """The slots whose faces a seat has seen, whether the table still shows them or not."""
    if state.shown:
        return list(range(len(state.slots)))
    if seat is None:
        return []
    me = state.players[seat]
    return [slot for slot in range(len(state.slots)) if me.hand == slot or me.seen >> slot & 1]


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """A world that looks the same to this seat: hidden land, unseen tiles and others' orders are dealt anew."""
    world = state.clone()
    world.offer = None  # what was offered in the true world
    _redeal_land(world, dice)
    if state.tiles and not state.shown:
        known = known_to(state, seat)
        unseen = [place for place in range(len(state.tiles)) if place not in known]
        tiles = list(state.tiles)
        faces = sorted([state.tiles[place] for place in unseen])  # so that nothing depends on where they are in truth
        for place, other in zip(unseen, dice.shuffled(len(unseen)), strict=True):
            tiles[place] = faces[other]
        world.tiles = tuple(tiles)
    if orders_are_secret(state):
        for number, player in enumerate(world.players):
            if number != seat:
                player.order = tuple([least + dice.below(most - least + 1) for _, least, most in NUMBERS])
    return world


def _redeal_land(world: State, dice: Dice) -> None:
    """Any of the landscape tiles that are not open, turned anyhow."""
    if False not in world.open or not world.land or HIDDEN in world.land:
        return
    laid = [number // 4 for number, up in zip(world.land, world.open, strict=True) if up]
    left = [tile for tile in range(len(world.tables.land_ids)) if tile not in laid]
    order = dice.shuffled(len(left))
    land: list[int] = []
    for number, up in zip(world.land, world.open, strict=True):
        land.append(number if up else 4 * left[order.pop()] + dice.below(4))
    world.land = tuple(land)
