"""Reload and broken lines: in every kind of question the page comes back to it, and an answer counts once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from tests.browser.house import House
from tests.browser.pages import TablePage
from tests.browser.stage import PAGE, STAGE, every_kind
from tests.browser.visitor import Visitor, Visitors


def at_question(kind: str, anna: Visitor, house: House) -> tuple[TablePage, Choice]:
    position = STAGE.position_of(kind)
    table = house.set_up(position, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    answer = next(choice for choice in position.choices if choice[0] not in PAGE.refusals)
    return PAGE(anna, table).open(), answer


@every_kind()
def test_the_question_is_still_there_after_reload_and_cut(kind: str, anna: Visitor, house: House) -> None:
    page, answer = at_question(kind, anna, house)
    question = page.expect_question()
    page.pick(question, answer)

    anna.page.reload()
    assert page.ready().expect_question() == question
    page.pick(question, answer)

    before, version = house.choices(page.id), house.version(page.id)
    anna.cut()
    expect(anna.page.get_by_text(page.say("web.link.lost"))).to_be_visible()
    page.primary.click()
    anna.page.wait_for_timeout(100)
    assert house.choices(page.id) == before
    anna.mend()
    page.heard(version)
    expect(anna.page.get_by_text(page.say("web.link.lost"))).to_be_hidden()
    assert house.choices(page.id)[: len(before) + 1] == [*before, (0, answer)]
    assert house.choices(page.id).count((0, answer)) == before.count((0, answer)) + 1


@every_kind()
def test_an_answer_whose_receipt_was_lost_counts_once(kind: str, anna: Visitor, house: House) -> None:
    """The server has heard it, but the line breaks before the page knows: it says it again, and nothing happens."""
    page, answer = at_question(kind, anna, house)
    page.pick(page.expect_question(), answer)
    before = house.choices(page.id)
    anna.page.evaluate("seen.deaf = true")
    page.primary.click()
    anna.wait_until(lambda: len(house.choices(page.id)) > len(before))
    anna.page.evaluate("seen.socket.close(); seen.deaf = false")
    page.settle()
    said = [message for message in anna.page.evaluate("seen.asked") if message["type"] == "play"]
    assert len(said) == 2
    assert said[0] == said[1]
    assert house.choices(page.id) == [*before, (0, answer)]
    assert page.asked() is None or page.expect_question().kind


@pytest.mark.full
def test_the_page_resumes_by_itself_while_others_play_on(anna: Visitor, ben: Visitor, house: House) -> None:
    position = STAGE.usual()
    table = house.set_up(position, [anna.guest, ben.guest, house.guest("Cara")])
    pages = [PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()]
    ben.cut()
    expect(ben.page.get_by_text(pages[1].say("web.link.lost"))).to_be_visible()
    pages[0].answer(next(choice for choice in position.choices if choice[0] not in PAGE.refusals))
    ben.mend()
    pages[1].settle()
    expect(pages[1].log.get_by_role("listitem").last).to_contain_text("Anna")
    expect(ben.page.get_by_text(pages[1].say("web.link.lost"))).to_be_hidden()


def test_an_unknown_table_is_said_to_be_unknown(visitors: Visitors) -> None:
    stranger = visitors.come()
    stranger.tolerate("WebSocket connection")
    stranger.go("/t/no-such-table")
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("There is no such table.")
