"""Friends, invitations, blocks, complaints, people sent away, and games taken along to another name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kronrat.server import care, companions, company, hub
from kronrat.server.companions import Invitation
from kronrat.server.standings import recount
from tests.profile import on_sqlite_daily
from tests.server.client import (
    FREE,
    INVITED,
    PATIENCE_S,
    Browser,
    Host,
    Plain,
    bot,
    level,
    me,
    nonce,
    people,
    play_on,
    serving,
)

pytestmark = [pytest.mark.anyio, on_sqlite_daily]


@pytest.fixture
async def host(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    for name in ("SWEEP_S", "SHARED_SWEEP_S"):
        monkeypatch.setattr(hub, name, 0.05)
    async with serving(store_url) as host:
        yield host


async def sit(browser: Browser, table: str, seat: int, **fields: Any) -> Plain:
    async with browser.at(table) as player:
        return await player.ask("sit", seat=seat, nonce=nonce(seat), **fields)


async def have_played(one: Browser, other: Browser) -> str:
    """Two people become friends by beginning a game."""
    table = await one.open(me(), FREE)
    assert (await sit(other, table, 1))["type"] == "done"
    return table


async def friends(browser: Browser) -> list[Plain]:
    found: list[Plain] = (await browser.get("/api/friends")).json()["friends"]
    return found


async def handle(browser: Browser, name: str) -> str:
    return next(str(friend["handle"]) for friend in await friends(browser) if friend["name"] == name)


async def invite(browser: Browser, table: str, friend: str) -> int:
    answer = await browser.http.post(f"/api/tables/{table}/invitations", json={"friend": friend})
    return answer.status_code


async def invited(browser: Browser) -> list[tuple[str, str]]:
    told = (await browser.get("/api/tables")).json().get("invited", [])
    return [(one["table"]["id"], one.get("by", "")) for one in told]


async def block(browser: Browser, table: str, **whom: int) -> int:
    return (await browser.http.post(f"/api/tables/{table}/blocks", json=whom)).status_code


async def test_friends_are_the_people_one_has_played_with(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        gathering = await anna.open(me(), FREE, FREE)
        await sit(cleo, gathering, 1)
        assert await friends(anna) == []  # nothing was played yet
        await have_played(anna, ben)
        await have_played(anna, ben)
        (friend,) = await friends(anna)
        assert (friend["name"], friend["games"]) == ("Ben", 2)
        assert friend["game"]
        (mine,) = await friends(ben)
        assert mine["name"] == "Anna"
        assert mine["handle"] != friend["handle"]
        ids = [await host.server.people.find(browser.token) for browser in (anna, ben)]
        assert not any(guest.id in json.dumps([friend, mine]) for guest in ids if guest)


async def test_a_friend_is_invited_with_one_press_and_sits_down_without_a_link(host: Host) -> None:
    told: list[Invitation] = []
    host.server.companions.on_invitation = told.append
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        await have_played(anna, ben)
        friend = await handle(anna, "Ben")
        table = await anna.open(me(), INVITED, bot())
        assert [await invite(anna, table, friend) for _ in range(2)] == [201, 201]
        assert [(one.table, one.by) for one in told] == [(table, "Anna")]  # once, however often it is pressed
        assert await invited(ben) == [(table, "Anna")]
        assert await invited(zoe) == await invited(anna) == []
        async with zoe.at(table) as looking:
            assert (looking.full["invites"], looking.full.get("kept", [])) == ({}, [])
        async with ben.at(table) as player:
            assert player.full["kept"] == [1]
            code = player.full["invites"]["1"]
            assert (await player.ask("sit", seat=1, nonce=nonce(1), invite=code))["type"] == "done"
            assert player.info["stage"] == "playing"
        assert await invited(ben) == []


async def test_an_invitation_is_declined_or_void_when_the_table_is_closed(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben = await people(stack, host, "Anna", "Ben")
        await have_played(anna, ben)
        friend = await handle(anna, "Ben")
        first, second = await anna.open(me(), FREE), await anna.open(me(), FREE)
        for table in (first, second):
            await invite(anna, table, friend)
        assert len(await invited(ben)) == 2
        await ben.http.request("DELETE", f"/api/tables/{first}/invitations")
        assert await invited(ben) == [(second, "Anna")]
        async with anna.at(second) as player:
            await player.ask("close")
        assert await invited(ben) == []


async def test_strangers_cannot_invite_and_nobody_invites_without_end(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "INVITATIONS", 2)
    monkeypatch.setattr(companions, "AT_ONCE", 12)
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        await have_played(anna, ben)
        friend = await handle(anna, "Ben")
        theirs = await zoe.open(me(), FREE)
        assert await invite(zoe, theirs, friend) == 404  # the handle means nothing to others
        assert await invite(zoe, theirs, "") == 404
        assert await invite(anna, theirs, friend) == 403  # not her table
        tables = [await anna.open(me(), FREE) for _ in range(3)]
        assert [await invite(anna, table, friend) for table in tables] == [201, 201, 429]
        full = await anna.open(me(), bot(), FREE)
        await sit(zoe, full, 2)
        assert await invite(anna, full, friend) == 409
        assert await invite(anna, "nowhere", friend) == 404
        assert 429 in [await invite(anna, tables[0], friend) for _ in range(12)]
        assert len(await invited(ben)) == 2


async def test_who_is_blocked_is_not_heard_cannot_invite_and_is_not_told(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await people(stack, host, "Anna", "Ben", "Cleo")
        table = await anna.open(me(), FREE, FREE)
        await sit(ben, table, 1)
        await sit(cleo, table, 2)
        async with ben.at(table) as speaker:
            await speaker.ask("chat", text="before")
            assert await block(anna, table, seat=1) == 201
            async with anna.at(table) as one, cleo.at(table) as two:
                assert [said["text"] for said in one.chat] == []
                assert [said["text"] for said in two.chat] == ["before"]
                await speaker.ask("chat", text="after")
                await two.until(lambda message: message["type"] == "spoken")
                await one.check()
                assert "after" not in "".join(one.heard)
                assert one.info["muted"] == [] if "muted" in one.info else True
        other = await ben.open(me(), FREE)
        assert await invite(ben, other, await handle(ben, "Anna")) == 201  # as if nothing were different
        assert await invited(anna) == []
        listed = (await anna.get("/api/tables")).json()["open"]
        assert other not in [line["id"] for line in listed]
        assert other in [line["id"] for line in (await cleo.get("/api/tables")).json()["open"]]
        assert [friend["name"] for friend in await friends(anna) if friend.get("blocked")] == ["Ben"]
        assert not any(friend.get("blocked") for friend in await friends(ben))
        again = await anna.http.request("DELETE", f"/api/friends/{await handle(anna, 'Ben')}/block")
        assert not any(friend.get("blocked") for friend in again.json()["friends"])
        async with anna.at(table) as one:
            assert [said["text"] for said in one.chat] == ["before", "after"]


async def test_a_page_that_is_open_hears_a_blocked_person_no_more(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben = await people(stack, host, "Anna", "Ben")
        table = await have_played(anna, ben)
        async with anna.at(table) as page:
            assert await block(anna, table, seat=1) == 201
            with pytest.raises(ConnectionClosed):  # it comes back by itself, and is told anew
                await page.until(lambda _: False)
        assert await block(anna, table, seat=0) == 400  # oneself
        assert await block(anna, table, seat=7) == 400
        assert await block(anna, table, n=99) == 404


async def test_complaints_are_kept_for_the_host_and_limited(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "REPORTS_A_DAY", 2)
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        table = await have_played(anna, ben)
        async with ben.at(table) as speaker:
            await speaker.ask("chat", text="something nasty")

        async def report(browser: Browser, **fields: Any) -> int:
            return (await browser.http.post(f"/api/tables/{table}/reports", json=fields)).status_code

        assert await report(anna, n=1, why=" was rude\u202e ") == 201
        assert await report(anna, seat=1, why="again") == 201
        assert await report(anna, seat=1, why="and again") == 429
        assert await report(zoe, seat=0, why="") == 400
        assert await report(zoe, seat=0, why="x" * 501) == 413
        assert await report(ben, seat=1, why="myself") == 400
        found = await host.server.hub.store.look_up(company.list_reports)
        assert [(one.name, one.said, one.why) for one in found] == [
            ("Ben", "", "again"),
            ("Ben", "something nasty", "was rude"),
        ]
        mine = (await anna.get("/api/me/data")).json()
        assert [one["why"] for one in mine["reported"]] == ["was rude", "again"]
        assert "rude" not in (await ben.get("/api/me/data")).text  # it is not told about whom it was made
        await host.server.hub.store.care(lambda c: company.settle(c, found[0].id))
        assert len(await host.server.hub.store.look_up(company.list_reports)) == 1
        await ben.http.request("DELETE", "/api/me/data")
        assert await host.server.hub.store.look_up(company.list_reports) == []


async def test_the_owner_sends_somebody_away(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, zoe = await people(stack, host, "Anna", "Ben", "Zoe")
        table = await anna.open(me(), FREE, FREE)
        async with anna.at(table) as owner, ben.at(table) as guest, zoe.at(table) as watcher:
            await guest.ask("sit", seat=1, nonce=nonce(1))
            assert (await guest.ask("remove", seat=0))["code"] == "not_yours"
            assert (await owner.ask("remove", seat=0))["code"] == "not_now"  # oneself
            assert (await owner.ask("remove", seat=2))["code"] == "not_now"  # nobody
            assert (await owner.ask("remove", seat=1))["type"] == "done"
            await level(owner, guest, watcher)
            assert (guest.mine, guest.info["seats"][1]["kind"]) == ([], "open")
            assert (await guest.ask("sit", seat=1, nonce=nonce(1)))["code"] == "removed"
            assert (await guest.ask("chat", text="but why"))["code"] == "muted"
            await watcher.ask("chat", text="noise")
            await owner.until(lambda message: message["type"] == "spoken")
            assert (await owner.ask("remove", n=owner.chat[-1]["n"]))["type"] == "done"
            assert (await watcher.ask("sit", seat=1, nonce=nonce(1)))["code"] == "removed"


async def test_a_game_that_runs_is_taken_from_nobody(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben = await people(stack, host, "Anna", "Ben")
        table = await have_played(anna, ben)
        async with anna.at(table) as owner:
            assert (await owner.ask("remove", seat=1))["code"] == "not_now"


async def test_a_screen_for_everybody_shows_no_seat_whoever_sits_down(host: Host) -> None:
    """Somebody who watches their own table, on a large screen, never sees a hand there."""
    async with AsyncExitStack() as stack:
        anna, ben = await people(stack, host, "Anna", "Ben")
        table = await anna.open(me(), FREE)
        async with anna.at(table, "watch") as screen, ben.at(table) as phone:
            await phone.ask("sit", seat=1, nonce=nonce(1))
            await level(screen, phone)
            assert screen.info["stage"] == "playing"
            assert (screen.front, screen.question) == (None, None)
            assert phone.front == 1


# -- games taken along -------------------------------------------------------------------------------------------------


async def code_for(browser: Browser) -> str:
    return str((await browser.http.post("/api/me/links")).json()["code"])


async def come(browser: Browser, **ticket: Any) -> Plain:
    told: Plain = (await browser.http.post("/api/links", json=ticket)).json()
    return told


async def profile(browser: Browser) -> Plain:
    found: Plain = (await browser.get("/api/people/me")).json()
    return found


async def test_games_are_taken_along_to_another_name(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, phone, cleo = await people(stack, host, "Anna", "Phone", "Cleo")
        running = await have_played(phone, cleo)
        gathering = await phone.open(me(), FREE)
        over = await phone.open(me(), bot())
        async with phone.at(over) as player:
            await play_on(Random(1), player)
        await host.server.hub.close()  # finished tables are at rest
        await host.server.hub.open()
        code = await code_for(anna)
        refused = await come(phone, code=code)
        assert (refused["code"], refused["detail"]) == ("has_games", "2")
        told = await come(phone, code=code, take=True)
        assert (told["name"], told["taken"]) == ("Anna", 3)
        lines = {line["id"]: line for line in (await anna.get("/api/tables")).json()["mine"]}
        assert {id: line["mine"] for id, line in lines.items()} == {running: [0], gathering: [0], over: [0]}
        assert [friend["name"] for friend in await friends(anna)] == ["Cleo"]
        async with anna.at(running) as one, cleo.at(running) as two, phone.at(gathering) as owner:
            await play_on(Random(2), one, two, choices=6)
            assert owner.full["owner"]
            assert (await owner.ask("close"))["type"] == "done"
        async with anna.at(over) as player:
            assert player.mine == [0]
        found = await host.server.hub.store.look_up(care.list_people)
        assert sorted([person.name for person in found]) == ["Anna", "Cleo"]  # nobody is left of the other name
        await anna.http.request("DELETE", "/api/me/data")
        assert "Phone" not in await told_once_it_is(care.NOBODY, cleo, running)


async def told_once_it_is(name: str, browser: Browser, table: str) -> str:
    """What a page is told of a table once the first seat has this name; until it is read anew, the page comes back."""
    while True:
        async with browser.at(table) as player:
            if player.info["seats"][0]["name"] == name:
                return "".join(player.heard)
            with suppress(ConnectionClosed):
                await player.until(lambda message: False)


async def test_results_come_along_and_the_rating_with_them(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, phone = await people(stack, host, "Anna", "Phone")
        for browser in (anna, phone):
            table = await browser.open(me(), bot("greedy"), rated=True)
            async with browser.at(table) as player:
                await play_on(Random(1), player)
        assert (await come(phone, code=await code_for(anna), take=True))["taken"] == 1
        async with asyncio.timeout(PATIENCE_S):
            while [one["games"] for one in (await profile(anna)).get("ratings", [])] != [2, 2]:
                await asyncio.sleep(0.01)
        mine = await profile(anna)
        assert mine["games"] == len(mine["newest"]) == 2
        assert (await recount(host.server.hub.store)).different == 0
        found = await host.server.hub.store.look_up(care.list_people)
        assert [person.name for person in found] == ["Anna"]


async def test_nobody_gets_rid_of_a_block_by_another_name(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, phone, cleo = await people(stack, host, "Anna", "Phone", "Cleo")
        table = await have_played(phone, cleo)
        assert await block(cleo, table, seat=0) == 201
        await come(phone, code=await code_for(anna), take=True)
        assert [(friend["name"], friend["blocked"]) for friend in await friends(cleo)] == [("Anna", True)]
        other = await anna.open(me(), FREE)
        assert await invite(anna, other, await handle(anna, "Cleo")) == 201
        assert await invited(cleo) == []


async def test_nobody_gets_a_second_hand_by_taking_games_along(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, phone = await people(stack, host, "Anna", "Phone")
        table = await have_played(anna, phone)
        told = await come(phone, code=await code_for(anna), take=True)
        assert (told.get("taken", 0), told["left"]) == (0, 1)
        async with anna.at(table) as player:
            assert player.mine == [0]


async def test_a_wrong_code_takes_nothing_along(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, phone = await people(stack, host, "Anna", "Phone")
        table = await have_played(phone, anna)
        assert (await come(phone, code="222222", take=True))["code"] == "unknown_code"
        async with phone.at(table) as player:
            assert player.mine == [0]
