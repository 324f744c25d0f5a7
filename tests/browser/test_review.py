"""The review of a finished game: charts and sums, what turned the game, choice by choice; growing, stopped, refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from kronrat.arena.record import record
from kronrat.core.seeds import KEYED_DICE
from kronrat.server import reviews as server_reviews
from kronrat.shelf import list_games, load
from kronrat.words import Words
from tests.browser import positions
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.reviews import keep_review
from tests.browser.stage import GAME, STAGE
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.server import quick_review

NUMBER = 7
SOME_LINES = 60
SIZES: list[ViewportSize] = [DESK, PHONE, {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}]


def finished(house: House, anna: Visitor, game: str = GAME.id) -> str:
    """A game of bots in which Anna and Ben have sat."""
    rules = load(game)
    match = record(rules, 2, ["greedy", "random"], {}, positions.seed_of_game(NUMBER, 2))
    return house.set_up(positions.at(match, NUMBER), [anna.guest, house.guest("Ben")], dice=KEYED_DICE)


def said_by(words: Words) -> Callable[..., str]:
    return lambda id, **facts: words.say(f"web.review.{id}", **facts)


def worse_of(found: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    return [one for one in found["decisions"] if one["seat"] == seat and one["mark"] in ("inaccuracy", "mistake")]


def test_a_review_is_read_choice_by_choice(anna: Visitor, house: House, look: Look) -> None:
    table = finished(house, anna)
    found: dict[str, Any] = keep_review(house, table, SOME_LINES)
    page, say = anna.page, said_by(Words("en", GAME.id, names=("Anna", "Ben")))
    anna.go(f"/t/{table}/end")
    page.get_by_role("link", name=say("title"), exact=True).click()
    rows = page.get_by_role("region", name=say("account"), exact=True).get_by_role("row")
    for seat, name in enumerate(("Anna", "Ben")):
        row = rows.filter(has_text=name)
        percent = f"{round(100 * found['seats'][seat]['result'])}%".replace("-", "\N{MINUS SIGN}")
        expect(row.get_by_role("cell").last).to_have_text(percent)
    expect(page.get_by_role("region", name=say("chances"), exact=True).get_by_role("img").first).to_be_visible()
    turns = page.get_by_role("region", name=Words("en").say("web.end.turns"), exact=True)
    expect(turns.get_by_role("listitem")).to_have_count(len(found["turning_points"]))
    look(page)
    seat = max((0, 1), key=lambda seat: len(worse_of(found, seat)))
    page.get_by_role("button", name=re.compile(f"^{('Anna', 'Ben')[seat]}")).click()
    marks = page.get_by_role("list", name=say("own", seat=seat), exact=True).get_by_role("link")
    own = worse_of(found, seat)
    expect(marks).to_have_count(len(own))
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(f"/review/{own[0]['line']}$"))
    expect(marks.first).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("heading", level=2).filter(has_text=own[0]["mark"][:8].capitalize())).to_be_focused()
    look(page)
    page.keyboard.press("Escape")
    expect(turns).to_be_visible()


@pytest.mark.parametrize(("lang", "size"), [("de", DESK), ("en", PHONE)], ids=["de-desk", "en-phone"])
def test_a_moment_shows_the_best_choices_beside_the_one_made(
    lang: str, size: ViewportSize, anna: Visitor, visitors: Visitors, house: House, look: Look
) -> None:
    table = finished(house, anna)
    found: dict[str, Any] = keep_review(house, table, SOME_LINES)
    seat = max((0, 1), key=lambda seat: len(worse_of(found, seat)))
    own = worse_of(found, seat)
    words = Words(lang)  # those of pages beside the tables
    say, visitor = said_by(words), visitors.come(guest=anna.guest, size=size, lang=lang)
    page = visitor.go(f"/t/{table}/review/{own[0]['line']}")
    told = own[0]["ranked"]
    ranked = page.get_by_role("list", name=say("ranked"), exact=True).get_by_role("listitem")
    expect(ranked).to_have_count(len(told))
    for place, one in enumerate(told):
        expect(ranked.nth(place)).to_contain_text(words.say("web.percent", n=round(100 * one["chance"])))
    expect(ranked.first).to_contain_text(say("tag.best"))
    played = [one["answer"] for one in told].index(own[0]["answers"]["chosen"])
    expect(ranked.nth(played)).to_have_attribute("aria-current", "true")
    expect(ranked.nth(played)).to_contain_text(say("tag.played"))
    page.keyboard.press("2")
    expect(ranked.nth(1).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    look(page)
    expect_no_sideways(page)
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(f"/review/{own[1]['line']}$"))
    page.get_by_role("button", name=say("play_on")).click()
    expect(page.get_by_role("dialog")).to_contain_text(words.say("web.playon.title"))
    page.keyboard.press("Escape")
    page.get_by_role("link", name=say("overview")).click()
    expect(page.get_by_role("heading", name=say("accuracy"), exact=True)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name=words.say("web.analysis.from_here"), exact=True).click()
    expect(page.get_by_role("region", name=words.say("web.analysis"), exact=True)).to_be_visible()


def test_a_line_without_a_choice_says_so(anna: Visitor, house: House) -> None:
    table = finished(house, anna)
    found: dict[str, Any] = keep_review(house, table, SOME_LINES)
    line = next(one["line"] for one in found["moments"] if one["kind"] == "luck")
    page = anna.go(f"/t/{table}/review/{line}")
    expect(page.get_by_role("main")).to_contain_text(said_by(Words("en"))("moment.none"))


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", list_games())
def test_every_game_is_reviewed_in_every_language_and_size(
    game: str, lang: str, anna: Visitor, visitors: Visitors, house: House, look: Look
) -> None:
    table = finished(house, anna, game)
    found: dict[str, Any] = keep_review(house, table, SOME_LINES)
    say = said_by(Words(lang, names=("Anna", "Ben")))
    for size in SIZES:
        visitor = visitors.come(guest=anna.guest, size=size, lang=lang)
        page = visitor.go(f"/t/{table}/review")
        expect(page.get_by_role("heading", name=say("accuracy"), exact=True)).to_be_visible()
        expect_no_sideways(page)
        tabs = page.get_by_role("tablist", name=say("sums"), exact=True).get_by_role("tab")
        for tab in tabs.all():
            tab.click()
            expect_no_sideways(page)
        if worse_of(found, 0):
            page.keyboard.press("n")
            expect(page.get_by_role("list", name=say("ranked"), exact=True)).to_be_visible()
        look(page)
        expect_no_sideways(page)
        if size["width"] >= 1280:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls"
        visitor.context.close()


def expect_no_sideways(page: Page) -> None:
    """As soon as its sheets and letters are there."""
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.full
def test_a_review_grows_and_is_stopped(anna: Visitor, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_reviews, "review_apart", quick_review.without_end)
    table = finished(house, anna)
    page, say = anna.go(f"/t/{table}/review"), said_by(Words("en"))
    expect(page.get_by_role("status").filter(has_text=say("running", percent=50))).to_be_visible()
    page.get_by_role("button", name=say("stop"), exact=True).click()
    expect(page.get_by_role("status").filter(has_text=say("stopped"))).to_be_visible()
    monkeypatch.setattr(server_reviews, "review_apart", quick_review.of_the_beginning)
    page.get_by_role("button", name=say("again"), exact=True).click()
    expect(page.get_by_role("button", name=say("stop"), exact=True)).to_have_count(0)
    expect(page.get_by_role("region", name=say("account"), exact=True)).to_contain_text("%")


@pytest.mark.full
def test_a_running_game_has_no_review(anna: Visitor, house: House) -> None:
    anna.tolerate("409")
    table = house.set_up(STAGE.usual(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = anna.go(f"/t/{table}/review")
    expect(page.get_by_role("alert")).to_contain_text(Words("en").say("web.replay.problem.not_now"))
