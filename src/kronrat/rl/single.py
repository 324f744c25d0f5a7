"""Gymnasium: one seat against bots, alone or at many tables at once."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kronrat.rl.encoding import Encoding
from kronrat.rl.seeing import drawn, observation_space
from kronrat.rl.table import Play, Table

Floats = NDArray[np.float32]


class OneSeatEnv(gymnasium.Env[Floats, np.int64]):
    """One seat. `info["action_mask"]` and `action_masks()` say which actions there are.

    An action beyond the list, which no mask allows, begins again at the first option.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(self, table: Table, seat: int, render_mode: str | None = None) -> None:
        self.table = table
        self.seat = seat
        self.render_mode = render_mode
        self.play: Play = table.play("0")
        self.encoding = Encoding(table.game, self.play.state)
        self.observation_space = cast(spaces.Space[Floats], observation_space(self.encoding))
        self.action_space = spaces.Discrete(self.encoding.width)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game."""
        super().reset(seed=seed)
        self.play = self.table.play(str(self.np_random.integers(2**62)))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """The choice of the seat, and all that follows until it is asked again."""
        self.play.step(int(action))
        return self._seen(), self.play.rewards()[self.seat], self.play.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are, as sb3-contrib asks for it."""
        return self.encoding.mask(len(self.play.options)).astype(np.bool_)

    def render(self) -> str | None:
        """The table in text, with `render_mode="ansi"`."""
        return drawn(self.play) if self.render_mode == "ansi" else None

    def _seen(self) -> Floats:
        return self.encoding.row(self.play.observation(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoding.mask(len(self.play.options))}


class OneSeatVectorEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """One seat at many tables. The step after the end of a game begins the next one and ignores its action."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # type: ignore[misc]

    def __init__(self, table: Table, seat: int, count: int) -> None:
        self.table = table
        self.seat = seat
        self.num_envs = count
        self.plays: list[Play] = [table.play("0")] * count
        self.encoding = Encoding(table.game, self.plays[0].state)
        self.single_observation_space = observation_space(self.encoding)
        self.single_action_space = spaces.Discrete(self.encoding.width)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game at every table."""
        super().reset(seed=seed)
        self.plays = [self._next() for _ in range(self.num_envs)]
        return self._seen(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One choice at every table."""
        rewards = np.zeros(self.num_envs, np.float64)
        ended = np.zeros(self.num_envs, np.bool_)
        for place, action in enumerate(actions):
            play = self.plays[place]
            if play.over:
                self.plays[place] = self._next()
                continue
            play.step(int(action))
            if play.over:
                rewards[place], ended[place] = play.rewards()[self.seat], True
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._infos()

    def _next(self) -> Play:
        return self.table.play(str(self.np_random.integers(2**62)))

    def _seen(self) -> Floats:
        return np.stack([self.encoding.row(play.observation(self.seat)) for play in self.plays])

    def _infos(self) -> dict[str, Any]:
        masks = np.stack([self.encoding.mask(len(play.options)) for play in self.plays])
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
