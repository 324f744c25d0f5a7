"""How fast the rules of a game are here: random play, single operations, and how both grow with seats and options.

Processor time is measured: waiting for other programs does not count, but what they do to caches and to the clock
does. All figures take turns, round by round, so that a slow moment does not hurt just one of them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time
from typing import Any, NamedTuple, cast

from kronrat.core import flow
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice, Decision, State
from kronrat.core.game import BadOption, Game
from kronrat.core.playout import play_randomly

PER_SECOND = "1/s"
MICROSECONDS = "us"
GROWING = ("decisions", "games", "options", "clone", "view")  # figures that are also measured for other tables

_USUAL_SEATS = 4
_SAMPLED_GAMES = 4
_POSITIONS = 128

Counts = tuple[int, ...]
Batch = Callable[["Workload"], tuple[float, Counts]]  # do something many times: the seconds, and how often
Progress = Callable[[int, int], None]  # rounds of single figures done so far, and in all


@dataclass(frozen=True)
class Figure:
    """A speed: the median of all rounds, the lowest and the highest, and how many repetitions there were in all."""

    unit: str
    median: float
    low: float
    high: float
    count: int


@dataclass(frozen=True)
class Row:
    """The figures of one table."""

    seats: int
    options: dict[str, str]
    figures: dict[str, Figure]


@dataclass(frozen=True)
class Report:
    """What was measured for one game: `table` is the one asked for; `growth` shows it among its neighbours."""

    game: str
    table: Row
    growth: list[Row]

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def engine() -> str:
    """Whether the rules run as plain Python here or compiled."""
    return "plain" if str(flow.__file__).endswith(".py") else "compiled"


def bench(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    repeat: int = 5,
    seconds: float = 0.5,
    progress: Progress | None = None,
) -> Report:
    """Measure a game; every figure gets `seconds` in all, in `repeat` rounds."""
    if repeat < 1 or not 0 < seconds < float("inf"):
        raise BadOption("repeat has to be at least 1, and seconds more than 0")
    given = dict(options or {})
    seats = usual_seats(game) if seats is None else seats
    asked = Workload(game, seats, given)
    others = [Workload(game, number, chosen) for number, chosen in _neighbours(game, seats, given)]
    tasks = [*asked.lay_out(), *[task for table in others for task in table.lay_out(GROWING)]]
    _run(tasks, repeat, seconds / repeat, progress)
    growth = [table.row(GROWING) for table in (asked, *others)]
    growth.sort(key=lambda row: (row.options != asked.options, row.seats))
    return Report(game.id, asked.row(), growth)


def usual_seats(game: Game) -> int:
    return _USUAL_SEATS if _USUAL_SEATS in game.seat_counts else game.seat_counts[-1]


def _neighbours(game: Game, seats: int, given: Mapping[str, str]) -> list[tuple[int, Mapping[str, str]]]:
    """Other seat counts; and, where an option takes any selection, each part of it alone and all together."""
    found: list[tuple[int, Mapping[str, str]]] = [(number, given) for number in game.seat_counts if number != seats]
    for switch in game.switches(given):
        if switch.many and switch.name not in given:
            selections = dict.fromkeys([*switch.values, ",".join(switch.values)])
            found += [(seats, {**given, switch.name: some}) for some in selections if some != switch.default]
    return found


# -- positions -----------------------------------------------------------------------------------------------------


class Position(NamedTuple):
    """A state in which a seat is to choose, and one of its options."""

    state: State
    seat: int
    choice: Choice


def find_positions(game: Game, seats: int, options: Mapping[str, str]) -> list[Position]:
    """Positions spread evenly over a few random games."""
    dice, chooser = Dice(seed_of_text("positions")), Dice(seed_of_text("choices"))
    met: list[Position] = []
    for _ in range(_SAMPLED_GAMES):
        state = game.new(seats, options)
        while not state.over:
            deciding = state.deciding()
            seat = deciding[chooser.below(len(deciding))]
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(dice))
                continue
            offer = state.options(seat)
            choice = offer[chooser.below(len(offer))]
            if seat >= 0:
                met.append(Position(state.clone(), seat, choice))
            state.apply(seat, choice)
    return met[:: max(1, len(met) // _POSITIONS)]


# -- what is timed ---------------------------------------------------------------------------------------------------


class Workload:
    """A game with its seats and options, in positions where something can be timed."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str]) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.options = game.settle_options(game.left_alone(options))
        self.positions = find_positions(game, seats, self.options)
        self.played = 0
        self.tasks: list[Task] = []

    def lay_out(self, names: Iterable[str] | None = None) -> list[Task]:
        """What is to be timed here: everything with a figure among these names, or simply everything."""
        wanted = None if names is None else set(names)
        self.tasks = [Task(self, counted) for counted in TASKS if wanted is None or not wanted.isdisjoint(counted)]
        return self.tasks

    def row(self, names: Iterable[str] | None = None) -> Row:
        figures = {name: figure for task in self.tasks for name, figure in task.figures().items()}
        return Row(self.seats, self.options, figures if names is None else {name: figures[name] for name in names})


class Task:
    """One thing that is timed; `counted` names its figures."""

    def __init__(self, work: Workload, counted: tuple[str, ...]) -> None:
        self.work = work
        self.counted = counted
        self.batch, self.unit = TASKS[counted]
        self.rounds: list[tuple[float, Counts]] = []

    def measure(self, seconds: float) -> None:
        """One round."""
        spent, done = self.batch(self.work)
        while spent < seconds:
            took, more = self.batch(self.work)
            spent += took
            done = tuple([a + b for a, b in zip(done, more, strict=True)])
        self.rounds.append((spent, done))

    def figures(self) -> dict[str, Figure]:
        found: dict[str, Figure] = {}
        for place, name in enumerate(self.counted):
            pairs = [(spent, done[place]) for spent, done in self.rounds[1:]]
            speeds = [done / spent if self.unit == PER_SECOND else 1e6 * spent / done for spent, done in pairs]
            low, middle, high = [round(speed, 3) for speed in (min(speeds), median(speeds), max(speeds))]
            found[name] = Figure(self.unit, middle, low, high, sum([done for _, done in pairs]))
        return found


def _run(tasks: Sequence[Task], repeat: int, seconds: float, progress: Progress | None) -> None:
    """Round after round. The first one fills what the rules memoise, and does not count."""
    turns = 0
    try:
        for number in range(repeat + 1):
            for task in tasks:
                task.measure(seconds)
                turns += 1
                if progress is not None:
                    progress(turns, (repeat + 1) * len(tasks))
            if number == 0:
                gc.collect()
                gc.freeze()  # what one table memoises must not keep the garbage collector busy at another
    finally:
        gc.unfreeze()


def _play(work: Workload) -> tuple[float, Counts]:
    """A whole random game, set-up included; every option of every choice is listed."""
    work.played += 1
    began = process_time()
    dice, chooser = Dice(seed_of_text(f"dice {work.played}")), Dice(seed_of_text(f"choices {work.played}"))
    decisions = play_randomly(work.game.new(work.seats, work.options), dice, chooser)
    return process_time() - began, (decisions, 1)


def _options(work: Workload) -> tuple[float, Counts]:
    """The options of a seat, computed anew; whatever the rules memoise has been filled before."""
    asked = [(cast(Decision, state.decision(seat)), state) for state, seat, _ in work.positions]
    began = process_time()
    for decision, state in asked:
        decision.options(state)
    return process_time() - began, (len(asked),)


def _apply(work: Workload) -> tuple[float, Counts]:
    """A choice and all that follows, until the next question is open and its options are found."""
    worlds = [(state.clone(), seat, choice) for state, seat, choice in work.positions]
    began = process_time()
    for world, seat, choice in worlds:
        world.apply(seat, choice)
    return process_time() - began, (len(worlds),)


def _clone(work: Workload) -> tuple[float, Counts]:
    states = [position.state for position in work.positions]
    began = process_time()
    for state in states:
        state.clone()
    return process_time() - began, (len(states),)


def _dump_restore(work: Workload) -> tuple[float, Counts]:
    game = work.game
    began = process_time()
    for state, _, _ in work.positions:
        game.restore(game.dump(state))
    return process_time() - began, (len(work.positions),)


def _view(work: Workload) -> tuple[float, Counts]:
    game = work.game
    began = process_time()
    for state, seat, _ in work.positions:
        game.view(state, seat)
    return process_time() - began, (len(work.positions),)


def _redeal(work: Workload) -> tuple[float, Counts]:
    game, dice = work.game, Dice(seed_of_text("redeal"))
    began = process_time()
    for state, seat, _ in work.positions:
        game.redeal(state, seat, dice)
    return process_time() - began, (len(work.positions),)


def _preview(work: Workload) -> tuple[float, Counts]:
    began = process_time()
    for state, seat, choice in work.positions:
        state.preview(seat, choice)
    return process_time() - began, (len(work.positions),)


TASKS: Mapping[tuple[str, ...], tuple[Batch, str]] = {
    ("decisions", "games"): (_play, PER_SECOND),
    ("options",): (_options, MICROSECONDS),
    ("apply",): (_apply, MICROSECONDS),
    ("clone",): (_clone, MICROSECONDS),
    ("dump_restore",): (_dump_restore, MICROSECONDS),
    ("view",): (_view, MICROSECONDS),
    ("redeal",): (_redeal, MICROSECONDS),
    ("preview",): (_preview, MICROSECONDS),
}
