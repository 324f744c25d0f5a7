"""How sure of themselves chances of victory may be.

A value that was learned from few games for so many features is too sure of itself: of what it says is 85 % likely, less
comes true. `kronrat calibrate` measures how much less, as the part of the log odds that holds; the box of a game keeps
it in `sureness.json`, for tables where it is clearly not all of them. What bots choose does not depend on it.
"""

from __future__ import annotations

from kronrat.core.flow import State
from kronrat.core.numbers import add_up
from kronrat.study.lasting import measured, part_at

FILE = "sureness.json"


def sureness_of(world: State) -> float:
    """The part of the log odds that holds at a table like this one; all of it where nothing was measured."""
    if not measured(world.game.id, FILE):
        return 1.0
    return part_at(world.seats, world.game.options_of(world), measured(world.game.id, FILE))


def less_sure(chances: list[float], part: float) -> list[float]:
    """Chances with this part of their log odds; together they are 1 as before."""
    if part == 1.0:
        return chances
    powers = [chance**part if chance > 0.0 else 0.0 for chance in chances]
    whole = add_up(powers)
    return [power / whole for power in powers]
