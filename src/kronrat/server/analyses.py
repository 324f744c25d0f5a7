"""Analyses on a server: what they begin with, their board, and those that people keep and share.

An analysis lives in the browser. The server reads and writes its file, lays its board, and keeps what somebody wants
kept; every choice in it is played by the rules before it is told to anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kronrat.bots.advice import HINTS, Advice
from kronrat.core.bends import bends_of
from kronrat.core.codec import BrokenDump
from kronrat.core.flow import CHANCE
from kronrat.core.game import BadOption, Game
from kronrat.core.header import seats_of
from kronrat.core.journal import FORMAT as JOURNAL
from kronrat.core.journal import Journal
from kronrat.core.replay import Replay
from kronrat.server import sheets, study, telling, wire
from kronrat.server.access import Access
from kronrat.server.board import BoardTable, begun_at, told_node
from kronrat.server.hub import Hub
from kronrat.server.limits import Bucket
from kronrat.server.places import Places
from kronrat.server.puzzles import Puzzles
from kronrat.server.reception import Reception, decoded
from kronrat.server.refusal import Refusal
from kronrat.study.analysis import (
    FORMAT,
    NAME_LENGTH,
    TEXT_BYTES,
    Analysis,
    BrokenAnalysis,
    Node,
    of_lines,
    position_of,
    unfold,
)
from kronrat.study.lasting import lasting_of
from kronrat.study.verdicts import mark_of_advice

T = TypeVar("T")
log = logging.getLogger(__name__)

BODY_BYTES = 2 * TEXT_BYTES  # a file as text in JSON
BOARD_BYTES = 32_000  # of one message to a board: a position and the way from it
GOES_ON = 30  # choices of the game itself that an analysis begins with
MINDS = 4  # boards that ask for advice at the same time; those after them are asked to try again

Said = wire.BoardCommand | wire.Pong | wire.Gaze
_command: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class Analyses:
    """Everything about analyses that a server answers."""

    def __init__(
        self,
        hub: Hub,
        games: Mapping[str, Game],
        puzzles: Puzzles,
        access: Access,
        places: Places,
        reception: Reception,
    ) -> None:
        self._hub = hub
        self._games = games
        self._puzzles = puzzles
        self._access = access
        self._places = places
        self._at = reception
        self._asking = 0  # boards that wait for advice

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/analysis", self.begin, methods=["POST"]),
            Route("/api/analysis/text", self.text, methods=["POST"]),
            Route("/api/analyses", self.listed, methods=["GET"]),
            Route("/api/analyses", self.keep, methods=["POST"]),
            Route("/api/analyses/{analysis}", self.kept, methods=["GET"]),
            Route("/api/analyses/{analysis}", self.drop, methods=["DELETE"]),
            WebSocketRoute("/ws/analysis", self.board),
        ]

    # -- what an analysis begins with ----------------------------------------------------------------------------------

    async def begin(self, request: Request) -> Response:
        wish = decoded(await self._at.body(request, BODY_BYTES), wire.NewAnalysis)
        if wish.table:
            analysis = await self._of_table(request, wish)
        elif wish.puzzle:
            analysis = self._of_puzzle(wish.puzzle)
        elif wish.text:
            analysis = await self._studied(lambda: self._of_text(wish.text, wish.at))
        else:
            analysis = self._of_game(wish)
        return self._at.answer(await self._studied(lambda: self._told(analysis)))

    async def _of_table(self, request: Request, wish: wire.NewAnalysis) -> Analysis:
        """A moment of a finished table."""
        live = await self._access.named(wish.table, request)
        async with live.alone() as table:
            if table.stage != "over":
                raise Refusal("not_now")
            table.running()
            journal, names = table.journal_for(None), table.seating.names()
        journal = await self._hub.office.deals.with_secret(live.row, journal, "over")
        return await self._studied(lambda: _of_journal(live.game, journal, names, wish.at))

    def _of_puzzle(self, id: str) -> Analysis:
        found = self._puzzles.position(id)
        if found is None:
            raise HTTPException(404, "there is no such puzzle")
        return Analysis(found.game.dump(found))

    def _of_text(self, text: str, at: int) -> Analysis:
        """What somebody has brought: an analysis, a journal or a dump."""
        text = text.lstrip("\ufeff")
        if len(text.encode(errors="replace")) > TEXT_BYTES:
            raise BrokenAnalysis(1, f"a file has at most {TEXT_BYTES:,} bytes")
        first = text.split("\n", 1)[0].strip()
        if first == JOURNAL:
            journal = study.read_journal(text)
            return _of_journal(study.game_of(journal, self._games), journal, journal.names, at)
        if text.lstrip().startswith("{"):
            try:
                dump = json.loads(text)
            except (ValueError, RecursionError):
                dump = None
            if not isinstance(dump, dict):
                raise BrokenAnalysis(1, "expected the dump of a position")
            return Analysis(dump)
        if first != FORMAT:
            raise BrokenAnalysis(1, f"expected {FORMAT!r}, {JOURNAL!r} or a dump, found {first[:40]!r}")
        return Analysis.parse(text)

    def _of_game(self, wish: wire.NewAnalysis) -> Analysis:
        game = self._games.get(wish.game)
        if game is None:
            raise HTTPException(404, "there is no such game")
        try:
            game.check_seats(wish.seats)
            return Analysis(game.dump(game.new(wish.seats, wish.options)))
        except BadOption as problem:
            raise HTTPException(400, str(problem)) from problem

    # -- the rules have a look at it -----------------------------------------------------------------------------------

    async def _studied(self, work: Callable[[], T]) -> T:
        """Work beside the tables; a position that cannot be is one that is said in the file."""
        try:
            return await self._at.study(work)
        except BrokenDump as problem:
            raise BrokenAnalysis(1, str(problem)) from problem

    def _game_of(self, analysis: Analysis) -> Game:
        game = self._games.get(str(analysis.position.get("game", "")))
        if game is None:
            raise BrokenDump(f"expected a position of {', '.join(self._games)}")
        return game

    def _told(self, analysis: Analysis, id: str = "", mine: bool = False) -> wire.AnalysisFile:
        """An analysis, once the rules have played all of it."""
        analysis.check()
        game = self._game_of(analysis)
        nodes: list[wire.AnalysisNode] = unfold(game, analysis, told_node)
        state = position_of(game, analysis.position)
        return wire.AnalysisFile(
            game=game.id,
            seats=state.seats,
            options=game.options_of(state),
            position=dict(analysis.position),
            title=analysis.title,
            names=list(analysis.names),
            note=analysis.note,
            nodes=nodes,
            id=id,
            mine=mine,
        )

    def _checked(self, sheet: wire.AnalysisSheet) -> Analysis:
        """The analysis of a browser, once the rules have played it."""
        analysis = _of_sheet(sheet)
        self._told(analysis)
        return analysis

    async def text(self, request: Request) -> Response:
        sheet = decoded(await self._at.body(request, BODY_BYTES), wire.AnalysisSheet)
        analysis = await self._studied(lambda: self._checked(sheet))
        return PlainTextResponse(analysis.text(), headers={"cache-control": "no-store"})

    # -- what people keep ----------------------------------------------------------------------------------------------

    async def listed(self, request: Request) -> Response:
        self._at.look(request)
        guest = await self._at.guest(request)
        mine = [] if guest is None else await self._hub.store.look_up(lambda c: sheets.of(c, guest.id))
        return self._at.answer(wire.AnalysisList([_line(sheet) for sheet in mine]))

    async def keep(self, request: Request) -> Response:
        wish = decoded(await self._at.body(request, BODY_BYTES), wire.AnalysisWish)
        guest = await self._at.named_guest(request)
        analysis = await self._studied(lambda: self._checked(wish.sheet))
        game, now = str(analysis.position["game"]), self._hub.office.clock.now()
        sheet = sheets.Sheet(wish.id, guest.id, game, analysis.title, now, analysis.text())
        kept = await self._hub.store.care(lambda c: sheets.keep(c, sheet))
        return self._at.answer(_line(kept), 201)

    async def kept(self, request: Request) -> Response:
        self._at.slow_down(request)
        guest, id = await self._at.guest(request), request.path_params["analysis"]
        sheet = await self._hub.store.look_up(lambda c: sheets.find(c, id))
        if sheet is None:
            raise HTTPException(404, "there is no such analysis")
        mine = guest is not None and sheet.guest == guest.id
        return self._at.answer(await self._studied(lambda: self._told(Analysis.parse(sheet.text), id, mine)))

    async def drop(self, request: Request) -> Response:
        await self._at.check(request)
        guest, id = await self._at.named_guest(request), request.path_params["analysis"]
        if not await self._hub.store.care(lambda c: sheets.drop(c, id, guest.id)):
            raise HTTPException(404, "there is no such analysis of yours")
        return Response(status_code=204)

    # -- the board -----------------------------------------------------------------------------------------------------

    async def board(self, socket: WebSocket) -> None:
        """The board of one person. Nothing of it is kept: a browser that comes back says again what lies on it."""
        if not self._places.admits(socket):
            await socket.close(4403)
            return
        with self._places.taken(socket):
            await socket.accept()
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._serve(socket)

    async def _serve(self, socket: WebSocket) -> None:
        settings, clock = self._hub.office.settings, self._hub.office.clock
        bucket = Bucket(settings.message_burst, settings.message_rate)
        board: BoardTable | None = None
        while True:
            command = _understood(await socket.receive_text(), bucket)
            await asyncio.sleep(0)  # neither receiving nor sending lets others have their turn
            if isinstance(command, wire.Pong | wire.Gaze):
                continue
            answers: list[wire.Message]
            if isinstance(command, wire.Refused):
                answers = [command]
            elif isinstance(command, wire.Lay):
                fresh = board is None
                try:
                    board = await self._laid(board, command)
                    answers = [board.full(clock.now(), "" if fresh else command.id)]
                except Refusal as refused:
                    answers = [telling.reason_of(command.id, refused.code, refused.reason)]
            elif board is None:
                answers = [wire.Refused(command.id, "not_now")]
            elif isinstance(command, wire.Advise):
                answers = [await self._advised(board, command)]
            else:
                answers = await self._answered(board, command)
            for answer in answers:
                await socket.send_text(msgspec.json.encode(answer).decode())
            if board is None:
                await socket.close(4409)
                return

    async def _laid(self, board: BoardTable | None, command: wire.Lay) -> BoardTable:
        """The board with this position, at this place of its tree."""
        games, now = self._games, self._hub.office.clock.now()

        def lay() -> BoardTable:
            laid = board
            if command.position is not None:
                game = games.get(str(command.position.get("game", "")))
                if game is None:
                    raise Refusal("malformed")
                laid = begun_at(game, command.position, command.names, now)
            if laid is None:
                raise Refusal("malformed")
            laid.lay(command.lines, command.front, now)
            return laid

        try:
            return await self._at.study(lay)
        except BrokenDump as problem:
            raise Refusal("malformed") from problem
        except Refusal:
            raise
        except Exception as problem:
            log.exception("a board cannot be laid")
            raise Refusal("failed") from problem

    async def _answered(self, board: BoardTable, command: wire.BoardCommand) -> list[wire.Message]:
        try:
            return await self._at.study(lambda: board.reply(command, self._hub.office.clock.now()))
        except Refusal as refused:
            return [wire.Refused(command.id, refused.code)]
        except Exception:
            log.exception("a board has failed")
            return [wire.Refused(command.id, "failed")]

    async def _advised(self, board: BoardTable, command: wire.Advise) -> wire.Message:
        """What the strongest bot would do here; it knows what the seat knows."""
        state, office = board.state, self._hub.office
        if command.seat < 0 or command.seat not in state.deciding():
            return wire.Refused(command.id, "not_now")
        if self._asking >= MINDS:
            return wire.Refused(command.id, "no_advice")
        self._asking += 1
        try:
            found = await office.minds.advise(
                "analysis", state.clone(), command.seat, office.settings.advice_patience_s
            )
        except Exception:
            log.exception("no advice at the board of an analysis")
            return wire.Refused(command.id, "no_advice")
        finally:
            self._asking -= 1
        lasting = lasting_of(state)
        return wire.Judged(
            command.id,
            [telling.hinted(advice) for advice in found[:HINTS]],
            [_weighed(advice, lasting) for advice in found],
            [round(100 * share) for share in found[0].shares] if found else [],
        )


def _understood(text: str, bucket: Bucket) -> Said | wire.Refused:
    if not bucket.take():
        return wire.Refused("", "too_fast")
    if len(text) > BOARD_BYTES:
        return wire.Refused("", "too_long")
    try:
        return _command.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return wire.Refused("", "malformed")


def _weighed(advice: Advice, lasting: float) -> wire.Weighed:
    mark = mark_of_advice(advice.less, advice.error, lasting)
    return wire.Weighed([list(choice) for choice in advice.answer], mark)


# -- from journals and browsers ----------------------------------------------------------------------------------------


def _of_journal(game: Game, journal: Journal, names: Sequence[str], at: int) -> Analysis:
    """The position after so many lines that count, and what was played then."""
    counting = [journal.lines[number - 1] for number in journal.counting()]
    at = max(at, 0)
    if at > len(counting):
        raise Refusal("no_moment")
    replay = Replay(game, Journal(dict(journal.header), counting))
    for _ in range(at):
        replay.step()
    if at == 0:  # those that nobody chose come before anybody looks
        while not replay.finished and counting[at].seat == CHANCE:
            replay.step()
            at += 1
    until = min([bend.lines for bend in bends_of(journal, seats_of(journal)) if bend.lines > at], default=len(counting))
    lines = counting[at : min(at + GOES_ON, until)]  # behind a bend nothing hidden is as it was before
    return of_lines(game.dump(replay.match.state), lines, "", [name[:NAME_LENGTH] for name in names])


def _line(sheet: sheets.Sheet) -> wire.AnalysisKept:
    return wire.AnalysisKept(sheet.id, sheet.game, sheet.title, sheet.changed)


def _of_sheet(sheet: wire.AnalysisSheet) -> Analysis:
    nodes = [Node(node.parent, node.seat, tuple(node.choice), _clean(node.note)) for node in sheet.nodes]
    title = " ".join(_clean(sheet.title).split())
    return Analysis(sheet.position, title, tuple([_clean(name) for name in sheet.names]), _clean(sheet.note), nodes)


def _clean(text: str) -> str:
    """What can be written into a file and read again as the same."""
    lines = ["".join([sign for sign in line if sign.isprintable()]).strip() for line in text.split("\n")]
    return "\n".join(lines).strip()
