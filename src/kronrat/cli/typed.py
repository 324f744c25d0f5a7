"""Choices as people type them: in any case, with names instead of ids, and with dice or goods in any order."""

from __future__ import annotations

from rich.console import Console

from kronrat.cli.session import Session
from kronrat.core.flow import Choice, Reason
from kronrat.core.notation import parse_choice
from kronrat.words.sentences import snake

FORM = "CORE-FORM"


def read_choice(session: Session, typed: str) -> Choice:
    """The choice that was meant; raises BadNotation."""
    verb, _, rest = typed.lower().partition(" ")
    choice = parse_choice(f"{verb} {session.drawing.without_names(session.words, session.game.rows, rest)}")
    return choice if choice in session.options() else session.drawing.tidied(choice)


def print_refusal(out: Console, session: Session, reason: Reason) -> None:
    """Why a choice is refused; if it cannot be read, also how answers are written."""
    out.print(session.words.say("cli.refused", reason=session.words.reason(reason), rule=reason.rule), style="yellow")
    if reason.rule == FORM:
        print_notation(out, session)


def print_notation(out: Console, session: Session) -> None:
    """How the open question is answered in notation."""
    pattern = session.words.say(f"notation.{snake(type(session.question).__name__)}")
    out.print(session.words.say("cli.notation", pattern=pattern), style="dim")
