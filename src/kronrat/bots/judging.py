"""Who judges the positions that a search reaches: the numbers of the game, or a value learned from many games."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache

from kronrat.bots.weights import BadWeights, Weights, shipped_weights
from kronrat.core.flow import State
from kronrat.core.net import Net

_log = logging.getLogger(__name__)


class Judge:
    """Trusts the numbers of the game. Override `shares`, or `shares_of_all` where many at once are cheaper."""

    def shares(self, world: State) -> list[float]:
        """The share of the result that each seat may expect, together 1."""
        return world.game.utility(world)

    def seen_by(self, world: State, viewer: int) -> list[float]:
        """Those of all seats, from what this one knows."""
        return self.shares(world)

    def share(self, world: State, seat: int) -> float:
        """That of one seat, from what it knows."""
        return self.seen_by(world, seat)[seat]

    def shares_of_all(self, worlds: Sequence[State]) -> list[list[float]]:
        """The shares in several positions, for judges that are quicker with many at once."""
        return [self.shares(world) for world in worlds]

    def advice(self, world: State) -> Mapping[str, float]:
        """How a search at this table is best tuned, where that is known."""
        return {}

    def level(self, world: State, name: str) -> Mapping[str, float]:
        """What makes this level as strong at this table as it is meant to be, where that was measured."""
        return {}


class Learned(Judge):
    """Trusts weights that were learned for tables like this one, and the numbers of the game where there are none.

    Weights of another version of rules or data are not used, and a notice says so.
    """

    def __init__(self, weights: Sequence[Weights] | None = None) -> None:
        self.weights = weights  # None: those in the box of the game
        self._table: tuple[object, int, object] = (None, 0, None)  # the one that was seen last
        self._found: tuple[Weights, Net] | None = None  # what was learned for it

    def shares(self, world: State) -> list[float]:
        return self.seen_by(world, 0)

    def seen_by(self, world: State, viewer: int) -> list[float]:
        found = self.found(world)
        if found is None or not world.stack:
            return super().shares(world)
        weights, net = found
        learned = net.shares(world.game.features(world, viewer))
        shares = [learned[seat - viewer] for seat in range(world.seats)]
        if weights.trust == 1.0:
            return shares
        trust, rest = weights.trust, 1.0 - weights.trust
        return [trust * mine + rest * own for mine, own in zip(shares, super().shares(world), strict=True)]

    def advice(self, world: State) -> Mapping[str, float]:
        found = self.found(world)
        return found[0].search if found else {}

    def level(self, world: State, name: str) -> Mapping[str, float]:
        found = self.found(world)
        return found[0].levels.get(name, {}) if found else {}

    def found(self, world: State) -> tuple[Weights, Net] | None:
        """The weights for the table of this world and their net, if there are any that may be used."""
        game = world.game
        table = (game, world.seats, game.options_of(world))
        if table != self._table:
            self._table, self._found = table, self._look_up(world)
        return self._found

    def _look_up(self, world: State) -> tuple[Weights, Net] | None:
        game, options = world.game, world.game.options_of(world)
        known = shipped_weights(game.id) if self.weights is None else self.weights
        for weights in known:
            if weights.game != game.id or not weights.fits(world.seats, options):
                continue
            refusal = weights.refusal(game)
            try:
                if not refusal:
                    return weights, weights.net(game.feature_names(world))
            except BadWeights as problem:
                refusal = str(problem)
            _give_notice(refusal)
        return None


@cache
def _give_notice(refusal: str) -> None:
    """Once for each reason."""
    _log.warning("%s; bots trust the game's own numbers", refusal)
