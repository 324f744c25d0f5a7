"""Kronrat: strategy games as a library of rules, with bots that play them and a table to play at."""

from kronrat.bots import Bot, Turn, list_bots
from kronrat.core.flow import CHANCE, CLOCK, Choice, IllegalChoice, Reason, State
from kronrat.core.game import BadOption, Game
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.match import Match
from kronrat.core.replay import replay, verify
from kronrat.core.seeds import TableSeed
from kronrat.shelf import list_games, load

__all__ = [
    "CHANCE",
    "CLOCK",
    "BadOption",
    "Bot",
    "BrokenJournal",
    "Choice",
    "Game",
    "IllegalChoice",
    "Journal",
    "Match",
    "Reason",
    "State",
    "TableSeed",
    "Turn",
    "list_bots",
    "list_games",
    "load",
    "replay",
    "verify",
]
