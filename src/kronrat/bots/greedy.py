"""Bots that try each option once and keep the best position."""

from __future__ import annotations

from typing import ClassVar

from kronrat.bots.bot import Bot, Turn
from kronrat.core.flow import Choice, State


class LookOnce(Bot):
    """Plays each option on a redealt world up to the next decision and takes the best; ties are broken at random."""

    quick: ClassVar[bool] = True

    def worth(self, world: State, seat: int) -> float:
        """How good this position is for a seat; more is better."""
        raise NotImplementedError

    def decide(self, turn: Turn) -> Choice:
        seat = turn.seat
        before = turn.redeal(turn.dice)
        best: list[Choice] = []
        best_worth = float("-inf")
        for alike in turn.game.alike(before, seat):  # one of them tells what all are worth
            world = before.clone()
            world.apply(seat, alike[0])
            worth = self.worth(world, seat)
            if worth > best_worth:
                best, best_worth = alike[:], worth
            elif worth == best_worth:
                best += alike
        if len(best) == 1:
            return best[0]
        best = [option for option in turn.options if option in best]  # equals in the order in which they were offered
        return best[turn.dice.below(len(best))]


class Greedy(LookOnce):
    """Trusts the game's own evaluation."""

    name: ClassVar[str] = "greedy"

    def worth(self, world: State, seat: int) -> float:
        """The game's own estimate."""
        return world.game.value(world, seat)


class Points(LookOnce):
    """Takes whatever scores most at once: the beginner to beat."""

    name: ClassVar[str] = "points"

    def worth(self, world: State, seat: int) -> float:
        """The points of the seat, as if the game ended now."""
        return {result.seat: result.score for result in world.standing()}[seat]
