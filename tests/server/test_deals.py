"""Duplicate play: the same dice at several tables, nobody sees another one too early, and everybody is compared."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from kronrat.core.dice import commitment
from kronrat.server.deals import compare
from kronrat.server.records import DEAL_MS
from kronrat.server.schema import placings, results
from kronrat.server.store import Store
from tests.profile import on_sqlite_daily
from tests.server.by_hand import MINUTE, HandClock
from tests.server.client import (
    FREE,
    PATIENCE_S,
    Browser,
    Host,
    Plain,
    bot,
    level,
    me,
    nonce,
    play_on,
    serving,
)
from tests.shelf import ANY

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]


async def deal_of(browser: Browser, *seats: Plain, **wishes: Any) -> str:
    wish = {"game": ANY, "seats": list(seats), "copies": 2, **wishes}
    answer = await browser.http.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["deal"])


async def told(browser: Browser, deal: str) -> Plain:
    found: Plain = (await browser.get(f"/api/deals/{deal}")).json()
    return found


async def refused(browser: Browser, path: str) -> str:
    answer = await browser.get(path)
    return str(answer.json().get("code", "")) if answer.status_code != 200 else ""


async def play_alone(browser: Browser, table: str, seed: int = 1) -> None:
    async with browser.at(table) as player:
        if not player.mine:
            assert (await player.ask("sit", seat=0, nonce=nonce(seed)))["type"] == "done"
        await play_on(Random(seed), player)


@on_sqlite_daily
async def test_the_same_dice_seen_by_nobody_too_early_and_compared_afterwards(store_url: str) -> None:
    async with (
        serving(store_url) as host,
        host.browser("Anna") as anna,
        host.browser("Ben") as ben,
        host.browser("Zoe") as zoe,
    ):
        deal = await deal_of(anna, me(), bot("greedy"))
        before = await told(ben, deal)
        first, second = [table["id"] for table in before["tables"]]
        assert [table["stage"] for table in before["tables"]] == ["playing", "gathering"]
        assert [table.get("looks", False) for table in before["tables"]] == [False, True]
        assert before.get("secret", "") == ""
        assert before.get("lines", []) == []
        # somebody who watches the empty seat is sent away when the game begins
        async with zoe.at(second) as watcher:
            await play_part(ben, second)
            assert not [text for text in await heard_until_closed(watcher.socket) if '"view"' in text]
        for other, table in ((ben, first), (anna, second), (zoe, first), (zoe, second)):
            for path in ("log", "journal", "replay", "review"):
                assert await refused(other, f"/api/tables/{table}/{path}") == "not_yet"
            socket = await other.socket(table)
            assert await heard_until_closed(socket) == []
            assert socket.close_code == 4410
        await play_alone(anna, first)
        assert "secret" not in (await anna.get(f"/api/tables/{first}/journal")).text.partition("\n\n")[0]
        assert await refused(anna, f"/api/tables/{second}/log") == ""  # her own game is over
        assert await refused(ben, f"/api/tables/{first}/log") == "not_yet"
        assert (await told(ben, deal)).get("lines", []) == []
        assert [line["score"] for line in (await told(anna, deal))["lines"]] != []
        await play_alone(ben, second, 2)
        after = await told(zoe, deal)
        assert commitment(bytes.fromhex(after["secret"])) == before["commitment"]
        lines = after["lines"]
        people = [line for line in lines if not line.get("bot")]
        assert [line["rank"] for line in people] == [1, 2] or people[0]["difference"] == people[1]["difference"]
        assert people[0]["difference"] == -people[1]["difference"]
        rolls = [await chance_lines(host, table) for table in (first, second)]
        assert rolls[0][:3] == rolls[1][:3]  # until choices make a difference, even the order is the same
        for table in (first, second):
            journal = (await zoe.get(f"/api/tables/{table}/journal")).text
            assert f"secret {after['secret']}" in journal
            assert (await zoe.http.post("/api/verify", content=journal)).json()["ok"]


async def heard_until_closed(socket: ClientConnection) -> list[str]:
    heard: list[str] = []
    try:
        while True:
            heard.append(str(await asyncio.wait_for(socket.recv(), PATIENCE_S)))
    except ConnectionClosed:
        return heard


async def play_part(browser: Browser, table: str) -> None:
    async with browser.at(table) as player:
        assert (await player.ask("sit", seat=0, nonce=nonce(3)))["type"] == "done"
        await play_on(Random(3), player, choices=1)


async def chance_lines(host: Host, table: str) -> list[str]:
    match = (await host.live(table)).table.running()
    return [str(line) for line in match.journal.lines if line.seat == -1]


@on_sqlite_daily
async def test_nobody_sits_at_two_tables_of_a_deal(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna, host.browser("Ben") as ben:
        deal = await deal_of(anna, me(), FREE, rotated=True)
        first, second = [table["id"] for table in (await told(anna, deal))["tables"]]
        async with anna.at(second) as player:
            assert (await player.ask("sit", seat=0, nonce=nonce(1)))["code"] == "one_deal"
        async with ben.at(first) as player, anna.at(first) as opener:
            assert (await player.ask("sit", seat=1, nonce=nonce(1)))["type"] == "done"
            await level(player, opener)
            assert player.info["nonces"] == opener.info["nonces"] == [nonce()]  # what others add makes no difference


async def score_in_profile(host: Host, of: Browser, seen_by: Browser, table: str) -> bool:
    """Whether somebody reads in a profile how another did at a table."""
    guest = await host.server.people.find(of.token)
    assert guest is not None
    newest = (await seen_by.get(f"/api/people/{guest.id}")).json().get("newest", [])
    return table in [game.get("table") for game in newest]


async def vary(browser: Browser, **origin: Any) -> tuple[int, str]:
    """What comes of playing on from the third moment of a game."""
    answers = []
    for dice in ("same", "new"):
        wish = {"seats": [me(), bot()], "at": 3, "dice": dice, **origin}
        answer = await browser.http.post("/api/variations", json=wish)
        answers.append((answer.status_code, str(answer.json().get("code", ""))))
    first, second = answers
    assert first == second
    return first


@on_sqlite_daily
async def test_no_way_round_leads_to_the_dice_of_a_deal_that_others_play(store_url: str) -> None:
    async with (
        serving(store_url) as host,
        host.browser("Anna") as anna,
        host.browser("Ben") as ben,
        host.browser("Zoe") as zoe,
    ):
        deal = await deal_of(anna, me(), bot("greedy"))
        first, second = [table["id"] for table in (await told(anna, deal))["tables"]]
        await play_part(ben, second)
        await play_alone(anna, first)
        for other in (anna, ben, zoe):  # she, who has finished, cannot go on with the same dice either
            assert await vary(other, table=first) == (409, "not_now")
            assert await vary(other, table=second) == (409, "not_now")
        journal = (await anna.get(f"/api/tables/{first}/journal")).text
        same = {"seats": [me(), bot()], "at": 3, "dice": "same", "journal": journal}
        answer = await anna.http.post("/api/variations", json=same)
        assert (answer.status_code, answer.json()["code"]) == (422, "broken_journal")  # the secret is not in it
        for way in ("get", "post", "delete"):
            answer = await ben.http.request(way, f"/api/tables/{first}/review")
            assert (answer.status_code, answer.json()["code"]) == (403, "not_yet")
        assert (await ben.get(f"/api/stats/{ANY}")).json()["games"] == 0
        assert not await score_in_profile(host, anna, ben, first)
        assert not await score_in_profile(host, anna, zoe, first)
        assert await score_in_profile(host, anna, anna, first)
        await play_alone(ben, second, 2)
        assert await score_in_profile(host, anna, ben, first)
        assert (await ben.get(f"/api/stats/{ANY}")).json()["games"] == 2
        assert await vary(zoe, table=first) == (201, "")


@on_sqlite_daily
async def test_a_table_that_nobody_fills_keeps_the_secret_for_two_weeks_only(store_url: str) -> None:
    clock = HandClock()
    async with serving(store_url, clock=clock) as host, host.browser("Anna") as anna, host.browser("Ben") as ben:
        deal = await deal_of(anna, me(), bot("greedy"), copies=3)
        first, second, third = [table["id"] for table in (await told(anna, deal))["tables"]]
        await play_alone(anna, first)
        async with anna.at(second) as owner:
            assert (await owner.ask("close"))["type"] == "done"
        found = await told(ben, deal)
        assert found.get("secret", "") == ""
        assert found["closes"] == pytest.approx(clock.now() + DEAL_MS, abs=DEAL_MS // 14)
    clock.forward(DEAL_MS + MINUTE)
    async with serving(store_url, clock=clock) as host, host.browser("Zoe") as zoe:  # whether anybody looks or not
        async with asyncio.timeout(PATIENCE_S):
            while not (found := await told(zoe, deal)).get("secret"):
                await asyncio.sleep(0.01)
        assert [table["stage"] for table in found["tables"]] == ["over", "closed", "closed"]
        assert found.get("closes", 0) == 0
        assert commitment(bytes.fromhex(found["secret"])) == found["commitment"]
        async with zoe.at(third) as player:
            assert (await player.ask("sit", seat=0, nonce=nonce(1)))["code"] == "not_now"


@on_sqlite_daily
async def test_seats_are_rotated_and_wishes_checked(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        deal = await deal_of(anna, me(), bot("greedy"), bot("page"), copies=3, rotated=True)
        kinds = [[seat.get("bot", "") for seat in table["seats"]] for table in (await told(anna, deal))["tables"]]
        assert kinds == [["", "greedy", "page"], ["page", "", "greedy"], ["greedy", "page", ""]]
        for wrong in ({"copies": 9}, {"copies": 0}):
            answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [me(), bot()], **wrong})
            assert answer.status_code == 400
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [me(), me("Bo")], "copies": 2})
        assert answer.json()["code"] == "one_each"
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [FREE, FREE], "copies": 2})
        assert answer.status_code == 400
        assert (await anna.get("/api/deals/none")).status_code == 404


@on_sqlite_daily
async def test_everybody_is_compared_with_the_same_seat_elsewhere(store: Store) -> None:
    scores = {"a": [("anna", 40), ("", 30)], "b": [("ben", 30), ("", 36)], "c": [("cara", 32), ("anna", 20)]}

    def keep(c: Any) -> None:
        for number, (table, seats) in enumerate(scores.items()):
            common = {"table_id": table, "game": "tiny", "pace": "live", "seats": 2, "ended": number}
            c.execute(insert(results), {**common, "rated": False, "deal": "deal"})
            for seat, (guest, score) in enumerate(seats):
                row = {"seat": seat, "guest": guest, "bot": "" if guest else "page", "score": score, "counts": False}
                c.execute(insert(placings), {**common, **row, "place": 1 + (score < max(s for _, s in seats))})

    await store.care(keep)
    lines = await store.look_up(lambda c: compare(c, "deal", "ben"))
    found = {(line.table, line.seat): (line.field, line.difference, line.rank) for line in lines}
    # Anna has sat at two tables, so that neither of her results is compared with anybody's.
    assert found == {
        ("b", 0): (32, -2, 2),
        ("c", 0): (30, 2, 1),
        ("a", 1): (36, -6, 0),
        ("b", 1): (30, 6, 0),
    }
    assert [line.mine for line in lines if line.table == "b" and not line.bot] == [True]
