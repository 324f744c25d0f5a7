"""A game without a drawing of its own, in a real browser: from the lobby to the result, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.installed.beside import Site
from tests.installed.player import PHONE, Player

PROJECT = Path(__file__).parent.parent.parent / "examples" / "pearl_divers"
SHORT = {"number of rounds": "Two rounds"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    site = Site(tmp_path_factory.mktemp("site")).install(PROJECT)
    with site.serving(tmp_path_factory.mktemp("tables")) as url:
        yield url


def anything() -> Callable[[str, int], int]:
    random = Random("pearls")
    return lambda _, count: random.randrange(count)


def test_a_game_from_the_lobby_to_its_end(browser: Browser, url: str, look: Callable[[Page], None]) -> None:
    anna = Player(browser, url)
    anna.open_table("Pearl divers", SHORT)
    questions: set[str] = set()

    def seen(asked: str) -> None:
        if asked not in questions:
            questions.add(asked)
            look(anna.page)

    assert anna.play(anything(), seen) > 5
    assert len(questions) == 3
    expect(anna.page.get_by_role("heading", name="Score over time")).to_be_visible()
    look(anna.page)
    table = anna.page.url
    anna.page.goto(f"{table}/replay?at=20")
    expect(anna.page.locator(".hall.plain")).to_be_visible()
    anna.page.get_by_role("tab", name="Verify randomness").click()
    look(anna.page)
    anna.page.goto("/rules/pearls")
    expect(anna.page.get_by_text("PD-SHARK")).to_be_visible()
    assert anna.complaints == []


@pytest.mark.full
def test_a_game_on_a_phone(browser: Browser, url: str, look: Callable[[Page], None]) -> None:
    anna = Player(browser, url, PHONE)
    anna.open_table("Pearl divers", SHORT)
    page = anna.page
    for name in ("Players", "Log", "Table"):
        page.locator(".panetabs").get_by_role("button", name=name).click()
        look(page)
    expect(page.get_by_role("region", name="What happened")).to_contain_text("The tide washes up")
    assert anna.play(anything()) > 5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"
    assert anna.complaints == []


@pytest.mark.full
def test_what_cannot_be_bought_says_why(browser: Browser, url: str) -> None:
    anna = Player(browser, url)
    anna.open_table("Pearl divers", SHORT)
    page = anna.page
    told: list[str] = []

    def seen(asked: str) -> None:
        if told or not asked.startswith("What do you buy"):
            return
        page.locator(".op.not").first.click(force=True)  # it is marked as one that cannot be chosen
        expect(page.locator("#note h3")).to_be_visible()
        told.append(page.locator("#note h3").inner_text())

    anna.play(lambda asked, count: count - 1, seen)  # stays at home, goes home, buys nothing
    assert "costs" in told[0]
    assert "you have 0" in told[0]


def test_a_choice_is_foreseen_confirmed_by_keyboard_and_taken_back(browser: Browser, url: str) -> None:
    anna = Player(browser, url)
    anna.open_table("Pearl divers", SHORT)
    page = anna.page
    page.locator("div.ask").wait_for()
    page.keyboard.press("g")
    expect(page.locator(".after li")).to_have_text("Anna sends a diver to the shore.")
    page.keyboard.press("Enter")
    mine = page.locator("[data-panel='0']")
    expect(mine).to_contain_text("Your plan")
    page.locator("[data-undo]").click()
    expect(mine).not_to_contain_text("Your plan")
    assert anna.complaints == []
