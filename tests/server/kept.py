"""What the database has of a game, compared with what its players know."""

from __future__ import annotations

from collections.abc import Sequence

import kronrat
from kronrat.core.journal import Journal, parse_line
from kronrat.core.replay import verify
from kronrat.server.records import Chatted, Lined, Record, Sat
from kronrat.server.store import Store
from kronrat.server.table import fold
from tests.server.player import Message, Player
from tests.shelf import any_game


async def records_of(store_url: str, table: str) -> list[Record]:
    """All records, after they were folded: that refuses whatever could not have happened."""
    store = Store(store_url)
    await store.open()
    try:
        row = await store.table(table)
        assert row is not None
        records = await store.records(table)
    finally:
        await store.close()
    fold(row, kronrat.load(row.game), records)
    return records


async def check_kept(store_url: str, players: Sequence[Player]) -> list[Record]:
    """Everything acknowledged is there once and in order, and nothing is there that nobody sent."""
    acknowledged = [dict(player.done) for player in players]  # now, because they may be playing on
    records = await records_of(store_url, players[0].table)
    kept = {record.command.partition(":")[2]: record for record in records if record.command}
    assert len(kept) == len([record for record in records if record.command]), "a command was carried out twice"
    for player, done in zip(players, acknowledged, strict=True):
        assert done.keys() <= kept.keys(), "a choice was lost"
        versions = [kept[id].version for id in done]
        assert versions == sorted(versions), "choices changed their order"
        assert all(kept[id].version <= version for id, version in done.items())
        assert not player.refused.keys() & kept.keys(), "what was refused happened nevertheless"
    sent = {id: command for player in players for id, command in player.sent.items()}
    for record in records:
        if _is_by_a_person(record):
            assert _says_the_same(record, sent[record.command.partition(":")[2]])
    return records


async def check_end(players: Sequence[Player]) -> None:
    """The game is over, its dice are proved, and every command was answered."""
    text = await players[0].get(f"/api/tables/{players[0].table}/journal")
    assert verify(any_game(), Journal.parse(text)) > 0
    for player in players:
        assert player.done.keys() | player.refused.keys() == player.sent.keys()


def _is_by_a_person(record: Record) -> bool:
    body = record.body
    if isinstance(body, Lined):
        return not body.bot and parse_line(body.text).seat >= 0
    return isinstance(body, Sat | Chatted)


def _says_the_same(record: Record, command: Message) -> bool:
    body = record.body
    if isinstance(body, Chatted):
        return bool(command["type"] == "chat" and body.text == command["text"])
    if not isinstance(body, Lined):
        return bool(command["type"] == "sit")
    line = parse_line(body.text)
    if line.seat != command["seat"]:
        return False
    return command["type"] == "undo" if line.undoes else list(line.choice) == command.get("choice")
