"""The Game object of Kingsburg: seats, options, set-up, and the doors to view, value and standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, cast

from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import Step
from kronrat.core.game import ODDS, BadOption, Game, Rows, Standing, Switch
from kronrat.core.saving import Saving
from kronrat.games.kingsburg.rules import (
    advisors,
    battle,
    construction,
    evaluation,
    governors,
    hints,
    hooks,
    influence,
    judgement,
    king,
    moments,
    outlook,
    rolling,
    season,
    setup,
    standing,
    supply,
    view,
    winter,
    year,
)
from kronrat.games.kingsburg.rules.buildings import ROWS
from kronrat.games.kingsburg.rules.hooks import Sheet
from kronrat.games.kingsburg.rules.saving import KingsburgSaving
from kronrat.games.kingsburg.rules.state import NOBODY, YEARS, State, Switches, new_player
from kronrat.games.kingsburg.rules.tables import Tables
from kronrat.games.kingsburg.rules.view import View

MODULES = ("buildings", "governors", "army")
EDITION = Switch("edition", ("1e", "2e"), "2e", "KB-OPT-1", main=1, words=True)

STEPS: tuple[type[Step], ...] = (
    setup.DrawEnemy, setup.DrawOrder, setup.DealGovernors, setup.ChooseGovernors, setup.KeepGovernors,
    setup.KeepGovernor, setup.RevealGovernors,
    year.Year, year.Phase, year.EndYear, year.EndGame, year.FindWinner,
    king.KingsAid, king.KingsReward, king.KingsEnvoy,
    season.Season, season.EndSeason,
    rolling.RollNeutral, rolling.RollBonusDice, rolling.RollAll, rolling.Roll, rolling.Reroll, rolling.RollNewDice,
    rolling.SetOrder,
    moments.Effects, moments.Act, moments.ActFirst, moments.AcceptGain, moments.Offer, moments.UseCards,
    influence.BeginInfluence, influence.Influence,
    advisors.Help, advisors.HelpOn, advisors.Trade, advisors.BuyGoods, advisors.ReturnDice,
    supply.TakeGoods,
    construction.BeginConstruction, construction.Build,
    winter.Recruiting, winter.Recruit, winter.Winter, winter.RevealEnemy, winter.Reinforce, winter.Fight,
    winter.RollOwn, winter.ChooseTokens, winter.ChooseToken, winter.RevealTokens, winter.ScoreTokens,
    winter.Outcome, winter.LoseGoods, winter.LoseBuildings, winter.LoseVp, winter.EndWinter,
    *governors.STEPS,
)  # fmt: skip


@cache
def _switches_of(first: bool) -> tuple[Switch, ...]:
    """The options of the first edition or of the second, except those of governors."""
    return (
        Switch("plus2", ("group", "season"), "group" if first else "season", "KB-P2b-13"),
        Switch("negative_vp", ("yes", "no") if first else ("yes",), "yes", "KB-OPT-3"),
        Switch("merchants_guild", ("gold", "choice"), "gold", "KB-BLD-MERCHANTS-1"),
        Switch("modules", () if first else MODULES, "", "KB2-OPT-1", many=True),
    )


class Kingsburg(Game):
    """Kingsburg for two to five players, first or second edition. [KB-SETUP-1]"""

    id: ClassVar[str] = "kingsburg"
    rules_version: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    steps: ClassVar[Mapping[str, type[Step]]] = {step.__name__: step for step in STEPS}
    saving: ClassVar[Saving] = KingsburgSaving()

    def __init__(self, rows: Rows, data_digest: str) -> None:
        super().__init__(rows, data_digest)
        self.tables = Tables(rows)
        rows_of_buildings = [[kind(self.tables.cells[kind.id]) for kind in row] for row in ROWS]
        self.large_sheet = Sheet(rows_of_buildings)
        self.base_sheet = Sheet(rows_of_buildings[1:-1])
        for building in [building for row in rows_of_buildings for building in row]:
            self.tables.cards[building.id] = building
        for id, row in self.tables.governors.items():
            self.tables.cards[id] = governors.GOVERNORS[id](row)

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        """The options with the defaults of the edition. [KB-OPT-1, KB-OPT-3]"""
        first = given.get("edition", EDITION.default) == "1e"
        return [EDITION, *_switches_of(first), *self._governor_switches(given)]

    def _governor_switches(self, given: Mapping[str, str]) -> list[Switch]:
        """The deck and the Priest are options only where governors are in play. [KB2-MOD2-7, KB2-OPT-1, KB2-OPT-2]"""
        if "governors" in given.get("modules", "").split(","):
            deck = Switch("governors", ("all", "attested", "documented"), "all", "KB2-MOD2-7")
            return [deck, Switch("priest", ("before", "total"), "before", "KB2-OPT-2")]
        return [Switch(name, (), "", "KB2-OPT-1") for name in ("governors", "priest") if name in given]

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Everybody at nothing; the enemy stack and the turn order are still to be drawn. [KB-SETUP-7, KB-SETUP-9]"""
        self.check_seats(seats)
        state = self.blank(seats, self.settle_options(options or {}))
        steps: list[Step] = [setup.DrawEnemy(n) for n in range(1, YEARS + 1)]
        steps.append(setup.DrawOrder())
        if state.switches.governor_deck:
            steps += [setup.DealGovernors(seat) for seat in range(seats)]
            steps += [setup.ChooseGovernors(), moments.Effects(hooks.GAME_START, 0)]
        state.push(*steps, year.Year(1))
        return state

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = State()
        state.start(self, seats)
        state.tables = self.tables
        state.switches = Switches(dict(options))
        state.sheet = self.large_sheet if state.switches.more_buildings else self.base_sheet
        hand = state.sheet.hand(self.tables, state.sheet.empty, "")
        state.players = [new_player(hand, state.sheet.empty) for _ in range(seats)]
        if state.switches.army_tokens:
            for player in state.players:
                player.tokens = self.tables.army
        state.order = tuple(range(seats))
        state.year = 1
        state.phase = 1
        state.enemies = ()
        state.revealed = False
        state.envoy = NOBODY
        state.court = [()] * (len(self.tables.places) + 1)
        state.passed = ()
        return state

    def standing(self, state: State) -> list[Standing]:
        return standing.standing(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return cast("dict[str, Any]", view.view(state, seat))

    def views(self, state: State, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", view.views(state, seats))

    def remember(self, memory: Any, event: Event) -> Any:
        return battle.remember(memory, event)

    def redeal(self, state: State, seat: int | None, dice: Dice) -> State:
        return view.redeal(state, seat, dice)

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        """`dice`: advisors in reach; `outlook`: what they would bring; `odds`: the battle, and the reach of rivals."""
        seen = cast(View, view)
        large = "buildings" in view["options"].get("modules", "").split(",")
        sheet = self.large_sheet if large else self.base_sheet
        if topic == "dice":
            return cast("dict[str, Any]", hints.dice_planner(self.tables, seen))
        if topic == "outlook":
            return cast("dict[str, Any]", outlook.outlook(self.tables, sheet, seen))
        if topic == ODDS:
            return cast("dict[str, Any]", hints.odds(self.tables, sheet, seen))
        raise BadOption(f"{self.id} has no hints on {topic!r}; it has dice, odds and outlook")

    def value(self, state: State, seat: int) -> float:
        return evaluation.value(state, seat)

    def quiet(self, state: State) -> bool:
        return judgement.quiet(state)

    def spread(self, state: State) -> float:
        return judgement.spread(state)

    def features(self, state: State, seat: int) -> list[float]:
        return judgement.features(state, seat)

    def feature_names(self, state: State) -> tuple[str, ...]:
        return judgement.feature_names(state)

    def traits(self, state: State, seat: int) -> tuple[str, ...]:
        governor = state.players[seat].governor
        return (f"governor.{governor}",) if governor else ()

    def caption(self, state: State) -> dict[str, int]:
        return {"year": state.year, "phase": state.phase}
