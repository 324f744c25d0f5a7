"""The parts that notices are made of: what is encrypted, when somebody is reminded, and where nothing is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from ipaddress import ip_address
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronrat.server import wire
from kronrat.server.notices import outgoing, owed, push, texts
from kronrat.server.notices.owed import Seen, items_of
from kronrat.server.notices.wishes import Wishes
from kronrat.server.records import Summary
from tests.profile import steady
from tests.server.by_hand import DAY
from tests.server.receivers import Receiver, receiving
from tests.shelf import ANY

pytestmark = pytest.mark.anyio


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


def test_what_is_encrypted_is_what_the_standard_says() -> None:
    """The example of RFC 8291, section 5."""
    sealed = push.sealed(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        push.bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        push.bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_reminder_comes_before_quiet_hours_that_outlast_the_time() -> None:
    zone = "Europe/Berlin"
    wishes = Wishes(quiet=True, zone=zone)  # from ten to seven

    def at(day: int, hour: int, minute: int = 0) -> int:
        return int(datetime(2026, 3, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp()) * 1_000

    assert owed.reminded_at(at(1, 12), at(2, 3), wishes) == at(1, 22) - 1  # over at three in the night
    assert owed.reminded_at(at(1, 9), at(2, 9), wishes) == at(2, 9) - DAY // 5  # in the night, but not over by seven
    assert wishes.quiet_at(at(1, 21, 59)) is None
    assert wishes.quiet_at(at(2, 6, 59)) == (at(1, 22), at(2, 7))
    assert wishes.quiet_at(at(2, 7)) is None
    assert wishes.quiet_at(at(29, 3, 30)) == (at(28, 22), at(29, 7))  # eight hours: summer time begins
    assert Wishes(quiet=True, quiet_from=60, quiet_to=120, zone=zone).quiet_at(at(1, 1, 30)) == (at(1, 1), at(1, 2))


def test_disguised_numbers_are_known() -> None:
    inside = ["0.0.0.0", "100.64.0.1", "224.0.0.1", "2002:7f00:1::", "fe80::1", "fc00::1", "255.255.255.255", "::"]
    assert not any(outgoing.is_public(ip_address(number)) for number in inside)
    assert all(outgoing.is_public(ip_address(number)) for number in ("9.9.9.9", "2620:fe::fe", "64:ff9b::909:909"))


async def test_a_name_is_looked_at_when_the_connection_is_made(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A harmless name may lead inside later."""
    port = int(receiver.url.rpartition(":")[2])
    asked: list[str] = []

    async def leads_inside(name: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(name)
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", leads_inside, raising=False)
    monkeypatch.setitem(outgoing.PORTS, "https", port)
    outcome = await outgoing.post("https://harmless.example/x", {}, b"")
    assert (outcome.what, outcome.why, asked) == ("failed", "private", ["harmless.example"])
    assert receiver.got == []


async def test_nobody_is_sent_elsewhere(receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, f"{receiver.url}/secret"
    outcome = await outgoing.post(f"{receiver.url}/x", {}, b"", private=True)
    assert (outcome.what, outcome.why, len(receiver.got)) == ("failed", "307", 1)


NAMES = ("Anna", "Ben", "Cleo")


@steady
@given(st.randoms(use_true_random=False))
def test_a_notice_says_nothing_but_whose_turn_it_is_and_until_when(dice: Random) -> None:
    """Whatever else is known of a table, names, scores, captions, others' clocks: the notice is the same."""

    def seen(**more: Any) -> Seen:
        facts = {**public, **more}
        names = facts.pop("names")
        seats = [wire.Seat("human", name) for name in names]
        return Seen("me", "table", ANY, "correspondence", Summary(seats=seats, **facts), drops)

    public: dict[str, Any] = {
        "stage": dice.choice(["playing", "over"]),
        "deciding": dice.sample(range(3), dice.randint(0, 3)),
        "deadlines": {"0": 90_000_000} if dice.random() < 0.7 else {},
        "since": {"0": 1_000, "1": 2_000},
        "guests": {"0": "me", "1": "other"},
        "begun": dice.choice([0, 5]),
        "ended": 7,
        "caption": {},
        "names": NAMES,
    }
    drops = {0: 1} if dice.random() < 0.5 else {}
    wishes = Wishes(lang=dice.choice(["de", "en"]), zone="Europe/Berlin")
    plain = items_of(seen(), wishes)
    others = {"1": dice.randint(0, 10**12)}
    hidden = seen(
        names=tuple(dice.sample(["Dora", "Emil", "Fritz"], 3)),
        caption={"secret": dice.random()},
        scores=[dice.randint(0, 99) for _ in range(3)],
        reserves={"0": dice.randint(0, 10**9)},
        deadlines={**public["deadlines"], **others},
        since={**public["since"], **others},
        guests={**public["guests"], "2": "third"},
    )
    assert items_of(hidden, wishes) == plain
    if plain:
        said = repr(texts.compose(plain, wishes))
        assert not [name for name in NAMES if name in said]
