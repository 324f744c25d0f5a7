"""OpenSpiel: every game on the shelf as `kronrat_GAME`, once `register()` has been called.

    from kronrat.rl import openspiel
    openspiel.register()
    game = pyspiel.load_game("kronrat_…(players=3,options=NAME:VALUE;NAME:VALUE+VALUE)")

Actions are places in the list of options. Chance is explicit everywhere: where the game lists its outcomes these are
the actions of chance, with their probabilities; where there are too many, such as shuffles, chance has `SAMPLES`
equally likely actions, each a draw that follows from the parameter `seed` and from what chance was asked before. So
histories, copies and serialised states are exact in all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice, State
from kronrat.core.judgement import shares_of
from kronrat.core.notation import choice_text
from kronrat.rl.encoding import WIDTH
from kronrat.rl.table import Table
from kronrat.shelf import list_games, load

PREFIX = "kronrat_"
SAMPLES = 256  # draws that stand for those which are too many to be listed
LISTED = 1_000  # outcomes that a game lists at most
LONGEST = 100_000  # choices and answers of chance in a game


def register() -> list[str]:
    """Make all installed games known to OpenSpiel; returns their names there. A second call does no harm."""
    known = set(pyspiel.registered_names())
    for game in list_games():
        if PREFIX + game not in known:
            pyspiel.register_game(_type_of(game), _class_for(game))
    return [PREFIX + game for game in list_games()]


def _type_of(game: str) -> Any:
    counts = load(game).seat_counts
    return pyspiel.GameType(
        short_name=PREFIX + game,
        long_name=f"Kronrat: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": counts[0], "options": "", "seed": 1},
    )


def _class_for(game: str) -> type:
    """The class of a game, because OpenSpiel makes games by calling a class with parameters only."""
    return type(f"Kronrat{game.capitalize()}", (SpielGame,), {"id": game})


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters: `players`, `seed`, and `options`, such as `NAME:VALUE;NAME:VALUE+VALUE`."""

    id = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        kind = _type_of(self.id)
        players = int(given.get("players", kind.min_num_players))
        written = str(given.get("options", ""))
        options = dict(part.split(":", 1) for part in written.replace("+", ",").split(";") if part)
        self.table = Table(self.id, players, options)
        self.seed = int(given.get("seed", 1))
        first = self.table.play("").state
        self.columns = self.table.game.feature_names(first)
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDTH,
            max_chance_outcomes=max(SAMPLES, LISTED),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {"players": players, "options": written, "seed": self.seed})

    def new_initial_state(self) -> SpielState:
        """The beginning, mostly a question to chance."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as a tensor and as text."""
        return Observer(self.columns)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table, self.seed = game.table, game.seed
        self.position: State = game.table.game.new(game.table.seats, game.table.options)
        self.answered = 0  # questions to chance

    # -- what OpenSpiel asks, by the names it gives ----------------------------------------------------------------

    def current_player(self) -> int:
        if not self.position.stack:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.position.deciding()[0]
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.position.options(player))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        listed = self.position.outcomes()
        if not listed:
            return [(number, 1 / SAMPLES) for number in range(SAMPLES)]
        total = sum(weight for _, weight in listed)
        return [(number, weight / total) for number, (_, weight) in enumerate(listed)]

    def _apply_action(self, action: int) -> None:
        seat = self.position.deciding()[0]
        self.position.apply(seat, self._choice(seat, action))
        self.answered += seat == CHANCE

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"{action}: {choice_text(self._choice(CHANCE, action))}"
        return choice_text(self._choice(player, action))

    def is_terminal(self) -> bool:
        return not self.position.stack

    def returns(self) -> list[float]:
        seats = self.table.seats
        if self.position.stack:
            return [0.0] * seats
        return [share - 1 / seats for share in shares_of(self.position.standing())]

    def __str__(self) -> str:
        return self.table.game.digest(self.position)

    # -- ours ------------------------------------------------------------------------------------------------------

    def _choice(self, seat: int, action: int) -> Choice:
        if seat != CHANCE:
            return self.position.options(seat)[action]
        listed = self.position.outcomes()
        if listed:
            return listed[action][0]
        return self.position.sample(Dice(seed_of_text(f"{self.seed}/{self.answered}/{action}")))


class Observer:
    """The named numbers of a position, and the view of a player as text."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        self.tensor = np.zeros(len(columns), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = state.table.game.features(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        return repr(state.table.game.view(state.position, player))
