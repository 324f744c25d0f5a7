"""The seats of a table: who sits where, which bot answers for whom, and what that allows."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Sequence
from typing import assert_never

import msgspec

from kronrat.core.seeds import NONCE_BYTES
from kronrat.server import wire
from kronrat.server.records import Arranged, Held, Left, Marked, Opened, Returned, Rose, Sat, Seat, SeatBody
from kronrat.server.refusal import Refusal

GAPS = "\u115f\u1160\u2800\u3164\uffa0"  # Hangul fillers and the Braille pattern without a dot

_changed = msgspec.structs.replace


class Seating:
    """All seats of one table."""

    def __init__(self, seats: Sequence[Seat], waiting: frozenset[int] = frozenset()) -> None:
        self.seats = list(seats)
        self.waiting = waiting  # seats of people who are not ready to begin

    def fork(self) -> Seating:
        return Seating(self.seats, self.waiting)

    # -- records -----------------------------------------------------------------------------------------------------

    def fold(self, body: SeatBody) -> None:
        match body:
            case Opened(seats):
                self.seats = list(seats)
            case Sat(seat, guest, name, nonce):
                self.seats[seat] = _changed(self.seats[seat], kind="human", guest=guest, name=name, nonce=nonce)
            case Rose(seat):
                invite = self.seats[seat].invite
                self.seats[seat] = Seat(kind="invited" if invite else "open", invite=invite)
                self.waiting -= {seat}
            case Marked(seat, ready):
                self.waiting = self.waiting - {seat} if ready else self.waiting | {seat}
            case Arranged(seat, to, bot, name, invite):
                self.seats[seat] = Seat(kind=to, bot=bot, name=name, invite=invite)
                self.waiting -= {seat}
            case Held(seat, bot):
                self.seats[seat] = _changed(self.seats[seat], held=bot)
            case Returned(seat):
                self.seats[seat] = _changed(self.seats[seat], held="")
            case Left(seat, bot):  # what its player has added to the dice stays
                self.seats[seat] = _changed(self.seats[seat], guest="", held=bot)
            case _:
                assert_never(body)

    def remove(self, guest: str) -> None:
        """Free the seats of somebody who was sent away before the game began."""
        for seat in self.of(guest):
            self.fold(Rose(seat))

    def become(self, guest: str, now: str) -> None:
        self.seats = [_changed(seat, guest=now) if seat.guest == guest else seat for seat in self.seats]

    def clear(self) -> None:
        self.seats, self.waiting = [Seat() for _ in self.seats], frozenset()

    # -- who sits where ----------------------------------------------------------------------------------------------

    def of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def bot_of(self, seat: int) -> str:
        """The bot that answers for this seat now, if any."""
        return self.seats[seat].bot or self.seats[seat].held

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def guests(self) -> dict[str, str]:
        return {str(number): seat.guest for number, seat in enumerate(self.seats) if seat.guest}

    def nonces(self) -> list[str]:
        """What people have added to the dice, in the order of their seats."""
        return [seat.nonce for seat in self.seats if seat.kind == "human"]

    @property
    def complete(self) -> bool:
        """Whether every seat is taken by somebody who is ready, and one of them by a person, who adds to the dice."""
        taken = all(seat.kind in ("human", "bot") for seat in self.seats)
        return taken and not self.waiting and bool(self.nonces())

    @property
    def deserted(self) -> bool:
        """Whether no person is playing: bots alone do not go on, the game waits until somebody is back."""
        return all(seat.held or not seat.has_person for seat in self.seats)

    def others_to_ask(self, seat: int, held: Sequence[int] = ()) -> list[int]:
        """The people whose consent an undo needs: every other guest at the table, at a seat no bot holds."""
        asker = self.seats[seat].guest
        people: dict[str, int] = {}
        for number, other in enumerate(self.seats):
            if other.has_person and not other.held and number not in held and other.guest != asker:
                people.setdefault(other.guest, number)
        return list(people.values())

    def shown(self) -> list[wire.Seat]:
        """The seats as everybody may see them, without presence."""
        return [
            wire.Seat(seat.kind, seat.name, seat.bot, held=seat.held, waits=number in self.waiting)
            for number, seat in enumerate(self.seats)
        ]

    # -- checks ------------------------------------------------------------------------------------------------------

    def check(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refusal("malformed")

    def check_mine(self, seat: int, guest: str) -> None:
        self.check(seat)
        if not guest or self.seats[seat].guest != guest:
            raise Refusal("not_yours")


def is_id(text: str) -> bool:
    """Whether this may be the id of something in the store; anything else is not even looked for."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text) is not None


def new_invite() -> str:
    return secrets.token_urlsafe(12)


def is_invited(code: str, seat: Seat) -> bool:
    return secrets.compare_digest(code.encode(), seat.invite.encode())


def check_nonce(nonce: str) -> None:
    if len(nonce) != 2 * NONCE_BYTES or any(digit not in "0123456789abcdef" for digit in nonce):
        raise Refusal("malformed")


def shown_text(text: str) -> str:
    """A text on one line, without signs that cannot be seen, such as those that turn the direction of writing."""
    kept = [" " if sign in GAPS else sign for sign in text if sign.isprintable() or sign.isspace()]
    return " ".join("".join(kept).split())


def clean_name(name: str) -> str:
    """A name as it is shown; empty if nothing of it could be seen."""
    shown = shown_text(name)[: wire.NAME_LENGTH].rstrip()
    return shown if any(_can_be_seen(sign) for sign in shown) else ""


def _can_be_seen(sign: str) -> bool:
    """Letters, numbers and signs; not what only changes them, nor letters that are drawn as a gap."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in GAPS
