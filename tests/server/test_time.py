"""Time on the server: wall clocks that are set, and tables that are left alone until they are due."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from kronrat.server.bus import LocalBus
from kronrat.server.clock import Clock
from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.records import Seat, TableRow
from kronrat.server.settings import Settings
from kronrat.server.store import Store
from tests.server.by_hand import (
    MINUTE,
    SECOND,
    HandClock,
    Machine,
    a_while,
    seat_of,
    told_that,
    two_people,
    until,
    whose_turn,
)
from tests.server.client import AT_ONCE, Player, bot, level, me, serving, steady_dice
from tests.shelf import any_game

pytestmark = pytest.mark.anyio

HOUR = 3_600 * SECOND
MOVES = [-HOUR, -10 * MINUTE, 10 * MINUTE, HOUR]  # by which the clock of the machine is set
GAME = any_game()
PEOPLE = [Seat("human", "anna", "Anna", nonce="0" * 32), Seat("human", "ben", "Ben", nonce="1" * 32)]


def set_wall(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    """Set the clock of the machine forward, or back."""
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 1_000_000 * ms)


@pytest.mark.parametrize("ms", MOVES)
def test_time_goes_on_evenly_when_the_wall_clock_is_set(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    clock = Clock()
    before = clock.now()
    set_wall(monkeypatch, ms)
    assert before <= clock.now() < before + HOUR // 2


def test_time_goes_on_from_the_newest_record() -> None:
    clock = Clock()
    before = clock.now()
    clock.not_before(before - HOUR)
    assert before <= clock.now() < before + HOUR // 2
    clock.not_before(before + HOUR)
    assert before + HOUR <= clock.now() < before + 3 * HOUR // 2


async def one_round(player: Player, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Choose until bots are asked, and wait until they have answered; something happens while they take their time."""
    while player.question:
        assert (await player.play(player.question["options"][0]))["type"] == "done"
    meanwhile()
    await player.until(lambda _: player.question)


async def test_bots_go_on_when_the_wall_clock_goes_back_also_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady_dice(monkeypatch)
    settings = Settings(bot_pause_ms=100)
    async with serving(database, settings) as host, host.browser("Anna") as anna:
        table, token = await anna.open(me(), bot(), bot()), anna.token
        async with anna.at(table) as player:
            if not player.question:
                await player.until(lambda _: player.question)
            await one_round(player, lambda: set_wall(monkeypatch, -HOUR))
    async with serving(database, settings) as host, host.browser(token=token) as anna, anna.at(table) as player:
        await one_round(player)


@pytest.mark.parametrize("ms", MOVES)
@pytest.mark.parametrize(("pace", "limit"), [("live", 5 * MINUTE), ("correspondence", 24 * HOUR)])
async def test_a_turn_lasts_as_long_as_agreed_when_the_wall_clock_is_set(
    database: str, monkeypatch: pytest.MonkeyPatch, ms: int, pace: str, limit: int
) -> None:
    steady_dice(monkeypatch)
    machine, wishes = Machine(monkeypatch), dict[str, Any](pace=pace, limit_s=limit // SECOND)
    async with serving(database, AT_ONCE) as host, two_people(host, **wishes) as (anna, ben):
        clock = host.server.hub.office.clock
        asked, other = whose_turn(anna, ben)
        assert asked.deadlines == {str(asked.front): clock.now() + limit}
        machine.set_wall(ms)
        machine.forward(host, limit - 1)
        await a_while(asked)
        assert not seat_of(asked, asked.front or 0).get("held"), "a moment is left"
        assert asked.question is not None
        assert (await asked.play(asked.question["options"][0]))["type"] == "done"
        await level(anna, ben)
        asked, other = whose_turn(anna, ben)
        assert asked.deadlines == {str(asked.front): clock.now() + limit}, "all of their time again"
        machine.set_wall(-2 * ms)
        machine.forward(host, limit)
        await told_that(other, lambda: seat_of(other, asked.front or 0).get("held"))
        assert (await asked.ask("return", seat=asked.front))["type"] == "done"


def row(table: str, created: int, limit_s: int) -> TableRow:
    version, options = (GAME.rules_version, GAME.data_digest), GAME.settle_options({})
    secret = bytes(range(32))
    return TableRow(table, GAME.id, options, "live", "consent", limit_s, True, "anna", secret, created, 2, *version)


async def test_tables_with_a_limit_are_read_when_somebody_is_late(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_sweep(hub: Hub) -> None:
        """Only the sweeps of this test are to look for tables."""

    monkeypatch.setattr(Hub, "_sweep", no_sweep)
    read: list[str] = []
    opened = LiveTable.open

    async def open(live: LiveTable) -> None:
        read.append(live.id)
        await opened(live)

    monkeypatch.setattr(LiveTable, "open", open)
    clock = HandClock()
    before = Hub(Store(database), LocalBus(), {GAME.id: GAME}, Settings(), clock)
    await before.open()
    for number in range(60):
        await before.create(row(f"t{number}", clock.now(), 3_600 + 60 * number), PEOPLE)
    await before.close()
    hub = Hub(Store(database), LocalBus(), {GAME.id: GAME}, Settings(), clock)
    await hub.open()
    await hub._sweep_once()
    assert read == []
    clock.forward(HOUR + 90 * SECOND)
    await hub._sweep_once()
    assert read == ["t0", "t1"]
    clock.forward(HOUR)  # they had time to answer after the start, but did not
    await until(lambda: any(seat.held for seat in hub.tables["t0"].table.seats))
    await hub.close()


async def test_a_bot_does_not_wait_for_the_clock_of_another_process(database: str) -> None:
    """Its choice is due after the newest line as this process has heard it."""
    clock = HandClock()
    hub = Hub(Store(database), LocalBus(), {GAME.id: GAME}, Settings(), clock)
    await hub.open()
    await hub.create(row("t", clock.now(), 0), PEOPLE)
    live = await hub.find("t")
    assert live is not None
    live.table.moved = clock.now() + HOUR
    assert live.moved == clock.now()
    await hub.close()
