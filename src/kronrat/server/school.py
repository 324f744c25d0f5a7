"""Lessons, exercises, trials and puzzles: tables beside all others, of which nothing is kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kronrat.coaching import Picture, exercise_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import Game
from kronrat.lessons import Lesson, lessons_of, trials_of
from kronrat.rulebook import ENGLISH
from kronrat.server import wire
from kronrat.server.aside import AsideTable
from kronrat.server.hearing import understand
from kronrat.server.hub import Hub
from kronrat.server.lessons import LessonTable
from kronrat.server.limits import Bucket
from kronrat.server.lobby import Lobby
from kronrat.server.places import Places
from kronrat.server.puzzles import Puzzles
from kronrat.server.reception import Reception
from kronrat.words import Words, languages

EXERCISES = 1_000  # different ones of a game


class School:
    """Where somebody learns a game, and tries what was learned."""

    def __init__(
        self, hub: Hub, games: Mapping[str, Game], lobby: Lobby, puzzles: Puzzles, places: Places, reception: Reception
    ) -> None:
        self._hub = hub
        self._games = games
        self._lobby = lobby
        self._puzzles = puzzles
        self._places = places
        self._at = reception

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/lessons/{game}/{lesson}", self.lesson, methods=["GET"]),
            Route("/api/exercises/{game}/{number:int}", self.exercise, methods=["GET"]),
            Route("/api/trials/{game}/{trial}", self.trial, methods=["POST"]),
            WebSocketRoute("/ws/lesson/{game}/{lesson}/{at:int}", self.lesson_socket),
            WebSocketRoute("/ws/puzzle/{puzzle}", self.puzzle_socket),
        ]

    def _lesson(self, where: Request | WebSocket) -> tuple[Game, Lesson] | None:
        game = self._games.get(where.path_params["game"])
        lesson = None if game is None else lessons_of(game.id).get(where.path_params["lesson"])
        return None if game is None or lesson is None else (game, lesson)

    async def lesson(self, request: Request) -> Response:
        found = self._lesson(request)
        lang = request.query_params.get("lang", ENGLISH)
        if found is None or lang not in languages():
            raise HTTPException(404, "there is no such lesson")
        game, lesson = found
        words = Words(lang, game.id, game.variant(lesson.options))
        steps = [
            wire.LessonStep(
                step.id,
                step.at,
                None if step.wants is None else list(step.wants),
                {part: words.say(f"learn.{lesson.id}.{step.id}.{part}") for part in step.parts},
                list(step.picture),
                [list(scene) for scene in step.scenes],
                step.also,
            )
            for step in lesson.steps
        ]
        return self._at.answer(wire.LessonInfo(lesson.id, game.id, steps, dict(lesson.options)))

    async def exercise(self, request: Request) -> Response:
        """Something to be tried beside the rules; worked out by them, for every selection at once."""
        self._at.slow_down(request)
        game = self._games.get(request.path_params["game"])
        dice = Dice(seed_of_text(f"exercise {request.path_params['number'] % EXERCISES}"))
        made = None if game is None else exercise_of(game, dice)
        if made is None:
            raise HTTPException(404, "there is no such exercise")
        pieces, goals = ([_picture(one) for one in some] for some in (made.pieces, made.goals))
        return self._at.answer(wire.ExerciseInfo(pieces, goals, [list(found) for found in made.reached]))

    async def trial(self, request: Request) -> Response:
        wish = await self._at.read(request, wire.NewTrial)
        game = self._games.get(request.path_params["game"])
        trial = None if game is None else trials_of(game.id).get(request.path_params["trial"])
        if game is None or trial is None:
            raise HTTPException(404, "there is no such trial")
        return self._at.answer(
            await self._lobby.try_out(await self._at.named_guest(request), game.id, trial, wish.nonce), 201
        )

    async def lesson_socket(self, socket: WebSocket) -> None:
        """A lesson from some step on. Nothing of it is kept: when the line is cut, the page asks for its step again."""
        found, at = self._lesson(socket), socket.path_params["at"]
        await self._aside(socket, lambda now: None if found is None else LessonTable(*found, at, now))

    async def puzzle_socket(self, socket: WebSocket) -> None:
        """The position of a puzzle."""
        await self._aside(socket, lambda now: self._puzzles.table(socket.path_params["puzzle"], now))

    async def _aside(self, socket: WebSocket, opened: Callable[[int], AsideTable | None]) -> None:
        if not self._places.admits(socket):
            await socket.close(4403)
            return
        with self._places.taken(socket):
            await socket.accept()
            table = opened(self._hub.office.clock.now())
            if table is None:
                await socket.close(4404)
                return
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._teach(socket, table)

    async def _teach(self, socket: WebSocket, table: AsideTable) -> None:
        settings, clock = self._hub.office.settings, self._hub.office.clock
        bucket = Bucket(settings.message_burst, settings.message_rate)
        await socket.send_text(_text(table.full(clock.now())))
        while True:
            text = await socket.receive_text()
            await asyncio.sleep(0)  # neither receiving nor sending lets others have their turn
            command = understand(text, bucket)
            if isinstance(command, wire.Pong | wire.Gaze):
                continue
            answers = [command] if isinstance(command, wire.Refused) else table.answer(command, clock.now())
            for answer in answers:
                await socket.send_text(_text(answer))


def _picture(picture: Picture) -> wire.Picture:
    return wire.Picture(picture.icon, picture.says, dict(picture.facts))


def _text(message: wire.Message) -> str:
    return msgspec.json.encode(message).decode()
