"""The Game object of pearl divers: everything that the rest of Kronrat may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, Step
from kronrat.core.game import BadOption, Game, Standing, Switch
from kronrat.core.saving import Saving
from pearl_divers.rules import coves, diving, grabbing, market, rounds, waves
from pearl_divers.rules.evaluation import score, value
from pearl_divers.rules.saving import PearlSaving
from pearl_divers.rules.state import Player, State
from pearl_divers.rules.view import coves_out, redeal, view

STEPS: tuple[type[Step], ...] = (
    coves.Shuffle, coves.Deal,
    rounds.Round, rounds.Phase, rounds.Tide, rounds.EndGame,
    diving.Diving, diving.Dive, diving.ShowPlans,
    grabbing.Grabbing, grabbing.Grab, grabbing.Hourglass,
    waves.EnterWater, waves.Wave, waves.Snatching, waves.Snatch, waves.Echo, waves.Shark, waves.GoHome,
    market.Trade,
)  # fmt: skip
ON, OFF = "on", "off"


class Pearls(Game):
    """Pearl divers for two to four seats."""

    id: ClassVar[str] = "pearls"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    steps: ClassVar[Mapping[str, type[Step]]] = {step.__name__: step for step in STEPS}
    saving: ClassVar[Saving] = PearlSaving()

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        wares = tuple(self.rows["wares"])
        return [
            Switch("wares", wares, ",".join(wares), "PD-BUY", many=True),
            Switch("rounds", ("2", "3", "4", "5"), "4", "PD-ROUND"),
            Switch("reef", (ON, OFF), ON, "PD-REEF"),
            Switch("hourglass", (OFF, ON), OFF, "PD-TIME"),
        ]

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        self.check_seats(seats)
        state = self.blank(seats, self.settle_options(options or {}))
        state.push(coves.Shuffle(), coves.Deal(), rounds.Round(1))
        return state

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = State()
        state.start(self, seats)
        state.settings = dict(options)
        state.rounds = int(options["rounds"])
        state.reef = options["reef"] == ON
        state.hourglass = options["hourglass"] == ON
        state.sold = tuple([ware for ware in options["wares"].split(",") if ware])
        state.players = [Player() for _ in range(seats)]
        state.round = 1
        state.phase = "dive"
        state.pile = 0
        state.deck = ()
        state.dived = ()
        return state

    def options_of(self, state: State) -> dict[str, str]:
        return state.settings

    def standing(self, state: State) -> list[Standing]:
        """By points; equal ones are told apart by the number of wares, or share a place. [PD-END]"""
        marks = [(score(state, player), len(player.wares)) for player in state.players]
        ranked = sorted(range(state.seats), key=lambda seat: marks[seat], reverse=True)
        places: list[Standing] = []
        for seat in ranked:
            points, wares = marks[seat]
            tied = sum([mark[0] == points for mark in marks]) > 1
            place = 1 + sum([mark > marks[seat] for mark in marks])
            places.append(Standing(seat, place, points, (("wares", wares),) if tied else ()))
        return places

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view(state, seat, self.standing(state)))

    def redeal(self, state: State, seat: int | None, dice: Dice) -> State:
        return redeal(state, seat, dice)

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        if topic != "coves":
            raise BadOption(f"{self.id} has no hints on {topic!r}; it has coves")
        return coves_out(view)

    def value(self, state: State, seat: int) -> float:
        return value(state, seat)

    def caption(self, state: State) -> dict[str, int]:
        return {"round": state.round, "rounds": state.rounds}

    # -- the hourglass, at tables that want one ------------------------------------------------------------------------

    def real_time(self, options: Mapping[str, str]) -> bool:
        return options["hourglass"] == ON

    def delay(self, choice: Choice, dice: Dice) -> int | None:
        """Bots are about as quick as people."""
        return 900 + dice.below(1_200)

    def time_limit(self, state: State) -> int:
        return 12_000
