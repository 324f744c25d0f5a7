"""Our rules alone: what `kronrat bench` says of random play, of single operations, and of growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench_peers.ours import ENGINES, SEATS, CloneBar, Plan, Said, clone_bars, kronrat, table_for
from bench_peers.rounds import Spread, one_core
from bench_peers.tables import Bar, bars, bullets, ratio, short, spread, table

PLACES = ("bars of operations", "operations", "growth")

FIGURES = {
    "decisions": "random play, decisions/s",
    "games": "random play, games/s",
    "options": "options of a seat, memo filled, µs",
    "apply": "apply with all that follows, µs",
    "clone": "clone, µs",
    "dump_restore": "dump and restore, µs",
    "view": "view of a seat, µs",
    "redeal": "redeal for a seat, µs",
    "preview": "preview of a choice, µs",
}
GROWING = {
    "decisions": "decisions/s",
    "games": "games/s",
    "options": "options µs",
    "clone": "clone µs",
    "view": "view µs",
}


def measure(plan: Plan) -> dict[str, str]:
    with one_core() as where:
        facts = [*plan.circumstances(), where]
        first, second = [_ask(plan, *table_for(what)) for what in ("main", "growing")]
        others = [(bar, _ask(plan, *bar.table)) for bar in clone_bars()]
    texts = (bars(_bars(first, others)), f"{bullets(facts)}\n\n{_operations(first)}", _growth(second))
    return dict(zip(PLACES, texts, strict=True))


def _ask(plan: Plan, game: str, option: str) -> list[Said]:
    """One engine after the other."""
    words = ("--seats", SEATS, "--option", option, "--repeat", str(plan.rounds), "--seconds", f"{plan.seconds / 2:g}")
    return [kronrat(python, "bench", game, *words) for python in plan.pythons.values()]


def _bars(said: Sequence[Said], others: Sequence[tuple[CloneBar, Sequence[Said]]]) -> list[Bar]:
    """`said` of the main table and `others` of games with a bar of their own, plain and, if there are any, compiled."""

    def took(name: str, place: int, of: Sequence[Said] = said) -> Spread | None:
        return _spread(of[place]["games"][0]["table"], name) if place < len(of) else None

    return [
        Bar("clone, plain, µs", 5, took("clone", 0), at_most=True),
        Bar("clone, compiled, µs", 2, took("clone", 1), at_most=True),
        *[
            Bar(f"{bar.title}: clone, {engine}, µs", bar.at_most[engine], took("clone", place, other), at_most=True)
            for bar, other in others
            for place, engine in enumerate(ENGINES)
        ],
        Bar("dump and restore, plain, µs", 300, took("dump_restore", 0), at_most=True),
        Bar("dump and restore, compiled, µs", 300, took("dump_restore", 1), at_most=True),
        Bar("view of a seat, plain, µs", 200, took("view", 0), at_most=True),
    ]


def _operations(said: Sequence[Said]) -> str:
    rows = []
    for name, title in FIGURES.items():
        found = [_spread(one["games"][0]["table"], name) for one in said]
        faster = "" if len(found) < 2 else _gain(found[0].middle, found[1].middle)
        rows.append((title, *[spread(one, short) for one in found], faster))
    return table(("", *[one["engine"] for one in said], "gain"), rows)


def _growth(said: Sequence[Said]) -> str:
    headings = ["seats and options"]
    for one in said:
        first, *others = GROWING.values()
        headings += [f"{one['engine']}: {first}", *others]
    rows: list[list[str]] = []
    grown = [one["games"][0]["growth"] for one in said]
    for same_table in zip(*grown, strict=True):
        row = [_described(same_table[0], grown[0][0])]
        row += [short(_spread(figures, name).middle) for figures in same_table for name in GROWING]
        rows.append(row)
    return table(headings, rows)


def _spread(row: Mapping[str, Any], name: str) -> Spread:
    found = row["figures"][name]
    return Spread(found["median"], found["low"], found["high"])


def _gain(plain: float, compiled: float) -> str:
    return ratio(max(plain, compiled) / min(plain, compiled))


def _described(row: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    changed = [f"{name}={value}" for name, value in row["options"].items() if base["options"].get(name) != value]
    return " ".join([str(row["seats"]), *[f"`{words}`" for words in changed]])
