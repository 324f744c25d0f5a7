"""No barriers that a machine can find: every kind of question of Kingsburg, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import Look
from tests.browser.house import Guest, House
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.games.kingsburg.browser.page import REFUSALS, KingsburgPage
from tests.games.kingsburg.browser.positions import every_kind, position_of
from tests.games.kingsburg.browser.test_sizes import tab_of


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


@every_kind
def test_questions(kind: str, anna: Visitor, house: House, look: Look) -> None:
    position = position_of(kind)
    page = KingsburgPage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    page.pick(question, next(choice for choice in position.choices if choice[0] not in REFUSALS))
    look(anna.page)


@pytest.mark.full
def test_settings_planner_and_chat(anna: Visitor, house: House, look: Look) -> None:
    page = KingsburgPage(anna, house.set_up(position_of("influence"), people(anna, house))).open()
    page.expect_question()
    page.button("web.kb.plan").click()
    expect(page.region("web.kb.plan").get_by_role("listitem").first).to_be_visible()
    anna.page.keyboard.press("c")
    look(anna.page)
    page.button("web.menu").click()
    page.button("web.settings").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


@pytest.mark.parametrize("kind", ["influence", "choose_token"])
@pytest.mark.full
def test_phones(kind: str, visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = KingsburgPage(anna, house.set_up(position_of(kind), people(anna, house))).open()
    page.expect_question()
    for pane in ("turn", "province", "players", "log"):
        tab_of(page, pane).click()
        look(anna.page)


@pytest.mark.full
def test_in_german(visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", lang="de")
    page = KingsburgPage(anna, house.set_up(position_of("build"), people(anna, house)), lang="de").open()
    page.expect_question()
    look(anna.page)
