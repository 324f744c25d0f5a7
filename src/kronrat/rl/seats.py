"""PettingZoo: seats take turns as agents. The seats of bots are played inside the environment."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kronrat.core.game import BadOption
from kronrat.rl.encoding import Encoding
from kronrat.rl.seeing import drawn, observation_space
from kronrat.rl.table import Play, Table

Observation = NDArray[np.float32] | dict[str, Any]


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """An AEC environment; an action is the place of an option in the list, and the mask says which places there are.

    Where several seats choose at once and in secret they are asked one after the other, and none learns what another
    has chosen. An action beyond the list, which no mask allows, begins again at the first option.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kronrat",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, table: Table, mask: str = "observation", render_mode: str | None = None) -> None:
        super().__init__()
        if mask not in ("observation", "info"):
            raise BadOption(f"the mask can be in the observation or in the info, not in {mask!r}")
        self.table = table
        self.render_mode = render_mode
        self._in_observation = mask == "observation"
        self.play: Play = table.play("0")
        self.encoding = Encoding(table.game, self.play.state)
        self._agent_at = {seat: f"seat_{seat}" for seat in table.learners}
        self._seat_of = {agent: seat for seat, agent in self._agent_at.items()}
        self.possible_agents = list(self._seat_of)
        width = self.encoding.width
        seen: spaces.Space[Any] = observation_space(self.encoding)
        if self._in_observation:
            seen = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (width,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._seed = 0
        self._begun = 0
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The places in a list of options."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, the next one of the last seed."""
        if seed is not None:
            self._seed, self._begun = seed, 0
        self._begin()

    def _begin(self) -> None:
        self._begun += 1
        self.play = self.table.play(f"{self._seed}/{self._begun}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self.encoding.mask(0)} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def _ask(self) -> None:
        """Whose turn it is, and which actions there are: none for those who wait."""
        play = self.play
        self.infos[self.agent_selection] = {"action_mask": self.encoding.mask(0)}
        self.agent_selection = asked = self.agents[0] if play.over else self._agent_at[play.seat]
        self.infos[asked] = {"action_mask": self.encoding.mask(len(play.options))}

    def observe(self, agent: str) -> Observation:
        """What an agent knows now."""
        play, codes, seat = self.play, self.encoding, self._seat_of[agent]
        seen = codes.row(play.observation(seat))
        if not self._in_observation:
            return seen
        return {"observation": seen, "action_mask": codes.mask(len(play.options) if seat == play.seat else 0)}

    def step(self, action: int | None) -> None:
        """The choice of the agent whose turn it is; None once the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.play.step(int(action))
        if self.play.over:  # the only step that brings a reward
            won = self.play.rewards()
            self.rewards = {one: won[self._seat_of[one]] for one in self.agents}
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()

    def render(self) -> str | None:
        """The table in text, with `render_mode="ansi"`."""
        return drawn(self.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
