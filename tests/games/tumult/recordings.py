"""The games of Tumult Royal that are recorded: every number of seats, its options spread over them."""

from __future__ import annotations

from pathlib import Path

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.testing import Golden, anything

FOLDER = Path(__file__).parent / "golden"

RAIDS = ("live", "draft", "orders")
ORDERED = 12  # one in this many choices of an order is the last, or it would never end


def hasty(options: list[Choice], chooser: Dice) -> Choice:
    choice = anything(options, chooser)
    if ("submit",) in options and options.index(choice) % ORDERED == 0:
        return ("submit",)
    return choice


GAMES = [
    Golden("tumult", raid, seats, {"raid": raid, "variant": variant}, calendar="round", folder=FOLDER, choose=hasty)
    for raid in RAIDS
    for seats, variant in ((2, "normal"), (3, "gamblers"), (4, "normal"))
]
