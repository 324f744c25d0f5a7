"""Bots, clocks, grace times and rest, on a server whose clock is moved by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kronrat.server.hub import SOON_MS, SWEEP_S
from kronrat.server.live import LiveTable
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable
from tests.server.by_hand import (
    DAY,
    MINUTE,
    SECOND,
    HandClock,
    a_while,
    seat_of,
    table_id,
    told_that,
    two_people,
    until,
    whose_turn,
)
from tests.server.client import (
    AT_ONCE,
    Host,
    Player,
    bot,
    level,
    me,
    play_on,
    serving,
)

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

CALM = replace(AT_ONCE, bot_pause_ms=500)


# -- clocks ----------------------------------------------------------------------------------------------------------


async def test_a_player_who_takes_too_long_is_held_by_a_bot_and_comes_back(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host, limit_s=30) as players:
        asked, other = whose_turn(*players)
        seat = asked.front
        assert asked.deadlines == other.deadlines == {str(seat): clock.now() + 30 * SECOND}
        clock.forward(30 * SECOND - 1)
        await a_while(asked)
        assert "held" not in seat_of(asked, seat or 0)
        clock.forward(1)
        await told_that(other, lambda: seat_of(other, seat or 0).get("held") == "greedy")
        await told_that(asked, lambda: asked.question is None)
        assert (await asked.play(["pass"]))["code"] == "not_now"
        await told_that(asked, lambda: [entry for entry in asked.log if entry.get("bot") and entry["seat"] == seat])
        assert (await other.ask("return", seat=seat))["code"] == "not_yours"
        assert (await asked.ask("return", seat=seat))["type"] == "done"
        await level(*players)
        assert "held" not in seat_of(other, seat or 0)
        await play_on(Random(1), *players, choices=10)
        for player in players:
            await player.check()


async def test_a_move_in_time_stops_the_clock(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host, limit_s=30) as players:
        for _ in range(8):
            clock.forward(29 * SECOND)
            await play_on(Random(2), *players, choices=1)
        asked, _ = whose_turn(*players)
        assert asked.deadlines == {str(asked.front): clock.now() + 30 * SECOND}
        assert not any("held" in seat for seat in asked.info["seats"])


async def test_a_correspondence_clock_runs_while_nobody_looks(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host:
        async with two_people(host, limit_s=DAY // SECOND, pace="correspondence") as players:
            asked, _ = whose_turn(*players)
            table, seat = table_id(asked), asked.front or 0
        clock.forward(DAY)
        live = await host.live(table)
        await until(lambda: live.table.seats[seat].held)
        await until(lambda: seat not in live.table.deciding() or live.table.lines_by_bots())


# -- absence ---------------------------------------------------------------------------------------------------------


async def test_after_the_grace_time_any_other_player_may_call_a_bot(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host) as (anna, ben), host.browser("Zoe") as zoe:
        async with zoe.at(table_id(anna)) as watcher:
            await ben.socket.close()
            left = clock.now()
            await told_that(anna, lambda: seat_of(anna, 1).get("away_ms") == left)
            clock.forward(MINUTE - 1)
            assert (await anna.ask("hold", seat=1))["code"] == "present"
            assert "holdable" not in seat_of(anna, 1)
            clock.forward(1)
            await told_that(anna, lambda: seat_of(anna, 1).get("holdable"))  # without anybody's command
            assert (await watcher.ask("hold", seat=1))["code"] == "not_yours"
            assert (await anna.ask("hold", seat=0))["code"] == "not_yours"
            assert (await anna.ask("hold", seat=1))["type"] == "done"
            assert seat_of(anna, 1)["held"] == "greedy"
        live = await host.live(table_id(anna))
        for _ in range(20):
            if anna.question:
                await anna.play(anna.question["options"][0])
            clock.forward(500)
            await asyncio.sleep(0.01)
        await until(lambda: live.table.lines_by_bots())
        async with ben.browser.at(table_id(anna)) as again:
            assert seat_of(again, 1)["held"] == "greedy"  # a bot leaves when asked to
            assert again.question is None
            assert (await again.ask("return", seat=1))["type"] == "done"
            assert "held" not in seat_of(again, 1)


async def test_a_player_who_comes_back_in_time_is_not_held(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host) as (anna, ben):
        await ben.socket.close()
        await told_that(anna, lambda: seat_of(anna, 1).get("away_ms"))
        clock.forward(MINUTE - 1)
        async with ben.browser.at(table_id(anna)):
            await told_that(anna, lambda: seat_of(anna, 1).get("here"))
            clock.forward(MINUTE)
            assert (await anna.ask("hold", seat=1))["code"] == "present"
        await told_that(anna, lambda: not seat_of(anna, 1).get("here"))
        assert seat_of(anna, 1)["away_ms"] == clock.now()


async def test_by_correspondence_absence_is_not_a_reason(database: str, clock: HandClock) -> None:
    """Only a question that has been open for days is."""
    async with serving(database, CALM, clock) as host, two_people(host, pace="correspondence") as players:
        asked, other = whose_turn(*players)
        await asked.socket.close()
        await told_that(other, lambda: seat_of(other, asked.front or 0).get("away_ms"))
        clock.forward(3 * DAY - 1)
        assert (await other.ask("hold", seat=asked.front))["code"] == "present"
        clock.forward(1)
        assert (await other.ask("hold", seat=asked.front))["type"] == "done"


# -- bots ------------------------------------------------------------------------------------------------------------


async def bots_turn(player: Player) -> None:
    """Play until a bot is asked."""
    while player.question:
        assert (await player.play(player.question["options"][0]))["type"] == "done"


async def test_bots_take_their_time_while_somebody_looks(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot(), bot())
        live = await host.live(table)
        await until(lambda: live.table.timing.asked.get(0))  # they did not wait while nobody was there
        async with anna.at(table) as player:
            await bots_turn(player)
            before = player.version
            clock.forward(400)
            await player.ask("chat", text="Take your time")  # and talking does not stop them
            clock.forward(99)
            await a_while(player)
            assert player.version == before + 1
            clock.forward(1)
            await told_that(player, lambda: player.version > before + 1)
            played = player.version
            await a_while(player)
            assert player.version == played
            assert player.question is not None or live.table.bot_of(live.table.deciding()[0])
        await until(lambda: live.table.timing.asked.get(0))  # nobody looks any more


async def test_bots_go_on_after_a_restart(database: str, clock: HandClock) -> None:
    async with serving(database, replace(CALM, bot_pause_ms=DAY), clock) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot(), bot())
        live = await host.live(table)
        await until(lambda: live.table.timing.asked.get(0))
        async with anna.at(table) as player:
            await bots_turn(player)
            version, token = player.version, anna.token
            host.server.hub._driving[table][1].cancel()  # or they would go on when nobody looks
    async with serving(database, CALM, clock) as host:
        await until(lambda: table in host.server.hub.tables)
        live = host.server.hub.tables[table]
        assert live.table.version >= version
        await until(lambda: live.table.timing.asked.get(0))
        async with host.browser(token=token) as anna, anna.at(table) as player:
            assert player.question is not None


class LateClock(HandClock):
    """Everybody begins to wait too late, as on a busy machine."""

    async def wait(self, event: asyncio.Event, until: int) -> None:
        await asyncio.sleep(0.02)
        await super().wait(event, until)


@pytest.mark.parametrize("kind", [HandClock, LateClock])
async def test_a_clock_that_ran_out_while_the_server_was_away(database: str, kind: type[HandClock]) -> None:
    clock = kind()
    async with serving(database, CALM, clock) as host, two_people(host, limit_s=30) as players:
        asked, _ = whose_turn(*players)
        table, seat = table_id(asked), asked.front or 0
    clock.forward(MINUTE)
    async with serving(database, CALM, clock) as host:
        await until(lambda: table in host.server.hub.tables)
        live = host.server.hub.tables[table]
        clock.forward(30 * SECOND - 1)
        await asyncio.sleep(0.03)
        assert not live.table.seats[seat].held, "nobody could answer while the server was away"
        clock.forward(1)
        await until(lambda: live.table.seats[seat].held)


async def test_bots_do_not_play_on_without_any_person(database: str, clock: HandClock) -> None:
    """A player who comes back finds the game as it was when the last person left."""
    async with serving(database, CALM, clock) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot(), bot(), limit_s=30)
        live = await host.live(table)
        await until(lambda: live.table.timing.asked.get(0))
        version = live.table.version
        clock.forward(30 * SECOND)
        await until(lambda: live.table.seats[0].held)
        for _ in range(10):
            clock.forward(30 * SECOND)
            await asyncio.sleep(0.01)
        assert live.table.version == version + 1
        assert await host.server.hub.store.due(10**15) == []
        async with anna.at(table) as player:
            await a_while(player)
            assert player.version == version + 1
            assert (await player.ask("return", seat=0))["type"] == "done"
            assert player.question is not None
            before = player.version
            await bots_turn(player)
            clock.forward(SECOND)
            await told_that(player, lambda: player.version > before + 1)


async def test_while_one_person_plays_bots_hold_the_others(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host, limit_s=30) as players:
        asked, other = whose_turn(*players)
        clock.forward(30 * SECOND)
        await told_that(other, lambda: [entry for entry in other.log if entry.get("bot")])
        while other.question is None:
            clock.forward(SECOND)
            await other.hear()
        live = await host.live(table_id(asked))
        clock.forward(30 * SECOND)
        await until(lambda: live.table.seating.deserted)
        version = live.table.version
        clock.forward(MINUTE)
        await asyncio.sleep(0.03)
        assert live.table.version == version


async def test_a_game_that_was_left_goes_on_or_is_closed(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host, two_people(host) as (anna, ben):
        table = table_id(anna)
        assert (await ben.ask("rise", seat=1))["type"] == "done"
        assert (ben.mine, ben.front, ben.question) == ([], None, None)
        await level(anna, ben)
        assert seat_of(anna, 1) == {"kind": "human", "name": "Ben", "held": "greedy"}
        assert [line["id"] for line in (await ben.browser.get("/api/tables")).json()["mine"]] == []
        assert (await ben.ask("return", seat=1))["code"] == "not_yours"
        live = await host.live(table)
        for _ in range(20):
            if anna.question:
                await anna.play(anna.question["options"][0])
            clock.forward(500)
            await asyncio.sleep(0.01)
        await until(lambda: live.table.lines_by_bots())
        await anna.check()
        await ben.check()
        assert (await anna.ask("rise", seat=0))["type"] == "done"
        assert anna.info["stage"] == "closed"
        version = live.table.version
        clock.forward(MINUTE)
        await a_while(anna)
        assert live.table.version == version
        assert await host.server.hub.store.due(10**15) == []


async def test_a_driver_whose_store_is_away_tries_again(
    database: str, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database, CALM, clock) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        live = await host.live(table)
        await until(lambda: live.table.timing.asked.get(0))
        async with anna.at(table) as player:
            await bots_turn(player)
            failed, append = asyncio.Event(), Store.append

            async def away(store: Store, *given: Any) -> bool:
                failed.set()
                raise StoreUnavailable("away")

            monkeypatch.setattr(Store, "append", away)
            before = player.version
            clock.forward(500)
            await failed.wait()
            monkeypatch.setattr(Store, "append", append)
            await a_while(player)
            assert player.version == before
            clock.forward(SECOND)
            await told_that(player, lambda: player.version > before)
            await player.check()


# -- rest ------------------------------------------------------------------------------------------------------------


async def leave_and_rest(host: Host, clock: HandClock, live: LiveTable) -> None:
    await until(lambda: not live.connections)
    clock.forward(host.server.settings.rest_ms)

    def rests() -> bool:
        clock.forward(int(SWEEP_S * SECOND))  # again and again: a sweep may be in the middle of its work
        return live.id not in host.server.hub.tables

    await until(rests)


async def test_an_idle_table_rests_and_wakes_when_somebody_comes(database: str, clock: HandClock) -> None:
    async with serving(database, CALM, clock) as host:
        async with two_people(host) as players:
            await play_on(Random(3), *players, choices=10)
            table, token, known = table_id(players[0]), players[0].browser.token, players[0].view
            before = await host.digest(table)
            live = await host.live(table)
            clock.forward(10 * MINUTE)
            await a_while(players[0])
            assert table in host.server.hub.tables  # not while somebody looks
        await leave_and_rest(host, clock, live)
        assert not host.server.hub._driving
        async with host.browser(token=token) as anna, anna.at(table) as player:
            assert player.view == known
            assert await host.digest(table) == before
            assert await host.live(table) is not live


async def test_a_resting_table_wakes_for_its_clock(database: str, clock: HandClock) -> None:
    settings = Settings(rest_ms=MINUTE)
    async with serving(database, settings, clock) as host:
        async with two_people(host, limit_s=3_600, pace="correspondence") as players:
            asked, _ = whose_turn(*players)
            table, seat, due = table_id(asked), asked.front or 0, asked.deadlines[str(asked.front)]
            live = await host.live(table)
        await leave_and_rest(host, clock, live)
        clock.forward(due - clock.now() - SOON_MS)
        await asyncio.sleep(0.03)
        assert table not in host.server.hub.tables

        def awake() -> bool:
            clock.forward(SOON_MS)  # again and again: a sweep that was still looking comes back only after its pause
            return table in host.server.hub.tables

        await until(awake)
        live = host.server.hub.tables[table]
        await until(lambda: live.table.seats[seat].held)
        await until(lambda: live.table.lines_by_bots())
