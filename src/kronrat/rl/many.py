"""Many games at once, stepped into arrays that belong to the caller or to the batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kronrat.rl.encoding import WIDTH, Encoding
from kronrat.rl.table import Play, Table

Floats = NDArray[np.float32]


class Batch:
    """So many games of one table. After `step` the arrays tell, for each game:

    `observations`  what the learner knows who is asked now
    `masks`         which of the first `width` places in its list of options there are
    `seats`         which seat that is
    `rewards`       what every seat got by the last step: something at the end of a game only, together nothing
    `ended`         whether the last step ended a game; the next one has begun then, and the other arrays tell of it

    Any of them may be handed in, to be written in place; otherwise they are made here, once.

    >>> from kronrat import rl
    >>> games = rl.Batch(rl.Table(kronrat.list_games()[0], 2), count=3, seed="an example")
    >>> games.step(games.masks.argmax(axis=1))
    >>> games.ended.tolist()
    [False, False, False]
    """

    def __init__(
        self,
        table: Table,
        count: int,
        seed: str = "1",
        *,
        width: int = WIDTH,
        observations: Floats | None = None,
        masks: NDArray[np.int8] | None = None,
        seats: NDArray[np.int64] | None = None,
        rewards: Floats | None = None,
        ended: NDArray[np.bool_] | None = None,
    ) -> None:
        self.table = table
        self.count = count
        self.seed = seed
        self._begun = [0] * count  # how many games each place has seen
        self.plays: list[Play] = [self._next(place) for place in range(count)]
        self.encoding = Encoding(table.game, self.plays[0].state, width)
        shape = (count, len(self.encoding.columns))
        self.observations: Floats = _buffer("observations", observations, shape, np.float32)
        self.masks: NDArray[np.int8] = _buffer("masks", masks, (count, width), np.int8)
        self.seats: NDArray[np.int64] = _buffer("seats", seats, (count,), np.int64)
        self.rewards: Floats = _buffer("rewards", rewards, (count, table.seats), np.float32)
        self.ended: NDArray[np.bool_] = _buffer("ended", ended, (count,), np.bool_)
        self.rewards.fill(0)
        self.ended.fill(False)
        for place in range(count):
            self._write(place)

    def step(self, actions: Sequence[int] | NDArray[np.integer[Any]]) -> None:
        """One choice in every game: the place of an option in its list."""
        rewards, ended = self.rewards, self.ended
        for place, action in enumerate(actions):
            play = self.plays[place]
            if ended[place]:
                rewards[place] = 0
                ended[place] = False
            play.step(int(action))
            if not play.state.stack:
                rewards[place] = play.rewards()
                ended[place] = True
                self.plays[place] = self._next(place)
            self._write(place)

    def afterstates(self, place: int) -> Floats:
        """For each option in one of the games, what its learner would know after it: see `Play.afterstates`."""
        return np.array(self.plays[place].afterstates(), np.float32)

    def _next(self, place: int) -> Play:
        self._begun[place] += 1
        return self.table.play(f"{self.seed}/{place}/{self._begun[place]}")

    def _write(self, place: int) -> None:
        play, codes = self.plays[place], self.encoding
        self.observations[place] = codes.row(play.observation(play.seat))
        self.seats[place] = play.seat
        self.masks[place] = codes.mask(len(play.options))


def _buffer(name: str, given: Any, shape: tuple[int, ...], kind: Any) -> Any:
    """The array that was handed in, if it fits, or a new one."""
    if given is None:
        return np.zeros(shape, kind)
    if given.shape != shape or given.dtype != kind:
        raise ValueError(f"{name} has to be {shape} of {np.dtype(kind)}, not {given.shape} of {given.dtype}")
    return given
