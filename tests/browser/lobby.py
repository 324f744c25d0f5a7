"""The lobby and the room in which a table gathers."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from kronrat.words import Words
from tests.browser.pages import COLOURS, begins
from tests.browser.visitor import Visitor


class LobbyPage:
    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        self.visitor = visitor
        self.lang = lang
        self.words = Words(lang)

    def come(self) -> LobbyPage:
        """Come to the lobby and look at its tables."""
        self.visitor.go("/tables")
        expect(self.page.get_by_role("region", name=self.say("web.lobby.open"), exact=True)).to_be_visible()
        return self

    def open(self, game: str = "") -> LobbyPage:
        """Come to the lobby, to open a table of this game; without one the lobby proposes a game."""
        self.visitor.go("/tables?new")
        expect(self.form).to_be_visible()
        if game:
            self.words = Words(self.lang, game)
            self.form.get_by_role("radio", name=self.say(f"game.{game}")).check(force=True)
        return self

    @property
    def page(self) -> Page:
        return self.visitor.page

    def say(self, id: str, **facts: object) -> str:
        return self.words.say(id, **facts)

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("form", name=self.say("web.open"), exact=True)

    def seat(self, place: int) -> Locator:
        """What a seat of the new table is for."""
        colour = self.say(f"web.tincture.{COLOURS[place]}")
        return self.form.get_by_role("combobox", name=self.say("web.seat.of", colour=colour), exact=True)

    def seats(self, *kinds: str) -> None:
        """Have these seats: `me`, `open`, `invited`, `bot greedy` and so on."""
        while self._count() > len(kinds):
            colour = self.say(f"web.tincture.{COLOURS[self._count() - 1]}")
            self.form.get_by_role("button", name=self.say("web.seat.remove", colour=colour), exact=True).click()
        while self._count() < len(kinds):
            self.form.get_by_role("button", name=begins(self.say("web.seat.add"))).click()
        for place, kind in enumerate(kinds):
            self.seat(place).select_option(kind)

    def _count(self) -> int:
        return self.form.get_by_role("listitem").get_by_role("combobox").count()

    def name_of(self, place: int) -> Locator:
        """The name of somebody else at this browser."""
        colour = self.say(f"web.tincture.{COLOURS[place]}")
        return self.form.get_by_role("textbox", name=self.say("web.seat.name_of", colour=colour), exact=True)

    def switch(self, id: str) -> Locator:
        said = self.say(id)
        return self.form.get_by_role("switch", name=said[:1].upper() + said[1:])

    def press_open(self) -> None:
        self.form.get_by_role("button", name=self.say("web.open"), exact=True).click()

    def open_table(self) -> str:
        """Open it; the id of the table that is shown then."""
        self.press_open()
        return self.opened()

    def opened(self) -> str:
        self.page.wait_for_url("**/t/*")
        return self.page.url.rpartition("/")[2]

    @property
    def name_dialog(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.say("web.name.title"))

    def give_name(self, name: str) -> None:
        self.name_dialog.get_by_role("textbox", name=self.say("web.name.label")).fill(name)
        self.name_dialog.locator("[type=submit]").click()


class RoomPage:
    """A table that still gathers."""

    def __init__(self, visitor: Visitor, table: str, lang: str = "en") -> None:
        self.visitor = visitor
        self.id = table
        self.words = Words(lang)

    def open(self, query: str = "") -> RoomPage:
        self.visitor.go(f"/t/{self.id}{query}")
        expect(self.page.get_by_role("listitem").first).to_be_visible()
        return self

    @property
    def page(self) -> Page:
        return self.visitor.page

    def say(self, id: str, **facts: object) -> str:
        return self.words.say(id, **facts)

    def place(self, seat: int) -> Locator:
        colour = self.say(f"web.tincture.{COLOURS[seat]}")
        return self.page.get_by_role("listitem").filter(has_text=re.compile(colour, re.IGNORECASE))

    def sit_down(self, seat: int) -> None:
        self.place(seat).get_by_role("button", name=self.say("web.room.sit"), exact=True).click()
