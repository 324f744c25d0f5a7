"""Players made of code. They know the Game interface, but no game by name."""

from kronrat.bots.advice import Advice, Adviser
from kronrat.bots.bot import Bot, Turn
from kronrat.bots.finding import (
    DEFAULT,
    LEVELS,
    USUAL,
    BotFailed,
    BotName,
    bot_class,
    failure_of,
    installed_bot,
    lasting_name,
    list_bots,
    list_thinkers,
    make_bot,
    refuse,
    short_name,
    takes_budget,
)
from kronrat.bots.greedy import Greedy, LookOnce, Points
from kronrat.bots.judging import Judge, Learned
from kronrat.bots.levels import Level
from kronrat.bots.random_bot import RandomBot
from kronrat.bots.search import Budget, Search

__all__ = [
    "DEFAULT",
    "LEVELS",
    "USUAL",
    "Advice",
    "Adviser",
    "Bot",
    "BotFailed",
    "BotName",
    "Budget",
    "Greedy",
    "Judge",
    "Learned",
    "Level",
    "LookOnce",
    "Points",
    "RandomBot",
    "Search",
    "Turn",
    "bot_class",
    "failure_of",
    "installed_bot",
    "lasting_name",
    "list_bots",
    "list_thinkers",
    "make_bot",
    "refuse",
    "short_name",
    "takes_budget",
]
