"""A table of The King's Favor for tests: arrange it in a line, do one thing, look at the result."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.games.orleans.rules.epochs import enter_epoch
from kronrat.games.orleans.rules.places import open_place, put
from kronrat.games.orleans.rules.setup import land_areas, masks_of
from kronrat.games.orleans.rules.state import FIRST_GOOD, FOLLOWERS, GOODS, TERRAINS, TOKENS, Player, State
from kronrat.games.orleans.stories.kings_favor.rules.printed import printed_of
from kronrat.games.orleans.stories.kings_favor.rules.scoring import points
from kronrat.games.orleans.stories.kings_favor.rules.sheet import Booklet, booklet_of, calendar_of
from kronrat.games.orleans.stories.kings_favor.rules.tiles import laid, loose_tiles
from kronrat.games.orleans.testing.loire import game
from kronrat.testing.builder import Builder


class Court(Builder):
    """Land and tiles in the order of the data, nobody on the map, and nothing happens until `run` or `play`."""

    state: State

    def __init__(self, seats: int = 3, data: str | Path | None = None, **options: str) -> None:
        """`data` is a folder with corrected component data."""
        loaded = game() if data is None else kronrat.load("orleans", data)
        super().__init__(loaded.new(seats, {"story": "kings-favor", "start": "0", **options}))
        self.state.stack.clear()
        state = self.state
        land = list(state.land)
        for area, terrain in zip(land_areas(state), state.tables.areas.tiles(seats), strict=True):
            land[area] = terrain
        state.land = tuple(land)
        state.yields = masks_of(state.land)
        calendar_of(state).tiles = laid(printed_of(state), loose_tiles(printed_of(state)))
        for seat in range(seats):
            self.booklet(seat).favourites = int(options.get("favourites", "1"))

    # -- arranging -------------------------------------------------------------------------------------------------

    def fresh(self, seed: str = "court") -> Self:
        """From the very beginning; the dice say whatever they say, and everybody starts in the first village left."""
        self.take(self.game.new(self.state.seats, self.game.options_of(self.state)))
        self.state.settle()
        while self.state.round == 0:
            seat = self.state.deciding()[0]
            choice = self.state.sample(Dice(seed_of_text(seed))) if seat == CHANCE else self.state.options(seat)[0]
            self.state.play(seat, choice)
        return self

    def to_round(self, round: int) -> Self:
        """Nobody does anything until this round begins."""
        while self.state.round < round and not self.state.over:
            for seat in self.state.deciding():
                idle = [option for option in self.state.options(seat) if option[0] in ("ready", "pass", "draw")]
                dice = Dice(seed_of_text(f"round {self.state.round}"))
                self.state.play(
                    seat, self.state.sample(dice) if seat == CHANCE else (idle or self.state.options(seat))[0]
                )
        return self

    def year(self, number: int, season: int = 1) -> Self:
        """All are in this epoch, in this season."""
        for seat in self.state.playing:
            for epoch in range(self.state.players[seat].epoch + 1, number):
                enter_epoch(self.state, seat, epoch, "")
            self.booklet(seat).years = number - 1
        self.state.round = 4 * (number - 1) + season
        self.events.clear()
        return self

    def holds(self, seat: int, goods: str = "", coins: int = 0, technology: int = 0) -> Self:
        """Exactly what is in the supply of a seat."""
        me = self.player(seat)
        me.goods = [goods.split().count(good) for good in GOODS]
        me.coins, me.technology = coins, technology
        return self

    def areas(self, seat: int, ids: str) -> Self:
        me = self.player(seat)
        me.settlers += me.areas.bit_count()
        me.areas = self.mask(ids)
        me.settlers -= me.areas.bit_count()
        return self

    def fortresses(self, seat: int, ids: str) -> Self:
        self.player(seat).fortresses = self.mask(ids)
        return self

    def villages(self, ids: str) -> Self:
        self.state.villages |= self.mask(ids)
        return self

    def churches(self, ids: str) -> Self:
        self.state.chapels |= self.mask(ids)
        self.state.churches -= len(ids.split())
        return self.villages(ids)

    def terrain(self, ids: str, terrain: str) -> Self:
        land = list(self.state.land)
        for id in ids.split():
            land[self.area(id)] = TERRAINS.index(terrain)
        self.state.land = tuple(land)
        self.state.yields = masks_of(self.state.land)
        return self

    def fame(self, seat: int, field: int) -> Self:
        """On this field, and all bonuses up to it were given."""
        self.player(seat).fame = self.player(seat).honoured = field
        return self

    def lay(self, seat: int, token: str, place: str, space: int = 0) -> Self:
        """A token on an action space, from nowhere."""
        at = self.state.atlas.by_id[place]
        if not self.player(seat).open >> at.number & 1:
            open_place(self.state, seat, at.number)
        put(self.player(seat), at.first + space, TOKENS.index(token))
        return self

    def card(self, seat: int, card: str) -> Self:
        number = self.state.atlas.by_id[card].number
        self.state.cards = tuple([other for other in self.state.cards if other != number])
        open_place(self.state, seat, number)
        return self

    def market(self, **counts: int) -> Self:
        for token, count in counts.items():
            self.state.market[TOKENS.index(token)] = count
        return self

    def tiles(self, *first: str) -> Self:
        """These tiles on the first marked fields, the others behind them."""
        printed = printed_of(self.state)
        ids = [tile.id for tile in printed.tiles]
        order = [ids.index(id) for id in first]
        order += [number for number in loose_tiles(printed) if number not in order]
        calendar_of(self.state).tiles = laid(printed, order)
        return self

    # -- looking ---------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def booklet(self, seat: int) -> Booklet:
        return booklet_of(self.state, seat)

    def points(self, seat: int) -> int:
        return points(self.state, seat)

    def goods(self, seat: int) -> str:
        return " ".join(good for n, good in enumerate(GOODS) for _ in range(self.player(seat).goods[n]))

    def stock(self, pile: list[int]) -> dict[str, int]:
        return {TOKENS[token]: count for token, count in enumerate(pile) if count}

    def bag(self, seat: int) -> dict[str, int]:
        return {FOLLOWERS[kind]: count for kind, count in enumerate(self.player(seat).bag) if count}

    def area(self, id: str) -> int:
        return self.state.atlas.area_number[id]

    def mask(self, ids: str) -> int:
        return sum(1 << self.area(id) for id in ids.split())

    def worth_of(self, good: str) -> int:
        return self.state.tables.prices[TOKENS.index(good) - FIRST_GOOD]
