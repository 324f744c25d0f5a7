"""Kronrat: strategy games as a library of rules, with bots that play them and a table to play at."""

from typing import TYPE_CHECKING

from kronrat.core.flow import CHANCE, CLOCK, IllegalChoice, Reason
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.match import Match, TableSeed, replay, verify
from kronrat.shelf import load

if TYPE_CHECKING:
    from kronrat.shelf import games
else:
    from kronrat import games  # the package, which can be called for its list

__all__ = [
    "CHANCE",
    "CLOCK",
    "BrokenJournal",
    "IllegalChoice",
    "Journal",
    "Match",
    "Reason",
    "TableSeed",
    "games",
    "load",
    "replay",
    "verify",
]
