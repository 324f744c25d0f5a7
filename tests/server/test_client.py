"""Bots over the wire: our client and one in another language play whole games, and what they get wrong harms nobody."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import kronrat
from kronrat.client import Guest, Question, Refused, Visit
from tests.server.client import AT_ONCE, Host, Plain, bot, serving
from tests.shelf import ANY

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "node_bot" / "bot.mjs"
GUIDE = ROOT / "docs" / "guides" / "bot-over-the-wire.md"
ME, FREE = {"kind": "me"}, {"kind": "open"}
every_game = pytest.mark.parametrize("game", kronrat.list_games())


def last(question: Question) -> list[str | int]:
    return question.options[-1]


def short(game: str) -> dict[str, str]:
    """Options with which a game that has no end of its own comes to one soon."""
    limits = [switch for switch in kronrat.load(game).switches({}) if switch.alone]
    return {limit.name: min([value for value in limit.values if value.isdecimal()], key=int) for limit in limits}


async def result(host: Host, table: str) -> Any:
    match = (await host.live(table)).table.match
    assert match is not None
    assert match.over
    return match


@every_game
async def test_our_client_plays_a_whole_game(database: str, game: str) -> None:
    views: list[Plain] = []

    def decide(question: Question) -> list[str | int]:
        views.append(question.view)
        return question.options[len(views) % len(question.options)]

    async with serving(database, AT_ONCE) as host:
        guest = await asyncio.to_thread(Guest, host.url, "Ada")
        seats = [ME, *[bot() for _ in range(kronrat.load(game).seat_counts[0] - 1)]]
        table = await asyncio.to_thread(lambda: guest.open(game, seats, options=short(game)))
        view = await asyncio.to_thread(guest.play, table, decide)
        match = await result(host, table)
        assert len(views) > 5
        assert view.keys() == match.game.view(match.state, 0).keys()


async def test_the_bot_of_the_guide_plays_a_whole_game(database: str) -> None:
    (example,) = re.findall(r"```py\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    async with serving(database, AT_ONCE) as host:
        guest = await asyncio.to_thread(Guest, host.url, "Ada")
        table = await asyncio.to_thread(lambda: guest.open(ANY, [ME, FREE], options=short(ANY)))
        bot = compile(example.replace("http://127.0.0.1:8080", host.url).replace("TABLE", table), GUIDE.name, "exec")
        await asyncio.gather(asyncio.to_thread(exec, bot, {}), asyncio.to_thread(guest.play, table, last))
        assert {line.seat for line in (await result(host, table)).journal.lines} >= {0, 1}


@every_game
async def test_a_bot_in_another_language_plays_a_whole_game(database: str, game: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    async with serving(database, AT_ONCE) as host:
        guest = await asyncio.to_thread(Guest, host.url, "Ada")
        seats = [ME, FREE, *[bot() for _ in range(kronrat.load(game).seat_counts[0] - 2)]]
        table = await asyncio.to_thread(lambda: guest.open(game, seats, options=short(game)))
        process = await asyncio.create_subprocess_exec(node, str(EXAMPLE), host.url, table, stdout=-1, stderr=-1)
        await asyncio.to_thread(guest.play, table, last)
        out, err = await asyncio.wait_for(process.communicate(), 30)
        assert (process.returncode, out.decode()[:4]) == (0, "over"), err.decode()
        lines = (await result(host, table)).journal.lines
        assert {line.seat for line in lines} >= {0, 1}


async def test_illegal_choices_and_lost_connections_harm_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def bad(question: Question) -> list[str | int]:
        nonlocal asked
        asked += 1
        if asked % 10 == 0:
            raise OSError("the connection is lost in the middle of a thought")
        return ["nonsense", 7] if asked % 3 else question.options[0]

    monkeypatch.setattr("kronrat.client._PAUSES_S", (0.01, 0.01, 0.01, 0.01))
    async with serving(database, AT_ONCE) as host:
        one, two = [await asyncio.to_thread(Guest, host.url, name) for name in ("Ada", "Ben")]
        table = await asyncio.to_thread(one.open, ANY, [ME, FREE])
        await asyncio.gather(asyncio.to_thread(one.play, table, last), asyncio.to_thread(two.play, table, bad))
        match = await result(host, table)
        assert asked > 20
        assert host.server.hub.office.counts["refused_rule"] > 10
        assert all("nonsense" not in line.choice for line in match.journal.lines)


async def test_a_full_table_has_no_seat_for_a_stranger(database: str) -> None:
    async with serving(database, AT_ONCE) as host:
        one, two = [await asyncio.to_thread(Guest, host.url, name) for name in ("Ada", "Ben")]
        table = await asyncio.to_thread(one.open, ANY, [ME, {"kind": "invited"}])
        visit = Visit(two, table, last, 1, "wrong")
        with pytest.raises(Refused, match="needs_invite"):
            await asyncio.to_thread(visit.stay)
