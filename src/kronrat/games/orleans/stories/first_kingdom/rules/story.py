"""The First Kingdom as a story: epochs entered alone, tasks, trials, peace and the crown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypedDict, cast

from kronrat.core.events import Event
from kronrat.core.flow import Reason, Step
from kronrat.core.game import Standing, Switch
from kronrat.games.orleans.rules.deeds import lay_out_again
from kronrat.games.orleans.rules.effect import Effect, Workshop
from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.rules.story import CommonSheet, Sheet, Story, Target, Wish
from kronrat.games.orleans.rules.supply import to_storage, wealth
from kronrat.games.orleans.rules.tables import Op, Tables
from kronrat.games.orleans.stories.first_kingdom.rules import evaluation
from kronrat.games.orleans.stories.first_kingdom.rules.ascent import (
    ASCENTS,
    BEFORE_TOKEN,
    WITH_TOKEN,
    Ascend,
    Feed,
    pay_for_ascent,
    read_narration,
    why_no_ascent,
)
from kronrat.games.orleans.stories.first_kingdom.rules.crown import (
    UNLIMITED,
    CheckWealth,
    is_crowned,
    is_ready_for_crown,
    standing,
)
from kronrat.games.orleans.stories.first_kingdom.rules.events import CitizenJoined, TaskCompleted, TrialOvercome
from kronrat.games.orleans.stories.first_kingdom.rules.printed import COLUMNS, KingdomPrinted, printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import (
    chronicle_of,
    cross,
    move_cubes,
    new_chronicle,
    new_sheet,
    sheet_of,
    strike_citizen,
)
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import Inviting, Strike, Striking, open_fields
from kronrat.games.orleans.stories.first_kingdom.rules.trials import (
    LeaveArea,
    LoseFollower,
    LosingFollowers,
    LosingSettlers,
)

MONASTERY: Final = 4  # the epoch whose monks protect [OS-FK-V-1]
PEACE: Final = 7
LAST_DEED: Final = "inheritance"  # comes back when no other deed is left [OS-FK-EPOCH-8]

BONUS_RULES: Final = (  # of each epoch
    "OS-FK-BONUS-I", "OS-FK-BONUS-II", "OS-FK-III-5", "OS-FK-BONUS-IV", "OS-FK-BONUS-V", "OS-FK-BONUS-VI",
    "OS-FK-VII-3", "OS-FK-BONUS-VIII",
)  # fmt: skip
MALUS_RULES: Final[Mapping[int, str]] = {2: "OS-FK-III-3", 6: "OS-FK-VII-2"}
OVERCOME: Final[Mapping[str, tuple[str, str]]] = {  # by deed: why the trial is over, and what refills the market
    "food_depot": ("OS-FK-DEPOT-2", "OS-FK-REFILL-FOOD-DEPOT"),
    "medicine": ("OS-FK-DEPOT-4", "OS-FK-REFILL-MEDICINE"),
}

BOTS_TIRE: Final = "80"  # rounds, where no person plays [OS-OPT-3]
ROUNDS: Final = (UNLIMITED, *[str(rounds) for rounds in (4, 8, 12, 16, 20, 30, 40, 60, 80, 100, 150)])


class ChronicleView(TypedDict):
    """The narrations that were read, by epoch, and the deeds by which trials were overcome."""

    narrated: list[int]
    overcome: list[str]


class TaskSheetView(TypedDict):
    """How far a player is; `control` counts the numbers reached, `parts` says where the score comes from."""

    citizens: int
    tasks: dict[str, list[tuple[str, bool]]]  # the token of each field, and whether it is crossed
    church: bool
    control: dict[str, int]
    wealth: int
    done: int  # how many tasks are complete, with the church, the citizens and the wealth
    ready: bool  # for the crown, but for the wealth
    parts: dict[str, int]


class FirstKingdom(Story):
    """The player who completes all tasks first is crowned. [OS-FK-GOAL-1]"""

    id: ClassVar[str] = "first-kingdom"
    short: ClassVar[str] = "fk"
    effects: ClassVar[tuple[type[Effect], ...]] = (Inviting, Striking, LosingFollowers, LosingSettlers)
    conditions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "at_least": ("count",),
        "feed": ("count",),
        "pay_per": ("count",),
        "citizens": (),
        "task": ("task",),
        "pay": (),
        "church": (),
    }
    steps: ClassVar[tuple[type[Step], ...]] = (Strike, Feed, Ascend, LoseFollower, LeaveArea, CheckWealth)
    counted: ClassVar[Mapping[type[Event], Mapping[str, int]]] = {CitizenJoined: {"citizens": 1}}
    switches: ClassVar[tuple[Switch, ...]] = (
        Switch("rounds", ROUNDS, UNLIMITED, "OS-OPT-3", alone=BOTS_TIRE),
        Switch("ascent", ASCENTS, BEFORE_TOKEN, "OS-OPT-9"),
    )
    ascent_rule: ClassVar[str] = "OS-FK-EPOCH-2"
    no_ascent_rule: ClassVar[str] = "OS-FK-EPOCH-9"
    settlers_rule: ClassVar[str] = "OS-FK-EPOCH-13"
    protection_rule: ClassVar[str] = "OS-FK-V-1"
    starts_in_bag: ClassVar[bool] = False  # [OS-FK-SETUP-6]
    sheet_view: ClassVar[Any] = TaskSheetView
    common_view: ClassVar[Any] = ChronicleView

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        super().__init__(tables, workshop)
        printed = KingdomPrinted(tables)
        self.printed = printed
        self._maluses = [workshop.make(row.malus, MALUS_RULES.get(n, "")) for n, row in enumerate(self.epochs)]
        self._marks = {field: workshop.make(ops, f"OS-FK-FAME-{field}") for field, ops in printed.marks.items()}
        self._fields = [token for task in printed.tasks for token in task.fields]
        self._wanted: dict[int, int] = {}
        self._ascents = frozenset([row.id for rows in tables.deeds for row in rows if row.ascent])

    def bonus_rule(self, epoch: int) -> str:
        return BONUS_RULES[epoch]

    def new_sheet(self) -> Sheet:
        return new_sheet()

    def new_common(self) -> CommonSheet:
        return new_chronicle()

    # -- rounds ------------------------------------------------------------------------------------------------

    def draws(self, state: State) -> bool:
        return state.round > 1  # [OS-BAG-9]

    def round_bonus(self, state: State, seat: int) -> list[Effect]:
        """Famine and plague cost until they are overcome; the Sacristy keeps them away. [OS-FK-III-1, OS-FK-VII-1]"""
        me = state.players[seat]
        malus = self._maluses[me.epoch]
        if malus and not chronicle_of(state).overcome >> me.epoch & 1:
            return [] if me.layout.shielded else malus
        return self.bonuses[me.epoch]

    def round_end(self, state: State) -> list[Step]:
        return [CheckWealth()]

    # -- sending -----------------------------------------------------------------------------------------------

    def wanted(self, state: State, seat: int) -> int:
        crossed = sheet_of(state, seat).crossed
        known = self._wanted.get(crossed)
        if known is None:
            known = 0
            for number, token in enumerate(self._fields):
                if not crossed >> number & 1:
                    known |= 1 << token
            self._wanted[crossed] = known
        return known

    def own_targets(self, state: State, seat: int) -> list[Target]:
        """A task with two fields of a kind is one target. [OS-FK-TASK-1]"""
        return list(dict.fromkeys([(task, token) for task, token, _ in open_fields(state, seat)]))

    def why_closed(self, state: State, seat: int, word: str) -> Reason | None:
        if word not in [task.id for task in printed_of(state).tasks]:
            return None
        return Reason("OS-FK-TASK-1", "reason.nothing_open", {"target": word})

    def send_to_own(self, state: State, seat: int, word: str, token: int) -> None:
        """The token is used up and its field crossed. [OS-FK-TASK-1, OS-SUP-4]"""
        to_storage(state, token)
        for task, takes, number in open_fields(state, seat):
            if task == word and takes == token:
                cross(state, seat, number, "OS-FK-TASK-1")
                return

    def may_ascend(self, state: State, seat: int, completes: bool) -> bool:
        return why_no_ascent(state, seat, completes) is None

    def why_no_ascent(self, state: State, seat: int, completes: bool) -> Reason:
        return why_no_ascent(state, seat, completes) or super().why_no_ascent(state, seat, completes)

    def ascend(self, state: State, seat: int) -> None:
        pay_for_ascent(state, seat)

    def deed_completed(self, state: State, seat: int, deed: str) -> None:
        """A citizen; and a trial is overcome by the right deed. [OS-FK-CITIZEN-1, OS-FK-DEPOT-2, OS-FK-DEPOT-4]"""
        strike_citizen(state, seat, "OS-FK-CITIZEN-1")
        for epoch, row in enumerate(self.epochs):
            if row.until == deed:
                chronicle_of(state).overcome |= 1 << epoch
                rule, refill_rule = OVERCOME[deed]
                if state.listener is not None:
                    state.tell(TrialOvercome(rule, deed))
                read_narration(state, seat, deed, refill_rule)

    def deeds_gone(self, state: State) -> None:
        lay_out_again(state, LAST_DEED, "OS-FK-EPOCH-8")

    # -- the realm ---------------------------------------------------------------------------------------------

    def control_changed(self, state: State, seat: int) -> None:
        move_cubes(state, seat)

    def built(self, state: State, seat: int, kind: str) -> None:
        """The church task is done by building, and stays done. [OS-FK-TASK-4, OS-FK-TASK-5]"""
        sheet = sheet_of(state, seat)
        if kind == "church" and not sheet.church:
            sheet.church = True
            if state.listener is not None:
                state.tell(TaskCompleted("OS-FK-TASK-4", seat, "church"))

    def protects(self, epoch: int) -> bool:
        return epoch == MONASTERY  # [OS-FK-V-1, OS-FK-V-3, OS-FK-V-4]

    def at_peace(self, one: int, other: int) -> bool:
        """A player who has entered the last epoch is at peace with everybody. [OS-FK-VIII-1]"""
        return PEACE in (one, other)

    # -- fame --------------------------------------------------------------------------------------------------

    def fame_bonus(self, state: State, field: int) -> list[Effect]:
        return self._marks[field]

    # -- the end, and looking ----------------------------------------------------------------------------------

    def standing(self, state: State) -> list[Standing]:
        return standing(state)

    def cut_short(self, state: State) -> bool:
        return not any([is_crowned(state, seat) for seat in range(state.seats)])

    def worth(self, state: State, seat: int) -> float:
        return evaluation.worth(state, seat)

    def measures(self, state: State, seat: int) -> list[float]:
        return evaluation.measures(state, seat)

    def measure_names(self, state: State) -> list[str]:
        return evaluation.measure_names(state)

    def view_common(self, state: State) -> ChronicleView:
        chronicle = chronicle_of(state)
        return {
            "narrated": [n + 1 for n in range(len(self.epochs)) if chronicle.read >> n & 1],
            "overcome": [row.until for n, row in enumerate(self.epochs) if chronicle.overcome >> n & 1],
        }

    def view_sheet(self, state: State, seat: int) -> TaskSheetView:
        sheet, printed = sheet_of(state, seat), printed_of(state)
        rich = wealth(state, state.players[seat])
        tasks: dict[str, list[tuple[str, bool]]] = {}
        done, crossed = 0, sheet.crossed  # what is left of it after the tasks before
        for task in printed.tasks:
            size = len(task.fields)
            whole = (1 << size) - 1
            done += crossed & whole == whole
            tasks[task.id] = [task.crossed[n] if crossed >> n & 1 else task.open[n] for n in range(size)]
            crossed >>= size
        all_struck = sheet.citizens >= printed.citizens_needed
        ready = is_ready_for_crown(state, seat)
        return {
            "citizens": sheet.citizens,
            "tasks": tasks,
            "church": sheet.church,
            "control": dict(zip(COLUMNS, sheet.cubes, strict=True)),
            "wealth": rich,
            "done": done + sheet.church + all_struck + (rich >= printed.wealth_needed),
            "ready": ready,
            "parts": {
                "citizens": sheet.citizens,
                "fields": sheet.crossed.bit_count(),
                "church": int(sheet.church),
                "wealth": rich if ready else min(rich, printed.wealth_needed - 1),
            },
        }

    def had_of(self, condition: Op, sheet: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[int, int]:
        if condition.do == "citizens":
            return condition.n, sheet["citizens"] + self._citizens_coming(view)
        if condition.do == "church":
            return 1, int(sheet["church"])
        fields = sheet["tasks"][condition.task]
        return len(fields), sum([crossed for _, crossed in fields])

    def wishes(self, epoch: int, sheet: Mapping[str, Any]) -> list[Wish]:
        """The fields of the tasks that are not crossed. [OS-FK-TASK-1]"""
        tasks: dict[str, list[tuple[str, bool]]] = sheet["tasks"]
        return [
            Wish(task, TOKENS.index(token), "", 1)
            for task, fields in tasks.items()
            for token, crossed in fields
            if not crossed
        ]

    def _citizens_coming(self, view: Mapping[str, Any]) -> int:
        """The citizen that the token of an ascent brings, where it may complete a deed and counts. [OS-OPT-9]"""
        if view["options"]["ascent"] != WITH_TOKEN:
            return 0
        return int(any([deed["id"] in self._ascents and deed["fields"].count(None) == 1 for deed in view["deeds"]]))

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        cubes, printed = values["cubes"], cast(KingdomPrinted, self.printed)
        return (
            type(values["citizens"]) is int
            and 0 <= values["citizens"] <= printed.citizens_needed
            and type(values["crossed"]) is int
            and 0 <= values["crossed"] < 1 << len(self._fields)
            and type(values["church"]) is bool
            and isinstance(cubes, tuple)
            and len(cubes) == len(COLUMNS)
            and all([type(n) is int and 0 <= n <= len(printed.control[c]) for c, n in enumerate(cubes)])
        )

    def fits_common(self, state: State, values: Mapping[str, Any]) -> bool:
        whole = 1 << len(self.epochs)
        return all([type(values[name]) is int and 0 <= values[name] < whole for name in ("read", "overcome")])


STORY: Final = FirstKingdom
