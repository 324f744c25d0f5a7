"""The one who sends: looks now and then what people are to be told, and tells them, beside everything else.

No table waits for it. What cannot be sent now, because enough is under way already, is found again at the next look.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from kronrat.server.hub import Hub
from kronrat.server.notices import mail, outbox, outgoing, owed, push, texts
from kronrat.server.notices.delivery import Delivery
from kronrat.server.notices.news import News
from kronrat.server.notices.outbox import Channel, Owner, Row
from kronrat.server.notices.owed import Item, Key, Seen
from kronrat.server.notices.wishes import Kind, Wishes
from kronrat.server.records import Summary
from kronrat.server.store import StoreUnavailable

log = logging.getLogger(__name__)

T = TypeVar("T")
DUTY = "notices"
DUTY_MS = 15_000  # after which another process takes over from one that is gone
AT_ONCE: dict[Kind, int] = {
    "push": 8,
    "hook": 4,
    "mail": 2,
}  # under way at the same time: a slow one delays its own kind
MAIL_S = 60.0  # for a whole letter
TIDY_EVERY = 1_000  # looks, until what is old is deleted
WHOLE_MS = 30_000  # so often everybody is looked at: wishes change, and quiet hours end
SKEW_MS = 10_000  # by which the clocks of processes may differ
NEVER = 1 << 62
FAREWELL_S = 1.5  # for what is under way when the server ends
LONGEST_TTL_S = 24 * 3_600
STOP_SECRET = "stop"  # the name of the key that signs the links which end letters


class Messenger:
    """Notices of one process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store
        self._office = hub.office
        self._settings = hub.office.settings
        self._sending: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()  # channels to which something is under way
        self._ended: set[str] = set()  # channels whose newest state this look may not have read
        self._under_way: Counter[Kind] = Counter()
        self._known: dict[str, set[Key]] = {}  # by channel: what needs no look at the store, because it was told
        self._news = News()
        self._items: dict[str, list[Item]] = {}  # what everybody with a channel is to be told, in time or not yet
        self._again_at: dict[str, int] = {}  # when somebody is looked at again, although nothing has happened
        self._began = False
        self._led = False
        self._looked = self._whole = 0  # until when it is known who was invited; when everybody was looked at
        self._looks = 0
        self._looking_now = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(AT_ONCE["mail"], "mail")
        self._vapid = b""
        self._stop_key = b""

    # -- from beginning to end ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Make or read the keys of this server, and begin."""
        if push.AVAILABLE:
            self._vapid = await self._do(outbox.own_secret, name=push.KEY_NAME, made=push.new_key())
        self._stop_key = await self._do(outbox.own_secret, name=STOP_SECRET, made=os.urandom(32))
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking. What is under way and cannot be waited for stays claimed, and is not sent again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._sending:
            await asyncio.wait(self._sending, timeout=FAREWELL_S)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._store.shared:
            try:
                await self._do(outbox.leave_duty, name=DUTY, holder=self._office.name)
            except StoreUnavailable as problem:
                log.warning("notices: %s", problem)

    @property
    def public_key(self) -> str:
        """What browsers subscribe with; empty if this server cannot tell them anything."""
        return push.public_key(self._vapid) if self._vapid else ""

    @property
    def under_way(self) -> int:
        return len(self._busy)

    async def finish(self) -> None:
        """Wait until nothing is under way."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    async def _do(self, work: Callable[..., T], **given: Any) -> T:
        return await self._store.care(partial(work, **given))

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except StoreUnavailable as problem:
                log.warning("notices: %s", problem)
            except Exception:
                log.exception("looking for notices failed")
                self._office.counts["failures"] += 1
            await self._office.clock.sleep(self._settings.notice_look_s)

    # -- looking -----------------------------------------------------------------------------------------------------

    async def look(self) -> None:
        """Note what people see for themselves, and tell what others do not."""
        async with self._looking_now:
            await self._look()

    async def _look(self) -> None:
        self._ended.clear()
        if not await self._store.look_up(outbox.anybody):
            self._began = False
            return
        now, leads = self._office.clock.now(), await self._leads(self._office.clock.now())
        owners = await self._store.look_up(partial(self._work_out, now=now, anew=leads and not self._led))
        self._led = leads
        if self._whole == now:
            current = {item.key for some in self._items.values() for item in some}
            self._known = {whose: keys & current for whose, keys in self._known.items() if keys & current}
        for guest, some in self._lookers(now).items():
            await self._note_seen(guest, some, now)
        if leads:
            await self._tell_all(owners, now)
            self._looks += 1
            if self._looks % TIDY_EVERY == 0:
                await self._do(outbox.forget_old, now=now)

    def _work_out(self, c: Connection, now: int, anew: bool) -> dict[str, Owner]:
        """What everybody with a channel is to be told, of whom something may have changed; they are returned.

        In the thread that reads, because there may be thousands of tables.
        """
        concerned = self._news.read_on(c, now, self._hub.versions) | outbox.invited_since(c, self._looked)
        concerned |= {guest for guest, at in self._again_at.items() if at <= now}
        self._looked = now - SKEW_MS
        if anew or not self._began or now - self._whole >= WHOLE_MS:
            concerned |= self._news.people | outbox.invited_since(c, 0) | self._items.keys()
            self._began, self._whole = True, now
        owners = outbox.owners(c, sorted(concerned))
        tables = {guest: self._news.of(guest) for guest in owners}
        wanted = {seen.summary.rematch for some in tables.values() for seen in some if seen.summary.rematch}
        again = outbox.gathering(c, wanted)
        for guest in concerned:
            self._items.pop(guest, None)
            self._again_at.pop(guest, None)
        delay = int(1_000 * self._settings.notice_delay_s)
        for guest, owner in owners.items():
            found = [item for seen in tables[guest] for item in self._items_of(seen, owner, again)] + owner.invited
            self._items[guest] = found
            self._look_again(guest, [item.at + delay for item in found if item.at + delay > now])
        return owners

    @staticmethod
    def _items_of(seen: Seen, owner: Owner, again: Mapping[str, tuple[int, Summary]]) -> list[Item]:
        free = owed.free_for(seen.guest, seen.summary.rematch, again)
        return owed.items_of(replace(seen, drops=owner.drops.get(seen.table, {}), again=free), owner.wishes)

    def _look_again(self, guest: str, times: Iterable[int]) -> None:
        """Look at somebody again at the first of these times, whatever happens; otherwise when something does."""
        self._again_at[guest] = min([self._again_at.get(guest, NEVER), *times])

    def _lookers(self, now: int) -> dict[str, list[Item]]:
        """Who looks here at a table of which there is something to be told, and what that is."""
        here = {
            (connection.guest_id, live.id)
            for live in self._hub.tables.values()
            for connection in live.connections
            if connection.is_looking and connection.guest_id in self._items
        }
        found: dict[str, list[Item]] = {}
        for guest, table in here:
            seen = [item for item in self._items[guest] if item.table == table and item.at <= now]
            found.setdefault(guest, []).extend(seen)
        return found

    async def _note_seen(self, guest: str, items: Sequence[Item], now: int) -> None:
        """Somebody who looks at a table needs no notice of it; once is enough to say so."""
        new = [item for item in items if item.key not in self._known.get(guest, ())]
        if new:
            await self._do(outbox.claim, guest=guest, items=new, channel="", now=now, state="seen")
            self._known.setdefault(guest, set()).update([item.key for item in new])

    async def _leads(self, now: int) -> bool:
        if not self._store.shared:
            return True
        return await self._do(outbox.take_duty, name=DUTY, holder=self._office.name, now=now, until=now + DUTY_MS)

    async def _tell_all(self, owners: Mapping[str, Owner], now: int) -> None:
        delay = int(1_000 * self._settings.notice_delay_s)
        news: list[tuple[Channel, list[Item]]] = []
        for guest, owner in owners.items():
            ripe = owed.ripe(self._items[guest], now, delay)
            for channel in owner.channels:
                if channel.id in self._busy:  # what it is sending may still fail, and is news again then
                    self._look_again(guest, [now])
                    continue
                known = self._known.get(channel.id, set())
                found = owed.chosen(ripe, channel.kind, channel.since, owner.wishes, known, set(), now)
                if not found or not self._may_use(channel.kind):
                    continue
                if channel.retry > now:
                    self._look_again(guest, [channel.retry])
                else:
                    news.append((channel, found))
        if not news:
            return
        about = {(channel.guest, item.table) for channel, items in news for item in items}
        told: dict[str, list[Row]] = {}
        for row in await self._store.look_up(lambda c: outbox.told(c, sorted(about))):
            told.setdefault(row.guest, []).append(row)
        for channel, items in news:
            self._tell_news(channel, items, owners[channel.guest].wishes, told.get(channel.guest, []), now)

    def _tell_news(self, channel: Channel, news: Sequence[Item], wishes: Wishes, told: Iterable[Row], now: int) -> None:
        """Tell what was not told before; `told` is what the owner was told, by whatever way."""
        if self._under_way[channel.kind] >= AT_ONCE[channel.kind] or channel.id in self._ended:
            self._look_again(channel.guest, [now])
            return
        mine = [row for row in told if row.channel in ("", channel.id)]
        known = {row.key for row in mine}
        self._known.setdefault(channel.id, set()).update([row.key for row in mine if row.state != "sending"])
        since = now - int(1_000 * self._settings.notice_bundle_s)
        lately = {row.key[0] for row in mine if row.channel and row.at > since}
        found = owed.chosen(news, channel.kind, channel.since, wishes, known, lately, now)
        if found:
            self._look_again(channel.guest, [now])  # until it is known what became of it
            self._begin(channel, self._tell(channel, found, wishes, now))

    def _may_use(self, kind: Kind) -> bool:
        return {"push": bool(self._vapid), "mail": self._settings.can_mail, "hook": True}[kind]

    # -- telling -----------------------------------------------------------------------------------------------------

    def _begin(self, channel: Channel, work: Coroutine[Any, Any, None]) -> None:
        self._busy.add(channel.id)
        self._under_way[channel.kind] += 1
        task = asyncio.create_task(work)
        self._sending.add(task)

        def end(_: asyncio.Task[None]) -> None:
            self._sending.discard(task)
            self._busy.discard(channel.id)
            self._ended.add(channel.id)
            self._under_way[channel.kind] -= 1

        task.add_done_callback(end)

    async def _tell(self, channel: Channel, items: Sequence[Item], wishes: Wishes, now: int) -> None:
        """Claim, send, settle. If the server ends in between, what was claimed is not sent again."""
        try:
            keys = await self._do(outbox.claim, guest=channel.guest, items=items, channel=channel.id, now=now)
            claimed = [item for item in items if item.key in keys]
            self._known.setdefault(channel.id, set()).update([item.key for item in items])
            if not claimed:
                return
            delivery = await self.send(channel, texts.compose(claimed, wishes), wishes)
            self._office.counts[f"notices_{delivery.what}"] += 1
            facts = {"guest": channel.guest, "keys": keys, "channel": channel.id, "delivery": delivery}
            await self._do(outbox.settle, **facts, now=self._office.clock.now())
            if delivery.what in ("failed", "gone"):
                self._known[channel.id] -= keys
        except StoreUnavailable as problem:
            log.warning("notices: %s", problem)
        except Exception:
            log.exception("telling somebody failed")
            self._office.counts["failures"] += 1

    async def send(self, channel: Channel, notice: texts.Notice, wishes: Wishes) -> Delivery:
        """Send this by this way, whatever was told before."""
        private = self._settings.notice_private
        if channel.kind == "push":
            left_s = (notice.due - self._office.clock.now()) // 1_000 if notice.due else LONGEST_TTL_S
            headers = {
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(max(60, min(left_s, LONGEST_TTL_S))),
                "Urgency": "high" if notice.due else "normal",
                "Authorization": push.authorization(self._vapid, channel.address, self._contact),
            }
            keys = channel.detail
            body = push.encrypted(texts.for_browser(notice), keys["p256dh"], keys["auth"])
            return await outgoing.post(channel.address, headers, body, private, outgoing.GONE)
        if channel.kind == "hook":
            headers, body = texts.for_hook(notice, channel.detail["form"], channel.origin)
            return await outgoing.post(channel.address, headers, body, private)
        token = self.stop_token(channel.address)
        page, stop = f"{channel.origin}/mail/stop#{token}", f"{channel.origin}/api/mail/stop/{token}"
        return await self.post_letter(texts.for_mail(notice, channel.address, channel.origin, wishes, page, stop))

    async def post_letter(self, letter: mail.Letter) -> Delivery:
        """Hand a letter to the mail server, in a thread. One that takes too long is given up, and its line is cut."""
        line = mail.MailLine()
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, mail.send, self._settings, letter, line)
        try:
            async with asyncio.timeout(MAIL_S):
                return await asyncio.shield(work)
        except TimeoutError:
            line.cut()
            return await work
        except asyncio.CancelledError:
            line.cut()
            raise

    @property
    def _contact(self) -> str:
        """Where a push service can complain."""
        if self._settings.mail_from:
            return f"mailto:{self._settings.mail_from.rpartition('<')[2].rstrip('>')}"
        return self._settings.public_url or "mailto:nobody@localhost"

    # -- ending letters ----------------------------------------------------------------------------------------------

    def stop_token(self, address: str) -> str:
        """What ends letters to this address, for everybody who has one of them."""
        named = push.text_of(address.encode())
        return f"{named}.{hmac.digest(self._stop_key, named.encode(), 'sha256').hex()[:32]}"

    def stopped(self, token: str) -> str | None:
        """The address to which no more letters go, if this token is one of ours."""
        named = token.partition(".")[0] if token.isascii() else ""
        try:
            address = push.bytes_of(named).decode()
        except ValueError:
            return None
        return address if hmac.compare_digest(token, self.stop_token(address)) else None
