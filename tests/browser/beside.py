"""A page beside the table, as somebody sees it: its parts and buttons by what they are called."""

from __future__ import annotations

from typing import ClassVar, Self

from playwright.sync_api import Locator, Page, expect

from kronrat.words import Words
from tests.browser.visitor import Visitor


class BesidePage:
    """Each kind of page says where it is, and how the ids of its words begin."""

    path: ClassVar[str]
    begins: ClassVar[str] = "web"

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        self.visitor = visitor
        self.words = Words(lang)

    @property
    def page(self) -> Page:
        return self.visitor.page

    def open(self, path: str = "") -> Self:
        self.visitor.go(path or self.path)
        expect(self.page.get_by_role("main").get_by_role("region").first).to_be_visible()
        return self

    def say(self, id: str, **facts: object) -> str:
        return self.words.say(f"{self.begins}.{id}", **facts)

    def part(self, id: str) -> Locator:
        return self.page.get_by_role("region", name=self.say(id), exact=True)

    def button(self, id: str, **facts: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(id, **facts), exact=True)

    def press(self, id: str, **facts: object) -> None:
        self.button(id, **facts).click()
