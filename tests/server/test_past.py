"""Tables that this release cannot play: a stranger's record, a game that is gone. Everything else goes on."""

from __future__ import annotations

import asyncio
import gc
import weakref
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from kronrat.core.game import Game
from kronrat.server import planning, telling, wire
from kronrat.server.bus import LocalBus
from kronrat.server.connection import Connection
from kronrat.server.driver import Driver
from kronrat.server.hub import FAILURES, Hub
from kronrat.server.live import LiveTable
from kronrat.server.lobby import Lobby
from kronrat.server.planning import Draft, plan_choice
from kronrat.server.records import Guest, Lined, Seat, TableRow, Wished
from kronrat.server.refusal import Refusal
from kronrat.server.settings import Settings
from kronrat.server.store import Store
from tests.profile import on_sqlite_daily
from tests.server.by_hand import HandClock
from tests.shelf import any_game

pytestmark = pytest.mark.anyio

GAME = any_game()
ANNA, BEN = Guest("anna", "Anna"), Guest("ben", "Ben")
GAMES = {GAME.id: GAME}
SETTINGS = Settings(bot_pause_ms=0, message_burst=10**9)


def row(table: str) -> TableRow:
    version, options = (GAME.rules_version, GAME.data_digest), GAME.settle_options({})
    return TableRow(table, GAME.id, options, "live", "consent", 0, True, "anna", bytes(range(32)), 1, 2, *version)


def seats(*others: Seat) -> list[Seat]:
    return [Seat("human", "anna", "Anna", nonce="0" * 32), *others]


BENS = Seat("human", "ben", "Ben", nonce="1" * 32)
BOT = Seat("bot", bot="random")


@asynccontextmanager
async def hub_on(store_url: str, games: Mapping[str, Game] = GAMES) -> AsyncIterator[Hub]:
    hub = Hub(Store(store_url), LocalBus(), games, SETTINGS)
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()


async def begun(hub: Hub, table: str, other: Seat = BENS, choices: int = 5) -> LiveTable:
    await hub.create(row(table), seats(other))
    live = await hub.find(table)
    assert live is not None
    while choices and live.table.match is not None:
        async with live.alone() as now:
            seat = now.deciding()[0]
            choice = now.running().state.options(seat)[0]
            choices -= await live.keep(plan_choice(now, seat, choice, 7))
    return live


async def execute(store: Store, statement: str, **given: object) -> None:
    await store._write(lambda c: c.execute(text(statement), given))


async def write_unknown(store: Store, table: str) -> int:
    """Append a record as a later release might; its version."""
    version = len(await store.records(table)) + 1
    body = '{"kind":"of_tomorrow","seat":0}'
    insert = "INSERT INTO records (table_id, version, at, body) VALUES (:table, :version, 8, :body)"
    await execute(store, insert, table=table, version=version, body=body)
    await execute(store, "UPDATE heads SET version = :version WHERE table_id = :table", table=table, version=version)
    return version


async def marked(hub: Hub) -> dict[str, bool]:
    return {line.id: line.outdated for line in (await Lobby(hub).tables(ANNA)).mine}


async def check_read_only(hub: Hub, table: str, lines: int) -> None:
    live = await hub.find(table)
    assert live is not None
    assert live.table.past is not None
    assert len(live.table.journal_for(0).lines) == lines
    with pytest.raises(Refusal, match="outdated"):
        live.table.running()
    version, anna = live.table.version, Connection(hub.office, ANNA)
    await live.handle(anna, wire.Chat("c", "hello"))
    assert live.table.version == version
    assert live.table.stage == "playing"


async def test_a_record_of_another_release_makes_its_table_read_only(store_url: str) -> None:
    async with hub_on(store_url) as hub:
        lines = len((await begun(hub, "a-strange")).table.line_versions)
        await begun(hub, "b-usual", BOT, choices=0)
    async with hub_on(store_url) as hub:
        await write_unknown(hub.store, "a-strange")
        await execute(hub.store, "UPDATE heads SET due = 0")
        await hub._sweep_once()
        assert hub.tables.keys() == {"a-strange", "b-usual"}
        await check_read_only(hub, "a-strange", lines)
        assert await marked(hub) == {"a-strange": True, "b-usual": False}


async def test_a_table_in_play_that_another_release_writes_to_is_read_only_from_then_on(store_url: str) -> None:
    async with hub_on(store_url) as hub:
        strange, usual = await begun(hub, "a-strange"), await begun(hub, "b-usual")
        lines, kept = len(strange.table.line_versions), usual.table.version
        await strange.catch_up(await write_unknown(hub.store, "a-strange"))
        await check_read_only(hub, "a-strange", lines)
        assert await marked(hub) == {"a-strange": True, "b-usual": False}
    async with hub_on(store_url) as hub:
        _, keepsake = await hub.store.kept("b-usual")
        assert keepsake is not None
        assert keepsake.version == kept


async def test_a_table_that_cannot_be_opened_or_shown_holds_nobody_up(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub_on(store_url) as hub:
        for table in ("a-broken", "b-usual"):
            await begun(hub, table, choices=1)
    opened, keepsake = LiveTable.open, telling.keepsake

    async def no_sweep(hub: Hub) -> None:
        """Only the sweep of this test is to look for tables."""

    monkeypatch.setattr(Hub, "_sweep", no_sweep)

    async def open(live: LiveTable) -> None:
        if live.id == "a-broken":
            raise ZeroDivisionError
        await opened(live)

    async with hub_on(store_url) as hub:
        with monkeypatch.context() as broken:
            broken.setattr(LiveTable, "open", open)
            await execute(hub.store, "UPDATE heads SET due = 0")
            await hub._sweep_once()
            assert hub.tables.keys() == {"b-usual"}
        await hub.find("a-broken")
        await execute(hub.store, "DELETE FROM keepsakes")
        monkeypatch.setattr(
            telling, "keepsake", lambda table: 1 // 0 if table.row.id == "a-broken" else keepsake(table)
        )
    async with hub_on(store_url) as hub:
        assert [(await hub.store.kept(table))[1] is not None for table in ("a-broken", "b-usual")] == [False, True]


# -- quarantine ------------------------------------------------------------------------------------------------------

DAMAGES = {
    "torn": '{"kind":"li',
    "a choice that was never possible": '{"kind":"line","text":"0 nonsense 7"}',
    "not a line": '{"kind":"line","text":"\\u0000"}',
    "a seat that is not there": '{"kind":"rise","seat":77}',
}


async def damage(store: Store, table: str, body: str, lines: int) -> None:
    """Let the record of the line after these be damaged."""
    kept = [r for r in await store.records(table) if isinstance(r.body, Lined)]
    change = "UPDATE records SET body = :body WHERE table_id = :table AND version = :version"
    await execute(store, change, table=table, version=kept[lines].version, body=body)


@on_sqlite_daily
@pytest.mark.parametrize("kind", DAMAGES)
async def test_a_damaged_table_is_quarantined_and_everything_else_goes_on(store_url: str, kind: str) -> None:
    async with hub_on(store_url) as hub:
        await begun(hub, "a-damaged", BOT, choices=3)
        await begun(hub, "b-usual", BOT, choices=0)
        await execute(hub.store, "DELETE FROM keepsakes")
        await damage(hub.store, "a-damaged", DAMAGES[kind], 2)
    async with hub_on(store_url) as hub:
        await execute(hub.store, "UPDATE heads SET due = 0")
        await hub._sweep_once()
        assert "b-usual" in hub.tables
        live = await hub.find("a-damaged")
        assert live is not None
        exported = len(live.table.journal_for(0).lines)
        assert exported > 2 if "possible" in kind else exported == 2  # whatever can be read
        told = telling.outdated(live.table)
        assert told is not None
        assert told.damaged
        with pytest.raises(Refusal, match="damaged"):
            live.table.running()
        lines = {line.id: (line.outdated, line.damaged) for line in (await Lobby(hub).tables(ANNA)).mine}
        assert lines == {"a-damaged": (True, True), "b-usual": (False, False)}
        assert list(await hub.store.in_trouble()) == ["a-damaged"]
    async with hub_on(store_url) as hub:  # nobody reads it again before somebody comes
        await hub._sweep_once()
        assert "a-damaged" not in hub.tables


async def test_a_table_that_can_be_read_again_is_played_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with hub_on(database) as hub:
        await begun(hub, "t")
        await hub.store.set_trouble("t", "a fault that was mended")
    async with hub_on(database) as hub:
        live = await hub.find("t")
        assert live is not None
        live.table.running()
        assert await hub.store.in_trouble() == {}


async def test_a_table_whose_row_is_damaged_is_refused_in_words(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with hub_on(database) as hub:
        await begun(hub, "t")
        await begun(hub, "u")
        await execute(hub.store, "UPDATE tables SET options = '{' WHERE id = 't'")
    async with hub_on(database) as hub:
        await execute(hub.store, "UPDATE heads SET due = 0")
        await hub._sweep_once()
        with pytest.raises(Refusal, match="damaged"):
            await hub.find("t")
        assert await hub.find("u")


async def test_a_table_that_fails_again_and_again_is_quarantined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(driver: Driver) -> None:
        if driver.live.id == "t":
            raise ZeroDivisionError
        await asyncio.Event().wait()

    clock = HandClock()
    monkeypatch.setattr(Driver, "run", fail)
    hub = Hub(Store(f"sqlite:///{tmp_path / 'tables.db'}"), LocalBus(), GAMES, SETTINGS, clock)
    await hub.open()
    live, other = await begun(hub, "t", choices=3), await begun(hub, "u")
    anna = Connection(hub.office, ANNA)
    await live.join(anna, "")
    lines = len(live.table.line_versions)
    for _ in range(2 * FAILURES):
        clock.forward(1_000)
        for _ in range(50):
            await asyncio.sleep(0.001)
    assert live.table.past is not None
    assert live.table.past.sure  # as it was before
    assert len(live.table.journal_for(0).lines) == lines
    assert '"damaged":true' in b"".join(anna.take_waiting()).decode()
    assert other.table.past is None
    await hub.close()


async def test_a_command_that_fails_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hub_on(f"sqlite:///{tmp_path / 'tables.db'}") as hub:
        live, anna = await begun(hub, "t"), Connection(hub.office, ANNA)
        monkeypatch.setattr(planning, "plan", lambda *_: 1 // 0)
        await live.handle(anna, wire.Chat("c", "hello"))
        assert '"code":"failed"' in b"".join(anna.take_waiting()).decode()


# -- memory ----------------------------------------------------------------------------------------------------------


async def test_tables_that_rest_leave_the_memory_at_once(tmp_path: Path) -> None:
    clock = HandClock()
    hub = Hub(Store(f"sqlite:///{tmp_path / 'tables.db'}"), LocalBus(), GAMES, SETTINGS, clock)
    await hub.open()
    known: list[weakref.ref[object]] = []
    gc.collect()
    gc.disable()  # only what refers to itself would need it
    try:
        for number in range(5):
            live = await begun(hub, f"t{number}", choices=number)
            anna = Connection(hub.office, ANNA)
            await live.join(anna, "")
            await live.handle(anna, wire.Chat("c", "hello"))
            live.leave(anna)
            known += [weakref.ref(thing) for thing in (live, live.ledger, live.table, live.contest)]
            del live
        clock.forward(SETTINGS.rest_ms + 1)
        await hub._sweep_once()
        await asyncio.sleep(0.01)
        assert not hub.tables
        assert [ref() for ref in known if ref() is not None] == []
    finally:
        gc.enable()
    await hub.close()


@pytest.mark.parametrize("known", [True, False])
async def test_tables_of_a_game_that_is_gone_are_marked_and_can_be_exported(store_url: str, known: bool) -> None:
    async with hub_on(store_url) as hub:
        live = await begun(hub, "a-gone", BOT, choices=0)
        async with live.alone() as table:
            journal = table.journal_for(0).text()
            hub._driving["a-gone"][1].cancel()
    async with hub_on(store_url, {}) as hub:
        if not known:
            await execute(hub.store, "UPDATE tables SET rules = NULL, data = NULL")
        await execute(hub.store, "UPDATE heads SET due = 0")
        assert await marked(hub) == {"a-gone": True}
        assert await hub.store.due(10**15, hub.versions) == []
        assert await hub.store.unfinished_of("anna", hub.versions) == 0
        await hub._sweep_once()
        found = await hub.find("a-gone")
        assert found is not None
        told = found.table.journal_for(0)
        assert told.lines == live.table.running().journal_for(0).lines
        if known:
            assert told.text() == journal
        assert await hub.join("a-gone", Connection(hub.office, ANNA), "") is None, "nothing can draw it"
    async with hub_on(store_url) as hub:
        again = await hub.find("a-gone")
        assert again is not None
        assert again.table.past is None, "with its game back it goes on"


async def test_a_keepsake_that_cannot_be_read_is_none(store_url: str) -> None:
    async with hub_on(store_url) as hub:
        lines = len((await begun(hub, "a-strange")).table.line_versions)
    async with hub_on(store_url) as hub:
        await execute(hub.store, "UPDATE keepsakes SET body = :body", body=zlib.compress(b'{"of":"tomorrow"}'))
        await execute(hub.store, "UPDATE tables SET rules = rules + 1")
        await check_read_only(hub, "a-strange", lines)


async def test_a_wish_nobody_can_answer_is_not_shown(store_url: str) -> None:
    async with hub_on(store_url) as hub:
        live = await begun(hub, "a-strange")
        async with live.alone() as table:
            await live.keep(Draft(table, 7).add(Wished(0)))
        assert live.table.undoing.wish is not None
    async with hub_on(store_url) as hub:
        await execute(hub.store, "UPDATE tables SET rules = rules + 1")
        found = await hub.find("a-strange")
        assert found is not None
        assert telling.info(found.table, found.attendance.presence()).wish is None


async def test_words_after_the_end_keep_no_views_anew(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, keepsake = list[int](), telling.keepsake

    def counted(table: object) -> object:
        kept.append(1)
        return keepsake(table)  # type: ignore[arg-type]

    async with hub_on(store_url) as hub:
        live = await begun(hub, "a-long", choices=1)
        while live.table.stage == "playing":
            async with live.alone() as now:
                seat = now.deciding()[0]
                await live.keep(plan_choice(now, seat, now.running().state.options(seat)[0], 7))
        monkeypatch.setattr(telling, "keepsake", counted)
        for number in range(5):
            await live.handle(Connection(hub.office, BEN), wire.Chat(f"c{number}", "well played"))
        assert live.table.chat_count == 5
        assert not kept
