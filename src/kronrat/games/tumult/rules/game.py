"""The Game object of Tumult Royal: seats, options, set-up, and the doors to view, value and standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import CLOCK, Choice, Step
from kronrat.core.game import ODDS, BadOption, Game, Lapse, Rows, Standing, Switch, Tempo
from kronrat.core.saving import Saving
from kronrat.games.tumult.rules import (
    coronation,
    draft,
    evaluation,
    hints,
    instinct,
    judgement,
    live,
    mood,
    odds,
    orders,
    overdue,
    pace,
    placing,
    raid,
    riots,
    rounds,
    setup,
    standing,
    view,
)
from kronrat.games.tumult.rules.memory import remember
from kronrat.games.tumult.rules.saving import TumultSaving
from kronrat.games.tumult.rules.state import FOLLOWERS, HIDDEN, NOBODY, NOT_SPUN, State, Switches, new_player
from kronrat.games.tumult.rules.tables import Tables
from kronrat.games.tumult.rules.view import View

STEPS: Final[tuple[type[Step], ...]] = (
    setup.DrawRanks, setup.ChooseSides, setup.ChooseSide, setup.LayLand, setup.HideLand,
    setup.FirstStatues, setup.FirstStatue,
    rounds.Round, rounds.Phase, rounds.NextRound,
    mood.Spin, mood.SpinFor,
    raid.MixGoods, raid.BeginRaid, raid.RevealTiles,
    live.GettingReady, live.Ready, live.Raid, live.Rob, live.LastTile, live.Hourglass, live.Grace,
    draft.DraftTurn, draft.DraftLift, draft.DraftLook,
    orders.TakeOrders, orders.GiveOrders, orders.GiveOrder, orders.Sand,
    riots.JudgeRaid, riots.Riot, riots.UseMercy,
    placing.BeginPlacing, placing.PlacementRound, placing.EndRound, placing.Place, placing.Pay, placing.EndPlacing,
    coronation.SetRanks, coronation.Crown, coronation.TurnUp, coronation.CheckEnd, coronation.Mercy,
)  # fmt: skip

SECONDS: Final = tuple([str(seconds) for seconds in range(15, 41)])
RAID_STEPS: Final = tuple([str(steps) for steps in range(6, 13)])
QUEUES: Final = ("fcfs", "fair")
OWN_TILES: Final = ("hidden", "shown")


class TumultRoyal(Game):
    """Tumult Royal for two to four players. [TR-GEN-1]"""

    id: ClassVar[str] = "tumult"
    rules_version: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    steps: ClassVar[Mapping[str, type[Step]]] = {step.__name__: step for step in STEPS}
    saving: ClassVar[Saving] = TumultSaving()

    def __init__(self, rows: Rows, data_digest: str) -> None:
        super().__init__(rows, data_digest)
        self.tables = Tables(rows)

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        """The options; those of another way to rob take nothing. [TR-DIG-SIM-11]"""
        raid = Switch("raid", ("live", "draft", "orders"), "draft", "TR-DIG-SIM-11", live="live", main=1)
        mode = given.get("raid", raid.default)
        timed, hand = mode in ("live", "orders"), mode in ("live", "draft")
        own = "hidden" if mode == "live" else "shown"
        found = [
            Switch("variant", ("normal", "gamblers"), "normal", "TR-VAR-1", main=2),
            raid,
            Switch("mercy", ("always", "choice"), "always", "TR-P3-19"),
            *([Switch("raid_seconds", SECONDS, "20", "TR-DIG-LIVE-9")] if timed else []),
            *([Switch("raid_queue", QUEUES, "fcfs", "TR-DIG-LIVE-10")] if mode == "live" else []),
            *([Switch("raid_steps", RAID_STEPS, "8", "TR-DIG-ASYNC-1")] if mode == "draft" else []),
            *([Switch("own_tiles", OWN_TILES, own, "TR-P2-15")] if hand else []),
        ]
        names = [switch.name for switch in found]
        idle = ("raid_seconds", "raid_queue", "raid_steps", "own_tiles")
        return [*found, *[Switch(n, (), "", "TR-DIG-SIM-11") for n in idle if n in given and n not in names]]

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Nobody has a rank yet, and nothing is laid. [TR-SETUP-1, TR-SETUP-3]"""
        self.check_seats(seats)
        state = self.blank(seats, self.settle_options(options or {}))
        sides = setup.ChooseSides(tuple([setup.ChooseSide(seat) for seat in range(seats)]))
        state.push(setup.DrawRanks(), sides, setup.LayLand(), setup.HideLand(), setup.FirstStatues(), rounds.Round(1))
        return state

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = State()
        state.start(self, seats)
        state.tables = self.tables
        state.ground = self.tables.grounds[seats]
        state.switches = Switches(dict(options))
        state.players = [new_player(state.ground.followers) for _ in range(seats)]
        state.order = tuple(range(seats))
        state.round = 0
        state.phase = 0
        state.demand = (NOT_SPUN, NOT_SPUN, NOT_SPUN)
        state.supply = FOLLOWERS - seats * state.ground.followers
        state.land = (HIDDEN,) * state.ground.places
        state.open = (False,) * state.ground.places
        state.fields = [HIDDEN] * state.ground.size
        state.owners = [NOBODY] * state.ground.size
        state.chronicle = ()
        state.tiles = ()
        state.slots = []
        state.shown = False
        return state

    def standing(self, state: State) -> list[Standing]:
        return standing.standing(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return cast("dict[str, Any]", view.view(state, seat))

    def views(self, state: State, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", view.views(state, seats))

    def remember(self, memory: Any, event: Event) -> Any:
        return remember(memory, event)

    def redeal(self, state: State, seat: int | None, dice: Dice) -> State:
        return view.redeal(state, seat, dice)

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        seen = cast("View", view)
        if topic == "fields":
            return cast("dict[str, Any]", hints.fields_in_reach(self.tables, seen))
        if topic == ODDS:
            return cast("dict[str, Any]", odds.odds(self.tables, seen))
        if topic == "tips":
            return cast("dict[str, Any]", hints.tips(seen))
        raise BadOption(f"{self.id} has no hints on {topic!r}; it has fields, odds, tips")

    def value(self, state: State, seat: int) -> float:
        return evaluation.value(state, seat)

    def quiet(self, state: State) -> bool:
        return judgement.quiet(state)

    def spread(self, state: State) -> float:
        return judgement.spread(state)

    def prospects(self, state: State) -> list[float]:
        return judgement.prospects(state)

    def features(self, state: State, seat: int) -> list[float]:
        return judgement.features(state, seat)

    def feature_names(self, state: State) -> tuple[str, ...]:
        return judgement.feature_names(state)

    def alike(self, state: State, seat: int) -> list[list[Choice]]:
        return judgement.alike(state, seat)

    def distinct(self, state: State, seat: int) -> list[Choice]:
        return [some[0] for some in judgement.alike(state, seat)]

    def instinct(self, state: State, seat: int) -> tuple[Choice, ...]:
        return instinct.instinct(state, seat)

    def candidates(self, state: State, seat: int) -> list[tuple[Choice, ...]]:
        return judgement.candidates(state, seat)

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return judgement.imagine(state, seat, dice)

    def caption(self, state: State) -> dict[str, int]:
        return {"round": state.round, "phase": state.phase}

    def overdue(self, state: State, seat: int) -> Choice | None:
        return overdue.overdue(state, seat)

    # -- time ----------------------------------------------------------------------------------------------------

    def real_time(self, options: Mapping[str, str]) -> bool:
        return options["raid"] == "live"

    def delay(self, choice: Choice, dice: Dice) -> int | None:
        return pace.delay(choice, dice)

    def time_limit(self, state: State) -> int:
        grace = isinstance(state.decision(CLOCK), live.Grace)
        return pace.GRACE_MS if grace else 1_000 * state.switches.seconds

    def countdown(self, state: State) -> int:
        return 0 if isinstance(state.decision(CLOCK), live.Grace) else pace.COUNTDOWN_MS

    def tempo(self, options: Mapping[str, str]) -> Tempo:
        return live.tempo(options)

    def lapse(self, state: State, seat: int) -> Lapse | None:
        return live.lapse(state, seat)
