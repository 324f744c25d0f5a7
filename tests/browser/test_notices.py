"""The matrix of notices on the page of one's own devices, the service worker, and the links in letters."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Route, Worker, expect

from kronrat.server.notices import outbox
from tests.browser.barriers import Look
from tests.browser.room import CUT_OFF, overflow
from tests.browser.screens import take
from tests.browser.test_account import AccountPage
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.server.receivers import Subscriber

SIZES = [(1280, 720), (1920, 1080), (1024, 768), (768, 1024), (844, 390), (390, 844)]
# No push service can be reached from here, and nobody can be asked: the browser is given what they would answer.
SUBSCRIBES = """(given) => {
  Object.defineProperty(Notification, "permission", { get: () => window.name || "default" });
  Notification.requestPermission = async () => (window.name = "granted");
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.byteLength !== 65) throw new Error("not a key");
    return { toJSON: () => given };
  };
}"""


class NoticesPage(AccountPage):
    def say(self, id: str, **facts: object) -> str:
        return self.words.say(f"web.notices{id and '.'}{id}", **facts)

    def come(self) -> NoticesPage:
        self.open()
        expect(self.part("")).to_be_visible()
        return self

    def tick(self, topic: str, way: str) -> Locator:
        name = self.say("tick", topic=self.say(f"topic.{topic}"), way=self.say(way))
        return self.page.get_by_role("switch", name=name, exact=True)

    def may_subscribe(self, endpoint: str = "http://127.0.0.1:9/x") -> None:
        keys = Subscriber(endpoint).subscription
        given = {"endpoint": endpoint, "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}}
        self.visitor.context.add_init_script(f"({SUBSCRIBES})({json.dumps(given)})")


def test_what_is_told_where(anna: Visitor, look: Look) -> None:
    mine = NoticesPage(anna)
    mine.may_subscribe()
    mine.come()
    mine.tick("turn", "push").click()  # which asks for permission, and not before
    expect(mine.tick("turn", "push")).to_have_attribute("aria-checked", "true")
    expect(mine.part("push").get_by_role("status")).to_have_text(re.compile(mine.say("state.on")))
    mine.part("hook").get_by_role("textbox").fill("http://127.0.0.1:9/topic")
    mine.press("save.named", way=mine.say("hook"))
    expect(mine.tick("time", "hook")).to_have_attribute("aria-checked", "true")
    mine.press("test.named", way=mine.say("hook"))
    expect(mine.part("hook").get_by_role("status")).to_contain_text(mine.say("why.unreachable"))
    look(anna.page)
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    mine.come()
    expect(mine.tick("turn", "push")).to_have_attribute("aria-checked", "true")
    expect(mine.tick("game", "hook")).to_have_attribute("aria-checked", "false")


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_matrix_on_every_screen(visitors: Visitors, look: Look, lang: str) -> None:
    anna = visitors.come("Anna", lang=lang)
    mine = NoticesPage(anna, lang)
    mine.may_subscribe()
    mine.come()
    mine.press("allow")
    expect(mine.tick("invited", "push")).to_have_attribute("aria-checked", "true")
    mine.part("mail").get_by_role("textbox").fill(f"mira-{lang}@example.org")
    mine.press("save.named", way=mine.say("mail"))
    expect(mine.part("mail").get_by_role("button", name=mine.say("off.named", way=mine.say("mail")))).to_be_visible()
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        mine.come()
        assert overflow(anna.page)[1] == 0, (width, height)
        assert anna.page.evaluate(CUT_OFF) == [] or width <= 900  # where the page flows
        look(anna.page)
    take(anna.page, f"notices-{lang}")


@pytest.mark.full
def test_a_browser_that_refuses_says_how_to_change_that(visitors: Visitors, look: Look) -> None:
    anna = visitors.come("Anna")
    anna.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    mine = NoticesPage(anna).come()
    expect(mine.part("push").get_by_role("status")).to_have_text(re.compile(re.escape(mine.say("state.denied"))))
    look(anna.page)


@pytest.mark.full
def test_quiet_hours_and_bundling_are_kept(anna: Visitor) -> None:
    mine = NoticesPage(anna).come()
    quiet = anna.page.get_by_role("switch", name=mine.say("quiet"), exact=True)
    quiet.focus()
    with anna.page.expect_response(lambda answer: answer.url.endswith("/api/me/notices")):
        anna.page.keyboard.press("Space")
    begin = anna.page.get_by_label(f"{mine.say('quiet')}, {mine.say('quiet.from')}")
    with anna.page.expect_response(lambda answer: answer.url.endswith("/api/me/notices")) as told:
        begin.fill("21:30")
    wishes = told.value.json()["wishes"]
    assert (wishes["quiet"], wishes["quiet_from"], wishes["zone"]) == (True, 21 * 60 + 30, "Europe/Berlin")
    mine.come()
    expect(quiet).to_be_checked()
    expect(begin).to_have_value("21:30")


@pytest.mark.full
def test_without_mail_there_is_no_column_for_it(anna: Visitor) -> None:
    def without(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told.pop("can_mail")
        route.fulfill(response=answer, json=told)

    anna.page.route("**/api/me/notices", without)
    mine = NoticesPage(anna).come()
    expect(mine.tick("turn", "hook")).to_be_visible()
    expect(mine.tick("turn", "mail")).to_have_count(0)
    expect(mine.part("mail")).to_have_count(0)


def test_the_worker_shows_what_was_pushed(anna: Visitor) -> None:
    """A real message to a real service worker, as a push service would bring it. Only the system's part is watched
    instead of used: this browser has no room for notices.
    """
    mine = NoticesPage(anna)
    mine.may_subscribe()
    mine.come()
    session = anna.context.new_cdp_session(anna.page)
    found: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(_ids(told)))
    session.send("ServiceWorker.enable")
    with anna.context.expect_event("serviceworker") as came:
        mine.press("allow")
    expect(mine.part("push").get_by_role("status")).to_have_text(re.compile(mine.say("state.on")))
    worker: Worker = came.value
    worker.evaluate("() => { self.registration.showNotification = async (...given) => (self.shown = given) }")
    told = {"title": "Your turn", "body": "A game: it is your turn.", "path": "/t/abc", "tag": "abc"}
    message = {"origin": anna.house.url, "registrationId": found[0], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", message)
    title, looks = worker.evaluate(
        "async () => { while (!self.shown) await new Promise((go) => setTimeout(go, 10)); return self.shown }"
    )
    assert (title, looks["body"], looks["data"], looks["tag"]) == (told["title"], told["body"], told["path"], "abc")
    assert anna.page.request.get(looks["icon"]).ok
    assert anna.page.request.get(looks["badge"]).ok


def _ids(told: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["registrationId"] for one in told["registrations"]]


def test_the_page_can_be_installed_and_nothing_is_kept_of_it(anna: Visitor) -> None:
    anna.go("/me")
    manifest = anna.page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert anna.page.request.get(icon["src"]).ok
    worker = anna.page.request.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert 'fetch"' not in worker.text().replace("'", '"')  # it answers for no request
    session = anna.context.new_cdp_session(anna.page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_links_in_letters(visitors: Visitors, look: Look, lang: str) -> None:
    """Nothing happens before somebody presses; and no account is needed on that device."""
    anna, phone = visitors.come("Anna", lang=lang), visitors.come(size=PHONE, lang=lang, touch=True)
    mine = NoticesPage(anna, lang).come()
    mine.part("mail").get_by_role("textbox").fill(f"letters-{lang}@example.org")
    mine.press("save.named", way=mine.say("mail"))
    server, guest = anna.house.server, anna.guest.id
    expect(mine.part("mail").get_by_role("button", name=mine.say("off.named", way=mine.say("mail")))).to_be_visible()
    (channel,) = anna.house.do(server.hub.store.look_up(lambda c: outbox.channels_of(c, guest)))
    there = NoticesPage(phone, lang)
    phone.tolerate("404")
    for path, done in (
        ("/mail/confirm#wrong", "old"),
        (f"/mail/stop#{server.messenger.stop_token(channel.address)}", "stop.done"),
    ):
        phone.go("/credits")
        phone.go(path)
        button = phone.page.get_by_role("main").get_by_role("button")
        expect(button).to_be_visible()
        look(phone.page)
        assert overflow(phone.page)[1] == 0
        button.click()
        expect(phone.page.get_by_role("main").get_by_role("status")).to_have_text(there.words.say(f"web.mail.{done}"))
    mine.come()
    expect(mine.part("mail").get_by_role("textbox")).to_have_value("")
