"""Hints: what the strongest bot would do, for somebody who plays with bots alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from kronrat.bots import Advice
from kronrat.core.flow import State
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.pages import TablePage
from tests.browser.stage import PAGE, STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors

BOTS = ("greedy", "greedy")


class Sage:
    """Advises at once, and always the same."""

    async def advise(self, table: str, state: State, seat: int, patience_s: float) -> list[Advice]:
        shares = (0.44, 0.43, 0.31)
        best = state.options(seat)[:3]
        return [Advice((choice,), share, shares[0] - share) for choice, share in zip(best, shares, strict=False)]


class Silent:
    async def advise(self, table: str, state: State, seat: int, patience_s: float) -> list[Advice]:
        raise TimeoutError


@pytest.fixture(autouse=True)
def sage(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    office = house.server.hub.office
    monkeypatch.setattr(office.minds, "advise", Sage().advise)


def hints(page: TablePage) -> Locator:
    return page.region("web.hints")


def test_a_hint_is_laid_ready_and_given_only_when_its_player_says_so(anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(people=1), [anna.guest, *BOTS])).open()
    question = page.expect_question()
    anna.page.keyboard.press("w")
    first = hints(page).locator("[data-hint='0']")
    expect(first).to_contain_text(page.words.choice(question.options[0], question.decision))
    expect(first).to_contain_text("44")
    expect(hints(page).locator("[data-hint]")).to_have_count(3)
    look(anna.page)
    before = house.version(page.id)
    first.click()
    expect(page.primary).not_to_have_attribute("aria-disabled", "true")
    assert house.version(page.id) == before
    page.primary.click()
    page.heard(before)
    assert (0, question.options[0]) in house.choices(page.id)
    expect(hints(page)).to_be_hidden()


OVER = """() => [...document.querySelectorAll(".flags span")].map((flag) => {
  const { left, width, bottom } = flag.getBoundingClientRect();
  return document.elementsFromPoint(left + width / 2, bottom + 2).some((one) => one.closest("[data-target]"));
})"""


def test_every_answer_has_a_flag_where_it_is_given_and_the_box_covers_no_button(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(people=1), [anna.guest, *BOTS])).open()
    page.expect_question()
    anna.page.keyboard.press("w")
    flags = anna.page.locator(".flags span")
    expect(flags).to_have_count(3)
    expect(flags.first).to_have_text(f"1{page.say('web.percent', n=44)}")
    assert anna.page.evaluate(OVER) == [True] * 3
    box, button = hints(page).bounding_box(), page.primary.bounding_box()
    assert box is not None
    assert button is not None
    assert button["x"] + button["width"] <= box["x"]
    hints(page).locator("[data-hint='1']").hover()
    expect(flags.nth(1)).to_have_class("lit")
    anna.page.keyboard.press("Escape")
    expect(flags).to_have_count(0)


@pytest.mark.full
def test_the_chancellor_may_be_silent_and_is_asked_again(
    anna: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(people=1), [anna.guest, *BOTS])).open()
    page.expect_question()
    monkeypatch.setattr(house.server.hub.office.minds, "advise", Silent().advise)
    page.button("web.hints").click()
    expect(hints(page)).to_contain_text(page.say("web.hints.silent"))
    monkeypatch.setattr(house.server.hub.office.minds, "advise", Sage().advise)
    page.button("web.hints.again").click()
    expect(hints(page).locator("[data-hint]")).to_have_count(3)
    anna.page.keyboard.press("Escape")
    expect(hints(page)).to_be_hidden()


@pytest.mark.full
def test_on_a_phone_the_menu_leads_to_hints(visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", size=PHONE, lang="de")
    page = PAGE(anna, house.set_up(STAGE.usual(people=1), [anna.guest, *BOTS]), lang="de").open()
    page.expect_question()
    page.button("web.menu").click()
    page.button("web.hints").last.click()
    expect(hints(page).locator("[data-hint]")).to_have_count(3)
    look(anna.page)
    hints(page).locator("[data-hint='0']").click()
    expect(hints(page)).to_be_hidden()
    expect(page.primary).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.full
def test_nobody_is_advised_against_people(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(people=2), [anna.guest, house.guest("Ben"), "greedy"])).open()
    page.expect_question()
    expect(page.button("web.help").first).to_be_visible()
    expect(page.button("web.hints")).to_have_count(0)
    anna.page.keyboard.press("w")
    expect(hints(page)).to_have_count(0)
