"""Kronrat: strategy games as a library of rules, with bots that play them and a table to play at.

>>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), seats=2, seed="a word of your own")
>>> while not match.over:
...     events = match.play(match.deciding[0], match.choices(match.deciding[0])[0])
>>> len(match.state.standing())
2
"""

from importlib.metadata import version

from kronrat.bots import Bot, Turn, list_bots
from kronrat.chart import Chart
from kronrat.core.flow import CHANCE, CLOCK, Choice, IllegalChoice, Reason, State
from kronrat.core.game import BadOption, Game, Standing
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.replay import verify
from kronrat.core.seeds import TableSeed
from kronrat.core.variation import verify_origin
from kronrat.prompt import Match, Refusal, play_on, replay
from kronrat.shelf import list_games, load

__version__ = version("kronrat")

__all__ = [
    "CHANCE",
    "CLOCK",
    "BadOption",
    "Bot",
    "BrokenJournal",
    "Chart",
    "Choice",
    "Game",
    "IllegalChoice",
    "Journal",
    "Match",
    "Reason",
    "Refusal",
    "Standing",
    "State",
    "TableSeed",
    "Turn",
    "__version__",
    "list_bots",
    "list_games",
    "load",
    "play_on",
    "replay",
    "verify",
    "verify_origin",
]
