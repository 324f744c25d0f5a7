"""The page that explains a game: its doors, its exercise, and the way to the catalogue and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import kronrat
from kronrat.coaching import exercise_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.often import each
from tests.browser.visitor import DESK, PHONE, Visitors
from tests.shelf import ANY

SIZES = {"desk": DESK, "phone": PHONE}


@each("game", kronrat.list_games(), [ANY])
@each("size", SIZES, ["phone"])
@each("lang", ["en", "de"], ["de"])
def test_an_exercise_answers_as_the_rules_do(game: str, size: str, lang: str, visitors: Visitors, look: Look) -> None:
    words = Words(lang, game)
    exercise = exercise_of(kronrat.load(game), Dice(seed_of_text("exercise 0")))
    assert exercise is not None
    page = visitors.come(lang=lang, size=SIZES[size], touch=size == "phone").go(f"/learn/{game}")
    box = page.get_by_role("region", name=words.say("exercise.title"), exact=True)
    pieces = box.get_by_role("group", name=words.say("web.guide.pieces")).locator("[aria-pressed]")
    expect(pieces).to_have_count(len(exercise.pieces))
    look(page)
    selected = 0
    for place in (*range(len(exercise.pieces)), 0):
        pieces.nth(place).click()
        selected ^= 1 << place
        found = [
            words.say(exercise.goals[goal].says, **exercise.goals[goal].facts) for goal in exercise.reached[selected]
        ]
        expect(lit(box)).to_have_text(found)
    assert page.get_by_role("main").evaluate("(main) => main.scrollWidth <= innerWidth")
    last = page.get_by_role("link", name=words.say("web.rules.exactly"), exact=True).last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


def lit(box: Locator) -> Locator:
    return box.locator(".goals .lit")


@pytest.mark.full
@pytest.mark.parametrize("game", kronrat.list_games())
def test_from_the_short_rules_to_the_catalogue_and_back(game: str, visitors: Visitors, look: Look) -> None:
    words = Words("en", game)
    page = visitors.come().go(f"/learn/{game}")
    page.get_by_role("link", name=words.say("web.rules.exactly"), exact=True).first.click()
    expect(page.get_by_role("heading", level=1, name=words.say("web.rules.title", game=game))).to_be_visible()
    expect(page.locator("article.here")).to_be_in_viewport()
    see = page.get_by_text(words.say("web.rules.see")).first.get_by_role("link").first
    see.click()
    expect(page.locator("article.here")).to_be_in_viewport()
    look(page)
    named = page.locator("article p:not(.see) a").first
    leads = str(named.get_attribute("href")).rpartition("#")[2]
    named.click()
    expect(page.locator("article.here")).to_have_id(leads)
    expect(page.locator("article.here")).to_be_in_viewport()
    page.get_by_role("link", name=words.say("web.guide.short"), exact=True).click()
    expect(page.get_by_role("heading", name=words.say("web.guide.short"))).to_be_visible()
