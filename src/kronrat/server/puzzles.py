"""Puzzles on a server: the position at a table beside all others, what people answered, and the puzzle of the day.

The first answer of a person counts. What enough people report is not offered any more.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, case, func, select, text, update
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.bots import LEVELS
from kronrat.core.flow import Choice, State
from kronrat.core.game import Game
from kronrat.core.notation import parse_choice
from kronrat.core.seeds import NONCE_BYTES
from kronrat.server import wire
from kronrat.server.aside import AsideTable, row_aside, seats_aside
from kronrat.server.hub import Hub
from kronrat.server.planning import Draft
from kronrat.server.reception import Reception
from kronrat.server.records import Guest, Opened, Started
from kronrat.server.refusal import Refusal
from kronrat.server.schema import puzzle_answers
from kronrat.server.table import Table
from kronrat.study.puzzle import BadPuzzles, Puzzle, of_the_day, puzzles_of
from kronrat.study.verdicts import mark_of

log = logging.getLogger(__name__)

OTHERS = "steward"  # the bots whose names the other seats bear
REPORTS = 3  # of different people, and a puzzle is offered no longer
REPORTS_EACH = 10  # of one person
REPORTS_MS = 30 * 24 * 3_600_000  # in so long
DROPPED_MS = 60_000  # how long it is believed which ones were reported too often


class PuzzleTable(AsideTable):
    """A position in which one choice may be made."""

    def __init__(self, game: Game, puzzle: Puzzle, now: int) -> None:
        row = row_aside("puzzle", game, puzzle.seats, dict(puzzle.options), bytes(2 * NONCE_BYTES), now)
        seats = seats_aside(puzzle.seats, puzzle.seat, OTHERS)
        table = Draft(Table(row, game), now).add(Opened(seats)).add(Started()).table
        table.set_up(puzzle.position(game), now)
        super().__init__(table, puzzle.seat)

    def play(self, choice: Choice, now: int) -> list[wire.Message]:
        """The one choice; what others would do then is not played."""
        if self.table.line_versions:
            raise Refusal("not_now")
        return [self.put(self.seat, choice, now, last=True)]


@dataclass(frozen=True)
class _Count:
    """How many people tried a puzzle, and how many of them found the solution."""

    tried: int = 0
    found: int = 0


class Puzzles:
    """The puzzles of all games that a server has."""

    def __init__(self, hub: Hub, games: Mapping[str, Game], reception: Reception) -> None:
        self._hub = hub
        self._reception = reception
        self._games = games
        self._all: dict[str, tuple[Game, Puzzle]] = {}
        self._dropped: frozenset[str] = frozenset()
        self._looked = -DROPPED_MS
        for game in games.values():
            try:
                self._all |= {puzzle.id: (game, puzzle) for puzzle in puzzles_of(game)}
            except BadPuzzles as problem:
                log.warning("%s; none are offered", problem)

    def routes(self) -> list[Route]:
        return [
            Route("/api/puzzles", self.listed, methods=["GET"]),
            Route("/api/puzzles/today", self.today, methods=["GET"]),
            Route("/api/puzzles/{puzzle}", self.info, methods=["GET"]),
            Route("/api/puzzles/{puzzle}", self.answer, methods=["POST"]),
            Route("/api/puzzles/{puzzle}/report", self.report, methods=["POST"]),
        ]

    def table(self, puzzle: str, now: int) -> PuzzleTable | None:
        """The position, for one person."""
        found = self._all.get(puzzle)
        return None if found is None else PuzzleTable(*found, now)

    def position(self, puzzle: str) -> State | None:
        """The position by itself."""
        found = self._all.get(puzzle)
        return None if found is None else found[1].position(found[0])

    # -- what is offered -----------------------------------------------------------------------------------------------

    async def listed(self, request: Request) -> Response:
        guest = await self._reception.guest(request)
        dropped, day = await self._offered(), self._day()
        counts = await self._hub.store.look_up(_counts)
        mine = {} if guest is None else await self._hub.store.look_up(lambda c: _mine(c, guest.id))
        lines = [
            _line(game, puzzle, counts.get(puzzle.id, _Count()), mine.get(puzzle.id))
            for game, puzzle in self._all.values()
            if puzzle.id not in dropped
        ]
        streak = 0 if guest is None else await self._hub.store.look_up(lambda c: _streak(c, guest.id, day))
        daily = self._daily(dropped)
        found = wire.PuzzleList(day.isoformat(), "" if daily is None else daily.id, lines, streak)
        return self._reception.answer(found)

    async def today(self, request: Request) -> Response:
        """Only the puzzle of the day, for the lobby."""
        puzzle = self._daily(await self._offered())
        if puzzle is None:
            raise HTTPException(404, "there are no puzzles")
        game = self._all[puzzle.id][0]
        return self._reception.answer(wire.PuzzleToday(self._day().isoformat(), _line(game, puzzle, _Count(), None)))

    async def info(self, request: Request) -> Response:
        game, puzzle = self._find(request)
        counts = await self._hub.store.look_up(lambda c: _counts(c, puzzle.id))
        return self._reception.answer(_line(game, puzzle, counts.get(puzzle.id, _Count()), None))

    def _find(self, request: Request) -> tuple[Game, Puzzle]:
        found = self._all.get(request.path_params["puzzle"])
        if found is None:
            raise HTTPException(404, "there is no such puzzle")
        return found

    def _day(self) -> date:
        return datetime.fromtimestamp(self._hub.office.clock.now() / 1000, UTC).date()

    def _daily(self, dropped: frozenset[str]) -> Puzzle | None:
        """One of a game, and of the next one tomorrow."""
        games = sorted({game.id for game, _ in self._all.values()})
        if not games:
            return None
        day = self._day()
        game = games[day.toordinal() % len(games)]
        return of_the_day([puzzle for one, puzzle in self._all.values() if one.id == game], day, dropped)

    async def _offered(self) -> frozenset[str]:
        """Those that are offered no longer."""
        now = self._hub.office.clock.now()
        if now - self._looked >= DROPPED_MS:
            self._dropped, self._looked = await self._hub.store.look_up(_reported), now
        return self._dropped

    # -- answers -------------------------------------------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """The verdict on a choice; the first one of a person is counted."""
        given = await self._reception.read(request, wire.PuzzleAnswer)
        game, puzzle = self._find(request)
        choice = tuple(given.choice)
        state = puzzle.position(game)
        reason = state.why_not(puzzle.seat, choice)
        if reason is not None:
            raise Refusal("rule", reason)
        guest, solved = await self._reception.guest(request), puzzle.solves(choice)
        if guest is not None:
            await self._keep(guest, puzzle, solved)
        counts = await self._hub.store.look_up(lambda c: _counts(c, puzzle.id))
        return self._reception.answer(_verdict(state, puzzle, choice, counts.get(puzzle.id, _Count())))

    async def _keep(self, guest: Guest, puzzle: Puzzle, solved: bool) -> None:
        daily = self._daily(await self._offered())
        row = {
            "guest": guest.id,
            "puzzle": puzzle.id,
            "at": self._hub.office.clock.now(),
            "solved": solved,
            "day": self._day().isoformat() if daily is not None and daily.id == puzzle.id else "",
        }
        await self._hub.store.care(lambda c: _keep_first(c, row))

    async def report(self, request: Request) -> Response:
        """Somebody who has answered says that something is wrong."""
        await self._reception.check(request)
        guest = await self._reception.named_guest(request)
        _, puzzle = self._find(request)
        now = self._hub.office.clock.now()
        await self._hub.store.care(lambda c: _report(c, guest.id, puzzle.id, now))
        self._looked = now - DROPPED_MS
        return self._reception.answer(wire.PuzzleReported(puzzle.id in await self._offered()))


def _line(game: Game, puzzle: Puzzle, count: _Count, mine: bool | None) -> wire.PuzzleLine:
    return wire.PuzzleLine(
        id=puzzle.id,
        game=game.id,
        seats=puzzle.seats,
        seat=puzzle.seat,
        options=game.settle_options(puzzle.options),
        kind=puzzle.kind,
        level=LEVELS[min(puzzle.level, len(LEVELS) - 1)],
        tried=count.tried,
        found=count.found,
        solved=mine,
    )


def _verdict(state: State, puzzle: Puzzle, choice: Choice, count: _Count) -> wire.PuzzleVerdict:
    solved = puzzle.solves(choice)
    loss = 0.0 if solved else puzzle.loss(choice)
    return wire.PuzzleVerdict(
        solved=solved,
        mark=mark_of(loss),
        loss=loss,
        best=[list(parse_choice(said)) for said in puzzle.best],
        tempting=[list(parse_choice(said)) for said in puzzle.tempting],
        tempting_loss=puzzle.loss(parse_choice(puzzle.tempting[0])),
        chance=puzzle.chance,
        points=list(puzzle.points),
        levels=dict(zip(LEVELS, puzzle.solved, strict=True)),
        reasons=[
            wire.ReviewConsequence(one.best, one.tempting, {"event": one.event, **one.facts}) for one in puzzle.reasons
        ],
        tried=count.tried,
        found=count.found,
    )


# -- what is kept ----------------------------------------------------------------------------------------------------


_KEEP_FIRST = text(
    "INSERT INTO puzzle_answers (guest, puzzle, at, solved, day) VALUES (:guest, :puzzle, :at, :solved, :day)"
    " ON CONFLICT (guest, puzzle) DO NOTHING"
)


def _counts(c: Connection, puzzle: str = "") -> dict[str, _Count]:
    solved = func.sum(case((puzzle_answers.c.solved, 1), else_=0))
    query = select(puzzle_answers.c.puzzle, func.count(), solved).group_by(puzzle_answers.c.puzzle)
    if puzzle:
        query = query.where(puzzle_answers.c.puzzle == puzzle)
    return {id: _Count(int(tried), int(found)) for id, tried, found in c.execute(query)}


def _mine(c: Connection, guest: str) -> dict[str, bool]:
    query = select(puzzle_answers.c.puzzle, puzzle_answers.c.solved).where(puzzle_answers.c.guest == guest)
    return {puzzle: bool(solved) for puzzle, solved in c.execute(query)}


def _streak(c: Connection, guest: str, today: date) -> int:
    """On how many days in a row somebody solved the puzzle of the day; today's may still be open."""
    query = select(puzzle_answers.c.day, puzzle_answers.c.solved)
    answered = c.execute(query.where(puzzle_answers.c.guest == guest, puzzle_answers.c.day != "")).all()
    solved = {row.day: bool(row.solved) for row in answered}
    day = today if today.isoformat() in solved else today - timedelta(days=1)
    count = 0
    while solved.get(day.isoformat()):
        count, day = count + 1, day - timedelta(days=1)
    return count


def _reported(c: Connection) -> frozenset[str]:
    query = select(puzzle_answers.c.puzzle).where(puzzle_answers.c.reported.is_not(None))
    return frozenset(c.execute(query.group_by(puzzle_answers.c.puzzle).having(func.count() >= REPORTS)).scalars())


def _keep_first(c: Connection, row: Mapping[str, object]) -> None:
    c.execute(_KEEP_FIRST, row)


def _report(c: Connection, guest: str, puzzle: str, now: int) -> None:
    mine = puzzle_answers.c.guest == guest
    lately = select(func.count()).where(mine, puzzle_answers.c.reported > now - REPORTS_MS)
    if (c.execute(lately).scalar() or 0) >= REPORTS_EACH:
        raise Refusal("too_fast")
    one = (mine, puzzle_answers.c.puzzle == puzzle)
    if c.execute(update(puzzle_answers).where(*one).values(reported=now)).rowcount == 0:
        raise Refusal("not_now")  # only who has tried it can know
