"""Statistics of a server: finished games are counted once, and what was counted is kept."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest
from typer.testing import CliRunner

from kronrat.cli.app import app
from kronrat.core.game import Game
from kronrat.server import statistics
from kronrat.server.store import Store
from kronrat.shelf import load
from tests.profile import on_sqlite_daily
from tests.server.client import Plain, bot, me, play_on, serving
from tests.shelf import ANY

pytestmark = [pytest.mark.anyio, on_sqlite_daily]


async def test_finished_games_are_counted_once(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "PAUSE_S", 0)
    counted: list[str] = []
    count_table = statistics.count_table

    async def noted(store: Store, game: Game, table: str) -> object:
        counted.append(table)
        return await count_table(store, game, table)

    monkeypatch.setattr(statistics, "count_table", noted)
    async with serving(store_url) as host, host.browser("Anna") as anna:

        async def told(query: str = "") -> Plain:
            found: Plain = (await anna.get(f"/api/stats/{ANY}{query}")).json()
            return found

        assert (await told())["games"] == 0
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            await play_on(Random(1), player)
        while (found := await told())["counted"] < 1:
            await asyncio.sleep(0.01)
        again = await told("?level=person")
        assert counted == [table]
        assert (found["games"], found["groups"][0]["seats"]) == (1, 2)
        assert "person" in found["levels"]
        mine = {line["value"] for line in again["groups"][0]["lines"] if line["what"] == "level"}
        assert mine == {"person"}
        assert (await anna.get("/api/stats/halma")).status_code == 404
        run = await asyncio.to_thread(CliRunner().invoke, app, ["stats", store_url, "--json"])
        assert run.exit_code == 0, run.output
        (summed,) = json.loads(run.stdout)
        assert (summed["game"], summed["games"]) == (ANY, 1)
        known = await host.server.hub.store.look_up(lambda c: statistics.finished(c, ANY))
        assert statistics.known(known)[0].seats == 2
        assert load(ANY).id == found["game"]
