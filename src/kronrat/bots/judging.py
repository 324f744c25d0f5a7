"""Who judges the positions that a search reaches. A learned value is a judge of its own."""

from __future__ import annotations

from collections.abc import Sequence

from kronrat.core.flow import State


class Judge:
    """Trusts the numbers of the game. Override `shares`, or `shares_of_all` where many at once are cheaper."""

    def shares(self, world: State) -> list[float]:
        """The share of the result that each seat may expect, together 1."""
        return world.game.utility(world)

    def shares_of_all(self, worlds: Sequence[State]) -> list[list[float]]:
        return [self.shares(world) for world in worlds]
