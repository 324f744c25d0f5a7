"""The server is killed while orders, clocks, times away and notices are due: no turn is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect

from kronrat.core.journal import parse_line
from kronrat.server.notices.owed import Item
from kronrat.server.records import Held, Lined, Record, Returned
from kronrat.server.schema import notices
from kronrat.server.store import Store
from kronrat.server.table import Table
from tests.evidence.figures import write_down
from tests.profile import amount, on_sqlite_daily
from tests.server.player import LOST
from tests.server.process import ServerProcess
from tests.server.receivers import Receiver, Request, receiving
from tests.shelf import ANY, any_game

pytestmark = pytest.mark.anyio

Plain = dict[str, Any]
TABLES = 3
LIMIT_S = 1
PATIENCE_S = 600.0  # for a machine that is busy
GONE = (*LOST, httpx.HTTPError)
QUICK_NOTICES = {"KRONRAT_NOTICE_DELAY_S": "0.1", "KRONRAT_NOTICE_LOOK_S": "0.05", "KRONRAT_NOTICE_PRIVATE": "yes"}


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


class Person:
    """Somebody who looks in now and then, answers or lets time run out, leaves orders, and is away for a moment."""

    def __init__(self, name: str, server: ServerProcess, dice: random.Random) -> None:
        self.name = name
        self.server = server
        self.dice = dice
        self.token = ""
        self.ordered: dict[str, list[list[Any]]] = {}  # order -> its choices
        self.answers = 0
        self.absences = 0

    def http(self) -> httpx.AsyncClient:
        here = self.server.address
        cookies = {"kronrat": self.token} if self.token else {}
        return httpx.AsyncClient(base_url=here, headers={"origin": here}, cookies=cookies, timeout=20)

    async def arrive(self) -> None:
        async with self.http() as http:
            self.token = (await http.post("/api/me", json={"name": self.name})).cookies["kronrat"]

    async def be_told(self, receiver: Receiver) -> None:
        """From now on be told everything, at an address of one's own."""
        async with self.http() as http:
            wish = {"hook": ["turn", "time", "game", "dropped"], "bundle": False}
            (await http.put("/api/me/notices", json=wish)).raise_for_status()
            address = {"address": f"{receiver.url}/{self.name}", "form": "json"}
            (await http.put("/api/me/notices/hook", json=address)).raise_for_status()

    async def live(self) -> None:
        """Go on until cancelled, whether the server is there or not."""
        while True:
            with suppress(*GONE):
                async with self.http() as http:
                    for turn in (await http.get("/api/turns")).raise_for_status().json()["turns"]:
                        await self.look_after(http, turn)
                    if self.dice.random() < 0.1:
                        until = time.time_ns() // 1_000_000 + 600
                        answer = await http.put("/api/me/absence", json={"until": until, "bot": "greedy"})
                        self.absences += answer.status_code == 200
            await asyncio.sleep(self.dice.uniform(0.01, 0.1))

    async def look_after(self, http: httpx.AsyncClient, turn: Plain) -> None:
        table, seat = turn["table"], turn["table"]["mine"][0]
        if table["seats"][seat].get("held") and self.dice.random() < 0.5:
            await self.say(table["id"], seat, "return")
        elif table["my_turn"] and self.dice.random() < 0.6:
            await self.say(table["id"], seat, "play")
        elif not table["my_turn"] and self.dice.random() < 0.7:
            await self.order(http, f"/api/tables/{table['id']}/orders?seat={seat}")

    async def say(self, table: str, seat: int, command: str) -> None:
        here = self.server.address
        headers = {"origin": here, "cookie": f"kronrat={self.token}"}
        async with (
            asyncio.timeout(20),
            connect(f"{here.replace('http', 'ws')}/ws/{table}?seat={seat}", additional_headers=headers) as socket,
        ):
            full = msgspec.json.decode(await socket.recv())
            message: Plain = {"type": command, "id": secrets.token_hex(8), "seat": seat}
            if command == "play":
                if not full.get("question"):
                    return
                message |= {"version": full["version"], "choice": self.dice.choice(full["question"]["options"])}
            await socket.send(msgspec.json.encode(message).decode())
            async for text in socket:
                answer = msgspec.json.decode(text)
                if answer.get("id") == message["id"]:
                    self.answers += answer["type"] == "done"
                    return

    async def order(self, http: httpx.AsyncClient, where: str) -> None:
        answer = await http.get(where)
        told = answer.json()
        if answer.status_code != 200 or told["orders"] or not told["expected"]:
            return
        orders = []
        for one in told["expected"][:2]:
            options = one["question"]["options"]
            picked = self.dice.sample(options, min(3, len(options)))
            orders.append({"kind": one["question"]["kind"], "choices": [["never"], *picked]})
        answer = await http.put(where, json={"version": told["version"], "orders": orders})
        if answer.status_code == 200:
            for order in answer.json()["orders"]:
                self.ordered[order["id"]] = order["choices"]


def check(table: Table, records: list[Record], ordered: dict[str, list[list[Any]]]) -> tuple[int, int]:
    """Follow a table, and look at every order that was played: how many, and how often a bot sat down for somebody."""
    played: set[str] = set()
    holds = 0
    for record in records:
        _, _, order = record.command.partition(":order ")
        if order:
            assert isinstance(record.body, Lined)
            assert order not in played, "an order was played twice"
            played.add(order)
            line = parse_line(record.body.text)
            options = table.running().state.options(line.seat)
            if order in ordered:  # else its player has not heard that it was kept
                possible = [tuple(choice) for choice in ordered[order] if tuple(choice) in options]
                assert line.choice == possible[0], "an order was played against its condition"
        if isinstance(record.body, Held):
            assert not table.seats[record.body.seat].held, "two bots for one seat"
            holds += 1
        if isinstance(record.body, Returned):
            assert table.seats[record.body.seat].held, "a seat was given back that was not held"
        table.apply(record)
    return len(played), holds


def check_notices(got: list[Request], told: list[Any]) -> tuple[Counter[str], int]:
    """Nothing was told twice, or without a row kept first; how many notices are in each state, and have arrived."""
    arrived = Counter([(request.path, id) for request in got for id in request.headers["kronrat-notice"].split(",")])
    assert [id for id, times in arrived.items() if times > 1] == [], "a notice was told twice"
    ids = Counter([Item(row.event, row.table_id, "", row.mark, 0).id for row in told if row.channel])
    assert {id for _, id in arrived} <= ids.keys()
    return Counter([row.state for row in told]), len(arrived)


@on_sqlite_daily
async def test_a_killed_server_keeps_orders_clocks_absences_and_notices(
    store_url: str, tmp_path: Path, receiver: Receiver
) -> None:
    dice = random.Random(f"killed by correspondence {store_url[:6]}")
    kills = amount(2, 100)
    receiver.pause = lambda: dice.uniform(0, 0.2)  # so that many a kill comes between sending and settling
    async with ServerProcess(store_url, tmp_path / "output", environment=QUICK_NOTICES) as server:
        people = [Person(name, server, dice) for name in ("Anna", "Ben")]
        for person in people:
            await person.arrive()
            await person.be_told(receiver)
        tables = await open_tables(people)
        living = [asyncio.create_task(person.live()) for person in people]
        try:
            for _ in range(kills):
                await asyncio.sleep(dice.uniform(0.3, 1.5))
                server.kill()
                await server.start()
            await moves_on(store_url, tables)
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
    ordered = people[0].ordered | people[1].ordered
    store = Store(store_url)
    await store.open()
    played = holds = records = 0
    for id in tables:
        row, kept = await store.table(id), await store.records(id)
        assert row is not None
        some, more = check(Table(row, any_game()), kept, ordered)
        played, holds, records = played + some, holds + more, records + len(kept)
    states, arrived = check_notices(receiver.got, await store.look_up(lambda c: list(c.execute(select(notices)).all())))
    await store.close()
    assert played or kills < 10
    assert holds or kills < 10
    assert states["sent"]
    database = store_url.partition(":")[0]
    write_down(
        f"9-server-correspondence-kills-{database}",
        f"A server is killed while orders, clocks and times away are due ({database})",
        {
            "kills": kills,
            "processor time until the restarted server answered, at most, without loading its modules": (
                f"{server.starting_s:.1f} s"
            ),
            "records": records,
            "answers of people acknowledged": sum(person.answers for person in people),
            "orders given": len(ordered),
            "orders played": played,
            "of these twice, or against their condition": 0,
            "times away": sum(person.absences for person in people),
            "times a bot sat down for somebody": holds,
            "tables that do not go on": 0,
            "notices that were sent": states["sent"],
            "of these twice": 0,
            "notices claimed when the server was killed, and not sent again": states["sending"] + states["unsure"],
            "of these arrived": arrived - states["sent"],
            "notices not needed, because their reader was at the table": states["seen"],
        },
    )


async def open_tables(people: list[Person]) -> list[str]:
    found: list[str] = []
    first, second = people
    async with first.http() as http:
        for _ in range(TABLES):
            seats = [{"kind": "me", "nonce": "0" * 32}, {"kind": "open"}]
            wish = {"game": ANY, "seats": seats, "pace": "correspondence", "limit_s": LIMIT_S}
            found.append((await http.post("/api/tables", json=wish)).raise_for_status().json()["table"])
    for table in found:
        here = first.server.address
        headers = {"origin": here, "cookie": f"kronrat={second.token}"}
        async with connect(f"{here.replace('http', 'ws')}/ws/{table}", additional_headers=headers) as socket:
            await socket.recv()
            sit = {"type": "sit", "id": "sit", "seat": 1, "nonce": "1" * 32}
            await socket.send(msgspec.json.encode(sit).decode())
            async for text in socket:
                if msgspec.json.decode(text).get("id") == "sit":
                    break
    return found


async def moves_on(store_url: str, tables: list[str]) -> None:
    """No turn is lost: every table that is not over goes on, whoever is asked there."""
    store = Store(store_url)
    await store.open()
    try:
        before = {id: len(await store.records(id)) for id in tables}
        async with asyncio.timeout(PATIENCE_S):
            for id in tables:
                while len(await store.records(id)) < before[id] + 3:
                    summary, _ = await store.kept(id)
                    if summary is not None and summary.stage == "over":
                        break
                    await asyncio.sleep(0.2)
    finally:
        await store.close()
