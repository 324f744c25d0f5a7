"""The one interface through which the rest of Kronrat knows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from kronrat.core import codec
from kronrat.core.checks import demand
from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Reason, State, Step, Together
from kronrat.core.judgement import expected_shares, shares_of
from kronrat.core.saving import Saving

Rows = Mapping[str, Mapping[str, Mapping[str, Any]]]  # table -> id -> what is printed there
ODDS: Final = "odds"  # the topic of `Game.hints` that tables and people may do without


class BadOption(ValueError):
    """A table option that this game does not know, or a value it does not take; or a game that there is not.

    >>> kronrat.load(kronrat.list_games()[0]).settle_options({"colour": "blue"})
    Traceback (most recent call last):
    kronrat.core.game.BadOption: ... has no option 'colour'; it has ...
    """


@dataclass(frozen=True)
class Switch:
    """An option of a game: its name, the values it takes, its default, and the rule behind it."""

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    many: bool = False  # any selection of the values, joined by commas
    alone: str = ""  # the value if nothing is said and only bots play, who would never tire of a game without an end
    live: str = ""  # what a new table is offered when all players are there, each with their own browser
    main: int = 0  # if it makes a different game of it: its place in the line that describes a table
    words: bool = False  # whether its value chooses the variant of the words, as in `ID@VARIANT` of a catalogue


@dataclass(frozen=True)
class Standing:
    """Where a seat came in. Shared places are equal; `ties` names what was compared, in order, with its value.

    >>> kronrat.Standing(seat=2, place=1, score=41, ties=(("goods", 3),)).score
    41
    """

    seat: int
    place: int
    score: int
    ties: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Tempo:
    """The pace a table in real time demands of hands, all in milliseconds.

    Choices are told apart by their first word: some take what others may want too, some put it down. `reasons` are
    those of a clock, for what comes `not_yet`, `too_fast` or when `time_up`.
    """

    lasts: int = 0  # how long hands may act, not counting what CLOCK grants them afterwards
    fair: bool = False  # whether a slow connection is made up for
    takes: tuple[str, ...] = ()
    puts_down: tuple[str, ...] = ()  # the last of them gives it back to everybody
    holding: int = 0  # the least time from taking something until it is put down,
    empty: int = 0  # and from then until the next is taken
    reasons: Mapping[str, Reason] = field(default_factory=dict)


@dataclass(frozen=True)
class Lapse:
    """What is chosen for a seat in real time if its player stays silent, and after how many milliseconds."""

    choice: Choice
    away_ms: int | None = None  # without a connection
    waited_ms: int | None = None  # since the first of those asked together has answered


_SETTINGS_KEPT: Final = 1_000  # sets of options that a game remembers


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A set of rules with its component tables. Stateless except for memoised tables: one serves many matches.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> state = game.new(2)
    >>> game.view(state, seat=0)["seat"], len(game.standing(state))
    (0, 2)
    >>> game.digest(game.restore(game.dump(state))) == game.digest(state)
    True
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]  # changes whenever an old journal would no longer replay identically
    seat_counts: ClassVar[tuple[int, ...]]
    steps: ClassVar[Mapping[str, type[Step]]]
    saving: ClassVar[Saving] = Saving()

    def __init__(self, rows: Rows, data_digest: str) -> None:
        self.rows = rows
        self.data_digest = data_digest
        self._settled: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # it never changes, and its positions share it

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rows, self.data_digest)

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        """The options that exist, with the defaults that follow from what was given."""
        raise NotImplementedError

    def settle_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: what was given, checked, and defaults for the rest."""
        key = tuple(given.items())
        settled = self._settled.get(key)
        if settled is None:
            known = self.switches(given)
            names = [switch.name for switch in known]
            for name in given:
                if name not in names:
                    raise BadOption(f"{self.id} has no option {name!r}; it has {', '.join(names)}")
            settled = {switch.name: _value_of(switch, given.get(switch.name)) for switch in known}
            if len(self._settled) == _SETTINGS_KEPT:
                self._settled.clear()
            self._settled[key] = settled
        return dict(settled)

    def left_alone(self, given: Mapping[str, str]) -> dict[str, str]:
        """What was given, and for the rest what bots and random players keep to when no person plays with them."""
        missing = [switch for switch in self.switches(given) if switch.alone and switch.name not in given]
        return {**given, **{switch.name: switch.alone for switch in missing}}

    def variant(self, options: Mapping[str, str]) -> str:
        """Which variant of the words fits these settled options; mostly there is only one."""
        return next((options[switch.name] for switch in self.switches(options) if switch.words), "")

    def check_seats(self, seats: int) -> None:
        """Raises BadOption if the game is not for so many players."""
        if seats not in self.seat_counts:
            counts = f"{self.seat_counts[0]} to {self.seat_counts[-1]}"
            raise BadOption(f"{self.id} is for {counts} players, not {seats}")

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """A game at its first decision, usually one of CHANCE."""
        raise NotImplementedError

    def options_of(self, state: Any) -> dict[str, str]:
        """The settled options a state was begun with: those that its `switches` were read from."""
        return dict(state.switches.options)

    def standing(self, state: Any) -> list[Standing]:
        """All seats, best first; during a game as if it ended now."""
        raise NotImplementedError

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """All that this seat may know, as plain data; seat None is a spectator."""
        raise NotImplementedError

    def views(self, state: Any, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """The views of several seats; they may share what is known to all, so nobody may change them."""
        return [self.view(state, seat) for seat in seats]

    def remember(self, memory: Any, event: Event) -> Any:
        """What views still show of the past, after this event that everybody saw; None at first.

        A match keeps it in `State.memory`. It never changes, because clones share it; no rule may read it, and a
        dump leaves it out.
        """
        return memory

    def redeal(self, state: Any, seat: int | None, dice: Dice) -> Any:
        """A full state that agrees with all that the seat knows; the rest is dealt anew."""
        raise NotImplementedError

    def hints(self, view: Mapping[str, Any], topic: str) -> dict[str, Any]:
        """What players may ask about their view.

        The topic ODDS is how likely what they wait for is, from what they know: a table may do without it.
        """
        raise NotImplementedError

    def value(self, state: Any, seat: int) -> float:
        """How good the position is for a seat, in points; for bots that look one choice ahead."""
        raise NotImplementedError

    def traits(self, state: Any, seat: int) -> tuple[str, ...]:
        """What this seat played with and others did not, as message ids: win rates by trait show the balance."""
        return ()

    def cut_short(self, state: Any) -> bool:
        """Whether a finished game ended by a limit of its table, before its own rules had decided it."""
        return False

    def caption(self, state: Any) -> dict[str, int]:
        """How far the game is, in a few numbers for a list of tables; the page puts them into words."""
        return {}

    def moment(self, state: Any) -> tuple[int | str, ...]:
        """When in the game it is, in facts that do not depend on what was chosen; keyed dice follow from it."""
        known = [getattr(state, name) for name in ("year", "round", "phase") if hasattr(state, name)]
        return tuple([int(fact) if isinstance(fact, int) else fact for fact in known if isinstance(fact, (int, str))])

    def overdue(self, state: Any, seat: int) -> Choice | None:
        """What is chosen for a seat whose time for a choice is over; None: a stand-in takes the seat."""
        return None

    # -- for search ----------------------------------------------------------------------------------------------

    def quiet(self, state: Any) -> bool:
        """Whether nothing is half done, so that the position can be judged as it is; a game that is over is quiet."""
        return not state.stack

    def spread(self, state: Any) -> float:
        """By how many points of `prospects` positions usually still change until the end."""
        return 5.0

    def prospects(self, state: Any) -> list[float]:
        """How good the position is for each seat, in points; unlike `value` it compares seats, at quiet moments."""
        return [self.value(state, seat) for seat in range(state.seats)]

    def utility(self, state: Any) -> list[float]:
        """The share of the result that each seat may expect: together 1, in every phase as at the end."""
        if not state.stack:
            return shares_of(self.standing(state))
        return expected_shares(self.prospects(state), self.spread(state))

    def features(self, state: Any, seat: int) -> list[float]:
        """The position in numbers as this seat knows it, own things first; the same for all worlds of `redeal`."""
        scores = {result.seat: float(result.score) for result in self.standing(state)}
        return [scores[(seat + distance) % state.seats] for distance in range(state.seats)]

    def feature_names(self, state: Any) -> tuple[str, ...]:
        """What each of the features is, the same at every position of a table.

        The names of what belongs to a seat end with its distance from the viewer, such as `gold 1`; no others do.
        """
        return tuple([f"score {distance}" for distance in range(state.seats)])

    def fingerprint(self, state: Any) -> int:
        """A number that equal positions share and others hardly ever do; only within one process."""
        return hash((_frozen(self.saving.fields(state)), tuple(state.stack)))

    def alike(self, state: Any, seat: int) -> list[list[Choice]]:
        """The options of a seat, those together that it has no reason to tell apart."""
        return [[option] for option in state.options(seat)]

    def distinct(self, state: Any, seat: int) -> list[Choice]:
        """The options of a seat, the first of those that are `alike`."""
        return list(state.options(seat))

    def instinct(self, state: Any, seat: int) -> tuple[Choice, ...]:
        """What a seat would choose without looking ahead, perhaps several choices in a row; empty: it has to look."""
        return ()

    def candidates(self, state: Any, seat: int) -> list[tuple[Choice, ...]]:
        """What is worth comparing: whole answers, where a question is answered in many small choices."""
        return [(option,) for option in self.distinct(state, seat)]

    def imagine(self, state: Any, seat: int | None, dice: Dice) -> Any:
        """A redealt world in which what others have chosen in secret makes sense."""
        return self.redeal(state, seat, dice)

    # -- time, for games with a CLOCK --------------------------------------------------------------------------------

    def real_time(self, options: Mapping[str, str]) -> bool:
        """Whether a table with these settled options needs a clock."""
        return False

    def delay(self, choice: Choice, dice: Dice) -> int | None:
        """How many milliseconds a usual hand takes for this choice; None for a choice that nobody makes unasked."""
        return 1_000

    def time_limit(self, state: Any) -> int:
        """How many milliseconds CLOCK waits with its answer, from the moment it is asked."""
        return 60_000

    def countdown(self, state: Any) -> int:
        """How many milliseconds nobody may act after CLOCK is asked; only then does its time begin to run."""
        return 0

    def tempo(self, options: Mapping[str, str]) -> Tempo:
        """What hands may do at a table with these settled options while CLOCK is asked."""
        return Tempo()

    def lapse(self, state: Any, seat: int) -> Lapse | None:
        """What a table in real time does for a seat that is asked and stays silent; None: it waits."""
        return None

    # -- saving --------------------------------------------------------------------------------------------------

    def blank(self, seats: int, options: Mapping[str, str]) -> State:
        """A state of this game with an empty stack, to be set up or refilled."""
        raise NotImplementedError

    def dump(self, state: State) -> dict[str, Any]:
        """The state as a plain JSON object."""
        return {
            "game": self.id,
            "rules": self.rules_version,
            "data": self.data_digest,
            "seats": state.seats,
            "options": self.options_of(state),
            "fields": {name: codec.encode(value) for name, value in self.saving.fields(state).items()},
            "stack": [codec.encode(step) for step in state.stack],
        }

    def restore(self, data: Mapping[str, Any]) -> Any:
        """The state that was dumped; refuses another game, rules version or component data."""
        if not isinstance(data, Mapping):
            raise codec.BrokenDump("a dump is an object")
        for name, mine in (("game", self.id), ("rules", self.rules_version), ("data", self.data_digest)):
            if data.get(name) != mine:
                raise codec.BrokenDump(f"{name} is {data.get(name)!r}, expected {mine!r}")
        try:
            self.check_seats(data["seats"])
            if self.settle_options(data["options"]) != data["options"]:
                raise codec.BrokenDump("the options are incomplete")
            state = self.blank(data["seats"], data["options"])
            decoded = {name: codec.decode(value, self.steps) for name, value in data["fields"].items()}
            self.saving.refill(state, decoded)
            state.stack = codec.decode_stack(data["stack"], self.steps)
            for step in state.stack:
                self._check_step(state, step)
        except codec.BrokenDump:
            raise
        except (KeyError, TypeError, IndexError, AttributeError, ValueError, RecursionError) as problem:
            raise codec.BrokenDump(f"damaged dump: {problem!r}") from problem
        return state

    def _check_step(self, state: State, step: Step) -> None:
        if isinstance(step, Together):
            for part in step.parts:
                self._check_step(state, part)
            return
        for name, value in zip(step.FIELDS, step.values(), strict=True):
            demand(self.saving.fits_step(state, name, value), f"{name} of {type(step).__name__}")
        demand(self.saving.can_go_on(state, step), type(step).__name__)

    def digest(self, state: State) -> str:
        """A fingerprint of the position, the same on every machine."""
        return codec.digest(self.dump(state))


def _frozen(value: Any) -> Any:
    """The same as something that has a hash."""
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(part) for part in value])
    if isinstance(value, dict):
        return tuple([(name, _frozen(part)) for name, part in value.items()])
    return value


def _value_of(switch: Switch, given: str | None) -> str:
    if given is None:
        return switch.default
    chosen = given.split(",") if switch.many and given else [given] if given or not switch.many else []
    for value in chosen:
        if value not in switch.values:
            allowed = f"it takes {', '.join(switch.values)}" if switch.values else "nothing can be restored here"
            raise BadOption(f"{switch.name}={given} is refused ({switch.rule}); {allowed}")
    return ",".join([value for value in switch.values if value in chosen])
