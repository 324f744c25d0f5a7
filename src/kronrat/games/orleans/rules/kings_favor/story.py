"""The King's Favor as a story: seasons, goals, fame tiles, elimination and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kronrat.core.flow import Step
from kronrat.core.game import Standing
from kronrat.games.orleans.rules.effect import Effect, Workshop
from kronrat.games.orleans.rules.kings_favor import evaluation, scoring
from kronrat.games.orleans.rules.kings_favor.goals import EndYear, goals_of, is_fulfilled, lay_on_booklet, open_fields
from kronrat.games.orleans.rules.kings_favor.seasons import WINTER, TurnSeason, season_of
from kronrat.games.orleans.rules.kings_favor.sheet import (
    PLAYING,
    booklet_of,
    calendar_of,
    new_booklet,
    new_calendar,
)
from kronrat.games.orleans.rules.kings_favor.tiles import (
    Gathering,
    GatheringFood,
    GiveFavourites,
    LayTiles,
    laid,
    stop_for,
)
from kronrat.games.orleans.rules.state import EMPTY, State
from kronrat.games.orleans.rules.story import Sheet, Story, Tale, Target
from kronrat.games.orleans.rules.tables import Tables

ROMAN: Final = ("I", "II", "III", "IV", "V")
MOST_FAVOURITES: Final = 2

EFFECTS: Final[Mapping[str, type[Effect]]] = {"take_any": Gathering, "take_food": GatheringFood}


class KingsFavor(Story):
    """Who lasts five years and has most becomes the king's confidant. [OS-KF-WIN-2]"""

    id: ClassVar[str] = "kings-favor"

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        super().__init__(tables, workshop)
        self._bonus_of_tile = [workshop.make(tile.ops, tile.rule) for tile in tables.tiles]
        self._wanted: dict[tuple[int, int], int] = {}

    def bonus_rule(self, epoch: int) -> str:
        return f"OS-KF-BONUS-{ROMAN[epoch]}"

    def new_sheet(self) -> Sheet:
        return new_booklet()

    def new_tale(self) -> Tale:
        return new_calendar()

    def setup_steps(self, state: State) -> list[Step]:
        return [GiveFavourites(), LayTiles()]

    # -- rounds ------------------------------------------------------------------------------------------------

    def round_steps(self, state: State) -> list[Step]:
        return [TurnSeason()]

    def round_end(self, state: State) -> list[Step]:
        """The king's tasks are checked at the end of winter only. [OS-KF-GOAL-3]"""
        return [EndYear()] if season_of(state) == WINTER else []

    # -- sending -----------------------------------------------------------------------------------------------

    def wanted(self, state: State, seat: int) -> int:
        key = (state.players[seat].epoch, booklet_of(state, seat).sent)
        known = self._wanted.get(key)
        if known is None:
            known = 0
            for _, token in open_fields(state, seat):
                known |= 1 << token
            self._wanted[key] = known
        return known

    def own_targets(self, state: State, seat: int) -> list[Target]:
        return open_fields(state, seat)

    def send_to_own(self, state: State, seat: int, word: str, token: int) -> None:
        lay_on_booklet(state, seat, word)

    # -- fame --------------------------------------------------------------------------------------------------

    def fame_limit(self, state: State, seat: int) -> int:
        me = state.players[seat]
        return stop_for(self.tables, me.fame, me.epoch + 1)

    def fame_bonus(self, state: State, field: int) -> list[Effect]:
        """The tile stays and serves whoever comes later. [OS-KF-FAME-4, OS-KF-TILE-0]"""
        tile = calendar_of(state).tiles[self.tables.fame_fields.index(field)]
        return self._bonus_of_tile[tile]

    # -- the end, and looking ----------------------------------------------------------------------------------

    def standing(self, state: State) -> list[Standing]:
        return scoring.standing(state)

    def worth(self, state: State, seat: int) -> float:
        return evaluation.worth(state, seat)

    def view_table(self, state: State) -> dict[str, Any]:
        tiles = zip(self.tables.fame_fields, calendar_of(state).tiles, strict=False)
        return {
            "season": season_of(state) + 1 if state.round else 0,
            "tiles": {str(field): self.tables.tiles[tile].id for field, tile in tiles},
        }

    def view_player(self, state: State, seat: int) -> dict[str, Any]:
        booklet = booklet_of(state, seat)
        goals = {goal.id: is_fulfilled(state, seat, n) for n, goal in enumerate(goals_of(state, seat))}
        return {
            "favourites": booklet.favourites,
            "goals": goals,
            "years": booklet.years,
            "points": scoring.points(state, seat),
            "parts": scoring.parts(state, seat),
            "out": booklet.points != PLAYING,
        }

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        goals = max([len(epoch.goals) for epoch in self.epochs])
        return (
            all([type(values[name]) is int for name in ("favourites", "sent", "years", "points")])
            and 0 <= values["favourites"] <= MOST_FAVOURITES
            and 0 <= values["sent"] < 1 << goals
            and 0 <= values["years"] <= len(self.epochs)
            and values["points"] >= PLAYING
        )

    def fits_tale(self, state: State, values: Mapping[str, Any]) -> bool:
        tiles = values["tiles"]
        if not isinstance(tiles, tuple) or not all([type(tile) is int for tile in tiles]):
            return False
        loose = [tile for tile in tiles if EMPTY < tile < len(self.tables.tiles) and not self.tables.tiles[tile].field]
        whole = len(loose) == len(set(loose)) == len(self.tables.tiles) - 2
        return tiles == () or (whole and tiles == laid(self.tables, loose))
