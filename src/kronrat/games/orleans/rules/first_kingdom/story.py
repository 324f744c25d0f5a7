"""The First Kingdom as a story: epochs entered alone, tasks, trials, peace and the crown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kronrat.core.flow import Reason, Step
from kronrat.core.game import Standing
from kronrat.games.orleans.rules.deeds import lay_out_again
from kronrat.games.orleans.rules.effect import Effect, Workshop
from kronrat.games.orleans.rules.events import GameEnded, RoundsUsedUp, TaskCompleted, TrialOvercome, WealthChecked
from kronrat.games.orleans.rules.first_kingdom import evaluation
from kronrat.games.orleans.rules.first_kingdom.ascent import pay_for_ascent, read_narration, why_no_ascent
from kronrat.games.orleans.rules.first_kingdom.sheet import (
    cross,
    move_cubes,
    new_chronicle,
    new_sheet,
    sheet_of,
    strike_citizen,
    tale_of,
)
from kronrat.games.orleans.rules.first_kingdom.tasks import Inviting, Striking, open_fields
from kronrat.games.orleans.rules.first_kingdom.trials import LosingFollowers, LosingSettlers
from kronrat.games.orleans.rules.rounds import end_game
from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.rules.story import Sheet, Story, Tale, Target
from kronrat.games.orleans.rules.supply import to_storage, wealth
from kronrat.games.orleans.rules.tables import COLUMNS, Tables

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
MONASTERY: Final = 4  # the epoch whose monks protect [OS-FK-V-1]
PEACE: Final = 7
LAST_DEED: Final = "inheritance"  # comes back when no other deed is left [OS-FK-EPOCH-8]

BONUS_RULES: Final[Mapping[int, str]] = {2: "OS-FK-III-5", 6: "OS-FK-VII-3"}
MALUS_RULES: Final[Mapping[int, str]] = {2: "OS-FK-III-3", 6: "OS-FK-VII-2"}

EFFECTS: Final[Mapping[str, type[Effect]]] = {
    "citizen": Inviting,
    "wild": Striking,
    "lose_followers": LosingFollowers,
    "lose_settler": LosingSettlers,
}


class FirstKingdom(Story):
    """Who completes all tasks first is crowned. [OS-FK-GOAL-1]"""

    id: ClassVar[str] = "first-kingdom"
    starts_in_bag: ClassVar[bool] = False  # [OS-FK-SETUP-6]

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        super().__init__(tables, workshop)
        self._maluses = [workshop.make(row.malus, MALUS_RULES.get(n, "")) for n, row in enumerate(self.epochs)]
        self._marks = {field: workshop.make(ops, f"OS-FK-FAME-{field}") for field, ops in tables.fk_fame.items()}
        self._fields = [token for task in tables.tasks for token in task.fields]
        self._wanted: dict[int, int] = {}

    def bonus_rule(self, epoch: int) -> str:
        return BONUS_RULES.get(epoch, f"OS-FK-BONUS-{ROMAN[epoch]}")

    def new_sheet(self) -> Sheet:
        return new_sheet()

    def new_tale(self) -> Tale:
        return new_chronicle()

    # -- rounds ------------------------------------------------------------------------------------------------

    def draws(self, state: State) -> bool:
        return state.round > 1  # [OS-BAG-9]

    def round_bonus(self, state: State, seat: int) -> list[Effect]:
        """Famine and plague cost until they are overcome; the Sacristy keeps them away. [OS-FK-III-1, OS-FK-VII-1]"""
        me = state.players[seat]
        malus = self._maluses[me.epoch]
        if malus and not tale_of(state).overcome >> me.epoch & 1:
            return [] if me.hand.shielded else malus
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

    def send_to_own(self, state: State, seat: int, word: str, token: int) -> None:
        """The token is used up and its field crossed. [OS-FK-TASK-1, OS-SUP-4]"""
        to_storage(state, token)
        for task, takes, number in open_fields(state, seat):
            if task == word and takes == token:
                cross(state, seat, number, "OS-FK-TASK-1")
                return

    def may_ascend(self, state: State, seat: int) -> bool:
        return why_no_ascent(state, seat) is None

    def why_no_ascent(self, state: State, seat: int) -> Reason:
        return why_no_ascent(state, seat) or super().why_no_ascent(state, seat)

    def ascend(self, state: State, seat: int) -> None:
        pay_for_ascent(state, seat)

    def deed_completed(self, state: State, seat: int, deed: str) -> None:
        """A citizen; and a trial is overcome by the right deed. [OS-FK-CITIZEN-1, OS-FK-DEPOT-2, OS-FK-DEPOT-4]"""
        strike_citizen(state, seat, "OS-FK-CITIZEN-1")
        for epoch, row in enumerate(self.epochs):
            if row.until == deed:
                tale_of(state).overcome |= 1 << epoch
                if state.listener is not None:
                    state.tell(TrialOvercome("OS-FK-DEPOT-2" if epoch < PEACE // 2 else "OS-FK-DEPOT-4", deed))
                read_narration(state, seat, deed, f"OS-FK-REFILL-{deed.upper().replace('_', '-')}")

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
        """Who has entered the last epoch is at peace with everybody. [OS-FK-VIII-1]"""
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

    def view_table(self, state: State) -> dict[str, Any]:
        tale = tale_of(state)
        return {
            "narrated": [n + 1 for n in range(len(self.epochs)) if tale.read >> n & 1],
            "overcome": [row.until for n, row in enumerate(self.epochs) if tale.overcome >> n & 1],
        }

    def view_player(self, state: State, seat: int) -> dict[str, Any]:
        sheet, number = sheet_of(state, seat), 0
        tasks: dict[str, list[list[Any]]] = {}
        for task in state.tables.tasks:
            tasks[task.id] = []
            for token in task.fields:
                tasks[task.id].append([TOKENS[token], bool(sheet.crossed >> number & 1)])
                number += 1
        return {
            "citizens": sheet.citizens,
            "tasks": tasks,
            "church": sheet.church,
            "control": dict(zip(COLUMNS, sheet.cubes, strict=True)),
            "wealth": wealth(state, state.players[seat]),
        }

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        cubes = values["cubes"]
        return (
            type(values["citizens"]) is int
            and 0 <= values["citizens"] <= self.tables.citizens_needed
            and type(values["crossed"]) is int
            and 0 <= values["crossed"] < 1 << len(self._fields)
            and type(values["church"]) is bool
            and isinstance(cubes, tuple)
            and len(cubes) == len(COLUMNS)
            and all([type(n) is int and 0 <= n <= len(self.tables.control[c]) for c, n in enumerate(cubes)])
        )

    def fits_tale(self, state: State, values: Mapping[str, Any]) -> bool:
        whole = 1 << len(self.epochs)
        return all([type(values[name]) is int and 0 <= values[name] < whole for name in ("read", "overcome")])


def is_ready_for_crown(state: State, seat: int) -> bool:
    """All tasks but the wealth. [OS-FK-WEALTH-1]"""
    sheet = sheet_of(state, seat)
    return sheet.citizens >= state.tables.citizens_needed and sheet.church and not open_fields(state, seat)


def is_crowned(state: State, seat: int) -> bool:
    """All tasks, at the end of a round. [OS-FK-END-1]"""
    return is_ready_for_crown(state, seat) and wealth(state, state.players[seat]) >= state.tables.wealth_needed


def score(state: State, seat: int) -> int:
    """Steps done, and wealth: below what is asked for unless all else is done. [OS-OPT-4]"""
    sheet, rich = sheet_of(state, seat), wealth(state, state.players[seat])
    steps = sheet.citizens + sheet.crossed.bit_count() + sheet.church
    if not is_ready_for_crown(state, seat):
        rich = min(rich, state.tables.wealth_needed - 1)
    return steps + rich


def standing(state: State) -> list[Standing]:
    """Who is crowned has most; several compare coins and goods, and may share. [OS-FK-END-1, OS-FK-END-2]"""
    scores = [score(state, seat) for seat in range(state.seats)]
    found: list[Standing] = []
    for seat in range(state.seats):
        place = 1 + sum([other > scores[seat] for other in scores])
        found.append(Standing(seat, place, scores[seat], (("wealth", wealth(state, state.players[seat])),)))
    return sorted(found, key=lambda result: (result.place, result.seat))


class CheckWealth(Step):
    """Who has all other tasks and enough goods and coins ends the game. [OS-FK-WEALTH-1, OS-FK-WEALTH-3]"""

    def run(self, state: State) -> None:
        crowned = False
        for seat in state.playing:
            if is_ready_for_crown(state, seat):
                rich = wealth(state, state.players[seat])
                enough = rich >= state.tables.wealth_needed
                crowned = crowned or enough
                if state.listener is not None:
                    state.tell(WealthChecked("OS-FK-WEALTH-1", seat, rich, enough))
        if not crowned:
            if state.switches.rounds == 0 or state.round < state.switches.rounds:
                return
            if state.listener is not None:
                state.tell(RoundsUsedUp("OS-OPT-3", state.round))
        end_game(state)
        if state.listener is not None:
            winners = tuple([result.seat for result in standing(state) if result.place == 1])
            state.tell(GameEnded("OS-FK-END-1" if crowned else "OS-OPT-3", winners))
