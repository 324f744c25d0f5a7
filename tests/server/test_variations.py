"""Tables that go on from a moment of a finished game: what they begin with, who may see what, and that they last."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronrat.arena.record import record
from kronrat.core.bends import read_bends
from kronrat.core.flow import CLOCK
from kronrat.core.journal import Journal
from kronrat.core.replay import Replay, verify
from kronrat.core.variation import play_on as vary
from kronrat.core.variation import verify_origin
from kronrat.server import wire
from kronrat.server.variations import begin
from tests.server.client import ALL_MODULES, INVITED, Browser, Plain, bot, me, nonce, play_on, serving
from tests.shelf import any_game, game_in_real_time

pytestmark = pytest.mark.anyio
GAME = any_game()


async def finished(anna: Browser, **wishes: Any) -> str:
    table = await anna.open(me(), me(), **wishes)
    async with anna.at(table, 0) as first, anna.at(table, 1) as second:
        await play_on(Random(4), first, second)
    return table


async def journal_of(browser: Browser, table: str) -> Journal:
    return Journal.parse((await browser.get(f"/api/tables/{table}/journal")).text)


async def vary_at(browser: Browser, *seats: Plain, **wish: Any) -> str:
    answer = await browser.http.post("/api/variations", json={"seats": list(seats), "dice": "same", **wish})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def refusal(browser: Browser, *seats: Plain, **wish: Any) -> tuple[int, str]:
    answer = await browser.http.post("/api/variations", json={"seats": list(seats), "dice": "same", **wish})
    return answer.status_code, answer.json()["code"]


async def test_a_variation_lasts_and_can_be_verified(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        origin = await finished(anna)
        first = await journal_of(anna, origin)
        same = await vary_at(anna, me(), bot(), table=origin, at=40)
        fresh = await vary_at(anna, bot(), me(), table=origin, at=40, dice="new")
        token, seen = anna.token, {}
        for table, seat in ((same, 0), (fresh, 1)):
            async with anna.at(table) as player:
                assert player.info["origin"]["at"] == 40
                assert player.info["origin"]["table"] == origin
                assert player.mine == [seat]
                await play_on(Random(1), player, choices=3)
                seen[table] = player.version, player.view
    async with serving(store_url) as host, host.browser(token=token) as anna:  # after a restart
        for table in (same, fresh):
            async with anna.at(table) as player:
                if player.version == seen[table][0]:  # else bots have gone on
                    assert player.view == seen[table][1]
                await play_on(Random(2), player)
            journal = await journal_of(anna, table)
            assert verify(GAME, journal) > 0
            assert verify_origin(GAME, journal, first).place == 40
            assert journal.lines[:40] == first.lines[:40]
            told = await anna.http.post(f"/api/verify?table={table}", content=journal.text())
            assert (told.json()["ok"], told.json()["origin"]) == (True, "proved")
            told = await anna.http.post("/api/verify", content=journal.text())
            assert (told.json()["ok"], told.json()["origin"]) == (True, "named")
            replay = (await anna.get(f"/api/tables/{table}/replay")).json()
            assert replay["bends"][-1]["at"] == 40
            assert (await anna.http.post(f"/api/tables/{table}/rematch", json={"nonces": [nonce()]})).status_code == 409
        assert (await journal_of(anna, same)).header["commitment"] == first.header["commitment"]
        assert (await journal_of(anna, fresh)).header["commitment"] != first.header["commitment"]
        assert (await journal_of(anna, origin)).text() == first.text()  # nothing has changed there


async def test_the_dice_that_fell_fall_again(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        origin = await finished(anna)
        first = await journal_of(anna, origin)
        table = await vary_at(anna, me(), me("Ben"), table=origin, at=30)
        live = await host.live(table)
        assert GAME.digest(live.table.running().state) == GAME.digest(vary(GAME, first, 30).state)
        counting = [first.lines[number - 1] for number in first.counting()]
        async with anna.at(table, 0) as one, anna.at(table, 1) as two:
            players = [one, two]
            while not one.over:
                line = counting[len(live.table.running().journal.lines)]
                player = players[line.seat]
                assert (await player.play(list(line.choice)))["type"] == "done"
                for each in players:
                    await each.catch_up(player.version)
        assert [(one.seat, one.choice) for one in (await journal_of(anna, table)).lines] == [
            (one.seat, one.choice) for one in counting
        ]


async def test_two_people_by_link_and_nothing_of_the_origin_is_taken_back(tmp_path: Path) -> None:
    async with (
        serving(f"sqlite:///{tmp_path / 'tables.db'}") as host,
        host.browser("Anna") as anna,
        host.browser("Ben") as ben,
    ):
        origin = await finished(anna)
        table = await vary_at(anna, me(), INVITED, table=origin, at=30, dice="new")
        async with anna.at(table) as mine, ben.at(table) as other:
            assert mine.info["stage"] == "gathering"
            assert other.info["origin"] == {"at": 30, "dice": "new", "seat": 0, "table": origin}
            invite = mine.full["invites"]["1"]
            assert (await other.ask("sit", seat=1, nonce=nonce(1), invite=invite))["type"] == "done"
            await other.ask("look")
            await mine.ask("look")
            assert mine.info["stage"] == other.info["stage"] == "playing"
            for player in (mine, other):
                assert player.undo == ""
                refused = await player.ask("undo", seat=player.front, version=player.version)
                assert refused["code"] == "nothing_to_undo"
            asked = mine if mine.question else other
            assert asked.question is not None
            lines = len((await host.live(table)).table.running().journal.lines)
            assert (await asked.play(asked.question["options"][0]))["type"] == "done"
            assert len((await host.live(table)).table.running().journal.lines) > lines


async def test_what_was_known_to_others_alone_is_not_told_once_it_is_dealt_anew(tmp_path: Path) -> None:
    """With new dice the private news of another seat are no longer true: neither its log nor its journal has them."""
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        origin = await finished(anna, options=ALL_MODULES)
        match = (await host.live(origin)).table.running()
        place = len(match.journal.counting()) // 2
        table = await vary_at(anna, me(), me("Ben"), table=origin, at=place, dice="new")
        now = (await host.live(table)).table
        bend = now.bends[-1]
        for seat in (0, 1, None):
            hidden = now.running().hidden_from(seat)
            assert {number for number in now.running().hidden_from(0) if number <= bend.lines} <= hidden
        log = {seat: (await anna.get(f"/api/tables/{table}/log?seat={seat}")).json() for seat in (0, 1)}
        before = now.line_versions[: bend.lines]
        for mine, other in zip(log[0], log[1], strict=True):
            if mine["version"] in before:
                assert [event for event in other["events"] if event not in mine["events"]] == []


async def test_what_nobody_may_play_on_from(tmp_path: Path) -> None:
    async with (
        serving(f"sqlite:///{tmp_path / 'tables.db'}") as host,
        host.browser("Anna") as anna,
        host.browser() as stranger,
    ):
        running = await anna.open(me(), me())
        assert await refusal(anna, me(), bot(), table=running, at=1) == (409, "not_now")
        assert await refusal(anna, me(), bot(), table=running, at=1, dice="new") == (409, "not_now")
        told = (await anna.get(f"/api/tables/{running}/journal?seat=0")).text
        assert await refusal(anna, me(), bot(), journal=told, at=1, dice="new") == (422, "broken_journal")
        origin = await finished(anna)
        assert await refusal(stranger, me(), bot(), table=origin, at=1) == (401, "needs_name")
        last = len((await journal_of(anna, origin)).counting())
        for at in (-1, last, last + 1, 10**9):
            assert await refusal(anna, me(), bot(), table=origin, at=at) == (409, "no_moment")
        assert await refusal(anna, me(), bot(), bot(), table=origin, at=1) == (400, "malformed")
        assert await refusal(anna, bot(), bot(), table=origin, at=1) == (400, "malformed")
        assert await refusal(anna, me(), bot(), table="nowhere", at=1) == (404, "unknown_table")
        assert await refusal(anna, me(), bot(), at=1) == (422, "broken_journal")
        assert await refusal(anna, me(), bot(), journal="x" * 300_000, at=1) == (422, "broken_journal")
        assert await refusal(anna, me(), bot(), journal="x" * 600_000, at=1) == (413, "too_long")
        assert (await refusal(anna, me(), bot(), table=origin, at=1, dice="loaded"))[0] == 400


async def test_a_journal_of_a_file_is_played_on_from_too(tmp_path: Path) -> None:
    text = record(GAME, 2, ["random"], {}, "a file").journal.text()
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        table = await vary_at(anna, me(), bot(), journal=text, at=20)
        async with anna.at(table) as player:
            assert player.info["commitment"] == ""
            assert player.info["origin"] == {"at": 20, "dice": "same"}
            await play_on(Random(3), player)
        journal = await journal_of(anna, table)
        assert verify_origin(GAME, journal, Journal.parse(text)).place == 20
        assert verify(GAME, journal) > 0


def test_while_a_clock_ran_one_begins_where_it_began() -> None:
    game, options = game_in_real_time()
    journal = record(game, 3, ["greedy"], options, "a clock").journal
    run, running = Replay(game, journal), [False]
    while not run.finished:
        run.step()
        running.append(run.match.state.decision(CLOCK) is not None)
    began = running.index(True)
    inside = running.index(False, began) - 1
    assert inside > began
    seats = [wire.SeatWish("me"), wire.SeatWish("bot"), wire.SeatWish("bot")]
    for at, place in ((began - 1, began - 1), (began, began), (inside, began), (inside + 1, inside + 1)):
        begun = begin(game, journal, wire.NewVariation(at, "same", seats))
        assert (len(begun.lines), read_bends(begun.origin.bends)[-1].place) == (place, place)
