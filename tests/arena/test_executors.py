"""Work goes to processes and clusters; a worker that is lost changes nothing in the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.arena.chunks import cut, play_chunk
from kronrat.arena.executors import Cluster, Executor, Here, Processes, Work
from kronrat.arena.series import Series
from kronrat.arena.sums import Sums
from tests.arena.lossy import die_always, die_once

GAMES = 24
SERIES = Series("kingsburg", 3, {"edition": "2e"}, ("random", "points"), "executors").checked()


def sums_of(executor: Executor, work: Work) -> Sums:
    total = Sums()
    for result in executor.run(work, cut(SERIES, GAMES, 2)):
        total.add(Sums.from_plain(result))
    return total


@pytest.fixture
def scar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a worker leaves word that it was killed."""
    path = tmp_path / "scar"
    monkeypatch.setenv("KRONRAT_TEST_SCAR", str(path))
    return path


def test_a_killed_process_changes_nothing(scar: Path) -> None:
    assert sums_of(Processes(2), die_once) == sums_of(Here(), play_chunk)
    assert scar.read_text() == "killed"


def test_work_that_always_kills_its_process_ends_with_a_word() -> None:
    with pytest.raises(RuntimeError, match="again and again"):
        sums_of(Processes(2), die_always)


def test_a_cluster_gives_the_same_result_and_survives_a_lost_worker(scar: Path) -> None:
    assert sums_of(Cluster("local", workers=2), die_once) == sums_of(Here(), play_chunk)
    assert scar.read_text() == "killed"
