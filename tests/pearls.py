"""Pearl divers at its smallest, for tests of whatever plays games: two rounds, two wares, no reef, and an hourglass.

The game is an example of its own and not installed here, so that lists of games are those of the house.
"""

from __future__ import annotations

from collections.abc import Mapping

from kronrat.core.game import Game, Switch
from pearl_divers import testing
from pearl_divers.rules.game import Pearls
from pearl_divers.rules.state import State


class Tiny(Pearls):
    """Only the wares are an option; the time of hands and of the hourglass is that of any game."""

    real_time = Game.real_time
    delay = Game.delay
    time_limit = Game.time_limit

    def __init__(self) -> None:
        super().__init__(testing.game().rows, "none")

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        return [Switch("wares", ("lamp", "rope"), "lamp,rope", "PD-BUY", many=True)]

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = super().blank(seats, {**testing.SIMPLE, **options})
        state.settings = dict(options)
        return state
