"""What a host does with tables and people, and what a running server makes of it; what is not kept for ever."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from kronrat.cli.app import app
from kronrat.cli.errors import Refused
from kronrat.core.journal import Journal
from kronrat.server import care, hub
from kronrat.server.care import DAY_MS
from kronrat.server.records import Chatted, Guest, Record
from kronrat.server.store import Store
from tests.server.by_hand import until
from tests.server.client import AT_ONCE, FREE, Host, bot, me, nonce, play_on, serving
from tests.server.tables import record, row, summary

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
async def host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    monkeypatch.setattr(hub, "SWEEP_S", 0.05)
    async with serving(f"sqlite:///{folder / 'kronrat.db'}") as host:
        yield host


async def on(folder: Path, *words: str) -> str:
    """What `kronrat admin` prints, beside a server that runs in this loop."""
    arguments = ["admin", *words, "--data-dir", str(folder)]
    done = await asyncio.to_thread(CliRunner().invoke, app, arguments)
    if done.exit_code == 2:
        raise Refused(done.output)
    assert done.exit_code == 0, done.output
    return done.stdout


async def guest_of(folder: Path, name: str) -> str:
    found = json.loads(await on(folder, "people", name, "--json"))
    assert [one["name"] for one in found] == [name]
    return str(found[0]["id"])


async def test_a_table_is_listed_exported_and_closed_while_it_is_played(host: Host, folder: Path) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            await play_on(Random(1), player, choices=2)
            listed = json.loads(await on(folder, "tables", "--stage", "playing", "--json"))
            assert [(line["id"], line["people"][0]) for line in listed] == [(table, "Anna")]
            journal = Journal.parse(await on(folder, "export", table))
            assert len(journal.lines) == len((await host.live(table)).table.line_versions)
            await on(folder, "close", table)
            await player.until(lambda _: player.info.get("stage") == "closed")
        assert json.loads(await on(folder, "tables", "--stage", "playing", "--json")) == []
        with pytest.raises(Refused, match="closed already"):
            await on(folder, "close", table)


async def test_a_host_puts_a_table_into_quarantine_and_lets_it_go_on(host: Host, folder: Path) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            await on(folder, "quarantine", table, "--reason", "a quarrel")
            await player.until(lambda _: (player.info.get("outdated") or {}).get("damaged"))
            assert (await player.ask("chat", text="hello"))["code"] == "damaged"
        async with anna.at(table) as player:  # whoever comes later finds it so, too
            assert player.info["outdated"]["damaged"]
            assert "a quarrel" in await on(folder, "tables", "--in-trouble", "--json")
            await on(folder, "quarantine", table, "--lift")
            with pytest.raises(ConnectionClosed):
                await player.until(lambda _: False)
        async with anna.at(table) as player:
            assert player.info.get("outdated") is None
            await play_on(Random(1), player, choices=1)


async def test_who_is_banned_is_cut_off_and_known_no_more(host: Host, folder: Path) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        guest = await guest_of(folder, "Anna")
        async with anna.at(table) as player:
            await on(folder, "ban", guest)
            with pytest.raises(ConnectionClosed):
                await player.until(lambda _: False)
        host.server.people._known.clear()  # what another process would know for a minute
        assert (await anna.get("/api/me")).json() == {}
        await on(folder, "ban", guest, "--lift")
        assert (await anna.get("/api/me")).json() == {"name": "Anna"}


async def test_a_person_is_exported_and_forgotten(host: Host, folder: Path) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE)
        async with anna.at(table) as a, ben.at(table) as b:
            await b.ask("sit", seat=1, nonce=nonce(1))
            await a.until(lambda _: a.view is not None)
            await play_on(Random(3), a, b, choices=4)
            await b.ask("chat", text="my secret")
        guest = await guest_of(folder, "Ben")
        person = json.loads(await on(folder, "person", guest))
        assert (person["name"], person["sat_at"], person["said"][0]["text"]) == ("Ben", [table], "my secret")
        before = (await host.live(table)).table
        await until(lambda: not host.server.connections.total())
        await on(folder, "forget", guest)
    store = Store(str(folder / "kronrat.db"))
    await store.open()
    kept = await store.records(table)
    lines = await store.tables_of(guest)
    told = await store.look_up(lambda c: care.list_tables(c))
    await store.close()
    assert lines == []
    said = repr(kept)
    assert "Ben" not in said
    assert guest not in said
    assert "my secret" not in said
    assert told[0].people == ["Anna", care.NOBODY]
    assert [one.version for one in kept] == list(range(1, before.version + 1))  # and the game can be followed
    assert len(Journal.parse(await on(folder, "export", table)).lines) == len(before.line_versions)
    with pytest.raises(Refused, match="there is no person"):
        await on(folder, "forget", guest)


async def test_what_is_old_is_deleted_and_nothing_else(folder: Path) -> None:
    settings = replace(AT_ONCE, keep_finished_days=30, keep_unfinished_days=365, keep_chat_days=90, keep_guests_days=60)
    async with serving(f"sqlite:///{folder / 'kronrat.db'}", settings) as host:
        store, now = host.server.hub.store, host.server.hub.office.clock.now()
        for id, stage, days in (
            ("old-over", "over", 31),
            ("new-over", "over", 29),
            ("old-closed", "closed", 31),
            ("playing", "playing", 100),
            ("given-up", "playing", 400),
        ):
            at = now - days * DAY_MS
            said = Record(1, at, Chatted("Anna", "hello", 0, "anna"))
            await store.add_table(row(id, created=at), [said], summary(stage))  # type: ignore[arg-type]
        for name, days in (("anna", 100), ("late", 10), ("old", 61)):
            await store.add_guest(Guest(name, name), name, now - days * DAY_MS)
        await host.server.hub.delete_old()
        found = await store.look_up(care.list_tables)
        assert {line.id for line in found} == {"new-over", "playing"}
        said = {id: (await store.records(id))[0].body for id in ("new-over", "playing")}  # type: ignore[assignment]
        assert said == {"new-over": Chatted("Anna", "hello", 0, "anna"), "playing": Chatted("", "")}  # type: ignore[comparison-overlap]
        people = await store.look_up(care.list_people)
        assert {person.id for person in people} == {"anna", "late"}  # anna sits at a table
        await host.server.hub.delete_old()  # once more, with nothing to do
        assert len(await store.look_up(care.list_tables)) == 2


async def test_nothing_is_deleted_unless_somebody_wants_it(folder: Path) -> None:
    async with serving(f"sqlite:///{folder / 'kronrat.db'}") as host:
        store = host.server.hub.store
        await store.add_table(row("old", created=1), [record(1)], summary("over"))
        await store.add_guest(Guest("old", "old"), "old", 1)
        await host.server.hub.delete_old()
        assert len(await store.look_up(care.list_tables)) == 1
        assert len(await store.look_up(partial(care.list_people, name="old"))) == 1
