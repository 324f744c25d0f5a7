"""How much of what a choice loses until the next quiet moment is still lost at the end.

Values that were learned from light play take every position for the beginning of light play, and hold an oversight for
worth more than it is. `kronrat calibrate` measures the part that lasts; the box of a game keeps it in `lasting.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache

from kronrat.box import box_ids, box_of
from kronrat.core.flow import State
from kronrat.data.shapes import Record, read

FILE = "lasting.json"


class Part(Record):
    """What was measured at some tables; without seats or options, at all of those that are not named before it."""

    options: dict[str, str]
    seats: int
    part: float
    error: float  # standard
    games: int
    bots: str

    def fits(self, seats: int, options: Mapping[str, str]) -> bool:
        named = all([options.get(name) == value for name, value in self.options.items()])
        return named and self.seats in (0, seats)


@cache
def measured(game: str, name: str = FILE) -> tuple[Part, ...]:
    """All that was measured in a game; none where its box has no such file."""
    file = box_of(game).folder / name if game in box_ids() else None
    if file is None or not file.is_file():
        return ()
    return tuple([read(one, Part) for one in json.loads(file.read_text(encoding="utf-8"))])


def lasting_of(world: State) -> float:
    """The part that lasts at a table like this one; all of it where nothing was measured."""
    return part_at(world.seats, world.game.options_of(world), measured(world.game.id))


def part_at(seats: int, options: Mapping[str, str], parts: Sequence[Part]) -> float:
    """The part that was measured at such a table; all of it where nothing was."""
    return next((one.part for one in parts if one.fits(seats, options)), 1.0)
