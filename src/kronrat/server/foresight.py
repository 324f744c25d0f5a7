"""What a player who waits may be asked next, and what would become of orders: found in games that are imagined.

They are imagined with what the seat knows, so what is hidden from it cannot change them. The others play as a bot would
that does not look far.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kronrat.coaching import rule_of
from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, CLOCK, Choice, Decision, State
from kronrat.core.game import Game
from kronrat.core.policy import LookAhead
from kronrat.server import wire
from kronrat.server.orders import chosen, order_for, without
from kronrat.server.records import Sheet
from kronrat.words.sentences import snake

WORLDS = 24
LONGEST_S = 1.5  # no more worlds are begun after this
AHEAD = 4  # questions of the seat that are looked at in each
PLIES = 400  # choices of all seats in one world
SHOWN = 80  # options of a question


@dataclass
class _Seen:
    """What was found about one kind of question."""

    question: Decision
    worlds: int = 0
    options: Counter[Choice] = field(default_factory=Counter)


@dataclass
class Prospects:
    """What may be asked, and what would become of the orders of a sheet."""

    worlds: int
    expected: list[wire.Expectation]
    outcomes: list[wire.Prospect]


def foresee(game: Game, state: Any, seat: int, sheet: Sheet, dice: Dice) -> Prospects:
    """Imagine how the game goes on until this seat has been asked a few times."""
    seen: dict[str, _Seen] = {}
    played: Counter[tuple[str, int]] = Counter()  # order and place of its choice; -1: none was possible
    until, worlds = time.monotonic() + LONGEST_S, 0
    while worlds < WORLDS and (not worlds or time.monotonic() < until):
        worlds += 1
        _follow(game.imagine(state, seat, dice), seat, sheet, dice, seen, played)
    expected = [_expectation(kind, found, worlds) for kind, found in seen.items()]
    expected.sort(key=lambda one: -one.percent)
    return Prospects(worlds, expected, [_outcome(order, played) for order in sheet.orders])


def _follow(
    world: State, seat: int, sheet: Sheet, dice: Dice, seen: dict[str, _Seen], played: Counter[tuple[str, int]]
) -> None:
    policy, new, left = LookAhead(), set[str](), AHEAD
    for _ in range(PLIES):
        if not world.stack:
            return
        deciding = world.deciding()
        if deciding[0] == CHANCE:
            world.apply(CHANCE, world.sample(dice))
            continue
        if CLOCK in deciding:
            return  # nobody plays a race by correspondence
        mover = seat if seat in deciding else deciding[0]
        if mover != seat:
            for theirs in policy.choose(world, mover, dice):
                world.apply(mover, theirs)
            continue
        decision = world.decision(seat)
        assert decision is not None
        kind, options = snake(type(decision).__name__), world.options(seat)
        if kind not in new:  # the first time in this world
            new.add(kind)
            found = seen.setdefault(kind, _Seen(decision))
            found.worlds += 1
            found.options.update(options)
        order = order_for(sheet, kind)
        choice = None if order is None else chosen(order, options)
        if order is not None:
            played[order.id, -1 if choice is None else [tuple(one) for one in order.choices].index(choice)] += 1
            sheet = without(sheet, order)
        left -= 1
        if not left or (order is not None and choice is None):
            return
        for one in [choice] if choice is not None else policy.choose(world, seat, dice):
            world.apply(seat, one)


def _expectation(kind: str, found: _Seen, worlds: int) -> wire.Expectation:
    likely = found.options.most_common(SHOWN)
    decision = found.question
    facts = dict(zip(decision.FIELDS, decision.values(), strict=True))
    question = wire.Question(kind, rule_of(decision), facts, [list(choice) for choice, _ in likely], 0)
    return wire.Expectation(question, _percent(found.worlds, worlds), [_percent(n, found.worlds) for _, n in likely])


def _outcome(order: wire.Order, played: Counter[tuple[str, int]]) -> wire.Prospect:
    counts: Sequence[int] = [played[order.id, place] for place in range(len(order.choices))]
    asked = played[order.id, -1]
    all_of_them = sum(counts) + asked
    return wire.Prospect(order.id, [_percent(n, all_of_them) for n in counts], _percent(asked, all_of_them))


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
