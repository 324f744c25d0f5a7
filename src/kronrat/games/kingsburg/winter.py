"""Phases 7 and 8: soldiers are recruited, and the enemy comes."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.construction import raze_building
from kronrat.games.kingsburg.events import BattleFought, EnemyRevealed, ReinforcementsSent, SoldiersDismissed
from kronrat.games.kingsburg.state import State
from kronrat.games.kingsburg.supply import (
    ALL_KINDS,
    TakeGoods,
    affordable,
    gain_goods,
    gain_soldiers,
    gain_vp,
    goods_named,
    handfuls,
    lose_vp,
    pay_goods,
    why_no_handful,
)
from kronrat.games.kingsburg.tables import Enemy

DONE: Choice = ("done",)
VICTORY, DRAW, DEFEAT = "victory", "draw", "defeat"


# -- phase 7 -----------------------------------------------------------------------------------------------------


class Recruiting(Step):
    """Phase 7: each player in the turn order of Autumn. [KB-P7-1, KB-P7-4]"""

    def run(self, state: State) -> None:
        state.stack.extend([Recruit(seat) for seat in state.order[::-1]])


class Recruit(Decision):
    """One more soldier for goods of any kind, as often as wanted. [KB-P7-1, KB-P7-2]"""

    rule = "KB-P7-1"
    verbs: ClassVar[tuple[str, ...]] = ("recruit", "done")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        return [*affordable(me, handfuls("recruit", ALL_KINDS, me.hand.goods_per_soldier)), DONE]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == DONE:
            return
        pay_goods(state, self.seat, goods_named(choice), "phase.7", self.rule)
        gain_soldiers(state, self.seat, 1, "phase.7", self.rule)
        state.stack.append(Recruit(self.seat))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "done":
            return malformed(self.verbs)
        me = state.players[self.seat]
        return why_no_handful(choice, self.verbs, me.hand.goods_per_soldier, self.rule, me)


# -- phase 8 -----------------------------------------------------------------------------------------------------


class Winter(Step):
    """Phase 8: the first edition shows the enemy before the King's die, the second after it. [KB-P8-1]"""

    def run(self, state: State) -> None:
        if state.switches.second_edition:
            state.push(Reinforce(), RevealEnemy(), Fight(), EndWinter())
        else:
            state.push(RevealEnemy(), Reinforce(), Fight(), EndWinter())


class RevealEnemy(Step):
    def run(self, state: State) -> None:
        state.revealed = True
        if state.listener is not None:
            state.tell(EnemyRevealed("KB-P8-1", state.enemies[0]))


class Reinforce(Chance):
    """One die for all: the soldiers that the King sends to everybody. Written `reinforce die`. [KB-P8-2]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("reinforce", dice.below(6) + 1)

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("reinforce", face), 1) for face in range(1, 7)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in [outcome for outcome, _ in self.outcomes(state)]

    def resolve(self, state: State, choice: Choice) -> None:
        soldiers = int(choice[1])
        for player in state.players:
            player.soldiers += soldiers
        if state.listener is not None:
            state.tell(ReinforcementsSent("KB-P8-2", soldiers))


class Fight(Step):
    """Everybody's strength is found before anybody's result. [KB-P8-3, KB-P8-6, KB-P8-8]"""

    def run(self, state: State) -> None:
        enemy = state.tables.enemies[state.enemies[0]]
        strengths = [player.soldiers + player.hand.battle(enemy) for player in state.players]
        outcomes = [outcome_of(strength, enemy, state, seat) for seat, strength in enumerate(strengths)]
        best = max([s for s, outcome in zip(strengths, outcomes, strict=True) if outcome == VICTORY], default=0)
        state.push(*[Outcome(seat, strengths[seat], outcomes[seat], best) for seat in state.order])


def outcome_of(strength: int, enemy: Enemy, state: State, seat: int) -> str:
    if strength > enemy.strength:
        return VICTORY
    if strength < enemy.strength:
        return DEFEAT
    return VICTORY if state.players[seat].hand.wins_ties else DRAW


class Outcome(Step):
    """What one player's battle brings. [KB-P8-5, KB-P8-18, KB-P8-19]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "strength", "outcome", "best")

    def __init__(self, seat: int, strength: int, outcome: str, best: int) -> None:
        self.seat = seat
        self.strength = strength
        self.outcome = outcome
        self.best = best  # the highest strength among the winners

    def run(self, state: State) -> None:
        enemy = state.tables.enemies[state.enemies[0]]
        if state.listener is not None:
            rule = {VICTORY: "KB-P8-5", DRAW: "KB-P8-18", DEFEAT: "KB-P8-19"}[self.outcome]
            state.tell(BattleFought(rule, self.seat, enemy.id, self.strength, enemy.strength, self.outcome))
        if self.outcome == VICTORY:
            self._reward(state, enemy)
        elif self.outcome == DEFEAT:
            self._punish(state, enemy)

    def _reward(self, state: State, enemy: Enemy) -> None:
        seat = self.seat
        gain_goods(state, seat, enemy.gives, enemy.source, "KB-P8-5")
        gain_vp(state, seat, enemy.gives_vp, enemy.source, "KB-P8-5")
        if self.strength == self.best:
            gain_vp(state, seat, 1, "source.strongest", "KB-P8-6")
        for card in state.players[seat].hand.victory:
            card.on_victory(state, seat)
        if enemy.gives_any:
            state.push(TakeGoods(seat, enemy.gives_any, ALL_KINDS, enemy.source, "KB-P8-14"))

    def _punish(self, state: State, enemy: Enemy) -> None:
        """Gold, wood, stone, goods of choice, buildings, points: in this order. [KB-P8-9, KB-P8-10]"""
        seat, me = self.seat, state.players[self.seat]
        takes = enemy.takes
        lost = (min(takes[0], me.gold), min(takes[1], me.wood), min(takes[2], me.stone))
        pay_goods(state, seat, lost, enemy.source, "KB-P8-10")
        if enemy.takes_vp:
            state.push(LoseVp(seat, enemy.takes_vp))
        if enemy.takes_buildings:
            state.push(LoseBuildings(seat, enemy.takes_buildings))
        if enemy.takes_any and me.goods:
            state.push(LoseGoods(seat, min(enemy.takes_any, me.goods)))


class LoseGoods(Decision):
    """Goods of the loser's own choice go back to the supply. [KB-P8-14]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "count")
    rule = "KB-P8-14"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)

    def __init__(self, seat: int, count: int) -> None:
        self.seat = seat
        self.count = count

    def options(self, state: State) -> list[Choice]:
        return affordable(state.players[self.seat], handfuls("lose", ALL_KINDS, self.count))

    def resolve(self, state: State, choice: Choice) -> None:
        source = state.tables.enemies[state.enemies[0]].source
        pay_goods(state, self.seat, goods_named(choice), source, "KB-P8-10")

    def forced_by(self, state: State) -> str:
        return "KB-P8-10"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return why_no_handful(choice, self.verbs, self.count, self.rule, state.players[self.seat])


class LoseBuildings(Step):
    """The rightmost column first and in it the topmost row, once for each building. [KB-P8-11, KB-P8-20]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "count")

    def __init__(self, seat: int, count: int) -> None:
        self.seat = seat
        self.count = count

    def run(self, state: State) -> None:
        source = state.tables.enemies[state.enemies[0]].source
        me = state.players[self.seat]
        for _ in range(min(self.count, me.buildings)):
            column = max(me.rows)
            building = state.tables.grid[me.rows.index(column)][column - 1]
            raze_building(state, self.seat, building, source)


class LoseVp(Step):
    """[KB-P8-13]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vp")

    def __init__(self, seat: int, vp: int) -> None:
        self.seat = seat
        self.vp = vp

    def run(self, state: State) -> None:
        source = state.tables.enemies[state.enemies[0]].source
        lose_vp(state, self.seat, self.vp, source, "KB-P8-13")


class EndWinter(Step):
    """The card leaves the game and all soldiers go home. [KB-P8-15]"""

    def run(self, state: State) -> None:
        state.enemies = state.enemies[1:]
        state.revealed = False
        for player in state.players:
            player.soldiers = 0
            player.peeked = False
        if state.listener is not None:
            state.tell(SoldiersDismissed("KB-P8-15"))
