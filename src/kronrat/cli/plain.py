"""Any game on the terminal that brings no drawing of its own: its view as figures and lists, players side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kronrat.cli.drawing import Foresee, View
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Rows
from kronrat.words import Words


class _Singular(dict[str, str]):
    """A table `cards` has entries whose messages begin with `card`."""

    def __missing__(self, table: str) -> str:
        return table.removesuffix("s")


HEADLINES: frozenset[str] = frozenset()
KINDS: Mapping[str, str] = _Singular()
FRAME = ("game", "options", "seat", "seats", "deciding", "over", "standing", "players", "wishes")


def variant(options: Mapping[str, str]) -> str:
    return ""


def draw(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print()
    for key, value in view.items():
        if key not in FRAME and value not in (None, [], {}):
            out.print(Text.assemble((f"{_term(words, key)}: ", "bold"), _shown(words, key, value)))
    out.print()
    out.print(_players(words, view))


def _players(words: Words, view: View) -> Table:
    players: list[dict[str, Any]] = view["players"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("", no_wrap=True)
    keys = list(players[0])
    for key in keys:
        table.add_column(_term(words, key))
    for seat, player in enumerate(players):
        arrow = "▸ " if seat in view["deciding"] else "  "
        me = f" ({words.say('cli.you')})" if seat == view["seat"] else ""
        cells = [_shown(words, key, player.get(key)) for key in keys]
        table.add_row(Text.assemble(arrow, (words.player(seat), "bold"), me), *cells)
    return table


def _term(words: Words, key: str) -> str:
    said = words.say(f"term.{key}") if words.has(f"term.{key}") else key.replace("_", " ")
    return said[:1].upper() + said[1:]


def _shown(words: Words, key: str, value: Any) -> str:
    """A value by its message `KEY.VALUE`, the key in the singular, or as it is."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return words.say("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join([_shown(words, key, one) for one in value]) or "–"
    if isinstance(value, dict):
        return " ".join([f"{_term(words, name)} {_shown(words, name, one)}" for name, one in value.items()])
    message = f"{key.removesuffix('s')}.{value}"
    return words.say(message) if words.has(message) else str(value)


# -- options and cards ---------------------------------------------------------------------------------------------


def heading(words: Words, rows: Rows, choice: Choice) -> str:
    return ""


def label(words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
    return words.choice(choice, decision)


def detail(words: Words, rows: Rows, choice: Choice) -> str:
    return ""


def telling(words: Words, rows: Rows, event: Event) -> str:
    return words.event(event)


def without_names(words: Words, rows: Rows, typed: str) -> str:
    return typed


def tidied(choice: Choice) -> Choice:
    return choice


def about(words: Words, rows: Rows, topic: str) -> str | None:
    return None
