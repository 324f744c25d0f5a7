"""A table of Orléans Stories for tests: arrange it in a line, do one thing, look at the result."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Self, cast

import kronrat
from kronrat.core.flow import CHANCE
from kronrat.games.orleans.rules.actions import Turn
from kronrat.games.orleans.rules.deeds import look_for_wants
from kronrat.games.orleans.rules.game import Orleans
from kronrat.games.orleans.rules.places import open_place, put
from kronrat.games.orleans.rules.setup import masks_of
from kronrat.games.orleans.rules.state import (
    EMPTY,
    FIRST_GOOD,
    FOLLOWERS,
    GOODS,
    TERRAINS,
    TOKENS,
    Player,
    State,
)
from kronrat.testing.builder import Builder

FIELD = TERRAINS.index("field")


@cache
def game() -> Orleans:
    return cast(Orleans, kronrat.load("orleans"))


class Loire(Builder):
    """Seat 0 begins, all land is fields, nobody has anything, and nothing happens until `run` or `play`."""

    state: State

    def __init__(self, seats: int = 2, data: str | Path | None = None, **options: str) -> None:
        """`data` is a folder with corrected component data."""
        loaded = game() if data is None else kronrat.load("orleans", data)
        super().__init__(loaded.new(seats, {"start": "0", **options}))
        self.state.stack.clear()
        state = self.state
        state.market = [0] * len(state.market)
        state.storage = state.tables.totals[:]
        in_play = state.atlas.in_play
        state.land = tuple(
            [FIELD if in_play >> area & 1 and here < 0 else here for area, here in enumerate(state.land)]
        )
        state.yields = masks_of(state.land)
        state.round = 2
        for me in state.players:
            me.bag, me.green, me.goods = [0] * 7, [0] * 7, [0] * 8
            me.coins = 0

    # -- arranging -------------------------------------------------------------------------------------------------

    def fresh(self, *homes: str) -> Self:
        """From the very beginning, with any land; the seats choose these villages, the last one first."""
        self.take(self.game.new(self.state.seats, self.game.options_of(self.state)))
        self.state.settle()
        while self.state.deciding() == (CHANCE,):
            self.roll()
        for home in homes:
            self.state.play(self.state.deciding()[0], ("home", home))
        return self

    def land(self, **terrains: str) -> Self:
        land = list(self.state.land)
        for area, terrain in terrains.items():
            land[self.area(area)] = TERRAINS.index(terrain)
        self.state.land = tuple(land)
        self.state.yields = masks_of(self.state.land)
        return self

    def areas(self, seat: int, *ids: str) -> Self:
        """Settlers of the supply on these areas."""
        me = self.player(seat)
        for id in ids:
            me.areas |= 1 << self.area(id)
            me.settlers -= 1
        return self

    def villages(self, *ids: str) -> Self:
        for id in ids:
            self.state.villages |= 1 << self.area(id)
        return self

    def churches(self, *ids: str) -> Self:
        for id in ids:
            self.state.chapels |= 1 << self.area(id)
            self.state.churches -= 1
        return self.villages(*ids)

    def fortress(self, seat: int, *ids: str) -> Self:
        for id in ids:
            self.player(seat).fortresses |= 1 << self.area(id)
        return self

    def settlers(self, seat: int, count: int) -> Self:
        self.player(seat).settlers = count
        return self

    def epoch(self, seat: int, number: int) -> Self:
        """In this epoch (1 is the first), with the cards of all before it."""
        me = self.player(seat)
        me.epoch = number - 1
        for row in self.state.story.epochs[:number]:
            for place in row.unlock:
                open_place(self.state, seat, place)
        return self

    def card(self, seat: int, *ids: str) -> Self:
        """Put these place cards in front of the seat."""
        for id in ids:
            number = self.state.atlas.by_id[id].number
            self.state.cards = tuple([card for card in self.state.cards if card != number])
            open_place(self.state, seat, number)
        return self

    def bag(self, seat: int, words: str) -> Self:
        for word in words.split():
            self.player(seat).bag[FOLLOWERS.index(word)] += 1
        return self

    def green(self, seat: int, words: str) -> Self:
        for word in words.split():
            self.player(seat).green[FOLLOWERS.index(word)] += 1
        return self

    def goods(self, seat: int, words: str) -> Self:
        for word in words.split():
            self.player(seat).goods[GOODS.index(word)] += 1
        return self

    def coins(self, seat: int, coins: int) -> Self:
        self.player(seat).coins = coins
        return self

    def technology(self, seat: int, count: int = 1) -> Self:
        self.player(seat).technology = count
        return self

    def on(self, seat: int, place: str, words: str) -> Self:
        """Tokens on the spaces of a place, from the first; `-` leaves one empty."""
        first = self.state.atlas.by_id[place].first
        for n, word in enumerate(words.split()):
            if word != "-":
                put(self.player(seat), first + n, TOKENS.index(word))
        return self

    def market(self, **tokens: int) -> Self:
        for word, count in tokens.items():
            self.state.market[TOKENS.index(word)] = count
        return self

    def storage(self, **tokens: int) -> Self:
        for word, count in tokens.items():
            self.state.storage[TOKENS.index(word)] = count
        return self

    def deed(self, id: str, words: str = "") -> Self:
        """Turn this side of a deed up, with these tokens on its fields; `-` leaves one empty."""
        slot = self.state.atlas.slot_of[id]
        sides = self.state.tables.deeds[slot]
        side = [row.id for row in sides].index(id)
        tokens = [EMPTY] * len(sides[side].fields)
        for n, word in enumerate(words.split()):
            if word != "-":
                tokens[n] = TOKENS.index(word)
        self.state.deeds[slot] = (side, *tokens)
        look_for_wants(self.state)
        return self

    def no_deeds(self, *but: str) -> Self:
        """All deeds have left the game but these."""
        for slot, sides in enumerate(self.state.tables.deeds):
            if not {row.id for row in sides} & set(but):
                self.state.deeds[slot] = (2,)
        look_for_wants(self.state)
        return self

    def fame(self, seat: int, field: int) -> Self:
        me = self.player(seat)
        me.fame = me.honoured = field
        return self

    def sheet(self, seat: int, **values: Any) -> Self:
        for name, value in values.items():
            setattr(self.player(seat).sheet, name, value)
        return self

    def crossed(self, seat: int, *tasks: str) -> Self:
        """All fields of these tasks."""
        number = 0
        for task in cast(Any, self.state.story.printed).tasks:
            for _ in task.fields:
                if task.id in tasks:
                    cast(Any, self.player(seat).sheet).crossed |= 1 << number
                number += 1
        return self

    # -- doing -----------------------------------------------------------------------------------------------------

    def turn(self, seat: int = 0) -> Self:
        return self.run(Turn(seat))

    def use(self, place: str, seat: int = 0) -> Self:
        """The seat is on turn and uses a place."""
        return self.run(Turn(seat)).play(f"{seat} use {place}")

    # -- looking ---------------------------------------------------------------------------------------------------

    def area(self, id: str) -> int:
        return self.state.atlas.area_number[id]

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def can_use(self, place: str, seat: int = 0) -> bool:
        """Whether the seat may use this place on its turn, looked up without asking it."""
        return f"use {place}" in {" ".join(map(str, choice)) for choice in Turn(seat).options(self.state)}

    def why_not_use(self, place: str, seat: int = 0) -> str:
        """The rule that keeps the seat from using a place on its turn."""
        reason = Turn(seat).why_not(self.state, ("use", place))
        assert reason is not None
        return reason.rule

    def held_areas(self, seat: int) -> set[str]:
        return {id for n, id in enumerate(self.state.tables.areas.ids) if self.player(seat).areas >> n & 1}

    def in_bag(self, seat: int = 0) -> str:
        return " ".join(word for kind, word in enumerate(FOLLOWERS) for _ in range(self.player(seat).bag[kind]))

    def on_green(self, seat: int = 0) -> str:
        return " ".join(word for kind, word in enumerate(FOLLOWERS) for _ in range(self.player(seat).green[kind]))

    def supply(self, seat: int = 0) -> str:
        return " ".join(word for good, word in enumerate(GOODS) for _ in range(self.player(seat).goods[good]))

    def at(self, place: str, seat: int = 0) -> list[str | None]:
        where = self.state.atlas.by_id[place]
        tokens = self.player(seat).spaces[where.first : where.end]
        return [None if token == EMPTY else TOKENS[token] for token in tokens]

    def stored(self, word: str) -> int:
        return self.state.storage[TOKENS.index(word)]

    def marketed(self, word: str) -> int:
        return self.state.market[TOKENS.index(word)]

    def kingdom(self, seat: int = 0) -> Any:
        """What the story lays before a seat."""
        return self.player(seat).sheet


def value_of(good: str) -> int:
    return game().new(2).tables.prices[TOKENS.index(good) - FIRST_GOOD]
