"""A beginner against bots: a tip comes once, with its rule, and every question says what one does."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.state import State
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import find


def _unarmed(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
    me = cast(State, match.state).players[0]
    return kind == "recruit" and not me.soldiers and not me.hand.buildings and len(options) > 1


def a_beginner(visitors: Visitors, house: House) -> tuple[KingsburgPage, Visitor]:
    """Somebody without a soldier who may recruit; both others are bots."""
    anna = visitors.come("Anna", settings={"tips": True})
    position = find(_unarmed, people=1)
    table = house.set_up(position, [anna.guest, "greedy", "greedy"])
    return KingsburgPage(anna, table, 0), anna


# Where everything is that can be pressed, except the tip itself and what it takes the place of.
PLACES = """() => [...document.querySelectorAll("button, [data-target]")]
  .filter((one) => !one.closest(".log, .tipb"))
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""


def settled(page: KingsburgPage) -> list[list[float]]:
    """The places once the sheet of a phone has slid to where it stays."""
    places: list[list[float]] = []
    while (now := page.page.evaluate(PLACES)) != places:
        places = now
        page.page.wait_for_timeout(150)
    return places


def tip_of(page: KingsburgPage) -> Locator:
    return page.page.get_by_role("region", name=page.say("web.tip"), exact=True)


def test_a_tip_comes_once_with_its_rule(visitors: Visitors, house: House, look: Look) -> None:
    page, _ = a_beginner(visitors, house)
    page.open()
    low, high = house.view(page.id, 0)["enemy_range"]
    expect(tip_of(page)).to_contain_text(page.say("tip.soldiers", low=low, high=high))
    look(page.page)
    before = page.page.evaluate(PLACES)
    tip_of(page).get_by_role("button", name=page.say("web.log.rule", rule="KB-P7-1"), exact=True).click()
    rule = page.page.get_by_role("dialog")
    expect(rule).to_contain_text("KB-P7-1")
    page.page.keyboard.press("Escape")
    tip_of(page).get_by_role("button", name=page.say("web.close"), exact=True).click()
    expect(tip_of(page)).to_be_hidden()
    assert page.page.evaluate(PLACES) == before, "nothing has moved"
    page.page.reload()
    expect(page.primary).to_be_visible()
    expect(tip_of(page)).to_be_hidden()


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 844, "height": 390}])
def test_where_the_log_is_out_of_sight_a_button_has_the_tip(
    size: ViewportSize, visitors: Visitors, house: House
) -> None:
    page, anna = a_beginner(visitors, house)
    anna.page.set_viewport_size(size)
    page.open()
    expect(tip_of(page)).to_be_hidden()
    before = settled(page)
    page.page.get_by_role("button", name=page.say("web.tip"), exact=True).click()
    expect(page.page.get_by_role("dialog")).to_contain_text(page.say("web.tip"))
    page.page.keyboard.press("Escape")
    assert settled(page) == before


def test_tips_are_switched_off_for_good_and_a_question_explains_itself(visitors: Visitors, house: House) -> None:
    page, anna = a_beginner(visitors, house)
    page.open()
    tip_of(page).get_by_role("button", name=page.say("web.tip.never"), exact=True).click()
    expect(tip_of(page)).to_be_hidden()
    assert anna.page.evaluate("JSON.parse(localStorage['kronrat.settings']).tips") is False
    page.page.keyboard.press("r")
    help = page.page.get_by_role("dialog")
    expect(help).to_contain_text(page.say("now.recruit"))
    help.get_by_role("button", name=page.say("web.log.rule", rule="KB-P7-1"), exact=True).click()
    expect(help).to_contain_text("KB-P7-1")
