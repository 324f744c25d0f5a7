"""The supply: everything a player gains or gives back passes through here, and goods of choice are asked for here."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import ClassVar, Final

from mypy_extensions import i64

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    Declined,
    GoodsGained,
    GoodsPaid,
    SoldiersGained,
    TokenGained,
    TokenPaid,
    VpChanged,
)
from kronrat.games.kingsburg.rules.state import GOLD, GOODS, STONE, WOOD, Goods, Player, State

ALL_KINDS: Final[tuple[int, ...]] = (GOLD, WOOD, STONE)
DECLINE: Final[Choice] = ("decline",)


def gain_goods(state: State, seat: int, goods: Goods, source: str, rule: str) -> None:
    me = state.players[seat]
    me.gold += goods[0]
    me.wood += goods[1]
    me.stone += goods[2]
    if state.listener is not None and goods != (0, 0, 0):
        state.tell(GoodsGained(rule, seat, goods[0], goods[1], goods[2], source))


def pay_goods(state: State, seat: int, goods: Goods, source: str, rule: str) -> None:
    me = state.players[seat]
    me.gold -= goods[0]
    me.wood -= goods[1]
    me.stone -= goods[2]
    if state.listener is not None and goods != (0, 0, 0):
        state.tell(GoodsPaid(rule, seat, goods[0], goods[1], goods[2], source))


def gain_vp(state: State, seat: int, vp: int, source: str, rule: str) -> None:
    state.players[seat].vp += vp
    if state.listener is not None and vp:
        state.tell(VpChanged(rule, seat, vp, source))


def lose_vp(state: State, seat: int, vp: int, source: str, rule: str) -> None:
    """Points may fall below zero, unless the table plays without that. [KB2-VP-1, KB-OPT-3]"""
    me = state.players[seat]
    lost = vp if state.switches.negative_vp else min(vp, max(me.vp, 0))
    me.vp -= lost
    if state.listener is not None and lost:
        state.tell(VpChanged(rule, seat, -lost, source))


def gain_soldiers(state: State, seat: int, soldiers: int, source: str, rule: str) -> None:
    state.players[seat].soldiers += soldiers
    if state.listener is not None and soldiers:
        state.tell(SoldiersGained(rule, seat, soldiers, source))


def pay_plus2(state: State, seat: int, source: str, rule: str) -> None:
    state.players[seat].plus2 -= 1
    if state.listener is not None:
        state.tell(TokenPaid(rule, seat, 1, source))


def gain_plus2(state: State, seat: int, tokens: int, source: str, rule: str) -> None:
    state.players[seat].plus2 += tokens
    if state.listener is not None and tokens:
        state.tell(TokenGained(rule, seat, tokens, source))


def gain_bonus_die(state: State, seat: int, source: str, rule: str) -> None:
    """A bonus die for the coming roll."""
    state.players[seat].extra_dice += 1
    if state.listener is not None:
        state.tell(BonusDieGained(rule, seat, source))


def decline(state: State, seat: int, source: str) -> None:
    """What a card would have given stays in the supply. [KB-TIME-4]"""
    if state.listener is not None:
        state.tell(Declined("KB-TIME-4", seat, source))


# -- goods of choice ---------------------------------------------------------------------------------------------


_named: Final[dict[Choice, Goods]] = {}


def goods_named(choice: Choice) -> Goods:
    """The goods that a choice names."""
    goods = _named.get(choice)
    if goods is None:
        goods = _named[choice] = choice.count("gold"), choice.count("wood"), choice.count("stone")
    return goods


class Handful:
    """A choice that names goods, and how many of each kind they are."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        named = goods_named(choice)
        self.gold: i64 = named[0]
        self.wood: i64 = named[1]
        self.stone: i64 = named[2]


class Handfuls:
    """Every way to name goods of some kinds behind other words: found once for each number of goods."""

    def __init__(self, *words: str, kinds: tuple[int, ...] = ALL_KINDS) -> None:
        self.words = words
        self.kinds = kinds
        self._known: list[list[Handful]] = []

    def _of(self, count: int) -> list[Handful]:
        while len(self._known) <= count:
            picks = combinations_with_replacement(self.kinds, len(self._known))
            self._known.append([Handful((*self.words, *[GOODS[kind] for kind in pick])) for pick in picks])
        return self._known[count]

    def choices(self, count: int) -> list[Choice]:
        return [handful.choice for handful in self._of(count)]

    def affordable(self, me: Player, count: int) -> list[Choice]:
        """Those that name goods which the player owns."""
        gold, wood, stone = me.gold, me.wood, me.stone
        return [h.choice for h in self._of(count) if h.gold <= gold and h.wood <= wood and h.stone <= stone]


_taken: Final[dict[tuple[int, ...], Handfuls]] = {}


def takings(kinds: tuple[int, ...]) -> Handfuls:
    """How to take goods of these kinds from the supply."""
    taken = _taken.get(kinds)
    if taken is None:
        taken = _taken[kinds] = Handfuls("take", kinds=kinds)
    return taken


def why_no_handful(choice: Choice, verbs: tuple[str, ...], count: int, rule: str, me: Player | None) -> Reason:
    """What is wrong with a handful of goods: its form, its number, its kinds or its owner's stock."""
    words = choice[1:]
    if any(word not in GOODS for word in words):
        return malformed(verbs)
    if len(words) != count:
        return Reason(rule, "reason.number_of_goods", {"needs": count, "has": len(words)})
    if list(words) != sorted(words, key=lambda word: GOODS.index(str(word))):
        return Reason("CORE-FORM", "reason.goods_in_order")
    if me is not None:
        named = goods_named(choice)
        for kind in ALL_KINDS:
            if named[kind] > me.amount(kind):
                facts = {"good": GOODS[kind], "needs": named[kind], "has": me.amount(kind)}
                return Reason(rule, "reason.too_few_goods", facts)
    return Reason(rule, "reason.not_these_goods")


class TakeGoods(Decision):
    """Goods of the player's choice, out of `kinds`; those of a card may be declined. [KB-P2c-2, KB-TIME-4]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "count", "kinds", "source", "rule_id", "optional")
    verbs: ClassVar[tuple[str, ...]] = ("take", "decline")

    def __init__(
        self, seat: int, count: int, kinds: tuple[int, ...], source: str, rule_id: str, optional: bool = False
    ) -> None:
        self.seat = seat
        self.count = count
        self.kinds = kinds
        self.source = source
        self.rule_id = rule_id
        self.optional = optional

    def options(self, state: State) -> list[Choice]:
        offer = takings(self.kinds).choices(self.count)
        if self.optional:
            offer.append(DECLINE)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if self.optional and choice == DECLINE:
            decline(state, self.seat, self.source)
            return
        gain_goods(state, self.seat, goods_named(choice), self.source, self.rule_id)

    def forced_by(self, state: State) -> str:
        return self.rule_id

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == DECLINE:
            return Reason(self.rule_id, "reason.not_optional")
        return why_no_handful(choice, self.verbs, self.count, self.rule_id, None)
