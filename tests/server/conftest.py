"""What the tests of the server share: a real PostgreSQL, stores on both databases, and an event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kronrat.server.store import Store
from tests.server.by_hand import HandClock
from tests.server.client import steady_dice
from tests.server.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Tests marked `anyio` run in the server's own kind of loop; another may hold back what is sent for 40 ms."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of one kind after the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of an empty database of the kind that needs no server."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables have the same dice in every run."""
    steady_dice(monkeypatch)


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    store = Store(store_url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def other_store(store: Store, store_url: str) -> AsyncIterator[Store]:
    """A second process on the same database, as far as the database can tell."""
    other = Store(store_url)
    await other.open()
    yield other
    await other.close()
