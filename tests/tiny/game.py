"""The Game object of pearl divers: everything that the rest of Kronrat may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice
from kronrat.core.flow import Step
from kronrat.core.game import BadOption, Game, Standing, Switch
from tests.tiny import coves, diving, grabbing, market, rounds
from tests.tiny.state import Player, State
from tests.tiny.view import coves_out, redeal, view

STEPS: tuple[type[Step], ...] = (
    coves.Shuffle, coves.Deal,
    rounds.Round, rounds.Tide, rounds.EndGame,
    diving.Diving, diving.Dive, diving.ShowPlans,
    grabbing.Grabbing, grabbing.Grab, grabbing.Hourglass,
    market.Trade,
)  # fmt: skip


class Pearls(Game):
    """Pearl divers for two to four seats."""

    id: ClassVar[str] = "pearls"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    steps: ClassVar[Mapping[str, type[Step]]] = {step.__name__: step for step in STEPS}

    def __init__(self) -> None:
        super().__init__(rows={}, data_digest="none")

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        return [Switch("wares", tuple(market.PRICES), ",".join(market.PRICES), "PD-BUY", many=True)]

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        self.check_seats(seats)
        state = self.blank(seats, self.settle_options(options or {}))
        state.push(coves.Shuffle(), coves.Deal(), rounds.Round(1))
        return state

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = State()
        state.start(self, seats)
        state.settings = dict(options)
        state.sold = tuple([ware for ware in options["wares"].split(",") if ware])
        state.players = [Player() for _ in range(seats)]
        state.round = 1
        state.pile = 0
        state.deck = ()
        state.dived = ()
        return state

    def options_of(self, state: State) -> dict[str, str]:
        return state.settings

    def standing(self, state: State) -> list[Standing]:
        marks = [(_score(player), len(player.wares)) for player in state.players]
        ranked = sorted(range(state.seats), key=lambda seat: marks[seat], reverse=True)
        places: list[Standing] = []
        for seat in ranked:
            score, wares = marks[seat]
            tied = sum([mark[0] == score for mark in marks]) > 1
            place = 1 + sum([mark > marks[seat] for mark in marks])
            places.append(Standing(seat, place, score, (("wares", wares),) if tied else ()))
        return places

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view(state, seat)

    def redeal(self, state: State, seat: int | None, dice: Dice) -> State:
        return redeal(state, seat, dice)

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        if topic != "coves":
            raise BadOption(f"{self.id} has no hints on {topic!r}; it has coves")
        return coves_out(view)

    def value(self, state: State, seat: int) -> float:
        """The score, and the worth of a secret that may last."""
        me = state.players[seat]
        return float(_score(me) + me.cove)

    # -- saving --------------------------------------------------------------------------------------------------

    def fields(self, state: State) -> dict[str, Any]:
        fields = {name: getattr(state, name) for name in State.FIELDS}
        fields["players"] = [[getattr(player, name) for name in Player.FIELDS] for player in state.players]
        return fields

    def refill(self, state: State, fields: Mapping[str, Any]) -> None:
        for name in State.FIELDS:
            setattr(state, name, fields[name])
        if [len(values) for values in fields["players"]] != [len(Player.FIELDS)] * state.seats:
            raise BrokenDump("the players do not fit the seats")
        for player, values in zip(state.players, fields["players"], strict=True):
            for name, value in zip(Player.FIELDS, values, strict=True):
                setattr(player, name, value)


def _score(player: Player) -> int:
    return player.pearls + sum([market.WORTH[ware] for ware in player.wares])
