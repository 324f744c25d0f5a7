"""A database that an earlier release has left, with a running table of every game.

It was written when the steps of migrations ended with `seals`, and nobody kept of which rules and data a table was.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import kronrat
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from tests.server.client import Plain, play_on, serving

pytestmark = pytest.mark.anyio

LEFT = Path(__file__).parent / "released" / "tables.db.gz"
TOKEN = "cItGrVD0mJiUWuLPQhwnFP9ZlPGyuxW1c4AdrEExNfE"  # of Anna, who sits on the first seat everywhere
RECORDS = "SELECT version, at, body, command FROM records WHERE table_id = ? ORDER BY version"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    file.write_bytes(gzip.decompress(LEFT.read_bytes()))
    return file


def tables_in(file: Path) -> dict[str, str]:
    """The game of each table."""
    with closing(sqlite3.connect(file)) as c:
        return dict(c.execute("SELECT id, game FROM tables"))


def records_in(file: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as c:
        return c.execute(RECORDS, (table,)).fetchall()


def lines_in(records: list[tuple[object, ...]]) -> int:
    return len([body for _, _, body, _ in records if str(body).startswith('{"kind":"line"')])


async def opened(file: Path, table: str) -> Plain:
    """What Anna is told of a table, if it goes on after one more choice of hers; it keeps all that it had."""
    before = records_in(file, table)
    async with serving(f"sqlite:///{file}") as host, host.browser(token=TOKEN) as anna, anna.at(table, 0) as player:
        assert player.info["stage"] == "playing"
        assert player.view
        journal = Journal.parse((await anna.get(f"/api/tables/{table}/journal")).text)
        assert len(journal.lines) == lines_in(before)
        if "outdated" in player.info:
            assert player.info["outdated"]["lines"] == lines_in(before)
            answer = await player.ask("play", version=player.version, seat=0, choice=["pass"])
            assert answer["code"] == "outdated"
        elif player.question:
            await play_on(Random(table), player, choices=1)
        assert (await anna.get("/healthz")).json() == {"ok": True}
        found = player.full if "outdated" in player.info else {"table": player.info, "view": player.view}
    after = records_in(file, table)
    assert after[: len(before)] == before
    assert "outdated" not in found["table"] or len(after) == len(before)
    return found


async def test_every_table_of_an_earlier_release_goes_on_or_says_how_far_it_could_be_followed(file: Path) -> None:
    tables = tables_in(file)
    assert set(tables.values()) == set(kronrat.list_games())
    for table in tables:
        outdated = (await opened(file, table))["table"].get("outdated")
        if outdated is not None:
            assert not outdated["sure"]
            assert 0 < outdated["shown"] < outdated["lines"]


@pytest.mark.parametrize("change", ["rules", "data"])
async def test_every_table_is_shown_as_it_was_under_other_rules_and_data(
    file: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    tables = tables_in(file)
    before = {table: await opened(file, table) for table in tables}
    games = {id: kronrat.load(id) for id in kronrat.list_games()}
    changed = {id: other_release(game, change, monkeypatch) for id, game in games.items()}
    monkeypatch.setattr(kronrat, "load", lambda id, data=None: changed[id])
    for table in tables:
        found = await opened(file, table)
        assert found["table"]["outdated"]["sure"] == ("outdated" not in before[table]["table"])
        assert found["view"] == before[table]["view"]


def other_release(game: Game, change: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same game, as if it had other rules or other data."""
    if change == "data":
        return type(game)(game.rows, "0" * len(game.data_digest))
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    return game
