"""What somebody had at the end of a game, as far as the game says so: profiles count it over many games.

The box of a game may have a module `favourites` with one function:

    def favourites(view, seat):
        \"\"\"What this seat had, from the view of a spectator at the end.\"\"\"
        return [Favourite("i-pearl", "find.pearl")]

The words of the game name each by its message. What comes before the first dot of it is the group; the heading of a
group is the message `favourites.<group>`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from kronrat.box import box_of

MOST = 40  # of one seat

log = logging.getLogger(__name__)


class Favourite(NamedTuple):
    """A drawing of the game's sprite, and the message that names it."""

    icon: str
    says: str


def favourites_of(game: str, view: Mapping[str, Any], seat: int) -> list[Favourite]:
    """What a seat had at the end; nothing where the game does not say, or fails to."""
    try:
        found = [one for module in box_of(game).favourites() for one in module.favourites(view, seat)]
    except Exception:  # a result must be kept, whatever somebody's game does here
        log.exception("what was liked in %s is not known", game)
        return []
    return list(dict.fromkeys(found))[:MOST]
