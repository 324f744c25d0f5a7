"""Playing with whoever comes: tickets, tables that bots fill, and never with somebody who is blocked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from kronrat.server import hub, meeting
from kronrat.server.bus import bus_for
from kronrat.server.table import BACK_MS
from tests.profile import amount, on_sqlite_daily
from tests.server.by_hand import DAY, MINUTE, SECOND, HandClock, a_while, told_stage, told_that
from tests.server.client import Browser, Host, Plain, Player, nonce, people, serving
from tests.shelf import ANY

pytestmark = [pytest.mark.anyio, on_sqlite_daily]


@pytest.fixture
async def host(store_url: str, clock: HandClock) -> AsyncIterator[Host]:
    async with serving(store_url, clock=clock) as host:
        yield host


async def seek(browser: Browser, seats: int = 3, **wish: Any) -> str:
    """Where somebody is to play, or why not."""
    answer = await browser.http.post("/api/meetings", json={"game": ANY, "seats": seats, **wish})
    told: Plain = answer.json()
    return str(told["table"] if answer.status_code == 201 else told["code"])


async def waits(browser: Browser) -> str:
    return str((await browser.get("/api/meetings")).json().get("table", ""))


async def sit(player: Player) -> Plain:
    """Take the seat that is kept."""
    (seat,) = player.full["kept"]
    return await player.ask("sit", seat=seat, nonce=nonce(seat), invite=player.full["invites"][str(seat)])


async def test_those_who_come_play_together_and_bots_fill_after_a_minute(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        table = await seek(anna)
        assert await seek(anna) == table == await waits(anna)  # nobody waits twice
        async with anna.at(table) as one:
            assert one.info["commitment"]  # before she adds to the dice
            assert one.info["fills_at"] == clock.now() + MINUTE
            await sit(one)
            clock.forward(30 * SECOND)
            assert await seek(ben) == table
            async with ben.at(table) as two, zoe.at(table) as stranger:
                assert stranger.full["invites"] == {}
                assert (await stranger.ask("sit", seat=2, nonce=nonce(2)))["code"] == "needs_invite"
                await sit(two)
                await a_while(two)
                assert two.info["stage"] == "gathering"
                clock.forward(30 * SECOND)
                for player in (one, two):
                    await told_stage(player, "playing")
                assert [seat["kind"] for seat in two.info["seats"]] == ["human", "human", "bot"]
                assert {*one.mine, *two.mine} == {0, 1}
        assert await waits(anna) == ""
        assert await seek(anna) != table


async def test_a_full_table_begins_at_once_and_the_next_ones_get_another(host: Host) -> None:
    async with AsyncExitStack() as stack:
        browsers = await people(stack, host, *[f"Guest {number}" for number in range(5)])
        tables = [await seek(browser, 2) for browser in browsers]
        assert [tables.index(table) for table in tables] == [0, 0, 2, 2, 4]
        async with browsers[0].at(tables[0]) as one, browsers[1].at(tables[0]) as two:
            await sit(one)
            await sit(two)
            assert two.info["stage"] == "playing"


async def test_other_games_paces_and_sizes_are_other_tables(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        one, two, three = await people(stack, host, "One", "Two", "Three")
        tables = {await seek(one), await seek(two, 4), await seek(three, pace="correspondence")}
        assert len(tables) == 3
        async with three.at(await waits(three)) as player:
            await sit(player)
            assert player.info["fills_at"] == clock.now() + DAY
        clock.forward(DAY)  # there nobody has to be present
        async with three.at((await three.get("/api/tables")).json()["mine"][0]["id"]) as player:
            await told_stage(player, "playing")


async def test_who_has_gone_gets_no_seat_and_a_table_of_nobody_is_closed(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        table = await seek(anna, 2)
        assert await seek(ben, 2) == table
        async with anna.at(table) as one:
            await sit(one)
        alone = await seek(cleo, 4)
        async with ben.at(table) as two, cleo.at(alone, "watch") as watching:
            assert "kept" in watching.full  # but does not sit down
            assert (await sit(two))["type"] == "done"  # the last seat: it begins although Anna is away
            assert two.info["stage"] == "playing"
            clock.forward(MINUTE)
            await told_stage(watching, "closed")
        assert await waits(cleo) == ""


async def test_who_waits_no_more_is_replaced_and_the_old_invitation_is_void(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        table = await seek(anna, 2)
        assert await seek(ben, 2) == table
        async with anna.at(table) as one, ben.at(table) as two:
            await sit(one)
            code = two.full["invites"]["1"]
            assert (await ben.http.request("DELETE", "/api/meetings")).status_code == 200
            assert await waits(ben) == ""
            assert (await two.ask("sit", seat=1, nonce=nonce(1), invite=code))["code"] == "needs_invite"
            assert (await anna.http.request("DELETE", "/api/meetings")).status_code == 200
            await told_that(one, lambda: one.mine == [])
            assert await seek(cleo, 2) != table  # nobody waits there any more
            clock.forward(MINUTE)
            await told_stage(one, "closed")
        assert (await ben.http.request("DELETE", "/api/meetings")).status_code == 200  # nothing to give up


async def test_a_game_that_has_begun_is_not_given_up_this_way(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben = await people(stack, host, "Anna", "Ben")
        table = await seek(anna, 2)
        await seek(ben, 2)
        async with anna.at(table) as one, ben.at(table) as two:
            await sit(one)
            await sit(two)
            await anna.http.request("DELETE", "/api/meetings")
            await one.check()
            assert one.mine == [0]


async def test_nobody_is_seated_with_somebody_blocked(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        together = await seek(anna)
        assert await seek(ben) == together
        async with anna.at(together) as one, ben.at(together) as two:
            await sit(one)
            await sit(two)
            await anna.http.post(f"/api/tables/{together}/blocks", json={"seat": 1})
            await told_that(two, lambda: two.info["seats"][0]["kind"] == "invited")  # she waits there no more
        assert await waits(anna) == ""
        apart = await seek(anna)
        assert apart != together
        assert await seek(cleo) in (apart, together)
        await ben.http.request("DELETE", "/api/meetings")
        assert await seek(ben) != apart  # nor the other way round


async def test_many_at_once_in_two_processes_agree(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With SQLite no second process serves the tables, but who gets which seat is the database's decision."""
    monkeypatch.setattr(hub, "SHARED_SWEEP_S", 0.05)
    many, seats = amount(12, 60), 3
    async with (
        serving(store_url, bus=bus_for(store_url)) as one,
        serving(store_url, bus=bus_for(store_url)) as other,
        AsyncExitStack() as stack,
    ):
        hosts = [(one, other)[number % 2] for number in range(many)]
        browsers = [await stack.enter_async_context(host.browser(f"Guest {n}")) for n, host in enumerate(hosts)]
        asked = [browser for browser in browsers for _ in range(2)]  # each from two devices
        found = await asyncio.gather(*[seek(browser, seats) for browser in asked])
        assert found[::2] == found[1::2]
        assert sorted([found[::2].count(table) for table in set(found)]) == [seats] * (many // seats)
        players = [
            await stack.enter_async_context(browser.at(table))
            for browser, table in zip(browsers, found[::2], strict=True)
        ]
        for answer in await asyncio.gather(*[sit(player) for player in players]):
            assert answer["type"] == "done"
        for player in players:
            await told_stage(player, "playing")
        by_table = {
            table: sorted([p.mine[0] for p, at in zip(players, found[::2], strict=True) if at == table])
            for table in set(found)
        }
        assert set(map(tuple, by_table.values())) == {tuple(range(seats))}


async def test_a_table_is_filled_after_a_restart_when_people_are_back(store_url: str, clock: HandClock) -> None:
    async with serving(store_url, clock=clock) as host, host.browser("Anna") as anna:
        table, token = await seek(anna), anna.token
        async with anna.at(table) as player:
            await sit(player)
    clock.forward(10 * MINUTE)
    async with serving(store_url, clock=clock) as again, again.browser(token=token) as anna, anna.at(table) as player:
        await a_while(player)
        assert player.info["stage"] == "gathering"
        clock.forward(BACK_MS)
        await told_stage(player, "playing")


async def test_searches_are_limited(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async with host.browser("Anna") as anna, host.browser() as nobody:
        assert await seek(nobody) == "needs_name"
        assert await seek(anna, game="nothing") == "malformed"
        assert await seek(anna, 99) == "malformed"
        assert "too_fast" in [await seek(anna) for _ in range(meeting.AT_ONCE)]
