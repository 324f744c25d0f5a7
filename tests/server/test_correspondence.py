"""Games over days, by a clock that is moved: reserves, weekends, summer time, holidays, seats that are lent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kronrat.server.clock import Clock
from tests.server.by_hand import (
    DAY,
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
from tests.server.client import AT_ONCE, Browser, Host, Player, level, play_on, serving
from tests.shelf import ANY

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

HOUR = 3_600 * SECOND
BERLIN = "Europe/Berlin"
SLOW: dict[str, Any] = {"pace": "correspondence", "zone": BERLIN}


def at(text: str, zone: str = BERLIN) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1_000)


def clock_at(text: str) -> HandClock:
    clock = HandClock()
    clock.time = at(text)
    return clock


@asynccontextmanager
async def a_game(database: str, clock: Clock, **wishes: Any) -> AsyncIterator[tuple[Host, Player, Player]]:
    """The player who is asked comes first."""
    async with serving(database, AT_ONCE, clock) as host, two_people(host, **SLOW, **wishes) as players:
        yield host, *whose_turn(*players)


async def held(host: Host, player: Player) -> str:
    live = await host.live(table_id(player))
    return str(live.table.seats[player.front or 0].held)


async def up_to_date(host: Host, *players: Player) -> None:
    live = await host.live(table_id(players[0]))
    for player in players:
        await player.catch_up(live.table.version)


async def turns(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.get("/api/turns")).json()["turns"]
    return found


async def away(browser: Browser, **wish: Any) -> dict[str, Any]:
    answer = await browser.http.put("/api/me/absence", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# -- clocks ----------------------------------------------------------------------------------------------------------


async def test_a_day_over_the_weekend_on_which_summer_time_ends(database: str) -> None:
    clock = clock_at("2023-10-27 12:00")
    async with a_game(database, clock, limit_s=86_400, weekends=True) as (host, asked, other):
        due = at("2023-10-30 12:00")
        assert asked.deadlines == other.deadlines == {str(asked.front): due}
        clock.forward(due - clock.now() - 1)
        await a_while(asked)
        assert not await held(host, asked)
        clock.forward(1)
        await told_that(other, lambda: seat_of(other, asked.front or 0).get("held"))
        assert (await asked.ask("return", seat=asked.front))["type"] == "done"
        assert not await held(host, asked)


async def test_a_game_of_many_days(database: str) -> None:
    """Everybody takes all the time there is and nobody is ever late, from winter into summer time."""
    clock = clock_at("2024-03-22 09:00")
    async with a_game(database, clock, limit_s=86_400, weekends=True) as (_, first, second):
        for _ in range(12):
            asked, _ = whose_turn(first, second)
            due = asked.deadlines[str(asked.front)]
            local = datetime.fromtimestamp(due / 1_000, ZoneInfo(BERLIN))
            assert local.weekday() < 5
            assert local.hour in (8, 9), "a day later, give or take the hour of summer time"
            clock.forward(due - clock.now() - 60 * SECOND)
            await play_on(Random(2), first, second, choices=1)
        assert clock.now() > at("2024-04-03 00:00")
        assert not any("held" in seat for seat in first.info["seats"])


async def test_a_reserve_is_used_when_the_time_for_a_choice_is_over(database: str) -> None:
    clock = clock_at("2023-10-23 12:00")
    async with a_game(database, clock, limit_s=3_600, reserve_s=7_200) as (host, first, second):
        slow = first
        assert slow.deadlines == {str(slow.front): clock.now() + 3 * HOUR}
        clock.forward(HOUR + HOUR // 2)  # half an hour of the reserve
        assert slow.question
        await slow.play(slow.question["options"][0])
        await level(first, second)
        while not slow.question:
            await play_on(Random(1), first, second, choices=1)
        assert slow.deadlines[str(slow.front)] == clock.now() + 2 * HOUR + HOUR // 2
        assert (await turns(slow.browser))[0]["reserve_ms"] == 2 * HOUR - HOUR // 2
        clock.forward(2 * HOUR + HOUR // 2 - 1)
        await a_while(slow)
        assert not await held(host, slow)
        clock.forward(1)
        await told_that(slow, lambda: seat_of(slow, slow.front or 0).get("held"))
        await slow.ask("return", seat=slow.front)
        while not slow.question:
            await play_on(Random(1), first, second, choices=1)
        assert slow.deadlines[str(slow.front)] == clock.now() + HOUR, "nothing is left of the reserve"


async def test_time_for_the_whole_game(database: str) -> None:
    clock = clock_at("2023-10-23 12:00")
    async with a_game(database, clock, reserve_s=36_000) as (host, first, second):
        slow, left = first, 10 * HOUR
        for _ in range(3):
            while not slow.question:
                await play_on(Random(1), first, second, choices=1)
            assert slow.deadlines[str(slow.front)] == clock.now() + left
            clock.forward(2 * HOUR)
            left -= 2 * HOUR
            await slow.play(slow.question["options"][0])
            await level(first, second)
        while not slow.question:
            await play_on(Random(1), first, second, choices=1)
        clock.forward(4 * HOUR)
        await told_that(slow, lambda: seat_of(slow, slow.front or 0).get("held"))
        await slow.ask("return", seat=slow.front)
        assert (await turns(slow.browser))[0]["reserve_ms"] == HOUR, "who comes back gets a tenth again"
        assert not await held(host, slow)


async def test_the_order_of_turns_is_that_of_the_time_left(database: str) -> None:
    clock = clock_at("2023-10-23 12:00")
    async with serving(database, AT_ONCE, clock) as host, host.browser("Anna") as anna:
        seats = [{"kind": "me", "nonce": "0" * 32, "name": name} for name in ("Anna", "Ben")]
        tables = {limit: await anna.open(*seats, **SLOW, limit_s=limit) for limit in (86_400, 0, 3_600)}
        found = await turns(anna)
        assert [turn["table"]["id"] for turn in found] == [tables[3_600], tables[86_400], tables[0]]
        assert found[0]["since"] == clock.now()
        assert found[0]["table"]["deadline"] == clock.now() + HOUR
    async with serving(database, AT_ONCE, clock) as host, host.browser() as nobody:
        assert (await nobody.get("/api/turns")).status_code == 401


@pytest.mark.parametrize(
    "wish",
    [
        {"reserve_s": -1},
        {"reserve_s": 10**9},
        {"holiday_days": 61},
        {"zone": "Nowhere/At_All"},
        {"zone": "../etc/passwd"},
        {"zone": "/etc/localtime"},
        {"weekends": True, "pace": "live"},
    ],
)
async def test_terms_that_are_refused(database: str, wish: dict[str, Any]) -> None:
    async with serving(database) as host, host.browser("Anna") as anna:
        seats = [{"kind": "me", "nonce": "0" * 32}, {"kind": "open"}]
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": seats, **SLOW, **wish})
        assert answer.status_code == 400


# -- away ------------------------------------------------------------------------------------------------------------


async def test_a_clock_stands_still_on_holiday(database: str) -> None:
    clock = clock_at("2023-10-23 12:00")
    async with a_game(database, clock, limit_s=86_400, holiday_days=3) as (host, asked, other):
        browser = asked.browser
        told = await away(browser, since=at("2023-10-24 00:00"), until=at("2023-10-26 00:00"))
        assert told["turns"][0]["away"] == [at("2023-10-24 00:00"), at("2023-10-26 00:00")]
        await up_to_date(host, asked, other)
        assert asked.deadlines == {str(asked.front): at("2023-10-26 12:00")}
        assert "away" not in (await turns(other.browser))[0]
        told = await away(browser, since=at("2023-10-24 00:00"), until=at("2023-10-28 00:00"))
        assert told["turns"][0]["unheard"], "no more than three days were agreed"
        assert told["turns"][0]["away"] == [at("2023-10-24 00:00"), at("2023-10-26 00:00")]
        clock.forward(at("2023-10-25 00:00") - clock.now())
        await away(browser)  # back after one day
        await up_to_date(host, asked, other)
        assert asked.deadlines == {str(asked.front): at("2023-10-25 12:00")}
        told = await away(browser, until=clock.now() + 2 * DAY + 1)
        assert told["turns"][0]["unheard"]
        told = await away(browser, until=clock.now() + 2 * DAY)
        assert not told["turns"][0].get("unheard")
        assert not await held(host, asked)


async def test_a_lent_seat_is_given_back_on_the_day(database: str) -> None:
    clock = clock_at("2023-12-19 12:00")
    since, back = at("2023-12-20 00:00"), at("2023-12-27 00:00")
    async with a_game(database, clock, limit_s=86_400) as (host, lender, other):
        seat, heard = lender.front or 0, len(other.heard)
        await away(lender.browser, since=since, until=back, bot="greedy")
        await up_to_date(host, lender, other)
        told = "".join(other.heard[heard:])
        assert "greedy" not in told, "nobody is told before it happens"
        assert str(since) not in told
        assert str(back) not in told
        clock.forward(since - clock.now() - 1)
        await a_while(lender)
        assert not await held(host, lender)
        clock.forward(1)
        await told_that(other, lambda: seat_of(other, seat).get("held") == "greedy")
        assert seat_of(other, seat)["until"] == back
        await told_that(other, lambda: [entry for entry in other.log if entry.get("bot") and entry["seat"] == seat])
        clock.forward(back - clock.now() - 1)
        await a_while(lender)
        assert await held(host, other) or await held(host, lender)
        clock.forward(1)
        live = await host.live(table_id(lender))
        await until(lambda: not live.table.seats[seat].held)
        assert not live.table.absences.announced


async def test_a_lent_seat_is_taken_back_with_one_press(database: str) -> None:
    clock = clock_at("2023-12-19 12:00")
    async with a_game(database, clock) as (host, lender, _):
        await away(lender.browser, until=clock.now() + 7 * DAY, bot="greedy")
        await told_that(lender, lambda: seat_of(lender, lender.front or 0).get("held"))
        assert (await lender.ask("return", seat=lender.front))["type"] == "done"
        clock.forward(DAY)
        await a_while(lender)
        assert not await held(host, lender)
        assert (await turns(lender.browser))[0].get("away") is None


async def test_seats_lent_by_everybody_come_back_after_a_restart(database: str) -> None:
    """The game waits meanwhile, and nobody has to look at the table for the seats to be given back."""
    clock = clock_at("2023-12-19 12:00")
    back = clock.now() + 2 * DAY
    async with a_game(database, clock, limit_s=86_400) as (host, first, second):
        table = table_id(first)
        for player in (first, second):
            await away(player.browser, until=back, bot="greedy")
        live = await host.live(table)
        await until(lambda: all(seat.held for seat in live.table.seats))
        lines = len(live.table.line_versions)
    clock.forward(DAY)
    async with serving(database, AT_ONCE, clock) as host:
        await until(lambda: host.server.hub.ready)
        assert table not in host.server.hub.tables
        clock.forward(DAY + 10 * SECOND)
        await until(lambda: table in host.server.hub.tables)
        live = host.server.hub.tables[table]
        await until(lambda: not any(seat.held for seat in live.table.seats))
        assert len(live.table.line_versions) <= lines + 20
        assert live.table.timing.deadlines()


@pytest.mark.parametrize("wish", [{"until": 5}, {"since": 10**15, "until": 10**15 + 5}, {"until": 10**15}])
async def test_absences_that_are_refused(database: str, wish: dict[str, Any]) -> None:
    async with serving(database, AT_ONCE, clock_at("2023-12-19 12:00")) as host, host.browser("Anna") as anna:
        assert (await anna.http.put("/api/me/absence", json=wish)).status_code == 400
        wish = {"until": at("2023-12-27 00:00"), "bot": "nobody"}
        assert (await anna.http.put("/api/me/absence", json=wish)).status_code == 400
