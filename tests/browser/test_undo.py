"""Taking back: by button and by key while it is free, by consent later, and never where the table forbids it."""

from __future__ import annotations

import asyncio

import pytest
from playwright.sync_api import expect

from kronrat.server.wire import UndoPolicy
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.stage import PAGE, STAGE
from tests.browser.visitor import Visitor, Visitors

GUARD_S = 0.3  # what appears takes no press for a quarter of a second


def pages_of(anna: Visitor, ben: Visitor, house: House, undo: UndoPolicy = "consent") -> tuple[TablePage, TablePage]:
    """Anna answers, and then Ben is asked: until he answers too, hers can be taken back."""
    table = house.set_up(STAGE.usual(seats=2), [anna.guest, ben.guest], undo=undo)
    return PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()


@each("how", ["button", "Control+z", "Backspace"], ["Control+z"])
def test_a_choice_is_taken_back_while_it_is_free(how: str, anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    question, before = mine.expect_question(), house.choices(mine.id)
    mine.answer(question.options[0])
    expect(mine.button("web.turn.undo")).to_be_visible()
    version = house.version(mine.id)
    if how == "button":
        mine.button("web.turn.undo").click()
    else:
        anna.page.keyboard.press(how)
    mine.heard(version)
    assert house.choices(mine.id) == before
    assert mine.expect_question() == question
    others.settle()
    expect(others.log).to_contain_text(others.say("web.log.undone", seat=0))


# Presses the button as soon as a new one is there, as somebody does who has meant another one in its place.
HASTY = """() => {
  window.hasty = false;
  const known = document.querySelector(".tray [data-undo]");
  new MutationObserver(() => {
    const button = document.querySelector(".tray [data-undo]");
    if (!button || button === known || hasty) return;
    hasty = true;
    button.click();
  }).observe(document, { subtree: true, childList: true });
}"""


def test_a_press_meant_for_another_button_takes_nothing_back(visitors: Visitors, ben: Visitor, house: House) -> None:
    anna = visitors.come("Anna", settings={"speed": "slow"})
    mine, _ = pages_of(anna, ben, house)
    question = mine.expect_question()
    anna.page.evaluate(HASTY)
    mine.answer(question.options[0])
    anna.page.wait_for_function("() => hasty")
    assert "undo" not in anna.page.evaluate("seen.asked.map(({ type }) => type)")
    before = len(house.choices(mine.id))
    house.do(asyncio.sleep(GUARD_S))
    mine.button("web.turn.undo").click()
    anna.wait_until(lambda: len(house.choices(mine.id)) < before)


@pytest.mark.full
def test_the_others_agree_to_a_later_undo(anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    question, before = mine.expect_question(), house.choices(mine.id)
    mine.answer(question.options[0])
    others.answer(others.expect_question().options[0])
    mine.settle()
    mine.button("web.turn.undo.ask").click()
    expect(anna.page.get_by_text(mine.say("web.wish.mine", agreed=[]))).to_be_visible()
    expect(ben.page.get_by_text(others.say("web.wish", seat=0, agreed=[]))).to_be_visible()
    version = house.version(mine.id)
    others.button("web.wish.agree").click()
    others.heard(version)
    assert house.choices(mine.id) == before
    assert mine.expect_question() == question
    expect(ben.page.get_by_text(others.say("web.wish", seat=0, agreed=[]))).to_be_hidden()
    for page in (mine, others):
        expect(page.log.get_by_text(page.say("web.log.undone.with", seat=0, others=[1]), exact=True)).to_have_count(1)
        expect(page.log.get_by_text(page.say("web.log.undone", seat=0), exact=True)).to_have_count(0)
        expect(page.log.get_by_text(page.say("web.log.undone", seat=1), exact=True)).to_have_count(0)


@pytest.mark.parametrize("who", ["other", "asker"])
@pytest.mark.full
def test_a_wish_is_declined_or_withdrawn(who: str, anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    mine.answer(mine.expect_question().options[0])
    others.answer(others.expect_question().options[0])
    played = house.choices(mine.id)
    mine.settle()
    mine.button("web.turn.undo.ask").click()
    expect(others.button("web.wish.agree")).to_be_visible()
    (others.button("web.wish.decline") if who == "other" else mine.button("web.wish.withdraw")).click()
    for page in (mine, others):
        expect(page.page.get_by_text(mine.say("web.wish.mine", agreed=[]))).to_be_hidden()
        expect(page.button("web.wish.agree")).to_be_hidden()
    assert house.choices(mine.id) == played


@pytest.mark.parametrize("undo", ["free", "off"])
@pytest.mark.full
def test_nothing_is_offered_that_the_table_does_not_allow(
    undo: UndoPolicy, anna: Visitor, ben: Visitor, house: House
) -> None:
    mine, others = pages_of(anna, ben, house, undo)
    mine.answer(mine.expect_question().options[0])
    expect(mine.button("web.turn.undo")).to_have_count(1 if undo == "free" else 0)
    others.answer(others.expect_question().options[0])
    mine.settle()
    expect(mine.button("web.turn.undo")).to_have_count(0)
    expect(mine.button("web.turn.undo.ask")).to_have_count(0)
