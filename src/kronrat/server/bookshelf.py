"""Games, words, rules and figures over HTTP: what is the same for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.arena.measured import strengths
from kronrat.bots import LEVELS, USUAL, list_bots, list_thinkers
from kronrat.box import box_of
from kronrat.core.game import BadOption, Game, Switch
from kronrat.lessons import lessons_of, trials_of
from kronrat.rulebook import ENGLISH
from kronrat.server import study, wire
from kronrat.server.reception import Reception, as_json, decoded
from kronrat.server.settings import Settings
from kronrat.words import Words, languages
from kronrat.words.catalogue import NoCatalogue, plural_rule

WORDS_KEPT = 64  # files of words


class Bookshelf:
    """What can be read about the games that a server has."""

    def __init__(self, games: Mapping[str, Game], settings: Settings, reception: Reception) -> None:
        self._games = games
        self._settings = settings
        self._at = reception
        self._words: dict[tuple[str, str, str], bytes] = {}
        self._rules: dict[tuple[str, str], bytes] = {}

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/games", self.all_games, methods=get),
            Route("/api/games/{game}", self.game_info, methods=get),
            Route("/api/words/{lang}", self.words, methods=get),
            Route("/api/words/{lang}/{game}", self.words, methods=get),
            Route("/api/words/{lang}/{game}/{variant}", self.words, methods=get),
            Route("/api/rules/{game}", self.rules, methods=get),
            Route("/api/workshop/{game}", self.workshop, methods=get),
            Route("/api/workshop/{game}", self.check_figures, methods=post),
        ]

    def _game(self, request: Request) -> Game:
        game = self._games.get(request.path_params["game"])
        if game is None:
            raise HTTPException(404, "there is no such game")
        return game

    async def all_games(self, request: Request) -> Response:
        return self._at.answer([_game_line(game) for game in self._games.values()])

    async def game_info(self, request: Request) -> Response:
        game = self._game(request)
        given = {name: value for name, value in request.query_params.items() if len(name) + len(value) < 200}
        try:
            switches = game.switches(given)
            decisive = [switch.name for switch in switches if switch.main or switch.many]
            asked = {switch.name: given.get(switch.name, switch.default) for switch in switches}
            known = strengths(game.id, asked, decisive)
        except BadOption as problem:
            raise HTTPException(400, str(problem)) from problem
        told = [_switch(switch) for switch in switches]
        rows: Any = game.rows
        info = wire.GameInfo(
            id=game.id,
            seat_counts=list(game.seat_counts),
            switches=told,
            bots=list(list_bots()),
            usual_bot=USUAL,
            rows=rows,
            rules_version=game.rules_version,
            data_digest=game.data_digest,
            ratings={str(n): {bot: round(one.rating) for bot, one in found.items()} for n, found in known.items()},
            errors={str(n): {bot: round(2 * one.error) for bot, one in found.items()} for n, found in known.items()},
            levels=list(LEVELS),
            thinkers=list_thinkers(),
            longest_think_s=self._settings.longest_think_s,
        )
        return self._at.answer(info)

    async def words(self, request: Request) -> Response:
        given = request.path_params
        key = (given["lang"], given.get("game", ""), given.get("variant", ""))
        if key not in self._words:
            lang, game, variant = key
            if lang not in languages() or (game and game not in self._games) or len(variant) > 16:
                raise HTTPException(404, "there are no such words")
            try:
                words = await asyncio.to_thread(_words_of, lang, game, variant)
            except NoCatalogue as problem:
                raise HTTPException(404, str(problem)) from problem
            if len(self._words) > WORDS_KEPT:
                self._words.clear()
            self._words[key] = words
        return as_json(self._words[key])

    async def rules(self, request: Request) -> Response:
        game = self._game(request)
        lang = request.query_params.get("lang", ENGLISH)
        if lang not in languages():
            raise HTTPException(404, "there are no rules in this language")
        key = (game.id, lang)
        if key not in self._rules:
            self._rules[key] = await asyncio.to_thread(lambda: msgspec.json.encode(study.rule_texts(game, lang)))
        return as_json(self._rules[key])

    async def workshop(self, request: Request) -> Response:
        """What may be compared with a copy of the game."""
        game = self._game(request).id
        return as_json(await self._at.study(lambda: msgspec.json.encode(study.figures(game))))

    async def check_figures(self, request: Request) -> Response:
        """Whether what somebody typed can be right; nothing of it is kept here."""
        game = self._game(request).id
        body = await self._at.body(request, study.FIGURES_BYTES)
        typed = decoded(body, wire.TypedFigures)
        return as_json(await self._at.study(lambda: msgspec.json.encode(study.checked(game, typed))))


def _words_of(lang: str, game: str, variant: str) -> bytes:
    said = {**_names_of_bots(), **Words(lang, game, variant).catalogue()}
    return msgspec.json.encode(wire.WordsFile(lang, plural_rule(lang), said))


def _names_of_bots() -> dict[str, str | list[str]]:
    """The names of bots that no catalogue has a word for, because somebody else has written them."""
    return {f"bot.{bot}": bot[:1].upper() + bot[1:] for bot in list_bots()}


def _game_line(game: Game) -> wire.GameLine:
    box = box_of(game.id)
    return wire.GameLine(
        id=game.id,
        seat_counts=list(game.seat_counts),
        switches=[_switch(switch) for switch in game.switches({})],
        minutes=list(box.minutes),
        weight=box.weight,
        round=list(box.round),
        first=wire.FirstTable(list(box.first.bots), dict(box.first.options)),
        exercise=any([hasattr(coach, "exercise") for coach in box.coaches()]),
        lessons=list(lessons_of(game.id)),
        taught={id: dict(lesson.options) for id, lesson in lessons_of(game.id).items()},
        trials=list(trials_of(game.id)),
    )


def _switch(switch: Switch) -> wire.SwitchInfo:
    return wire.SwitchInfo(
        switch.name,
        list(switch.values),
        switch.default,
        switch.rule,
        switch.many,
        switch.live,
        switch.main,
        switch.words,
    )
