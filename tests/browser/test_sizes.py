"""Room: nothing scrolls on a small desk, and a phone shows what is asked, the way to everything, and the button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage
from tests.browser.pages import REFUSALS, TablePage
from tests.browser.positions import ended, every_kind, position_of
from tests.browser.visitor import PHONE, Visitor, Visitors

LANGUAGES = ("en", "de")
OVERFLOW = """() => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.scrollingElement;
  return [Math.max(0, scrollHeight - clientHeight), Math.max(0, scrollWidth - clientWidth)];
}"""
# Controls that stick out of the window, unless they lie in a box that scrolls.
CUT_OFF = """() => {
  const scrolls = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) return true;
    return false;
  };
  return [...document.querySelectorAll("button, a, select, input:not([type=radio], [type=checkbox])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr") && !scrolls(one))
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width > 1 && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1);
    })
    .map((one) => one.outerHTML.slice(0, 160));
}"""


def overflow(page: Page) -> list[int]:
    """How far the page could be scrolled down and to the right."""
    return list(page.evaluate(OVERFLOW))


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Benedikta"), house.guest("Cara")]


# -- 1280 by 720 -----------------------------------------------------------------------------------------------------


@every_kind
def test_no_question_makes_the_page_scroll(kind: str, anna: Visitor, house: House) -> None:
    position = position_of(kind)
    page = TablePage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    answer = next(choice for choice in position.choices if choice[0] not in REFUSALS)
    for lang in LANGUAGES:
        shown = TablePage(anna, page.id, lang=lang)
        expect(shown.region("web.kb.your_turn")).to_be_visible()
        shown.pick(question, answer)
        assert overflow(anna.page) == [0, 0]
        assert anna.page.evaluate(CUT_OFF) == []
        shown.button("web.language.switch").click()


def test_result_and_replay_do_not_scroll(anna: Visitor, house: House) -> None:
    page = TablePage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.sources")).to_be_visible()
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    anna.page.get_by_role("link", name=page.say("web.end.replay"), exact=True).click()
    expect(page.region("web.replay.controls")).to_be_visible()
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []


def test_the_lobby_does_not_scroll(anna: Visitor, house: House) -> None:
    LobbyPage(anna).open()
    assert overflow(anna.page) == [0, 0]


# -- 390 by 844 ------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(visitors: Visitors) -> Visitor:
    return visitors.come("Anna", size=PHONE, touch=True)


@every_kind
def test_a_phone_is_enough_for_every_question(kind: str, phone: Visitor, house: House) -> None:
    position = position_of(kind)
    page = TablePage(phone, house.set_up(position, people(phone, house))).open()
    question = page.expect_question()
    expect(page.primary).to_be_in_viewport(ratio=1)
    assert overflow(phone.page)[1] == 0
    answer = next(choice for choice in position.choices if choice[0] not in REFUSALS)
    page.pick(question, answer)
    expect(page.primary).to_be_in_viewport(ratio=1)
    assert overflow(phone.page)[1] == 0
    page.answer(answer)
    assert house.choices(page.id)[-1] == (0, answer)


def test_the_sheet_of_a_phone_leads_everywhere(phone: Visitor, house: House) -> None:
    page = TablePage(phone, house.set_up(position_of("influence"), people(phone, house))).open()
    page.expect_question()
    places = {
        "province": page.region("web.kb.my_province"),
        "players": page.page.get_by_role("region", name="Cara"),
        "log": page.log,
        "turn": page.primary,
    }
    for id, place in places.items():
        page.button(f"web.kb.sheet.{id}").tap()
        expect(place).to_be_in_viewport()
        expect(page.button(f"web.kb.sheet.{id}")).to_have_attribute("aria-pressed", "true")
        assert overflow(phone.page)[1] == 0


def test_the_other_pages_fit_a_phone(phone: Visitor, house: House) -> None:
    table = house.set_up(ended(), people(phone, house))
    LobbyPage(phone).open()
    assert overflow(phone.page)[1] == 0
    page = TablePage(phone, table).open()
    expect(page.region("web.end.sources")).to_be_visible()
    assert overflow(phone.page)[1] == 0
    for path in (f"/t/{table}/replay", "/replay", "/rules/kingsburg", "/credits"):
        phone.go(path)
        phone.page.wait_for_load_state("networkidle")
        assert overflow(phone.page)[1] == 0, path
