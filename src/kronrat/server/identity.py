"""The same person on several devices, over HTTP: links, codes, passkeys, and what is kept of somebody."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.server import accounts, care, passkeys, qr, wire
from kronrat.server.accounts import hashed
from kronrat.server.hub import Hub
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.people import People
from kronrat.server.reception import Reception, label_of
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal

T = TypeVar("T")

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # of codes: none that is taken for another
CODE_LENGTH = 6
LINK_MS = 10 * 60_000
CHALLENGE_MS = 5 * 60_000
RECOVERY_CODES, RECOVERY_LENGTH = 8, 16
# A short code can be guessed: so many tries of a client, and of all together, then one more every so many seconds.
TRIES, TRY_S = 10, 30.0
TRIES_OF_ALL, TRY_OF_ALL_S = 100, 2.0


class Identity:
    """Ways to be the same person elsewhere, and to be nobody any more."""

    def __init__(self, hub: Hub, people: People, reception: Reception) -> None:
        self._hub = hub
        self._people = people
        self._at = reception
        self._tries = Buckets(lambda: Bucket(TRIES, 1 / TRY_S))
        self._tries_of_all = Bucket(TRIES_OF_ALL, 1 / TRY_OF_ALL_S)
        hub.on_parting = people.forget

    def routes(self) -> list[Route]:
        get, post, away = ["GET"], ["POST"], ["DELETE"]
        return [
            Route("/api/me", self.leave, methods=away),
            Route("/api/me/account", self.account, methods=get),
            Route("/api/me/links", self.new_link, methods=post),
            Route("/api/links", self.come, methods=post),
            Route("/api/me/devices/{device}", self.sign_out, methods=away),
            Route("/api/me/recovery", self.new_recovery_codes, methods=post),
            Route("/api/me/passkeys/options", self.passkey_to_make, methods=post),
            Route("/api/me/passkeys", self.new_passkey, methods=post),
            Route("/api/me/passkeys/{passkey}", self.drop_passkey, methods=away),
            Route("/api/passkeys/options", self.passkey_to_find, methods=post),
            Route("/api/passkeys", self.come_by_passkey, methods=post),
            Route("/api/me/data", self.my_data, methods=get),
            Route("/api/me/data", self.forget_me, methods=away),
        ]

    @property
    def _now(self) -> int:
        return self._hub.office.clock.now()

    async def _do(self, work: Callable[..., T], **given: Any) -> T:
        return await self._hub.store.care(partial(work, **given))

    # -- what there is -----------------------------------------------------------------------------------------------

    async def account(self, request: Request) -> Response:
        return await self._account(await self._at.named_guest(request), self._at.token(request))

    async def _account(self, guest: Guest, token: str) -> Response:
        look_up = self._hub.store.look_up
        devices = await look_up(lambda c: accounts.devices_of(c, guest.id, hashed(token)))
        keys = await look_up(lambda c: accounts.passkeys_of(c, guest.id))
        left = await look_up(lambda c: accounts.tickets_left(c, guest.id, "recovery"))
        told = wire.Account(
            guest.name,
            [wire.Device(one.id, one.label, one.created, one.seen, one.here) for one in devices],
            [wire.Passkey(one.id, one.label, one.created) for one in keys],
            left,
            passkeys.AVAILABLE,
        )
        return self._at.answer(told)

    # -- another device ----------------------------------------------------------------------------------------------

    async def new_link(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        secret, code = secrets.token_urlsafe(18), _code(CODE_LENGTH)
        until = self._now + LINK_MS
        tickets = {"purpose": "device", "given": [secret, code], "now": self._now, "until": until}
        await self._do(accounts.issue, guest=guest.id, **tickets)
        link = f"{self._origin(request)}/link#{secret}"
        if len(link.encode()) > qr.LONGEST:
            raise Refusal("too_long")
        return self._at.answer(wire.NewLink(link, code, qr.svg(link), until), 201)

    async def new_recovery_codes(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        codes = [_code(RECOVERY_LENGTH) for _ in range(RECOVERY_CODES)]
        await self._do(accounts.issue, guest=guest.id, purpose="recovery", given=codes, now=self._now, until=None)
        return self._at.answer(wire.RecoveryCodes(["-".join(re.findall("....", code)) for code in codes]), 201)

    async def come(self, request: Request) -> Response:
        """Let this browser be somebody's by something that is good once."""
        ticket: wire.Ticket = await self._at.read(request, wire.Ticket)
        secret = ticket.secret or re.sub(r"[\s-]", "", ticket.code.upper())
        if len(secret) == CODE_LENGTH and not (
            self._tries.take(client_of(request.client)) and self._tries_of_all.take()
        ):
            raise Refusal("too_fast")
        await self._check_leaving(request, ticket.leave or ticket.take)
        purposes: list[accounts.Purpose] = ["device", "recovery"]
        found = await self._do(accounts.redeem, secret=secret, purposes=purposes, now=self._now)
        return await self._come_as(request, None if found is None else found[0], ticket.take)

    async def _check_leaving(self, request: Request, may_leave: bool) -> None:
        """Nobody loses the games of this browser without having said so."""
        guest = None if may_leave else await self._at.guest(request)
        if guest is not None:
            lines = await self._hub.store.tables_of(guest.id)
            running = sum([summary.stage in ("gathering", "playing") for _, summary, _ in lines])
            if running:
                raise Refusal("has_games", detail=str(running))

    async def _come_as(self, request: Request, guest: str | None, take: bool) -> Response:
        """Give this browser a token of somebody; the one it had is worthless from now on.

        What was played under the old one may be taken along.
        """
        token = None if guest is None else await self._people.add_device(guest, label_of(request))
        if guest is None or token is None:
            raise Refusal("unknown_code")
        before = await self._at.guest(request)
        taken = left = 0
        if before is not None and take and before.id != guest:
            taken, left = await self._hub.take_along(before.id, guest)
            await self._do(care.hand_over, before=before.id, after=guest)
            self._hub.office.ended.set()  # whose results have moved, to be counted
        if before is not None:
            await self._part(before.id, token=self._at.token(request))
            if take:
                await self._do(care.forget_if_nobody, guest=before.id)
        known = await self._people.find(token)
        response = self._at.answer(wire.Me("" if known is None else known.name, taken, left))
        self._at.give_token(response, token)
        return response

    async def leave(self, request: Request) -> Response:
        """Nobody can come back with the token of this browser, wherever it was copied to."""
        await self._at.check(request)
        guest = await self._at.guest(request)
        if guest is not None:
            await self._part(guest.id, token=self._at.token(request))
        response = self._at.answer(wire.Me())
        self._at.take_token(response)
        return response

    async def sign_out(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        if not await self._part(guest.id, device=request.path_params["device"]):
            raise HTTPException(404, "there is no such device")
        return await self._account(guest, self._at.token(request))

    async def _part(self, guest: str, device: str = "", token: str = "") -> bool:
        done = await self._people.sign_out(guest, device, token)
        await self._hub.part(guest)
        return done

    # -- passkeys ----------------------------------------------------------------------------------------------------

    async def passkey_to_make(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        _check_passkeys()
        known = await self._hub.store.look_up(lambda c: accounts.passkeys_of(c, guest.id))
        return await self._challenge(*passkeys.to_make(self._origin(request), guest.id, guest.name, known), guest.id)

    async def passkey_to_find(self, request: Request) -> Response:
        await self._at.check(request)
        _check_passkeys()
        return await self._challenge(*passkeys.to_find(self._origin(request)))

    async def _challenge(self, options: dict[str, Any], challenge: str, guest: str = "") -> Response:
        ticket = {"purpose": "challenge", "given": [challenge], "now": self._now, "until": self._now + CHALLENGE_MS}
        await self._do(accounts.issue, guest=guest, **ticket)
        return self._at.answer(wire.PasskeyOptions(options))

    async def _challenged(self, credential: dict[str, Any]) -> tuple[str, str]:
        """The challenge that was answered, which is good once, and who was challenged."""
        challenge = passkeys.challenge_in(credential)
        found = await self._do(accounts.redeem, secret=challenge, purposes=["challenge"], now=self._now)
        if found is None:
            raise Refusal("bad_passkey")
        return challenge, found[0]

    async def new_passkey(self, request: Request) -> Response:
        answer: wire.PasskeyAnswer = await self._at.read(request, wire.PasskeyAnswer)
        guest = await self._at.named_guest(request)
        _check_passkeys()
        challenge, asked = await self._challenged(answer.credential)
        if asked != guest.id:
            raise Refusal("bad_passkey")
        facts = (self._origin(request), challenge, answer.credential, guest.id, label_of(request), self._now)
        key = await _proved(lambda: passkeys.made(*facts))
        if not await self._do(accounts.add_passkey, key=key):
            raise Refusal("bad_passkey")
        return await self._account(guest, self._at.token(request))

    async def come_by_passkey(self, request: Request) -> Response:
        answer: wire.PasskeyAnswer = await self._at.read(request, wire.PasskeyAnswer)
        _check_passkeys()
        await self._check_leaving(request, answer.leave or answer.take)
        challenge, asked = await self._challenged(answer.credential)
        id = str(answer.credential.get("id", ""))
        key = await self._hub.store.look_up(lambda c: accounts.passkey(c, id))
        if asked or key is None:
            raise Refusal("bad_passkey")
        facts = (self._origin(request), challenge, answer.credential, key)
        uses = await _proved(lambda: passkeys.proved(*facts))
        if not await self._do(accounts.note_use, key=key, uses=uses):
            raise Refusal("bad_passkey")
        return await self._come_as(request, key.guest, answer.take)

    async def drop_passkey(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        if not await self._do(accounts.drop_passkey, guest=guest.id, id=request.path_params["passkey"]):
            raise HTTPException(404, "there is no such passkey")
        return await self._account(guest, self._at.token(request))

    def _origin(self, request: Request) -> str:
        """The address under which this browser knows the server."""
        return (self._hub.office.settings.public_url or str(request.base_url)).rstrip("/")

    # -- what is kept ------------------------------------------------------------------------------------------------

    async def my_data(self, request: Request) -> Response:
        guest = await self._at.named_guest(request)
        if not self._tries.take(f"data of {guest.id}"):
            raise Refusal("too_fast")
        kept = await self._hub.store.look_up(lambda c: care.export_person(c, guest.id))
        told = msgspec.json.format(msgspec.json.encode(kept), indent=2)
        headers = {"content-disposition": 'attachment; filename="kronrat.json"', "cache-control": "no-store"}
        return Response(told, media_type="application/json", headers=headers)

    async def forget_me(self, request: Request) -> Response:
        """Leave every game, and delete what is kept of this person."""
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        await self._hub.leave_all(guest)
        tables = await self._hub.store.look_up(lambda c: care.ever_at(c, guest.id))
        for table in tables:  # each by itself, so that nobody who plays has to wait for all of them
            await self._do(care.forget_at, table=table, guest=guest.id)
        await self._do(care.forget_account, guest=guest.id, at=self._now, known=tables)
        await self._hub.part(guest.id, tables)
        response = self._at.answer(wire.Me())
        self._at.take_token(response)
        return response


async def _proved(check: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(check)
    except passkeys.BadPasskey as problem:
        raise Refusal("bad_passkey") from problem


def _check_passkeys() -> None:
    if not passkeys.AVAILABLE:
        raise HTTPException(404, "this server knows no passkeys")


def _code(length: int) -> str:
    return "".join([secrets.choice(SIGNS) for _ in range(length)])
