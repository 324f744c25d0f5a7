"""Numbers for bots: what a position is worth to a seat, in points.

Points count as they stand; goods, dice, soldiers and cards count for what they are likely to become. The numbers are
judgements, tuned by play, and belong to no rule.
"""

from __future__ import annotations

from kronrat.core.numbers import add_up
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.hooks import Building, Card, Hand
from kronrat.games.kingsburg.rules.influence import placements_of
from kronrat.games.kingsburg.rules.rolling import Reroll
from kronrat.games.kingsburg.rules.state import NO_TOKEN, Player, State
from kronrat.games.kingsburg.rules.tables import Advisor, Enemy
from kronrat.games.kingsburg.rules.year import YEARS

GOOD = 0.95  # a good that will still be built with
SPARE_GOOD = 0.35  # one beyond what a building or two can take
STOCK = 6  # goods that find a use
TOKEN = 0.75
ENVOY = 1.2
PEEK = 0.25
BONUS_DIE = 1.2
DIE = 1.15  # a die that is not rolled yet
ARMY_TOKEN = 0.9
BLOCKED = 0.8  # how surely an advisor is still free on the next turn
LOST_BUILDING = 1.0  # a building lost costs its points and this
USUAL_SOLDIERS = 2  # what a player brings to a battle that is still far


def value(state: State, seat: int) -> float:
    """What the position is worth to this seat."""
    me = state.players[seat]
    if state.over:
        return float(me.vp)
    worth = me.vp + _cards(state, me) + _battles(state, me) + _goods(state, me)
    worth += TOKEN * me.plus2 * _fading(state) + BONUS_DIE * me.extra_dice * (not me.dice)
    if state.envoy == seat:
        worth += ENVOY * _fading(state)
    if me.peeked:
        worth += PEEK
    return worth + _court(state, seat) + _dice_in_hand(state, seat) + _tokens(me)


def _tokens(me: Player) -> float:
    """Army tokens are soldiers to come, and the last one scores."""
    left = list(me.tokens)
    if me.token != NO_TOKEN:
        left.remove(me.token)
    return ARMY_TOKEN * sum(left)


# -- time --------------------------------------------------------------------------------------------------------


SEASONS_AHEAD = (3, 3, 2, 2, 1, 1, 0, 0, 0)  # of this year, at each phase


def seasons_to_come(state: State) -> int:
    """Seasons that have not begun."""
    return (YEARS - state.year) * 3 + SEASONS_AHEAD[state.phase]


def season_ends_to_come(state: State) -> int:
    return seasons_to_come(state) + (state.phase in (2, 4, 6))


def _fading(state: State) -> float:
    """Things for later lose their worth as the last season draws near."""
    return min(1.0, seasons_to_come(state) / 2)


# -- cards -------------------------------------------------------------------------------------------------------


def _cards(state: State, me: Player) -> float:
    return add_up([_card(state, card) for card in me.hand.cards])


def _card(state: State, card: Card) -> float:
    """What a standing card will still bring beyond its points and its strength."""
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
KINGS_DIE: Sent = (1, 2, 3, 4, 5, 6)
USUAL_TOKENS: Sent = (1, 2, 3)

_battle_worth: dict[tuple[Hand, int, str, Sent], float] = {}
_KEPT = 50_000


def _battles(state: State, me: Player) -> float:
    """This year's battle with the soldiers at hand, and the later ones with what a player usually brings."""
    tables = state.tables
    worth = 0.0
    if state.phase < 8 or state.enemies:
        known = state.revealed or me.peeked
        coming = [tables.enemies[state.enemies[0]]] if known and state.enemies else tables.enemies_of(state.year)
        worth += _mean_battle(me.hand, me.soldiers + _soldiers_to_come(state), coming, _sent(state, me))
    later = USUAL_TOKENS if state.switches.army_tokens else KINGS_DIE
    for year in range(state.year + 1, YEARS + 1):
        worth += _mean_battle(me.hand, USUAL_SOLDIERS, tables.enemies_of(year), later)
    return worth


def _sent(state: State, me: Player) -> Sent:
    """What the King may send this year."""
    if not state.switches.army_tokens:
        return KINGS_DIE
    return USUAL_TOKENS if me.token == NO_TOKEN else (me.token,)


def _soldiers_to_come(state: State) -> int:
    """Soldiers that a player may still find this year."""
    return 1 if state.phase < 5 else 0


def _mean_battle(hand: Hand, soldiers: int, coming: list[Enemy], sent: Sent) -> float:
    return add_up([_battle(hand, soldiers, enemy, sent) for enemy in coming]) / len(coming)


def _battle(hand: Hand, soldiers: int, enemy: Enemy, sent: Sent) -> float:
    """What meeting this enemy is worth, over all that the King may send."""
    key = (hand, soldiers, enemy.id, sent)
    if key not in _battle_worth:
        if len(_battle_worth) >= _KEPT:
            _battle_worth.clear()
        strength = soldiers + hand.battle(enemy)
        _battle_worth[key] = add_up([_outcome(hand, strength + more, enemy) for more in sent]) / len(sent)
    return _battle_worth[key]


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


def _goods(state: State, me: Player) -> float:
    """Goods are for building: a stock has its worth, and a building within reach adds what it would gain."""
    builds = season_ends_to_come(state) if state.phase in (2, 4, 6) else seasons_to_come(state)
    if builds == 0:
        scoring = hooks.GAME_END in me.hand.acting
        return me.goods * (0.5 if scoring else 0.02)
    useful = min(me.goods, STOCK if builds > 1 else STOCK - 2)
    worth = useful * GOOD + (me.goods - useful) * SPARE_GOOD
    best = 0.0
    for price in me.hand.prices:
        missing = max(0, price.gold - me.gold) + max(0, price.wood - me.wood) + max(0, price.stone - me.stone)
        cost = price.gold + price.wood + price.stone
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


def _court(state: State, seat: int) -> float:
    """What own dice on advisors will bring, and what the dice at hand can still reach."""
    me = state.players[seat]
    worth = 0.0
    for place, advisor in state.tables.places:
        for group in state.court[place]:
            if group[0] == seat:
                worth += advisor_worth(state, me, advisor)
    if me.dice and seat not in state.passed and state.order:
        worth += BLOCKED * _best_reach(state, seat)
    return worth


def _dice_in_hand(state: State, seat: int) -> float:
    """Dice that are about to be rolled again count for what they usually bring."""
    top = state.stack[-1]
    if not isinstance(top, Reroll) or top.owner != seat:
        return 0.0
    return DIE * (top.own + top.bonus)


def advisor_worth(state: State, me: Player, advisor: Advisor) -> float:
    """What this advisor's help is worth now."""
    building_is_over = seasons_to_come(state) == 0 and state.phase > 6
    good = SPARE_GOOD if building_is_over else GOOD
    worth = sum(advisor.goods) * good + advisor.vp + advisor.plus2 * TOKEN * _fading(state)
    if advisor.soldiers:
        worth += _soldier_worth(state, me, advisor.soldiers + me.hand.extra_soldiers)
    worth += (advisor.choose + len(advisor.one_of) // 2) * (good + 0.1) - advisor.price_vp
    if advisor.trade:
        worth += good + 0.1 if me.goods else 0.3
    if advisor.peek:
        worth += PEEK
    return worth


def _soldier_worth(state: State, me: Player, soldiers: int) -> float:
    known = state.revealed or me.peeked
    coming = [state.tables.enemies[state.enemies[0]]] if known else state.tables.enemies_of(state.year)
    have = me.soldiers + _soldiers_to_come(state)
    sent = _sent(state, me)
    return _mean_battle(me.hand, have + soldiers, coming, sent) - _mean_battle(me.hand, have, coming, sent)


def _best_reach(state: State, seat: int) -> float:
    """The best set of free advisors that the dice at hand can still reach together."""
    me = state.players[seat]
    targets: dict[int, list[tuple[int, float]]] = {}  # rank -> free places of that rank, with their worth
    for place, advisor in [*enumerate(state.tables.advisors, 1), *me.hand.private]:
        if not state.court[place]:
            targets.setdefault(advisor.rank, []).append((place, advisor_worth(state, me, advisor)))
    return _best_set(state, me.clone(), targets, ())


def _best_set(state: State, me: Player, targets: dict[int, list[tuple[int, float]]], taken: tuple[int, ...]) -> float:
    if not me.dice:
        return 0.0
    best = 0.0
    dice, bonus, plus2, used = me.dice, me.bonus, me.plus2, me.used
    placements = placements_of(state, me)
    for choice in placements.free:
        for place, worth in targets.get(int(choice[1]), ()):
            if place in taken:
                continue
            words = tuple([str(word) for word in choice[3:] if isinstance(word, str) and word != "bonus"])
            total = worth - TOKEN * words.count("plus2")
            rest = placements.rest[choice]
            if rest[0]:
                me.dice, me.bonus = rest
                me.used = used + words
                me.plus2 = plus2 - words.count("plus2")
                total += BLOCKED * _best_set(state, me, targets, (*taken, place))
                me.dice, me.bonus, me.plus2, me.used = dice, bonus, plus2, used
            best = max(best, total)
    return best
