"""The records of a table: a line is played once, a command is carried out once, and a lost race leaves nothing."""

from __future__ import annotations

import gc
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from kronrat.core.flow import Choice, State
from kronrat.server import wire
from kronrat.server.bus import LocalBus
from kronrat.server.connection import Connection
from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.planning import plan_choice
from kronrat.server.records import Guest, Seat, TableRow
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable
from tests.shelf import any_game

pytestmark = pytest.mark.anyio

GAME = any_game()
GUESTS = [Guest("anna", "Anna"), Guest("ben", "Ben")]


def row(table: str = "table") -> TableRow:
    return TableRow(table, GAME.id, {}, "live", "consent", 0, True, "anna", bytes(range(32)), 1, len(GUESTS))


def sitting() -> list[Seat]:
    return [Seat("human", guest.id, guest.name, nonce=f"{n:032x}") for n, guest in enumerate(GUESTS)]


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    hub = Hub(Store(str(tmp_path / "tables.db")), LocalBus(), {GAME.id: GAME}, Settings(message_burst=10**9))
    await hub.open()
    yield hub
    await hub.close()


async def begun(hub: Hub) -> LiveTable:
    await hub.create(row(), sitting())
    live = await hub.find("table")
    assert live is not None
    return live


async def play(live: LiveTable, connections: list[Connection], random: Random) -> None:
    seat = random.choice(live.table.deciding())
    choice = list(random.choice(live.table.running().state.options(seat)))
    version = live.table.version
    await live.handle(connections[seat], wire.Play(f"c{version}", version, seat, choice))
    assert live.table.version > version


def count_applies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on every answer that a state takes is counted."""
    count, apply = [0], State.apply

    def counted(state: State, seat: int, choice: Choice) -> None:
        count[0] += 1
        apply(state, seat, choice)

    monkeypatch.setattr(State, "apply", counted)
    return count


async def test_every_line_of_a_game_is_played_once(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    count, random = count_applies(monkeypatch), Random("once")
    live = await begun(hub)
    connections = [Connection(hub.office, guest) for guest in GUESTS]
    for connection in connections:
        await live.join(connection, "")
    while live.table.stage == "playing":
        await play(live, connections, random)
    lines = live.table.running().journal.lines
    assert len(lines) > 100
    assert count[0] == len(lines)
    again = LiveTable(hub.office, live.row, GAME)
    await again.open()
    assert count[0] == 2 * len(lines), "a process that reads the records plays them, too"


async def test_a_table_that_is_replaced_is_gone_at_once(hub: Hub) -> None:
    """Not when the garbage is collected, which would take longer and longer."""
    live, random = await begun(hub), Random("gone")
    connections = [Connection(hub.office, guest) for guest in GUESTS]
    for connection in connections:
        await live.join(connection, "")
    gc.disable()
    try:
        for _ in range(10):
            before = weakref.ref(live.table)
            await play(live, connections, random)
            assert before() is None
    finally:
        gc.enable()


async def test_what_lost_the_race_leaves_nothing(hub: Hub, tmp_path: Path) -> None:
    live = await begun(hub)
    other = Hub(Store(str(tmp_path / "tables.db")), LocalBus(), {GAME.id: GAME}, Settings())
    await other.open()
    rival = await other.find("table")
    assert rival is not None
    seat = live.table.deciding()[0]
    first, second = live.table.running().state.options(seat)[:2]
    async with live.alone() as table, rival.alone() as its:
        late = plan_choice(table, seat, first, 7)
        assert await rival.keep(plan_choice(its, seat, second, 7))
        assert not await live.keep(late)
    assert live.table.running().journal.text() == rival.table.running().journal.text()
    assert [line.choice for line in live.table.running().journal.lines if line.seat == seat][-1] == second
    assert GAME.digest(live.table.running().state) == GAME.digest(rival.table.running().state)
    assert live.table.summary() == rival.table.summary()
    await other.close()


async def test_a_command_that_lost_the_race_is_planned_anew(hub: Hub, tmp_path: Path) -> None:
    live = await begun(hub)
    other = Hub(Store(str(tmp_path / "tables.db")), LocalBus(), {GAME.id: GAME}, Settings())
    await other.open()
    rival = await other.find("table")
    assert rival is not None
    zoe = Connection(hub.office, Guest("zoe", "Zoe"))
    await rival.handle(zoe, wire.Chat("first", "I am first"))
    await live.handle(zoe, wire.Chat("second", "and I am second"))
    assert [said.text for said in live.table.chat] == ["I am first", "and I am second"]
    await other.close()


async def test_an_append_of_unknown_fate_is_read_before_anything_else(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await begun(hub)
    append = hub.store.append

    async def kept_without_a_word(*given: object) -> bool:
        await append(*given)  # type: ignore[arg-type]
        raise StoreUnavailable("gone")

    anna = Connection(hub.office, GUESTS[0])
    with monkeypatch.context() as patch:
        patch.setattr(hub.store, "append", kept_without_a_word)
        await live.handle(anna, wire.Chat("once", "hello"))
    assert not live.table.chat, "it is not known to be kept"
    await live.handle(anna, wire.Chat("once", "hello"))
    assert [said.text for said in live.table.chat] == ["hello"]


async def test_commands_are_known_for_ever(hub: Hub) -> None:
    live = await begun(hub)
    anna = Connection(hub.office, GUESTS[0])
    for number in range(200):
        await live.handle(anna, wire.Chat(f"c{number}", f"Word {number}"))
    again = LiveTable(hub.office, live.row, GAME)
    await again.open()
    for table in (live, again):
        assert all(table.ledger.knows(f"{GUESTS[0].id}:c{number}") for number in range(200))
        assert not table.ledger.knows(f"{GUESTS[0].id}:c200")
        assert not table.ledger.knows("ben:c1")
