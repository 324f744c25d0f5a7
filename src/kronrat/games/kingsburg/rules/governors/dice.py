"""Governors of the dice: Philosopher, Priest, Prince, Heiress, Fairy, Trickster."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.events import DiceTurned
from kronrat.games.kingsburg.rules.hooks import BLESSING, REROLL, ROLL_SETTLED, SEASON_START, Control, Governor
from kronrat.games.kingsburg.rules.rolling import RollBonusDice, RollNewDice, reroll_all
from kronrat.games.kingsburg.rules.state import SUMMER, State
from kronrat.games.kingsburg.rules.supply import gain_bonus_die, gain_plus2, gain_vp


class Philosopher(Governor):
    """A low total may be rerolled; if it stays low and nothing else changes the dice, a point.

    [KB2-GOV-PHILOSOPHER-1, KB2-GOV-PHILOSOPHER-2]
    """

    id = "philosopher"
    rule = "KB2-GOV-PHILOSOPHER-1"
    moments: ClassVar[tuple[str, ...]] = (REROLL,)
    acts: ClassVar[tuple[str, ...]] = (ROLL_SETTLED,)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        return [("use", self.id)] if state.players[seat].total() <= self.printed["threshold"] else []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        reroll_all(state, seat)

    def act(self, state: State, seat: int, moment: str) -> None:
        me = state.players[seat]
        rerolls = [id for id in me.used if REROLL in state.tables.cards[id].moments]
        if rerolls and rerolls[-1] == self.id and me.total() <= self.printed["vp_threshold"]:
            gain_vp(state, seat, self.printed["vp"], self.source, "KB2-GOV-PHILOSOPHER-2")

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))


class Priest(Governor):
    """A blessing for all: a bonus die for players without one, else a point. [KB2-GOV-PRIEST-1, KB2-GOV-PRIEST-2]

    By a switch it comes after a low roll; the dice are rolled at once or left. [KB2-OPT-2, KB2-MOD2-9]
    """

    id = "priest"
    rule = "KB2-GOV-PRIEST-2"
    moments: ClassVar[tuple[str, ...]] = (BLESSING, ROLL_SETTLED)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        if state.switches.priest_blesses_rolls:
            blesses = moment == ROLL_SETTLED and state.players[seat].total() <= self.printed["threshold"]
        else:
            blesses = moment == BLESSING
        return [("use", self.id)] if blesses else []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        dice = self.printed["bonus_dice"]
        blessed: list[int] = []
        for other in state.order:
            if state.players[other].extra_dice:
                gain_vp(state, other, self.printed["vp"], self.source, self.rule)
            else:
                for _ in range(dice):
                    gain_bonus_die(state, other, self.source, self.rule)
                blessed.append(other)
        if state.switches.priest_blesses_rolls:
            state.push(*[RollBonusDice(other) for other in blessed], *[RollNewDice(other) for other in blessed])

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))


class Prince(Governor):
    """With a low total the three player dice may be set to 3, 4 and 6. [KB2-GOV-PRINCE-1, KB2-GOV-PRINCE-2]"""

    id = "prince"
    rule = "KB2-GOV-PRINCE-2"
    moments: ClassVar[tuple[str, ...]] = (ROLL_SETTLED,)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        return [("use", self.id)] if state.players[seat].total() <= self.printed["threshold"] else []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        me = state.players[seat]
        me.dice = tuple(sorted(self.printed["dice"]))
        if state.listener is not None:
            state.tell(DiceTurned("KB2-GOV-PRINCE-1", seat, me.dice, me.bonus, self.source))

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))


class Heiress(Governor):
    """Two +2 tokens for a low total. [KB2-GOV-HEIRESS-1]"""

    id = "heiress"
    rule = "KB2-GOV-HEIRESS-1"
    acts: ClassVar[tuple[str, ...]] = (ROLL_SETTLED,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.players[seat].total() <= self.printed["threshold"]:
            gain_plus2(state, seat, self.printed["plus2"], self.source, self.rule)


class Fairy(Governor):
    """A bonus die each Summer. [KB2-GOV-FAIRY-1]"""

    id = "fairy"
    rule = "KB2-GOV-FAIRY-1"
    acts: ClassVar[tuple[str, ...]] = (SEASON_START,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.phase == SUMMER:
            for _ in range(self.printed["bonus_dice"]):
                gain_bonus_die(state, seat, self.source, self.rule)


class Trickster(Governor):
    """Each own die showing 2 may be turned to 1 or 3, all at once. [KB2-GOV-TRICKSTER-1]

    Written `use trickster face… [bonus face…]`: what the turned dice show now.
    """

    id = "trickster"
    rule = "KB2-GOV-TRICKSTER-1"
    moments: ClassVar[tuple[str, ...]] = (REROLL,)
    control: ClassVar[Control] = "faces"

    def __init__(self, printed: Mapping[str, Any]) -> None:
        super().__init__(printed)
        self._known: dict[tuple[int, int], list[Choice]] = {}

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        me, face = state.players[seat], self.printed["face"]
        counts = me.dice.count(face), me.bonus.count(face)
        if counts not in self._known:
            self._known[counts] = self._offers_for(*counts)
        return self._known[counts]

    def _offers_for(self, dice: int, bonus_dice: int) -> list[Choice]:
        offers: list[Choice] = []
        for own in self._turns(dice):
            for bonus in self._turns(bonus_dice):
                if bonus:
                    offers.append(("use", self.id, *own, "bonus", *bonus))
                elif own:
                    offers.append(("use", self.id, *own))
        return offers

    def _turns(self, count: int) -> list[tuple[int, ...]]:
        """Every way to turn up to this many dice."""
        faces = sorted(self.printed["turned_to"])
        return [turn for size in range(count + 1) for turn in combinations_with_replacement(faces, size)]

    def use(self, state: State, seat: int, choice: Choice) -> None:
        me = state.players[seat]
        words = list(choice[2:])
        cut = words.index("bonus") if "bonus" in words else len(words)
        me.dice = self._turned(me.dice, words[:cut])
        me.bonus = self._turned(me.bonus, words[cut + 1 :])
        if state.listener is not None:
            state.tell(DiceTurned(self.rule, seat, me.dice, me.bonus, self.source))

    def _turned(self, dice: tuple[int, ...], faces: list[str | int]) -> tuple[int, ...]:
        turned = list(dice)
        for face in faces:
            turned.remove(self.printed["face"])
            turned.append(int(face))
        return tuple(sorted(turned))

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        words = [word for word in choice[2:] if word != "bonus"]
        if not words or any([not isinstance(word, int) for word in words]):
            return malformed(("use",))
        return Reason(self.rule, "reason.cannot_turn", {"die": self.printed["face"]})
