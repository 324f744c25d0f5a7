"""Numbers for bots: what a position is worth to a seat, in points.

Points count as they are; goods, dice, soldiers and cards count for what they are likely to become. The numbers are
judgements, tuned by play, and not part of any rule.
"""

from __future__ import annotations

from typing import Final

from kronrat.core.numbers import add_up
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.hooks import Building, Card, Hand
from kronrat.games.kingsburg.rules.reach import Reach, reach_of
from kronrat.games.kingsburg.rules.rolling import Reroll, RollNewDice
from kronrat.games.kingsburg.rules.state import NO_TOKEN, YEARS, Player, State
from kronrat.games.kingsburg.rules.tables import Advisor, Enemy

GOOD: Final = 0.95  # a good that will still be built with
SPARE_GOOD: Final = 0.35  # one beyond what a building or two can take
STOCK: Final = 6  # goods that find a use
TOKEN: Final = 0.75
ENVOY: Final = 1.2
PEEK: Final = 0.25
BONUS_DIE: Final = 1.2
DIE: Final = 1.15  # a die that is not rolled yet
ARMY_TOKEN: Final = 0.9
BLOCKED: Final = 0.8  # how surely an advisor is still free on the next turn
LOST_BUILDING: Final = 1.0  # a building lost costs its points and this
USUAL_SOLDIERS: Final = 2  # what a player brings to a battle that is still far
_KEPT: Final = 50_000  # of each kind of number that was worked out once; forgetting them now and then keeps memory flat


def value(state: State, seat: int) -> float:
    """What the position is worth to this seat."""
    me = state.players[seat]
    if state.over:
        return float(me.vp)
    knows = state.revealed or me.peeked
    worth = int(me.vp) + cards_worth(state, me) + battles_worth(state, me, knows, me.token) + goods_worth(state, me)
    worth += TOKEN * int(me.plus2) * _fading(state) + BONUS_DIE * int(me.extra_dice) * (not me.dice)
    if state.envoy == seat:
        worth += ENVOY * _fading(state)
    if me.peeked:
        worth += PEEK
    if state.switches.priest_blesses_rolls:
        worth += _blessed_dice(state, seat)
    return worth + court_worth(state, seat, knows, me.token) + _dice_in_hand(state, seat) + _tokens(me)


def _tokens(me: Player) -> float:
    """Army tokens are soldiers to come, and the last one scores."""
    left = list(me.tokens)
    if me.token != NO_TOKEN:
        left.remove(me.token)
    return ARMY_TOKEN * sum(left)


# -- time --------------------------------------------------------------------------------------------------------


SEASONS_AHEAD: Final[tuple[int, ...]] = (3, 3, 2, 2, 1, 1, 0, 0, 0)  # of this year, at each phase


def seasons_to_come(state: State) -> int:
    """Seasons that have not begun."""
    return (YEARS - state.year) * 3 + SEASONS_AHEAD[state.phase]


def season_ends_to_come(state: State) -> int:
    return seasons_to_come(state) + (state.phase in (2, 4, 6))


def _fading(state: State) -> float:
    """Things for later lose their worth as the last season draws near."""
    return min(1.0, seasons_to_come(state) / 2)


# -- cards -------------------------------------------------------------------------------------------------------


_worth_of_cards: Final[dict[tuple[Hand, int, int], float]] = {}


def cards_worth(state: State, me: Player) -> float:
    key = (me.hand, state.year, state.phase)
    worth = _worth_of_cards.get(key)
    if worth is None:
        if len(_worth_of_cards) >= _KEPT:
            _worth_of_cards.clear()
        worth = add_up([_card(state, card) for card in me.hand.cards])
        _worth_of_cards[key] = worth
    return worth


def _card(state: State, card: Card) -> float:
    """What a card in play will still bring beyond its points and its strength."""
    each, worth = card.worth
    if not worth:
        return 0.0
    if each == "season":
        return worth * seasons_to_come(state)
    if each == "season_end":
        return worth * season_ends_to_come(state)
    if each == "summer":
        return worth * (YEARS - state.year + (state.phase <= 4))
    return worth * (YEARS - state.year + 1)


# -- battles -----------------------------------------------------------------------------------------------------

Sent = tuple[int, ...]  # the reinforcements that may come, each equally likely
KINGS_DIE: Final[Sent] = (1, 2, 3, 4, 5, 6)
USUAL_TOKENS: Final[Sent] = (1, 2, 3)
NOT_KNOWN: Final = ""  # instead of the id of an enemy
NO_BATTLE: Final = "-"  # this year's is over

_battle_worth: Final[dict[tuple[Hand, int, str, Sent], float]] = {}
_battles_ahead: Final[dict[tuple[Hand, int, str, int, Sent], float]] = {}


def battles_worth(state: State, me: Player, knows: bool, token: int) -> float:
    """This year's battle with the soldiers at hand, and the later ones with what a player usually brings.

    So far as somebody can tell who `knows` this year's enemy or does not, and this army token.
    """
    coming = NO_BATTLE
    if state.phase < 8 or state.enemies:
        coming = state.enemies[0] if knows and state.enemies else NOT_KNOWN
    sent = _sent(state, token)
    key = (me.hand, state.year, coming, me.soldiers + _soldiers_to_come(state), sent)
    worth = _battles_ahead.get(key)
    if worth is None:
        if len(_battles_ahead) >= _KEPT:
            _battles_ahead.clear()
        worth = _weigh_battles(state, me, coming, sent)
        _battles_ahead[key] = worth
    return worth


def _weigh_battles(state: State, me: Player, coming: str, sent: Sent) -> float:
    worth = 0.0
    if coming != NO_BATTLE:
        worth += _mean_battle(me.hand, me.soldiers + _soldiers_to_come(state), _enemies(state, coming), sent)
    later = USUAL_TOKENS if state.switches.army_tokens else KINGS_DIE
    for year in range(state.year + 1, YEARS + 1):
        worth += _mean_battle(me.hand, USUAL_SOLDIERS, state.tables.enemies_of(year), later)
    return worth


def _enemies(state: State, coming: str) -> list[Enemy]:
    """Those that may come this year."""
    return state.tables.enemies_of(state.year) if coming == NOT_KNOWN else [state.tables.enemies[coming]]


def _sent(state: State, token: int) -> Sent:
    """What the King may send this year."""
    if not state.switches.army_tokens:
        return KINGS_DIE
    return USUAL_TOKENS if token == NO_TOKEN else (token,)


def _soldiers_to_come(state: State) -> int:
    """Soldiers that a player may still find this year."""
    return 1 if state.phase < 5 else 0


def _mean_battle(hand: Hand, soldiers: int, coming: list[Enemy], sent: Sent) -> float:
    return add_up([_battle(hand, soldiers, enemy, sent) for enemy in coming]) / len(coming)


def _battle(hand: Hand, soldiers: int, enemy: Enemy, sent: Sent) -> float:
    """What meeting this enemy is worth, over all that the King may send."""
    key = (hand, soldiers, enemy.id, sent)
    worth = _battle_worth.get(key)
    if worth is None:
        if len(_battle_worth) >= _KEPT:
            _battle_worth.clear()
        strength = soldiers + hand.battle(enemy)
        worth = add_up([_outcome(hand, strength + more, enemy) for more in sent]) / len(sent)
        _battle_worth[key] = worth
    return worth


def _outcome(hand: Hand, strength: int, enemy: Enemy) -> float:
    if strength > enemy.strength or (strength == enemy.strength and hand.wins_ties):
        return sum(enemy.gives) * GOOD + enemy.gives_any * GOOD + enemy.gives_vp + 0.5
    if strength == enemy.strength:
        return 0.0
    goods = min(sum(enemy.takes), 2) + min(enemy.takes_any, 2)
    lost = enemy.takes_vp + goods * GOOD * 0.6
    if enemy.takes_buildings and hand.buildings:
        lost += _next_to_fall(hand) + LOST_BUILDING
    return -lost


def _next_to_fall(hand: Hand) -> int:
    """The points of the building that a lost battle would destroy."""
    column = max([card.printed.column for card in hand.buildings])
    return next(card.printed.vp for card in hand.buildings if card.printed.column == column)


# -- goods -------------------------------------------------------------------------------------------------------


_worth_of_goods: Final[dict[tuple[Hand, int, int, int, int, int], float]] = {}


def goods_worth(state: State, me: Player) -> float:
    key = (me.hand, state.year, state.phase, me.gold, me.wood, me.stone)
    worth = _worth_of_goods.get(key)
    if worth is None:
        if len(_worth_of_goods) >= _KEPT:
            _worth_of_goods.clear()
        worth = _weigh_goods(state, me)
        _worth_of_goods[key] = worth
    return worth


def _weigh_goods(state: State, me: Player) -> float:
    """Goods are for building: a stock has its worth, and a building within reach adds what it would gain."""
    builds = season_ends_to_come(state) if state.phase in (2, 4, 6) else seasons_to_come(state)
    if builds == 0:
        scoring = me.hand.acting_at(hooks.GAME_END)
        return me.goods * (0.5 if scoring else 0.02)
    useful = min(me.goods, STOCK if builds > 1 else STOCK - 2)
    worth = useful * GOOD + (me.goods - useful) * SPARE_GOOD
    best = 0.0
    for price in me.hand.prices:
        missing = max(0, price.gold - me.gold) + max(0, price.wood - me.wood) + max(0, price.stone - me.stone)
        cost = price.goods
        gain = price.building.printed.vp + _card(state, price.building) + _strength_worth(state, price.building)
        net = gain - cost * GOOD * 0.9
        if net > 0:
            best = max(best, net * 0.9 * 0.75**missing)
    return worth + best


def _strength_worth(state: State, building: Building) -> float:
    """A rough worth of a building's strength in the battles to come."""
    printed = building.printed
    strength = printed.battle + 0.25 * sum(printed.against.values())
    return 0.6 * strength * (YEARS - state.year + 1)


# -- dice and court ----------------------------------------------------------------------------------------------


Worths = tuple[float, ...]  # of the advisor at each place of the court

_worth_of_help: Final[dict[tuple[Hand, int, int, str, int, Sent, bool], Worths]] = {}


def court_worth(state: State, seat: int, knows: bool, token: int) -> float:
    """What own dice on advisors will bring, and what the dice at hand can still reach."""
    me = state.players[seat]
    court = state.court
    reaching = bool(me.dice) and seat not in state.passed and bool(state.order)
    if not reaching and not any(court):
        return 0.0
    worths = _advisor_worths(state, me, knows, token)
    worth = 0.0
    for place, _ in state.tables.places:
        for group in court[place]:
            if group[0] == seat:
                worth += worths[place]
    if reaching:
        worth += BLOCKED * _best_reach(state, me, worths)
    return worth


def _dice_in_hand(state: State, seat: int) -> float:
    """Dice that are about to be rolled again count for what they usually bring."""
    top = state.stack[-1]
    if not isinstance(top, Reroll) or top.owner != seat:
        return 0.0
    return DIE * (top.own + top.bonus)


def _blessed_dice(state: State, seat: int) -> float:
    """The same of bonus dice that were handed out after the roll and wait for it. [KB2-OPT-2]"""
    waiting = any([isinstance(step, RollNewDice) and step.owner == seat for step in state.stack])
    return DIE * int(state.players[seat].extra_dice) if waiting else 0.0


def _advisor_worths(state: State, me: Player, knows: bool, token: int) -> Worths:
    """What the help of the advisor at each place is worth now."""
    coming = state.enemies[0] if knows and state.enemies else NOT_KNOWN
    sent = _sent(state, token)
    key = (me.hand, state.year, state.phase, coming, me.soldiers, sent, me.goods > 0)
    worths = _worth_of_help.get(key)
    if worths is None:
        if len(_worth_of_help) >= _KEPT:
            _worth_of_help.clear()
        found = [0.0] * (len(state.tables.places) + 1)
        for place, advisor in state.tables.places:
            found[place] = _advisor_worth(state, me, advisor, coming, sent)
        worths = tuple(found)
        _worth_of_help[key] = worths
    return worths


def _advisor_worth(state: State, me: Player, advisor: Advisor, coming: str, sent: Sent) -> float:
    building_is_over = seasons_to_come(state) == 0 and state.phase > 6
    good = SPARE_GOOD if building_is_over else GOOD
    worth = sum(advisor.goods) * good + advisor.vp + advisor.plus2 * TOKEN * _fading(state)
    if advisor.soldiers:
        worth += _soldier_worth(state, me, advisor.soldiers + me.hand.extra_soldiers, coming, sent)
    worth += (advisor.choose + len(advisor.one_of) // 2) * (good + 0.1) - advisor.price_vp
    if advisor.trade:
        worth += good + 0.1 if me.goods else 0.3
    if advisor.peek:
        worth += PEEK
    return worth


def _soldier_worth(state: State, me: Player, soldiers: int, coming: str, sent: Sent) -> float:
    enemies = _enemies(state, coming)
    have = me.soldiers + _soldiers_to_come(state)
    return _mean_battle(me.hand, have + soldiers, enemies, sent) - _mean_battle(me.hand, have, enemies, sent)


def _best_reach(state: State, me: Player, worths: Worths) -> float:
    """The best set of free advisors that the dice at hand can still reach together."""
    court = state.court
    free: list[list[int]] = [[] for _ in range(len(state.tables.advisors) + 1)]  # by rank
    best = 0.0
    for rank in range(1, len(free)):
        if not court[rank]:
            free[rank].append(rank)
            best = max(best, worths[rank])
    for place, advisor in me.hand.private:
        if not court[place]:
            free[advisor.rank].append(place)
            best = max(best, worths[place])
    return _best_set(reach_of(state, me), worths, free, 0, best)


def _best_set(reach: Reach, worths: Worths, free: list[list[int]], taken: int, highest: float) -> float:
    """One group of dice after the other; `taken` are bits of places, and nothing free is worth more than `highest`."""
    best = 0.0
    for way in reach.ways:
        hope = BLOCKED * highest * way.groups  # more than the dice that remain can bring
        for place in free[way.rank]:
            if taken >> place & 1:
                continue
            total = worths[place] - way.tokens * TOKEN
            if way.rest is not None and total + hope > best:
                total += BLOCKED * _best_set(way.rest, worths, free, taken | 1 << place, highest)
            if total > best:
                best = total
    return best
