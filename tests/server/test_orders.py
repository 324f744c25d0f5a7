"""Orders: what is answered for a player who waits; checked by the rules, played once, and known to nobody else."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.match import Match
from kronrat.server import care, foresight, wire
from kronrat.server.foresight import foresee
from kronrat.server.live import LiveTable
from kronrat.server.orders import chosen, given_up, order_for, without
from kronrat.server.planning import plan_choice
from kronrat.server.records import Guest, Sheet
from kronrat.server.store import Store
from tests.profile import amount
from tests.server.by_hand import HandClock, a_while, table_id, two_people, until, whose_turn
from tests.server.client import ALL_MODULES, AT_ONCE, Browser, Host, Player, level, serving, steady_dice
from tests.server.tables import record, row, summary
from tests.shelf import any_game

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

Plain = dict[str, Any]
NEVER: list[str | int] = ["never", 99]  # no rules have this choice


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "WORLDS", 4)


@asynccontextmanager
async def a_game(database: str) -> AsyncIterator[tuple[Host, Player, Player]]:
    """The player who waits comes first."""
    async with (
        serving(database, AT_ONCE, HandClock()) as host,
        two_people(host, pace="correspondence", limit_s=86_400) as players,
    ):
        asked, waiting = whose_turn(*players)
        yield host, waiting, asked


def path(player: Player) -> str:
    return f"/api/tables/{table_id(player)}/orders?seat={player.front}"


async def ordered(player: Player) -> Plain:
    answer = await player.browser.get(path(player))
    assert answer.status_code == 200, answer.text
    found: Plain = answer.json()
    return found


async def put(browser: Browser, where: str, version: int, *orders: Plain) -> tuple[int, Plain]:
    answer = await browser.http.put(where, json={"version": version, "orders": list(orders)})
    return answer.status_code, answer.json()


async def order(player: Player, *orders: Plain) -> Plain:
    status, told = await put(player.browser, path(player), (await ordered(player))["version"], *orders)
    assert status == 200, told
    return told


async def my_turn(waiting: Player, asked: Player) -> None:
    """The one who is asked plays until it is not their turn."""
    while asked.question:
        assert (await asked.play(asked.question["options"][0]))["type"] == "done"
    await level(waiting, asked)


def likely(told: Plain) -> tuple[str, list[list[str | int]]]:
    """What will be asked next, and what may be possible then."""
    question = told["expected"][0]["question"]
    return question["kind"], question["options"]


async def nothing_waits(live: LiveTable) -> None:
    await until(lambda: not live.orders.waiting())


async def lines_of(host: Host, player: Player) -> list[str]:
    live = await host.live(table_id(player))
    return [str(line) for line in live.table.running().journal.lines if line.seat == player.front]


# -- what a sheet says -----------------------------------------------------------------------------------------------


def sheet(*orders: wire.Order) -> Sheet:
    return Sheet("t", 0, "anna", list(orders))


A, B, C = ("a",), ("b", 1), ("c",)


def test_the_first_choice_that_is_possible_is_played() -> None:
    order = wire.Order("build", [["a"], ["b", 1]])
    assert chosen(order, [C, B, A]) == A
    assert chosen(order, [C, B]) == B
    assert chosen(order, [C]) is None


def test_an_order_for_this_time_comes_before_one_for_always() -> None:
    always, once = wire.Order("build", [["a"]], always=True, id="1"), wire.Order("build", [["c"]], id="2")
    found = sheet(always, once)
    assert order_for(found, "build") is once
    assert order_for(without(found, once), "build") is always
    assert without(found, always) == found
    assert order_for(found, "other") is None


def test_when_nothing_is_possible_what_counted_on_it_is_given_up_too() -> None:
    always, once = wire.Order("build", [["a"]], always=True, id="1"), wire.Order("build", [["c"]], id="2")
    left = given_up(sheet(once, always, wire.Order("other", [["a"]], id="3")), once)
    assert (left.orders, left.dropped) == ([always], ["build"])


# -- at a table ------------------------------------------------------------------------------------------------------


async def test_an_order_is_carried_out_when_its_question_comes(database: str) -> None:
    async with a_game(database) as (host, waiting, asked):
        kind, options = likely(await ordered(waiting))
        told = await order(waiting, {"kind": kind, "choices": [NEVER, *options[:11]]})
        assert told["orders"][0]["choices"][0] == NEVER
        assert told["outcomes"][0]["percents"][0] == 0, "the rules know no such choice"
        assert 0 < sum(told["outcomes"][0]["percents"]) + told["outcomes"][0]["asked"] <= 101
        assert (await waiting.browser.get("/api/turns")).json()["turns"][0]["orders"] == 1
        before = await lines_of(host, waiting)
        await my_turn(waiting, asked)
        live = await host.live(table_id(waiting))
        await until(lambda: live.orders.waiting() == [] and live.table.version > waiting.version)
        played = (await lines_of(host, waiting))[len(before) :]
        assert len(played) == 1
        assert played[0].partition(f" {waiting.front} ")[2] in [" ".join(map(str, one)) for one in options[:11]]
        assert not live.table.lines_by_bots(), "it was the player's own choice"
        assert (await live.office.store.sheet(live.id, waiting.front or 0)).orders == []  # type: ignore[union-attr]


async def test_an_order_that_is_not_possible_is_dropped_and_its_player_told(database: str) -> None:
    async with a_game(database) as (host, waiting, asked):
        kind, _ = likely(await ordered(waiting))
        await order(waiting, {"kind": kind, "choices": [NEVER]}, {"kind": "later", "choices": [NEVER]})
        before = await lines_of(host, waiting)
        await my_turn(waiting, asked)
        live = await host.live(table_id(waiting))
        await until(lambda: live.orders.waiting() == [])
        await a_while(waiting)
        assert await lines_of(host, waiting) == before
        assert waiting.question, "the game waits"
        assert (await waiting.browser.get("/api/turns")).json()["turns"][0]["dropped"]
        told = await ordered(waiting)
        assert (told["orders"], told["dropped"], told["asked"]) == ([], [kind], True)
        await order(waiting)
        assert "dropped" not in await ordered(waiting)


async def test_an_order_for_always_stays(database: str) -> None:
    async with a_game(database) as (host, waiting, asked):
        kind, options = likely(await ordered(waiting))
        await order(waiting, {"kind": kind, "choices": options[:12], "always": True})
        live, seen = await host.live(table_id(waiting)), 0
        for _ in range(6):
            await my_turn(waiting, asked)
            await until(lambda: not live.orders.waiting() and (live.table.deciding() or live.table.stage == "over"))
            await waiting.catch_up(live.table.version)
            await asked.catch_up(live.table.version)
            seen = max(seen, host.server.hub.office.counts["orders"])
            if waiting.question:
                await waiting.play(waiting.question["options"][0])
                await level(waiting, asked)
        assert seen > 1
        assert (await ordered(waiting))["orders"][0]["always"]


async def test_who_is_asked_answers_instead_of_ordering(database: str) -> None:
    async with a_game(database) as (_, waiting, asked):
        once = {"kind": "anything", "choices": [NEVER]}
        told = await ordered(asked)
        assert told["asked"]
        assert told["expected"] == []
        assert (await put(asked.browser, path(asked), told["version"], once))[0] == 409
        assert (await put(asked.browser, path(asked), told["version"], {**once, "always": True}))[0] == 200
        await order(waiting, once)


async def test_two_devices_do_not_overwrite_each_other(database: str) -> None:
    async with a_game(database) as (_, waiting, _asked):
        version = (await ordered(waiting))["version"]
        once = {"kind": "anything", "choices": [NEVER]}
        assert (await put(waiting.browser, path(waiting), version, once))[0] == 200
        assert await put(waiting.browser, path(waiting), version) == (409, {"code": "stale"})
        assert len((await ordered(waiting))["orders"]) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "no identifier", "choices": [["a"]]},
        {"kind": "build", "choices": []},
        {"kind": "build", "choices": [[]]},
        {"kind": "build", "choices": [["a"]] * 13},
        {"kind": "build", "choices": [["a"] * 41]},
        {"kind": "build", "choices": [["a"]], "else": "b"},
        {"kind": "build", "choices": [[{"a": 1}]]},
    ],
)
async def test_orders_that_are_refused(database: str, wrong: Plain) -> None:
    async with a_game(database) as (_, waiting, _asked):
        assert (await put(waiting.browser, path(waiting), 0, wrong))[0] == 400


async def test_orders_survive_the_server(database: str) -> None:
    """One that is due when the server starts is carried out, though nobody looks at the table."""
    async with a_game(database) as (host, waiting, asked):
        kind, options = likely(await ordered(waiting))
        await order(waiting, {"kind": kind, "choices": options[:12]})
        table, seat = table_id(waiting), waiting.front or 0
        host.server.hub._driving[table][1].cancel()  # it ends before the order is looked at
        await my_turn(waiting, asked)
        lines = await lines_of(host, waiting)
    async with serving(database, AT_ONCE, HandClock()) as host:
        await until(lambda: table in host.server.hub.tables)
        live = host.server.hub.tables[table]
        await until(lambda: len([1 for line in live.table.running().journal.lines if line.seat == seat]) > len(lines))
        await nothing_waits(live)
        assert host.server.hub.office.counts["orders"] == 1


async def test_an_order_that_was_played_but_not_noted_is_not_played_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_game(database) as (host, waiting, asked):
        kind, options = likely(await ordered(waiting))
        await order(waiting, {"kind": kind, "choices": options[:12]})
        table, seat = table_id(waiting), waiting.front or 0

        async def killed(*_: object) -> bool:
            raise RuntimeError("the server is killed here")

        monkeypatch.setattr(Store, "keep_sheet", killed)
        live = await host.live(table)
        before = len(await lines_of(host, waiting))
        await my_turn(waiting, asked)
        await until(lambda: len([1 for one in live.table.running().journal.lines if one.seat == seat]) > before)
        monkeypatch.undo()
        steady_dice(monkeypatch)
        played = len(await lines_of(host, waiting))
    async with serving(database, AT_ONCE, HandClock()) as host:
        live = await host.live(table)
        while seat not in live.table.deciding():
            async with live.alone() as now:
                mover = now.deciding()[0]
                await live.keep(plan_choice(now, mover, now.running().state.options(mover)[0], 0))
        await nothing_waits(live)
        assert len([1 for line in live.table.running().journal.lines if line.seat == seat]) == played
        kept = await live.office.store.sheet(table, seat)
        assert kept is not None
        assert kept.orders == []


async def test_orders_on_both_databases(store: Store) -> None:
    """They are kept with a version, found by person, and go with their table or their person."""
    guest = Guest("anna", "Anna")
    await store.add_guest(guest, "hash", 1)
    for id in ("a", "b"):
        await store.add_table(row(id), [record(1)], summary(guests=["anna"]))
        assert await store.keep_sheet(Sheet(id, 0, "anna", [wire.Order("kind", [["a", 1]], id="1")]))
    assert await store.ordered() == ["a", "b"]
    await store.look("a", 0, 1)
    assert await store.ordered() == ["b"]
    kept = await store.sheet("a", 0)
    assert kept == Sheet("a", 0, "anna", [wire.Order("kind", [["a", 1]], id="1")], [], 1, 1)
    assert await store.keep_sheet(without(kept, kept.orders[0]))
    assert not await store.keep_sheet(without(kept, kept.orders[0])), "somebody was quicker"
    assert not await store.keep_sheet(Sheet("a", 0, "anna"))
    assert await store.keep_sheet(Sheet("a", 0, "ben")), "somebody else sits there now"
    assert [one.table for one in await store.sheets_of("anna")] == ["b"]
    await store._write(lambda c: care.delete_tables(c, ["a"]))
    assert await store.sheets_of("ben") == []
    await store._write(lambda c: care.forget_person(c, "anna", 1))
    assert await store.sheets_of("anna") == []


# -- nobody else -----------------------------------------------------------------------------------------------------


async def test_only_its_player_sees_an_order(database: str) -> None:
    async with a_game(database) as (host, waiting, asked), host.browser("Zoe") as zoe:
        for browser in (asked.browser, zoe):
            assert (await browser.get(path(waiting))).status_code == 403
            assert (await put(browser, path(waiting), 0, {"kind": "a", "choices": [NEVER], "always": True}))[0] == 403
        assert (await waiting.browser.get(path(asked))).status_code == 403


async def test_nobody_is_told_anything_of_an_order(database: str) -> None:
    """The table has no new version, nobody gets a message, and no list or log has changed."""
    async with a_game(database) as (host, waiting, asked), host.browser("Zoe") as zoe:
        kind, options = likely(await ordered(waiting))
        table = table_id(waiting)
        paths = ["/api/tables", "/api/turns", f"/api/tables/{table}/log", f"/api/tables/{table}/journal"]
        before = [(await browser.get(one)).text for browser in (asked.browser, zoe) for one in paths]
        await asked.ask("look")
        version, heard = (await host.live(table)).table.version, len(asked.heard)
        await order(waiting, {"kind": kind, "choices": [["secret-order"], *options[:10]]})
        await order(waiting, {"kind": kind, "choices": [["secret-order"], *options[:10]], "always": True})
        assert (await host.live(table)).table.version == version
        assert before == [(await browser.get(one)).text for browser in (asked.browser, zoe) for one in paths]
        await asked.ask("look")
        assert len(asked.heard) == heard + 1, "nothing but the answer came"
        await my_turn(waiting, asked)
        live = await host.live(table)
        await nothing_waits(live)
        await asked.catch_up(live.table.version)
        assert "secret-order" not in "".join(asked.heard)
        assert "secret-order" not in (await asked.browser.get(f"/api/tables/{table}/journal")).text


async def test_an_order_is_told_as_the_same_choice_by_hand(tmp_path: Path) -> None:
    """What others hear is the same, whether a choice was ordered or made."""
    told: list[list[Plain]] = []
    for by_order in (True, False):
        async with a_game(f"sqlite:///{tmp_path / str(by_order)}.db") as (host, waiting, asked):
            live = await host.live(table_id(waiting))
            kind, options = likely(await ordered(waiting))
            if by_order:
                await order(waiting, {"kind": kind, "choices": options})
            start = len(asked.heard)
            await my_turn(waiting, asked)
            if by_order:
                await nothing_waits(live)
            else:
                state = live.table.running().state
                possible = [list(one) for one in state.options(waiting.front or 0)]
                await waiting.play(next(one for one in options if one in possible))
            await asked.catch_up(live.table.version)
            heard = [json.loads(text) for text in asked.heard[start:]]
            told.append([{**one, "table": 0} for one in heard if one["type"] == "delta"])
    assert told[0] == told[1]


def test_what_is_foreseen_does_not_depend_on_what_is_hidden() -> None:
    """Two worlds that a seat cannot tell apart have the same future, as far as it is imagined."""
    game, dice = any_game(), Dice(seed_of_text("foresight"))
    match = Match(game, 3, ALL_MODULES, seed_of_text("foresight"))
    compared = 0
    for _ in range(amount(60, 400)):
        if match.over:
            break
        state = match.state
        seat = state.deciding()[0]
        other = (seat + 1) % 3
        if other not in state.deciding() and compared < amount(3, 20):
            hidden = game.redeal(state, other, dice)
            found = [foresee(game, world, other, sheet(), Dice(seed_of_text("same"))) for world in (state, hidden)]
            fewest = min(one.worlds for one in found)
            compared += game.digest(state) != game.digest(hidden)
            if found[0].worlds == found[1].worlds == fewest:
                assert found[0].expected == found[1].expected
        match.play(seat, state.options(seat)[0])
    assert compared
