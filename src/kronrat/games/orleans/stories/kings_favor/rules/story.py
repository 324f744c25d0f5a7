"""The King's Favor as a story: seasons, goals, fame tiles, elimination and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypedDict

from kronrat.core.events import Event
from kronrat.core.flow import Reason, Step
from kronrat.core.game import Standing, Switch
from kronrat.games.orleans.rules.effect import Effect, Workshop
from kronrat.games.orleans.rules.events import PhaseName
from kronrat.games.orleans.rules.recap import Note
from kronrat.games.orleans.rules.state import EMPTY, State
from kronrat.games.orleans.rules.story import CommonSheet, Sheet, Story, Target, Wish
from kronrat.games.orleans.rules.tables import Tables
from kronrat.games.orleans.stories.kings_favor.rules import evaluation, scoring
from kronrat.games.orleans.stories.kings_favor.rules.events import FavouriteGiven, GoalsChecked, SeatEliminated
from kronrat.games.orleans.stories.kings_favor.rules.goals import (
    EndYear,
    goals_of,
    lay_on_booklet,
    open_fields,
    progress,
)
from kronrat.games.orleans.stories.kings_favor.rules.leaving import note_end, note_goals
from kronrat.games.orleans.stories.kings_favor.rules.printed import FavorPrinted, GoalRow
from kronrat.games.orleans.stories.kings_favor.rules.seasons import (
    AUTUMN,
    WINTER,
    AfterAutumn,
    AutumnFor,
    Store,
    TurnSeason,
    goes_hungry,
    season_of,
)
from kronrat.games.orleans.stories.kings_favor.rules.sheet import (
    PLAYING,
    booklet_of,
    calendar_of,
    new_booklet,
    new_calendar,
)
from kronrat.games.orleans.stories.kings_favor.rules.tiles import (
    Gather,
    Gathering,
    GatheringFood,
    GiveFavourites,
    LayTiles,
    laid,
    stop_for,
)

BONUS_RULES: Final = ("OS-KF-BONUS-I", "OS-KF-BONUS-II", "OS-KF-BONUS-III", "OS-KF-BONUS-IV", "OS-KF-BONUS-V")
MOST_FAVOURITES: Final = 2


Risk = Literal["safe", "cost", "last", "lost", "final"]
"""What the goals that are open cost at the end of the year: nothing; favourites of which some, or none, are left; the
game; or the game, because no favourite counts for one of them."""


class CalendarView(TypedDict):
    """The season, from 1 for spring, how many rounds the year has left, and the fame tile on each marked field."""

    season: int
    rounds_left: int  # this one among them
    tiles: dict[str, str]


class BookletView(TypedDict):
    """What a player has for the king; `parts` says where the points come from."""

    favourites: int
    goals: dict[str, bool]  # those of this epoch, and whether each is fulfilled
    progress: dict[str, tuple[int, int]]  # for each of them what there is, and what the king asks for
    risk: Risk
    hungry: bool  # nothing to give in the autumn that comes
    years: int
    points: int
    parts: dict[str, int]
    out: bool
    kept: dict[str, int]  # where the points came from, of a player who is out
    missed: list[str]  # the goals for which it is out; none if it had nothing to give in autumn


class KingsFavor(Story):
    """The player with most points among those who last five years becomes the king's confidant. [OS-KF-WIN-2]"""

    id: ClassVar[str] = "kings-favor"
    short: ClassVar[str] = "kf"
    effects: ClassVar[tuple[type[Effect], ...]] = (Gathering, GatheringFood)
    steps: ClassVar[tuple[type[Step], ...]] = (
        GiveFavourites, LayTiles, Gather, TurnSeason, AutumnFor, Store, AfterAutumn, EndYear,
    )  # fmt: skip
    counted: ClassVar[Mapping[type[Event], Mapping[str, int]]] = {FavouriteGiven: {"favourites": -1}}
    notes: ClassVar[Mapping[type[Event], Note]] = {GoalsChecked: note_goals, SeatEliminated: note_end}
    switches: ClassVar[tuple[Switch, ...]] = (Switch("favourites", ("1", "2"), "1", "OS-OPT-2"),)
    phases: ClassVar[tuple[PhaseName, ...]] = ("season", "draw", "plan", "act", "end")
    ascent_rule: ClassVar[str] = "OS-KF-FLOW-2"  # nobody ascends alone
    no_ascent_rule: ClassVar[str] = "OS-KF-FLOW-2"
    sheet_view: ClassVar[Any] = BookletView
    common_view: ClassVar[Any] = CalendarView

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        super().__init__(tables, workshop)
        self._favor = FavorPrinted(tables, len(self.epochs))
        self.printed = self._favor
        self._bonus_of_tile = [workshop.make(tile.ops, tile.rule) for tile in self._favor.tiles]
        self._wanted: dict[tuple[int, int], int] = {}

    def bonus_rule(self, epoch: int) -> str:
        return BONUS_RULES[epoch]

    def new_sheet(self) -> Sheet:
        return new_booklet()

    def new_common(self) -> CommonSheet:
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

    def why_closed(self, state: State, seat: int, word: str) -> Reason | None:
        for goal in goals_of(state, seat):
            if goal.id == word and goal.send == EMPTY:
                return Reason("OS-KF-GOAL-3", "reason.nothing_sent", {"target": word})
            if goal.id == word:
                return Reason("OS-KF-GOAL-4", "reason.nothing_open", {"target": word})
        return None

    def send_to_own(self, state: State, seat: int, word: str, token: int) -> None:
        lay_on_booklet(state, seat, word)

    def why_no_ascent(self, state: State, seat: int, completes: bool) -> Reason:
        """All players enter an epoch together."""
        return Reason("OS-KF-FLOW-2", "reason.no_ascent", {})

    # -- fame --------------------------------------------------------------------------------------------------

    def fame_limit(self, state: State, seat: int) -> int:
        me = state.players[seat]
        return stop_for(self._favor, me.fame, me.epoch + 1)

    def fame_bonus(self, state: State, field: int) -> list[Effect]:
        """The tile stays and serves those who come later. [OS-KF-FAME-4, OS-KF-TILE-0]"""
        tile = calendar_of(state).tiles[self.tables.fame_fields.index(field)]
        return self._bonus_of_tile[tile]

    # -- the end, and looking ----------------------------------------------------------------------------------

    def standing(self, state: State) -> list[Standing]:
        return scoring.standing(state)

    def worth(self, state: State, seat: int) -> float:
        return evaluation.worth(state, seat)

    def spread(self, state: State) -> float:
        return evaluation.spread(state)

    def measures(self, state: State, seat: int) -> list[float]:
        return evaluation.measures(state, seat)

    def measure_names(self, state: State) -> list[str]:
        return evaluation.measure_names(state)

    def view_common(self, state: State) -> CalendarView:
        tiles = zip(self.tables.fame_fields, calendar_of(state).tiles, strict=False)
        return {
            "season": season_of(state) + 1 if state.round else 0,
            "rounds_left": WINTER - season_of(state) + 1 if state.round else 0,
            "tiles": {str(field): self._favor.tiles[tile].id for field, tile in tiles},
        }

    def view_sheet(self, state: State, seat: int) -> BookletView:
        booklet, parts = booklet_of(state, seat), scoring.parts(state, seat)
        asked = goals_of(state, seat)
        done = {goal.id: progress(state, seat, n, goal) for n, goal in enumerate(asked)}
        goals = {id: have >= need for id, (have, need) in done.items()}
        out = booklet.points != PLAYING
        noted = state.memory["notes"].get(seat, {}) if out and state.memory is not None else {}
        return {
            "favourites": booklet.favourites,
            "goals": goals,
            "progress": done,
            "risk": _risk([goal for goal in asked if not goals[goal.id]], booklet.favourites),
            "hungry": season_of(state) < AUTUMN and state.round > 0 and goes_hungry(state, seat),
            "years": booklet.years,
            "points": sum(parts.values()),
            "parts": parts,
            "out": out,
            "kept": noted.get("parts", {}),
            "missed": noted.get("missed", []),
        }

    def wishes(self, epoch: int, sheet: Mapping[str, Any]) -> list[Wish]:
        """Tokens to be sent, and what has to be controlled; fame comes from too many places. [OS-KF-GOAL-1]"""
        found: list[Wish] = []
        for goal in self._favor.goals[epoch]:
            if not goal.reach and not sheet["goals"][goal.id]:
                have, need = sheet["progress"][goal.id]
                found.append(Wish(goal.id, goal.send, goal.count, need - have))
        return found

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        goals = max([len(asked) for asked in self._favor.goals])
        return (
            all([type(values[name]) is int for name in ("favourites", "sent", "years", "points")])
            and 0 <= values["favourites"] <= MOST_FAVOURITES
            and 0 <= values["sent"] < 1 << goals
            and 0 <= values["years"] <= len(self.epochs)
            and values["points"] >= PLAYING
        )

    def fits_common(self, state: State, values: Mapping[str, Any]) -> bool:
        tiles = values["tiles"]
        if not isinstance(tiles, tuple) or not all([type(tile) is int for tile in tiles]):
            return False
        printed = self._favor
        loose = [tile for tile in tiles if EMPTY < tile < len(printed.tiles) and not printed.tiles[tile].field]
        whole = len(loose) == len(set(loose)) == len(printed.tiles) - 2
        return tiles == () or (whole and tiles == laid(printed, loose))


def _risk(failed: list[GoalRow], favourites: int) -> Risk:
    """As if the king looked now. [OS-KF-END-1, OS-KF-END-2, OS-KF-END-8]"""
    if not failed:
        return "safe"
    if not all([goal.replaceable for goal in failed]):
        return "final"
    if len(failed) > favourites:
        return "lost"
    return "cost" if len(failed) < favourites else "last"


STORY: Final = KingsFavor
