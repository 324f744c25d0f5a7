"""`kronrat data`: what is printed on the components, and where each figure comes from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from kronrat.cli.doubt import DOUBT
from kronrat.cli.drawing import drawing_of
from kronrat.cli.speech import console, words_of
from kronrat.data.entry import PROVENANCE
from kronrat.shelf import tables_of
from kronrat.words import Words


def show(game: str, override: Path | None, only_reconstructed: bool, lang: str | None) -> None:
    tables = tables_of(game, override)
    words = words_of(lang, game)
    out = console()
    out.print(words.say("cli.data", game=game), style="bold")
    doubtful = set(tables.reconstructed())
    for name, entries in tables.rows.items():
        chosen = {id: row for id, row in entries.items() if not only_reconstructed or (name, id) in doubtful}
        if chosen:
            out.print(_table(words, name, chosen, doubtful))
    out.print(f"{DOUBT} {words.say('cli.reconstructed', n=len(doubtful))}", style="yellow")
    out.print(words.say("data.correct"))
    out.print(words.say("cli.data_digest", digest=tables.digest), style="dim")


def _table(words: Words, name: str, entries: dict[str, dict[str, Any]], doubtful: set[tuple[str, str]]) -> Table:
    table = Table(
        title=words.say(f"table.{name}"),
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title_justify="left",
        title_style="bold",
        expand=True,
    )
    table.add_column(words.say("cli.entry"), ratio=3, overflow="fold")
    table.add_column(words.say("cli.value"), ratio=5)
    table.add_column(words.say("cli.source"), ratio=6)
    for id, row in entries.items():
        figures = ", ".join(f"{field} {value}".strip() for field, value in printed(row))
        table.add_row(_entry(words, name, id, (name, id) in doubtful), figures, _source(words, row))
    return table


def _entry(words: Words, table: str, id: str, doubtful: bool) -> Text:
    """Its id, as an override names it, and its name; an entry of another profile names its table itself."""
    kind, _, entry = id.rpartition(".")
    name = words.say(f"{drawing_of(words.game).KINDS[kind or table]}.{entry}")
    return Text.assemble((id, "cyan"), (f" {DOUBT}" if doubtful else "", "bold yellow"), f"\n{name}")


def printed(row: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The figures of an entry without the empty ones, which are not printed on it either."""
    for field, value in row.items():
        if field in PROVENANCE or value in (0, "", False, [], {}):
            continue
        if isinstance(value, dict):
            yield from printed(value, f"{prefix}{field} ")
        elif isinstance(value, list):
            yield prefix + field, " ".join(_item(item) for item in value)
        else:
            yield prefix + field, "" if value is True else str(value)


def _item(value: Any) -> str:
    return f"({', '.join(f'{f} {v}' for f, v in printed(value))})" if isinstance(value, dict) else str(value)


def _source(words: Words, row: dict[str, Any]) -> Text:
    """Where the figures come from; whatever is not wholly known is marked."""
    known = row["source"] != "reconstruction"
    source = Text(words.say(f"data_source.{row['source']}"), "green" if known else "bold yellow")
    if row["note"]:
        source.append(f": {row['note']}", "dim")
    for origin in dict.fromkeys(row["sources"].values()):  # for single figures that come from elsewhere
        named = ", ".join(name for name, other in row["sources"].items() if other == origin)
        made_up = origin == "reconstruction"
        told = f"\n{f'{DOUBT} ' if made_up else ''}{words.say(f'data_source.{origin}')}: {named}"
        source.append(told, "yellow" if made_up else "dim")
    if row["reconstructed"]:
        source.append(f"\n{DOUBT} {words.say('data.partly', reconstructed=row['reconstructed'])}", "yellow")
    return source
