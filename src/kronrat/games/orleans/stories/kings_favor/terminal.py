"""The King's Favor on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from kronrat.core.game import Rows
from kronrat.words import Words

KINDS = {"tiles": "tile", "goals": "goal"}  # how the words of its tables begin
HEADLINES: frozenset[str] = frozenset({"SeasonBegan"})  # events that begin something


def line(words: Words, rows: Rows, sheet: Mapping[str, Any]) -> Text:
    """What the king asks for in this year."""
    line = Text.assemble((f"{words.say('term.goals')}: ", "bold"))
    for goal, done in sheet["goals"].items():
        line.append(f"{_goal(words, rows, goal)}{' ✓' if done else ''}  ", "dim" if done else "")
    line.append(f"{words.say('term.favourites')} {sheet['favourites']}")
    return line


def _goal(words: Words, rows: Rows, goal: str) -> str:
    row = rows["goals"][goal]
    kind = row["count"] or ("send" if row["send"] else "reach")
    return words.say(f"goal_kind.{kind}", least=row["least"], send=row["send"], reach=row["reach"])
