"""Every moment at which a card may speak, and the hand: the cards a player owns, sorted by those moments.

Nouns ask: they are pure and may be called anywhere. `at_…` and `on_…` tell: they may act and push steps. A card that
its owner may use lists the moments at which it asks in `moments` and answers `offers` and `use`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kronrat.core.flow import Choice, Reason
from kronrat.games.kingsburg.state import Goods, State

if TYPE_CHECKING:
    from kronrat.games.kingsburg.tables import Cell, Enemy, Tables

REROLL = "reroll"  # after the roll, before the turn order is set
SEASON_END = "season_end"

NO_GOODS: Goods = (0, 0, 0)
_HANDS_KEPT = 20_000  # a long process meets many hands; forgetting them all now and then keeps memory flat


class Card:
    """Override only what the card changes."""

    id: ClassVar[str] = ""  # its row in the data, its name in the notation
    rule: ClassVar[str] = ""  # the rule that a log line about this card names
    moments: ClassVar[tuple[str, ...]] = ()

    def __init__(self, source: str) -> None:
        self.source = source  # the id of the sentence that names the card

    def bonus_dice(self) -> int:
        """Bonus dice for each season."""
        return 0

    def rank_shifts(self) -> tuple[int, ...]:
        """How far one group a season may miss its advisor's rank."""
        return ()

    def extra_soldiers(self) -> int:
        """Soldiers on top whenever an advisor gives some."""
        return 0

    def discount(self, building: Building) -> Goods:
        """What this card takes off the printed cost."""
        return NO_GOODS

    def goods_per_soldier(self, usual: int) -> int:
        return usual

    def battle(self, enemy: Enemy) -> int:
        """Combat strength against this enemy."""
        return 0

    def wins_ties(self) -> bool:
        return False

    def at_season_start(self, state: State, seat: int) -> None:
        pass

    def at_season_end(self, state: State, seat: int) -> None:
        pass

    def on_victory(self, state: State, seat: int) -> None:
        pass

    def at_game_end(self, state: State, seat: int) -> None:
        pass

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        """How the owner may use this card now: choices that start with `use` and the card's id."""
        return []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        pass

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        """Why this way of using the card is refused, although it could be used."""
        return None


class Building(Card):
    """A building of the province sheet; its printed figures are its row of the table."""

    def __init__(self, printed: Cell, place: int) -> None:
        super().__init__(f"building.{printed.id}")
        self.printed = printed
        self.place = place  # which row of the sheet in play, counted from the top

    def battle(self, enemy: Enemy) -> int:
        return self.printed.against.get(enemy.type, self.printed.battle)


class Price:
    """A building that comes next in its row, with what it would cost the owner of this hand."""

    def __init__(self, building: Building, cost: Goods) -> None:
        self.building = building
        self.gold, self.wood, self.stone = cost
        self.choice: Choice = ("build", building.id)
        self.second_choice: Choice = ("build", building.id, "envoy")


class Hand:
    """The cards of one player and all that follows from them alone. Shared by every state in which they stand so."""

    def __init__(self, cards: list[Card], prices: list[Price]) -> None:
        self.cards = tuple(cards)
        self.buildings = [card for card in cards if isinstance(card, Building)]
        self.prices = prices
        self.bonus_dice = sum([card.bonus_dice() for card in cards])
        self.shifting = tuple([card for card in cards if card.rank_shifts()])
        self.extra_soldiers = sum([card.extra_soldiers() for card in cards])
        self.goods_per_soldier = 2
        for card in cards:
            self.goods_per_soldier = card.goods_per_soldier(self.goods_per_soldier)
        self.wins_ties = any([card.wins_ties() for card in cards])
        self.season_start = _answering(cards, "at_season_start")
        self.season_end = _answering(cards, "at_season_end")
        self.victory = _answering(cards, "on_victory")
        self.game_end = _answering(cards, "at_game_end")
        self.usable: dict[str, list[Card]] = {}
        for card in cards:
            for moment in card.moments:
                self.usable.setdefault(moment, []).append(card)
        self._battle: dict[str, int] = {}

    def battle(self, enemy: Enemy) -> int:
        """The combat strength of all cards together against this enemy."""
        if enemy.id not in self._battle:
            self._battle[enemy.id] = sum([card.battle(enemy) for card in self.cards])
        return self._battle[enemy.id]


def _answering(cards: list[Card], hook: str) -> tuple[Card, ...]:
    """The cards that override this hook, so that the others are never asked."""
    return tuple([card for card in cards if getattr(type(card), hook) is not getattr(Card, hook)])


def hand_of(tables: Tables, rows: tuple[int, ...]) -> Hand:
    """The hand of a player whose rows are built so far."""
    hand = tables.hands.get(rows)
    if hand is None:
        if len(tables.hands) >= _HANDS_KEPT:
            tables.hands.clear()
        hand = _make_hand(tables, rows)
        tables.hands[rows] = hand
    return hand


def _make_hand(tables: Tables, rows: tuple[int, ...]) -> Hand:
    cards: list[Card] = []
    coming: list[Building] = []
    for buildings, built in zip(tables.grid, rows, strict=True):
        cards.extend(buildings[:built])
        coming.extend(buildings[built : built + 1])
    return Hand(cards, [Price(building, price_of(building, cards)) for building in coming])


def price_of(building: Building, cards: list[Card]) -> Goods:
    """The printed cost less all discounts; no kind falls below nothing."""
    gold, wood, stone = building.printed.cost
    for card in cards:
        less = card.discount(building)
        gold, wood, stone = gold - less[0], wood - less[1], stone - less[2]
    return max(0, gold), max(0, wood), max(0, stone)
