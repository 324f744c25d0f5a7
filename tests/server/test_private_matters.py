"""What somebody does for themselves tells nobody else anything: the same game twice, and others hear the same.

In the one world Anna leaves orders, lends her seat, is told at an address of her own, blocks, reports, invites a
friend, opens a league and looks for strangers; in the other she does not, or does it otherwise. Ben, who plays with
her, and Zoe, who watches, hear the same messages and see the same lists.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.profile import amount
from tests.server.by_hand import DAY, MINUTE, SECOND, HandClock
from tests.server.client import AT_ONCE, FREE, Browser, Host, Player, level, me, nonce, serving, steady_dice
from tests.server.receivers import Receiver, receiving
from tests.shelf import ANY

pytestmark = pytest.mark.anyio

QUESTIONS = ("me", "tables", "turns", "friends", "leagues", "meetings", "me/data", "me/notices", f"ranks/{ANY}")
EVERYTHING = ["turn", "time", "game", "dropped", "invited"]
NEVER = [["never"]]
MATTERS = 8


@dataclass
class World:
    """One of the two; `secret` is the one in which more is done."""

    host: Host
    clock: HandClock
    receiver: Receiver
    secret: bool
    anna: Browser
    cleo: Browser
    table: str = ""
    besides: list[str] = field(default_factory=list)  # what was made in secret; nobody else may hear of it

    async def put(self, path: str, **wish: Any) -> None:
        answer = await self.anna.http.put(f"/api/{path}", json=wish)
        assert answer.status_code == 200, answer.text

    async def post(self, path: str, browser: Browser | None = None, **wish: Any) -> dict[str, Any]:
        answer = await (browser or self.anna).http.post(f"/api/{path}", json=wish)
        assert answer.status_code < 300, answer.text
        return dict(answer.json()) if answer.content else {}

    # -- private matters ---------------------------------------------------------------------------------------------

    async def order(self, seat: int) -> None:
        """What is never possible: it is dropped when the question comes, and only she is told."""
        where = f"tables/{self.table}/orders?seat={seat}"
        told = (await self.anna.get(f"/api/{where}")).json()
        if self.secret and told.get("expected"):
            kinds = {one["question"]["kind"] for one in told["expected"]}
            orders = [{"kind": kind, "choices": NEVER} for kind in sorted(kinds)]
            await self.put(where, version=told["version"], orders=orders)

    async def lend(self, seat: int) -> None:
        """From next month on; whether to whom, and until when, nobody knows before."""
        since = self.clock.now() + (40 if self.secret else 30) * DAY
        await self.put("me/absence", since=since, until=since + DAY, bot="page" if self.secret else "greedy")

    async def be_told(self, seat: int) -> None:
        if self.secret:
            await self.put("me/notices/hook", address=f"{self.receiver.url}/anna", form="json")
            await self.put("me/notices", hook=EVERYTHING, bundle=bool(seat), quiet=bool(seat))

    async def keep_apart(self, seat: int) -> None:
        """From the one who watches, by something that was said."""
        if self.secret:
            await self.post(f"tables/{self.table}/blocks", n=1)
            await self.post(f"tables/{self.table}/reports", n=1, why="a secret reason")
            self.besides.append("a secret reason")

    async def invite(self, seat: int) -> None:
        other = await self.anna.open(me(), FREE, listed=False)
        if self.secret:
            self.besides.append(other)
            friends = (await self.anna.get("/api/friends")).json()["friends"]
            handle = next(friend["handle"] for friend in friends if friend["name"] == "Cleo")
            await self.post(f"tables/{other}/invitations", friend=handle)

    async def form_a_league(self, seat: int) -> None:
        if self.secret:
            league = await self.post("leagues", name="a secret league", game=ANY, evenings=2)
            await self.post(f"leagues/{league['id']}/members", self.cleo)
            self.besides += [league["id"], "a secret league"]

    async def look_for_strangers(self, seat: int) -> None:
        """And wait no more."""
        if self.secret:
            found = await self.post("meetings", game=ANY, seats=2, pace="correspondence")
            self.besides.append(found["table"])
            await self.anna.http.delete("/api/meetings")

    async def connect_devices(self, seat: int) -> None:
        if self.secret:
            self.besides += [str(await self.post("me/links")), str(await self.post("me/recovery"))]


def matters_of(world: World) -> list[Callable[[int], Awaitable[None]]]:
    return [
        world.order, world.lend, world.be_told, world.keep_apart, world.invite, world.form_a_league,
        world.look_for_strangers, world.connect_devices,
    ]  # fmt: skip


async def observed(database: str, walk: str, secret: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that Ben and Zoe hear in one world."""
    steady_dice(monkeypatch)
    random, clock = Random(walk), HandClock()
    async with AsyncExitStack() as stack:
        receiver = await stack.enter_async_context(receiving())
        host = await stack.enter_async_context(serving(database, replace(AT_ONCE, notice_private=True), clock))
        anna, ben, cleo, zoe = [
            await stack.enter_async_context(host.browser(name)) for name in ("Anna", "Ben", "Cleo", "Zoe")
        ]
        world = World(host, clock, receiver, secret, anna, cleo)
        await begin(anna, cleo)
        world.table = await begin(anna, ben)
        players = [await stack.enter_async_context(browser.at(world.table)) for browser in (ben, zoe)]
        await players[1].ask("chat", text="hello")
        matters = matters_of(world)
        assert len(matters) == MATTERS
        random.shuffle(matters)
        told: list[str] = []
        for matter in [*matters, *random.choices(matters[:], k=4)]:
            if matter.__name__ not in ("keep_apart", "form_a_league", "look_for_strangers") or matter in matters:
                await matter(0)
            matters = [one for one in matters if one != matter]
            clock.forward(random.choice([SECOND, MINUTE, DAY // 24]))
            await host.server.messenger.look()
            await host.server.messenger.finish()
            await play_a_little(walk, random.choice([1, 2, 5]), anna, *players)
            for browser in (ben, zoe):
                for question in (*QUESTIONS, f"tables/{world.table}/log", f"tables/{world.table}/journal"):
                    told.append(f"{question}: {(await browser.get(f'/api/{question}')).text}")
        assert secret or not receiver.got
        told += [text for player in players for text in player.heard]
    everything = "\n".join(told)
    assert [one for one in world.besides if one in everything] == []
    return [neutral(text, world.table) for text in told if '"type":"people"' not in text]


async def begin(one: Browser, other: Browser) -> str:
    table = await one.open(me(), FREE, pace="correspondence", limit_s=10 * DAY // SECOND)
    async with other.at(table) as player:
        assert (await player.ask("sit", seat=1, nonce=nonce(1)))["type"] == "done"
    return table


async def play_a_little(walk: str, versions: int, browser: Browser, ben: Player, zoe: Player) -> None:
    """Anna comes for a moment, as often as it takes: whoever has blocked somebody is sent away to come again.

    What is chosen follows from how far the game is, so that it is the same in both worlds.
    """
    end = ben.version + versions
    while ben.version < end:
        with suppress(ConnectionClosed):
            async with browser.at(str(ben.info["id"])) as anna:
                while ben.version < end:
                    await level(anna, ben, zoe)
                    asked = anna if anna.question else ben
                    assert asked.question is not None
                    choice = Random(f"{walk} {asked.version}").choice(asked.question["options"])
                    assert (await asked.play(choice))["type"] == "done"
                    await level(anna, ben, zoe)


def neutral(text: str, table: str) -> str:
    """Without what is drawn by lot in each world: ids and keys."""
    text = re.sub(r"c\d+-[0-9a-f]{8}", "command", text.replace(table, "TABLE"))
    return re.sub(r"\"(id|handle|push_key)\": ?\"[\w-]{16,90}\"", r"\1 drawn", text)


@pytest.mark.parametrize("number", range(amount(1, 12)))
async def test_others_hear_the_same_whatever_somebody_does_for_themselves(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = [
        await observed(f"sqlite:///{tmp_path / str(secret)}.db", f"private {number}", secret, monkeypatch)
        for secret in (True, False)
    ]
    for one, other in zip(*worlds, strict=True):
        assert one == other
