"""Markdown of what was measured, and the place in a document where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_peers.rounds import Spread

Number = Callable[[float], str]


def whole(value: float) -> str:
    return f"{value:,.0f}"


def short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(value: float) -> str:
    return f"{short(value)}×"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def spread(found: Spread, number: Number) -> str:
    """What was measured once has no spread."""
    middle = number(found.middle)
    return middle if found.low == found.high else f"{middle} ({number(found.low)}–{number(found.high)})"


def bullets(facts: Iterable[str]) -> str:
    return "\n".join(f"- {fact}" for fact in facts)


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


# -- bars ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """What was asked for, and what came out."""

    text: str
    asked: float
    found: Spread | None
    at_most: bool = False
    number: Number = short

    def holds(self, value: float) -> bool:
        return value <= self.asked if self.at_most else value >= self.asked

    @property
    def verdict(self) -> str:
        """The middle decides; rounds that say otherwise are owned up to."""
        if self.found is None:
            return "not measured"
        verdict = "held" if self.holds(self.found.middle) else "**missed**"
        unanimous = self.holds(self.found.low) == self.holds(self.found.high)
        return verdict if unanimous else f"{verdict}, not in every round"


def bars(listed: Iterable[Bar]) -> str:
    rows = [
        (
            bar.text,
            f"{'≤' if bar.at_most else '≥'} {bar.number(bar.asked)}",
            "–" if bar.found is None else spread(bar.found, bar.number),
            bar.verdict,
        )
        for bar in listed
    ]
    return table(("bar", "asked", "found", ""), rows)
