"""What surrounds a game of Kingsburg: why something is refused, the planner, the provinces of others, the result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kronrat.server.table import Table
from tests.browser.house import GRACE_MS, House
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import near_the_end, position_of


def table_of(house: House, anna: Visitor, kind: str = "influence") -> str:
    return house.set_up(position_of(kind), [anna.guest, house.guest("Ben"), house.guest("Cara")])


@pytest.mark.full
def test_the_result_tells_whose_seat_a_bot_held(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(near_the_end(), [anna.guest, ben.guest], pace="live")
    page = KingsburgPage(anna, table).open()
    page.answer(("done",))
    anna.page.wait_for_timeout(GRACE_MS)
    page.button("web.held.let").click()
    page.to_the_result()
    result = page.region("web.end.result")
    expect(result).to_be_visible()
    held = house.look(table, chosen_by_bots)
    expect(result.get_by_role("listitem").filter(has_text="Ben")).to_contain_text(page.say("web.end.held", n=held))


def chosen_by_bots(table: Table) -> int:
    """How many choices of people's seats a bot has made."""
    assert table.match is not None
    lines = table.match.journal.lines
    return len([number for number in table.lines_by_bots() if lines[number - 1].seat >= 0])


def test_what_is_refused_says_why_with_its_rule(anna: Visitor, house: House) -> None:
    """A press on an advisor that is taken, and on a building that cannot be paid."""
    table = table_of(house, anna)
    page = KingsburgPage(anna, table).open()
    page.expect_question()
    taken = int(next(iter(house.view(table, 0)["court"])))
    advisor = page.advisor(taken)
    if advisor.get_attribute("aria-disabled") == "true":
        advisor.click(force=True)
        note = anna.page.get_by_role("tooltip")
        expect(note).to_be_visible()
        expect(note).to_contain_text(re.compile("KB"))
    build = KingsburgPage(anna, table_of(house, anna, kind="build")).open()
    build.expect_question()
    build.cell("cathedral").click(force=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(re.compile("KB"))


def test_the_planner_shows_what_the_dice_can_reach(anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, table_of(house, anna)).open()
    page.expect_question()
    page.button("web.kb.plan").click()
    planner = page.region("web.kb.plan")
    expect(planner.get_by_role("listitem").first).to_be_visible()
    planner.get_by_role("listitem").first.get_by_role("button").click()
    expect(page.primary).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.full
def test_others_provinces_are_enlarged_on_demand(anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, table_of(house, anna)).open()
    anna.page.keyboard.press("v")
    anna.page.keyboard.press("2")
    expect(page.region("web.kb.province", seat=1)).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(page.region("web.kb.my_province")).to_be_visible()
    page.page.get_by_role("button", name=re.compile(r"^Cara\b")).click()
    expect(page.region("web.kb.province", seat=2)).to_be_visible()
