"""Markdown of what was measured, and the place in a document where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_peers.rounds import Contender, Spread

Number = Callable[[float], str]


def whole(value: float) -> str:
    return f"{value:,.0f}"


def ratio(value: float) -> str:
    return f"{value:.1f}×"


def short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def spread(found: Spread, number: Number) -> str:
    return f"{number(found.middle)} ({number(found.low)}–{number(found.high)})"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column is text, the others are numbers."""
    ruler = ["---", *["---:"] * (len(headings) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [headings, ruler, *rows])


def check(document: Path, names: Iterable[str]) -> None:
    """Refuse a document that has no place for these texts, before anything is measured."""
    text = document.read_text(encoding="utf-8") if document.is_file() else ""
    for name in names:
        begin, end = _marks(name)
        if begin not in text or end not in text.partition(begin)[2]:
            raise SystemExit(f"{document}: expected a document with {begin} and {end}")


def replace(document: Path, name: str, text: str) -> None:
    """Put a text between the marks of this name."""
    begin, end = _marks(name)
    before, _, rest = document.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    document.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: written by make bench -->", f"<!-- {name}: end -->"


# -- peers -----------------------------------------------------------------------------------------------------------


def speeds(contenders: Sequence[Contender]) -> str:
    headings = ("random play of", "choices/s", "answers/s", "games/s", "answers a game", "of them choices",
                "chance a game", "options")  # fmt: skip
    rows = [
        (
            one.name,
            spread(one.speed("choices"), whole),
            whole(one.speed("asked").middle),
            short(one.speed("games").middle),
            whole(one.a_game("asked")),
            f"{100 * one.a_game('choices') / one.a_game('asked'):.0f} %",
            whole(one.a_game("chance")),
            f"{one.options:.1f}",
        )
        for one in contenders
    ]
    return table(headings, rows)


def ratios(peers: Sequence[Contender], ours: Sequence[Contender]) -> str:
    headings = ["times as fast as"]
    for one in ours:
        headings += [f"{one.name}: choices", "answers", "games"]
    rows: list[list[str]] = []
    for peer in peers:
        row = [peer.name]
        for one in ours:
            row.append(spread(one.times(peer, "choices"), ratio))
            row += [ratio(one.times(peer, what).middle) for what in ("asked", "games")]
        rows.append(row)
    return table(headings, rows)


# -- ours alone ------------------------------------------------------------------------------------------------------

FIGURES = {
    "decisions": "random play, decisions/s",
    "games": "random play, games/s",
    "options": "options of a seat, found anew, µs",
    "apply": "apply with all that follows, µs",
    "clone": "clone, µs",
    "dump_restore": "dump and restore, µs",
    "view": "view of a seat, µs",
    "redeal": "redeal for a seat, µs",
    "preview": "preview of a choice, µs",
}

Said = Mapping[str, Any]  # the object that `kronrat bench --json` prints


def operations(said: Sequence[Said]) -> str:
    rows = []
    for name, title in FIGURES.items():
        found = [_figure(one["games"][0]["table"], name) for one in said]
        faster = "" if len(found) < 2 else _gain(found[0].middle, found[1].middle)
        rows.append((title, *[spread(one, short) for one in found], faster))
    return table(("", *[one["engine"] for one in said], "gain"), rows)


def growth(said: Sequence[Said]) -> str:
    headings = ["seats and options"]
    for one in said:
        headings += [f"{one['engine']}: decisions/s", "games/s", "options µs", "clone µs", "view µs"]
    rows: list[list[str]] = []
    for place, first in enumerate(said[0]["games"][0]["growth"]):
        row = [_described(first, said[0]["games"][0]["growth"][0])]
        for one in said:
            figures = one["games"][0]["growth"][place]
            names = ("decisions", "games", "options", "clone", "view")
            row += [short(_figure(figures, name).middle) for name in names]
        rows.append(row)
    return table(headings, rows)


def figure(said: Said, name: str) -> Spread:
    return _figure(said["games"][0]["table"], name)


def _figure(row: Mapping[str, Any], name: str) -> Spread:
    found = row["figures"][name]
    return Spread(found["median"], found["low"], found["high"])


def _gain(plain: float, compiled: float) -> str:
    return ratio(max(plain, compiled) / min(plain, compiled))


def _described(row: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    changed = [f"{name}={value}" for name, value in row["options"].items() if base["options"].get(name) != value]
    return " ".join([str(row["seats"]), *[f"`{words}`" for words in changed]])


# -- bars ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """What was asked for, and what came out."""

    text: str
    asked: float
    found: float | None
    at_most: bool = False
    number: Number = short

    @property
    def held(self) -> bool | None:
        if self.found is None:
            return None
        return self.found <= self.asked if self.at_most else self.found >= self.asked


def bars(listed: Iterable[Bar]) -> str:
    verdicts = {True: "held", False: "**missed**", None: "not measured"}
    rows = [
        (
            bar.text,
            f"{'≤' if bar.at_most else '≥'} {bar.number(bar.asked)}",
            "–" if bar.found is None else bar.number(bar.found),
            verdicts[bar.held],
        )
        for bar in listed
    ]
    return table(("bar", "asked", "found", ""), rows)
