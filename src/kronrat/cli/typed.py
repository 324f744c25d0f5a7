"""Choices as people type them: in any case, with names instead of ids, and with dice or goods in any order."""

from __future__ import annotations

from rich.console import Console

from kronrat.cli.table import Table
from kronrat.core.flow import Choice, Reason
from kronrat.core.notation import parse_choice
from kronrat.words.sentences import snake

FORM = "CORE-FORM"


def read_choice(table: Table, typed: str) -> Choice:
    """The choice that was meant; raises BadNotation."""
    verb, _, rest = typed.lower().partition(" ")
    choice = parse_choice(f"{verb} {table.drawing.without_names(table.words, table.game.rows, rest)}")
    return choice if choice in table.options() else table.drawing.tidied(choice)


def print_refusal(out: Console, table: Table, reason: Reason) -> None:
    """Why a choice is refused; if it cannot be read, also how answers are written."""
    out.print(table.words.say("cli.refused", reason=table.words.reason(reason), rule=reason.rule), style="yellow")
    if reason.rule == FORM:
        print_notation(out, table)


def print_notation(out: Console, table: Table) -> None:
    """How the open question is answered in notation."""
    pattern = table.words.say(f"notation.{snake(type(table.question).__name__)}")
    out.print(table.words.say("cli.notation", pattern=pattern), style="dim")
