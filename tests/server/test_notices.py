"""People who do not look are told, by their browser, by e-mail, at an address of their own: once, nothing hidden."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kronrat.server.bus import bus_for
from kronrat.server.notices import messenger, news, outbox, outgoing, push
from kronrat.server.notices.owed import Item
from kronrat.server.records import Summary
from kronrat.server.settings import BadSetting, Settings
from tests.profile import on_sqlite_daily
from tests.server.by_hand import DAY, MINUTE, SECOND, HandClock, until
from tests.server.client import AT_ONCE, FREE, INVITED, Browser, Host, Plain, level, me, nonce, serving, steady_dice
from tests.server.receivers import MailServer, Receiver, Subscriber, mail_server, receiving

pytestmark = [pytest.mark.anyio, on_sqlite_daily]

OPEN = replace(AT_ONCE, notice_private=True)
HOUR = 60 * MINUTE
ALL = ["turn", "time", "game", "dropped", "invited"]


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    steady_dice(monkeypatch)


@pytest.fixture
def now_and_then() -> None:
    """For what depends on the time of day or on an hour having passed: everybody is looked at again and again."""


@pytest.fixture(autouse=True)
def only_what_changes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else is told although everybody is looked at only once, when the server starts."""
    if now_and_then.__name__ not in request.fixturenames:
        monkeypatch.setattr(messenger, "WHOLE_MS", 1 << 60)


@pytest.fixture
async def host(store_url: str, clock: HandClock) -> AsyncIterator[Host]:
    async with serving(store_url, OPEN, clock) as host:
        yield host


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


# -- what happens ------------------------------------------------------------------------------------------------------


async def put(browser: Browser, path: str, **wish: Any) -> Plain:
    answer = await browser.http.put(f"/api/me/notices{path}", json=wish)
    assert answer.status_code == 200, answer.text
    told: Plain = answer.json()
    return told


async def mine(browser: Browser) -> Plain:
    told: Plain = (await browser.get("/api/me/notices")).json()
    return told


async def hooked(browser: Browser, receiver: Receiver, **wishes: Any) -> None:
    """Have somebody told at an address of their own."""
    await put(browser, "/hook", address=f"{receiver.url}/anna", form="json")
    await put(browser, "", **{"hook": ALL, "bundle": False, **wishes})


async def tell(host: Host) -> None:
    """Let the server look, and finish what it begins."""
    await host.server.messenger.look()
    await host.server.messenger.finish()


async def wait(host: Host, clock: HandClock, ms: int = 30 * SECOND) -> None:
    clock.forward(ms)
    await tell(host)


@asynccontextmanager
async def anna_and_ben(host: Host) -> AsyncIterator[tuple[Browser, Browser]]:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        yield anna, ben


async def waiting_for(first: Browser, second: Browser, **terms: Any) -> str:
    """A table by correspondence at which the first of two people is asked, and nobody looks."""
    wish = {"pace": "correspondence", "limit_s": DAY // SECOND, **terms}
    table = await first.open(me(), FREE, **wish)
    async with second.at(table) as other:
        await other.ask("sit", seat=1, nonce=nonce(1))
    await hand_over(table, first, second)
    return table


async def hand_over(table: str, to: Browser, by: Browser) -> None:
    """Play until somebody is asked, with at least one choice of the other."""
    async with to.at(table) as first, by.at(table) as second:
        if second.question is None:
            while first.question:
                await first.play(first.question["options"][0])
                await level(first, second)
        while second.question and not first.question:
            await second.play(second.question["options"][0])
            await level(first, second)
        assert first.question


def _has(receiver: Receiver, count: int) -> bool:
    return len(receiver.got) == count


def events(receiver: Receiver) -> list[str]:
    return [request.told["event"] for request in receiver.got]


# -- the ways ----------------------------------------------------------------------------------------------------------


async def test_a_browser_is_told_and_nobody_else_can_read_it(host: Host, clock: HandClock, receiver: Receiver) -> None:
    subscriber = Subscriber(f"{receiver.url}/send/1")
    async with anna_and_ben(host) as (anna, ben):
        key = (await mine(anna))["push_key"]
        told = await put(anna, "/push", **subscriber.subscription)
        assert [(one["kind"], one["state"], one["here"]) for one in told["channels"]] == [("push", "on", True)]
        assert receiver.url not in str(told)
        await put(anna, "", push=["turn"], lang="de", zone="Europe/Berlin")
        table = await waiting_for(anna, ben)
        await wait(host, clock)
        await wait(host, clock)
    message = subscriber.read(receiver.got[0], key)
    assert len(receiver.got) == 1
    assert message["path"] == f"/t/{table}"
    assert message["title"].startswith("Du bist dran: ")
    assert table.encode() not in receiver.got[0].body
    assert len(receiver.got[0].body) == 16 + 4 + 1 + 65 + push.PADDED + 16
    assert "Ben" not in str(message)


async def test_the_key_for_browsers_stays_the_same(store_url: str) -> None:
    keys = []
    for _ in range(2):
        async with serving(store_url) as host, host.browser("Anna") as anna:
            keys.append((await mine(anna))["push_key"])
    assert keys[0] == keys[1]
    assert len(push.bytes_of(keys[0])) == 65


async def test_letters_come_once_an_address_is_confirmed_until_they_are_stopped(
    store_url: str, clock: HandClock
) -> None:
    async with (
        mail_server() as post,
        serving(store_url, with_mail(post), clock) as host,
        anna_and_ben(host) as (anna, ben),
    ):
        await put(anna, "", mail=["turn"], bundle=False)
        told = await put(anna, "/mail", address="anna@example.org")
        assert [one["state"] for one in told["channels"]] == ["asked"]
        await until(lambda: len(post.got) == 1)
        table = await waiting_for(anna, ben)
        await wait(host, clock)
        assert len(post.got) == 1  # nothing but the question
        link = re.search(r"/mail/confirm#(\S+)", post.got[0].get_content())
        assert link is not None
        for token, status in (("wrong", 404), (link[1], 200), (link[1], 404)):
            assert (await ben.http.post("/api/mail/confirm", json={"token": token})).status_code == status
        assert [one["state"] for one in (await mine(anna))["channels"]] == ["on"]
        await wait(host, clock)
        assert len(post.got) == 1  # what was waiting before is no news
        await hand_over(table, anna, ben)
        await wait(host, clock)
        assert len(post.got) == 2
        letter = post.got[1]
        assert f"{host.url}/t/{table}" in letter.get_content().splitlines()
        assert "Ben" not in letter.as_string()
        stop = str(letter["List-Unsubscribe"]).strip("<>")
        assert f"#{stop.rpartition('/')[2]}" in letter.get_content()
        forged = stop[:-1] + ("0" if stop[-1] != "0" else "1")
        assert (await ben.http.post(forged)).status_code == 404
        assert (await ben.http.post(stop, headers={"origin": "null"})).status_code == 200
        assert (await mine(anna))["channels"] == []


async def test_without_a_mail_server_there_is_no_mail(host: Host) -> None:
    async with host.browser("Anna") as anna:
        assert "can_mail" not in await mine(anna)
        answer = await anna.http.put("/api/me/notices/mail", json={"address": "anna@example.org"})
        assert answer.status_code == 404
    with pytest.raises(BadSetting, match="mail_from"):
        Settings(smtp_host="mail.example").checked()


async def test_an_address_is_one_address(store_url: str) -> None:
    strange = ("anna", "a b@example.org", "a@b@c", "anna@example.org\nBcc: b@c.d", "a@-b", "ä@b.c", "a@b..c", "")
    async with mail_server() as post, serving(store_url, with_mail(post)) as host, host.browser("Anna") as anna:
        for address in strange:
            answer = await anna.http.put("/api/me/notices/mail", json={"address": address})
            assert answer.json()["code"] == "bad_address", address


async def test_nobody_is_buried_in_letters(store_url: str) -> None:
    async with mail_server() as post, serving(store_url, with_mail(post)) as host, host.browser("Anna") as anna:
        wish = {"address": "victim@example.org"}
        answers = [(await anna.http.put("/api/me/notices/mail", json=wish)).status_code for _ in range(6)]
        assert answers == [200, 200, 200, 429, 429, 429]


def with_mail(post: MailServer, **more: Any) -> Settings:
    given = {
        "smtp_host": "127.0.0.1",
        "smtp_port": post.port,
        "smtp_security": "none",
        "mail_from": "K <k@example.org>",
    }
    return replace(OPEN, **{**given, **more})


async def test_an_address_of_ones_own_gets_it_as_it_wants(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver)
        table = await waiting_for(anna, ben)
        await wait(host, clock)
        first = receiver.got[0].told
        assert set(first) == {"event", "game", "table", "url", "due"}
        assert (first["event"], first["table"]) == ("turn", table)
        assert first["url"] == f"{host.url}/t/{table}"
        due = datetime.fromisoformat(first["due"]).timestamp() * 1_000
        assert 0 < due - clock.now() <= DAY
        await put(anna, "/hook", address=f"{receiver.url}/topic", form="text")
        await anna.http.post("/api/me/notices/hook/test")
        assert receiver.got[1].headers["title"] == "A test from Kronrat"
        assert receiver.got[1].headers["click"] == f"{host.url}/me"
        await put(anna, "/hook", address=f"{receiver.url}/topic", form="discord")
        await anna.http.post("/api/me/notices/hook/test")
        assert receiver.got[2].told["content"].startswith("**A test from Kronrat**")


# -- when --------------------------------------------------------------------------------------------------------------


async def test_who_looks_is_not_told_and_a_hidden_page_does_not_look(
    host: Host, clock: HandClock, receiver: Receiver
) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver)
        table = await waiting_for(anna, ben)
        async with anna.at(table):
            await wait(host, clock)
        await wait(host, clock)
        assert receiver.got == []  # it was seen, and nothing is told afterwards
        async with anna.at(table) as player:
            await player.send({"type": "gaze", "on": False})
            await player.ask("look")
            await hand_over(table, anna, ben)
            await wait(host, clock)
        assert events(receiver) == ["turn"]


@pytest.mark.usefixtures(now_and_then.__name__)
async def test_several_turns_are_one_notice_and_one_an_hour_for_a_table(
    host: Host, clock: HandClock, receiver: Receiver
) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, bundle=True, hook=["turn"])
        one, two = [await waiting_for(anna, ben) for _ in range(2)]
        await wait(host, clock)
        assert len(receiver.got) == 1
        told = receiver.got[0].told
        assert {told["table"], told["more"][0]["table"]} == {one, two}
        await hand_over(one, anna, ben)
        await wait(host, clock)
        assert len(receiver.got) == 1
        await wait(host, clock, HOUR)
        assert [request.told["table"] for request in receiver.got[1:]] == [one]


async def test_only_tables_that_have_changed_are_read(
    host: Host, clock: HandClock, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    decode = news.summary_of

    def noted(text: str) -> Summary | None:
        read.append(text)
        return decode(text)

    monkeypatch.setattr(news, "summary_of", noted)
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        one, *_ = [await waiting_for(anna, ben) for _ in range(4)]
        await wait(host, clock)
        assert len(receiver.got[0].told["more"]) == 3
        read.clear()
        for _ in range(3):
            await wait(host, clock)
        assert read == []
        await hand_over(one, anna, ben)
        await wait(host, clock)
        await wait(host, clock)
        assert len(read) == 1
        assert [request.told["table"] for request in receiver.got[1:]] == [one]


async def test_what_was_answered_meanwhile_is_not_told(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver)
        table = await waiting_for(anna, ben)
        async with anna.at(table) as player:
            while player.question:
                await player.play(player.question["options"][0])
        await wait(host, clock)
        assert "turn" not in events(receiver)


async def test_a_reminder_comes_when_a_fifth_of_the_time_is_left(
    host: Host, clock: HandClock, receiver: Receiver
) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["time"])
        await waiting_for(anna, ben, limit_s=10 * 3_600)
        await wait(host, clock, 8 * HOUR - MINUTE)
        assert receiver.got == []
        await wait(host, clock, 2 * MINUTE)
        await wait(host, clock, 30 * MINUTE)
        assert events(receiver) == ["time"]


@pytest.mark.usefixtures(now_and_then.__name__)
async def test_quiet_hours_are_kept_and_what_gathered_comes_afterwards(
    store_url: str, clock: HandClock, receiver: Receiver
) -> None:
    clock.time = int(datetime(2026, 3, 1, 22, 30, tzinfo=ZoneInfo("Asia/Tokyo")).timestamp()) * 1_000
    async with serving(store_url, OPEN, clock) as host, anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, quiet=True, zone="Asia/Tokyo", hook=["turn"])
        await waiting_for(anna, ben)
        await waiting_for(anna, ben)
        await wait(host, clock, 8 * HOUR)
        assert receiver.got == []
        await wait(host, clock, 31 * MINUTE)
        assert len(receiver.got) == 1
        assert len(receiver.got[0].told["more"]) == 1


async def test_games_begin_and_end_and_are_played_again(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["game", "invited"])
        table = await waiting_for(anna, ben)
        await wait(host, clock)
        assert events(receiver) == ["begin"]
        async with anna.at(table) as first, ben.at(table) as second:
            await first.send({"type": "gaze", "on": False})
            while not first.over:
                player = first if first.question else second
                assert player.question is not None
                await player.play(player.question["options"][0])
                await level(first, second)
        await wait(host, clock)
        assert events(receiver) == ["begin", "end"]
        again = await ben.http.post(f"/api/tables/{table}/rematch", json={"nonces": [nonce(1)]})
        await wait(host, clock)
        await wait(host, clock)
        assert events(receiver) == ["begin", "end", "invited"]
        assert receiver.got[2].told["url"] == f"{host.url}/t/{again.json()['table']}"


async def test_an_invitation_is_told(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["invited"])
        await waiting_for(anna, ben)
        (friend,) = (await ben.get("/api/friends")).json()["friends"]
        table = await ben.open(me(), INVITED)
        answer = await ben.http.post(f"/api/tables/{table}/invitations", json={"friend": friend["handle"]})
        assert answer.status_code == 201
        await wait(host, clock)
        await wait(host, clock)
        assert [(one.told["event"], one.told["url"]) for one in receiver.got] == [("invited", f"{host.url}/t/{table}")]


async def test_an_order_that_was_dropped_is_told(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn", "dropped"])
        table = await waiting_for(ben, anna)
        orders = f"/api/tables/{table}/orders?seat=1"
        told = (await anna.get(orders)).json()
        kinds = sorted({one["question"]["kind"] for one in told["expected"]})
        wish = [{"kind": kind, "choices": [["never"]]} for kind in kinds]
        assert (await anna.http.put(orders, json={"version": told["version"], "orders": wish})).status_code == 200
        await hand_over(table, anna, ben)
        live = await host.live(table)
        await until(lambda: not live.orders.waiting())
        await wait(host, clock)
        await wait(host, clock)
        assert events(receiver) == ["dropped"]


# -- what goes wrong ---------------------------------------------------------------------------------------------------


async def test_a_browser_that_is_gone_is_given_up(host: Host, clock: HandClock, receiver: Receiver) -> None:
    receiver.status = 410
    async with anna_and_ben(host) as (anna, ben):
        await put(anna, "/push", **Subscriber(f"{receiver.url}/send/1").subscription)
        await put(anna, "", push=["turn"])
        await waiting_for(anna, ben)
        await wait(host, clock)
        await wait(host, clock, HOUR)
        told = (await mine(anna))["channels"][0]
        assert (told["state"], told["failure"], len(receiver.got)) == ("dead", "410", 1)
        assert told["failed"] == clock.now() - HOUR


async def test_an_address_that_fails_is_tried_again_later_and_then_given_up(
    host: Host, clock: HandClock, receiver: Receiver
) -> None:
    receiver.status = 503
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        await waiting_for(anna, ben, limit_s=30 * DAY // SECOND)
        await wait(host, clock)
        await wait(host, clock, 50 * SECOND)
        assert len(receiver.got) == 1
        await wait(host, clock, 20 * SECOND)
        assert len(receiver.got) == 2
        for _ in range(outbox.MOST_FAILURES + 2):
            await wait(host, clock, 7 * HOUR)
        assert len(receiver.got) == outbox.MOST_FAILURES
        assert (await mine(anna))["channels"][0]["state"] == "dead"


async def test_one_that_works_again_gets_what_is_still_true(host: Host, clock: HandClock, receiver: Receiver) -> None:
    receiver.status = 500
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        await waiting_for(anna, ben)
        await wait(host, clock)
        receiver.status = 200
        await wait(host, clock, 2 * MINUTE)
        await wait(host, clock, HOUR)
        assert len(receiver.got) == 2
        assert "failure" not in (await mine(anna))["channels"][0]


@pytest.mark.parametrize("trouble", ["silent", "gateway"])
async def test_what_may_have_arrived_is_not_sent_again(
    host: Host, clock: HandClock, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr(outgoing, "ANSWER_S", 0.05)
    receiver.silent, receiver.status = trouble == "silent", 504
    async with anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        await waiting_for(anna, ben)
        await wait(host, clock)
        assert (await mine(anna))["channels"][0]["failure"] == ("silent" if receiver.silent else "504")
        receiver.silent, receiver.status = False, 200
        await wait(host, clock, HOUR)
        assert len(receiver.got) == 1


async def test_a_restart_sends_nothing_twice(store_url: str, clock: HandClock, receiver: Receiver) -> None:
    async with serving(store_url, OPEN, clock) as host, anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        await waiting_for(anna, ben)
        await wait(host, clock)
    async with serving(store_url, OPEN, clock) as host:
        await wait(host, clock, HOUR)
    assert len(receiver.got) == 1


async def test_what_was_claimed_when_the_server_ended_is_not_sent(
    store_url: str, clock: HandClock, receiver: Receiver
) -> None:
    async with serving(store_url, OPEN, clock) as host, anna_and_ben(host) as (anna, ben):
        await hooked(anna, receiver, hook=["turn"])
        table = await waiting_for(anna, ben)
        guest = next(iter((await host.live(table)).table.seating.guests().values()))
        channel = (await host.server.hub.store.look_up(lambda c: outbox.channels_of(c, guest)))[0]
        asked = (await host.live(table)).table.summary().since
        seat = next(iter(asked))
        item = Item("turn", table, "", f"{seat}:{asked[seat]}", 0)
        await host.server.hub.store.care(lambda c: outbox.claim(c, guest, [item], channel.id, clock.now()))
        await wait(host, clock, HOUR)
    assert receiver.got == []


async def test_a_slow_mail_server_holds_up_nobody(
    store_url: str, clock: HandClock, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        mail_server() as post,
        serving(store_url, with_mail(post), clock) as host,
        anna_and_ben(host) as (anna, ben),
    ):
        await put(anna, "/mail", address="anna@example.org")
        await until(lambda: len(post.got) == 1)
        link = re.search(r"/mail/confirm#(\S+)", post.got[0].get_content())
        assert link is not None
        await anna.http.post("/api/mail/confirm", json={"token": link[1]})
        await hooked(anna, receiver, mail=["turn"], hook=["turn"])
        post.asleep = asyncio.Event()
        table = await waiting_for(anna, ben)
        clock.forward(30 * SECOND)
        await host.server.messenger.look()
        await until(lambda: post.begun == 2)
        await until(lambda: len(receiver.got) == 1)
        for turns in range(2, 4):  # the table goes on, and so do the other ways
            await hand_over(table, anna, ben)
            clock.forward(30 * SECOND)
            await host.server.messenger.look()
            await until(partial(_has, receiver, turns))
        assert post.begun == 2
        post.asleep.set()
        await host.server.messenger.finish()
        assert len(post.got) == 2


# -- where nothing is sent ---------------------------------------------------------------------------------------------


INSIDE = (
    "http://example.org/x", "https://127.0.0.1/x", "https://10.0.0.8/", "https://[::1]/", "https://localhost/x",
    "https://169.254.169.254/latest", "https://[::ffff:192.168.1.1]/", "https://[64:ff9b::a00:1]/", "ftp://a.b/",
    "https://user:word@example.org/", "https://example.org/a b", "https://exa\nmple.org/", "https://nas.local/",
    "https://example.org:99999/", "https://", "x", "",
)  # fmt: skip


async def test_nothing_inside_is_reached(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        for address in INSIDE:
            answer = await anna.http.put("/api/me/notices/hook", json={"address": address})
            assert answer.json()["code"] == "bad_address", address


# -- people ------------------------------------------------------------------------------------------------------------


async def test_a_browser_that_becomes_somebody_elses_tells_the_first_one_nothing(
    host: Host, clock: HandClock, receiver: Receiver
) -> None:
    subscription = Subscriber(f"{receiver.url}/send/1").subscription
    async with anna_and_ben(host) as (anna, ben):
        await put(anna, "/push", **subscription)
        await put(anna, "", push=["turn"])
        await put(ben, "/push", **subscription)
        assert (await mine(anna))["channels"] == []
        await waiting_for(anna, ben)
        await wait(host, clock)
    assert receiver.got == []


async def test_a_device_that_is_signed_out_is_told_nothing(host: Host, clock: HandClock, receiver: Receiver) -> None:
    async with anna_and_ben(host) as (anna, ben), host.browser() as phone:
        link = (await anna.http.post("/api/me/links")).json()
        await phone.http.post("/api/links", json={"code": link["code"]})
        await put(phone, "/push", **Subscriber(f"{receiver.url}/send/1").subscription)
        await put(phone, "", push=["turn"])
        told = (await mine(anna))["channels"]
        assert [one.get("here", False) for one in told] == [False]
        devices = (await anna.get("/api/me/account")).json()["devices"]
        await anna.http.delete(f"/api/me/devices/{devices[1]['id']}")
        await waiting_for(anna, ben)
        await wait(host, clock)
    assert receiver.got == []


async def test_what_is_kept_of_notices_is_handed_over_and_deleted(host: Host, receiver: Receiver) -> None:
    async with host.browser("Anna") as anna:
        await hooked(anna, receiver)
        kept = (await anna.get("/api/me/data")).json()
        assert kept["told_at"] == [{"kind": "hook", "address": f"{receiver.url}/anna"}]
        assert kept["notices"]["told"]["hook"]
        await anna.http.delete("/api/me/data")
    used = await host.server.hub.store.look_up(outbox.in_use)
    assert used == []


async def test_others_learn_nothing(host: Host, clock: HandClock, receiver: Receiver) -> None:
    """Of where somebody is told, of what, or that they are told at all, no word goes to anybody else."""
    subscriber = Subscriber(f"{receiver.url}/send/1")
    async with anna_and_ben(host) as (anna, ben), host.browser("Cleo") as cleo:
        await put(anna, "/push", **subscriber.subscription)
        await hooked(anna, receiver, push=ALL)
        table = await waiting_for(anna, ben)
        heard: list[str] = []
        async with ben.at(table) as second, cleo.at(table) as watching:
            await wait(host, clock)
            await second.ask("look")
            await watching.ask("look")
            heard += [*second.heard, *watching.heard]
        for browser in (ben, cleo):
            for path in ("me", "me/notices", "me/account", "me/data", "tables", "turns", f"tables/{table}/log"):
                heard.append((await browser.get(f"/api/{path}")).text)
            for way in ("hook", "push"):
                assert (await browser.http.delete(f"/api/me/notices/{way}")).status_code == 404
                assert (await browser.http.post(f"/api/me/notices/{way}/test")).status_code == 404
        assert len(receiver.got) == 2
        said = "".join(heard)
        channels = await host.server.hub.store.look_up(outbox.in_use)
        secrets = [receiver.url, *[channel.id for channel in channels], subscriber.subscription["p256dh"]]
        assert not [secret for secret in secrets if secret in said]


async def test_strangers_say_nothing_about_notices(host: Host) -> None:
    async with host.browser() as nobody:
        assert (await nobody.get("/api/me/notices")).status_code == 401
        assert (await nobody.http.put("/api/me/notices", json={"hook": ["turn"]})).status_code == 401
    async with host.browser("Anna") as anna:
        strange: list[Plain] = [
            {"hook": ["chat"]},
            {"zone": "Mars/North"},
            {"lang": "xx"},
            {"quiet_from": 1440},
            {"sms": []},
        ]
        for wish in strange:
            assert (await anna.http.put("/api/me/notices", json=wish)).status_code == 400
        for keys in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"endpoint": "file:///etc/passwd"}):
            given = {**Subscriber("https://push.example/1").subscription, **keys}
            assert (await anna.http.put("/api/me/notices/push", json=given)).status_code == 400


@pytest.mark.full
async def test_two_processes_are_one_messenger(store_url: str, clock: HandClock, receiver: Receiver) -> None:
    """Whichever of them looks first; and when it ends, the other goes on."""
    if not store_url.startswith("postgres"):
        return  # a file serves one process
    async with serving(store_url, OPEN, clock, bus_for(store_url)) as other:
        async with serving(store_url, OPEN, clock, bus_for(store_url)) as host, anna_and_ben(host) as (anna, ben):
            await hooked(anna, receiver, hook=["turn"])
            table = await waiting_for(anna, ben)
            clock.forward(30 * SECOND)
            await asyncio.gather(tell(host), tell(other))
            assert len(receiver.got) == 1
            await hand_over(table, anna, ben)
        await wait(other, clock, messenger.DUTY_MS + 30 * SECOND)
        assert len(receiver.got) == 2
