"""Playing on from a moment of a finished game: chosen in the replay or the review, and said clearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from kronrat.arena.record import record
from kronrat.core.seeds import KEYED_DICE
from kronrat.shelf import list_games, load
from kronrat.words import Words
from tests.browser import positions
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.reviews import keep_review
from tests.browser.room import overflow
from tests.browser.stage import GAME, PAGE
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors

NUMBER, PLACE = 7, 40
SIZES: list[ViewportSize] = [
    DESK,
    PHONE,
    {"width": 1920, "height": 1080},
    {"width": 1024, "height": 768},
    {"width": 768, "height": 1024},
    {"width": 844, "height": 390},
]


def finished(house: House, anna: Visitor, game: str = GAME.id) -> str:
    """A game of bots in which Anna and Ben have sat."""
    rules = load(game)
    match = record(rules, 2, ["greedy", "random"], rules.left_alone({}), positions.seed_of_game(NUMBER, 2))
    return house.set_up(positions.at(match, NUMBER), [anna.guest, house.guest("Ben")], dice=KEYED_DICE)


def open_dialog(page: Page, words: Words) -> Locator:
    page.get_by_role("button", name=words.say("web.playon"), exact=True).click()
    dialog = page.get_by_role("dialog", name=words.say("web.playon.title"), exact=True)
    expect(dialog.get_by_role("combobox")).to_have_count(2)
    return dialog


def test_somebody_plays_on_with_new_dice(anna: Visitor, house: House, look: Look) -> None:
    table, page, words = finished(house, anna), anna.page, Words("en", GAME.id, names=("Anna", "Ben"))
    anna.go(f"/t/{table}/replay?at={PLACE}")
    dialog = open_dialog(page, words)
    expect(dialog).to_contain_text(words.say("web.playon.hint", at=PLACE))
    expect(dialog).to_contain_text(words.say("web.playon.same.hint"))
    look(page)
    dialog.get_by_role("radio", name=words.say("web.playon.new")).check()
    dialog.get_by_role("button", name=words.say("web.playon.begin"), exact=True).click()
    page.wait_for_url(lambda url: "/replay" not in url and table not in url)
    expect(page.get_by_text(words.say("web.origin.new", at=PLACE, seat=0), exact=True)).to_be_visible()
    back = page.get_by_role("link", name=words.say("web.origin.back"), exact=True)
    expect(back).to_have_attribute("href", f"/t/{table}/replay?at={PLACE}")
    varied = page.url.rsplit("/", 1)[1]
    match: Any = house.look(varied, lambda now: now.running())
    assert [bend.place for bend in match.bends] == [PLACE]
    look(page)


def test_from_a_review_and_with_somebody_by_link(anna: Visitor, ben: Visitor, house: House) -> None:
    table, page = finished(house, anna), anna.page
    found: dict[str, Any] = keep_review(house, table, 60)
    words = Words("en", GAME.id, names=("Anna", "Ben"))
    worse = [one for one in found["decisions"] if one["mark"] in ("inaccuracy", "mistake")]
    seat = max((0, 1), key=lambda seat: len([one for one in worse if one["seat"] == seat]))
    first = next(one for one in worse if one["seat"] == seat)
    anna.go(f"/t/{table}/review")
    page.get_by_role("list", name=words.say("web.review.own", seat=0), exact=True).wait_for(state="attached")
    page.locator(".accuracy").get_by_role("button").nth(seat).click()
    own = page.get_by_role("list", name=words.say("web.review.own", seat=seat), exact=True).get_by_role("link")
    own.first.wait_for(state="attached")
    page.keyboard.press("n")
    page.get_by_role("button", name=Words("en").say("web.review.play_on")).click()
    dialog = page.get_by_role("dialog", name=words.say("web.playon.title"), exact=True)
    dialog.get_by_role("combobox").nth(1).select_option("invited")
    dialog.get_by_role("button", name=words.say("web.playon.begin"), exact=True).click()
    page.wait_for_url(lambda url: "/review" not in url)
    said = words.say("web.origin.same", at=first["line"] - 1, seat=0)
    expect(page.get_by_role("main")).to_contain_text(said)
    ben.go(page.url.replace(house.url, ""))
    expect(ben.page.get_by_role("main")).to_contain_text(said)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", list_games())
def test_every_game_is_played_on_in_every_language_and_size(
    game: str, lang: str, visitors: Visitors, house: House, look: Look
) -> None:
    anna = visitors.come("Anna", lang=lang)
    table, words = finished(house, anna, game), Words(lang, game, names=("Anna", "Ben"))
    anna.go(f"/t/{table}/replay?at={PLACE}")
    for size in SIZES:
        anna.page.set_viewport_size(size)
        dialog = open_dialog(anna.page, words)
        look(anna.page)
        assert overflow(anna.page)[1] == 0, size
        box = dialog.bounding_box()
        assert box is not None
        assert box["width"] <= size["width"]
        anna.page.keyboard.press("Escape")
    dialog = open_dialog(anna.page, words)
    dialog.get_by_role("button", name=words.say("web.playon.begin"), exact=True).click()
    anna.page.wait_for_url(lambda url: table not in url)
    expect(anna.page.get_by_text(words.say("web.origin.same", at=PLACE, seat=0), exact=True)).to_be_visible()
    look(anna.page)


def test_a_journal_of_a_file_is_played_on_from(anna: Visitor, tmp_path: Path) -> None:
    words = Words("en", GAME.id, names=("Anna", "Ben"))
    file = tmp_path / "game.kronrat"
    file.write_text(record(GAME, 2, ["random"], {}, "a file").journal.text(), encoding="utf-8")
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(file)
    dialog = open_dialog(anna.page, words)
    dialog.get_by_role("button", name=words.say("web.playon.begin"), exact=True).click()
    anna.page.wait_for_url("**/t/*")
    said = words.say("web.origin.same", at=0, seat=0)
    expect(anna.page.get_by_text(said, exact=True)).to_be_visible()
    anna.page.get_by_role("button", name=words.say("web.close"), exact=True).click()
    PAGE(anna, anna.page.url.rsplit("/", 1)[1]).open()  # what was read stays away
    expect(anna.page.get_by_text(said, exact=True)).to_have_count(0)
