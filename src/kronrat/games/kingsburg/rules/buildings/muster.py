"""Row G of the large sheet: Makeshift Defenses, Recruiting Station, Training Camp, Military Academy."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.games.kingsburg.rules.hooks import RECRUITING, Building, Worth
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.rules.supply import gain_soldiers

FEW_SOLDIERS: Final = 2


class MakeshiftDefenses(Building):
    """Helps against weak enemies only. [KB2-MOD1-6]"""

    id = "makeshift_defenses"
    rule = "KB2-MOD1-6"


class RecruitingStation(Building):
    """Soldiers for +2 tokens. [KB2-MOD1-7]"""

    id = "recruiting_station"
    rule = "KB2-MOD1-7"
    worth: ClassVar[Worth] = ("year", 0.3)

    def recruits_with_tokens(self) -> bool:
        return True


class TrainingCamp(Building):
    """A soldier before recruiting for an owner with fewer than two. [KB2-MOD1-8, KB2-MOD1-13]"""

    id = "training_camp"
    rule = "KB2-MOD1-8"
    worth: ClassVar[Worth] = ("year", 0.5)
    acts: ClassVar[tuple[str, ...]] = (RECRUITING,)
    harmless: ClassVar[bool] = True
    conditional: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.players[seat].soldiers < FEW_SOLDIERS:
            gain_soldiers(state, seat, 1, self.source, self.rule)


class MilitaryAcademy(Building):
    """A reinforcement die of one's own; the larger number counts. [KB2-MOD1-9, KB2-MOD1-10]"""

    id = "military_academy"
    rule = "KB2-MOD1-9"
    worth: ClassVar[Worth] = ("year", 0.9)

    def rolls_reinforcements(self) -> bool:
        return True


ROW: tuple[type[Building], ...] = (MakeshiftDefenses, RecruitingStation, TrainingCamp, MilitaryAcademy)
