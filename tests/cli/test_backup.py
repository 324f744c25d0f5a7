"""`kronrat backup` while tables are played, and `kronrat restore`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kronrat.cli.backup import back_up, restore
from kronrat.cli.errors import Refused
from kronrat.cli.serve import lock
from kronrat.server.store import Store
from tests.server.tables import record, row, summary

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def tables_in(folder: Path) -> dict[str, int]:
    store = Store(str(folder / "kronrat.db"))
    await store.open()
    lines = await store.tables_of("anna")
    found = {line[0].id: len(await store.records(line[0].id)) for line in lines}
    await store.close()
    return found


async def test_a_copy_of_a_running_server_has_what_was_kept_before(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "kronrat.db"))
    await store.open()
    for table in ("a", "b"):
        await store.add_table(row(table), [record(1)], summary())
    for version in range(2, 30):
        await store.append("a", [record(version)], summary())
    writing = asyncio.create_task(_write_on(store))
    await asyncio.to_thread(back_up, tmp_path / "copy.db", None, tmp_path)
    writing.cancel()
    await store.finish_appends()
    await store.close()
    elsewhere = tmp_path / "elsewhere"
    assert restore(tmp_path / "copy.db", None, elsewhere) is None
    found = await tables_in(elsewhere)
    assert found["a"] == 29
    assert found["b"] >= 1
    now = await tables_in(tmp_path)
    before = restore(tmp_path / "copy.db", None, tmp_path)
    assert before is not None
    assert await tables_in(tmp_path) == found
    assert restore(before, None, elsewhere) is not None  # nothing was thrown away
    assert await tables_in(elsewhere) == now


async def _write_on(store: Store) -> None:
    for version in range(2, 10_000):
        await store.append("b", [record(version)], summary())


def test_what_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with pytest.raises(Refused, match="no tables"):
        back_up(copy, None, tmp_path)
    with pytest.raises(Refused, match="pg_dump"):
        back_up(copy, "postgresql://localhost/kronrat", None)
    copy.write_bytes(b"something else" * 100)
    with pytest.raises(Refused, match="not a database of Kronrat"):
        restore(copy, None, tmp_path)
    with pytest.raises(Refused, match="no file"):
        restore(tmp_path / "nothing", None, tmp_path)


async def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "kronrat.db"))
    await store.open()
    await store.close()
    back_up(tmp_path / "copy.db", None, tmp_path)
    with pytest.raises(Refused, match="exists already"):
        back_up(tmp_path / "copy.db", None, tmp_path)
    with lock(tmp_path / "kronrat.db"), pytest.raises(Refused, match="another Kronrat"):
        restore(tmp_path / "copy.db", None, tmp_path)
