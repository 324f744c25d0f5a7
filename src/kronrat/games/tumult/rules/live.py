"""The raid in real time: everybody at once, and the hourglass is a seat. The program that runs it keeps the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from kronrat.core.flow import CLOCK, Choice, Part, Reason, Together, malformed
from kronrat.core.game import Lapse, Tempo
from kronrat.games.tumult.rules.events import GraceRanOut, SeatReady, TimeRanOut
from kronrat.games.tumult.rules.pace import AWAY_MS, HAND_MS, PATIENCE_MS
from kronrat.games.tumult.rules.raid import (
    KEEP,
    RESUME,
    RETURN,
    STOP,
    lift,
    lifts,
    put_back,
    put_down,
    resume,
    stop,
    why_not_rob,
)
from kronrat.games.tumult.rules.state import NO_TILE, State

READY: Final[Choice] = ("ready",)
TIME_UP: Final[Choice] = ("time_up",)


class GettingReady(Together):
    """The king waits until everybody is ready. [TR-P2-3]"""

    sealed: ClassVar[bool] = False


class Ready(Part):
    rule = "TR-P2-3"
    verbs: ClassVar[tuple[str, ...]] = ("ready", "lift")

    def options(self, state: State) -> list[Choice]:
        return [READY]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if state.listener is not None:
            state.tell(SeatReady(self.rule, self.seat))
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "lift" and len(choice) == 2 and type(choice[1]) is int:
            return Reason(self.rule, "reason.not_running")
        return malformed(self.verbs)


class Raid(Together):
    """All seats and the hourglass. [TR-P2-4]

    It ends when all have stopped with empty hands, or when time is up and no hand holds a tile.
    """

    sealed: ClassVar[bool] = False

    def proceed(self, state: State, part: Part, choice: Choice) -> tuple[Part, ...]:
        parts = super().proceed(state, part, choice)
        if part.seat == CLOCK:
            holding = [p.seat for p in parts if state.players[p.seat].hand != NO_TILE]
            return (*[LastTile(seat) for seat in holding], Grace()) if holding else ()
        if parts is self.parts and not state.players[part.seat].done:
            return parts  # this hand goes on robbing
        robbing = [p for p in parts if p.seat != CLOCK and not state.players[p.seat].done]
        return parts if robbing else ()


class Rob(Part):
    """One hand at work. Written `lift SLOT`, `keep`, `return`, `stop` or `resume`. [TR-P2-5, TR-DIG-LIVE-3]"""

    rule = "TR-P2-4"
    verbs: ClassVar[tuple[str, ...]] = ("lift", "keep", "return", "stop", "resume")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        if me.hand != NO_TILE:
            return [KEEP, RETURN]
        if me.done:
            return [RESUME]
        offer = lifts(state)
        offer.append(STOP)
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice[0] == "lift":
            lift(state, self.seat, int(choice[1]))
        elif choice == STOP:
            stop(state, self.seat)
        elif choice == RESUME:
            resume(state, self.seat)
        else:
            put_down(state, self.seat, choice)
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return why_not_rob(state, self.seat, choice, self.verbs)


class LastTile(Part):
    """Time is up: only what to do with the tile in hand is left to choose. [TR-P2-11, TR-P2-12]"""

    rule = "TR-P2-12"
    verbs: ClassVar[tuple[str, ...]] = ("keep", "return", "lift", "stop", "resume")

    def options(self, state: State) -> list[Choice]:
        return [KEEP, RETURN]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        put_down(state, self.seat, choice)
        state.players[self.seat].done = True
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "lift" and len(choice) == 2 and type(choice[1]) is int:
            return Reason("TR-P2-11", "reason.time_up")
        if len(choice) != 1 or choice[0] == "lift":
            return malformed(self.verbs)
        return Reason("TR-P2-11", "reason.time_up")


class Hourglass(Part):
    """The program that runs the game says when time is up. Written `time_up`. [TR-DIG-LIVE-20]"""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    rule = "TR-P2-11"
    verbs: ClassVar[tuple[str, ...]] = ("time_up",)

    def __init__(self) -> None:
        super().__init__(CLOCK)

    def options(self, state: State) -> list[Choice]:
        return [TIME_UP]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if state.listener is not None:
            holding = [seat for seat, player in enumerate(state.players) if player.hand != NO_TILE]
            state.tell(TimeRanOut(self.rule, tuple(holding)))
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)


class Grace(Hourglass):
    """A tile that is still in a hand at the end of the grace time goes back. [TR-DIG-LIVE-21]"""

    rule = "TR-DIG-LIVE-21"

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if state.listener is not None:
            state.tell(GraceRanOut(self.rule))
        for seat, player in enumerate(state.players):
            if player.hand != NO_TILE:
                put_back(state, seat)
        return None


# -- with a real clock -----------------------------------------------------------------------------------------------


def tempo(options: Mapping[str, str]) -> Tempo:
    """What the clock of the server asks of hands. [TR-DIG-LIVE-10, TR-DIG-LIVE-12]"""
    return Tempo(
        lasts=1_000 * int(options["raid_seconds"]),
        fair=options["raid_queue"] == "fair",
        takes=("lift",),
        puts_down=("keep", "return"),
        holding=HAND_MS,
        empty=HAND_MS,
        reasons={
            "not_yet": Reason("TR-DIG-LIVE-8", "reason.not_running"),
            "too_fast": Reason("TR-DIG-LIVE-12", "reason.too_fast"),
            "time_up": Reason("TR-DIG-LIVE-13", "reason.time_up"),
        },
    )


def lapse(state: State, seat: int) -> Lapse | None:
    """Nobody is waited for too long, and no tile stays in the hand of an absentee. [TR-DIG-LIVE-8, TR-DIG-LIVE-15]"""
    question = state.decision(seat)
    if isinstance(question, Ready):
        return Lapse(READY, waited_ms=PATIENCE_MS)
    if isinstance(question, LastTile):
        return Lapse(RETURN, away_ms=0)
    if isinstance(question, Rob) and state.players[seat].hand != NO_TILE:
        return Lapse(RETURN, away_ms=AWAY_MS)
    return None
