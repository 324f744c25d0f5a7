"""The games that are recorded: every number of seats of every game, its options spread over them."""

from __future__ import annotations

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from tests.golden.record import Golden, anything

KINGSBURG = {
    "1e": {"edition": "1e"},
    "2e": {"edition": "2e"},
    "2e-modules": {"edition": "2e", "modules": "buildings,governors,army"},
}

RAIDS = ("live", "draft", "orders")
ORDERED = 12  # one in so many choices of an order is the last, else it never ends

STORIES = {
    "first-kingdom": {"story": "first-kingdom", "rounds": "12"},
    "kings-favor": {"story": "kings-favor", "favourites": "2"},
}
IDLE = (("pass",), ("ready",), ("enough",), ("decline",))


def hasty(options: list[Choice], chooser: Dice) -> Choice:
    choice = anything(options, chooser)
    if ("submit",) in options and options.index(choice) % ORDERED == 0:
        return ("submit",)
    return choice


def busy(options: list[Choice], chooser: Dice) -> Choice:
    """Seldom an idle choice, so that something happens."""
    deeds = [option for option in options if option not in IDLE]
    return anything(deeds if deeds and chooser.below(4) else options, chooser)


GAMES = [
    *(
        Golden("kingsburg", name, seats, options, calendar="year")
        for name, options in KINGSBURG.items()
        for seats in (2, 3, 4, 5)
    ),
    *(
        Golden("tumult", raid, seats, {"raid": raid, "variant": variant}, calendar="round", choose=hasty)
        for raid in RAIDS
        for seats, variant in ((2, "normal"), (3, "gamblers"), (4, "normal"))
    ),
    *(
        Golden("orleans", story, seats, options, calendar="round", choose=busy)
        for story, options in STORIES.items()
        for seats in (2, 3, 4)
    ),
]
