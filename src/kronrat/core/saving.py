"""A state as fields and back, as far as it is alike in every game.

A dump may come from a stranger, so every value is checked before it is played with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import mypyc_attr

from kronrat.core.checks import demand
from kronrat.core.codec import BrokenDump
from kronrat.core.flow import Step


def values_of(thing: Any) -> list[Any]:
    """What a state, a player or a sheet keeps, in the order of its `FIELDS`."""
    return [getattr(thing, name) for name in thing.FIELDS]


def named(thing: Any, row: Any) -> dict[str, Any]:
    """What `values_of` gave, by the names of the fields."""
    return dict(zip(thing.FIELDS, row, strict=True))


def put(thing: Any, values: Mapping[str, Any]) -> None:
    """Fill the fields; a dump knows tuples only, so a field that holds a list gets one."""
    for name in thing.FIELDS:
        value = values[name]
        setattr(thing, name, list(value) if isinstance(getattr(thing, name), list) else value)


def _players(state: Any) -> list[Any]:
    """A small game keeps all it has in the state itself."""
    return getattr(state, "players", [])


@mypyc_attr(allow_interpreted_subclasses=True)
class Saving:
    """How a game dumps and restores what its states and their players name in `FIELDS`."""

    def fields(self, state: Any) -> dict[str, Any]:
        """All of a state but its stack and what follows from the rest, ready for `codec.encode`."""
        return {**named(state, values_of(state)), "players": [values_of(player) for player in _players(state)]}

    def refill(self, state: Any, values: Mapping[str, Any]) -> None:
        """Put decoded fields back into a blank state."""
        players = _players(state)
        if set(values) != {*state.FIELDS, "players"} or len(values["players"]) != len(players):
            raise BrokenDump("fields are missing, unknown or too many")
        demand(self.fits_table(state, values), "the table")
        put(state, values)
        for seat, (player, row) in enumerate(zip(players, values["players"], strict=True)):
            own = named(player, row)
            demand(self.fits_player(state, seat, own), "a player")
            put(player, own)
        self.complete(state)

    def fits_table(self, state: Any, values: Mapping[str, Any]) -> bool:
        """Whether a blank state may be filled with these values."""
        return True

    def fits_player(self, state: Any, seat: int, values: Mapping[str, Any]) -> bool:
        """Whether a player at a table that is filled already may have these values."""
        return True

    def complete(self, state: Any) -> None:
        """Work out what a state knows besides its fields, and demand what must hold between players."""

    def fits_step(self, state: Any, name: str, value: Any) -> bool:
        """Whether a field of this name may hold this value, in whatever restored step it is."""
        return True

    def can_go_on(self, state: Any, step: Step) -> bool:
        """Whether a restored step, whose fields fit, finds on the table what it needs."""
        return True
