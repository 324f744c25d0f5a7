"""Bots for processes of their own; in a module that another process can import."""

from __future__ import annotations

import os
import time

from kronrat.bots import Bot, Budget, Turn
from kronrat.core.flow import Choice


class Counting(Bot):
    """Takes the first option at first, the second then, and so on: it remembers."""

    def __init__(self) -> None:
        self.asked = -1

    def decide(self, turn: Turn) -> Choice:
        self.asked += 1
        return turn.options[self.asked % len(turn.options)]


class Raising(Bot):
    def decide(self, turn: Turn) -> Choice:
        raise RuntimeError("no idea")


class Dying(Bot):
    def decide(self, turn: Turn) -> Choice:
        os._exit(1)


class Hanging(Bot):
    def decide(self, turn: Turn) -> Choice:
        time.sleep(600)
        return turn.options[0]


class Patient(Bot):
    """Says how long it may think, by the option that it takes."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget

    def decide(self, turn: Turn) -> Choice:
        return turn.options[0 if self.budget is None else int(self.budget.ms or 0)]
