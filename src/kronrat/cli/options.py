"""The question and its numbered answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kronrat.cli.session import Session
from kronrat.core.flow import Choice

_MANY = 8  # more options than this are shown side by side where they fit
_GAP = 3
_DIGITS = 9  # whatever is longer is not the number of an option

Item = tuple[int, str]  # the number of an option, and what it says


def print_options(out: Console, session: Session) -> None:
    """What I am asked, and every answer with its number; answers that belong together share a line."""
    words = session.words
    out.print()
    out.print(Text.assemble((words.ask(session.question), "bold"), (f"  {session.rule}", "dim")))
    numbered = list(enumerate(session.options(), 1))
    for headed, entries in groupby(numbered, key=lambda entry: bool(_heading(session, entry[1]))):
        listed = list(entries)
        if headed:
            _print_groups(out, session, listed)
        else:
            _print_list(out, [_item(session, number, choice) for number, choice in listed])


def is_number(typed: str) -> bool:
    return typed.isdecimal() and len(typed) <= _DIGITS


def numbered_option(out: Console, session: Session, typed: str) -> Choice | None:
    """The option with the number that was typed; if there is none, says so and returns None."""
    options = session.options()
    if 1 <= int(typed) <= len(options):
        return options[int(typed) - 1]
    out.print(session.words.say("cli.no_option", number=typed, n=len(options)), style="yellow")
    return None


def _heading(session: Session, choice: Choice) -> str:
    return session.drawing.heading(session.words, session.game.rows, choice)


def _item(session: Session, number: int, choice: Choice) -> Item:
    rows = session.game.rows
    return number, session.drawing.label(session.words, rows, choice, session.question, lambda: session.foresee(choice))


def _mark(number: int) -> Text:
    return Text(f"[{number}]".rjust(5), "bold cyan")


def _print_groups(out: Console, session: Session, entries: Sequence[tuple[int, Choice]]) -> None:
    groups = [(head, list(found)) for head, found in groupby(entries, key=lambda entry: _heading(session, entry[1]))]
    room = out.width - max(len(heading) for heading, _ in groups) - _GAP - 2
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for heading, found in groups:
        grid.add_row(heading, _packed([_item(session, number, choice) for number, choice in found], room))
    out.print(Padding(grid, (0, 0, 0, 2), expand=False))


def _packed(items: Sequence[Item], room: int) -> Text:
    """Lines with as many items as fit, none of them broken."""
    lines: list[Text] = []
    for number, label in items:
        item = Text.assemble((f"[{number}]", "bold cyan"), " ", label)
        if lines and lines[-1].cell_len + _GAP + item.cell_len <= room:
            lines[-1].append(" " * _GAP).append_text(item)
        else:
            lines.append(item)
    return Text("\n").join(lines)


def _print_list(out: Console, items: Sequence[Item]) -> None:
    widest = max(len(label) for _, label in items) + 6
    columns = 2 if len(items) > _MANY and 2 * (widest + _GAP) < out.width else 1
    height = ceil(len(items) / columns)
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(columns):
        grid.add_column(no_wrap=True)
        grid.add_column()
    for line in range(height):
        cells: list[str | Text] = []
        for number, label in items[line::height]:
            cells += [_mark(number), label]
        grid.add_row(*cells)
    out.print(grid)
