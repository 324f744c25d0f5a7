"""Puzzles found in played games.

A position is one if a choice is clearly the best in worlds imagined from what its seat knows: ahead of all others by
enough to matter and beyond doubt, first after the next quiet moment and then after the one behind it; if that is not
what the game's own evaluation offers at once, and if what it brings can be told in the rules' own events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kronrat.arena.record import record
from kronrat.arena.series import Series
from kronrat.bots import LEVELS, Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import State, Together
from kronrat.core.game import Game
from kronrat.core.notation import choice_text
from kronrat.core.numbers import add_up
from kronrat.shelf import load
from kronrat.study.consequences import consequences
from kronrat.study.foresight import dice_by_purpose
from kronrat.study.lasting import lasting_of
from kronrat.study.puzzle import TRIES, Follows, Puzzle, id_of
from kronrat.study.weighing import DEEPEST, FURTHER, GLANCE, QUICK, Depth, Option, Weighing
from kronrat.words.sentences import snake

FEWEST = 3  # options
MOST = 40
AHEAD = 0.03  # of the chance of victory, before it is known how much of a loss lasts
BEYOND_DOUBT = 3.0  # standard errors
ENOUGH = 16  # worlds for a verdict
OPEN = (0.08, 0.97)  # chances of victory between which there is still something to play for
WIDTH = 8  # options at which is glanced
KEPT = 5  # of all of them that stay after four worlds
TRIED = 200  # questions of a game that are looked at, drawn by lot
A_GAME = 3  # puzzles of one game
HEARD = 12  # events that tell two choices apart, at most
FOR, AGAINST = 2, 1  # of them that are told


@dataclass(frozen=True)
class Found:
    """The best option and its rivals, best first, with what they lead to."""

    best: Option
    tempting: Option
    ranked: Sequence[Option]


class Puzzling:
    """Looks at one question of a game; the same seed finds the same."""

    def __init__(self, state: State, seat: int, seed: str) -> None:
        self._state = state
        self._seat = seat
        self._seed = seed

    def find(self) -> Puzzle | None:
        """The puzzle that is in this question, if there is one."""
        if not self._glance():
            return None
        sifted = self._sift()
        weighed = None if sifted is None else self._weigh(sifted)
        return None if sifted is None or weighed is None else self._puzzle(sifted, weighed)

    # -- the best choice -----------------------------------------------------------------------------------------------

    def _weighing(self, purpose: str, depth: Depth) -> Weighing:
        return Weighing(self._state, self._seat, dice_by_purpose(f"{self._seed} {purpose}"), depth)

    def _glance(self) -> bool:
        """Whether it is worth while to look closer: something beats what looks best at once."""
        weighing = self._weighing("glance", GLANCE)
        options = weighing.options()
        if not FEWEST <= len(options) <= MOST:
            return False
        looks_well = sorted(options, key=lambda one: (-one.guess, one.place))
        ranked = weighing.weigh(looks_well[:WIDTH], range(2))
        if ranked[0].guess >= looks_well[0].guess or ranked[0].lead(ranked[1])[0] < AHEAD / 2:
            return False
        ranked = weighing.weigh(ranked[:4], range(2, 4))
        return ranked[0].guess < looks_well[0].guess and ranked[0].surely_beats(ranked[1], AHEAD / 2, 1.0)

    def _sift(self) -> Found | None:
        """All options by quick playouts, two quiet moments far: the best has to be ahead already."""
        weighing = self._weighing("sift", QUICK)
        options = weighing.options()
        tempting = max(options, key=lambda one: (one.guess, -one.place))
        ranked = weighing.weigh(options, range(4))
        if ranked[0].guess >= tempting.guess or not OPEN[0] <= ranked[0].chance <= OPEN[1]:
            return None
        ranked = [*weighing.weigh(ranked[:KEPT], range(4, 12)), *ranked[KEPT:]]
        best = ranked[0]
        if best.guess >= tempting.guess:
            return None
        return Found(best, tempting, ranked) if best.surely_beats(ranked[1], AHEAD * 2 / 3, 1.0) else None

    def _weigh(self, sifted: Found) -> Found | None:
        """The best one against its nearest rivals and the tempting one, with thinking on the way."""
        weighing = self._weighing("weigh", FURTHER)
        rivals = [*sifted.ranked[:3], *([] if sifted.tempting in sifted.ranked[:3] else [sifted.tempting])]
        known = {one.choices[0]: one for one in weighing.options()}
        options = [known[one.choices[0]] for one in rivals if one.choices[0] in known]
        if len(options) < len(rivals):
            return None
        best, tempting = options[0], known[sifted.tempting.choices[0]]
        for worlds in (range(4), range(4, 10), range(10, 18), range(18, 48), range(48, 144)):
            ranked = weighing.weigh(options, worlds, listen=True)
            others = [one for one in options if one is not best]
            if not all([best.surely_beats(one, AHEAD / 2, 1.0) for one in others]):
                return None
            sure = all([best.surely_beats(one, AHEAD, BEYOND_DOUBT) for one in others])
            if sure and worlds.stop >= ENOUGH:
                return Found(best, tempting, ranked)
        return None

    # -- what is told of it --------------------------------------------------------------------------------------------

    def _puzzle(self, sifted: Found, weighed: Found) -> Puzzle | None:
        reasons = self._reasons(weighed)
        if not reasons or reasons[0].best < reasons[0].tempting:
            return None  # nothing can be told in favour of it
        solved = [self._solved(level, weighed.best) for level in LEVELS]
        if 2 * solved[-1] <= TRIES:  # the strongest has to agree
            return None
        state, seat = self._state, self._seat
        dump, decision = state.game.dump(state), state.decision(seat)
        return Puzzle(
            id=id_of(state, seat),
            seats=state.seats,
            options=_told_options(state.game, dump["options"]),
            seat=seat,
            kind=snake(type(decision).__name__),
            fields=dump["fields"],
            stack=dump["stack"],
            best=[choice_text(choice) for choice in weighed.best.choices],
            tempting=[choice_text(choice) for choice in weighed.tempting.choices],
            chance=round(weighed.best.chance, 3),
            lost=self._lost(sifted, weighed),
            points=[round(mean_of(one.points), 1) for one in (weighed.best, weighed.tempting)],
            solved=solved,
            reasons=reasons,
        )

    def _reasons(self, weighed: Found) -> list[Follows]:
        """What speaks for the best choice, then what for the tempting one; what has no other source comes first."""
        told = consequences(weighed.best.heard, weighed.tempting.heard, self._seat, HEARD)
        ranked = sorted(told, key=lambda one: hasattr(one.event, "source"))
        more, less = ([one for one in ranked if (one.best > one.chosen) is better] for better in (True, False))
        return [
            Follows(
                event=snake(type(one.event).__name__),
                facts=_plain(one.event.facts()),
                best=round(one.best, 2),
                tempting=round(one.chosen, 2),
            )
            for one in [*more[:FOR], *less[:AGAINST]]
        ]

    def _lost(self, sifted: Found, weighed: Found) -> dict[str, float]:
        """What every other choice loses, as far as it lasts; of most only quick playouts tell."""
        lasting, known = lasting_of(self._state), {one.choices[0]: one for one in weighed.ranked}
        lost: dict[str, float] = {}
        for option in sifted.ranked[1:]:
            better = known.get(option.choices[0])
            loss = sifted.best.lead(option)[0] if better is None else weighed.best.lead(better)[0]
            for choice in option.choices:
                lost[choice_text(choice)] = round(lasting * max(0.0, loss), 3)
        return lost

    def _solved(self, level: str, best: Option) -> int:
        """How often a level finds the best choice."""
        count = 0
        for number in range(TRIES):
            dice = Dice(seed_of_text(f"{self._seed} {level} {number}"))
            count += make_bot(level).decide(Turn(self._state, self._seat, dice)) in best.choices
        return count


def find_in(series: Series, number: int) -> list[Puzzle]:
    """The puzzles in one game of a checked series."""
    game = load(series.game, series.data)
    match = record(game, series.seats, series.seating(number), series.options, series.seed_of(number))
    state: State = game.new(series.seats, match.options)
    wanted = _drawn(list(_questions(match.journal.lines, state)), series.seed_of(number))
    found: list[Puzzle] = []
    state = game.new(series.seats, match.options)
    for place, line in enumerate(match.journal.lines):
        if place in wanted and len(found) < A_GAME:
            puzzle = Puzzling(state, line.seat, f"{series.seed_of(number)} {place}").find()
            if puzzle is not None and all([puzzle.best[0] != one.best[0] for one in found]):
                found.append(puzzle)
        state.apply(line.seat, line.choice)
    return found


def _questions(lines: Sequence[Any], state: State) -> Iterator[tuple[int, str]]:
    """The places and kinds of lines that answer a question with several answers, in one choice and without haste."""
    for place, line in enumerate(lines):
        top = state.stack[-1]
        alone = line.seat >= 0 and not isinstance(top, Together)  # nobody else is asked, and no clock runs
        if alone and len(state.options(line.seat)) >= FEWEST and _in_one_choice(state, line.seat):
            yield place, type(top).__name__
        state.apply(line.seat, line.choice)


def _in_one_choice(state: State, seat: int) -> bool:
    return max([len(one) for one in state.game.candidates(state, seat)]) == 1


def _drawn(questions: list[tuple[int, str]], seed: str) -> set[int]:
    """The places of those that are looked at: of every kind of question as many as of the others, if there are."""
    order = Dice(seed_of_text(f"{seed} questions")).shuffled(len(questions))
    asked, ranked = Counter[str](), list[tuple[int, int]]()
    for number in order:
        place, kind = questions[number]
        asked[kind] += 1
        ranked.append((asked[kind], place))
    return {place for _, place in sorted(ranked)[:TRIED]}


def still_best(game: Game, puzzle: Puzzle, seed: str) -> bool:
    """Whether a deeper search, with dice of its own and among all options, finds the same choice."""
    state = puzzle.position(game)
    weighing = Weighing(state, puzzle.seat, dice_by_purpose(f"{seed} {puzzle.id}"), DEEPEST)
    options = weighing.options()
    solution = next((one for one in options if choice_text(one.choices[0]) in puzzle.best), None)
    if solution is None:
        return False
    done, left = 0, options
    for until, kept in ((4, 5), (12, 3), (24, 2), (48, 2), (64, 1)):
        ranked = weighing.weigh(left, range(done, until))
        if until >= 12 and all([ranked[0].surely_beats(one, 0.0, BEYOND_DOUBT) for one in ranked[1:]]):
            break
        left = ranked[:kept] if solution in ranked[:kept] else [*ranked[: kept - 1], solution]
        done = until
    return ranked[0] is solution


def mean_of(numbers: Sequence[float]) -> float:
    return add_up(list(numbers)) / len(numbers)


def _told_options(game: Game, settled: dict[str, str]) -> dict[str, str]:
    """Only what differs from the defaults."""
    usual = game.settle_options({})
    told: dict[str, str] = {}
    for name, value in settled.items():
        if game.settle_options(told).get(name) != value or usual.get(name) != value:
            told[name] = value
    return told if game.settle_options(told) == settled else settled


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (tuple, list)) else value
