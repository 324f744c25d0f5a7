"""Tables that were begun with other rules or data: shown as they were, never played on, never changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from sqlalchemy import text

import kronrat
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.core.replay import verify
from kronrat.core.seeds import ONE_STREAM
from kronrat.server import lobby, migrations
from kronrat.server.hub import Hub
from kronrat.server.store import Store
from tests.profile import on_sqlite_daily
from tests.server.client import ALL_MODULES, FREE, Browser, Host, Player, bot, me, play_on, serving, steady_dice

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

GAME = kronrat.load("kingsburg")
POINTS = "[market]\nvp = 9\n[inn]\nvp = 9\n[statue]\nvp = 9\n[palisade]\nvp = 9\n"
COSTS = "[market]\nwood = 5\n[inn]\nwood = 5\n[statue]\nstone = 5\ngold = 5\n[palisade]\nwood = 5\n"

Upgrade = Callable[[str], Game]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Upgrade:
    """From now on servers are started with these corrections to the buildings; with an empty text, with other rules."""

    def upgraded(buildings: str) -> Game:
        load = kronrat.shelf.load
        if not buildings:
            monkeypatch.setattr(type(GAME), "rules_version", GAME.rules_version + 1)
            return load("kingsburg")
        folder = tmp_path / "corrections"
        folder.mkdir()
        (folder / "buildings.toml").write_text(buildings, encoding="utf-8")
        game = load("kingsburg", folder)
        monkeypatch.setattr(kronrat, "load", lambda id, data=None: game if id == "kingsburg" else load(id, data))
        return game

    return upgraded


class Seen:
    """What was to be seen of a table before the upgrade."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.views: dict[str, Any] = {}
        self.journals: dict[str, str] = {}
        self.log: Any = None

    async def look(self, browser: Browser, stranger: Browser) -> None:
        for who, name in ((browser, "mine"), (stranger, "watching")):
            async with who.at(self.table) as player:
                self.views[name] = player.view
                self.log = player.log
            self.journals[name] = (await who.get(f"/api/tables/{self.table}/journal")).text


async def played(store_url: str, choices: int, options: dict[str, str], *seats: Any) -> Seen:
    """A table of Anna's, this many choices later; then the server ends."""
    async with serving(store_url) as host, host.browser("Anna") as anna, host.browser("Zoe") as zoe:
        table = await anna.open(*seats, options=options)
        async with anna.at(table) as player:
            await play_on(Random("upgrade"), player, choices=choices)
        seen = Seen(table, anna.token)
        await quiet(host, table)
        await seen.look(anna, zoe)
    return seen


async def quiet(host: Host, table: str) -> None:
    """Let the bots of a table rest, so that it stays as it is."""
    async with (await host.live(table)).alone():  # not in the middle of an append
        _, task = host.server.hub._driving[table]
        task.cancel()


async def refusals(player: Player) -> set[str]:
    """What anybody may try at a table, and how it is answered."""
    commands: list[tuple[str, dict[str, Any]]] = [
        ("play", {"version": player.version, "seat": 0, "choice": ["pass"]}),
        ("undo", {"version": player.version, "seat": 0}),
        ("consent", {"version": player.version, "seat": 0, "agree": True}),
        ("preview", {"seat": 0, "choice": ["pass"]}),
        ("why", {"seat": 0, "choice": ["pass"]}),
        ("ask", {"seat": 0, "topic": "dice"}),
        ("sit", {"seat": 1, "nonce": "0" * 32}),
        ("rise", {"seat": 0}),
        ("arrange", {"seat": 1, "kind": "open"}),
        ("close", {}),
        ("hold", {"seat": 1}),
        ("return", {"seat": 0}),
        ("chat", {"text": "hello"}),
    ]
    return {(await player.ask(name, **fields))["code"] for name, fields in commands}


async def line_in_lobby(browser: Browser, table: str) -> Any:
    lines = (await browser.get("/api/tables")).json()["mine"]
    return next(line for line in lines if line["id"] == table)


@pytest.mark.parametrize(
    ("store_url", "change"),
    [
        pytest.param("sqlite", POINTS, id="sqlite-points"),
        pytest.param("sqlite", COSTS, id="sqlite-costs"),
        pytest.param("sqlite", "", id="sqlite-rules"),
        pytest.param("postgresql", POINTS, id="postgresql-points", marks=pytest.mark.full),
        pytest.param("postgresql", COSTS, id="postgresql-costs"),
        pytest.param("postgresql", "", id="postgresql-rules", marks=pytest.mark.full),
    ],
    indirect=["store_url"],
)
async def test_a_running_table_is_shown_as_it_was_and_stays_so(store_url: str, upgrade: Upgrade, change: str) -> None:
    seen = await played(store_url, 25, ALL_MODULES, me(), bot(), bot())
    upgrade(change)
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, host.browser("Zoe") as zoe:
        async with anna.at(seen.table) as player:
            assert player.info["outdated"]["sure"]
            assert player.info["outdated"]["shown"] == player.info["outdated"]["lines"] > 25
            assert player.info["data_digest"] == GAME.data_digest
            assert player.view == seen.views["mine"]
            assert player.question is None
            assert not player.undo
            assert player.log
            version = player.version
            assert await refusals(player) == {"outdated"}
            await host.server.hub._sweep_once()
            await player.check()
            assert player.version == version
            assert (await anna.get(f"/api/tables/{seen.table}/log")).json() == player.log
        async with zoe.at(seen.table) as watcher:
            assert watcher.view == seen.views["watching"]
            assert watcher.view != seen.views["mine"]
        for browser, name in ((anna, "mine"), (zoe, "watching")):
            assert (await browser.get(f"/api/tables/{seen.table}/journal")).text == seen.journals[name]
        assert "hidden" in seen.journals["watching"]
        line = await line_in_lobby(anna, seen.table)
        assert line["outdated"]
        assert not line["my_turn"]
        assert (await anna.get("/healthz")).json() == {"ok": True}
        assert await host.server.hub.store.due(10**15, host.server.hub.versions) == []
        again = await anna.http.post(f"/api/tables/{seen.table}/rematch", json={"nonces": ["0" * 32]})
        assert (again.status_code, again.json()["code"]) == (409, "outdated")


@on_sqlite_daily
async def test_with_its_own_data_back_a_table_goes_on(
    store_url: str, upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await played(store_url, 10, {}, me(), bot())
    with monkeypatch.context():
        upgrade(POINTS)
        async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
            assert player.info["outdated"]
    monkeypatch.undo()
    steady_dice(monkeypatch)
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
        assert "outdated" not in player.info
        await play_on(Random("on"), player)
        assert player.over


@on_sqlite_daily
async def test_the_result_of_a_finished_game_stays_what_it_was(store_url: str, upgrade: Upgrade) -> None:
    seen = await played(store_url, 10_000, {}, me(), bot())
    other = upgrade(POINTS)
    rescored = kronrat.replay(other, told_anew(seen.journals["mine"], other))
    scores = [player["vp"] for player in seen.views["mine"]["players"]]
    assert [player["vp"] for player in other.view(rescored.state, 0)["players"]] != scores, "it would change"
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
        assert player.info["stage"] == "over"
        assert player.info["secret"]
        assert [one["vp"] for one in player.view["players"]] == scores  # type: ignore[index]
        journal = Journal.parse((await anna.get(f"/api/tables/{seen.table}/journal")).text)
        assert verify(GAME, journal) > 0
        answer = await anna.get(f"/api/tables/{seen.table}/replay")
        assert (answer.status_code, answer.json()["code"]) == (409, "outdated")


def told_anew(journal: str, game: Game) -> Journal:
    """A journal as if it had been played with this game."""
    told = Journal.parse(journal)
    told.header.update(rules=str(game.rules_version), data=game.data_digest)
    return told


async def on_database(store_url: str, *statements: str) -> None:
    store = Store(store_url)
    await store.open()
    await store._write(lambda c: [c.execute(text(statement)) for statement in statements])
    await store.close()


NOTHING_KEPT = "DELETE FROM keepsakes"
VERSION_UNKNOWN = "UPDATE tables SET rules = NULL, data = NULL"


@on_sqlite_daily
@pytest.mark.parametrize("unknown", [False, True])
async def test_without_a_keepsake_todays_rules_follow_as_far_as_they_can(
    store_url: str, upgrade: Upgrade, unknown: bool
) -> None:
    seen = await played(store_url, 60, {}, me(), bot())
    await on_database(store_url, NOTHING_KEPT, *([VERSION_UNKNOWN] if unknown else []))
    upgrade(COSTS)
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
        outdated = player.info["outdated"]
        assert not outdated["sure"]
        assert 0 < outdated["shown"] < outdated["lines"]
        assert player.view
        assert await refusals(player) == {"outdated"}
        journal = Journal.parse((await anna.get(f"/api/tables/{seen.table}/journal")).text)
        assert len(journal.lines) == outdated["lines"]
        assert ("data" in journal.header) != unknown
        assert (await line_in_lobby(anna, seen.table))["outdated"]


@on_sqlite_daily
async def test_what_is_newer_than_the_keepsake_is_not_told_to_others(
    store_url: str, upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:

        async def nothing(*_: object) -> None:
            """As if the server had been killed."""

        killed.setattr(Hub, "_keep_sights", nothing)
        seen = await played(store_url, 40, ALL_MODULES, me(), bot())
    upgrade(POINTS)
    async with serving(store_url) as host, host.browser("Zoe") as zoe, zoe.at(seen.table) as watcher:
        outdated = watcher.info["outdated"]
        assert outdated["sure"]
        assert 0 < outdated["shown"] < outdated["lines"]
        lines = Journal.parse((await zoe.get(f"/api/tables/{seen.table}/journal")).text).lines
        assert {line.choice for line in lines[outdated["shown"] :]} == {("hidden",)}
        assert {line.choice for line in lines[: outdated["shown"]]} != {("hidden",)}


async def test_a_table_of_unknown_version_that_can_be_followed_is_of_todays(store_url: str) -> None:
    seen = await played(store_url, 10, {}, me(), bot())
    await on_database(store_url, VERSION_UNKNOWN)
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
        assert "outdated" not in player.info
        row = await host.server.hub.store.table(seen.table)
        assert row is not None
        assert (row.rules, row.data) == (GAME.rules_version, GAME.data_digest)
        await play_on(Random("on"), player, choices=3)


async def test_a_database_from_before_is_brought_up_to_date_and_played_on(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "KEYED_DICE", ONE_STREAM)  # as all tables had then
    seen = await played(store_url, 10, {}, me(), bot())
    store = Store(store_url)
    await store.open()

    def back(connection: Any) -> None:
        command.downgrade(migrations.config(connection), "seals")

    await store._write(back)
    await store.close()
    async with serving(store_url) as host, host.browser(token=seen.token) as anna, anna.at(seen.table) as player:
        assert player.view == seen.views["mine"]
        await play_on(Random("on"), player, choices=3)


@on_sqlite_daily
async def test_a_table_that_still_gathers_invites_nobody_any_more(store_url: str, upgrade: Upgrade) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        table, token = await anna.open(me(), FREE), anna.token
        assert [line["id"] for line in (await lobby_of(host))["open"]] == [table]
    upgrade("")
    async with serving(store_url) as host, host.browser(token=token) as anna, host.browser("Ben") as ben:
        assert (await lobby_of(host))["open"] == []
        assert (await line_in_lobby(anna, table))["outdated"]
        async with ben.at(table) as player:
            assert player.info["stage"] == "gathering"
            assert (await player.ask("sit", seat=1, nonce="0" * 32))["code"] == "outdated"
        assert (await anna.get(f"/api/tables/{table}/journal")).json()["code"] == "not_now"
        guest = await host.server.people.find(token)
        assert guest is not None
        store, versions = host.server.hub.store, host.server.hub.versions
        assert await store.unfinished_of(guest.id, versions) == 0, "it takes no place from a new one"
        assert await anna.open(me(), bot())


async def lobby_of(host: Host) -> Any:
    async with host.browser("Somebody") as browser:
        return (await browser.get("/api/tables")).json()
