"""Every moment at which a card may act, and the hand: the cards a player owns, sorted by those moments.

Nouns ask: they are pure and may be called anywhere. `act` and `on_…` tell: they may act and push steps. A card acts by
itself at the moments in `acts`; its owner may use it at the moments in `moments`, by one of its `offers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from mypy_extensions import i64

from kronrat.core.flow import Choice, Decision, Reason
from kronrat.games.kingsburg.rules.state import Goods, Player, State

if TYPE_CHECKING:
    from kronrat.games.kingsburg.rules.tables import Advisor, Cell, Enemy, Tables

GAME_START: Final = "game_start"  # before the first year [KB2-MOD2-6]
YEAR_START: Final = "year_start"  # before phase 1 [KB2-TIME-2]
SEASON_START: Final = "season_start"
BLESSING: Final = "blessing"  # when all other bonus dice of the season are handed out
REROLL: Final = "reroll"  # after the roll: dice are rolled again or turned
ROLL_SETTLED: Final = "roll_settled"  # only what depends on the total still changes dice [KB-TIME-3]
COURT_SETTLED: Final = "court_settled"  # all have passed
SEASON_END: Final = "season_end"
REWARD: Final = "reward"  # after the King's reward
RECRUITING: Final = "recruiting"  # at the start of phase 7
WINTER_START: Final = "winter_start"
VICTORY: Final = "victory"  # for a winner of the battle
YEAR_END: Final = "year_end"  # the soldiers have left [KB2-TIME-3]
GAME_END: Final = "game_end"  # [KB-END-2]
YEAR_LAST: Final = "year_last"  # after everything else of the year

MOMENTS: Final[tuple[str, ...]] = (
    GAME_START, YEAR_START, SEASON_START, BLESSING, REROLL, ROLL_SETTLED, COURT_SETTLED, SEASON_END, REWARD,
    RECRUITING, WINTER_START, VICTORY, YEAR_END, GAME_END, YEAR_LAST,
)  # fmt: skip
MOMENT_BITS: Final = {moment: 1 << number for number, moment in enumerate(MOMENTS)}


def moment_bits(moments: Iterable[str]) -> int:
    return sum([MOMENT_BITS[moment] for moment in moments])


# What has to be said besides the card when it is used: nothing, goods, a good given and one taken for it, one of equal
# dice, the faces of turned dice, a building of the sheet.
Control = Literal["", "goods", "exchange", "die", "faces", "building"]

# How often a card brings something, and what that is worth in points.
Worth = tuple[Literal["season", "season_end", "summer", "year"], float]

NO_GOODS: Final[Goods] = (0, 0, 0)
_RARE: Final[tuple[str, ...]] = (  # hooks that few cards override; a card knows which of them are its own
    "rank_shifts", "extra_soldiers", "discount", "offered_discounts", "goods_per_soldier", "recruits_with_tokens",
    "trades_every_season", "rolls_reinforcements", "wins_ties", "on_rival_build", "guard", "points_by_comparison",
    "buildings_at_start",
)  # fmt: skip
_NONE: Final[list[Card]] = []
_NO_ADVISORS: Final[list[tuple[int, Advisor]]] = []
_HANDS_KEPT: Final = 60_000  # a long process meets many hands; forgetting them all now and then keeps memory flat


class Card:
    """Override only what the card changes."""

    id: ClassVar[str] = ""  # its row in the data, its name in the notation
    rule: ClassVar[str] = ""  # the rule that a log line about this card names
    acts: ClassVar[tuple[str, ...]] = ()
    moments: ClassVar[tuple[str, ...]] = ()
    uses: ClassVar[int] = 1  # how often it may be used in a season
    control: ClassVar[Control] = ""  # what its `offers` ask for
    worth: ClassVar[Worth] = ("year", 0.0)  # a judgement for bots: what it brings beyond its points and its strength
    conditional: ClassVar[bool] = False  # what it does by itself depends on what other cards did before
    harmless: ClassVar[bool] = False  # what it gives by itself is never goods or points, so nobody has to be asked
    claimed: ClassVar[bool] = False  # in the first edition, too, its owner has to claim what it gives

    def __init__(self, source: str) -> None:
        self.source = source  # the id of the sentence that names the card
        mine = type(self)
        self.answers = [hook for hook in _RARE if getattr(mine, hook) is not getattr(Card, hook)]
        self.acting = moment_bits(self.acts)
        self.usable = moment_bits(self.moments)
        self.swayed = self.acting if self.conditional else 0  # the moments at which it is conditional
        self.giving = 0 if self.harmless else self.acting  # those at which it may give goods or points

    # -- nouns -------------------------------------------------------------------------------------------------

    def rank_shifts(self) -> tuple[int, ...]:
        """How far one group a season may miss its advisor's rank."""
        return ()

    def extra_soldiers(self) -> int:
        """Soldiers on top whenever an advisor gives some."""
        return 0

    def discount(self, building: Building) -> Goods:
        """What this card takes off the printed cost, each time; the owner may do without it where that could help."""
        return NO_GOODS

    def offered_discounts(self, building: Building) -> list[tuple[Choice, Goods]]:
        """What the owner may take off the cost of this building: the words of the choice, and the goods."""
        return []

    def discounts_now(self, state: State, seat: int) -> bool:
        """Whether the owner may do so in this position."""
        return True

    def goods_per_soldier(self, usual: int) -> int:
        return usual

    def recruits_with_tokens(self) -> bool:
        return False

    def trades_every_season(self) -> bool:
        """Lets cards that work at the end of Summer work at the end of every season."""
        return False

    def rolls_reinforcements(self) -> bool:
        """The owner rolls a die too and may take it instead of what the King sends."""
        return False

    def battle(self, enemy: Enemy) -> int:
        """Combat strength against this enemy."""
        return 0

    def wins_ties(self) -> bool:
        return False

    def buildings_at_start(self, state: State, seat: int, year: int) -> int:
        """How many buildings the owner may put up at the start of this year, before the King looks."""
        return 0

    def points_by_comparison(self, state: State, seat: int) -> int:
        """What comparing the points of all players would bring the owner if the year ended now."""
        return 0

    # -- tells -------------------------------------------------------------------------------------------------

    def act(self, state: State, seat: int, moment: str) -> None:
        pass

    def on_rival_build(self, state: State, seat: int, building: Building) -> None:
        """A player other than the owner has built."""

    def guard(self, state: State, seat: int, building: Building, count: int) -> Decision | None:
        """A question before this building, the first of `count`, is destroyed; it leads on to the loss that remains."""
        return None

    # -- use ---------------------------------------------------------------------------------------------------

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

    def __init__(self, printed: Cell) -> None:
        super().__init__(f"building.{printed.id}")
        self.printed = printed

    def battle(self, enemy: Enemy) -> int:
        printed = self.printed
        if enemy.strength <= printed.against_up_to:
            return printed.against_value
        return printed.against.get(enemy.type, printed.battle)


class Governor(Card):
    """A governor card; the numbers of its effect are its row of the table."""

    def __init__(self, printed: Mapping[str, Any]) -> None:
        super().__init__(f"governor.{self.id}")
        self.printed = printed


class Price:
    """A building that comes next in its row, with what it would cost the owner of this hand.

    `without` are cards that would make it cheaper; the owner does without them. [KB-TIME-4]
    """

    def __init__(self, building: Building, cost: Goods, without: tuple[str, ...] = ()) -> None:
        self.building = building
        self.gold: i64 = cost[0]
        self.wood: i64 = cost[1]
        self.stone: i64 = cost[2]
        self.without = without
        self.choice: Choice = ("build", building.id, "without", *without) if without else ("build", building.id)
        self.second_choice: Choice = (*self.choice, "envoy")
        self._bargains: dict[str, list[Bargain]] = {}

    @property
    def goods(self) -> int:
        return self.gold + self.wood + self.stone

    def bargains(self, card: Card) -> list[Bargain]:
        """Every discount of this card that really takes something off."""
        found = self._bargains.get(card.id)
        if found is None:
            offered = [Bargain(self, card, *discount) for discount in card.offered_discounts(self.building)]
            found = [bargain for bargain in offered if bargain.cost != (self.gold, self.wood, self.stone)]
            self._bargains[card.id] = found
        return found


class Bargain:
    """A price with a discount that the owner of a card may take. Written `build ID CARD [good] [envoy]`."""

    def __init__(self, price: Price, card: Card, words: Choice, less: Goods) -> None:
        self.building = price.building
        self.card = card
        self.words = words
        self.gold: i64 = max(0, price.gold - less[0])
        self.wood: i64 = max(0, price.wood - less[1])
        self.stone: i64 = max(0, price.stone - less[2])
        self.choice: Choice = (*price.choice, *words)
        self.second_choice: Choice = (*self.choice, "envoy")

    @property
    def cost(self) -> Goods:
        return self.gold, self.wood, self.stone


class PriceList:
    """What the buildings of a sheet cost an owner of these cards, which take something off."""

    def __init__(self, buildings: list[Building], reducing: Iterable[Card]) -> None:
        self.usual = {building.id: Price(building, price_of(building, reducing)) for building in buildings}
        self.fuller = {building.id: fuller_prices(building, reducing) for building in buildings}


class Shown:
    """What views tell of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.buildings = [card.id for card in hand.buildings]
        self.coming = [None if building is None else building.id for building in hand.coming]
        self.controls: dict[str, Control] = {card.id: card.control for card in hand.cards if card.moments}


class Walls:
    """What each building adds to the combat strength, or takes from it, and all of them together."""

    def __init__(self, buildings: list[Building], enemy: Enemy | None) -> None:
        worth = [(card.id, card.printed.battle if enemy is None else card.battle(enemy)) for card in buildings]
        self.each = [(id, battle) for id, battle in worth if battle]
        self.strength = sum([battle for _, battle in self.each])


class Powers:
    """What cards let their owner do besides what they do at their moments. Found once for each set of such cards."""

    def __init__(self, cards: tuple[Card, ...], listed: PriceList) -> None:
        answering: dict[str, list[Card]] = {}
        for card in cards:
            for hook in card.answers:
                answering.setdefault(hook, []).append(card)
        self.listed = listed
        self.shifting = tuple([card for card in answering.get("rank_shifts", _NONE) if card.rank_shifts()])
        self.extra_soldiers = sum([card.extra_soldiers() for card in answering.get("extra_soldiers", _NONE)])
        self.goods_per_soldier = 2
        for card in answering.get("goods_per_soldier", _NONE):
            self.goods_per_soldier = card.goods_per_soldier(self.goods_per_soldier)
        trading, tying = answering.get("trades_every_season", _NONE), answering.get("wins_ties", _NONE)
        self.trades_every_season = any([card.trades_every_season() for card in trading])
        self.wins_ties = any([card.wins_ties() for card in tying])
        recruiting, rolling = answering.get("recruits_with_tokens", _NONE), answering.get("rolls_reinforcements", _NONE)
        self.token_recruiter = _first([card for card in recruiting if card.recruits_with_tokens()])
        self.reinforcer = _first([card for card in rolling if card.rolls_reinforcements()])
        self.discounting = answering.get("offered_discounts", _NONE)
        self.watching = answering.get("on_rival_build", _NONE)
        self.guarding = answering.get("guard", _NONE)
        self.comparing = answering.get("points_by_comparison", _NONE)
        self.starting = answering.get("buildings_at_start", _NONE)


def _first(cards: list[Card]) -> Card | None:
    return cards[0] if cards else None


class Estate:
    """What one player has built and all that follows from it alone. Shared by every hand with these buildings."""

    def __init__(self, rows: tuple[int, ...], buildings: list[Building], coming: list[Building | None]) -> None:
        self.rows = rows
        self.buildings = buildings
        self.coming = coming
        self.offered = [building for building in coming if building is not None]
        self.answering: tuple[Card, ...] = tuple([card for card in buildings if card.answers])
        self.acting: i64 = 0
        self.usable: i64 = 0
        self.swayed: i64 = 0
        self.giving: i64 = 0
        for card in buildings:
            self.acting |= card.acting
            self.usable |= card.usable
            self.swayed |= card.swayed
            self.giving |= card.giving
        self._acting: dict[str, list[Card]] = {}
        self._usable: dict[str, list[Card]] = {}
        self._battle: dict[str, int] = {}
        self._walls: dict[str, Walls] = {}
        self._prices: dict[PriceList, tuple[list[Price], list[Price]]] = {}
        self.hands: dict[str, Hand] = {}  # with each governor that was met
        self.after_building: dict[str, Estate] = {}  # with one building more, by its id; see `Sheet.hand_after`
        self.after_loss: dict[str, Estate] = {}  # without one of them

    def acting_at(self, moment: str) -> list[Card]:
        cards = self._acting.get(moment)
        if cards is None:
            bit = MOMENT_BITS[moment]
            cards = self._acting[moment] = [card for card in self.buildings if card.acting & bit]
        return cards

    def usable_at(self, moment: str) -> list[Card]:
        cards = self._usable.get(moment)
        if cards is None:
            bit = MOMENT_BITS[moment]
            cards = self._usable[moment] = [card for card in self.buildings if card.usable & bit]
        return cards

    def battle(self, enemy: Enemy) -> int:
        strength = self._battle.get(enemy.id)
        if strength is None:
            strength = self._battle[enemy.id] = sum([card.battle(enemy) for card in self.buildings])
        return strength

    def walls(self, enemy: Enemy | None) -> Walls:
        against = "" if enemy is None else enemy.id
        walls = self._walls.get(against)
        if walls is None:
            walls = self._walls[against] = Walls(self.buildings, enemy)
        return walls

    def prices(self, listed: PriceList) -> tuple[list[Price], list[Price]]:
        """What comes next by this list: with all discounts, and fuller prices without some of them."""
        found = self._prices.get(listed)
        if found is None:
            fuller = [price for building in self.offered for price in listed.fuller[building.id]]
            found = self._prices[listed] = [listed.usual[building.id] for building in self.offered], fuller
        return found


class Hand:
    """The cards of one player and all that follows from them alone. Shared by every state with the same cards.

    Every governor may go with any buildings, so there are very many hands. They are light: what buildings or powers say
    is theirs, and only what the governor adds is found for the hand.
    """

    def __init__(
        self, estate: Estate, governor: Card | None, powers: Powers, private: list[tuple[int, Advisor]]
    ) -> None:
        self.estate = estate
        self.governor = governor
        self.rows = estate.rows  # how far each row of the sheet is built
        self.buildings = estate.buildings
        self.coming = estate.coming  # what comes next in each row of the sheet; None where all is built
        self.prices, self.fuller = estate.prices(powers.listed)
        self.priced = powers.listed.usual  # of all buildings
        self.private = private  # advisors of the player's own, with their places in the court
        self.acting: i64 = estate.acting  # the bits of the moments at which any of the cards act; likewise, see `Card`
        self.usable: i64 = estate.usable
        self.swayed: i64 = estate.swayed
        self.giving: i64 = estate.giving
        if governor is not None:
            self.acting |= governor.acting
            self.usable |= governor.usable
            self.swayed |= governor.swayed
            self.giving |= governor.giving
        self.speaking: i64 = self.acting | self.usable
        self.shifting = powers.shifting
        self.extra_soldiers = powers.extra_soldiers
        self.goods_per_soldier = powers.goods_per_soldier
        self.trades_every_season = powers.trades_every_season
        self.wins_ties = powers.wins_ties
        self.token_recruiter = powers.token_recruiter
        self.reinforcer = powers.reinforcer
        self.discounting = powers.discounting
        self.watching = powers.watching
        self.guarding = powers.guarding
        self.comparing = powers.comparing
        self.starting = powers.starting
        self._shown: Shown | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.buildings) if self.governor is None else (*self.buildings, self.governor)

    @property
    def bargains(self) -> list[Bargain]:
        return [bargain for price in self.prices for card in self.discounting for bargain in price.bargains(card)]

    @property
    def shown(self) -> Shown:
        """Found when somebody looks: most hands of a playout are never seen."""
        if self._shown is None:
            self._shown = Shown(self)
        return self._shown

    def acting_at(self, moment: str) -> list[Card]:
        """The cards that act by themselves at this moment."""
        cards, governor = self.estate.acting_at(moment), self.governor
        return cards if governor is None or not governor.acting & MOMENT_BITS[moment] else [*cards, governor]

    def usable_at(self, moment: str) -> list[Card]:
        """The cards that their owner may use at this moment, if not used up."""
        cards, governor = self.estate.usable_at(moment), self.governor
        return cards if governor is None or not governor.usable & MOMENT_BITS[moment] else [*cards, governor]

    def battle(self, enemy: Enemy) -> int:
        """The combat strength of all cards together against this enemy."""
        strength = self.estate.battle(enemy)
        return strength if self.governor is None else strength + self.governor.battle(enemy)

    def walls(self, enemy: Enemy | None) -> Walls:
        """What the buildings add to the combat strength: against this enemy, or against any."""
        return self.estate.walls(enemy)


class Sheet:
    """One side of the province sheet: rows of buildings, top to bottom, and every hand that was met on it."""

    def __init__(self, rows: list[list[Building]]) -> None:
        self.rows = rows
        self.ids = [[building.id for building in row] for row in rows]
        self.columns = max([len(row) for row in rows])
        self.empty = (0,) * len(rows)
        self._row_of = {building.id: number for number, row in enumerate(rows) for building in row}
        self._estates: dict[tuple[int, ...], Estate] = {}
        self._hands_met = 0
        self._powers: dict[tuple[Card, ...], Powers] = {}
        self._price_lists: dict[tuple[Card, ...], PriceList] = {}

    def row_of(self, building: Building) -> int | None:
        return self._row_of.get(building.id)

    def hand(self, tables: Tables, rows: tuple[int, ...], governor: str) -> Hand:
        """The hand of a player whose rows are built so far and who plays this governor."""
        return self._hand_on(tables, self._estate(rows), governor)

    def hand_after(self, tables: Tables, me: Player, building: Building, change: int) -> Hand:
        """The hand of a player who has just built this building (+1) or lost it (-1)."""
        before = me.hand.estate
        known = before.after_building if change > 0 else before.after_loss
        id = building.printed.id
        estate = known.get(id)
        if estate is None:
            rows = list(me.rows)
            rows[self._row_of[id]] += change
            estate = known[id] = self._estate(tuple(rows))
        return self._hand_on(tables, estate, me.governor)

    def _estate(self, rows: tuple[int, ...]) -> Estate:
        estate = self._estates.get(rows)
        if estate is None:
            cards: list[Building] = []
            coming: list[Building | None] = []
            for buildings, built in zip(self.rows, rows, strict=True):
                cards.extend(buildings[:built])
                coming.append(buildings[built] if built < len(buildings) else None)
            estate = self._estates[rows] = Estate(rows, cards, coming)
        return estate

    def _hand_on(self, tables: Tables, estate: Estate, governor: str) -> Hand:
        hand = estate.hands.get(governor)
        if hand is None:
            self._hands_met += 1
            if self._hands_met > _HANDS_KEPT:
                self._hands_met = 0
                self._estates.clear()
            chosen = tables.cards[governor] if governor else None
            answering = estate.answering
            if chosen is not None and chosen.answers:
                answering = (*answering, chosen)
            private = tables.private.get(governor, _NO_ADVISORS)
            hand = estate.hands[governor] = Hand(estate, chosen, self._powers_of(answering), private)
        return hand

    def _powers_of(self, cards: tuple[Card, ...]) -> Powers:
        powers = self._powers.get(cards)
        if powers is None:
            reducing = tuple([card for card in cards if "discount" in card.answers])
            powers = self._powers[cards] = Powers(cards, self._price_list(reducing))
        return powers

    def _price_list(self, reducing: tuple[Card, ...]) -> PriceList:
        listed = self._price_lists.get(reducing)
        if listed is None:
            listed = PriceList([building for row in self.rows for building in row], reducing)
            self._price_lists[reducing] = listed
        return listed


def price_of(building: Building, reducing: Iterable[Card]) -> Goods:
    """The printed cost less all discounts; no kind falls below nothing. [KB2-MOD2-11]"""
    gold, wood, stone = building.printed.cost
    for card in reducing:
        less = card.discount(building)
        gold, wood, stone = gold - less[0], wood - less[1], stone - less[2]
    return max(0, gold), max(0, wood), max(0, stone)


def fuller_prices(building: Building, reducing: Iterable[Card]) -> list[Price]:
    """What the building costs an owner who does without some of the discounts, or without all of them."""
    usual = price_of(building, reducing)
    here = [card for card in reducing if card.discount(building) != NO_GOODS]
    found: list[Price] = []
    for count in range(1, len(here) + 1):
        for left in combinations(here, count):
            cost = price_of(building, [card for card in here if card not in left])
            if cost != usual:
                found.append(Price(building, cost, tuple([card.id for card in left])))
    return found


def update_hand(state: State, me: Player) -> None:
    """Buildings or governor have changed."""
    me.hand = state.sheet.hand(state.tables, me.rows, me.governor)
