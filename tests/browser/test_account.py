"""The page of one's own devices: a phone is connected, a passkey brings somebody back, everything is deleted."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import Look
from tests.browser.beside import BesidePage
from tests.browser.room import CUT_OFF, overflow
from tests.browser.stage import STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors


class AccountPage(BesidePage):
    path = "/me"
    begins = "web.account"

    def code(self) -> str:
        self.press("make")
        shown = self.part("second").locator(".code")
        expect(shown).to_be_visible()
        return shown.inner_text()


def test_a_phone_is_connected_and_signed_out(anna: Visitor, visitors: Visitors, look: Look) -> None:
    phone = visitors.come(size=PHONE, touch=True)
    desk = AccountPage(anna).open()
    code = desk.code()
    look(anna.page)
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    there = AccountPage(phone).open("/link")
    look(phone.page)
    phone.page.get_by_role("textbox", name=there.say("code"), exact=True).fill(code)
    there.press("come.go")
    phone.page.wait_for_url("**/tables")
    expect(desk.part("second").get_by_role("status")).to_contain_text("is connected")
    there.open()
    expect(there.part("name").get_by_role("textbox")).to_have_value("Anna")
    assert overflow(phone.page)[1] == 0
    look(phone.page)
    devices = desk.part("devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    devices.nth(1).get_by_role("button").click()
    expect(devices).to_have_count(1)
    there.open()
    expect(there.part("come")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("way", ["take", "sure"])
def test_a_link_is_followed_on_a_device_with_games_of_its_own(
    anna: Visitor, ben: Visitor, look: Look, way: str
) -> None:
    desk = AccountPage(anna).open()
    with anna.page.expect_response("**/api/me/links") as told:
        desk.press("make")
    table = ben.house.set_up(STAGE.usual(), [ben.guest, ben.house.guest("Cara"), ben.house.guest("Dora")])
    link = urlsplit(told.value.json()["link"])
    there = AccountPage(ben).open(f"{link.path}#{link.fragment}")
    ben.tolerate("409")
    there.press("come.go")
    expect(ben.page.get_by_role("dialog", name=there.say("games.title", n=1))).to_be_visible()
    look(ben.page)
    there.press(f"games.{way}")
    ben.page.wait_for_url("**/tables")
    there.open()
    expect(there.part("name").get_by_role("textbox")).to_have_value("Anna")
    sits = ben.house.look(table, lambda now: now.seats[0].guest == anna.guest.id)
    assert sits == (way == "take")


def test_a_passkey_brings_somebody_back(visitors: Visitors) -> None:
    """Browsers have passkeys for names only, not for numbers."""
    newcomer = visitors.come()
    newcomer.tolerate("a request to http://localhost|401")
    session = newcomer.context.new_cdp_session(newcomer.page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    house = newcomer.house.url.replace("127.0.0.1", "localhost")
    newcomer.go(f"{house}/credits")
    newcomer.page.evaluate("""async () => { await fetch("/api/me", {method: "POST", body: '{"name": "Dora"}'}) }""")
    mine = AccountPage(newcomer).open(f"{house}/me")
    mine.press("passkeys.make")
    expect(mine.part("passkeys").get_by_role("listitem")).to_have_count(1)
    mine.press("leave")
    mine.press("leave.sure")
    newcomer.page.wait_for_url(f"{house}/")
    mine.open(f"{house}/me")
    mine.press("come.passkey")
    newcomer.page.wait_for_url("**/tables")
    mine.open(f"{house}/me")
    expect(mine.part("name").get_by_role("textbox")).to_have_value("Dora")
    expect(mine.part("devices").get_by_role("listitem")).to_have_count(1)
    mine.part("passkeys").get_by_role("listitem").get_by_role("button").click()
    expect(mine.part("passkeys").get_by_role("listitem")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_codes_to_come_back_and_the_end_of_everything(visitors: Visitors, look: Look, lang: str) -> None:
    anna = visitors.come("Anna", lang=lang, theme="dark")
    mine = AccountPage(anna, lang).open()
    mine.press("recovery.make")
    codes = mine.part("recovery").get_by_role("listitem")
    expect(codes).to_have_count(8)
    look(anna.page)
    code = codes.first.inner_text()
    with anna.page.expect_download() as saved:
        mine.part("recovery").get_by_role("link").click()
    assert code in saved.value.path().read_text(encoding="utf-8")
    later = visitors.come(lang=lang)
    there = AccountPage(later, lang).open("/link")
    later.page.get_by_role("textbox").fill(code)
    there.press("come.go")
    later.page.wait_for_url("**/tables")
    there.open()
    there.press("delete")
    look(later.page)
    later.page.get_by_role("dialog").get_by_role("button", name=there.say("delete.sure"), exact=True).click()
    later.page.wait_for_url(lambda url: urlsplit(url).path == "/")
    mine.open()
    expect(mine.part("come")).to_be_visible()
