"""The shortcuts of the frame."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.stage import PAGE, STAGE
from tests.browser.visitor import Visitor


@pytest.mark.full
def test_the_list_of_keys_and_the_shortcuts_can_be_turned_off(anna: Visitor, house: House) -> None:
    table = house.set_up(STAGE.usual(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = PAGE(anna, table).open()
    page.expect_question()
    anna.page.keyboard.press("?")
    keys = anna.page.get_by_role("dialog", name=page.say("web.keys"), exact=True)
    expect(keys).to_contain_text(page.say("web.keys.undo"))
    anna.page.keyboard.press("Escape")
    page.button("web.menu").click()
    page.button("web.settings").click()
    anna.page.get_by_role("switch", name=page.say("web.settings.keys")).uncheck(force=True)
    anna.page.keyboard.press("Escape")
    before = house.version(table)
    anna.page.keyboard.press("p")
    anna.page.keyboard.press("?")
    expect(keys).to_be_hidden()
    assert house.version(table) == before
