"""The Game object of Orléans Stories: seats, options, set-up, and the doors to view, value and standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Step
from kronrat.core.game import ODDS, BadOption, Game, Rows, Standing, Switch
from kronrat.core.saving import Saving
from kronrat.games.orleans.rules import (
    actions,
    bag,
    building,
    deeds,
    drawing,
    epochs,
    evaluation,
    expanding,
    fame,
    foresight,
    hints,
    judgement,
    newcomers,
    odds,
    planning,
    recap,
    rounds,
    setup,
    trading,
    view,
    workshops,
)
from kronrat.games.orleans.rules.effect import Workshop
from kronrat.games.orleans.rules.places import Atlas
from kronrat.games.orleans.rules.registry import COUNTED, NOTES, STORIES, STORY_STEPS, effects_of
from kronrat.games.orleans.rules.saving import OrleansSaving
from kronrat.games.orleans.rules.state import IN_TURN, SEALED, SETTING_UP, State, Switches
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.rules.tables import Tables
from kronrat.games.orleans.rules.view import View

STEPS: tuple[type[Step], ...] = (
    setup.DrawStartPlayer, setup.LayLand, setup.SettleDown, setup.StartVillage,
    rounds.Round, rounds.Phase, rounds.EndRound, rounds.CheckStory, rounds.PassMarker,
    bag.BeginDraws, bag.Recalls, bag.Recall, bag.DrawAll, bag.DrawFor, bag.Draw,
    planning.DrawVeils, planning.BeginPlanning, planning.Planning, planning.OpenPlanning, planning.Plan,
    planning.ShowPlans, planning.ShowPlan,
    actions.BeginActions, actions.NextTurn, actions.Turn, actions.SendHome,
    workshops.Recruit, workshops.Gain, workshops.Exchange, workshops.Treat,
    drawing.DrawOpenly, drawing.Keep, drawing.SetDown,
    expanding.Expand, expanding.Move, building.Build, building.TakeCard, trading.Trade, trading.Deliver,
    deeds.Send, deeds.CompleteDeed, deeds.Swap, deeds.SendAway, deeds.Reward, deeds.DrawAnother,
    fame.FameBonuses, epochs.RoundBonus, newcomers.WelcomeNewcomer, newcomers.Welcome,
    *STORY_STEPS,
)  # fmt: skip

PROFILES: Final = ("recon-2", "recon-1")
STARTS: Final = ("random", "0", "1", "2", "3")
PLANNINGS: Final = (SEALED, IN_TURN)


@mypyc_attr(allow_interpreted_subclasses=True)  # tests begin at a later hour
class Orleans(Game):
    """Orléans Stories for two to four players. [OS-SETUP-1]"""

    id: ClassVar[str] = "orleans"
    rules_version: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    steps: ClassVar[Mapping[str, type[Step]]] = {step.__name__: step for step in STEPS}
    saving: ClassVar[Saving] = OrleansSaving()

    def __init__(self, rows: Rows, data_digest: str) -> None:
        super().__init__(rows, data_digest)
        self._tables = {profile: Tables(rows, profile) for profile in PROFILES}
        self._stories: dict[tuple[str, str], tuple[Story, Workshop]] = {}
        self._atlases: dict[tuple[str, str, int], Atlas] = {}

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        """The options; those of another story take nothing. [OS-OPT-1 to OS-OPT-9]"""
        story = Switch("story", tuple(STORIES), next(iter(STORIES)), "OS-OPT-1", main=1)
        chosen = STORIES.get(given.get("story", story.default), STORIES[story.default])
        others = [switch for other in STORIES.values() if other is not chosen for switch in other.switches]
        known = [switch.name for switch in chosen.switches]
        idle = [Switch(switch.name, (), "", switch.rule) for switch in others if switch.name not in known]
        return [
            story,
            *chosen.switches,
            Switch("profile", PROFILES, PROFILES[0], "OS-OPT-5"),
            Switch("start", STARTS, STARTS[0], "OS-SETUP-14"),
            Switch("planning", PLANNINGS, SEALED, "OS-OPT-7"),
            Switch("newcomers", ("on", "off"), "on", "OS-OPT-8"),
            *[switch for switch in idle if switch.name in given],
        ]

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        self.check_seats(seats)
        state = self.blank(seats, self.settle_options(options or {}))
        setup.fill_market(state)
        state.push(setup.LayLand(), setup.SettleDown(), rounds.Round())
        if state.switches.start == "random":
            state.push(setup.DrawStartPlayer())
        else:
            state.first = int(state.switches.start)
            if state.first >= seats:
                raise BadOption(f"start={state.first} is refused (OS-SETUP-14); there are {seats} seats")
        return state

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        state = State()
        state.start(self, seats)
        state.switches = Switches(dict(options))
        profile, kind = state.switches.profile, state.switches.story
        state.tables = self._tables[profile]
        state.story, workshop = self._story(profile, kind)
        state.atlas = self._atlas(profile, kind, seats, workshop)
        state.common = state.story.new_common()
        state.market = [0] * len(state.tables.totals)
        state.storage = state.tables.totals[:]
        state.churches = state.tables.numbers["churches"]
        state.land = setup.bare_land(state.tables, seats)
        state.yields = setup.masks_of(state.land)
        state.villages = sum([1 << area for area in state.tables.areas.starts(seats)])
        state.chapels = 0
        state.deeds = setup.first_deeds(state.tables, seats, kind)
        state.wanted = 0
        state.cards = state.atlas.cards
        state.round = 0
        state.phase = SETTING_UP
        state.first = 0
        state.playing = tuple(range(seats))
        state.passed = ()
        state.players = [setup.new_player(state) for _ in range(seats)]
        return state

    def _story(self, profile: str, kind: str) -> tuple[Story, Workshop]:
        known = self._stories.get((profile, kind))
        if known is None:
            workshop = Workshop(effects_of(kind))
            known = (STORIES[kind](self._tables[profile], workshop), workshop)
            self._stories[(profile, kind)] = known
        return known

    def _atlas(self, profile: str, kind: str, seats: int, workshop: Workshop) -> Atlas:
        known = self._atlases.get((profile, kind, seats))
        if known is None:
            known = Atlas(self._tables[profile], seats, kind, workshop)
            self._atlases[(profile, kind, seats)] = known
        return known

    def standing(self, state: State) -> list[Standing]:
        return state.story.standing(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view.view(state, seat))

    def views(self, state: State, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        return cast(list[dict[str, Any]], view.views(state, seats))

    def remember(self, memory: Any, event: Event) -> Any:
        return recap.remember(memory, event, COUNTED, NOTES)

    def redeal(self, state: State, seat: int | None, dice: Dice) -> State:
        return view.redeal(state, seat, dice)

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        return cast(dict[str, Any], self._hints(cast(View, view), topic))

    def _hints(self, view: View, topic: str) -> Mapping[str, Any]:
        profile, kind = view["options"]["profile"], view["options"]["story"]
        story, workshop = self._story(profile, kind)
        atlas = self._atlas(profile, kind, view["seats"], workshop)
        if topic == ODDS:
            return odds.odds(atlas, story, view)
        if topic == "places":
            return hints.places_ready(atlas, story, view)
        if topic == "targets":
            return hints.targets(atlas, story, view)
        if topic == "ascent":
            return hints.conditions(atlas.tables, story, view)
        if topic == "plan":
            return foresight.plan_for_tasks(atlas, story, view)
        raise BadOption(f"{self.id} has no hints on {topic!r}; it has ascent, odds, places, plan, targets")

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

    def instinct(self, state: State, seat: int) -> tuple[Choice, ...]:
        return judgement.instinct(state, seat)

    def candidates(self, state: State, seat: int) -> list[tuple[Choice, ...]]:
        return judgement.candidates(state, seat)

    def imagine(self, state: State, seat: int | None, dice: Dice) -> State:
        return judgement.imagine(state, seat, dice)

    def traits(self, state: State, seat: int) -> tuple[str, ...]:
        """The seat, which matters where the start player is fixed, and the place cards."""
        cards = [f"place.{state.atlas.places[n].id}" for n in state.atlas.cards if state.players[seat].open >> n & 1]
        return (f"switch.start.{seat}", *cards)

    def cut_short(self, state: State) -> bool:
        return state.over and state.story.cut_short(state)

    def caption(self, state: State) -> dict[str, int]:
        return {"round": state.round, "epoch": 1 + max([player.epoch for player in state.players])}
