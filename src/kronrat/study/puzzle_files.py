"""Puzzles on their way into a box: what was found game by game, and a collection chosen from that.

A file of findings has a line for each game that was looked through, so the work can be broken off and goes on there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kronrat.arena.series import Series
from kronrat.core.game import Game
from kronrat.data.shapes import Misshapen, plain, read
from kronrat.study.puzzle import BadPuzzles, Collection, Puzzle
from kronrat.study.puzzling import find_in, still_best

CONFIRMING = "gather"  # the seed of the search that has to agree
ALIKE = 0.1  # of all puzzles may have the same solution, such as one building


def find(series: Series, games: int, file: Path) -> Iterator[int]:
    """Look through games of a checked series, going on where the file ends; yields how many are done."""
    done = len(findings(series, file))
    if done:  # without a last line that was not finished
        whole = file.read_text(encoding="utf-8").rpartition("\n")[0]
        file.write_text(f"{whole}\n", encoding="utf-8")
    with file.open("a" if done else "w", encoding="utf-8") as target:
        if not done:
            target.write(_line(head_of(series)))
        for number in range(done, games):
            puzzles = find_in(series, number)
            target.write(_line([plain(puzzle) for puzzle in puzzles]))
            target.flush()
            yield number + 1


def findings(series: Series, file: Path) -> list[list[Puzzle]]:
    """What the file has already, for each game; raises BadPuzzles if it is of another series."""
    if not file.exists():
        return []
    head, found = read_findings(file)
    if head != json.loads(_line(head_of(series))):
        raise BadPuzzles(f"{file} was begun with other games: {json.dumps(head)}")
    return found


def read_findings(file: Path) -> tuple[dict[str, object], list[list[Puzzle]]]:
    """The series and the puzzles of each of its games; a last line that was not finished is left out."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    try:
        head = dict(json.loads(lines[0]))
        return head, [[read(one, Puzzle) for one in json.loads(line)] for line in lines[1:]]
    except (IndexError, TypeError, ValueError, Misshapen) as problem:
        raise BadPuzzles(f"{file} has no findings: {problem}") from problem


Confirm = Callable[[Puzzle], bool]


def gather(game: Game, files: Iterable[Path], most: int, confirm: Confirm | None = None) -> Collection:
    """A collection with few solutions that are the same, evenly from all files: the clearest of each first.

    What a deeper search does not confirm is left out.
    """
    confirmed = confirm or (lambda puzzle: still_best(game, puzzle, CONFIRMING))
    shelves: list[list[Puzzle]] = []
    for file in files:
        head, found = read_findings(file)
        for name, mine in (("game", game.id), ("rules", game.rules_version), ("digest", game.data_digest)):
            if head.get(name) != mine:
                raise BadPuzzles(f"{file}: {name} is {head.get(name)!r}, expected {mine!r}")
        shelves.append(sorted([one for some in found for one in some], key=lambda one: (-_clear(one), one.id)))
    chosen: dict[str, Puzzle] = {}
    same: Counter[str] = Counter()
    for share in (ALIKE, 2 * ALIKE):  # more of them where there are not enough others
        put_back: list[list[Puzzle]] = [[] for _ in shelves]
        while any(shelves) and len(chosen) < most:
            for shelf, back in zip(shelves, put_back, strict=True):
                while shelf:
                    puzzle = shelf.pop(0)
                    if puzzle.id in chosen:
                        continue
                    if same[_solution(puzzle)] >= max(3, share * most):
                        back.append(puzzle)
                    elif confirmed(puzzle):
                        same[_solution(puzzle)] += 1
                        chosen[puzzle.id] = puzzle
                        break
        shelves = put_back
    puzzles = sorted(list(chosen.values())[:most], key=lambda one: one.id)
    return Collection(game=game.id, rules=game.rules_version, data=game.data_digest, puzzles=puzzles)


def text_of(collection: Collection) -> str:
    """One line for each puzzle, so that a change shows which ones it concerns."""
    head = {"game": collection.game, "rules": collection.rules, "data": collection.data}
    lines = ",\n".join([_compact(plain(one)) for one in collection.puzzles])
    return f'{_compact(head)[:-1]},"puzzles":[\n{lines}\n]}}\n'


def _clear(puzzle: Puzzle) -> float:
    """What the nearest rival loses."""
    return min(puzzle.lost.values())


def _solution(puzzle: Puzzle) -> str:
    return f"{puzzle.kind} {' '.join(puzzle.best[0].split()[:2])}"


def head_of(series: Series) -> dict[str, object]:
    """The first line of a file: which games were looked through."""
    told = series.plain()
    return {name: told[name] for name in ("game", "seats", "options", "bots", "seed", "rules", "digest")}


def _line(value: object) -> str:
    return _compact(value) + "\n"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
