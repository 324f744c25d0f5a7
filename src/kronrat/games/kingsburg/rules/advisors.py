"""Step c of a season: the advisors help those who influenced them, from the Jester up to the King."""

from __future__ import annotations

from typing import ClassVar, cast

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.rules.events import Declined, EnemyLookedAt, EnemySeen
from kronrat.games.kingsburg.rules.state import GOODS, NEUTRAL, State
from kronrat.games.kingsburg.rules.supply import (
    ALL_KINDS,
    DECLINE,
    TakeGoods,
    gain_goods,
    gain_plus2,
    gain_soldiers,
    gain_vp,
    goods_named,
    lose_vp,
    pay_goods,
    takings,
    why_no_handful,
)
from kronrat.games.kingsburg.rules.tables import Advisor


class Help(Step):
    """Advisors help in ascending rank, the groups of one rank in the order they were placed. [KB-P2c-1, KB-P2c-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "group")

    def __init__(self, turn: int, group: int) -> None:
        self.turn = turn  # how many places have helped already
        self.group = group

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.pause("chosen" if self.turn or self.group else "placed")
        court = state.court
        helping = state.tables.helping
        first = self.group
        for turn in range(self.turn, len(helping)):
            groups = court[helping[turn]]
            if groups:
                advisor = state.tables.places[turn][1]
                for index in range(first, len(groups)):
                    seat = cast(int, groups[index][0])
                    if seat != NEUTRAL:
                        question = help_seat(state, seat, advisor)
                        if question is not None:
                            state.stack.append(Help(turn, index + 1))
                            if advisor.goes_on:
                                state.stack.append(HelpOn(seat, turn))
                            state.stack.append(question)
                            return
                        if advisor.goes_on:
                            help_on(state, seat, advisor)
            first = 0


class HelpOn(Step):
    """What an advisor still gives and shows once the goods are chosen. [KB-ADV-17]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "turn")

    def __init__(self, seat: int, turn: int) -> None:
        self.seat = seat
        self.turn = turn  # of the places that help, this one

    def run(self, state: State) -> None:
        help_on(state, self.seat, state.tables.places[self.turn][1])


def help_seat(state: State, seat: int, advisor: Advisor) -> Decision | None:
    """Goods come first: give those that are fixed, and return the question for the others if there is one."""
    if advisor.price_vp or advisor.trade:
        return _bargain(state, seat, advisor)
    source, rule = advisor.source, advisor.rule
    gain_goods(state, seat, advisor.goods, source, rule)
    if advisor.choose:
        return TakeGoods(seat, advisor.choose, ALL_KINDS, source, rule)
    if advisor.one_of:
        return TakeGoods(seat, 1, advisor.one_of, source, rule)
    return None


def help_on(state: State, seat: int, advisor: Advisor) -> None:
    """After the goods: soldiers, tokens, then the look at the enemy and points in the edition's order. [KB-ADV-17]"""
    source, rule = advisor.source, advisor.rule
    if advisor.soldiers:
        extra = state.players[seat].hand.extra_soldiers
        gain_soldiers(state, seat, advisor.soldiers + extra, source, rule)
    if advisor.plus2:
        gain_plus2(state, seat, advisor.plus2, source, rule)
    points_first = state.switches.second_edition
    if advisor.peek and not points_first:
        peek(state, seat)
    if advisor.vp:
        gain_vp(state, seat, advisor.vp, source, rule)
    if advisor.peek and points_first:
        peek(state, seat)


def peek(state: State, seat: int) -> None:
    """A secret look at the top enemy card. [KB-ADV-PEEK]"""
    state.players[seat].peeked = True
    if state.listener is not None:
        state.tell(EnemyLookedAt("KB-ADV-PEEK", seat))
        state.tell(EnemySeen("KB-ADV-PEEK", seat, state.enemies[0]))


def _bargain(state: State, seat: int, advisor: Advisor) -> Decision | None:
    """The question of an advisor who wants something first; none if the player cannot pay. [KB-P2c-6]"""
    me = state.players[seat]
    if advisor.trade:
        return Trade(seat, advisor.rank) if me.goods else None
    if advisor.price_vp > me.vp and not state.switches.negative_vp:
        return None
    return BuyGoods(seat, advisor.rank)


class Trade(Decision):
    """One good for one of each other kind, or nothing. [KB-ADV-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "rank")
    rule = "KB-ADV-6"
    verbs: ClassVar[tuple[str, ...]] = ("trade", "decline")

    def __init__(self, seat: int, rank: int) -> None:
        self.seat = seat
        self.rank = rank

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        return [*[("trade", GOODS[kind]) for kind in ALL_KINDS if me.amount(kind)], DECLINE]

    def resolve(self, state: State, choice: Choice) -> None:
        source = state.tables.advisors[self.rank - 1].source
        if choice == DECLINE:
            if state.listener is not None:
                state.tell(Declined("KB-P2c-6", self.seat, source))
            return
        given = goods_named(choice)
        pay_goods(state, self.seat, given, source, self.rule)
        gain_goods(state, self.seat, (1 - given[0], 1 - given[1], 1 - given[2]), source, self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "decline":
            return malformed(self.verbs)
        return why_no_handful(choice, self.verbs, 1, self.rule, state.players[self.seat])


class BuyGoods(Decision):
    """Goods of choice for victory points, or nothing. [KB-ADV-14]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "rank")
    rule = "KB-ADV-14"
    verbs: ClassVar[tuple[str, ...]] = ("take", "decline")

    def __init__(self, seat: int, rank: int) -> None:
        self.seat = seat
        self.rank = rank

    def options(self, state: State) -> list[Choice]:
        return [*takings(ALL_KINDS).choices(state.tables.advisors[self.rank - 1].choose), DECLINE]

    def resolve(self, state: State, choice: Choice) -> None:
        advisor = state.tables.advisors[self.rank - 1]
        if choice == DECLINE:
            if state.listener is not None:
                state.tell(Declined("KB-P2c-6", self.seat, advisor.source))
            return
        lose_vp(state, self.seat, advisor.price_vp, advisor.source, self.rule)
        gain_goods(state, self.seat, goods_named(choice), advisor.source, self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "decline":
            return malformed(self.verbs)
        return why_no_handful(choice, self.verbs, state.tables.advisors[self.rank - 1].choose, self.rule, None)


class ReturnDice(Step):
    """Players take their dice back; bonus dice and used tokens go to the supply. [KB-P2c-5, KB-P2c-7]"""

    def run(self, state: State) -> None:
        for player in state.players:
            player.dice = ()
            player.bonus = ()
            player.extra_dice = 0
        if state.seats > 2:
            state.court = [()] * len(state.court)
        else:
            state.court = [
                tuple([group for group in groups if group[0] == NEUTRAL]) if groups else groups
                for groups in state.court
            ]
        if state.listener is not None:
            state.pause("helped")
