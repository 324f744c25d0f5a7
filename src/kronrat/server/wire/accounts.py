"""Over HTTP: who somebody is, on which devices, and what they want to be told."""

from __future__ import annotations

from typing import Literal

from kronrat.server.wire.base import Plain, Strict, Told


class NewName(Strict):
    """POST /api/me: who I am. A guest without a cookie gets one."""

    name: str


class Me(Told):
    """GET /api/me"""

    name: str = ""  # empty: this browser is not known yet
    taken: int = 0  # games that were taken along to this name just now,
    left: int = 0  # and those where that was not possible, because this person sits there already


class NewLink(Told):
    """POST /api/me/links: ways for another device to be mine too, all of them for one use in all."""

    link: str  # an address whose fragment, which no server ever sees, is the secret
    code: str
    svg: str  # the link as a picture
    until: int


class Ticket(Strict):
    """POST /api/links: let this browser be somebody's by the secret of a link, a code, or a recovery code."""

    secret: str = ""
    code: str = ""
    leave: bool = False  # whether the games of the guest whom this browser was so far may be left behind
    take: bool = False  # or rather are taken along


class Device(Told):
    id: str
    label: str
    created: int
    seen: int
    here: bool = False


class Passkey(Told):
    id: str
    label: str
    created: int


class Account(Told):
    """GET /api/me/account: how I am known."""

    name: str
    devices: list[Device]
    passkeys: list[Passkey]
    recovery: int  # codes that are left
    can_use_passkeys: bool  # whether this server can


class RecoveryCodes(Told):
    """POST /api/me/recovery: codes in the place of all earlier ones, each for one use. They are not told again."""

    codes: list[str]


class PasskeyOptions(Told):
    """POST /api/me/passkeys/options, /api/passkeys/options: what the browser makes or finds a passkey with."""

    options: Plain


class PasskeyAnswer(Strict):
    """POST /api/me/passkeys, /api/passkeys: what the browser made of it."""

    credential: Plain
    leave: bool = False  # these two as in a `Ticket`
    take: bool = False


NoticeTopic = Literal["turn", "time", "game", "dropped", "invited"]
NoticeForm = Literal["json", "text", "discord"]


class NoticeWishes(Strict):
    """PUT /api/me/notices: what I want to be told where. Quiet hours are minutes since midnight in my time zone."""

    push: list[NoticeTopic] = []
    mail: list[NoticeTopic] = []
    hook: list[NoticeTopic] = []
    quiet: bool = False
    quiet_from: int = 1_320
    quiet_to: int = 420
    bundle: bool = True
    zone: str = ""
    lang: str = "en"


class Subscription(Strict):
    """PUT /api/me/notices/push: how this browser can be reached, in its own words."""

    endpoint: str
    p256dh: str
    auth: str


class NoticeAddress(Strict):
    """PUT /api/me/notices/mail, /api/me/notices/hook: where else I can be reached. An empty form is found out."""

    address: str
    form: NoticeForm | Literal[""] = ""


class NoticeChannel(Told):
    """A way to reach me."""

    kind: Literal["push", "mail", "hook"]
    state: Literal["asked", "on", "dead"]  # e-mail that is not confirmed yet; in use; given up
    address: str = ""  # of a browser it is nobody's business
    form: NoticeForm | Literal[""] = ""
    here: bool = False  # whether it is the browser that asks
    failed: int = 0  # when something last failed to arrive, and why; milliseconds since 1970
    failure: str = ""


class Notices(Told):
    """GET and PUT /api/me/notices: what I am told, and where."""

    wishes: NoticeWishes
    channels: list[NoticeChannel]
    can_mail: bool = False  # whether this server can
    push_key: str = ""  # what a browser subscribes with; empty: this server cannot


class MailTicket(Strict):
    """POST /api/mail/confirm, /api/mail/stop: what stood in a letter."""

    token: str


class Privacy(Strict):
    """PUT /api/me/privacy: who may see my profile. Answered by `Profile`."""

    private: bool


class Link(Strict):
    """POST /api/qr: a link to a table or a league. It may be an invitation, so it is not part of an address."""

    path: str  # /t/… or /league/…


class QrCode(Told):
    """The answer: the link as a picture."""

    svg: str
