"""The ranking of a game and the profile of a person, and what a rated table says before anybody sits down."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from kronrat.bots import LEVELS
from kronrat.crowd.chronicle import Chronicle, Past
from kronrat.shelf import list_games
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage
from tests.browser.room import CUT_OFF, overflow
from tests.browser.screens import take
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.shelf import ANY

SIZES = [(1280, 720), (1920, 1080), (1024, 768), (768, 1024), (844, 390), (390, 844)]
PAST = Past(people=12, finished=420, running=0)
*PLAYED, UNPLAYED = list_games()


@pytest.fixture(scope="module")
def veteran(house: House) -> Guest:
    """Somebody who has played for years among others who have."""
    past = Chronicle(PLAYED, PAST, time.time_ns() // 1_000_000)
    house.do(past.write(house.server.hub.store))
    return Guest("Anna", past.people[0], past.token(0))


def test_from_the_ranking_to_a_profile_and_back(veteran: Guest, visitors: Visitors, look: Look) -> None:
    anna = visitors.come(guest=veteran)
    page, words = anna.page, Words("en")
    anna.go("/play")
    page.get_by_role("link", name=words.say("web.nav.ranks"), exact=True).click()
    rows = page.get_by_role("row")
    expect(rows.filter(has_text=words.say("web.ranks.you"))).to_have_count(1)
    expect(page).to_have_title(words.say("web.ranks.title", game=list_games()[0]))
    assert overflow(page) == [0, 0]
    look(page)
    bots = rows.filter(has=page.get_by_text(words.say("web.ranks.bot"), exact=True))
    assert bots.count() > 4
    page.get_by_role("switch").locator("..").click()
    expect(bots).to_have_count(0)
    links = rows.get_by_role("link")
    links.first.focus()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(links.first).to_be_focused()
    name = links.first.inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    assert overflow(page) == [0, 0]
    look(page)
    page.reload()
    expect(page.get_by_role("region", name=words.say("web.profile.seats"), exact=True)).to_be_visible()
    shown = page.get_by_role("region", name=words.say("web.profile.ratings"), exact=True)
    shown.get_by_role("button").click()
    expect(shown.get_by_role("table")).to_be_visible()


def test_the_picker_says_how_often_one_would_win(veteran: Guest, visitors: Visitors, look: Look) -> None:
    anna, words = visitors.come(guest=veteran), Words("en")
    page = anna.go(f"/bots/{PLAYED[0]}")
    cards, shares = page.locator(".card"), page.locator(".share")
    expect(shares).to_have_count(len(LEVELS))
    lists = page.evaluate("game => fetch(`/api/ranks/${game}`).then((answer) => answer.json())", PLAYED[0])
    [mine] = [line for line in [*lists["ranked"], *lists["provisional"]] if line.get("mine")]
    measured = [int(card.locator(".rating b").inner_text()) for card in cards.all()]
    expected = [round(100 / (1 + 10 ** ((bot - mine["rating"]) / 400))) for bot in measured]
    assert expected == sorted(expected, reverse=True)
    expect(shares).to_have_text([words.say("web.bots.share", share=share) for share in expected])
    me = words.say("web.bots.mine", rating=mine["rating"], error=mine["error"])
    expect(page.locator(".scale")).to_have_attribute("aria-label", re.compile(f"{re.escape(me)}$"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page)[1] == 0
    page.set_viewport_size({"width": 1280, "height": 720})
    assert overflow(page) == [0, 0]
    look(page)
    stranger = visitors.come().go(f"/bots/{PLAYED[0]}")
    expect(stranger.locator(".card")).to_have_count(len(LEVELS))
    expect(stranger.get_by_text(words.say("web.bots.first"))).to_be_visible()
    expect(stranger.locator(".share")).to_have_count(0)


def test_a_private_profile_shows_the_rating_alone(veteran: Guest, visitors: Visitors) -> None:
    anna, other, words = visitors.come(guest=veteran), visitors.come("Zoe"), Words("en")
    anna.go("/people/me")
    anna.page.get_by_role("switch").locator("..").click()
    expect(anna.page.get_by_role("switch")).to_be_checked()
    other.go(f"/people/{veteran.id}")
    expect(other.page.get_by_role("region", name=words.say("web.profile.ratings"), exact=True)).to_be_visible()
    expect(other.page.get_by_role("region", name=words.say("web.profile.seats"), exact=True)).to_have_count(0)
    other.tolerate("404")
    other.go("/people/nobody")
    expect(other.page.get_by_role("alert")).to_contain_text(words.say("web.profile.unknown"))


def test_a_rated_table_says_so_before_anybody_sits_down(anna: Visitor, ben: Visitor, look: Look) -> None:
    words = Words("en")
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "open", "bot greedy")
    lobby.form.get_by_role("switch", name=words.say("web.rated.open")).locator("..").click()
    lobby.open_table()
    agreed = words.say("web.rated.room")
    expect(anna.page.get_by_text(agreed)).to_be_visible()
    ben.go("/tables")
    expect(ben.page.get_by_text(words.say("web.rated"), exact=False).first).to_be_visible()
    ben.go(anna.page.url)
    expect(ben.page.get_by_text(agreed)).to_be_visible()
    look(ben.page)


def open_deal(visitor: Visitor) -> str:
    """Three tables with the same dice; its opener plays at the first."""
    visitor.go("/tables")
    opened: str = visitor.page.evaluate(
        """async (game) => (await (await fetch("/api/tables", {method: "POST", body: JSON.stringify({game, copies: 3,
          seats: [{kind: "me", nonce: "0".repeat(32)}, {kind: "bot", bot: "page"}]})})).json()).deal""",
        ANY,
    )
    return f"/deals/{opened}"


def test_tables_with_the_same_dice_offer_a_seat_to_who_has_none(anna: Visitor, ben: Visitor, look: Look) -> None:
    words, deal = Words("en"), open_deal(anna)
    for visitor, offered in ((anna, ["mine", "look", "look"]), (ben, ["sit", "sit"])):
        visitor.go(deal)
        links = visitor.page.get_by_role("region", name=words.say("web.deals.tables"), exact=True).get_by_role("link")
        expect(links).to_have_text([words.say(f"web.deals.{action}") for action in offered])
        expect(visitor.page.get_by_text("is closed", exact=False)).to_be_visible()
        assert overflow(visitor.page) == [0, 0]
        look(visitor.page)
    links.first.click()
    ben.page.wait_for_url("**/t/*")


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_deal_fits_everywhere(visitors: Visitors, look: Look, lang: str) -> None:
    anna = visitors.come("Annabella von der Hohenau", lang=lang)
    deal = open_deal(anna)
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.go(deal)
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        assert overflow(anna.page)[1] == 0
        assert anna.page.evaluate(CUT_OFF) == [] or width < 900  # where the page flows
        look(anna.page)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_both_pages_fit_everywhere(veteran: Guest, visitors: Visitors, look: Look, lang: str) -> None:
    anna = visitors.come(guest=veteran, lang=lang)
    for path in (f"/ranks/{ANY}", "/people/me"):
        for width, height in SIZES:
            anna.page.set_viewport_size({"width": width, "height": height})
            anna.go(path)
            expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
            anna.page.wait_for_load_state("networkidle")
            across, down = overflow(anna.page)[1], overflow(anna.page)[0]
            assert across == 0, (path, width)
            assert down == 0 or width < 1280, (path, width)
            assert down or anna.page.evaluate(CUT_OFF) == [], (path, width)
        look(anna.page)
        take(anna.page, f"{path.split('/')[1]}-{lang}")


@pytest.mark.full
def test_an_empty_ranking_invites(visitors: Visitors, look: Look) -> None:
    newcomer = visitors.come(size=PHONE, touch=True)
    newcomer.go(f"/ranks/{UNPLAYED}")
    expect(newcomer.page.locator(".empty")).to_be_visible()
    assert overflow(newcomer.page)[1] == 0
    look(newcomer.page)
