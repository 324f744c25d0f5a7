"""The bot that does not think."""

from __future__ import annotations

from typing import ClassVar

from kronrat.bots.bot import Bot, Turn
from kronrat.core.flow import Choice


class RandomBot(Bot):
    """Every option is equally likely."""

    name: ClassVar[str] = "random"
    quick: ClassVar[bool] = True

    def decide(self, turn: Turn) -> Choice:
        options = turn.options
        return options[turn.dice.below(len(options))]
