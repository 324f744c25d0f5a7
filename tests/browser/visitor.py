"""Somebody with their own browser: a context with cookies, settings and a watch over every page."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, ViewportSize

from kronrat.server.people import COOKIE
from tests.browser.house import Guest, House

Theme = Literal["light", "dark"]
DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES: dict[str, ViewportSize] = {
    "desk": DESK,
    "large": {"width": 1920, "height": 1080},
    "tablet": {"width": 1024, "height": 768},
    "upright": {"width": 768, "height": 1024},
    "flat": {"width": 844, "height": 390},
    "phone": PHONE,
}
PATIENCE_MS = 30_000  # machines that test may be busy

# The page's own sockets, with a mark when a message has been drawn, and what was last asked to be foreseen. While the
# page is deaf, whatever the server sends is lost on the way.
WATCH = """(() => {
  const seen = { version: 0, foreseen: null, asked: [], open: new Set(), texts: [], socket: null, deaf: false };
  window.seen = seen;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      seen.socket = this;
      this.addEventListener("message", (event) => {
        if (seen.deaf) return event.stopImmediatePropagation();
        const message = JSON.parse(event.data);
        seen.texts.push(event.data);
        setTimeout(() => {
          if ("version" in message) seen.version = message.version;
          seen.open.delete(message.id ?? message.answer_to);
        });
      });
    }
    send(text) {
      const message = JSON.parse(text);
      if (message.type === "preview") seen.foreseen = JSON.stringify(message.choice);
      seen.asked.push(message);
      seen.open.add(message.id);
      super.send(text);
    }
  };
})()"""

# The window is empty before it goes anywhere, and then keeps nothing.
KEEP = "location.protocol === 'about:' || (localStorage['kronrat.settings'] ??= SETTINGS)"


class Visitors:
    """All who came in one test."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser = browser
        self.house = house
        self.complaints: list[str] = []
        self._here: list[Visitor] = []

    def come(
        self,
        name: str = "",
        guest: Guest | None = None,
        size: ViewportSize = DESK,
        lang: str = "en",
        theme: Theme = "light",
        touch: bool = False,
        settings: dict[str, Any] | None = None,
    ) -> Visitor:
        """A new browser. With a name the server knows its person already; without one it is a newcomer."""
        context = self.browser.new_context(
            base_url=self.house.url,
            viewport=size,
            locale={"en": "en-GB", "de": "de-DE"}[lang],
            timezone_id="Europe/Berlin",
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=touch,
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(WATCH)
        # Unless a test is about them, it does not wait for the pace, is not asked twice and not given tips.
        settings = {"speed": "instant", "confirms": False, "tips": False, **(settings or {})}
        context.add_init_script(KEEP.replace("SETTINGS", json.dumps(json.dumps(settings))))
        if name and guest is None:
            guest = self.house.guest(name)
        if guest is not None:
            context.add_cookies([{"name": COOKIE, "value": guest.token, "url": self.house.url, "httpOnly": True}])
        visitor = Visitor(self, context, guest)
        self._here.append(visitor)
        return visitor

    def leave(self) -> None:
        for visitor in self._here:
            visitor.context.close()


@dataclass
class Visitor:
    """One browser and the page that it shows."""

    visitors: Visitors
    context: BrowserContext
    known_as: Guest | None

    def __post_init__(self) -> None:
        self.tolerated: list[re.Pattern[str]] = []
        self.context.on("page", self._watch)
        self.page = self.context.new_page()

    @property
    def house(self) -> House:
        return self.visitors.house

    @property
    def guest(self) -> Guest:
        assert self.known_as is not None, "this one has no name yet"
        return self.known_as

    def tolerate(self, pattern: str) -> None:
        """Complaints of this kind belong to what the test does."""
        self.tolerated.append(re.compile(pattern))

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda problem: self._complain(f"error: {problem}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.house.url).netloc:
            self._complain(f"a request to {request.url}")

    def _complain(self, complaint: str) -> None:
        if not any(pattern.search(complaint) for pattern in self.tolerated):
            self.visitors.complaints.append(complaint)

    # -- the line ------------------------------------------------------------------------------------------------------

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def cut(self) -> None:
        """The network is gone."""
        self.tolerate("ERR_INTERNET_DISCONNECTED|WebSocket connection")
        self.context.set_offline(True)

    def mend(self) -> None:
        self.context.set_offline(False)

    def shown_version(self) -> int:
        try:
            return int(self.page.evaluate("seen.version"))
        except Error:
            return 0

    def wait_for_version(self, version: int) -> None:
        """Until the page has drawn this version of its table, and the answers to all that it asked."""
        script = "version => window.seen?.version >= version && !seen.open.size"
        self.page.wait_for_function(script, arg=version)

    def told(self) -> list[str]:
        """Everything that the page was told by its sockets since it was loaded."""
        return list(self.page.evaluate("seen.texts"))

    def wait_until(self, done: Callable[[], bool], otherwise: Callable[[], object] = lambda: "waited too long") -> None:
        """Wait for something that the page does not show; on failure say what is there instead."""
        end = time.monotonic() + PATIENCE_MS / 1_000
        while not done():
            assert time.monotonic() < end, otherwise()
            time.sleep(0.005)
