"""What players may ask about their view: what the advisors would bring, what could then be built, and the odds of the
battle, as things are now: what other cards may still add later is not included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from kronrat.games.kingsburg.rules.hooks import Hand, Sheet
from kronrat.games.kingsburg.rules.state import Goods
from kronrat.games.kingsburg.rules.supply import ALL_KINDS, goods_named, handfuls
from kronrat.games.kingsburg.rules.tables import Advisor, Enemy, Tables
from kronrat.games.kingsburg.rules.view import PlayerView, View

Stocks = frozenset[Goods]

DIE = range(1, 7)
MORE_SOLDIERS = 16  # the odds are given for up to this many more soldiers


class Help(TypedDict):
    """What advisors would give; `goods` are of choice, `buildings` could then be paid."""

    gold: int
    wood: int
    stone: int
    goods: int
    vp: int
    soldiers: int
    plus2: int
    buildings: list[str]


class Odds(TypedDict):
    """How many of all equally likely cases are victories, draws and defeats: with more soldiers, with each token."""

    odds: list[list[int]]  # with none more, with one more, …
    tokens: dict[str, list[int]]


Outlook = TypedDict(
    "Outlook",
    {
        "prices": dict[str, list[int]],
        "stands": Help | None,
        "with": dict[str, Help],
        "private": dict[str, Help],
        "battle": Odds | None,
    },
)


def outlook(tables: Tables, sheet: Sheet, view: View) -> Outlook:
    """What a seat can look forward to.

    The prices of the buildings that come next; what the advisors influenced so far would bring (`stands`), and with one
    more of each rank, of the board (`with`) or of an own card (`private`); and the odds of the `battle`.
    """
    seat = view["seat"]
    answer: Outlook = {"prices": {}, "stands": None, "with": {}, "private": {}, "battle": None}
    if seat is None:
        return answer
    me = view["players"][seat]
    hand = _hand(tables, sheet, me)
    answer["prices"] = {price.building.id: [price.gold, price.wood, price.stone] for price in hand.prices}
    answer["battle"] = _battle(tables, view, me, hand)
    if len(view["passed"]) < view["seats"]:
        influenced = [int(p) for p, groups in view["court"].items() for group in groups if group[0] == seat]
        answer["stands"] = _help(tables, hand, me, influenced)
        own = {place: advisor.rank for place, advisor in hand.private}
        for place, advisor in tables.places:
            if place == advisor.rank or place in own:
                helping = _help(tables, hand, me, [*influenced, place])
                brought = answer["private"] if place in own else answer["with"]
                brought[str(advisor.rank)] = helping
    return answer


def _hand(tables: Tables, sheet: Sheet, player: PlayerView) -> Hand:
    rows = tuple([len([b for b in row if b.id in player["buildings"]]) for row in sheet.rows])
    return sheet.hand(tables, rows, player["governor"])


# -- what advisors bring -------------------------------------------------------------------------------------------


def _help(tables: Tables, hand: Hand, me: PlayerView, influenced: list[int]) -> Help:
    """All that these advisors would give: what is certain, goods of choice, and the buildings that could be paid."""
    sums: Help = {
        "gold": 0,
        "wood": 0,
        "stone": 0,
        "goods": 0,
        "vp": 0,
        "soldiers": 0,
        "plus2": 0,
        "buildings": [],
    }
    stocks: Stocks = frozenset([(me["gold"], me["wood"], me["stone"])])
    for place, advisor in tables.places:
        for _ in range(influenced.count(place)):
            stocks = frozenset([after for stock in stocks for after in _after(stock, advisor)])
            if advisor.trade or advisor.price_vp:
                continue  # a bargain that may be declined: only the stocks know of it
            sums["gold"] += advisor.goods[0]
            sums["wood"] += advisor.goods[1]
            sums["stone"] += advisor.goods[2]
            sums["goods"] += advisor.choose or bool(advisor.one_of)
            sums["vp"] += advisor.vp
            sums["plus2"] += advisor.plus2
            sums["soldiers"] += advisor.soldiers + hand.extra_soldiers if advisor.soldiers else 0
    prices = [(p.building.id, (p.gold, p.wood, p.stone)) for p in hand.prices]
    sums["buildings"] = [id for id, cost in prices if any([_covers(stock, cost) for stock in stocks])]
    return sums


def _after(stock: Goods, advisor: Advisor) -> Iterator[Goods]:
    """Every stock that this advisor's help can lead to."""
    if advisor.trade:
        yield stock
        for given in ALL_KINDS:
            if stock[given]:
                yield _sum(stock, (1, 1, 1), (-2 * (given == 0), -2 * (given == 1), -2 * (given == 2)))
    elif advisor.choose or advisor.one_of:
        if advisor.price_vp:
            yield stock
        kinds = advisor.one_of or ALL_KINDS
        for handful in handfuls("take", kinds, advisor.choose or 1):
            yield _sum(stock, advisor.goods, goods_named(handful))
    else:
        yield _sum(stock, advisor.goods)


def _sum(*stocks: Goods) -> Goods:
    return sum([s[0] for s in stocks]), sum([s[1] for s in stocks]), sum([s[2] for s in stocks])


def _covers(stock: Goods, cost: Goods) -> bool:
    return stock[0] >= cost[0] and stock[1] >= cost[1] and stock[2] >= cost[2]


# -- the battle ----------------------------------------------------------------------------------------------------


def _battle(tables: Tables, view: View, me: PlayerView, hand: Hand) -> Odds | None:
    """The odds of this Winter; None once the enemy is revealed."""
    if view["enemy_open"]:
        return None
    known = view["enemy"]
    enemies = [tables.enemies[known]] if known else tables.enemies_of(view["year"])
    answer: Odds = {"odds": [], "tokens": {}}
    if me["tokens"]:
        for token in sorted(set(me["tokens"])):
            answer["tokens"][str(token)] = _odds(hand, enemies, me["soldiers"], _mustered(hand, token))
    else:
        for more in range(MORE_SOLDIERS + 1):
            answer["odds"].append(_odds(hand, enemies, me["soldiers"] + more, _reinforced(hand)))
    return answer


def _reinforced(hand: Hand) -> list[int]:
    """The soldiers that the King's die may bring, each with the same chance. [KB-P8-2]"""
    if hand.reinforcer is None:
        return list(DIE)
    return [max(sent, own) for sent in DIE for own in DIE]


def _mustered(hand: Hand, token: int) -> list[int]:
    """The same for an army token. [KB2-MOD3-2]"""
    return [token] if hand.reinforcer is None else [max(token, (own + 1) // 2) for own in DIE]


def _odds(hand: Hand, enemies: list[Enemy], soldiers: int, reinforcements: list[int]) -> list[int]:
    """How many of all equally likely cases are victories, draws and defeats. [KB-P8-5, KB-P8-18, KB-P8-19]"""
    cases = [0, 0, 0]
    for enemy in enemies:
        for sent in reinforcements:
            margin = soldiers + sent + hand.battle(enemy) - enemy.strength
            cases[0 if margin > 0 or (margin == 0 and hand.wins_ties) else 1 if margin == 0 else 2] += 1
    return cases
