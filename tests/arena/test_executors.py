"""Work goes to processes and clusters; a worker that is lost changes nothing in the result."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from kronrat.arena.chunks import cut, play_chunk
from kronrat.arena.executors import Cluster, Executor, Here, Processes, Work
from kronrat.arena.series import Series
from kronrat.arena.sums import Sums
from kronrat.core.game import BadOption
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


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize("address", ["nonsense", "{free}", "ray://{free}", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    address = address.replace("{free}", f"127.0.0.1:{free_port()}")
    with pytest.raises(BadOption, match=f"no Ray cluster can be reached at '{address}': ") as refusal:
        sums_of(Cluster(address), play_chunk)
    assert "\n" not in str(refusal.value)


def test_a_cluster_needs_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match="Ray, which is not installed here"):
        sums_of(Cluster("local"), play_chunk)
