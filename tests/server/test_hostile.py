"""Clients that send what no page would send. Each such message gets one clear refusal and changes nothing."""

from __future__ import annotations

import asyncio
import gc
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

import kronrat
from kronrat.server import wire
from tests.evidence.figures import write_down
from tests.profile import PROFILE, on_sqlite_daily
from tests.server.by_hand import until
from tests.server.client import (
    ALL_MODULES,
    AT_ONCE,
    FREE,
    Host,
    Plain,
    Player,
    level,
    me,
    nonce,
    play_on,
    serving,
    steady_dice,
)

pytestmark = pytest.mark.anyio

BATCH = 200  # messages between two looks at the table
OURS = ("kronrat.server.", "uvicorn.", "starlette.", "websockets.server", "httptools.")
CODES = {
    "rule", "stale", "not_yours", "not_now", "malformed", "too_long", "seat_taken", "needs_invite", "needs_name",
    "undo_off", "nothing_to_undo", "present",
}  # fmt: skip

KINDS = (
    "duplicate", "late", "foreign", "other_question", "wrong_types", "missing", "unknown", "broken", "numbers",
    "nested", "oversized", "binary", "garbage", "untimely", "ids",
)  # fmt: skip
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2, 3, 99, -(2**31), 2**31, 2**53, 2**63, 2**64, 10**40, 1.5, -0.0, 1e300, "", "0", "1",
    "pass", "seat", "\0", "\ud800", "\u202e", "ß" * 50, "🦀" * 20, "x" * 300, [], {}, [[]], [None],
    {"seat": 0}, ["pass"],
]  # fmt: skip


# -- what is sent ----------------------------------------------------------------------------------------------------


class Mischief:
    """Makes up messages of one player that must not have an effect."""

    def __init__(self, random: Random, player: Player, acknowledged: list[Plain], legal: list[list[str | int]]) -> None:
        self.random = random
        self.player = player
        self.acknowledged = acknowledged  # commands of this player that were carried out
        self.legal = legal  # what somebody may choose now
        self.kinds: list[Callable[[], str | bytes]] = [getattr(self, kind) for kind in KINDS]

    def next(self) -> tuple[str, str | bytes]:
        while True:
            kind = self.random.choice(self.kinds)
            message = kind()
            if kind in (self.duplicate, self.late) or not self._would_count(message):
                return kind.__name__, message

    def _would_count(self, message: str | bytes) -> bool:
        """Whether this happens to be something that a player may do."""
        try:
            command: wire.Command = msgspec.json.decode(message, type=wire.Command)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        if isinstance(command, wire.Look | wire.Front):
            return True
        if isinstance(command, wire.Chat):
            return command.id.isascii() and 0 < len(command.text.strip()) <= wire.CHAT_LENGTH
        if isinstance(command, wire.Play | wire.Preview | wire.Why):
            return command.seat in self.player.mine and command.choice in self.legal
        if isinstance(command, wire.Undo):
            return command.seat in self.player.mine and command.version > 0
        if isinstance(command, wire.Rise):
            return command.seat in self.player.mine
        return (
            isinstance(command, wire.Ask) and command.topic in ("dice", "outlook") and command.seat in self.player.mine
        )

    def command(self, **changes: Any) -> Plain:
        """A command of any kind, in the right form, for a seat of any number."""
        seat, version = self.random.choice([0, 1, 2, 7, -1]), self.player.version
        kinds: list[Plain] = [
            {"type": "play", "version": version, "seat": seat, "choice": self.choice()},
            {"type": "undo", "version": 0, "seat": seat},
            {"type": "consent", "seat": seat, "agree": self.random.random() < 0.5, "version": version},
            {"type": "preview", "seat": seat, "choice": self.choice()},
            {"type": "why", "seat": seat, "choice": self.choice()},
            {"type": "ask", "seat": seat, "topic": self.random.choice(["dice", "stars", "", "d" * 65, "\0"])},
            {"type": "sit", "seat": seat, "nonce": nonce(), "invite": self.random.choice(["", "ß", "x" * 100])},
            {"type": "rise", "seat": seat},
            {"type": "arrange", "seat": seat, "kind": "bot", "bot": "greedy"},
            {"type": "hold", "seat": seat},
            {"type": "return", "seat": seat},
            {"type": "chat", "text": self.random.choice(["", " \n", "x" * (wire.CHAT_LENGTH + 1), "hello"])},
        ]
        return {**self.random.choice(kinds), "id": f"h{self.random.getrandbits(60)}", **changes}

    def choice(self) -> list[str | int]:
        words: list[str | int] = [
            "pass",
            "influence",
            "build",
            "keep",
            "token",
            *range(-2, 20),
        ]
        if self.legal and self.random.random() < 0.5:
            changed = list(self.random.choice(self.legal))
            changed[self.random.randrange(len(changed))] = self.random.choice(words)
            return changed
        return self.random.choices(words, k=self.random.randrange(6))

    # Each of these is one way to go wrong.

    def duplicate(self) -> str:
        return json.dumps(self.random.choice(self.acknowledged)) if self.acknowledged else self.late()

    def late(self) -> str:
        """An old command with a new id, in any order."""
        if not self.acknowledged:
            return self.foreign()
        return json.dumps({**self.random.choice(self.acknowledged), "id": f"l{self.random.getrandbits(60)}"})

    def foreign(self) -> str:
        """A choice that is somebody else's to make."""
        choice = self.random.choice(self.legal) if self.legal else ["pass"]
        seats = [seat for seat in (0, 1, 2) if seat not in self.player.mine]
        return (
            json.dumps(self.command(seat=self.random.choice(seats)))
            if self.random.random() < 0.5
            else json.dumps(
                {
                    "type": "play",
                    "id": "f",
                    "version": self.player.version,
                    "seat": self.random.choice(seats),
                    "choice": choice,
                }
            )
        )

    def other_question(self) -> str:
        seat = self.player.mine[0] if self.player.mine else 0
        return json.dumps(
            {"type": "play", "id": "o", "version": self.player.version, "seat": seat, "choice": self.choice()}
        )

    def wrong_types(self) -> str:
        message = self.command()
        return json.dumps({**message, self.random.choice(list(message)): self.random.choice(ODD)})

    def missing(self) -> str:
        message = self.command()
        del message[self.random.choice(list(message))]
        return json.dumps(message)

    def unknown(self) -> str:
        extra = self.random.choice(["admin", "secret", "__class__", "", "Type", "guest", "now"])
        changes = {extra: self.random.choice(ODD)} if self.random.random() < 0.7 else {"type": "shutdown"}
        return json.dumps(self.command(**changes))

    def broken(self) -> str:
        """JSON that ends early, goes on too long, or has a sign changed."""
        text = json.dumps(self.command())
        place = self.random.randrange(len(text))
        sign = self.random.choice(['"', "{", "}", ",", "\\", "\0", "\n", "é", "9", ""])
        return self.random.choice(
            [text[:place], text[:place] + sign + text[place + 1 :], text + sign + "x", "\ufeff" + text]
        )

    def numbers(self) -> str:
        number = self.random.choice(["NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000, "0x10", "01", "1.0e0", "-"])
        return json.dumps(self.command(seat="@")).replace('"@"', number)

    def nested(self) -> str:
        depth = self.random.choice([10, 500, 3_900])
        return self.random.choice(
            [
                "[" * depth + "]" * depth,
                '{"a":' * depth,
                json.dumps(self.command(choice="@")).replace('"@"', "[" * depth),
            ]
        )

    def oversized(self) -> str:
        length = self.random.randrange(wire.MESSAGE_BYTES + 1, 3 * wire.MESSAGE_BYTES)
        return self.random.choice(
            [json.dumps(self.command(id="x" * length)), " " * length, "é" * (length // 2 + wire.MESSAGE_BYTES // 2)]
        )

    def binary(self) -> bytes:
        return self.random.choice([b"", self.random.randbytes(50), json.dumps(self.command()).encode()])

    def garbage(self) -> str:
        signs = [
            chr(self.random.choice([self.random.randrange(32, 127), self.random.randrange(1, 0xD7FF)]))
            for _ in range(40)
        ]
        return self.random.choice(["", "null", "0", '"play"', "[]", "{}", "".join(signs)])

    def untimely(self) -> str:
        """In perfect form, for another moment."""
        return json.dumps(self.command(seat=self.player.mine[0] if self.player.mine else 0))

    def ids(self) -> str:
        return json.dumps(self.command(id=self.random.choice(["", "\0", "é", "x" * 65, "\n", "\ud800", "a\u202eb"])))


# -- what comes of it ------------------------------------------------------------------------------------------------


async def send_batch(mischief: Mischief, player: Player, number: int) -> Counter[str]:
    """Send this many messages and take their answers, one for each."""
    sent = [mischief.next() for _ in range(number)]
    for _, message in sent:
        await player.send(message)
    await player.send({"type": "look", "id": "fence"})
    answers: list[Plain] = []
    while (answer := await player.hear()).get("answer_to") != "fence":
        assert answer["type"] != "delta", f"one of {sent} was carried out"
        if answer["type"] != "people":
            answers.append(answer)
    assert len(answers) == len(sent)
    for (kind, text), answer in zip(sent, answers, strict=True):
        if answer["type"] == "done":
            assert kind == "duplicate", text
        else:
            assert answer["type"] == "refused", (kind, text, answer)
            assert answer["code"] in CODES, (kind, text, answer)
    return Counter([f"{kind} {answer.get('code', 'done')}" for (kind, _), answer in zip(sent, answers, strict=True)])


@on_sqlite_daily
async def test_hostile_messages_change_nothing(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In game after game; when one is over and its people have gone, nothing of it stays in the memory."""
    steady_dice(monkeypatch)
    random, messages, seen = Random(store_url.partition(":")[0]), PROFILE.messages // 2, Counter[str]()
    proved = games = left = 0
    async with serving(store_url, replace(AT_ONCE, queue=2 * BATCH, rest_ms=0)) as host:
        while sum(seen.values()) < messages:
            proved += await hostile_game(host, random, messages, seen)
            games, left = games + 1, await left_in_memory(host, left)
    assert {key.partition(" ")[0] for key in seen} == set(KINDS)
    database = store_url.partition(":")[0]
    write_down(
        f"9-server-hostile-{database}",
        f"Hostile messages in the middle of a game change nothing ({database})",
        {
            "messages, each answered": sum(seen.values()),
            "kinds": len(KINDS),
            "refused": sum(number for key, number in seen.items() if not key.endswith(" done")),
            "said twice and carried out once": sum(number for key, number in seen.items() if key.endswith(" done")),
            "changes of the position by them": 0,
            "games, each played to its end": games,
            "chance answers proved in their journals afterwards": proved,
            "objects of the server in the memory after the last game, beyond those after the first": 0,
        },
    )


async def hostile_game(host: Host, random: Random, messages: int, seen: Counter[str]) -> int:
    """A game in which hostile messages are said until there were enough, or until it ends; returns how many chance
    answers of its journal were proved.
    """
    async with host.browser("Anna") as anna, host.browser("Ben") as ben, host.browser() as stranger:
        table = await anna.open(me(), FREE, options=ALL_MODULES)
        async with anna.at(table) as first, ben.at(table) as second, stranger.at(table) as watcher:
            await second.ask("sit", seat=1, nonce=nonce(1))
            players = [first, second, watcher]
            acknowledged: dict[Player, list[Plain]] = {player: [] for player in players}
            remember(first, acknowledged[first])
            remember(second, acknowledged[second])
            await level(*players)
            live = await host.live(table)
            while sum(seen.values()) < messages:
                await play_on(random, first, second, choices=2)
                await level(*players)
                assert live.table.match is not None
                before = await host.digest(table)
                state = live.table.match.state
                legal = [list(option) for seat in state.deciding() for option in state.options(seat)]
                player = random.choice(players)
                seen += await send_batch(Mischief(random, player, acknowledged[player], legal), player, BATCH)
                assert await host.digest(table) == before
                if first.over:
                    break
            await play_on(random, first, second)
            assert first.over
            journal = kronrat.Journal.parse((await anna.get(f"/api/tables/{table}/journal")).text)
            checked = kronrat.verify(live.game, journal)
    assert checked
    return checked


async def left_in_memory(host: Host, before: int) -> int:
    """How many objects the server has once all tables rest, which is no more than there were before.

    What the rules remember of hands they have met is limited by themselves, and does not count.
    """
    hub = host.server.hub
    await until(lambda: not host.server.connections.total())
    while hub.tables:
        await hub._sweep_once()
        await asyncio.sleep(0.005)
    if before:
        await until(lambda: _in_memory() <= before)
    return before or _in_memory()


def _in_memory() -> int:
    gc.collect()
    return len([one for one in gc.get_objects() if str(type(one).__module__).startswith(OURS)])


def remember(player: Player, commands: list[Plain]) -> None:
    """Note what this player sends while the game is played in good order."""
    ask = player.ask

    async def noting(command: str, **fields: Any) -> Plain:
        answer = await ask(command, **fields)
        if answer["type"] == "done":
            commands.append({"type": command, **fields, "id": answer["id"]})
        return answer

    player.ask = noting  # type: ignore[method-assign]


# -- what ends a connection ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b'{"type":"look","id":"\xff\xfe"}', 1007), (b"\xed\xa0\x80", 1007), (b" " * (5 * wire.MESSAGE_BYTES), 1009)],
)
async def test_what_cannot_be_text_ends_the_connection_and_nothing_else(
    tmp_path: Path, frame: bytes, code: int
) -> None:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        table = await anna.open(me(), me())
        before = await host.digest(table)
        async with anna.at(table) as player, anna.at(table) as window:
            await player.socket.send(frame, text=True)
            with pytest.raises(ConnectionClosed) as closed:
                await player.until(lambda message: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
            await window.check()
        assert await host.digest(table) == before


async def test_noise_instead_of_a_handshake(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        table = await anna.open(me(), me())
        port = int(host.url.rpartition(":")[2])
        for noise in (b"\x00" * 500, b"GET /ws/x HTTP/1.1\r\n\r\n", f"GET /ws/{table} HTTP/1.1\r\nupgrade: x".encode()):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(noise)
            await writer.drain()
            writer.close()
        async with anna.at(table) as player:
            await player.check()
