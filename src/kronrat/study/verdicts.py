"""Verdicts on choices: marks by what was lost, the accuracy of a player, and the turning points of a game.

A loss is the chance of victory after the best choice less that after the chosen one, and counts only beyond two
standard errors; otherwise the choice counts as the best.
"""

from __future__ import annotations

from kronrat.core.numbers import add_up

BEST, GOOD, INACCURACY, MISTAKE = MARKS = ("best", "good", "inaccuracy", "mistake")
CERTAIN = 2.0  # standard errors beyond which a difference counts
FROM_INACCURACY = 0.02  # lost of the chance of victory
FROM_MISTAKE = 0.06
HOPELESS = 0.20  # a choice that loses so much is not accurate at all
ENOUGH = 5  # choices for an accuracy


def mark_of(loss: float) -> str:
    if loss <= 0.0:
        return BEST
    if loss < FROM_INACCURACY:
        return GOOD
    return INACCURACY if loss < FROM_MISTAKE else MISTAKE


def mark_of_advice(less: float, error: float, lasting: float) -> str:
    """The mark of an answer that promises so much less than the best one, as far as that is certain, and lasts."""
    return mark_of(lasting * less if less > CERTAIN * error else 0.0)


def accuracy_of(choices: list[tuple[float, float]]) -> float | None:
    """From losses and stakes: 1 for the best choices only; each counts by what was at stake, None for too few."""
    counted = [(loss, max(stake, loss)) for loss, stake in choices if stake > 0.0 or loss > 0.0]
    if len(counted) < ENOUGH:
        return None
    whole = add_up([stake for _, stake in counted])
    return add_up([stake * max(0.0, 1.0 - loss / HOPELESS) for loss, stake in counted]) / whole
