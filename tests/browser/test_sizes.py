"""Room: the pages of the frame do not scroll on a small desk, and fit a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.shelf import list_games
from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage
from tests.browser.room import CUT_OFF, overflow
from tests.browser.stage import PAGE, STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors

BOOKS = [f"/rules/{game}" for game in list_games()]


@pytest.fixture
def phone(visitors: Visitors) -> Visitor:
    return visitors.come("Anna", size=PHONE, touch=True)


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Benedikta"), house.guest("Cara")]


def test_result_and_replay_do_not_scroll(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.ended(), people(anna, house))).open()
    expect(page.region("web.end.sources")).to_be_visible()
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    anna.page.get_by_role("link", name=page.say("web.end.replay"), exact=True).click()
    expect(page.region("web.replay.controls")).to_be_visible()
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("lang", ["en", "de"])
def test_somebody_without_a_name_sees_where_to_give_one(lang: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    table = house.set_up(STAGE.ended(), people(anna, house))
    anna.go("/")
    anna.page.evaluate("localStorage['kronrat.guest'] = JSON.stringify({ name: 'Anna' })")
    page = PAGE(anna, table, lang=lang).open()
    result = page.region("web.end.result")
    expect(result.get_by_role("button", name=page.say("web.end.name.give"), exact=True)).to_be_visible()
    expect(page.region("web.end.sources")).to_be_visible()
    assert result.evaluate("one => one.scrollHeight - one.clientHeight") == 0


def test_no_page_is_seen_undressed(anna: Visitor, house: House) -> None:
    """The replay wears what the result took off: it is there at once, not read again while the page is drawn."""
    page = PAGE(anna, house.set_up(STAGE.ended(), people(anna, house))).open()
    replay = anna.page.get_by_role("link", name=page.say("web.end.replay"), exact=True)
    replay.click()
    expect(page.region("web.replay.controls")).to_be_visible()
    anna.page.go_back()
    expect(replay).to_be_visible()
    anna.page.evaluate(WATCH_SHEETS)
    replay.click()
    expect(page.region("web.replay.controls")).to_be_visible()
    assert anna.page.evaluate("window.undressed") == []


WATCH_SHEETS = """() => {
  window.undressed = [];
  new MutationObserver(() => {
    for (const { href, sheet } of document.querySelectorAll("link[rel=stylesheet]"))
      if (!sheet) window.undressed.push(href);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_lobby_does_not_scroll(anna: Visitor, house: House) -> None:
    for number in range(6):  # more than there is room for
        house.set_up(STAGE.usual(seat=number % 2), people(anna, house))
    LobbyPage(anna).come()
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []


@pytest.mark.full
def test_the_other_pages_fit_a_phone(phone: Visitor, house: House) -> None:
    table = house.set_up(STAGE.ended(), people(phone, house))
    LobbyPage(phone).come()
    assert overflow(phone.page)[1] == 0
    LobbyPage(phone).open()
    assert overflow(phone.page)[1] == 0
    page = PAGE(phone, table).open()
    expect(page.region("web.end.sources")).to_be_visible()
    assert overflow(phone.page)[1] == 0
    for path in (f"/t/{table}/replay", "/replay", "/credits", *BOOKS):
        phone.go(path)
        phone.page.wait_for_load_state("networkidle")
        assert overflow(phone.page)[1] == 0, path
