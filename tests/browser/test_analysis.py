"""The analysis board in the browser: choices for every seat and for chance, a tree with notes, files and links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kronrat.server.analyses import GOES_ON
from kronrat.study.puzzle import puzzles_of
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.stage import GAME
from tests.browser.test_playon import PLACE, finished
from tests.browser.visitor import SIZES, Visitor, Visitors


class Analysis:
    """The page of an analysis."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        self.visitor = visitor
        self.words = Words(lang)
        self.page: Page = visitor.go(f"/analysis?puzzle={puzzles_of(GAME)[0].id}")
        self.ready()

    def say(self, id: str, **facts: Any) -> str:
        return str(self.words.say(f"web.analysis{id}", **facts))

    def ready(self) -> None:
        expect(self.lab).to_be_visible()
        if "small" in (self.lab.get_attribute("class") or ""):
            self.button(".unfold").click()
        expect(self.tree).to_be_visible()

    def button(self, id: str) -> Locator:
        return self.lab.get_by_role("button", name=self.say(id), exact=True)

    @property
    def lab(self) -> Locator:
        return self.page.get_by_role("region", name=self.say(""), exact=True)

    @property
    def tree(self) -> Locator:
        return self.lab.get_by_role("tree")

    @property
    def nodes(self) -> Locator:
        return self.tree.get_by_role("treeitem")

    @property
    def here(self) -> Locator:
        return self.tree.locator("[aria-current]")

    @property
    def hints(self) -> Locator:
        return self.lab.locator(".engine ol button")

    def ask(self) -> None:
        """Switch the strongest bot on."""
        self.lab.get_by_role("switch").click()
        expect(self.hints.first).to_be_visible()

    def choose(self, place: int = 0) -> None:
        """Make one of the choices that the bot proposes."""
        count = self.nodes.count()
        expect(self.hints.nth(place)).to_be_visible()
        self.hints.nth(place).click()
        expect(self.nodes).to_have_count(count + 1)


def test_a_tree_grows_is_walked_and_pruned(visitors: Visitors) -> None:
    visitor = visitors.come()
    board = Analysis(visitor)
    expect(board.nodes).to_have_count(1)
    board.ask()
    board.choose()
    first = board.here.locator("span").first.inner_text()
    expect(board.here.locator(".vd.best")).to_be_visible()
    expect(board.lab.locator(".chance-bar")).to_be_visible()
    board.button(".back").click()
    expect(board.here).to_have_text(board.say(".start"))
    board.choose(1)
    second = board.here.locator("span").first.inner_text()
    assert first != second
    expect(board.tree.get_by_role("group")).to_have_count(1)
    board.lab.locator("h2").first.click()  # nothing that has keys of its own
    board.page.keyboard.press("ArrowUp")
    expect(board.here).to_contain_text(first)
    board.page.keyboard.press("ArrowDown")
    expect(board.here).to_contain_text(second)
    board.button(".promote").click()
    expect(board.nodes.nth(1)).to_contain_text(second)
    board.page.keyboard.press("Home")
    expect(board.here).to_have_text(board.say(".start"))
    board.page.keyboard.press("ArrowRight")
    board.button(".remove").click()
    expect(board.nodes).to_have_count(2)
    # The same choice once more leads where it led before.
    board.hints.first.click()
    expect(board.nodes).to_have_count(2)


def test_what_was_tried_is_kept_shared_and_read_by_others(visitors: Visitors) -> None:
    visitor, other = visitors.come("Anna"), visitors.come()
    board = Analysis(visitor)
    board.ask()
    board.choose()
    board.lab.get_by_label(board.say(".name")).fill("Was it worth it?")
    board.lab.get_by_label(board.say(".note")).fill("I think so.")
    board.button(".keep").click()
    expect(board.lab.get_by_role("status").filter(has_text=board.say(".is_kept"))).to_be_visible()
    expect(board.page).to_have_url(re.compile(r"/analysis/[\w-]+$"))
    address = board.page.url.rpartition("/")[2]
    page = other.go(f"/analysis/{address}")
    expect(page.locator(".analysis")).to_be_visible()
    expect(page.get_by_role("treeitem")).to_have_count(2)
    expect(page.get_by_text("I think so.")).to_be_visible()
    expect(page.get_by_label(board.say(".name"))).to_have_value("Was it worth it?")
    page = visitor.go("/analysis")
    page.get_by_role("link", name="Was it worth it?").click()
    expect(page.get_by_role("treeitem")).to_have_count(2)
    page = visitor.go("/analysis")
    page.get_by_role("button", name=board.say(".drop", title="Was it worth it?")).click()
    expect(page.get_by_role("link", name="Was it worth it?")).to_have_count(0)


def test_a_file_is_taken_away_and_brought_back(visitors: Visitors, tmp_path: Path) -> None:
    visitor = visitors.come()
    board = Analysis(visitor)
    board.ask()
    board.choose()
    with board.page.expect_download() as download:
        board.button(".save").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.read_text(encoding="utf-8").startswith("kronrat-analysis 1\n")
    page = visitor.go("/analysis")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("treeitem")).to_have_count(2)
    page = visitor.go("/analysis")
    visitor.tolerate("422")
    file.write_text("a letter", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text(board.say(".bad_file"))


def test_chance_is_rolled_and_set_by_hand(visitors: Visitors) -> None:
    visitor = visitors.come()
    words = Words("en")
    page = visitor.go("/analysis")
    page.get_by_role("button", name=words.say("web.analysis.begin"), exact=True).click()
    tree, lab = page.get_by_role("treeitem"), page.locator(".analysis")
    expect(lab).to_be_visible()
    roll = lab.get_by_role("button", name=words.say("web.analysis.roll"), exact=True)
    expect(roll).to_be_visible()
    roll.click()
    expect(tree).to_have_count(2)
    page.get_by_role("button", name=words.say("web.analysis.back"), exact=True).click()
    expect(roll).to_be_visible()
    lab.get_by_role("button", name=words.say("web.analysis.set"), exact=True).click()
    listed = lab.locator(".outcomes button")
    typed = lab.locator(".typed input")
    expect(listed.first.or_(typed)).to_be_visible()
    if listed.count():
        said = listed.last.locator("span").first.inner_text()
        listed.last.click()
        expect(tree.locator("xpath=self::*[@aria-current]")).to_contain_text(said)


def test_a_moment_of_a_replay_is_analysed_with_what_was_played_then(anna: Visitor, house: House) -> None:
    table, words = finished(house, anna), Words("en", GAME.id, names=("Anna", "Ben"))
    page = anna.go(f"/t/{table}/replay?at={PLACE}")
    page.get_by_role("button", name=words.say("web.menu"), exact=True).click()
    page.get_by_role("button", name=Words("en").say("web.analysis.from_here"), exact=True).click()
    lab = page.get_by_role("region", name=Words("en").say("web.analysis"), exact=True)
    expect(lab).to_be_visible()
    lines = house.look(table, lambda now: now.journal_for(None)).lines
    expect(page.get_by_role("treeitem")).to_have_count(1 + min(GOES_ON, len(lines) - PLACE))
    assert page.evaluate("seen.asked[0].position.game") == GAME.id


def test_a_position_is_set_up_by_hand_and_set_back(visitors: Visitors, look: Look) -> None:
    visitor = visitors.come()
    board = Analysis(visitor)
    board.ask()
    board.choose()
    for end, left in (("drop", 2), ("end", 1)):
        board.lab.get_by_role("button", name=board.words.say("web.pieces"), exact=True).click()
        number = board.lab.locator(".pieces input[type=number]").first
        before = number.input_value()
        after = str(int(before) + (1 if before != number.get_attribute("max") else -1))
        number.fill(after)
        number.press("Tab")
        expect(board.lab.get_by_role("button", name=board.words.say("web.pieces.drop"), exact=True)).to_be_visible()
        expect(number).to_have_value(after)
        look(board.page)
        board.lab.get_by_role("button", name=board.words.say(f"web.pieces.{end}"), exact=True).click()
        expect(board.nodes).to_have_count(left)
    expect(board.lab.get_by_role("switch")).to_be_visible()


def test_what_was_put_last_is_there_when_setting_up_ends(visitors: Visitors) -> None:
    """A number counts once its field is left: by the very press that ends it all."""
    board = Analysis(visitors.come())
    board.ask()
    board.choose()
    board.lab.get_by_role("button", name=board.words.say("web.pieces"), exact=True).click()
    number = board.lab.locator(".pieces input[type=number]").first
    number.fill(str(int(number.input_value()) + (1 if number.input_value() != number.get_attribute("max") else -1)))
    board.lab.get_by_role("button", name=board.words.say("web.pieces.end"), exact=True).click()
    expect(board.nodes).to_have_count(1)
    expect(board.lab.locator(".pieces")).to_have_count(0)


def test_a_second_press_chooses_nothing(visitors: Visitors) -> None:
    board = Analysis(visitors.come())
    board.ask()
    board.hints.first.evaluate("(hint) => (hint.click(), hint.click())")
    expect(board.nodes).to_have_count(2)
    assert board.page.evaluate("seen.asked.filter((said) => said.type === 'play').length") == 1


def test_what_can_be_put_follows_the_board(visitors: Visitors) -> None:
    visitor = visitors.come()
    board = Analysis(visitor)
    board.ask()
    board.choose()
    board.lab.get_by_role("button", name=board.words.say("web.pieces"), exact=True).click()
    number = board.lab.locator(".pieces input[type=number]").first
    expect(number).to_be_visible()
    asked = board.page.evaluate("seen.asked.length")
    board.button(".back").click()
    board.page.wait_for_function(f"() => seen.asked.slice({asked}).some((said) => said.type === 'put')")
    expect(number).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it(lang: str, theme: Any, visitors: Visitors, look: Look) -> None:
    visitor = visitors.come(lang=lang, theme=theme)
    board = Analysis(visitor, lang)
    board.ask()
    board.choose()
    board.lab.get_by_label(board.say(".note")).fill("Why?")
    look(board.page)
    page = visitor.go("/analysis")
    expect(page.get_by_role("button", name=board.say(".begin"), exact=True)).to_be_visible()
    look(page)


@each("size", SIZES, [])
def test_nothing_is_cut_off_on_any_screen(size: str, visitors: Visitors) -> None:
    visitor = visitors.come(size=SIZES[size], touch=size == "phone")
    board = Analysis(visitor)
    board.ask()
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board.button(".fold").click()
    expect(board.tree).to_be_hidden()
    page = visitor.go("/analysis")
    expect(page.get_by_role("button", name=board.say(".begin"), exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
