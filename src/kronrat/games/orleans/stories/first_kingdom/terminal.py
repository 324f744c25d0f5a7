"""The First Kingdom on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from kronrat.core.game import Rows
from kronrat.words import Words

KINDS = {"tasks": "task", "control": "column"}  # how the words of its tables begin
HEADLINES: frozenset[str] = frozenset()  # events that begin something


def line(words: Words, rows: Rows, sheet: Mapping[str, Any]) -> Text:
    """Tasks and citizens."""
    line = Text.assemble((f"{words.say('term.tasks')}: ", "bold"))
    for task, fields in sheet["tasks"].items():
        line.append(f"{words.say(f'task.{task}')} ")
        for token, crossed in fields:
            line.append(f"[{words.say(f'token.{token}')}]", "dim strike" if crossed else "")
        line.append("  ")
    line.append(f"{words.say('task.church')}{' ✓' if sheet['church'] else ''}  ")
    line.append(f"{words.say('task.citizens')} {sheet['citizens']}  {words.say('task.wealth')} {sheet['wealth']}")
    return line
