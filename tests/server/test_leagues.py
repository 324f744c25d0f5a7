"""Leagues: opened, joined by link, evenings for those who are present, standings with ties, every game once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from random import Random, SystemRandom
from typing import Any

import pytest

from kronrat.server import care, leagues
from kronrat.server.bus import bus_for
from kronrat.server.companions import Invitation
from kronrat.server.leagues import HERE_MS, LeagueTable, Member, Result, standings, tables_for
from tests.profile import on_sqlite_daily
from tests.server.by_hand import HandClock
from tests.server.client import Browser, Host, Plain, level, nonce, people, play_on, serving
from tests.shelf import ANY

pytestmark = pytest.mark.anyio


@pytest.fixture
async def host(store_url: str, clock: HandClock) -> AsyncIterator[Host]:
    async with serving(store_url, clock=clock) as host:
        yield host


async def asked(browser: Browser, method: str, path: str, **body: Any) -> Plain:
    answer = await browser.http.request(method, f"/api/leagues{path}", json=body)
    told: Plain = answer.json()
    return {**told, "status": answer.status_code}


async def new_league(browser: Browser, evenings: int = 2, **wish: Any) -> str:
    told = await asked(browser, "POST", "", name="Tuesdays", game=ANY, evenings=evenings, **wish)
    assert told["status"] == 201, told
    return str(told["id"])


async def gather(league: str, *browsers: Browser) -> None:
    """All belong to the league, and are here."""
    for browser in browsers:
        assert (await asked(browser, "POST", f"/{league}/members"))["status"] == 201
        assert (await asked(browser, "PUT", f"/{league}/here", here=True))["here"]


async def play_evening(league: str, browsers: list[Browser], seed: int) -> str:
    """The first of them opens the evening, and all play it to its end."""
    told = await asked(browsers[0], "POST", f"/{league}/evenings")
    assert told["status"] == 201, told
    table = str(told["tables"][-1]["table"])
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(browser.at(table)) for browser in browsers]
        for player in players:
            (seat,) = player.full["kept"]
            code = player.full["invites"][str(seat)]
            assert (await player.ask("sit", seat=seat, nonce=nonce(seat), invite=code))["type"] == "done"
        await level(*players)
        await play_on(Random(seed), *players)
    return table


@on_sqlite_daily
async def test_a_league_of_two_evenings(host: Host, clock: HandClock) -> None:
    told: list[Invitation] = []
    host.server.companions.on_invitation = told.append
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        league = await new_league(anna)
        await gather(league, anna, ben)
        first = await play_evening(league, [anna, ben], 1)
        assert [(one.table, one.by, one.league) for one in told] == [(first, "Anna", "Tuesdays")]
        after = await asked(ben, "GET", f"/{league}")
        assert (after["evening"], len(after["tables"])) == (2, 1)
        results = after["tables"][0]["results"]
        assert [line["name"] for line in after["standings"]] == [result["name"] for result in results]
        assert sum(line["points"] for line in after["standings"]) == 1
        assert [line["games"] for line in after["standings"]] == [1, 1]
        assert after["standings"] == (await asked(ben, "GET", f"/{league}"))["standings"]  # looking counts nothing
        await gather(league, anna, ben)
        await play_evening(league, [ben, anna], 2)
        last = await asked(zoe, "GET", f"/{league}")
        assert (last["evening"], [table["evening"] for table in last["tables"]]) == (3, [1, 2])
        assert sum(line["points"] for line in last["standings"]) == 2
        assert not any(line.get("me") for line in last["standings"])
        await gather(league, anna, ben)
        assert (await asked(anna, "POST", f"/{league}/evenings"))["code"] == "not_now"  # it is over
        ids = [await host.server.people.find(browser.token) for browser in (anna, ben)]
        assert not any(guest.id in str(last) for guest in ids if guest)
        # What came of it outlives its tables, and the people.
        await host.server.hub.store.care(lambda c: care.delete_tables(c, [first]))
        assert (await asked(zoe, "GET", f"/{league}"))["standings"] == last["standings"]
        await ben.http.request("DELETE", "/api/me/data")
        left = await asked(zoe, "GET", f"/{league}")
        assert [line["name"] for line in left["standings"]] == ["Anna"]
        assert "Ben" not in str(left)


@on_sqlite_daily
async def test_only_who_is_present_gets_a_seat_and_an_evening_is_opened_once(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo, zoe = await people(stack, host, "Anna", "Ben", "Cleo", "Zoe")
        league = await new_league(anna)
        await gather(league, cleo)
        clock.forward(HERE_MS)  # her page was closed since
        await gather(league, anna)
        assert (await asked(anna, "POST", f"/{league}/evenings"))["code"] == "not_now"  # nobody else is here
        await gather(league, ben)
        assert (await asked(zoe, "POST", f"/{league}/evenings"))["code"] == "not_yours"
        assert (await asked(cleo, "POST", f"/{league}/evenings"))["code"] == "not_now"
        both = await asyncio.gather(*[asked(one, "POST", f"/{league}/evenings") for one in (anna, ben)])
        assert sorted([told["status"] for told in both]) == [201, 409]
        told = await asked(cleo, "GET", f"/{league}")
        (table,) = told["tables"]
        assert (table["stage"], table.get("mine", False)) == ("gathering", False)
        assert (await asked(ben, "GET", f"/{league}"))["tables"][0]["mine"]
        async with cleo.at(table["table"]) as looking:
            assert looking.full["invites"] == {}
        # An evening of which nothing comes is not counted.
        opener = anna if both[0]["status"] == 201 else ben
        async with opener.at(table["table"]) as player:
            assert (await player.ask("close"))["type"] == "done"
        again = await asked(opener, "POST", f"/{league}/evenings")
        assert (again["status"], again["evening"]) == (201, 1)


@on_sqlite_daily
async def test_belonging_leaving_and_being_sent_away(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        league = await new_league(anna)
        await gather(league, ben, ben, cleo)
        told = await asked(anna, "GET", f"/{league}")
        handles = {member["name"]: member["handle"] for member in told["members"]}
        assert sorted(handles) == ["Anna", "Ben", "Cleo"]
        assert (await asked(ben, "DELETE", f"/{league}/members/{handles['Cleo']}"))["code"] == "not_yours"
        assert (await asked(anna, "DELETE", f"/{league}/members/{handles['Anna']}"))["code"] == "unknown_person"
        left = await asked(anna, "DELETE", f"/{league}/members/{handles['Cleo']}")
        assert sorted([member["name"] for member in left["members"]]) == ["Anna", "Ben"]
        assert (await asked(cleo, "PUT", f"/{league}/here", here=True))["code"] == "not_yours"
        await asked(anna, "DELETE", f"/{league}/members")
        assert (await asked(ben, "GET", f"/{league}"))["owner"]  # somebody has to be
        assert [one["name"] for one in (await asked(ben, "GET", ""))["leagues"]] == ["Tuesdays"]
        await asked(ben, "DELETE", f"/{league}/members")
        assert (await asked(ben, "GET", f"/{league}"))["code"] == "unknown_league"


@on_sqlite_daily
async def test_limits_and_nonsense(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "LEAGUES", 2)
    monkeypatch.setattr(leagues, "MEMBERS", 2)
    async with AsyncExitStack() as stack:
        anna, ben, cleo, nobody = await people(stack, host, "Anna", "Ben", "Cleo", "")
        for wish in ({"name": " \u200b "}, {"game": "nothing"}, {"evenings": 0}, {"evenings": 61}, {"limit_s": -1}):
            told = await asked(anna, "POST", "", **{"name": "x", "game": ANY, "evenings": 1, **wish})
            assert told["code"] == "malformed", wish
        league, _ = await new_league(anna), await new_league(anna)
        assert (await asked(anna, "POST", "", name="x", game=ANY, evenings=1))["code"] == "too_many"
        await gather(league, ben)
        assert (await asked(cleo, "POST", f"/{league}/members"))["code"] == "too_many"
        assert (await asked(nobody, "POST", f"/{league}/members"))["code"] == "needs_name"
        assert (await asked(cleo, "POST", "/nowhere/members"))["code"] == "unknown_league"
        assert (await asked(cleo, "GET", "/no where"))["code"] == "unknown_league"


@pytest.mark.full
@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
async def test_many_processes_open_one_evening(store_url: str) -> None:
    async with (
        serving(store_url, bus=bus_for(store_url)) as one,
        serving(store_url, bus=bus_for(store_url)) as other,
        AsyncExitStack() as stack,
    ):
        browsers = [
            *await people(stack, one, *[f"Here {n}" for n in range(4)]),
            *await people(stack, other, *[f"There {n}" for n in range(4)]),
        ]
        league = await new_league(browsers[0])
        await gather(league, *browsers)
        found = await asyncio.gather(*[asked(browser, "POST", f"/{league}/evenings") for browser in browsers])
        assert sorted([told["status"] for told in found]) == [201, *[409] * 7]
        told = await asked(browsers[0], "GET", f"/{league}")
        mine = [await asked(browser, "GET", f"/{league}") for browser in browsers]
        assert all(sum(table.get("mine", False) for table in view["tables"]) == 1 for view in mine)
        assert {table["evening"] for table in told["tables"]} == {1}


# -- the table of standings --------------------------------------------------------------------------------------------


def table(number: int, *places: tuple[str, int]) -> LeagueTable:
    results = [Result(guest, guest.title(), place, 0) for guest, place in places]
    return LeagueTable(f"t{number}", number, number, "over", results)


def told(*tables: LeagueTable) -> list[tuple[str, int, bool, float, float]]:
    known = [Member(guest, guest.title(), 0) for guest in ("anna", "ben", "cleo")]
    return [(line.guest, line.place, line.shared, line.points, line.wins) for line in standings(tables, known)]


def test_a_point_for_everybody_left_behind_and_half_for_a_tie() -> None:
    assert told(table(1, ("anna", 1), ("ben", 2), ("cleo", 2))) == [
        ("anna", 1, False, 2.0, 1.0),
        ("ben", 2, True, 0.5, 0.0),
        ("cleo", 2, True, 0.5, 0.0),
    ]


def test_a_shared_victory_and_a_stranger_who_has_left() -> None:
    assert told(table(1, ("anna", 1), ("ben", 1), ("", 3))) == [
        ("anna", 1, True, 1.5, 0.5),
        ("ben", 1, True, 1.5, 0.5),
        ("cleo", 3, False, 0.0, 0.0),
    ]


def test_victories_decide_between_equal_points() -> None:
    tables = table(1, ("anna", 1), ("", 2)), table(2, ("ben", 2), ("", 1), ("cleo", 2), ("", 4))
    assert [(guest, place, shared) for guest, place, shared, *_ in told(*tables)] == [
        ("ben", 1, True),
        ("cleo", 1, True),
        ("anna", 3, False),
    ]
    tables = table(1, ("anna", 1), ("", 2)), table(2, ("ben", 2), ("", 1), ("", 3))
    assert [line[:2] for line in told(*tables)] == [("anna", 1), ("ben", 2), ("cleo", 3)]


@pytest.mark.parametrize(("n", "sizes"), [(2, [2]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (11, [4, 4, 3])])
def test_people_are_spread_over_as_few_tables_as_possible(n: int, sizes: list[int]) -> None:
    groups = tables_for([str(number) for number in range(n)], [2, 3, 4, 5], SystemRandom())
    assert [len(group) for group in groups] == sizes
    assert sorted([guest for group in groups for guest in group]) == sorted([str(number) for number in range(n)])
