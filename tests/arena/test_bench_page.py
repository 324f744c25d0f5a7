"""`tools/bench`: what it computes, what it writes, and which engines it leaves out. Nothing is measured here."""

from __future__ import annotations

import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kronrat
from kronrat.core.journal import split_pairs

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "benchmarks.md"

SURVEY = '{"version": "1", "counts": "asked", "games": 1, "asked": 10, "choices": 4, "options": 26, "chance": 0}'
ROUND = '{"decisions": 10, "games": 1, "seconds": 1.0, "wall": 1.0}'


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Finds a module of the tool by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return lambda name: import_module(f"bench_peers.{name}")


def engine(folder: Path, name: str, rounds: int) -> Path:
    """A program that plays as a peer does, and dies after this many rounds."""
    program = folder / name
    lines = [f"#!{sys.executable}", f"print('{SURVEY}', flush=True)", f"for _ in range({rounds}):"]
    lines += ["    if not input():", "        break", f"    print('{ROUND}', flush=True)"]
    program.write_text("\n".join(lines), encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_contender_that_dies_in_a_round_is_left_out(tool: Any, tmp_path: Path, rounds: int) -> None:
    contender = tool("rounds").Contender
    steady = contender("steady", engine(tmp_path, "steady", 9), "")
    mortal = contender("mortal", engine(tmp_path, "mortal", rounds), "")
    assert tool("rounds").compare([mortal, steady], 3, 0.0) == [steady]
    assert len(steady.rounds) == 3


def test_forced_answers_have_one_option_each(tool: Any, tmp_path: Path) -> None:
    [played] = tool("rounds").compare([tool("rounds").Contender("a", engine(tmp_path, "a", 9), "")], 1, 0.0)
    assert played.options_per_answer == 2.6
    assert played.options_per_choice == 5.0
    assert played.speed("choices").middle == 4.0


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        ([3, 2, 4], "held"),
        ([3, 1, 4], "held, not in every round"),
        ([1, 1.5], "**missed**"),
        ([1, 1.5, 3], "**missed**, not in every round"),
    ],
)
def test_the_middle_decides_and_other_rounds_are_told(tool: Any, rounds: list[float], verdict: str) -> None:
    assert tool("tables").Bar("", 2, tool("rounds").Spread.of(rounds)).verdict == verdict


def test_the_page_has_a_place_for_every_text(tool: Any) -> None:
    main = tool("main")
    tool("tables").check(DOCUMENT, ["machine", *[place for places, _ in main.PARTS.values() for place in places]])


def run_parts(tool: Any, monkeypatch: pytest.MonkeyPatch, document: Path, **parts: Any) -> int:
    main = tool("main")
    monkeypatch.setattr(main.ours, "environments", dict)
    monkeypatch.setattr(main, "PARTS", {name: ((name,), measure) for name, measure in parts.items()})
    document.write_text(
        "".join(
            f"<!-- {name}: written by make bench -->\nold {name}\n<!-- {name}: end -->\n"
            for name in ("machine", *parts)
        ),
        encoding="utf-8",
    )
    return int(main.main(["--write", str(document)]))


def test_a_part_that_fails_leaves_the_others_written(
    tool: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(plan: Any) -> dict[str, str]:
        raise OSError("no room")

    document = tmp_path / "page.md"
    done = run_parts(tool, monkeypatch, document, a=lambda _: {"a": "new a"}, b=fail, c=lambda _: {"c": "new c"})
    text = document.read_text(encoding="utf-8")
    assert done == 1
    assert all(words in text for words in ("new a", "old b", "new c"))


# -- two jobs ------------------------------------------------------------------------------------------------------


def measure_jobs(tool: Any, monkeypatch: pytest.MonkeyPatch, cores: int, decisions: dict[int, int]) -> dict[str, str]:
    jobs = tool("jobs")

    def simulate(python: Path, games: int, number: int) -> dict[str, Any]:
        return {"games": games, "decisions": decisions[number], "games_per_s": 400.0 * number, "seconds": 1.0}

    monkeypatch.setattr(jobs, "simulate", simulate)
    monkeypatch.setattr(jobs, "usable_cores", lambda: cores)
    texts: dict[str, str] = jobs.measure(tool("ours").Plan({"plain": Path("python")}, 2, 2.0))
    return texts


def test_a_series_is_long_and_its_sums_are_compared(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    same = measure_jobs(tool, monkeypatch, 2, {1: 7, 2: 7})["jobs"]
    assert "| plain | 8,000 |" in same
    assert "the same" in same
    assert "**different**" in measure_jobs(tool, monkeypatch, 2, {1: 7, 2: 8})["jobs"]


def test_one_core_is_not_enough_for_two_jobs(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = measure_jobs(tool, monkeypatch, 1, {})
    assert "only one core" in texts["jobs"]
    assert texts["bars of jobs"].count("not measured") == 2


# -- revisions -------------------------------------------------------------------------------------------------------


def side(tool: Any, folder: Path, name: str, seconds: float) -> Any:
    """A revision whose every game has six choices and takes so long."""
    program = folder / name
    lines = [f"#!{sys.executable}", "import json, sys", "for line in sys.stdin:", "    count = int(line.split()[2])"]
    lines += [f"    print(json.dumps({{'seconds': {seconds} * count, 'done': 6 * count}}), flush=True)"]
    program.write_text("\n".join(lines), encoding="utf-8")
    program.chmod(0o755)
    return closing(tool("rounds").Process(tool("rounds").Contender(name, program, "")))


def test_revisions_are_compared_within_each_round(tool: Any, tmp_path: Path) -> None:
    with side(tool, tmp_path, "now", 0.25) as now, side(tool, tmp_path, "then", 0.5) as then:
        found = tool("revisions").measure(now, then, "play", 3, 3.0)
    assert (found.low, found.middle, found.high) == (2.0, 2.0, 2.0)


def test_revisions_are_compared_at_tables_that_there_are(tool: Any) -> None:
    tables = tool("ours").tables_to_compare()
    assert {game for game, _ in tables} == set(kronrat.list_games())
    for game, options in tables:
        assert kronrat.load(game).settle_options(split_pairs(options.split()))
