"""The same person on several devices, by link or code; devices signed out; what is kept handed over and deleted."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed

from kronrat.server import accounts, hub, identity
from kronrat.server.bus import bus_for
from kronrat.server.care import NOBODY
from tests.profile import on_sqlite_daily
from tests.server.by_hand import HandClock
from tests.server.client import FREE, Browser, Host, Plain, bot, me, nonce, serving

pytestmark = [pytest.mark.anyio, on_sqlite_daily]


@pytest.fixture
async def host(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    for name in ("SWEEP_S", "SHARED_SWEEP_S"):
        monkeypatch.setattr(hub, name, 0.05)
    async with serving(store_url) as host:
        yield host


async def new_link(browser: Browser) -> Plain:
    answer = await browser.http.post("/api/me/links")
    assert answer.status_code == 201
    told: Plain = answer.json()
    return told


async def come(browser: Browser, **ticket: object) -> str:
    """The name under which this browser is known now, or why it is not."""
    answer = await browser.http.post("/api/links", json=ticket)
    told = answer.json()
    return str(told["name"] if answer.status_code == 200 else told["code"])


async def account(browser: Browser) -> Plain:
    told: Plain = (await browser.get("/api/me/account")).json()
    return told


async def name_of(browser: Browser) -> str:
    return str((await browser.get("/api/me")).json().get("name", ""))


async def test_a_second_device_by_link_or_code_once(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as phone, host.browser() as stranger:
        link = await new_link(desk)
        assert link["link"].startswith(f"{host.url}/link#")
        assert "<svg" in link["svg"]
        assert await come(phone, secret=link["link"].partition("#")[2]) == "Anna"
        assert await come(stranger, secret=link["link"].partition("#")[2]) == "unknown_code"
        assert await come(stranger, code=link["code"]) == "unknown_code"  # one use of either
        code = (await new_link(desk))["code"]
        assert re.fullmatch(f"[{identity.SIGNS}]{{6}}", code)
        assert await come(stranger, code=f" {code[:3].lower()}-{code[3:]} ") == "Anna"
        known = (await account(desk))["devices"]
        assert [device.get("here", False) for device in known] == [True, False, False]
        assert {(await account(browser))["devices"][0]["id"] for browser in (desk, phone, stranger)} == {
            device["id"] for device in known
        }


async def test_a_new_link_makes_the_old_one_worthless(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as phone:
        old = await new_link(desk)
        await new_link(desk)
        assert await come(phone, code=old["code"]) == "unknown_code"


async def test_a_link_is_good_for_ten_minutes(store_url: str) -> None:
    clock = HandClock()
    async with serving(store_url, clock=clock) as host, host.browser("Anna") as desk, host.browser() as phone:
        link = await new_link(desk)
        clock.forward(identity.LINK_MS + 1)
        assert await come(phone, code=link["code"]) == "unknown_code"
        assert await name_of(phone) == ""


async def test_codes_cannot_be_guessed(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as thief, host.browser() as phone:
        told = await new_link(desk)
        tries = [await come(thief, code="222222") for _ in range(identity.TRIES + 3)]
        assert tries.count("unknown_code") == identity.TRIES
        assert tries[-1] == "too_fast"
        assert await come(phone, code=told["code"]) == "too_fast"  # behind the same address
        assert await come(phone, secret=told["link"].partition("#")[2]) == "Anna"  # which nobody guesses


async def test_recovery_codes(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as later, host.browser() as last:
        old = (await desk.http.post("/api/me/recovery")).json()["codes"]
        codes = (await desk.http.post("/api/me/recovery")).json()["codes"]
        assert len(set(codes)) == identity.RECOVERY_CODES
        await desk.http.delete("/api/me")
        assert await name_of(desk) == ""
        assert await come(later, code=old[0]) == "unknown_code"
        assert await come(later, code=codes[0]) == "Anna"
        assert (await account(later))["recovery"] == identity.RECOVERY_CODES - 1
        assert await come(last, code=codes[0]) == "unknown_code"
        assert await come(last, code=codes[1].lower()) == "Anna"


async def test_a_browser_with_games_is_asked_before_it_becomes_another(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser("Ben") as phone, host.browser() as third:
        await phone.open(me(), bot())
        old = phone.token
        code = (await new_link(desk))["code"]
        assert await come(phone, code=code) == "has_games"
        assert await name_of(phone) == "Ben"
        assert await come(phone, code=code, leave=True) == "Anna"  # it was not used up
        third.http.cookies.set(identity_cookie(phone), old, domain="127.0.0.1")
        assert await name_of(third) == ""  # a token that is nowhere any more opens nothing


def identity_cookie(browser: Browser) -> str:
    return next(iter(browser.http.cookies.jar)).name


async def test_both_devices_sit_at_the_same_seat_and_a_name_is_theirs(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as phone:
        table = await desk.open(me(), bot())
        await come(phone, code=(await new_link(desk))["code"])
        async with desk.at(table) as one, phone.at(table) as two:
            assert one.mine == two.mine == [0]
        await phone.http.post("/api/me", json={"name": "Annika"})
        assert await name_of(desk) == "Annika"


async def test_a_device_is_signed_out_at_once(host: Host) -> None:
    async with host.browser("Anna") as desk, host.browser() as phone:
        table = await desk.open(me(), bot())
        await come(phone, code=(await new_link(desk))["code"])
        there = [device["id"] for device in (await account(desk))["devices"] if not device.get("here")]
        async with phone.at(table) as player:
            left = await desk.http.request("DELETE", f"/api/me/devices/{there[0]}")
            assert len(left.json()["devices"]) == 1
            with pytest.raises(ConnectionClosed):
                await player.until(lambda _: False)
        assert await name_of(phone) == ""
        async with phone.at(table) as player:
            assert player.mine == []
        assert (await desk.http.request("DELETE", f"/api/me/devices/{there[0]}")).status_code == 404
        assert await name_of(desk) == "Anna"


async def test_nobody_signs_out_the_device_of_another(host: Host) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        device = (await account(anna))["devices"][0]["id"]
        assert (await ben.http.request("DELETE", f"/api/me/devices/{device}")).status_code == 404
        assert await name_of(anna) == "Anna"


async def test_other_processes_notice_who_was_signed_out(host: Host, store_url: str) -> None:
    """With SQLite no second process serves the tables, but what it would look at is the same."""
    async with (
        host.browser("Anna") as desk,
        serving(store_url, bus=bus_for(store_url)) as other,
        other.browser(token=desk.token) as copy,
    ):
        table = await desk.open(me(), bot())
        assert await name_of(copy) == "Anna"
        async with copy.at(table) as player:
            await desk.http.delete("/api/me")
            with pytest.raises(ConnectionClosed):
                await player.until(lambda _: False)
        assert await name_of(copy) == ""


async def test_only_so_many_devices(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "DEVICES", 4)
    async with host.browser("Anna") as desk:
        for _ in range(accounts.DEVICES + 2):
            async with host.browser() as phone:
                await come(phone, secret=(await new_link(desk))["link"].partition("#")[2])
                assert len((await account(phone))["devices"]) <= accounts.DEVICES


async def test_my_data_are_handed_over_and_deleted(host: Host) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE)
        await ben.http.post("/api/me/recovery")
        async with anna.at(table) as a, ben.at(table) as b:
            await b.ask("sit", seat=1, nonce=nonce(1))
            await a.until(lambda _: a.view is not None)
            await b.ask("chat", text="my secret")
            given = await ben.get("/api/me/data")
            assert "attachment" in given.headers["content-disposition"]
            data = given.json()
            assert (data["name"], data["sat_at"], data["said"][0]["text"]) == ("Ben", [table], "my secret")
            assert len(data["devices"]) == 1
            assert (await ben.http.request("DELETE", "/api/me/data")).status_code == 200
            assert await name_of(ben) == ""
            with pytest.raises(ConnectionClosed):  # the table is read anew
                await a.until(lambda _: False)
        async with anna.at(table) as a:  # a bot plays on for nobody
            assert a.info["stage"] == "playing"
            assert a.info["seats"][1]["name"] == NOBODY
            assert "Ben" not in "".join(a.heard)
            assert "my secret" not in "".join(a.heard)
        lines = (await anna.get("/api/tables")).json()["mine"]
        assert lines[0]["seats"][1]["name"] == NOBODY
        assert (await ben.get("/api/me/data")).status_code == 401


async def test_nothing_is_changed_for_a_foreign_page(host: Host) -> None:
    async with host.browser("Anna") as anna:
        anna.http.headers["origin"] = "https://elsewhere.example"
        for method, path in (
            ("POST", "/api/me/links"),
            ("POST", "/api/links"),
            ("POST", "/api/me/recovery"),
            ("POST", "/api/passkeys/options"),
            ("DELETE", "/api/me/data"),
            ("DELETE", "/api/me"),
        ):
            assert (await anna.http.request(method, path, json={})).status_code == 403, path
        assert await name_of(anna) == "Anna"
