"""Kronrat: strategy games as a library of rules, with bots that play them and a table to play at."""

from kronrat.core.flow import CHANCE, CLOCK, IllegalChoice, Reason
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.match import Match
from kronrat.core.replay import replay, verify
from kronrat.core.seeds import TableSeed
from kronrat.shelf import list_games, load

__all__ = [
    "CHANCE",
    "CLOCK",
    "BrokenJournal",
    "IllegalChoice",
    "Journal",
    "Match",
    "Reason",
    "TableSeed",
    "list_games",
    "load",
    "replay",
    "verify",
]
