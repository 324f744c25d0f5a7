"""Work goes to processes and clusters; a lost worker does not change the result."""

from __future__ import annotations

import pickle
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from kronrat.arena.chunks import cut, play_chunk
from kronrat.arena.executors import Cluster, Executor, Here, Processes, Work
from kronrat.arena.series import Plain, Series
from kronrat.arena.sums import Sums
from kronrat.core.flow import IllegalChoice, Reason
from kronrat.core.game import BadOption
from tests.arena.lossy import FOR_EVER, cheat, dawdle, die_always, die_once
from tests.shelf import ANY

GAMES = 64  # two in each chunk
SERIES = Series(ANY, 3, {}, ("random", "points"), "executors").checked()


def played(executor: Executor, work: Work) -> tuple[Sums, dict[int, str]]:
    """The sums and journals of all games; nothing may come twice."""
    total = Sums()
    journals: dict[int, str] = {}
    for result in executor.run(work, cut(SERIES, GAMES, 2, journals=True)):
        assert not journals.keys() & result["journals"]
        total.add(Sums.from_plain(result["sums"]))
        journals |= result["journals"]
    return total, journals


@pytest.fixture(scope="module")
def undisturbed() -> tuple[Sums, dict[int, str]]:
    return played(Here(), play_chunk)


def numbered(taken: list[int]) -> Iterator[Plain]:
    """Chunks without end; `taken` lists those that were asked for."""
    while True:
        taken.append(len(taken))
        yield {"first": taken[-1], "count": 1}


def echo(chunk: Plain) -> Plain:
    return chunk


@pytest.fixture
def scar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a worker notes that it was killed."""
    path = tmp_path / "scar"
    monkeypatch.setenv("KRONRAT_TEST_SCAR", str(path))
    return path


executors = pytest.mark.parametrize(  # a cluster takes long to start
    "executor",
    [
        pytest.param(Processes(2), id="processes"),
        pytest.param(Cluster("local", 2), id="cluster", marks=pytest.mark.full),
    ],
)


@executors
def test_a_killed_worker_changes_neither_sums_nor_journals(
    executor: Executor, scar: Path, undisturbed: tuple[Sums, dict[int, str]]
) -> None:
    assert played(executor, die_once) == undisturbed
    assert scar.read_text() == "killed after 1 of 2 games"
    assert sorted(undisturbed[1]) == list(range(GAMES))


def test_processes_that_live_change_nothing_either(undisturbed: tuple[Sums, dict[int, str]]) -> None:
    assert played(Processes(2), play_chunk) == undisturbed


@executors
def test_work_that_always_kills_its_worker_ends_with_a_word(executor: Executor) -> None:
    with pytest.raises(RuntimeError, match="again and again"):
        list(executor.run(die_always, [{"first": 0}]))


def test_what_was_lost_is_done_again_before_anything_new() -> None:
    taken: list[int] = []
    with pytest.raises(RuntimeError, match="again and again"):
        list(Processes(2).run(die_always, numbered(taken)))
    assert len(taken) == 4  # two for each process


@executors
def test_an_illegal_choice_is_told_with_its_reason_and_game(executor: Executor) -> None:
    with pytest.raises(IllegalChoice, match="'steal 7' is refused") as refusal:
        played(executor, cheat)
    assert refusal.value.choice == ("steal", 7)
    assert refusal.value.reason.rule == "CORE-FORM"
    whose, where = refusal.value.__notes__
    assert whose.startswith("as a choice of the bot ")
    assert where.endswith("of seed 'executors'")


def test_an_illegal_choice_can_travel() -> None:
    refusal = IllegalChoice(2, ("dive", "cove"), Reason("X-1", "some.reason", {"needs": 3}))
    refusal.add_note("in game 7")
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), str(again), again.__notes__) == (IllegalChoice, str(refusal), ["in game 7"])
    assert (again.seat, again.choice, again.reason) == (2, ("dive", "cove"), refusal.reason)


class Brittle(ThreadPoolExecutor):
    """A pool that breaks when it is given its second piece of work."""

    given = 0

    def submit(self, *work: Any, **named: Any) -> Future[Any]:
        self.given += 1
        if self.given > 1:
            raise BrokenProcessPool
        return super().submit(*work, **named)


def test_a_pool_may_break_while_it_is_given_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pools = iter([Brittle(1), Brittle(1), ThreadPoolExecutor(1)])
    monkeypatch.setattr(Processes, "_pool", lambda _: next(pools))
    chunks = [{"first": number} for number in range(9)]
    results = list(Processes(2).run(echo, chunks))
    assert sorted(chunk["first"] for chunk in results) == list(range(9))


def test_processes_do_not_finish_what_nobody_waits_for() -> None:
    results = Processes(2).run(dawdle, numbered([]))
    assert next(results)["first"] == 0
    began = monotonic()
    results.close()
    assert monotonic() - began < FOR_EVER / 10


@pytest.mark.full
def test_a_cluster_is_used_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 7.0})
    taken: list[int] = []
    with closing(Cluster("local").run(echo, numbered(taken))) as results:
        next(results)
    assert len(taken) == 14


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1:99999", *[pytest.param(one, marks=pytest.mark.full) for one in ("nonsense", "{free}", "ray://{free}")]],
)
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    address = address.replace("{free}", f"127.0.0.1:{free_port()}")
    with pytest.raises(BadOption, match=f"no Ray cluster can be reached at '{address}': ") as refusal:
        played(Cluster(address), play_chunk)
    assert "\n" not in str(refusal.value)


def test_a_cluster_needs_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"Ray, which is not installed: pip install 'kronrat\[cluster\]'"):
        played(Cluster("local"), play_chunk)
