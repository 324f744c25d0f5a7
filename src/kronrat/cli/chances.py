"""Odds on the terminal: tables of chances, each with a heading that says whether it was counted or estimated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kronrat.words import Words

Odds = Mapping[str, Any]  # the answer of a game to the topic of odds
Row = tuple[str, Sequence[float | str]]  # what it is about, and parts of 1 or texts


def print_part(
    out: Console, words: Words, title: str, text: str, exact: bool, columns: Sequence[str], rows: Sequence[Row]
) -> None:
    """One part of the odds."""
    how = words.say("web.odds.exact" if exact else "web.odds.guess")
    out.print(Text.assemble((title, "bold"), f" ({how})"))
    out.print(Text(text, "dim"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    for head, cells in rows:
        table.add_row(head, *[cell if isinstance(cell, str) else percent(words, cell) for cell in cells])
    out.print(table)
    out.print()


def percent(words: Words, part: float) -> str:
    """A part of 1 in whole per cent; only what is certain is 0 or 100."""
    if 0 < part < 0.005:
        return words.say("web.odds.hardly", n=1)
    if 0.995 < part < 1:
        return words.say("web.odds.almost", n=99)
    return words.say("web.percent", n=round(100 * part))
