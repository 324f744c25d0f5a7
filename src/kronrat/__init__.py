"""Kronrat: Kingsburg, Orléans Stories and Tumult Royal as a library of rules, with bots and a table to play at."""

from kronrat.core.flow import CHANCE, CLOCK, IllegalChoice, Reason
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.match import Match, TableSeed, replay, verify
from kronrat.shelf import games, load

__all__ = [
    "CHANCE", "CLOCK", "BrokenJournal", "IllegalChoice", "Journal", "Match", "Reason", "TableSeed", "games", "load",
    "replay", "verify",
]  # fmt: skip
