"""How long a hand takes: the discrete-time model of the raid, in ticks of a tenth of a second. [TR-DIG-SIM-1]"""

from __future__ import annotations

from typing import Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice

TICK_MS: Final = 100
TICKS_PER_SECOND: Final = 10
GRACE_MS: Final = 3_000
COUNTDOWN_MS: Final = 3_000  # from the last `ready` until the raid runs
PATIENCE_MS: Final = 60_000  # from the first `ready` until nobody waits any longer
AWAY_MS: Final = 2_000  # without a connection, until a tile goes back
HAND_MS: Final = 300  # from lifting a tile to putting it down, and from there to the next
THINKING_MS: Final = 500  # until somebody decides to stop

Times = tuple[int, ...]


def _times(*shares: tuple[int, int]) -> Times:
    """A hundred times, each as often as its share."""
    return tuple([ticks for ticks, share in shares for _ in range(share)])


# Like a normal distribution, from whole numbers: the same on every machine. [TR-DIG-SIM-2]
REACH: Final[Times] = _times((2, 4), (3, 7), (4, 12), (5, 17), (6, 20), (7, 17), (8, 12), (9, 7), (10, 4))
LOOK: Final[Times] = _times((3, 6), (4, 24), (5, 40), (6, 24), (7, 6))
PLACE: Final[Times] = LOOK
RETURN: Final[Times] = _times((2, 6), (3, 24), (4, 40), (5, 24), (6, 6))


def draw(times: Times, dice: Dice) -> int:
    return times[dice.below(len(times))]


def delay(choice: Choice, dice: Dice) -> int | None:
    """How many milliseconds a hand needs for a choice of the live raid; None for what nobody does unasked."""
    if choice[0] == "lift":
        return TICK_MS * draw(REACH, dice)
    if choice[0] == "keep":
        return TICK_MS * (draw(LOOK, dice) + draw(PLACE, dice))
    if choice[0] == "return":
        return TICK_MS * (draw(LOOK, dice) + draw(RETURN, dice))
    if choice[0] == "stop":
        return THINKING_MS
    return None if choice[0] == "resume" else 0
