"""What is known about Kingsburg apart from its rules' code: invariants, a ledger, possible worlds, legal choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.games.kingsburg.rules import events as told
from kronrat.games.kingsburg.rules.state import Player, State
from kronrat.testing import Ledger, Subject, rule_ids
from tests.profile import EFFORT

GOODS = ("gold", "wood", "stone")
SHEETS = {5: "BCDEF", 7: "ABCDEFG"}  # the rows of both sides of the sheet, from the top
NEUTRAL, NOBODY = -3, -1


@cache
def game() -> Game:
    return kronrat.load("kingsburg")


def subject(seats: int, **options: str) -> Subject:
    brute = None if "modules" in options else legal
    return Subject(
        game(),
        seats,
        options,
        check=check,
        ledger=Books,
        worlds=worlds,
        brute=brute,
        rules=rule_ids("kingsburg"),
        topics=("dice", "odds", "outlook"),
        effort=EFFORT,
    )


# -- invariants ------------------------------------------------------------------------------------------------------


def check(state: State) -> None:
    """Nothing is negative but points, rows have no gaps, and dice are where dice can be."""
    for player in state.players:
        amounts = (player.gold, player.wood, player.stone, player.soldiers, player.plus2, player.extra_dice)
        assert min(amounts) >= 0
        assert player.vp >= 0 or state.switches.options["negative_vp"] == "yes"
        assert sorted(card.id for card in player.hand.buildings) == sorted(standing_in(player))
        for dice in (player.dice, player.bonus):
            assert list(dice) == sorted(dice)
            assert all(1 <= face <= 6 for face in dice)
    if not plays(state, "governors"):  # some of whom bend these rules
        check_court(state)
    assert state.envoy in (NOBODY, *range(state.seats))
    assert sorted(state.order) == list(range(state.seats))
    years = [state.tables.enemies[enemy].year for enemy in state.enemies]
    beaten = state.phase == 8 and len(years) == 5 - state.year  # this year's enemy has left
    assert years == list(range(state.year + beaten, state.year + beaten + len(years)))


def plays(state: State, module: str) -> bool:
    return module in state.switches.options["modules"].split(",")


def check_court(state: State) -> None:
    """An advisor has one group, or a second one by the envoy; nobody has more than three own dice."""
    assert not state.court[0]
    for rank, groups in enumerate(state.court):
        assert len(groups) <= 2, f"advisor {rank}"
        if len(groups) == 2:
            assert groups[1][-1] == "envoy"
    for seat, player in enumerate(state.players):
        placed = [group for groups in state.court for group in groups if group[0] == seat]
        own = [face for group in placed for face in own_faces(group)]
        assert len(own) + len(player.dice) <= 3


def own_faces(group: Choice) -> list[str | int]:
    words = list(group[1:])
    if "bonus" in words:
        words = words[: words.index("bonus")]
    return [word for word in words if isinstance(word, int)]


@cache
def sheet() -> dict[tuple[str, int], tuple[str, dict[str, Any]]]:
    """The printed buildings by row and column."""
    rows = game().rows["buildings"]
    return {(printed["row"], printed["column"]): (id, dict(printed)) for id, printed in rows.items()}


def standing_in(player: Player) -> list[str]:
    """The buildings that stand if every row is built from the left without gaps."""
    rows = zip(SHEETS[len(player.rows)], player.rows, strict=True)
    return [sheet()[row, column][0] for row, built in rows for column in range(1, built + 1)]


# -- what events say -------------------------------------------------------------------------------------------------


class Books(Ledger):
    """Goods, points, soldiers, tokens and buildings of every seat, according to the events."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.goods = [[0, 0, 0] for _ in range(seats)]
        self.vp = [0] * seats
        self.soldiers = [0] * seats
        self.plus2 = [0] * seats
        self.buildings: list[set[str]] = [set() for _ in range(seats)]

    def hear(self, event: Event) -> None:
        match event:
            case told.GoodsGained():
                self._move(event.seat, (event.gold, event.wood, event.stone), +1)
            case told.GoodsPaid():
                self._move(event.seat, (event.gold, event.wood, event.stone), -1)
            case told.VpChanged():
                self.vp[event.seat] += event.vp
            case told.SoldiersGained():
                self.soldiers[event.seat] += event.soldiers
            case told.ReinforcementsSent():
                self.soldiers = [soldiers + event.soldiers for soldiers in self.soldiers]
            case told.TokensRevealed():
                self.soldiers = [has + token for has, token in zip(self.soldiers, event.tokens, strict=True)]
            case told.SoldiersDismissed():
                self.soldiers = [0] * self.seats
            case told.TokenGained():
                self.plus2[event.seat] += event.plus2
            case told.TokenPaid():
                self.plus2[event.seat] -= event.plus2
            case told.AdvisorInfluenced():
                self.plus2[event.seat] -= event.group.count("plus2")
            case told.BuildingBuilt():
                assert event.building not in self.buildings[event.seat]
                self.buildings[event.seat].add(event.building)
            case told.BuildingDestroyed():
                self.buildings[event.seat].remove(event.building)

    def _move(self, seat: int, goods: tuple[int, int, int], sign: int) -> None:
        assert min(goods) >= 0
        self.goods[seat] = [has + sign * moved for has, moved in zip(self.goods[seat], goods, strict=True)]

    def balance(self, state: State) -> None:
        for seat, player in enumerate(state.players):
            assert [player.gold, player.wood, player.stone] == self.goods[seat]
            assert player.vp == self.vp[seat]
            assert player.soldiers == self.soldiers[seat]
            assert player.plus2 == self.plus2[seat]
            assert {card.id for card in player.hand.buildings} == self.buildings[seat]


# -- what a seat holds possible --------------------------------------------------------------------------------------


def worlds(state: State, seat: int | None) -> Iterator[State]:
    """Every enemy, governor and army token that the seat has not seen, in every way it could be."""
    for enemies in enemy_stacks(state, seat):
        for hands in governor_hands(state, seat):
            for tokens in army_tokens(state, seat):
                world = state.clone()
                world.enemies = enemies
                for player, (dealt, chosen), token in zip(world.players, hands, tokens, strict=True):
                    player.dealt, player.chosen, player.token = dealt, chosen, token
                yield world


def enemy_stacks(state: State, seat: int | None) -> Iterator[tuple[str, ...]]:
    """Any enemy of its year, except one that is revealed or that the seat has peeked at."""
    known = state.revealed or (seat is not None and state.players[seat].peeked)
    printed = game().rows["enemies"]
    piles = []
    for place, card in enumerate(state.enemies):
        year = printed[card]["year"]
        pile = [id for id, enemy in printed.items() if enemy["year"] == year]
        piles.append([card] if known and place == 0 else pile)
    yield from product(*piles)


Hand = tuple[tuple[str, ...], str]  # the governors dealt to a player, and the one chosen


def governor_hands(state: State, seat: int | None) -> Iterator[list[Hand]]:
    """Any deal of the cards that the seat was not dealt; a seat that has chosen may have chosen any of its cards."""
    hands: list[Hand] = [(player.dealt, player.chosen) for player in state.players]
    others = [n for n, (dealt, _) in enumerate(hands) if dealt and n != seat]
    mine = () if seat is None else hands[seat][0]
    deck = [id for id in game().rows["governors"] if id not in mine]

    def deal(n: int, left: list[str]) -> Iterator[list[Hand]]:
        if n == len(others):
            yield list(hands)
            return
        dealt, chosen = state.players[others[n]].dealt, state.players[others[n]].chosen
        for cards in combinations(left, len(dealt)):
            for choice in cards if chosen else ("",):
                hands[others[n]] = (cards, choice)
                yield from deal(n + 1, [id for id in left if id not in cards])

    yield from deal(0, deck)


def army_tokens(state: State, seat: int | None) -> Iterator[tuple[int, ...]]:
    """A seat that has chosen may have chosen any of its tokens."""
    known = [n == seat or player.token < 0 for n, player in enumerate(state.players)]
    yield from product(*[(p.token,) if sure else p.tokens for sure, p in zip(known, state.players, strict=True)])


# -- legal choices, found the long way -------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[Choice] | None:
    """All legal choices at the larger questions of the base game, from the rules and the printed data alone."""
    if seat < 0:
        return None
    question = type(state.stack[-1]).__name__
    me = state.players[seat]
    if question == "Influence":
        return [("pass",), *placements(state, seat)]
    if question == "Build":
        second = ("envoy",) if "envoy" in state.options(seat)[0] else ()
        ways = [*within_means(me), *without_crane(state, seat)]
        answers = [("ask", card) for card in (*me.accepts, *me.declines) if ways]
        return [("pass",), *[("build", *way, *second) for way in ways], *answers]
    if question == "Recruit":
        price = 1 if "barracks" in standing_in(me) else 2
        return [("done",), *[("recruit", *goods) for goods in handfuls(me, price)]]
    if question == "LoseGoods":
        return [("lose", *goods) for goods in handfuls(me, len(state.options(seat)[0]) - 1)]
    return None


def placements(state: State, seat: int) -> set[Choice]:
    """Every choice of physical dice, with and without token, Market and envoy, that hits an advisor. [KB-P2b-3]"""
    me = state.players[seat]
    token_left = me.plus2 > 0 and not (state.switches.options["plus2"] == "season" and "plus2" in me.used)
    market_left = "market" in standing_in(me) and "market" not in me.used
    found: set[Choice] = set()
    for own, bonus in product(subsets(me.dice), subsets(me.bonus)):
        if not own:
            continue
        for token, shift in product((0, 2) if token_left else (0,), (-1, 0, 1) if market_left else (0,)):
            rank = sum(own) + sum(bonus) + token + shift
            if not 1 <= rank <= 18:
                continue
            taken = len(state.court[rank]) > 0
            if taken and state.envoy != seat:
                continue
            words: list[str | int] = ["influence", rank, *sorted(own)]
            words += ["bonus", *sorted(bonus)] if bonus else []
            words += ["plus2"] if token else []
            words += ["market"] if shift else []
            words += ["envoy"] if taken else []
            found.add(tuple(words))
    return found


def subsets(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [chosen for count in range(len(dice) + 1) for chosen in combinations(dice, count)]


def within_means(me: Player) -> list[Choice]:
    """The next building of each row, if the goods suffice. [KB-P2d-2, KB-P2d-3, KB-BLD-CRANE-1]"""
    return [(id,) for id, column, cost in next_buildings(me) if pays(me, cost, crane_saves(me, column))]


def without_crane(state: State, seat: int) -> list[Choice]:
    """The same at the full price, where the gold saved may decide whom the King helps. [KB-TIME-4]"""
    me = state.players[seat]
    if state.switches.options["edition"] == "1e" or (state.year == 5 and state.phase > 5):
        return []
    found: list[Choice] = []
    for id, column, cost in next_buildings(me):
        if crane_saves(me, column) and pays(me, cost, 0) and goods_may_decide(state, seat, me.goods - sum(cost)):
            found.append((id, "without", "crane"))
    return found


def goods_may_decide(state: State, seat: int, left: int) -> bool:
    """With one building more: whether some rival may end level with the fewest buildings and goods about as many."""
    for more in product((0, 1), repeat=state.seats):
        counts = [sum(player.rows) + (number == seat) for number, player in enumerate(state.players)]
        counts = [count + later for count, later in zip(counts, more, strict=True)]
        level = [rival for rival in range(state.seats) if rival != seat and counts[rival] == counts[seat]]
        if counts[seat] == min(counts) and any(left - 1 <= state.players[rival].goods <= left + 2 for rival in level):
            return True
    return False


def next_buildings(me: Player) -> Iterator[tuple[str, int, list[int]]]:
    """The next building of each row, with its column and its printed cost."""
    for row, built in zip(SHEETS[len(me.rows)], me.rows, strict=True):
        if built < 4:
            id, printed = sheet()[row, built + 1]
            yield id, built + 1, [printed[good] for good in GOODS]


def crane_saves(me: Player, column: int) -> int:
    return 1 if "crane" in standing_in(me) and column >= 3 else 0


def pays(me: Player, cost: list[int], cheaper: int) -> bool:
    return me.gold >= cost[0] - cheaper and me.wood >= cost[1] and me.stone >= cost[2]


def handfuls(me: Player, count: int) -> list[tuple[str, ...]]:
    """All ways to take this many goods from one's own."""
    own = {"gold": me.gold, "wood": me.wood, "stone": me.stone}
    picks = combinations_with_replacement(GOODS, count)
    return [pick for pick in picks if all(pick.count(good) <= own[good] for good in GOODS)]
