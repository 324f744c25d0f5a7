"""A learned value as plain arithmetic: a small net that looks at one seat after the other.

It adds from left to right and knows no library, so it finds the same numbers everywhere, compiled or not.
"""

from __future__ import annotations

from math import exp

from kronrat.core.numbers import add_up


def is_of_seat(name: str) -> bool:
    """Whether a feature belongs to one seat: its name then ends with the distance of that seat from the viewer."""
    return name.rpartition(" ")[2].isdecimal() and " " in name


class Net:
    """One hidden layer, the same for all seats, and beside it a straight sum of what a seat has.

    A seat's score comes from what is common to all and from what that seat has; the shares of all seats follow from
    their scores. So a net learns as much about every seat as about the first.
    """

    def __init__(
        self,
        common: list[int],
        own: list[list[int]],
        shared: list[list[float]],
        hidden: list[list[float]],
        bias: list[float],
        out: list[float],
        straight: list[float],
    ) -> None:
        self.common = common  # places of the common features among all
        self.own = own  # of each seat's features, the viewer's first, then by distance
        self.shared = shared  # for each hidden unit: the weights of common features,
        self.hidden = hidden  # and of those of a seat
        self.bias = bias  # of each hidden unit
        self.out = out  # what each hidden unit adds to the score
        self.straight = straight  # what each feature of a seat adds to it

    def shares(self, features: list[float]) -> list[float]:
        """What each seat may expect, the viewer first; together 1."""
        base = self._base(features)
        scores = [self._score(features, places, base) for places in self.own]
        best = max(scores)
        weights = [exp(score - best) for score in scores]
        whole = add_up(weights)
        return [weight / whole for weight in weights]

    def _base(self, features: list[float]) -> list[float]:
        """What common features bring each hidden unit."""
        common = self.common
        used = [n for n, place in enumerate(common) if features[place] != 0.0]
        values = [features[common[n]] for n in used]
        base: list[float] = []
        for unit, start in enumerate(self.bias):
            base.append(_weighed(self.shared[unit], used, values, start))
        return base

    def _score(self, features: list[float], places: list[int], base: list[float]) -> float:
        used = [n for n, place in enumerate(places) if features[place] != 0.0]
        values = [features[places[n]] for n in used]
        score = _weighed(self.straight, used, values, 0.0)
        out = self.out
        for unit, row in enumerate(self.hidden):
            active = _weighed(row, used, values, base[unit])
            if active > 0.0:
                score += out[unit] * active
        return score


def _weighed(weights: list[float], used: list[int], values: list[float], start: float) -> float:
    total = start
    for n, place in enumerate(used):
        total += weights[place] * values[n]
    return total
