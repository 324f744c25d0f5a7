"""What one process publishes, the others hear, even after the connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import psycopg
import pytest

from kronrat.server.bus import LocalBus, PostgresBus, Presence, bus_for

pytestmark = pytest.mark.anyio


@dataclass
class Ear:
    """Remembers what it heard from a bus."""

    versions: list[tuple[str, int]] = field(default_factory=list)
    presences: list[Presence] = field(default_factory=list)
    resyncs: int = 0

    def hang_on(self, bus: PostgresBus) -> None:
        bus.listen(lambda *notice: self.versions.append(notice), self.presences.append, self.resync)

    def resync(self) -> None:
        self.resyncs += 1


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.fixture
async def here(postgres_url: str) -> AsyncIterator[PostgresBus]:
    bus = PostgresBus(postgres_url)
    await bus.open()
    yield bus
    await bus.close()


@pytest.fixture
async def there(postgres_url: str) -> AsyncIterator[PostgresBus]:
    bus = PostgresBus(postgres_url)
    await bus.open()
    yield bus
    await bus.close()


async def test_the_others_hear_what_is_published_and_the_publisher_does_not(
    here: PostgresBus, there: PostgresBus
) -> None:
    mine, theirs = Ear(), Ear()
    mine.hang_on(here)
    theirs.hang_on(there)
    here.publish("table", 7)
    there.publish("another", 1)
    await until(lambda: bool(mine.versions and theirs.versions))
    assert (mine.versions, theirs.versions) == ([("another", 1)], [("table", 7)])


async def test_presence_travels_with_its_process(here: PostgresBus, there: PostgresBus) -> None:
    ear = Ear()
    ear.hang_on(there)
    here.publish_presence("process", "table", [0, 2], watchers=3)
    await until(lambda: bool(ear.presences))
    assert ear.presences == [Presence("process", "table", [0, 2], 3)]


async def test_of_a_burst_about_one_table_the_newest_version_arrives(here: PostgresBus, there: PostgresBus) -> None:
    ear = Ear()
    ear.hang_on(there)
    for version in range(1, 501):
        here.publish("table", version)
    await until(lambda: ear.versions[-1:] == [("table", 500)])
    assert len(ear.versions) < 10


async def test_a_lost_connection_is_made_anew_and_missed_notices_are_admitted(
    here: PostgresBus, there: PostgresBus, postgres_url: str
) -> None:
    ear = Ear()
    ear.hang_on(there)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'kronrat bus' AND datname = current_database()"
        )
    here.publish("table", 1)  # published while nobody is connected
    await until(lambda: ear.resyncs == 1)
    here.publish("table", 2)
    await until(lambda: ear.versions[-1:] == [("table", 2)])
    assert ear.resyncs == 1


async def test_strange_notices_and_failing_listeners_do_no_harm(
    here: PostgresBus, there: PostgresBus, postgres_url: str
) -> None:
    ear = Ear()

    def fail(table: str, version: int) -> None:
        if version == 1:
            raise RuntimeError(table)

    there.listen(fail)
    ear.hang_on(there)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("SELECT pg_notify('kronrat', 'what is this')")
    here.publish("broken", 1)
    here.publish("table", 2)
    await until(lambda: ear.versions[-1:] == [("table", 2)])


async def test_what_is_said_just_before_closing_is_still_heard(there: PostgresBus, postgres_url: str) -> None:
    ear = Ear()
    ear.hang_on(there)
    leaving = PostgresBus(postgres_url)
    await leaving.open()
    leaving.publish("table", 9)
    await leaving.close()
    await until(lambda: ear.versions == [("table", 9)])


async def test_a_notice_that_is_too_long_is_refused_at_once(here: PostgresBus) -> None:
    with pytest.raises(ValueError, match="too long"):
        here.publish_presence("process", "table" * 2_000, [])


async def test_an_address_that_leads_nowhere_is_told_at_once(postgres_url: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        await PostgresBus(postgres_url + "_missing").open()


async def test_a_file_needs_no_bus_between_processes(tmp_path: object) -> None:
    bus = bus_for(f"sqlite:///{tmp_path}/tables.db")
    assert isinstance(bus, LocalBus)
    ear = Ear()
    bus.listen(lambda *notice: ear.versions.append(notice), ear.presences.append, ear.resync)
    await bus.open()
    bus.publish("table", 1)
    bus.publish_presence("process", "table", [0])
    await bus.close()
    assert ear == Ear()
