"""Odds: how likely things are, for players of a table that has them and who want to see them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.pages import TablePage
from tests.browser.room import SCREENS, overflow
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors


def odds(page: TablePage) -> Locator:
    return page.region("web.odds")


def with_people(anna: Visitor, house: House, lang: str = "en", odds: bool = True) -> TablePage:
    """A table of three people, at which nobody is advised."""
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    page = PAGE(anna, house.set_up(STAGE.usual(), people, odds=odds), lang=lang).open()
    page.expect_question()
    return page


def test_odds_are_counted_from_what_the_seat_knows(anna: Visitor, house: House, look: Look) -> None:
    page = with_people(anna, house)
    page.button("web.odds").click()
    expect(odds(page).get_by_role("heading", level=3).first).to_contain_text(page.say("web.odds.exact"))
    expect(odds(page).get_by_role("heading", level=2)).to_be_focused()
    asked = [message for message in anna.page.evaluate("seen.asked") if message.get("topic") == "odds"]
    assert asked
    assert GAME.hints(house.view(page.id, 0), "odds")
    look(anna.page)
    anna.page.keyboard.press("Escape")
    expect(odds(page)).to_be_hidden()


def test_a_table_may_do_without(anna: Visitor, house: House) -> None:
    page = with_people(anna, house, odds=False)
    expect(page.button("web.help").first).to_be_visible()
    expect(page.button("web.odds")).to_have_count(0)
    anna.page.keyboard.press("o")
    expect(odds(page)).to_have_count(0)
    assert not [message for message in anna.page.evaluate("seen.asked") if message.get("topic") == "odds"]


@pytest.mark.full
def test_a_person_may_do_without(anna: Visitor, house: House) -> None:
    page = with_people(anna, house)
    anna.page.keyboard.press("o")
    expect(odds(page)).to_be_visible()
    anna.page.keyboard.press("o")
    page.button("web.menu").click()
    page.button("web.settings").click()
    anna.page.get_by_role("switch", name=page.say("web.settings.odds")).uncheck(force=True)
    anna.page.keyboard.press("Escape")
    expect(page.button("web.odds")).to_have_count(0)
    anna.page.reload()
    page.ready()
    page.expect_question()
    expect(page.button("web.odds")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_box_fits_every_screen(lang: str, visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", lang=lang)
    page = with_people(anna, house, lang)
    anna.page.keyboard.press("o")
    expect(odds(page).get_by_role("heading", level=3).first).to_be_visible()
    for size in SCREENS.values():
        anna.page.set_viewport_size(size)
        assert overflow(anna.page) == [0, 0], size
        box = odds(page).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"] + 1
    anna.page.set_viewport_size(PHONE)
    look(anna.page)


@pytest.mark.full
def test_on_a_phone_the_menu_leads_to_odds(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, lang="de")
    page = with_people(anna, house, "de")
    page.button("web.menu").click()
    page.button("web.odds").last.click()
    expect(odds(page).get_by_role("heading", level=3).first).to_be_visible()
