"""The places one can go to are the same on all pages beside the table, on a narrow screen in the menu."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from kronrat.server.pages import PATHS
from kronrat.shelf import list_games
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.often import each
from tests.browser.room import overflow
from tests.browser.visitor import PHONE, Visitors

KNOWN = {"game": list_games()[0], "person": "me", "deal": "none"}
ELSEWHERE = re.compile(rf"/t/|\{{(?!{'|'.join(KNOWN)})")  # at a table, or about something that is made first
BESIDE = [path.format(**KNOWN) for path in PATHS if not ELSEWHERE.search(path)]
SITES = ("play", "tables", "learn", "watch", "ranks")
SIZES = {"upright": (768, 1024), "sideways": (844, 390), "tablet": (1024, 768), "desk": (1280, 720)}


@each("size", SIZES, ["upright"])
def test_from_any_page_to_any_other(size: str, visitors: Visitors) -> None:
    width, height = SIZES[size]
    visitor = visitors.come(size={"width": width, "height": height}, lang="de")
    visitor.tolerate("401|404")  # somebody without a name has no turns, no devices and no profile
    words = Words("de")
    for path in BESIDE:
        page = visitor.go(path)
        expect(page.locator("main")).to_be_visible()
        for site in SITES:
            link = page.get_by_role("banner").get_by_role("link", name=words.say(f"web.nav.{site}"), exact=True)
            if page.locator(".top .places").count():
                expect(link).to_be_in_viewport()
            else:  # a page for work has its own title there
                expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert overflow(page)[1] == 0, path


def test_the_menu_of_a_phone_leads_everywhere(visitors: Visitors, look: Look) -> None:
    visitor = visitors.come(size=PHONE)
    words = Words("en")
    page = visitor.go("/watch")
    for site in SITES:
        page.get_by_role("button", name=words.say("web.menu"), exact=True).click()
        page.get_by_role("link", name=words.say(f"web.nav.{site}"), exact=True).click()
        expect(page).to_have_url(re.compile(f"/{site}$"))
        expect(page.locator("main")).to_be_visible()
    look(page)


WORN = """
  [...document.querySelectorAll("link[rel=stylesheet]")]
    .filter(({ media }) => media !== "not all").map(({ href }) => href)
"""


@each("site", SITES, ["learn"])
def test_a_page_is_dressed_the_same_wherever_one_comes_from(site: str, visitors: Visitors) -> None:
    """What the table wears is left there; in the header of other pages its names mean something else."""
    visitor = visitors.come()
    words = Words("en")
    page = visitor.go(f"/learn/{list_games()[0]}/first")
    page.get_by_role("dialog").get_by_role("link", name=words.say("web.learn.leave"), exact=True).click()
    page.get_by_role("banner").get_by_role("link", name=words.say(f"web.nav.{site}"), exact=True).click()
    here = page.locator(".top .places [aria-current=page]")
    expect(here).to_have_text(words.say(f"web.nav.{site}"))
    came, place = page.evaluate(WORN), here.bounding_box()
    page.reload()
    expect(here).to_be_visible()
    assert (came, place) == (page.evaluate(WORN), here.bounding_box())
