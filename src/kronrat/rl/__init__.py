"""Environments for learners: many games at once, PettingZoo, Gymnasium and OpenSpiel (`pip install 'kronrat[rl]'`).

>>> from kronrat import rl
>>> games = rl.batch(kronrat.list_games()[0], seats=2, count=4, seed="an example")
>>> games.observations.shape == (4, len(games.encoding.columns))
True
>>> games.step([0, 0, 0, 0])  # the first option in each of the four games
>>> bool(games.masks.sum(axis=1).min() >= 2)
True

What a seat observes are the named numbers that the game itself hands out (`Game.features`), so they are the same in all
worlds that the seat cannot tell apart. Actions are places in the list of options; `Encoding` has two other ways to name
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kronrat.rl.encoding import Encoding, stable_id
from kronrat.rl.many import Batch
from kronrat.rl.table import BotLike, Play, Table

if TYPE_CHECKING:
    from kronrat.rl.seats import SeatsEnv
    from kronrat.rl.single import OneSeatEnv, OneSeatVectorEnv

__all__ = ["Batch", "Encoding", "Play", "Table", "aec", "batch", "gym", "gym_vector", "stable_id"]


def batch(
    game: str,
    seats: int,
    options: Mapping[str, str] | None = None,
    *,
    count: int,
    bots: Mapping[int, BotLike] | None = None,
    seed: str = "1",
    **buffers: Any,
) -> Batch:
    """So many games, stepped together into arrays, which may be yours: see `Batch`.

    >>> from kronrat import rl
    >>> import numpy as np
    >>> mine = np.zeros((8, 2), np.float32)
    >>> rl.batch(kronrat.list_games()[0], 2, count=8, rewards=mine).rewards is mine
    True
    """
    return Batch(Table(game, seats, options, bots), count, seed, **buffers)


def aec(
    game: str,
    seats: int,
    options: Mapping[str, str] | None = None,
    bots: Mapping[int, BotLike] | None = None,
    *,
    mask: str = "observation",
    render_mode: str | None = None,
) -> SeatsEnv:
    """An AEC environment of PettingZoo, in which the agents are the seats without a bot.

    The mask of legal actions is in every observation, or, with `mask="info"`, in the infos only.

    >>> from kronrat import rl
    >>> env = rl.aec(kronrat.list_games()[0], seats=3, bots={2: "random"})
    >>> env.reset(seed=1)
    >>> env.possible_agents
    ['seat_0', 'seat_1']
    """
    from kronrat.rl.seats import SeatsEnv

    return SeatsEnv(Table(game, seats, options, bots), mask, render_mode)


def gym(
    game: str,
    seat: int = 0,
    against: Sequence[BotLike] = ("greedy",),
    options: Mapping[str, str] | None = None,
    *,
    render_mode: str | None = None,
) -> OneSeatEnv:
    """An environment of Gymnasium for one seat against bots, one for each of the other seats.

    >>> from kronrat import rl
    >>> env = rl.gym(kronrat.list_games()[0], seat=0, against=["random"])
    >>> observation, info = env.reset(seed=1)
    >>> int(info["action_mask"].sum()) == int(env.action_masks().sum()) > 1
    True
    """
    from kronrat.rl.single import OneSeatEnv

    return OneSeatEnv(Table.against(game, seat, against, options), seat, render_mode)


def gym_vector(
    game: str,
    seat: int = 0,
    against: Sequence[BotLike] = ("greedy",),
    options: Mapping[str, str] | None = None,
    *,
    count: int,
) -> OneSeatVectorEnv:
    """The vector form of `gym`: so many tables at once, with the autoreset mode NEXT_STEP.

    >>> from kronrat import rl
    >>> env = rl.gym_vector(kronrat.list_games()[0], against=["random"], count=3)
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape[0]
    3
    """
    from kronrat.rl.single import OneSeatVectorEnv

    return OneSeatVectorEnv(Table.against(game, seat, against, options), seat, count)
