"""The Wayfarers as a story: one epoch, a few rounds, and a toll for the last one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypedDict, cast

from kronrat.core.flow import Step
from kronrat.core.game import Standing, Switch
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import GameEnded
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.rounds import end_game
from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.rules.story import CommonSheet, Sheet, Story
from tests.games.orleans.wayfarers.rules.events import MilestonePassed


class Pack(Sheet):
    """How many songs a player knows."""

    FIELDS: ClassVar[tuple[str, ...]] = ("songs",)

    def __init__(self, songs: int = 0) -> None:
        self.songs = songs

    def clone(self) -> Pack:
        return Pack(self.songs)


class Road(CommonSheet):
    """Nothing is on the road."""

    def clone(self) -> Road:
        return Road()


class PackView(TypedDict):
    """What is in the pack."""

    songs: int
    parts: dict[str, int]


class RoadView(TypedDict):
    """The length of the road."""

    rounds: int


class Singing(Effect):
    """A word that only this story knows."""

    word: ClassVar[str] = "sing"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        cast(Pack, state.players[seat].sheet).songs += self.op.n


class Milestone(Step):
    """Ends the game after the last round."""

    def run(self, state: State) -> None:
        left = int(state.switches.options["miles"]) - state.round
        if state.listener is not None:
            state.tell(MilestonePassed("OS-WF-1", left))
        if left == 0:
            end_game(state)
            if state.listener is not None:
                winners = [line.seat for line in state.story.standing(state) if line.place == 1]
                state.tell(GameEnded("OS-WF-1", tuple(winners)))


class Wayfarers(Story):
    """The player who has seen most of the land wins."""

    id: ClassVar[str] = "wayfarers"
    short: ClassVar[str] = "wf"
    effects: ClassVar[tuple[type[Effect], ...]] = (Singing,)
    steps: ClassVar[tuple[type[Step], ...]] = (Milestone,)
    switches: ClassVar[tuple[Switch, ...]] = (Switch("miles", ("2", "3"), "3", "OS-WF-1"),)
    sheet_view: ClassVar[Any] = PackView
    common_view: ClassVar[Any] = RoadView

    def bonus_rule(self, epoch: int) -> str:
        return "OS-WF-2"

    def new_sheet(self) -> Sheet:
        return Pack()

    def new_common(self) -> CommonSheet:
        return Road()

    def round_end(self, state: State) -> list[Step]:
        return [Milestone()]

    def fame_bonus(self, state: State, field: int) -> list[Effect]:
        return []

    def standing(self, state: State) -> list[Standing]:
        scores = [self._score(state, seat) for seat in range(state.seats)]
        found = [Standing(seat, 1 + sum(other > score for other in scores), score) for seat, score in enumerate(scores)]
        return sorted(found, key=lambda line: (line.place, line.seat))

    def _score(self, state: State, seat: int) -> int:
        me = state.players[seat]
        return me.areas.bit_count() + me.coins + cast(Pack, me.sheet).songs

    def worth(self, state: State, seat: int) -> float:
        return float(self._score(state, seat))

    def view_common(self, state: State) -> RoadView:
        return {"rounds": int(state.switches.options["miles"])}

    def view_sheet(self, state: State, seat: int) -> PackView:
        songs = cast(Pack, state.players[seat].sheet).songs
        return {"songs": songs, "parts": {"songs": songs}}

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        return type(values["songs"]) is int and values["songs"] >= 0

    def fits_common(self, state: State, values: Mapping[str, Any]) -> bool:
        return not values


STORY: Final = Wayfarers
