"""A course of learning: generations of games, each judged by what the one before has learned.

All of it is kept in a folder, so that a course that was broken off goes on where it was: lessons in chunks of games,
the weights of each generation, and a log. The same course gives the same weights in any number of processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from kronrat.arena.executors import Here, Processes
from kronrat.arena.series import Plain
from kronrat.bots import Budget, Learned, Search
from kronrat.bots.weights import Provenance, Weights, read_weights, split_names, write_weights
from kronrat.core.game import BadOption, Game
from kronrat.data.shapes import Record, plain, read
from kronrat.shelf import load
from kronrat.train.fitting import can_fit_hidden_units, fit
from kronrat.train.selfplay import Lessons, quick_game, thoughtful_game, unpacked

CHUNK = 50  # games
PLAN, LOG = "course.json", "log.jsonl"

Say = Callable[[str], None]


class Course(Record):
    """What is learned, and from which games."""

    game: str
    seats: int
    options: dict[str, str]  # settled
    seed: str
    games: int  # of each generation
    generations: int
    positions: int  # that a search looks at for a choice, from the second generation on
    units: int  # hidden ones
    epochs: int
    data: str | None = None
    start: Weights | None = None  # learned before: all generations go on from it, and are played by searches

    def load(self) -> Game:
        return load(self.game, self.data)


def checked(course: Course) -> Course:
    """The same with all its options; raises BadOption."""
    game = course.load()
    game.check_seats(course.seats)
    options = game.settle_options(game.left_alone(course.options))
    if game.real_time(options):
        raise BadOption("values are learned at tables without a clock")
    if course.start is not None:
        _check_start(course.start, course, game, options)
    return replace(course, options=options)


def _check_start(start: Weights, course: Course, game: Game, options: dict[str, str]) -> None:
    """Raises BadOption where a course cannot go on from these weights."""
    refusal = start.refusal(game)
    if refusal:
        raise BadOption(refusal)
    if not start.fits(course.seats, options):
        raise BadOption("these weights were learned at other tables")
    if len(start.bias) != course.units:
        raise BadOption(f"these weights have {len(start.bias)} hidden units, not {course.units}")
    if course.units and not can_fit_hidden_units():
        raise BadOption("going on from hidden units needs PyTorch: pip install 'kronrat[train]'")
    common, own = split_names(game.feature_names(game.new(course.seats, options)))
    if start.own != own or start.common != (common if course.units else []):
        raise BadOption("these weights were learned from other features")


def run(course: Course, folder: Path, jobs: int, say: Say) -> Weights:
    """The weights of the last generation."""
    _open_folder(course, folder)
    lessons, weights = Lessons(), None
    for generation in range(course.generations):
        for chunk in _played(course, folder, generation, jobs):
            lessons.extend(unpacked(chunk.read_bytes()))
        file = weights_file(folder, generation)
        if not file.exists():
            write_weights(_learned(course, lessons, generation), file)
            _note(folder, generation, read_weights(file))
        weights = read_weights(file)
        say(_sentence(generation, weights))
    assert weights is not None
    return weights


def weights_file(folder: Path, generation: int) -> Path:
    return folder / f"weights-{generation}.json"


def _open_folder(course: Course, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / PLAN
    written = json.dumps(plain(course))
    if file.exists() and file.read_text(encoding="utf-8") != written:
        raise BadOption(f"{folder} holds another course; take a new folder")
    file.write_text(written, encoding="utf-8")


def _note(folder: Path, generation: int, weights: Weights) -> None:
    with (folder / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps({"generation": generation, **plain(weights.provenance)}) + "\n")


def _sentence(generation: int, weights: Weights) -> str:
    told = weights.provenance
    return (
        f"generation {generation}: {told.games} games, {told.positions} positions, loss {told.loss:.4f}; "
        f"of the game's own numbers {told.loss_before:.4f}"
    )


# -- games -----------------------------------------------------------------------------------------------------------


def _played(course: Course, folder: Path, generation: int, jobs: int) -> list[Path]:
    """The lessons of a generation; only chunks that are missing are played."""
    firsts = range(0, course.games, CHUNK)
    files = [folder / f"lessons-{generation}-{first}.bin" for first in firsts]
    missing = [
        {"course": plain(course), "folder": str(folder), "generation": generation, "first": first}
        for first, file in zip(firsts, files, strict=True)
        if not file.exists()
    ]
    executor = Here() if jobs == 1 else Processes(jobs)
    for _ in executor.run(play_chunk, missing):
        pass
    return files


def play_chunk(task: Plain) -> Plain:
    """Play some games and keep their lessons; in any process of this machine."""
    course, folder = read(task["course"], Course), Path(task["folder"])
    generation, first = task["generation"], task["first"]
    game, lessons = course.load(), Lessons()
    known = read_weights(weights_file(folder, generation - 1)) if generation else course.start
    for number in range(first, min(first + CHUNK, course.games)):
        seed = f"{course.seed}/{generation}/{number}"
        if known is None:
            quick_game(game, course.seats, course.options, seed, lessons)
        else:
            bots = [Search(Budget(positions=course.positions), Learned([known])) for _ in range(course.seats)]
            thoughtful_game(game, bots, course.options, seed, lessons)
    file = folder / f"lessons-{generation}-{first}.bin"
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(lessons.packed())
    unfinished.replace(file)
    return {"games": lessons.games}


# -- learning --------------------------------------------------------------------------------------------------------


def _learned(course: Course, lessons: Lessons, generation: int) -> Weights:
    game, seats, options, start = course.load(), course.seats, course.options, course.start
    names = game.feature_names(game.new(seats, options))
    fitted = fit(lessons, names, seats, course.units, course.epochs, f"{course.seed}/{generation}/fit", start)
    before = None if start is None else start.provenance
    decisive = [switch.name for switch in game.switches(options) if switch.main or switch.many]
    weights = Weights(
        game=game.id,
        rules=game.rules_version,
        data=game.data_digest,
        seats=seats,
        options={name: options[name] for name in decisive},
        common=fitted.common,
        own=fitted.own,
        shared=fitted.shared,
        hidden=fitted.hidden,
        bias=fitted.bias,
        out=fitted.out,
        straight=fitted.straight,
        provenance=Provenance(
            date=date.today().isoformat(),
            seed=course.seed,
            games=lessons.games + (before.games if before else 0),
            positions=len(lessons.features) + (before.positions if before else 0),
            generation=generation + (before.generation + 1 if before else 0),
            loss=round(fitted.loss, 5),
            loss_before=round(fitted.loss_before, 5),
        ),
    )
    if start is None:
        return weights
    return replace(weights, trust=start.trust, search=start.search, levels=start.levels)
