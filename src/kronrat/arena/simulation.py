"""Many games of bots against bots, summed up; in one process or in several, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kronrat.arena.chunks import cut, play_chunk
from kronrat.arena.executors import Cluster, Executor, Here, Processes
from kronrat.arena.series import Series
from kronrat.arena.sums import Sums
from kronrat.bots import BotName
from kronrat.core.game import BadOption

Progress = Callable[[int, int], None]  # games played so far, games in all
Keep = Callable[[int, str], None]  # the number of a game, and its journal as text; games come in any order

_OF_A_CLUSTER = 64  # processes for which a series is cut where only the cluster knows how many it has


@dataclass(frozen=True)
class Result:
    """What a simulation found. `mean_scores` and `wins` are by name of the bot, over all its seats."""

    game: str
    options: dict[str, str]
    seats: int
    bots: list[str]
    games: int
    finished: int
    decisions: int
    seconds: float
    decisions_per_s: float
    games_per_s: float
    mean_scores: dict[str, float]
    wins: dict[str, float]

    def plain(self) -> dict[str, Any]:
        """The one machine-readable object of `simulate --json`."""
        return dict(vars(self))


def simulate(
    game: str,
    options: Mapping[str, str],
    seats: int,
    games: int,
    bots: Sequence[BotName],
    seed: str,
    jobs: int | None = None,
    data: str | None = None,
    progress: Progress | None = None,
    cluster: str | None = None,
    keep: Keep | None = None,
) -> Result:
    """Play `games` games; bots are repeated over the seats and move one seat further in each game.

    A bot is named as everywhere (an installed one, `module:Class`, a file), or is the class itself; never an instance,
    because every game and every process has bots of its own.
    Without `jobs` one process plays, or as many as the cluster has. `keep` is given the journal of every game, once.
    """
    series = Series(game, seats, options, tuple(bots), seed, data).checked()
    began = perf_counter()
    executor = None if cluster is None else Cluster(cluster, jobs)
    if jobs is None:
        jobs = 1 if cluster is None else _OF_A_CLUSTER
    sums = play_series(series, games, jobs, progress, executor, keep)
    shown = {name: str(bot) if isinstance(bot, str) else name for name, bot in zip(series.names, bots, strict=True)}
    return _result(series, shown, sums, perf_counter() - began)


def play_series(
    series: Series,
    games: int,
    jobs: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    keep: Keep | None = None,
) -> Sums:
    """The sums over the first `games` games of a series, played in `jobs` processes or where `executor` says."""
    if games < 1 or jobs < 1:
        raise BadOption("games and jobs have to be at least 1")
    if executor is None:
        executor = Here() if jobs == 1 else Processes(jobs)
    total = Sums()
    chunks = cut(series, games, jobs, journals=keep is not None)
    with closing(executor.run(play_chunk, chunks)) as results:
        for result in results:
            total.add(Sums.from_plain(result["sums"]))
            if keep is not None:
                for number, journal in result["journals"].items():
                    keep(number, journal)
            if progress is not None:
                progress(total.games, games)
    return total


def _result(series: Series, shown: Mapping[str, str], sums: Sums, seconds: float) -> Result:
    """What was found, with the bots named as the caller named them."""
    return Result(
        game=series.game,
        options=dict(series.options),
        seats=series.seats,
        bots=[shown[bot] for bot in series.names],
        games=sums.games,
        finished=sums.finished,
        decisions=sums.decisions,
        seconds=round(seconds, 3),
        decisions_per_s=round(sums.decisions / seconds, 1),
        games_per_s=round(sums.games / seconds, 2),
        mean_scores={name: round(sums.scores[bot] / sums.seated[bot], 4) for bot, name in shown.items()},
        wins={name: round(float(sums.wins[bot]), 4) for bot, name in shown.items()},
    )
