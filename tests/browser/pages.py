"""Pages as a person meets them: found by roles and names, never by the way they are drawn.

All names come from the catalogues, so that the tests read the same words as the players. What a
page of one game adds is in `tests/games/<id>/browser/page.py`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar, Self

from playwright.sync_api import Locator, Page, expect

from kronrat.core.flow import Choice
from kronrat.words import Words
from tests.browser.house import Asked, House
from tests.browser.visitor import Visitor

expect.set_options(timeout=30_000)

COLOURS = ("red", "blue", "yellow", "green", "violet")
IS_PICKED = """(choice) => seen.foreseen === choice
  && !document.querySelector("[data-primary]").hasAttribute("aria-disabled")"""


def begins(text: str) -> re.Pattern[str]:
    """A name that begins with this text, and is not merely the beginning of another word."""
    return re.compile(rf"^{re.escape(text)}(?!\w)")


def as_json(choice: Choice) -> str:
    """A choice as the page says it."""
    words = [f'"{word}"' if isinstance(word, str) else str(word) for word in choice]
    return f"[{','.join(words)}]"


class TablePage:
    """A table in somebody's browser. `seat` is the one from which it is looked at."""

    words_of_page: ClassVar[str]  # the beginning of the ids of the game's page
    refusals: ClassVar[tuple[str, ...]]  # choices that are a button of their own

    def __init__(self, visitor: Visitor, table: str, seat: int | None = 0, lang: str = "en") -> None:
        self.visitor = visitor
        self.house: House = visitor.house
        self.id = table
        self.seat = seat
        self.lang = lang

    @cached_property
    def words(self) -> Words:
        game, options, names = self.house.look(self.id, lambda now: (now.game, now.options, now.seating.names()))
        plain = Words(self.lang)
        called = [name or plain.say(f"web.tincture.{colour}") for name, colour in zip(names, COLOURS, strict=False)]
        return Words(self.lang, game.id, game.variant(options), called)

    @property
    def page(self) -> Page:
        return self.visitor.page

    def say(self, id: str, **facts: object) -> str:
        return self.words.say(id, **facts)

    # -- coming ------------------------------------------------------------------------------------------------------

    def open(self, query: str = "") -> Self:
        self.visitor.go(f"/t/{self.id}{query}")
        return self.ready()

    def ready(self) -> Self:
        """Once the table is drawn as the server has it, and listens to keys."""
        self.settle()
        expect(self.page.get_by_role("banner").first).to_be_visible()
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        return self

    def settle(self) -> None:
        """Until the page has drawn everything that has happened."""
        self.visitor.wait_for_version(self.house.version(self.id))

    def to_the_result(self) -> None:
        """Past the last scene, where one waits for a press."""
        self.settle()

    # -- parts -------------------------------------------------------------------------------------------------------

    def button(self, id: str, **facts: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(id, **facts), exact=True)

    def region(self, id: str, **facts: object) -> Locator:
        return self.page.get_by_role("region", name=self.say(id, **facts), exact=True)

    def group(self, id: str, **facts: object) -> Locator:
        return self.page.get_by_role("group", name=self.say(id, **facts), exact=True)

    @property
    def your_turn(self) -> Locator:
        """Where a player is asked; there only while it is somebody's turn at this browser."""
        return self.region(f"{self.words_of_page}.your_turn")

    @property
    def tray(self) -> Locator:
        return self.your_turn.or_(self.region(f"{self.words_of_page}.tray"))

    @property
    def own_place(self) -> Locator:
        """What is in front of the player whose seat is shown."""
        raise NotImplementedError

    @property
    def primary(self) -> Locator:
        """The one button that answers; its name says what it does."""
        return self.tray.locator("[data-primary]")

    @property
    def decline(self) -> Locator:
        return self.tray.locator("[data-decline]")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log", name=self.say("web.log"), exact=True)

    # -- what is asked -----------------------------------------------------------------------------------------------

    def asked(self) -> Asked | None:
        return None if self.seat is None else self.house.asked(self.id, self.seat)

    def expect_question(self) -> Asked:
        """The page asks what the server asks."""
        self.settle()
        asked = self.asked()
        assert asked is not None
        expect(self.your_turn).to_be_visible()
        return asked

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, choice: Choice) -> None:
        """Give this answer with the controls of the page, and wait until it counts."""
        raise NotImplementedError

    def heard(self, before: int) -> None:
        """Something has happened since, and the page has drawn it."""
        self.visitor.wait_until(lambda: self.house.version(self.id) > before)
        self.settle()

    def pick(self, asked: Asked, choice: Choice) -> None:
        """Press until the page would send this choice; what is already right is left alone."""
        raise NotImplementedError

    def picked(self) -> str:
        """What the page would send now, if anything: it has asked the server what would follow."""
        return str(self.page.evaluate("seen.foreseen"))

    def is_picked(self, choice: Choice) -> bool:
        return bool(self.page.evaluate(IS_PICKED, as_json(choice)))

    def _set(self, button: Locator, on: bool = True) -> None:
        self._bring_out(button)
        if button.get_attribute("aria-pressed") != str(on).lower():
            button.click()

    def _bring_out(self, place: Locator) -> None:
        """A phone shows one pane at a time."""
