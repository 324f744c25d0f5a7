"""Somebody who plays a game in the plain drawing, without knowing which game it is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 20_000

# Over, or asked something of which nothing is picked yet.
ASKED = "() => document.querySelector('main.end') || document.querySelector('.tray [data-primary][aria-disabled]')"


# Played without a pause between two steps; the window is empty before it goes anywhere, and then keeps nothing.
AT_ONCE = """location.protocol === "about:" || (localStorage["kronrat.settings"] ??= '{"speed": "instant"}')"""


class Player:
    def __init__(self, browser: Browser, url: str, size: ViewportSize = DESK) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url, viewport=size, locale="en-GB", reduced_motion="reduce", has_touch=size is PHONE
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(AT_ONCE)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda problem: self.complaints.append(str(problem)))

    def _listen(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def open_table(self, game: str, options: dict[str, str] | None = None) -> None:
        """Choose the game in the lobby, with options of it, and sit down against bots."""
        page = self.page
        page.goto("/tables?new")
        page.locator(".games label", has_text=game).click()
        page.get_by_text("More rules", exact=True).click()
        for name, value in (options or {}).items():
            page.locator("label.field", has_text=name).locator("select").select_option(label=value)
        page.locator("form.new button[type=submit]").click()
        page.locator("dialog dialog input").fill("Anna")
        page.locator("dialog dialog button.pri").click()
        page.locator(".hall.plain").wait_for()

    def play(self, choose: Callable[[str, int], int], seen: Callable[[str], None] = lambda _: None) -> int:
        """Answer every question to the end; `choose` gets the question and how many options it has."""
        page, answers = self.page, 0
        while True:
            page.wait_for_function(ASKED)
            if page.locator("main.end").count():
                return answers
            asked = page.locator(".ask h2").inner_text()
            options = page.locator(".tray .op:not(.not)")
            options.nth(choose(asked, options.count())).click()
            expect(page.locator(".tray [data-primary]")).not_to_have_attribute("aria-disabled", "true")
            seen(asked)
            page.locator(".tray [data-primary]").click()
            answers += 1
