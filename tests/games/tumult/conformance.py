"""What is known about Tumult Royal apart from its rules' code: invariants, a ledger, possible worlds, legal choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, permutations, product
from typing import Any

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.games.tumult.rules import events as told
from kronrat.games.tumult.rules.state import State
from kronrat.testing import Ledger, Subject, rule_ids
from kronrat.testing.conformance import WORLDS
from tests.profile import EFFORT

KINDS = ("bread", "marble", "tools")
LETTERS = "bmt"
TILES = {2: 21, 3: 30, 4: 39}
RAIDED = {2: 15, 3: 21, 4: 27}
NOBODY, PAID = -1, -2
SUBMIT: Choice = ("submit",)


@cache
def game() -> Game:
    return kronrat.load("tumult")


def subject(seats: int, alike: int = 1, **options: str) -> Subject:
    return Subject(
        game(), seats, options, check=check, ledger=Books, worlds=worlds, brute=legal, rules=rule_ids("tumult"),
        topics=("fields", "odds", "tips"), brisk=(SUBMIT,), alike=alike,
        effort=EFFORT,
    )  # fmt: skip


# -- invariants ------------------------------------------------------------------------------------------------------


def check(state: State) -> None:
    """Followers, statues, tiles and ranks are all there, and no hand holds two tiles. [TR-INV-1 to TR-INV-7]"""
    seats = range(state.seats)
    assert state.supply >= 0
    assert min(player.followers for player in state.players) >= 0
    assert state.supply + sum(player.followers for player in state.players) == 105
    assert sorted(state.order) == list(seats)
    for seat in seats:
        assert state.players[seat].statues == statues_of(state, seat) <= 25
    if state.tiles:
        assert len(state.tiles) == TILES[state.seats]
        assert len(state.slots) == RAIDED[state.seats]
        assert sorted(state.tiles) == list(state.ground.tiles)
        for seat, player in enumerate(state.players):
            assert player.hand == -1 or state.slots[player.hand] == seat
    laid = [number // 4 for number in state.land if number >= 0]
    assert len(set(laid)) == len(laid)


def statues_of(state: State, seat: int) -> int:
    """On fields and in the chronicle; a last field or space may have taken fewer than it asks for."""
    printed = game().rows
    kinds = list(printed["fields"].values())
    on_fields: int = sum(
        kinds[kind]["statues"] for kind, owner in zip(state.fields, state.owners, strict=True) if owner == seat
    )
    spaces = zip(printed["chronicle"].values(), state.chronicle, strict=False)
    in_chronicle: int = sum(space["statues"] for space, king in spaces if king == seat)
    return min(25, on_fields + in_chronicle)


# -- what events say -------------------------------------------------------------------------------------------------


class Books(Ledger):
    """Followers, statues and tiles of every seat, according to the events."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.followers = [{2: 30, 3: 20, 4: 15}[seats]] * seats
        self.statues = [0] * seats
        self.tiles = [0] * seats
        self.hands: list[int | None] = [None] * seats

    def hear(self, event: Event) -> None:
        match event:
            case told.FollowersGained():
                assert event.followers > 0
                self.followers[event.seat] += event.followers
            case told.FollowersLost():
                assert event.followers > 0
                self.followers[event.seat] -= event.followers
            case told.StatuesPlaced() | told.ChronicleWritten():
                self.statues[event.seat] += event.statues
            case told.TilesSetAside():
                self.tiles = [0] * self.seats
            case told.TileLifted():
                assert self.hands[event.seat] is None
                assert event.slot not in self.hands
                self.hands[event.seat] = event.slot
            case told.TileKept():
                assert self.hands[event.seat] == event.slot
                self.hands[event.seat] = None
                self.tiles[event.seat] += 1
            case told.TileReturned():
                assert self.hands[event.seat] == event.slot
                self.hands[event.seat] = None
            case told.TilesRevealed():
                assert [len(castle) for castle in event.castles] == self.tiles
                assert len(event.centre) + sum(self.tiles) == RAIDED[self.seats]
                assert event.bread + event.marble + event.tools == sum(int(tile[1]) for tile in event.centre)
            case told.TilesGivenBack() | told.TilesPaid():
                self.tiles[event.seat] -= len(event.tiles)
            case told.GoodsLapsed():
                assert [len(castle) for castle in event.tiles] == self.tiles
                self.tiles = [0] * self.seats

    def balance(self, state: State) -> None:
        assert [player.followers for player in state.players] == self.followers
        assert [player.statues for player in state.players] == self.statues
        if state.slots:
            in_castles = [state.slots.count(seat) - (self.hands[seat] is not None) for seat in range(state.seats)]
            assert in_castles == self.tiles
            assert [None if p.hand < 0 else p.hand for p in state.players] == self.hands


# -- what a seat holds possible --------------------------------------------------------------------------------------


def worlds(state: State, seat: int | None) -> Iterator[State]:
    """Hidden land, unseen goods and others' orders, in every way they could be."""
    for land in lands(state):
        for tiles in goods(state, seat):
            for orders in all_orders(state, seat):
                world = state.clone()
                world.land, world.tiles = land, tiles
                for player, order in zip(world.players, orders, strict=True):
                    player.order = order
                yield world


def lands(state: State) -> Iterator[tuple[int, ...]]:
    hidden = [place for place, up in enumerate(state.open) if not up]
    if not hidden or -1 in state.land:
        yield state.land
        return
    seen = [number // 4 for number, up in zip(state.land, state.open, strict=True) if up]
    for tiles in permutations([tile for tile in range(10) if tile not in seen], len(hidden)):
        for quarters in product(range(4), repeat=len(hidden)):
            land = list(state.land)
            for place, tile, turned in zip(hidden, tiles, quarters, strict=True):
                land[place] = 4 * tile + turned
            yield tuple(land)


def goods(state: State, seat: int | None) -> Iterator[tuple[int, ...]]:
    """All arrangements of the tiles that the seat has not seen; more than a few are not told apart."""
    if not state.tiles or state.shown:
        yield state.tiles
        return
    me = None if seat is None else state.players[seat]
    unseen = [
        place
        for place in range(len(state.tiles))
        if me is None or (place != me.hand and (place >= len(state.slots) or not me.seen >> place & 1))
    ]
    for number, order in enumerate(permutations(unseen)):
        if number > WORLDS:
            return
        tiles = list(state.tiles)
        for place, other in zip(unseen, order, strict=True):
            tiles[place] = state.tiles[other]
        yield tuple(tiles)


def all_orders(state: State, seat: int | None) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Any order of the other seats that give one now, as many as need to be told apart."""
    mine = tuple(player.order for player in state.players)
    if not state.stack or type(state.stack[-1]).__name__ != "GiveOrders":
        yield mine
        return
    any_order = [range(13)] * 3 + [range(1, 4)] * 3 + [range(13), range(3)]
    many = [list(islice(product(*any_order), WORLDS + 1)) for _ in mine]  # there are far more: enough to say so
    yield from product(*[[order] if n == seat else many[n] for n, order in enumerate(mine)])


# -- legal choices, found the long way -------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[Choice] | None:
    """All legal choices at the larger questions, from the rules and the printed data alone."""
    if seat < 0:
        return None
    question = type(state.decision(seat)).__name__
    if question == "Place":
        return [("pass",), *[("place", row, column) for row, column in sorted(places(state, seat))]]
    if question == "Pay":
        place: Any = state.decision(seat)
        return payments(state, seat, price(state, seat, *divmod(place.field, 3 * state.seats)))
    if question in ("DraftLift", "Rob"):
        me = state.players[seat]
        if me.hand >= 0:
            return [("keep",), ("return",)]
        if me.done:
            return [("resume",)]
        return [("stop",), *[("lift", slot) for slot, owner in enumerate(state.slots) if owner == NOBODY]]
    return None


def castle(state: State, seat: int) -> list[tuple[int, int]]:
    """Kind and symbols of the tiles of a seat."""
    mine = [state.tiles[slot] for slot, owner in enumerate(state.slots) if owner == seat]
    return sorted((face // 3, face % 3 + 1) for face in mine)


def price(state: State, seat: int, row: int, column: int) -> list[int] | None:
    """What this field costs, if it may be taken at all."""
    width = 3 * state.seats
    kinds = list(game().rows["fields"].values())
    here = row * width + column
    if state.fields[here] < 0 or state.owners[here] != NOBODY:
        return None
    kind = kinds[state.fields[here]]
    cost = [kind[good] for good in KINDS]
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < 6 and 0 <= c < width and state.owners[r * width + c] == seat:
            return cost
    return [2 * needs for needs in cost] if kind["letter"] in "mf" else None


def places(state: State, seat: int) -> Iterator[tuple[int, int]]:
    tiles = castle(state, seat)
    have = [sum(value for kind, value in tiles if kind == good) for good in range(3)]
    for row, column in product(range(6), range(3 * state.seats)):
        cost = price(state, seat, row, column)
        if cost is not None and all(needs <= has for needs, has in zip(cost, have, strict=True)):
            yield row, column


def payments(state: State, seat: int, cost: list[int] | None) -> list[Choice]:
    """Every set of tiles that covers the cost, and none of whose tiles could be left out. [TR-P4-PAY-4]"""
    assert cost is not None
    tiles, found = castle(state, seat), set[Choice]()
    for count in range(len(tiles) + 1):
        for chosen in combinations(tiles, count):
            if covers(chosen, cost) and not any(
                covers((*chosen[:n], *chosen[n + 1 :]), cost) for n in range(len(chosen))
            ):
                found.add(("pay", *[f"{LETTERS[kind]}{value}" for kind, value in chosen]))
    return sorted(found, key=str)


def covers(tiles: tuple[tuple[int, int], ...], cost: list[int]) -> bool:
    return all(sum(value for kind, value in tiles if kind == good) >= cost[good] for good in range(3))
