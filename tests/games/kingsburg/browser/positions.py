"""Positions of Kingsburg that a test wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache

import kronrat
from kronrat.arena.record import let_bots_play
from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import BuildingDestroyed
from kronrat.words.sentences import snake
from tests.browser import positions
from tests.browser.often import each
from tests.browser.positions import Position, Wanted, asked, at, seed_of_game

GAME = kronrat.load("kingsburg")
FIRST: Mapping[str, str] = {"edition": "1e"}
SECOND: Mapping[str, str] = {"edition": "2e"}
MODULES: Mapping[str, str] = {"edition": "2e", "modules": "buildings,governors,army"}


def find(
    wanted: Wanted, seats: int = 3, options: Mapping[str, str] = SECOND, people: int = 0, seat: int = 0
) -> Position:
    """The first position at which `seat` is asked what is wanted. Without a number all seats are people."""
    return positions.find(GAME, wanted, options, seats, people, seat)


# One position for every kind of question; the edition with its modules where the question needs them.
KINDS: Mapping[str, tuple[Wanted, Mapping[str, str]]] = {
    "keep_governor": (asked("keep_governor", least=3), MODULES),
    "take_goods": (asked("take_goods", least=3), SECOND),
    "roll_bonus_dice": (asked("roll_bonus_dice"), SECOND),
    "use_cards": (asked("use_cards", "statue", "die"), SECOND),
    "influence": (asked("influence", "bonus", "plus2", least=8), SECOND),
    "trade": (asked("trade", least=3), SECOND),
    "buy_goods": (asked("buy_goods"), SECOND),
    "build": (asked("build", least=4), MODULES),
    "recruit": (asked("recruit", "gold", "wood", "stone", least=5), SECOND),
    "act_first": (asked("act_first"), MODULES),
    "accept_gain": (asked("accept_gain"), MODULES),
    "choose_token": (asked("choose_token", least=5), MODULES),
    "lose_goods": (asked("lose_goods", least=3), SECOND),
    "spare_building": (asked("spare_building"), MODULES),
}


every_kind = each("kind", KINDS, ("influence",))


@cache
def position_of(kind: str) -> Position:
    """Where the first of three people is asked this."""
    wanted, options = KINDS[kind]
    return find(wanted, options=options)


@cache
def near_the_end() -> Position:
    """The first of two recruits for the last battle; the second will be asked too."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "recruit" or GAME.caption(match.state) != {"year": 5, "phase": 7}:
            return False
        later = deepcopy(match)
        later.play(0, ("done",))
        return later.state.deciding() == (1,)

    return find(wanted, seats=2)


@cache
def before_battle() -> Position:
    """The last player recruits; then the enemy comes and tears down one of that player's buildings."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "recruit" or not any(line.choice[0] == "reinforce" for line in match.lines_of(0, ("done",))):
            return False
        events = deepcopy(match).play(0, ("done",))
        return any(isinstance(event, BuildingDestroyed) and event.seat == 0 for event in events)

    return find(wanted)


@cache
def well_played(seats: int, modules: bool = False) -> Match:
    """A whole game of bots that know what they do, so that it looks like a game of people."""
    seed = seed_of_game(0, seats)
    match = Match(GAME, seats, MODULES if modules else SECOND, seed, keyed=False)
    let_bots_play(match, {seat: make_bot("greedy") for seat in range(seats)}, Dice(seed_of_text("the bots")))
    return match


def ended(seats: int = 3) -> Position:
    """A game that is over."""
    return at(well_played(seats), 0)


def moments(seats: int = 4, modules: bool = False) -> Iterator[tuple[Position, Match]]:
    """Every question to the first seat of a game that was played well, and the game up to there."""
    whole = well_played(seats, modules)
    seed = seed_of_game(0, seats)
    match = Match(GAME, seats, whole.options, seed, roll=False, keyed=False)
    for line in whole.journal.lines:
        decision = match.state.decision(line.seat)
        if line.seat == 0 and decision is not None:
            kind, choices = snake(type(decision).__name__), tuple(match.state.options(0))
            yield at(match, 0, 0, kind, choices), match
        match.follow(line)
