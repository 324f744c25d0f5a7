"""Fame tiles: how they are laid, where they stop markers, and bonuses that only they have. [OS-KF-TILE-0]"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.state import FIRST_GOOD, GOODS, TECHNOLOGY, State
from kronrat.games.orleans.rules.supply import take_goods
from kronrat.games.orleans.stories.kings_favor.rules.events import TilesLaid
from kronrat.games.orleans.stories.kings_favor.rules.printed import FavorPrinted, printed_of
from kronrat.games.orleans.stories.kings_favor.rules.sheet import booklet_of, calendar_of

ENOUGH: Final[Choice] = ("enough",)


class GiveFavourites(Step):
    """One for each player, or two for beginners. [OS-KF-SETUP-2, OS-OPT-2]"""

    def run(self, state: State) -> None:
        for seat in state.playing:
            booklet_of(state, seat).favourites = int(state.switches.options["favourites"])


def loose_tiles(printed: FavorPrinted) -> list[int]:
    """The tiles without a fixed field."""
    return [number for number, tile in enumerate(printed.tiles) if not tile.field]


def laid(printed: FavorPrinted, order: list[int]) -> tuple[int, ...]:
    """A tile for every marked field: the fixed ones where they belong, the others in this order. [OS-KF-SETUP-4]"""
    fixed = {tile.field: number for number, tile in enumerate(printed.tiles) if tile.field}
    left = iter(order)
    return tuple([fixed[field] if field in fixed else next(left) for field in printed.fame_fields])


class LayTiles(Chance):
    """The other fame tiles, shuffled, on the marked fields left. Written `tiles TILE…`. [OS-KF-SETUP-9]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        printed = printed_of(state)
        loose = loose_tiles(printed)
        return ("tiles", *[printed.tiles[loose[n]].id for n in dice.shuffled(len(loose))])

    def accepts(self, state: State, choice: Choice) -> bool:
        printed = printed_of(state)
        words = [printed.tiles[number].id for number in loose_tiles(printed)]
        return choice[:1] == ("tiles",) and sorted(map(str, choice[1:])) == sorted(words)

    def resolve(self, state: State, choice: Choice) -> None:
        printed = printed_of(state)
        ids = [tile.id for tile in printed.tiles]
        tiles = laid(printed, [ids.index(str(word)) for word in choice[1:]])
        calendar_of(state).tiles = tiles
        if state.listener is not None:
            state.tell(TilesLaid("OS-KF-SETUP-9", tuple([ids[number] for number in tiles])))


def stop_for(printed: FavorPrinted, fame: int, epoch: int) -> int:
    """The field that holds a marker here until the end of an epoch, at most the last. [OS-KF-FAME-1 to OS-KF-FAME-3]"""
    stops = [tile.field for tile in printed.tiles if tile.stop >= epoch and tile.field >= fame]
    return min(stops, default=printed.fame_last)


# -- bonuses of tiles ------------------------------------------------------------------------------------------------


class Gathering(Effect):
    """Goods of the player's choice from the market. [OS-KF-TILE-MERCHANDISE]"""

    word: ClassVar[str] = "take_any"

    def kinds(self, state: State) -> tuple[int, ...]:
        return tuple(range(FIRST_GOOD, TECHNOLOGY))

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return any([state.market[kind] for kind in self.kinds(state)])

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Gather(seat, self.kinds(state), self.op.n, False, self.rule))


class GatheringFood(Gathering):
    """[OS-KF-TILE-LARDER]"""

    word: ClassVar[str] = "take_food"

    def kinds(self, state: State) -> tuple[int, ...]:
        return state.tables.food


class Gather(Decision):
    """One good after the other, at least one. Written `gather GOOD` or `enough`. [OS-CARD-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "goods", "left", "begun", "by")
    rule = "OS-KF-TILE-0"
    verbs: ClassVar[tuple[str, ...]] = ("gather", "enough")

    def __init__(self, seat: int, goods: tuple[int, ...], left: int, begun: bool, by: str) -> None:
        self.seat = seat
        self.goods = goods
        self.left = left
        self.begun = begun
        self.by = by  # the rule of the tile

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = [ENOUGH] if self.begun else []
        return offer + [("gather", GOODS[kind - FIRST_GOOD]) for kind in self.goods if state.market[kind]]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == ENOUGH:
            return
        take_goods(state, self.seat, FIRST_GOOD + GOODS.index(str(choice[1])), 1, self.by)
        if self.left > 1:
            state.stack.append(Gather(self.seat, self.goods, self.left - 1, True, self.by))

    def forced_by(self, state: State) -> str:
        return self.by

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == ENOUGH:
            return Reason("OS-CARD-1", "reason.gather_first", {})
        if len(choice) != 2 or choice[1] not in GOODS:
            return malformed(self.verbs)
        if FIRST_GOOD + GOODS.index(str(choice[1])) in self.goods:
            return Reason("OS-SUP-6", "reason.not_on_market", {"token": choice[1]})
        return Reason("OS-SUP-10", "reason.no_food", {"good": choice[1]})
