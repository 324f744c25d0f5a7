"""The server is killed at any moment of running games: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.evidence.figures import write_down
from tests.profile import FULL, PROFILE, amount, on_sqlite_daily
from tests.server.kept import check_end, check_kept
from tests.server.player import Player, company
from tests.server.process import ServerProcess
from tests.shelf import everything, other_options

pytestmark = pytest.mark.anyio

PATIENCE_S = 120.0
# People, bots and options of each table.
TABLES: list[tuple[list[str], int, dict[str, str]]] = [
    (["Anna", "Ben"], 0, other_options()),
    (["Clara"], 2, {}),
    (["Dora", "Emil", "Frieda"], 1, everything()),
    (["Gustav", "Hanna", "Ida", "Jan"], 0, everything()),
][: amount(2, 4)]


class Game:
    """One table and those who play there."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.playing = asyncio.gather(*(player.play() for player in players))


class Hall:
    """Several games at one server, or at several processes of it; where one ends, another begins."""

    def __init__(self, servers: Sequence[ServerProcess], dice: random.Random) -> None:
        self.addresses = [server.address for server in servers]
        self.dice = dice
        self.running: dict[int, Game] = {}
        self.ended: list[Game] = []

    @property
    def games(self) -> list[Game]:
        return [*self.ended, *self.running.values()]

    @property
    def players(self) -> list[Player]:
        return [player for game in self.games for player in game.players]

    async def fill(self) -> None:
        for place, (names, bots, options) in enumerate(TABLES):
            if place in self.running and self.running[place].playing.done():
                game = self.running.pop(place)
                await game.playing  # raises what went wrong, if anything did
                self.ended.append(game)
            if place not in self.running:
                players = await company(names, bots, self.addresses, self.dice, options=options)
                self.running[place] = Game(players)

    async def until_answered(self, more: int) -> None:
        """Let them play until this many more commands were acknowledged, or all games are over."""
        wanted = self._answered() + more
        async with asyncio.timeout(PATIENCE_S):
            while self._answered() < wanted and not all(game.playing.done() for game in self.running.values()):
                await asyncio.sleep(0.002)

    def _answered(self) -> int:
        return sum(len(player.done) for player in self.players)

    async def until_over(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(game.playing for game in self.running.values()))

    async def __aenter__(self) -> Hall:
        return self

    async def __aexit__(self, *_: object) -> None:
        for game in self.running.values():
            game.playing.cancel()
        await asyncio.gather(*(game.playing for game in self.running.values()), return_exceptions=True)


@on_sqlite_daily
async def test_a_killed_server_loses_and_doubles_nothing(store_url: str, tmp_path: Path) -> None:
    database = store_url.partition(":")[0]
    async with ServerProcess(store_url, tmp_path / "output") as server:
        figures = await killed_again_and_again(store_url, [server], PROFILE.kills)
    write_down(
        f"9-server-kills-{database}", f"A server with running games is killed again and again ({database})", figures
    )


@pytest.mark.full
async def test_two_processes_that_are_killed_in_turn_lose_and_double_nothing(postgres_url: str, tmp_path: Path) -> None:
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        figures = await killed_again_and_again(postgres_url, [a, b], amount(2, PROFILE.kills // 2))
    write_down("9-server-kills-processes", "Of two processes one after the other is killed", figures)


async def killed_again_and_again(store_url: str, servers: Sequence[ServerProcess], kills: int) -> dict[str, object]:
    """Kill one of the servers at any moment, look at what is kept, and start it again; what was found."""
    dice = random.Random(f"kills on {store_url[:6]}")
    unheard = 0  # commands that were kept, but whose answers were lost with the server
    async with Hall(servers, dice) as hall:
        for _ in range(kills):
            await hall.fill()
            await hall.until_answered(dice.randint(1, 40))
            await asyncio.sleep(dice.uniform(0, 0.03))
            server = dice.choice(servers)
            server.kill()
            killed = time.time_ns() // 1_000_000
            waiting = {player.waiting for player in hall.players if player.waiting}
            await server.start()
            for game in hall.running.values():
                records = await check_kept(store_url, game.players)
                unheard += len([r for r in records if r.at <= killed and r.command.partition(":")[2] in waiting])
        await hall.until_over()
        for game in hall.games:
            await check_kept(store_url, game.players)
            await check_end(game.players)
    assert unheard > kills // 10 or not FULL, "too few kills fell between keeping and answering"
    return {
        "kills": kills,
        "games played to their end, with their dice proved": len(hall.games),
        "commands acknowledged": sum(len(player.done) for player in hall.players),
        "of these lost or done twice": 0,
        "kept, but the answer was lost with the server": unheard,
        "commands said again after a kill": sum(player.said_again for player in hall.players),
    }
