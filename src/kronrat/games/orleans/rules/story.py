"""What a story adds to the bag-building system, and where it may speak: a third story needs no change below.

The system asks the story; the story answers or pushes steps. What it has to remember is on a sheet before each player
and on a common one, both of its own making.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from kronrat.core.events import Event
from kronrat.core.flow import Reason, Step
from kronrat.core.game import Standing, Switch
from kronrat.games.orleans.rules.effect import Effect, Workshop

if TYPE_CHECKING:
    from kronrat.games.orleans.rules.events import PhaseName
    from kronrat.games.orleans.rules.recap import Note
    from kronrat.games.orleans.rules.state import State
    from kronrat.games.orleans.rules.tables import EpochRow, Op, Tables

Target = tuple[str, int]  # the word of an own field, and the token that it takes


class Wish:
    """Something that a task still asks for: a token to be sent, or so many more of what is counted."""

    def __init__(self, id: str, token: int, count: str, missing: int) -> None:
        self.id = id  # of the task
        self.token = token
        self.count = count  # empty where a token is asked for
        self.missing = missing


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Sheet:
    """What a story lays before one player. Numbers, flags and tuples only."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def clone(self) -> Sheet:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class CommonSheet:
    """What a story lays out for all players together. Numbers, flags and tuples only."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def clone(self) -> CommonSheet:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Printed:
    """What only this story has printed, as typed tables."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Story:
    """Override what the story does differently. All figures come from its tables."""

    id: ClassVar[str] = ""  # as the option `story` names it
    short: ClassVar[str] = ""  # how its entries in common tables begin
    effects: ClassVar[tuple[type[Effect], ...]] = ()  # which only this story has
    conditions: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # words of what an epoch asks for, and what each needs
    steps: ClassVar[tuple[type[Step], ...]] = ()  # all steps that its rules define
    counted: ClassVar[Mapping[type[Event], Mapping[str, int]]] = {}  # what its events change, for the recap of a round
    notes: ClassVar[Mapping[type[Event], Note]] = {}  # what its events leave to be said of a seat in later rounds
    switches: ClassVar[tuple[Switch, ...]] = ()  # options of this story only
    phases: ClassVar[tuple[PhaseName, ...]] = ("draw", "plan", "act", "end")  # of a round
    ascent_rule: ClassVar[str] = "OS-EPOCH-5"  # how a token that is sent lets its player ascend
    no_ascent_rule: ClassVar[str] = "OS-EPOCH-5"  # why this deed does not
    settlers_rule: ClassVar[str] = "OS-EPOCH-3"  # how an epoch sets settlers free
    protection_rule: ClassVar[str] = ""  # see `protects`
    starts_in_bag: ClassVar[bool] = True  # the first followers; if not set, they are on the green
    sheet_view: ClassVar[Any] = Mapping[str, Any]  # the types of what `view_sheet` and `view_common` say
    common_view: ClassVar[Any] = Mapping[str, Any]

    def __init__(self, tables: Tables, workshop: Workshop) -> None:
        self.tables = tables
        self.printed = Printed()
        self.epochs: list[EpochRow] = tables.epochs(self.id)
        self.forbids = [sum([1 << place for place in epoch.forbid]) for epoch in self.epochs]
        self.bonuses = [workshop.make(epoch.bonus, self.bonus_rule(n)) for n, epoch in enumerate(self.epochs)]

    def bonus_rule(self, epoch: int) -> str:
        """The rule of an epoch's round bonus."""
        raise NotImplementedError

    # -- setting up --------------------------------------------------------------------------------------------

    def new_sheet(self) -> Sheet:
        raise NotImplementedError

    def new_common(self) -> CommonSheet:
        raise NotImplementedError

    def refill_tokens(self, name: str, seats: int) -> list[tuple[int, int]]:
        """What comes onto the market at the `start`, or with whatever else of this story refills it."""
        return self.tables.refill(f"{self.short}_{name}", seats)

    def setup_steps(self, state: State) -> list[Step]:
        """What the story still has to lay out after the land."""
        return []

    # -- rounds ------------------------------------------------------------------------------------------------

    def round_steps(self, state: State) -> list[Step]:
        """What a round begins with, before the draw phase."""
        return []

    def draws(self, state: State) -> bool:
        """Whether this round has a draw phase."""
        return True

    def round_bonus(self, state: State, seat: int) -> list[Effect]:
        """What the epoch of this seat brings or costs at the end of a round. [OS-ROUND-6]"""
        return self.bonuses[state.players[seat].epoch]

    def round_end(self, state: State) -> list[Step]:
        """What is checked at the end of a round, before the start player marker moves."""
        return []

    # -- sending -----------------------------------------------------------------------------------------------

    def wanted(self, state: State, seat: int) -> int:
        """Bits of the tokens that an own field of this seat still takes."""
        return 0

    def own_targets(self, state: State, seat: int) -> list[Target]:
        """The own fields of this seat that are still free, in a fixed order."""
        return []

    def why_closed(self, state: State, seat: int, word: str) -> Reason | None:
        """Why a task of this seat has no field left, or never had one; None if there is no such task."""
        return None

    def send_to_own(self, state: State, seat: int, word: str, token: int) -> None:
        """A token has left the Gate for this own field."""

    def may_ascend(self, state: State, seat: int, completes: bool) -> bool:
        """Whether this seat may use a field of a deed to enter its next epoch now; it may be the last one."""
        return False

    def why_no_ascent(self, state: State, seat: int, completes: bool) -> Reason:
        """Why this seat may not enter its next epoch now by such a field."""
        return Reason("OS-EPOCH-5", "reason.no_ascent", {})

    def ascend(self, state: State, seat: int) -> None:
        """The token has been sent for the ascent."""

    def deed_completed(self, state: State, seat: int, deed: str) -> None:
        """This seat has filled the last field of a deed."""

    def deeds_gone(self, state: State) -> None:
        """No deed is left that an ascent could use."""

    # -- the realm ---------------------------------------------------------------------------------------------

    def control_changed(self, state: State, seat: int) -> None:
        """This seat may control more areas, villages or churches than before."""

    def built(self, state: State, seat: int, kind: str) -> None:
        """This seat has built a village, fortress or church."""

    def protects(self, epoch: int) -> bool:
        """Whether nobody may enter the areas of a player in this epoch."""
        return False

    def at_peace(self, one: int, other: int) -> bool:
        """Whether players in these two epochs are at peace with each other."""
        return False

    # -- fame --------------------------------------------------------------------------------------------------

    def fame_limit(self, state: State, seat: int) -> int:
        """The field that the marker of this seat cannot pass now."""
        return self.tables.fame_last

    def fame_bonus(self, state: State, field: int) -> list[Effect]:
        """What a marked field brings to a player who enters or passes it."""
        raise NotImplementedError

    # -- the end, and looking ----------------------------------------------------------------------------------

    def standing(self, state: State) -> list[Standing]:
        raise NotImplementedError

    def cut_short(self, state: State) -> bool:
        """Whether a finished game ended by a limit of the table. [OS-OPT-3]"""
        return False

    def worth(self, state: State, seat: int) -> float:
        """What this seat's position is worth in this story; for bots."""
        raise NotImplementedError

    def spread(self, state: State) -> float:
        """By how many points of `worth` positions usually still change until the end; for bots."""
        return 25.0

    def measures(self, state: State, seat: int) -> list[float]:
        """What lies on the sheet of this seat, in numbers for bots that learn; everybody may see it."""
        return []

    def measure_names(self, state: State) -> list[str]:
        """What each of the measures is."""
        return []

    def view_common(self, state: State) -> Mapping[str, Any]:
        raise NotImplementedError

    def view_sheet(self, state: State, seat: int) -> Mapping[str, Any]:
        raise NotImplementedError

    def had_of(self, condition: Op, sheet: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[int, int]:
        """How much a condition of this story needs and how much of it is there, by the views of a sheet and of all."""
        raise NotImplementedError

    def wishes(self, epoch: int, sheet: Mapping[str, Any]) -> list[Wish]:
        """What the open tasks of a sheet ask for, as far as places can bring it; by the view of the sheet."""
        return []

    def fits_sheet(self, values: Mapping[str, Any]) -> bool:
        """Whether these values of a dump can be a sheet."""
        raise NotImplementedError

    def fits_common(self, state: State, values: Mapping[str, Any]) -> bool:
        raise NotImplementedError
