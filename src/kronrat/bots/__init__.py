"""Players made of code. They know the Game interface and no game by name."""

from kronrat.bots.bot import Bot, Turn
from kronrat.bots.greedy import Greedy, Points
from kronrat.bots.random_bot import RandomBot
from kronrat.core.game import BadOption

BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, Points, Greedy)}


def make_bot(name: str) -> Bot:
    if name not in BOTS:
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "Greedy", "Points", "RandomBot", "Turn", "make_bot"]
