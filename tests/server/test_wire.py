"""The browser's side of a table, over real WebSockets: what is sent, in which order, and what is answered."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kronrat.bots import Bot, Greedy, Turn
from kronrat.core.flow import Choice
from kronrat.server import conversation, driver, wire
from kronrat.server.store import Store, StoreUnavailable
from tests.profile import on_sqlite_daily
from tests.server.by_hand import until
from tests.server.client import (
    ALL_MODULES,
    AT_ONCE,
    FREE,
    INVITED,
    Host,
    Plain,
    Player,
    bot,
    level,
    me,
    narrow_socket,
    nonce,
    play_on,
    serving,
)

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]


@pytest.fixture
async def host(database: str) -> AsyncIterator[Host]:
    async with serving(database) as host:
        yield host


@asynccontextmanager
async def table_of_two(host: Host, **wishes: Any) -> AsyncIterator[tuple[Player, Player]]:
    """Anna has opened a table and Ben has sat down at it."""
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE, **wishes)
        async with anna.at(table) as first, ben.at(table) as second:
            assert (await second.ask("sit", seat=1, nonce=nonce()))["type"] == "done"
            await level(first, second)
            yield first, second


def table_id(player: Player) -> str:
    return str(player.info["id"])


def whose_turn(*players: Player) -> tuple[Player, Player]:
    """The first one who is asked, and another one."""
    asked = next(player for player in players if player.question)
    return asked, next(player for player in players if player is not asked)


def some_choice(player: Player, pick: int = 0) -> list[str | int]:
    assert player.question is not None
    choice: list[str | int] = player.question["options"][pick]
    return choice


# -- whole games -----------------------------------------------------------------------------------------------------


@on_sqlite_daily
async def test_a_whole_game_of_two_browsers(store_url: str) -> None:
    """On both databases: each client's view follows from deltas without a gap, and is the true one at every version."""
    async with serving(store_url) as host, table_of_two(host, options=ALL_MODULES) as players:

        async def after(_: Player) -> None:
            for player in players:
                await player.check()

        await play_on(Random(11), *players, after=after)
        assert all(player.over for player in players)
        assert players[0].info["secret"] == players[1].info["secret"] != ""
        journal = (await players[0].browser.get(f"/api/tables/{table_id(players[0])}/journal")).text
        verified = await players[0].browser.http.post("/api/verify", content=journal)
        assert verified.json() == {"ok": True, "checked": journal.count("\n* ")}


async def test_answers_come_after_the_deltas_they_caused(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, _ = whose_turn(*players)
        answer = await asked.play(some_choice(asked))
        assert answer["version"] == asked.version
        assert [json.loads(text)["type"] for text in asked.heard[-2:]] == ["delta", "done"]


async def test_a_game_against_bots(host: Host) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me(), bot("greedy"), bot("random"), options=ALL_MODULES)
        async with anna.at(table) as player:
            await play_on(Random(12), player)
            assert player.over
            assert any(entry.get("bot") for entry in player.log)


# -- coming and going ------------------------------------------------------------------------------------------------


async def test_a_player_who_comes_back_goes_on(host: Host) -> None:
    async with table_of_two(host, options=ALL_MODULES) as (first, second):
        table, random = table_id(first), Random(13)
        for _ in range(5):
            await play_on(random, first, second, choices=4)
            async with second.browser.at(table) as again:
                await second.check()
                assert again.known == second.known
                await play_on(random, first, again, choices=4)
            await level(first, second)


async def test_people_are_told_who_is_here(host: Host) -> None:
    async with table_of_two(host) as (first, second), host.browser("Zoe") as zoe:
        table = table_id(first)
        async with zoe.at(table):
            await first.until(lambda message: message["type"] == "people" and message["watchers"] == 1)
        await first.until(lambda message: message["type"] == "people" and message["watchers"] == 0)
        await second.socket.close()
        await first.until(lambda message: message["type"] == "people" and not message["seats"][1].get("here"))
        assert first.info["seats"][1]["away_ms"] > 0
        async with second.browser.at(table):
            await first.until(lambda message: message["type"] == "people" and message["seats"][1].get("here"))
            assert "away_ms" not in first.info["seats"][1]


async def test_an_unknown_table_is_refused(host: Host) -> None:
    async with host.browser("Anna") as anna:
        socket = await anna.socket("nowhere")
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


async def test_spectators_see_what_everybody_may_see(host: Host) -> None:
    async with AsyncExitStack() as stack:
        first, second = await stack.enter_async_context(table_of_two(host, options=ALL_MODULES))
        stranger = await stack.enter_async_context(host.browser())
        watcher = await stack.enter_async_context(stranger.at(table_id(first)))
        looking_on = await stack.enter_async_context(first.browser.at(table_id(first), "watch"))
        await level(first, second, watcher, looking_on)
        await play_on(Random(14), first, second, choices=60)
        await level(first, second, watcher, looking_on)
        await watcher.check()
        assert (watcher.front, watcher.mine, watcher.question) == (None, [], None)
        assert (looking_on.front, looking_on.mine, looking_on.question) == (None, [0], None)
        assert watcher.view == looking_on.view
        live = await host.live(table_id(first))
        assert live.table.match is not None
        assert watcher.view == json.loads(json.dumps(live.game.view(live.table.match.state, None)))
        choice, version = ["pass"], watcher.version
        asked: list[tuple[str, Plain]] = [
            ("play", {"version": version, "choice": choice}), ("undo", {"version": version}),
            ("sit", {"nonce": nonce()}),
            ("rise", {}), ("hold", {}), ("return", {}), ("consent", {"agree": True, "version": version}),
            ("preview", {"choice": choice}), ("why", {"choice": choice}), ("ask", {"topic": "dice"}),
        ]  # fmt: skip
        for command, fields in asked:
            assert (await watcher.ask(command, seat=0, **fields))["code"] in ("not_yours", "not_now"), command


async def test_invitations_are_told_to_the_owner_and_taken_once(host: Host) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), INVITED, FREE)
        async with anna.at(table) as owner, ben.at(table) as guest:
            code = owner.full["invites"]["1"]
            assert guest.full["invites"] == {}
            assert (await guest.ask("sit", seat=1, nonce=nonce()))["code"] == "needs_invite"
            assert (await guest.ask("sit", seat=1, nonce=nonce(), invite="ß" * 20))["code"] == "needs_invite"
            assert (await guest.ask("sit", seat=1, nonce=nonce(), invite=code))["type"] == "done"
            assert guest.mine == [1]
            assert code not in "".join(guest.heard)


# -- several seats at one browser ------------------------------------------------------------------------------------


async def test_only_the_seat_in_front_is_shown(host: Host) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me("Anna"), me("Lena"), bot(), options=ALL_MODULES)
        live = await host.live(table)
        async with anna.at(table) as player:
            assert player.mine == [0, 1]
            for seat in (1, 0, None, 1):
                answer = await player.ask("front", seat=seat)
                assert answer["type"] == "full"
                assert player.front == seat
                assert live.table.match is not None
                assert player.view == json.loads(json.dumps(live.game.view(live.table.match.state, seat)))
            assert (await player.ask("front", seat=2))["code"] == "not_yours"
            assert player.front == 1


async def test_a_hot_seat_game(host: Host) -> None:
    """Two people at one browser, who hand it over whenever the other one is asked."""
    async with host.browser("Anna") as anna:
        table = await anna.open(me("Anna"), me("Lena"), options=ALL_MODULES)
        random, live = Random(15), await host.live(table)
        async with anna.at(table) as player:
            while not player.over:
                if player.question is None:
                    seat = live.table.deciding()[0]
                    await player.ask("front", seat=seat)
                    await player.check()
                assert player.question is not None
                assert (await player.play(random.choice(player.question["options"])))["type"] == "done"


async def test_behind_the_curtain_a_choice_can_be_taken_back(host: Host) -> None:
    async with host.browser("Anna") as anna, host.browser("Zoe") as zoe:
        table = await anna.open(me("Anna"), me("Lena"))
        live = await host.live(table)
        async with anna.at(table) as player, anna.at(table) as curtain, zoe.at(table) as watcher:
            await player.ask("front", seat=live.table.deciding()[0])
            seat, view = player.front, player.view
            await player.play(some_choice(player))
            await curtain.catch_up(player.version)
            assert (player.undo, player.undo_seat) == ("free", None)
            assert (curtain.front, curtain.undo, curtain.undo_seat) == (None, "free", seat)
            await watcher.catch_up(player.version)
            assert (watcher.undo, watcher.undo_seat) == ("", None)
            await player.ask("front", seat=None)
            assert (player.undo, player.undo_seat) == ("free", seat)
            for one in (player, curtain, watcher):
                await one.check()
            assert (await player.ask("undo", version=player.version, seat=player.undo_seat))["type"] == "done"
            assert (player.undo, player.undo_seat) == ("", None)
            await player.ask("front", seat=seat)
            assert player.view == view


async def test_two_windows_of_one_guest_show_two_seats(host: Host) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me("Anna"), me("Lena"), options=ALL_MODULES)
        async with anna.at(table, 0) as first, anna.at(table, 1) as second:
            assert (first.front, second.front) == (0, 1)
            await play_on(Random(16), first, second, choices=30)
            await first.check()
            await second.check()


# -- commands that come twice, late, or not at all -------------------------------------------------------------------


async def test_a_command_that_comes_twice_is_carried_out_once(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        fields: Plain = {"id": "once", "version": asked.version, "choice": some_choice(asked)}
        first = await asked.play(**fields)
        after = await host.digest(table_id(asked))
        for _ in range(3):
            assert await asked.play(**fields) == first
        await level(*players)
        assert (await other.ask("chat", id="once", text="My own id"))["type"] == "done"
        assert (await asked.play(**fields))["type"] == "done"
        assert (await host.digest(table_id(asked)))[1] == after[1]


async def test_the_same_command_from_two_windows_at_once(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, _ = whose_turn(*players)
        before = asked.version
        fields: Plain = {"id": "once", "version": before, "seat": asked.front, "choice": some_choice(asked)}
        async with asked.browser.at(table_id(asked)) as window:
            answers = await asyncio.gather(asked.play(**fields), window.play(**fields))
            assert [answer["type"] for answer in answers] == ["done", "done"]
            assert answers[0]["version"] == answers[1]["version"]


async def test_a_late_choice_is_stale(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, _ = whose_turn(*players)
        seen = asked.version
        await play_on(Random(17), *players, choices=1)
        while not asked.question:
            await play_on(Random(17), *players, choices=1)
        before = await host.digest(table_id(asked))
        assert (await asked.play(some_choice(asked), version=seen))["code"] == "stale"
        assert await host.digest(table_id(asked)) == before


class SlowStore:
    """Lets appends wait until they are let through, or fail."""

    def __init__(self, broken: Exception | None) -> None:
        self.waiting = asyncio.Event()
        self.open = asyncio.Event()
        self.broken = broken


@contextmanager
def slow_store(patch: pytest.MonkeyPatch, broken: Exception | None = None) -> Iterator[SlowStore]:
    slow, append = SlowStore(broken), Store.append

    async def append_slowly(store: Store, *given: Any) -> bool:
        slow.waiting.set()
        await slow.open.wait()
        if slow.broken is not None:
            raise slow.broken
        return await append(store, *given)

    patch.setattr(Store, "append", append_slowly)
    try:
        yield slow
    finally:
        slow.open.set()
        patch.setattr(Store, "append", append)


async def test_a_client_that_goes_in_the_middle_of_a_command(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        choice, version = some_choice(asked), asked.version
        with slow_store(monkeypatch) as store:
            await asked.send({"type": "play", "id": "lost", "version": version, "seat": asked.front, "choice": choice})
            await store.waiting.wait()
            asked.socket.transport.abort()
            await asyncio.sleep(0.05)
        await other.until(lambda message: message["type"] == "delta")
        after = await host.digest(table_id(other))
        async with asked.browser.at(table_id(asked)) as again:
            assert again.version == after[0]
            assert (await again.play(choice, id="lost", version=version))["type"] == "done"
            assert await host.digest(table_id(other)) == after


async def test_nothing_is_told_before_it_is_kept(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        table, version, choice = table_id(asked), asked.version, some_choice(asked)
        before = (await other.browser.get(f"/api/tables/{table}/journal")).text
        with slow_store(monkeypatch, StoreUnavailable("away")) as store:
            playing = asyncio.create_task(asked.play(choice))
            await store.waiting.wait()
            reading = asyncio.create_task(other.browser.get(f"/api/tables/{table}/journal"))
            await asyncio.sleep(0.05)
        assert (await playing)["code"] == "try_again"
        assert (await reading).text == before
        assert asked.version == other.version == version
        assert (await asked.play(choice))["type"] == "done"
        await level(*players)
        await other.check()


# -- questions that change nothing -----------------------------------------------------------------------------------


async def test_preview_why_and_hints(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        while asked.question and asked.question["kind"] != "influence":
            await play_on(Random(18), *players, choices=1)
            asked, other = whose_turn(*players)
        before = await host.digest(table_id(asked))
        choice = some_choice(asked, 1)
        foreseen = await asked.ask("preview", seat=asked.front, choice=choice)
        assert foreseen["type"] == "foreseen"
        assert asked.front in [event.get("seat") for event in foreseen["events"]]
        assert (await asked.ask("why", seat=asked.front, choice=choice))["type"] == "done"
        refused = await asked.ask("why", seat=asked.front, choice=["influence", 18, 6, 6, 6])
        assert (refused["code"], bool(refused["rule"]), bool(refused["says"])) == ("rule", True, True)
        assert (await asked.ask("preview", seat=asked.front, choice=[]))["rule"] == "CORE-FORM"
        assert (await other.ask("why", seat=other.front, choice=choice))["rule"] == "CORE-NOT-ASKED"
        hint = await asked.ask("ask", seat=asked.front, topic="dice")
        assert hint["answer"]["sets"]
        assert any((await asked.ask("ask", seat=asked.front, topic="odds"))["answer"].values())
        assert (await asked.ask("ask", seat=asked.front, topic="stars"))["code"] == "malformed"
        assert (await asked.ask("ask", seat=asked.front, topic="d" * 65))["code"] == "too_long"
        assert (await asked.ask("ask", seat=other.front, topic="dice"))["code"] == "not_yours"
        assert await host.digest(table_id(asked)) == before


async def test_a_table_may_do_without_odds(host: Host) -> None:
    async with table_of_two(host, odds=False) as players:
        asked, _ = whose_turn(*players)
        assert (await asked.ask("ask", seat=asked.front, topic="odds"))["code"] == "no_odds"
        assert (await asked.ask("ask", seat=asked.front, topic="outlook"))["type"] == "hint"
        assert asked.info["odds"] is False


# -- undo ------------------------------------------------------------------------------------------------------------


async def test_free_undo(host: Host) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        view, options = asked.view, asked.question and asked.question["options"]
        await asked.play(some_choice(asked))
        assert asked.undo == "free"
        assert (await asked.ask("undo", version=asked.version, seat=asked.front))["type"] == "done"
        assert (asked.view, asked.question and asked.question["options"]) == (view, options)
        assert asked.log[-1]["undoes"] == asked.log[-2]["version"]
        await level(*players)
        await other.check()


@pytest.mark.parametrize("agree", [True, False])
async def test_undo_by_consent(host: Host, agree: bool) -> None:
    async with table_of_two(host) as players:
        asked, other = whose_turn(*players)
        view = asked.view
        await asked.play(some_choice(asked))
        await level(*players)
        await play_on(Random(18), *players, choices=1)
        while asked.undo == "free":
            await play_on(Random(18), *players, choices=1)
        assert asked.undo == "ask"
        played = asked.view
        assert (await asked.ask("undo", version=asked.version, seat=asked.front))["type"] == "done"
        await level(*players)
        wish = other.info["wish"]
        assert wish == {"seat": asked.front, "agreed": [], "version": other.version}
        answer = await other.ask("consent", seat=other.front, agree=agree, version=wish["version"])
        assert answer["type"] == "done"
        await level(*players)
        assert "wish" not in asked.info
        assert asked.view == (view if agree else played)
        await asked.check()


# -- talking ---------------------------------------------------------------------------------------------------------


async def test_what_is_said_is_told_as_it_was_said(host: Host) -> None:
    async with table_of_two(host) as (first, second), host.browser("Zoe") as zoe:
        markup = '<img src=x onerror="alert(1)"> & "quotes" \\ 🦀'
        await first.ask("chat", text=markup)
        await second.until(lambda message: message["type"] == "spoken")
        assert (second.chat[-1]["name"], second.chat[-1]["text"]) == ("Anna", markup)
        async with zoe.at(table_id(first)) as watcher:
            assert watcher.chat == second.chat
            assert (await watcher.ask("chat", text="Bravo"))["type"] == "done"
        async with host.browser() as stranger, stranger.at(table_id(first)) as nameless:
            assert (await nameless.ask("chat", text="Boo"))["code"] == "needs_name"
        await first.check()


# -- too much --------------------------------------------------------------------------------------------------------


async def test_long_messages_are_refused_and_huge_ones_end_the_connection(host: Host) -> None:
    async with table_of_two(host) as (first, second):
        before = await host.digest(table_id(first))
        frame = json.dumps({"type": "chat", "id": "x", "text": ""})
        for filling in ("a", "ä", "🦀"):
            await first.send(frame.replace('""', f'"{filling * (wire.MESSAGE_BYTES // len(filling.encode()))}"'))
            assert (await first.until(lambda message: message["type"] == "refused"))["code"] == "too_long"
        await first.send(json.dumps({"type": "chat", "id": "long", "text": "a" * (wire.CHAT_LENGTH + 1)}))
        refused = await first.until(lambda message: message["type"] == "refused")
        assert (refused["id"], refused["code"]) == ("long", "too_long")
        await first.send("a" * (5 * wire.MESSAGE_BYTES))
        with pytest.raises(ConnectionClosed) as closed:
            await first.until(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        assert await host.digest(table_id(second)) == before
        await second.ask("look")


async def test_a_client_that_sends_too_fast_is_told_so(database: str) -> None:
    settings = replace(AT_ONCE, message_burst=5, message_rate=0.0)
    async with serving(database, settings) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player, anna.at(table) as window:
            answers = [await player.ask("chat", text=f"word {number}") for number in range(8)]
            assert [answer["type"] for answer in answers] == ["done"] * 5 + ["refused"] * 3
            assert {answer["code"] for answer in answers[5:]} == {"too_fast"}
            assert (await window.ask("chat", text="another connection"))["type"] == "done"


async def test_a_slow_client_stalls_nobody_and_is_told_the_whole_table_later(database: str) -> None:
    settings = replace(AT_ONCE, queue=16)
    async with serving(database, settings, send_buffer=4_096) as host, table_of_two(host) as (first, second):
        slow = Player(await narrow_socket(second.browser, table_id(first)), second.browser)
        for number in range(100):  # more than the wire and the queue can hold
            await slow.send({"type": "look", "id": f"l{number}"})
        await play_on(Random(19), first, second, choices=20)
        assert host.server.hub.office.counts["overflows"] > 0
        await slow.send({"type": "chat", "id": "last", "text": "I am still here"})
        await first.until(lambda message: message["type"] == "spoken")
        await slow.until(lambda message: message["type"] == "full" and message["version"] == first.version)
        await second.check()
        assert slow.known == second.known
        await slow.socket.close()


async def test_a_client_that_takes_nothing_is_let_go(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "SEND_PATIENCE_S", 0.2)
    async with serving(database, send_buffer=4_096) as host, table_of_two(host) as (first, second):
        await second.socket.close()
        await first.until(lambda message: message["type"] == "people" and not message["seats"][1].get("here"))
        slow = Player(await narrow_socket(second.browser, table_id(first)), second.browser)
        await first.until(lambda message: message["type"] == "people" and message["seats"][1].get("here"))
        for number in range(100):
            await slow.send({"type": "look", "id": f"l{number}"})
        await first.until(lambda message: message["type"] == "people" and not message["seats"][1].get("here"))
        await until(lambda: host.server.connections.total() == 1)
        slow.socket.transport.abort()


# -- bots that fail --------------------------------------------------------------------------------------------------


class Raising(Bot):
    quick = True

    def decide(self, turn: Turn) -> Choice:
        raise RuntimeError("no idea")


class Leaving(Bot):
    quick = True

    def decide(self, turn: Turn) -> Choice:
        raise SystemExit(1)


class Cheating(Bot):
    quick = True

    def decide(self, turn: Turn) -> Choice:
        return ("influence", 18, 6, 6, 6)


class Confused(Bot):
    quick = True

    def decide(self, turn: Turn) -> Choice:
        return None  # type: ignore[return-value]


class Hanging(Bot):
    quick = True
    awake = threading.Event()

    def decide(self, turn: Turn) -> Choice:
        self.awake.wait()
        return turn.options[0]


class StandIn(Greedy):
    asked = 0

    def decide(self, turn: Turn) -> Choice:
        StandIn.asked += 1
        return super().decide(turn)


@pytest.mark.parametrize("kind", [Raising, Leaving, Cheating, Confused, Hanging])
async def test_a_bot_that_fails_harms_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: type[Bot]
) -> None:
    """A quick bot chooses instead, time and again, and nothing is left to chance."""
    monkeypatch.setattr(driver, "installed_bot", lambda level: kind)
    monkeypatch.setattr(driver, "Greedy", StandIn)
    StandIn.asked = 0
    Hanging.awake.clear()
    try:
        async with serving(database, replace(AT_ONCE, bot_patience_s=0.02)) as host, host.browser("Anna") as anna:
            table = await anna.open(me(), bot(), bot())
            async with anna.at(table) as player:
                await play_on(Random(20), player, choices=8)
                assert StandIn.asked >= host.server.hub.office.counts["bot_failures"] > 8
                await player.check()
                assert "bot random" in caplog.text
    finally:
        Hanging.awake.set()
