"""What people say about notices, over HTTP: what they want to be told, and where."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, get_args

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.server import accounts, wire
from kronrat.server.accounts import hashed
from kronrat.server.calendar import zone_named
from kronrat.server.hub import Hub
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.notices import mail, outbox, outgoing, push, texts
from kronrat.server.notices.messenger import Messenger
from kronrat.server.notices.outbox import Channel
from kronrat.server.notices.wishes import DAY_MINUTES, KINDS, Kind, Wishes
from kronrat.server.reception import Reception
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.store import StoreUnavailable
from kronrat.words import languages

log = logging.getLogger(__name__)

T = TypeVar("T")

CONFIRM_MS = 24 * 3_600_000
# Letters that ask for confirmation: to one address or for one person, and by one client; and trials of one person.
LETTERS, LETTER_S = 3, 600.0
LETTERS_BY_CLIENT = 20
TRIALS, TRIAL_S = 5, 30.0


class Doors:
    """The matrix of notices, and the links in letters."""

    def __init__(self, hub: Hub, messenger: Messenger, reception: Reception) -> None:
        self._hub = hub
        self._messenger = messenger
        self._at = reception
        self._letters = Buckets(lambda: Bucket(LETTERS, 1 / LETTER_S))
        self._letters_by_client = Buckets(lambda: Bucket(LETTERS_BY_CLIENT, 1 / LETTER_S))
        self._trials = Buckets(lambda: Bucket(TRIALS, 1 / TRIAL_S))
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        post, put, away = ["POST"], ["PUT"], ["DELETE"]
        return [
            Route("/api/me/notices", self.mine, methods=["GET"]),
            Route("/api/me/notices", self.wish, methods=put),
            Route("/api/me/notices/push", self.by_browser, methods=put),
            Route("/api/me/notices/mail", self.by_mail, methods=put),
            Route("/api/me/notices/hook", self.by_hook, methods=put),
            Route("/api/me/notices/{kind}", self.drop, methods=away),
            Route("/api/me/notices/{kind}/test", self.try_out, methods=post),
            Route("/api/mail/confirm", self.confirm, methods=post),
            Route("/api/mail/stop", self.stop, methods=post),
            Route("/api/mail/stop/{token}", self.stop_at_once, methods=post),
        ]

    @property
    def _now(self) -> int:
        return self._hub.office.clock.now()

    async def _do(self, work: Callable[..., T], **given: Any) -> T:
        return await self._hub.store.care(partial(work, **given))

    # -- what there is -----------------------------------------------------------------------------------------------

    async def mine(self, request: Request) -> Response:
        return await self._answer(request, await self._at.named_guest(request))

    async def _answer(self, request: Request, guest: Guest) -> Response:
        look_up = self._hub.store.look_up
        wishes = await look_up(lambda c: outbox.wishes_of(c, guest.id))
        device = await self._device(request)
        found = await look_up(lambda c: outbox.channels_of(c, guest.id))
        told = wire.Notices(
            _told_wishes(wishes),
            [_told_channel(one, one.device == device) for one in found],
            self._hub.office.settings.can_mail,
            self._messenger.public_key,
        )
        return self._at.answer(told)

    async def _device(self, request: Request) -> str:
        """The device that asks."""
        return await self._hub.store.look_up(lambda c: outbox.device_of(c, hashed(self._at.token(request))))

    async def wish(self, request: Request) -> Response:
        wish: wire.NoticeWishes = await self._at.read(request, wire.NoticeWishes)
        guest = await self._at.named_guest(request)
        minutes = (wish.quiet_from, wish.quiet_to)
        if any([not 0 <= one < DAY_MINUTES for one in minutes]) or zone_named(wish.zone) is None:
            raise Refusal("malformed")
        if wish.lang not in languages():
            raise Refusal("malformed")
        told = {kind: sorted(set(getattr(wish, kind))) for kind in KINDS}
        rest = {name: getattr(wish, name) for name in ("quiet", "quiet_from", "quiet_to", "bundle", "zone", "lang")}
        await self._do(outbox.keep_wishes, guest=guest.id, wish=Wishes(told, **rest))
        return await self._answer(request, guest)

    # -- where -------------------------------------------------------------------------------------------------------

    async def by_browser(self, request: Request) -> Response:
        wish: wire.Subscription = await self._at.read(request, wire.Subscription)
        guest = await self._at.named_guest(request)
        if not self._messenger.public_key:
            raise HTTPException(404, "this server cannot reach browsers")
        self._check(wish.endpoint)
        try:
            push.check_keys(wish.p256dh, wish.auth)
        except push.BadSubscription as problem:
            raise Refusal("malformed") from problem
        keys = {"p256dh": wish.p256dh, "auth": wish.auth}
        device = await self._device(request)
        await self._add(request, guest, "push", wish.endpoint, keys, device)
        return await self._answer(request, guest)

    async def by_hook(self, request: Request) -> Response:
        wish: wire.NoticeAddress = await self._at.read(request, wire.NoticeAddress)
        guest = await self._at.named_guest(request)
        self._check(wish.address)
        form = wish.form or texts.form_of(wish.address)
        await self._add(request, guest, "hook", wish.address, {"form": form})
        return await self._answer(request, guest)

    async def by_mail(self, request: Request) -> Response:
        """Send a letter to this address; nothing else is sent there before its owner has answered."""
        wish: wire.NoticeAddress = await self._at.read(request, wire.NoticeAddress)
        guest = await self._at.named_guest(request)
        if not self._hub.office.settings.can_mail:
            raise HTTPException(404, "this server sends no letters")
        if not mail.is_address(wish.address):
            raise Refusal("bad_address")
        asked = (f"to {wish.address.lower()}", f"for {guest.id}")
        by_client = self._letters_by_client.take(client_of(request.client))
        if not by_client or not all([self._letters.take(one) for one in asked]):
            raise Refusal("too_fast")
        channel = await self._add(request, guest, "mail", wish.address, {}, state="asked")
        secret, now = secrets.token_urlsafe(18), self._now
        ticket = {"purpose": "mail", "given": [secret], "now": now, "until": now + CONFIRM_MS}
        await self._do(accounts.issue, guest=guest.id, **ticket)
        wishes = await self._hub.store.look_up(lambda c: outbox.wishes_of(c, guest.id))
        link = f"{channel.origin}/mail/confirm#{secret}"
        task = asyncio.create_task(
            self._ask(channel, texts.confirmation(channel.address, link, channel.origin, wishes))
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await self._answer(request, guest)

    async def _ask(self, channel: Channel, letter: mail.Letter) -> None:
        delivery = await self._messenger.post_letter(letter)
        try:
            await self._do(outbox.note_delivery, id=channel.id, delivery=delivery, now=self._now)
        except StoreUnavailable as problem:
            log.warning("notices: %s", problem)

    async def close(self) -> None:
        """Forget letters that are under way: who wants one can ask again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _add(
        self, request: Request, guest: Guest, kind: Kind, address: str, detail: dict[str, str], device: str = "",
        state: outbox.State = "on",
    ) -> Channel:  # fmt: skip
        origin = (self._hub.office.settings.public_url or str(request.base_url)).rstrip("/")
        new = Channel(outbox.new_id(), guest.id, kind, address, detail, device, origin, state, self._now)
        await self._do(outbox.add_channel, new=new)
        return new

    def _check(self, address: str) -> None:
        try:
            outgoing.parts_of(address, self._hub.office.settings.notice_private)
        except outgoing.BadAddress as problem:
            raise Refusal("bad_address") from problem

    async def drop(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        await self._do(outbox.drop_channel, id=(await self._channel(request, guest)).id)
        return await self._answer(request, guest)

    async def try_out(self, request: Request) -> Response:
        """Send something now, quiet hours or not, and tell how it went."""
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        channel = await self._channel(request, guest)
        if channel.state == "asked":
            raise Refusal("not_now")
        if not self._trials.take(guest.id):
            raise Refusal("too_fast")
        wishes = await self._hub.store.look_up(lambda c: outbox.wishes_of(c, guest.id))
        delivery = await self._messenger.send(channel, texts.trial(wishes), wishes)
        await self._do(outbox.note_delivery, id=channel.id, delivery=delivery, now=self._now)
        return await self._answer(request, guest)

    async def _channel(self, request: Request, guest: Guest) -> Channel:
        """My channel of this kind; of browsers the one that asks."""
        kind = request.path_params["kind"]
        device = await self._device(request) if kind == "push" else ""
        found = await self._hub.store.look_up(lambda c: outbox.channels_of(c, guest.id))
        mine = [one for one in found if one.kind == kind and one.device == device]
        if kind not in get_args(Kind) or not mine:
            raise HTTPException(404, "there is no such way")
        return mine[0]

    # -- the links in letters ----------------------------------------------------------------------------------------

    async def confirm(self, request: Request) -> Response:
        """Somebody who reads letters to this address wants more of them."""
        ticket: wire.MailTicket = await self._at.read(request, wire.MailTicket)
        found = await self._do(accounts.redeem, secret=ticket.token, purposes=["mail"], now=self._now)
        if found is None or not await self._do(outbox.confirm, guest=found[0], kind="mail", now=self._now):
            raise Refusal("unknown_code")
        return self._at.answer({"ok": True})

    async def stop(self, request: Request) -> Response:
        ticket: wire.MailTicket = await self._at.read(request, wire.MailTicket)
        return await self._stop(ticket.token)

    async def stop_at_once(self, request: Request) -> Response:
        """One press in a mail program (RFC 8058), which comes from no page of ours."""
        return await self._stop(request.path_params["token"])

    async def _stop(self, token: str) -> Response:
        address = self._messenger.stopped(token)
        if address is None:
            raise Refusal("unknown_code")
        await self._do(outbox.stop_letters, address=address)
        return self._at.answer({"ok": True})


def _told_wishes(wishes: Wishes) -> wire.NoticeWishes:
    rest = {name: getattr(wishes, name) for name in ("quiet", "quiet_from", "quiet_to", "bundle", "zone", "lang")}
    told: dict[str, Any] = {kind: list(wishes.told.get(kind, ())) for kind in KINDS}
    return wire.NoticeWishes(**told, **rest)


def _told_channel(channel: Channel, here: bool) -> wire.NoticeChannel:
    told = wire.NoticeChannel(channel.kind, channel.state, failed=channel.failed, failure=channel.failure)
    if channel.kind == "push":
        return msgspec.structs.replace(told, here=here)
    form: Any = channel.detail.get("form", "")
    return msgspec.structs.replace(told, address=channel.address, form=form)
