"""What players may ask about their view: what the advisors would bring, and what could then be built, as things are
now: what other cards may still add later is not included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from kronrat.games.kingsburg.rules.hooks import Hand, Sheet
from kronrat.games.kingsburg.rules.state import Goods
from kronrat.games.kingsburg.rules.supply import ALL_KINDS, goods_named, takings
from kronrat.games.kingsburg.rules.tables import Advisor, Tables
from kronrat.games.kingsburg.rules.view import PlayerView, View

Stocks = frozenset[Goods]


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


Outlook = TypedDict(
    "Outlook",
    {
        "prices": dict[str, list[int]],
        "stands": Help | None,
        "with": dict[str, Help],
        "private": dict[str, Help],
    },
)


def outlook(tables: Tables, sheet: Sheet, view: View) -> Outlook:
    """What a seat can look forward to.

    The prices of the buildings that come next; what the advisors influenced so far would bring (`stands`), and with one
    more of each rank, of the board (`with`) or of an own card (`private`).
    """
    seat = view["seat"]
    answer: Outlook = {"prices": {}, "stands": None, "with": {}, "private": {}}
    if seat is None:
        return answer
    me = view["players"][seat]
    hand = hand_of(tables, sheet, me)
    answer["prices"] = {price.building.id: [price.gold, price.wood, price.stone] for price in hand.prices}
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


def hand_of(tables: Tables, sheet: Sheet, player: PlayerView) -> Hand:
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
        for handful in takings(kinds).choices(advisor.choose or 1):
            yield _sum(stock, advisor.goods, goods_named(handful))
    else:
        yield _sum(stock, advisor.goods)


def _sum(*stocks: Goods) -> Goods:
    return sum([s[0] for s in stocks]), sum([s[1] for s in stocks]), sum([s[2] for s in stocks])


def _covers(stock: Goods, cost: Goods) -> bool:
    return stock[0] >= cost[0] and stock[1] >= cost[1] and stock[2] >= cost[2]
