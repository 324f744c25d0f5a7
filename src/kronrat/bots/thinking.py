"""How a seat plays on in imagination whose choice is looked at: it thinks a little before each of its next choices.

If it went on without thinking, the same oversight would count again and again: against every choice that did not happen
to prevent it, although there was still time.
"""

from __future__ import annotations

from kronrat.bots.judging import Judge
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
from kronrat.core.flow import CLOCK, Choice, State
from kronrat.core.playout import play_on
from kronrat.core.policy import Policy

LONGEST = 200  # choices of one playout


class Thinking(Policy):
    """One seat compares what looks best by playing on in a few ways; all others follow a light policy."""

    def __init__(self, seat: int, light: Policy, judge: Judge, width: int = 4, ways: int = 3) -> None:
        super().__init__()
        self._seat = seat
        self._light = light
        self._judge = judge
        self._width = width
        self._ways = ways

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        if seat != self._seat or CLOCK in state.deciding():
            tried = self._light.tried
            answer = self._light.choose(state, seat, dice)
            self.tried += self._light.tried - tried
            return answer
        return self._think(state)

    def _think(self, state: State) -> tuple[Choice, ...]:
        game, seat = state.game, self._seat
        ranked: list[tuple[float, int, tuple[Choice, ...], State]] = []
        for place, answer in enumerate(game.candidates(state, seat)):
            after = state.clone()
            for choice in answer:
                after.apply(seat, choice)
            ranked.append((-game.value(after, seat), place, answer, after))
        self.tried += len(ranked)
        if len(ranked) == 1:
            return ranked[0][2]
        ranked.sort()
        was_quiet = game.quiet(state)
        best, best_worth = ranked[0][2], float("-inf")
        for _, _, answer, after in ranked[: self._width]:
            worth = 0.0
            for way in range(self._ways):
                worth += self._worth(after.clone(), was_quiet, way)
            if worth > best_worth:
                best, best_worth = answer, worth
        return best

    def _worth(self, world: State, was_quiet: bool, way: int) -> float:
        game, tried = world.game, self._light.tried
        made = 0
        if was_quiet or not game.quiet(world):
            made = play_on(world, self._light, KeyedDice(_SEEDS[way]), game.quiet, 1, LONGEST)
        self.tried += 1 + made + self._light.tried - tried
        return self._judge.share(world, self._seat)


_SEEDS = [seed_of_text(f"thinking {way}") for way in range(16)]
