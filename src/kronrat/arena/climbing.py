"""Plays a ladder, here, in other processes or on a cluster, and goes on with what was played before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kronrat.arena.bouts import cut, play_bouts
from kronrat.arena.executors import Executor, Here, Processes
from kronrat.arena.kept import KeptResults
from kronrat.arena.ladder import Bout, Ladder
from kronrat.arena.report import Report
from kronrat.arena.series import Plain
from kronrat.arena.simulation import Progress
from kronrat.core.game import BadOption


def climb(
    ladder: Ladder,
    each: int,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    file: Path | None = None,
    wanted: Callable[[Bout], bool] = lambda bout: True,
) -> Report:
    """Play a checked ladder: each bot plays `each` games alone against each other one, rounded up to all seats.

    Only games that are wanted are played; the others keep their numbers, so that each game stays the same.
    """
    if each < 1 or jobs < 1:
        raise BadOption("games and jobs have to be at least 1")
    if executor is None:
        executor = Here() if jobs == 1 else Processes(jobs)
    numbers = [number for number in range(ladder.games(each)) if wanted(ladder.bout(number))]
    games = len(numbers)
    kept = None if file is None else KeptResults(file, ladder)
    played: dict[int, Plain] = {result["number"]: result for result in kept.results} if kept else {}
    played = {number: played[number] for number in numbers if number in played}
    before = len(played)
    left = [number for number in numbers if number not in played]
    with closing(executor.run(play_bouts, cut(ladder, left))) as found:
        for chunk in found:
            played |= {result["number"]: result for result in chunk["results"]}
            if kept:
                kept.add(chunk["results"])
            if progress is not None:
                progress(len(played) - before, games - before)
    return Report(ladder, played.values())
