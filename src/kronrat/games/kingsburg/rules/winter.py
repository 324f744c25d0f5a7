"""Phases 7 and 8: soldiers are recruited, and the enemy comes."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Part, Reason, Step, Together, malformed
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.construction import raze_building
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BattleResult,
    EnemyRevealed,
    MusterRolled,
    RecruitingEnded,
    ReinforcementsSent,
    SoldiersDismissed,
    TokensRevealed,
)
from kronrat.games.kingsburg.rules.moments import Effects, speak
from kronrat.games.kingsburg.rules.state import MOST_SEATS, NO_TOKEN, State
from kronrat.games.kingsburg.rules.supply import (
    ALL_KINDS,
    Handfuls,
    TakeGoods,
    gain_goods,
    gain_soldiers,
    gain_vp,
    goods_named,
    lose_vp,
    pay_goods,
    pay_plus2,
    why_no_handful,
)
from kronrat.games.kingsburg.rules.tables import Enemy

DONE: Final[Choice] = ("done",)
RECRUITED: Final = Handfuls("recruit")
WITH_TOKEN: Final[Choice] = ("recruit", "plus2")
LOST: Final = Handfuls("lose")
VICTORY: Final = "victory"
DRAW: Final = "draw"
DEFEAT: Final = "defeat"
STRONGEST: Final = "source.strongest"

WinterStep = Literal["token", "enemy", "king", "battle", "after"]


# -- phase 7 -----------------------------------------------------------------------------------------------------


class Recruiting(Step):
    """Phase 7: each player in the turn order of Autumn. [KB-P7-1, KB-P7-4]"""

    def run(self, state: State) -> None:
        for seat in reversed(state.order):
            state.stack.append(RECRUITS[seat])
        state.stack.append(Effects(hooks.RECRUITING, 0))


class Recruit(Decision):
    """One more soldier for goods of any kind, as often as wanted. [KB-P7-1, KB-P7-2]"""

    rule = "KB-P7-1"
    verbs: ClassVar[tuple[str, ...]] = ("recruit", "done")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        offer = RECRUITED.affordable(me, me.hand.goods_per_soldier)
        if me.plus2 and me.hand.token_recruiter is not None:
            offer.append(WITH_TOKEN)
        offer.append(DONE)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            if state.listener is not None and len(self.options(state)) > 1:
                state.tell(RecruitingEnded(self.rule, self.seat))
            return
        recruiter = state.players[self.seat].hand.token_recruiter
        if recruiter is not None and choice == WITH_TOKEN:
            pay_plus2(state, self.seat, recruiter.source, recruiter.rule)
        else:
            pay_goods(state, self.seat, goods_named(choice), "phase.7", self.rule)
        gain_soldiers(state, self.seat, 1, "phase.7", self.rule)
        state.stack.append(RECRUITS[self.seat])

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "done":
            return malformed(self.verbs)
        me = state.players[self.seat]
        if choice == WITH_TOKEN:
            recruiter = me.hand.token_recruiter
            if recruiter is None:
                return Reason(self.rule, "reason.no_tokens_here")
            return Reason(recruiter.rule, "reason.no_token")
        return why_no_handful(choice, self.verbs, me.hand.goods_per_soldier, self.rule, me)


RECRUITS: Final = [Recruit(seat) for seat in range(MOST_SEATS)]  # shared like the turns of `influence`


# -- phase 8 -----------------------------------------------------------------------------------------------------


class Winter(Step):
    """Phase 8: the first edition shows the enemy before the King's die, the second after it. [KB-P8-1]"""

    def run(self, state: State) -> None:
        if state.switches.army_tokens:
            everybody = tuple([ChooseToken(seat) for seat in range(state.seats)])
            state.stack.extend(WITH_TOKENS)
            state.stack.append(ChooseTokens(everybody))
        elif state.switches.second_edition:
            state.stack.extend(SECOND_EDITION)
        else:
            state.stack.extend(FIRST_EDITION)
        state.stack.append(Effects(hooks.WINTER_START, 0))


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
        soldiers = cast(int, choice[1])
        for player in state.players:
            player.soldiers += soldiers
        if state.listener is not None:
            state.tell(ReinforcementsSent("KB-P8-2", soldiers))
        roll_own(state, [soldiers] * state.seats)


def roll_own(state: State, received: list[int]) -> None:
    """Players who may roll a die of their own do so after the King has sent his soldiers."""
    for seat in reversed(state.order):
        if state.players[seat].hand.reinforcer is not None:
            state.stack.append(RollOwn(seat, received[seat]))


class RollOwn(Chance):
    """A player's own die, halved where tokens are in play; the larger number counts. Written `muster SEAT die`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "received")

    def __init__(self, owner: int, received: int) -> None:
        super().__init__()
        self.owner = owner
        self.received = received

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("muster", self.owner, dice.below(6) + 1)

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("muster", self.owner, face), 1) for face in range(1, 7)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in [outcome for outcome, _ in self.outcomes(state)]

    def resolve(self, state: State, choice: Choice) -> None:
        die = cast(int, choice[2])
        soldiers = (die + 1) // 2 if state.switches.army_tokens else die
        card = state.players[self.owner].hand.reinforcer
        assert card is not None
        if state.listener is not None:
            state.tell(MusterRolled(card.rule, self.owner, die, soldiers, card.source))
        gain_soldiers(state, self.owner, max(0, soldiers - self.received), card.source, card.rule)


class ChooseToken(Part):
    """A token for the King's army, chosen in secret. Written `token NUMBER`. [KB2-MOD3-2]"""

    rule = "KB2-MOD3-2"
    verbs: ClassVar[tuple[str, ...]] = ("token",)

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = []
        last = NO_TOKEN
        for number in state.players[self.seat].tokens:  # ascending
            if number != last:
                offer.append(("token", number))
                last = number
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        state.players[self.seat].token = cast(int, choice[1])
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or not isinstance(choice[1], int):
            return malformed(self.verbs)
        if choice[1] in state.tables.army:
            return Reason("KB2-MOD3-3", "reason.token_gone", {"number": choice[1]})
        return Reason("KB2-MOD3-1", "reason.no_such_token", {"number": choice[1]})


class ChooseTokens(Together):
    """Everybody chooses before anything is shown. [KB2-MOD3-5]"""


class RevealTokens(Step):
    """Everybody gains the soldiers of the chosen token, which leaves the game. [KB2-MOD3-3]"""

    def run(self, state: State) -> None:
        numbers: list[int] = []
        for player in state.players:
            number = player.token
            left = list(player.tokens)
            left.remove(number)
            player.tokens = tuple(left)
            player.token = NO_TOKEN
            player.soldiers += number
            numbers.append(number)
        if state.listener is not None:
            state.tell(TokensRevealed("KB2-MOD3-3", tuple(numbers)))
        roll_own(state, numbers)


class ScoreTokens(Step):
    """At the end of the game the unused token counts its number. [KB2-MOD3-4]"""

    def run(self, state: State) -> None:
        for seat in state.order:
            gain_vp(state, seat, sum(state.players[seat].tokens), "source.army_token", "KB2-MOD3-4")


class Fight(Step):
    """Everybody's strength is found before anybody's result. [KB-P8-3, KB-P8-6, KB-P8-8]"""

    def run(self, state: State) -> None:
        enemy = state.tables.enemies[state.enemies[0]]
        strengths = [player.soldiers + player.hand.battle(enemy) for player in state.players]
        outcomes = [outcome_of(strength, enemy, state, seat) for seat, strength in enumerate(strengths)]
        best = 0
        for seat, strength in enumerate(strengths):
            if outcomes[seat] == VICTORY:
                best = max(best, strength)
        for seat in reversed(state.order):
            state.stack.append(Outcome(seat, strengths[seat], outcomes[seat], best))


def outcome_of(strength: int, enemy: Enemy, state: State, seat: int) -> BattleResult:
    if strength > enemy.strength:
        return VICTORY
    if strength < enemy.strength:
        return DEFEAT
    return VICTORY if state.players[seat].hand.wins_ties else DRAW


class Outcome(Step):
    """What one player's battle brings. [KB-P8-5, KB-P8-18, KB-P8-19]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "strength", "outcome", "best")

    def __init__(self, seat: int, strength: int, outcome: BattleResult, best: int) -> None:
        self.seat = seat
        self.strength = strength
        self.outcome = outcome
        self.best = best  # the highest strength among the winners

    def run(self, state: State) -> None:
        enemy = state.tables.enemies[state.enemies[0]]
        if state.listener is not None:
            rule = {VICTORY: "KB-P8-5", DRAW: "KB-P8-18", DEFEAT: "KB-P8-19"}[self.outcome]
            me = state.players[self.seat]
            battle = (self.seat, enemy.id, self.strength, enemy.strength, self.outcome)
            state.tell(BattleFought(rule, *battle, me.soldiers, tuple(me.hand.walls(enemy).each)))
        if self.outcome == VICTORY:
            self._reward(state, enemy)
        elif self.outcome == DEFEAT:
            self._punish(state, enemy)

    def _reward(self, state: State, enemy: Enemy) -> None:
        seat = self.seat
        gain_goods(state, seat, enemy.gives, enemy.source, "KB-P8-5")
        gain_vp(state, seat, enemy.gives_vp, enemy.source, "KB-P8-5")
        if self.strength == self.best:
            gain_vp(state, seat, 1, STRONGEST, "KB-P8-6")
        speak(state, seat, hooks.VICTORY, hooks.MOMENT_BITS[hooks.VICTORY])
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
            state.push(LoseBuildings(seat, enemy.takes_buildings, asked=False))
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
        return LOST.affordable(state.players[self.seat], self.count)

    def resolve(self, state: State, choice: Choice) -> None:
        source = state.tables.enemies[state.enemies[0]].source
        pay_goods(state, self.seat, goods_named(choice), source, "KB-P8-10")

    def forced_by(self, state: State) -> str:
        return "KB-P8-10"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return why_no_handful(choice, self.verbs, self.count, self.rule, state.players[self.seat])


class LoseBuildings(Step):
    """The rightmost column first and in it the topmost row, once for each building. [KB-P8-11, KB-P8-20]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "count", "asked")

    def __init__(self, seat: int, count: int, asked: bool) -> None:
        self.seat = seat
        self.count = count
        self.asked = asked  # whether a guarding card had its say on the next building

    def run(self, state: State) -> None:
        me = state.players[self.seat]
        if not self.count or not me.buildings:
            return
        column = row = 0
        for number, built in enumerate(me.rows):
            if built > column:
                column, row = built, number
        building = state.sheet.rows[row][column - 1]
        if not self.asked:
            for card in me.hand.guarding:
                question = card.guard(state, self.seat, building, self.count)
                if question is not None:
                    state.stack.append(question)
                    return
        raze_building(state, self.seat, building, state.tables.enemies[state.enemies[0]].source)
        state.stack.append(LoseBuildings(self.seat, self.count - 1, asked=False))


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
    """All soldiers go home and the card leaves the game. [KB-P8-15]"""

    def run(self, state: State) -> None:
        for player in state.players:
            player.soldiers = 0
            player.peeked = False
        if state.listener is not None:
            state.tell(SoldiersDismissed("KB-P8-15"))
            state.pause("fought")
        state.enemies = state.enemies[1:]
        state.revealed = False


# -- where Winter is -----------------------------------------------------------------------------------------------


def winter_steps(state: State) -> list[WinterStep]:
    """The steps of a Winter, in the order of this game's edition and modules."""
    if state.switches.army_tokens:
        return ["token", "enemy", "battle", "after"]
    return (
        ["king", "enemy", "battle", "after"] if state.switches.second_edition else ["enemy", "king", "battle", "after"]
    )


# The steps of every Winter, turned round for the stack; shared by all games like those of a season.
WITH_TOKENS: Final[list[Step]] = [RevealTokens(), RevealEnemy(), Fight(), EndWinter()][::-1]
SECOND_EDITION: Final[list[Step]] = [Reinforce(), RevealEnemy(), Fight(), EndWinter()][::-1]
FIRST_EDITION: Final[list[Step]] = [RevealEnemy(), Reinforce(), Fight(), EndWinter()][::-1]

# Which step of a Winter has not ended while one of these is still to happen.
WINTER_MARKS: Final[dict[type[Step], WinterStep]] = {
    ChooseTokens: "token",
    RevealTokens: "token",
    Reinforce: "king",
    RevealEnemy: "enemy",
    Fight: "battle",
    Outcome: "battle",
    EndWinter: "after",
}
