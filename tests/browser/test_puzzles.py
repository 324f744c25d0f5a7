"""Puzzles in the browser: answered on the real table, explained, counted, and the way from one to the next."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.sync_api import Locator, Page, expect

from kronrat.core.flow import Choice
from kronrat.core.notation import parse_choice
from kronrat.study.puzzle import Puzzle, puzzles_of
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.house import Asked, House, kind_of
from tests.browser.often import each
from tests.browser.pages import COLOURS
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import SIZES, Visitor, Visitors

PUZZLES = [one for one in puzzles_of(GAME) if one.kind == STAGE.USUAL]
PUZZLE = PUZZLES[0]


class Copy:
    """What the page of a table asks a house, for the table of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state = puzzle.position(GAME)

    def view(self, _: str, seat: int | None) -> dict[str, Any]:
        return GAME.view(self.state, seat)

    def asked(self, _: str, seat: int) -> Asked | None:
        decision = self.state.decision(seat)
        return None if decision is None else Asked(kind_of(decision), decision, tuple(self.state.options(seat)))


class PuzzlePage(PAGE):  # type: ignore[valid-type, misc]
    """One puzzle."""

    def __init__(self, visitor: Visitor, puzzle: Puzzle, lang: str = "en") -> None:
        super().__init__(visitor, "", puzzle.seat, lang)
        self.puzzle = puzzle
        self.house = cast(House, Copy(puzzle))
        names = [Words(lang).say(f"web.tincture.{colour}") for colour in COLOURS[: puzzle.seats]]
        self.words = Words(lang, GAME.id, GAME.variant(GAME.settle_options(puzzle.options)), names)

    def say(self, id: str, **facts: object) -> str:
        """By the words of the game, or of pages that show no table."""
        return str((self.words if self.words.has(id) else Words(self.lang)).say(id, **facts))

    def come(self) -> Page:
        page: Page = self.visitor.go(f"/p/{self.puzzle.id}")
        expect(page.get_by_role("heading", name=self.say("web.puzzle.ask"))).to_be_visible()
        tincture = Words(self.lang).say(f"web.tincture.{COLOURS[self.puzzle.seat]}")
        expect(
            page.get_by_text(self.say("web.puzzle.you", who=tincture))
        ).to_be_attached()  # small screens have no room
        return page

    def choose(self, text: str) -> None:
        choice: Choice = parse_choice(text)
        asked = self.asked()
        if choice[0] in self.refusals:
            self.decline.click()
        else:
            self.pick(asked, choice)
            self.primary.click()

    def verdict(self, solved: bool) -> Locator:
        name = self.say("web.puzzle.right" if solved else "web.puzzle.wrong")
        card: Locator = self.page.get_by_role("region", name=name, exact=True)
        expect(card).to_be_visible()
        return card


def test_the_best_choice_is_made_on_the_table_and_explained(visitors: Visitors, look: Look) -> None:
    puzzle = PuzzlePage(visitors.come("Anna", lang="de"), PUZZLE, "de")
    page = puzzle.come()
    puzzle.choose(PUZZLE.best[0])
    card = puzzle.verdict(True)
    expect(card).to_contain_text(puzzle.say("web.puzzle.why"))
    expect(card.get_by_role("listitem")).not_to_have_count(0)
    assert all(card.locator(".why span").all_inner_texts())
    expect(card).to_contain_text(puzzle.say("web.puzzle.share", n=1, percent=100))
    further = card.get_by_role("link", name=puzzle.say("web.analysis.from_here"), exact=True)
    expect(further).to_have_attribute("href", f"/analysis?puzzle={PUZZLE.id}")
    look(page)
    card.get_by_role("link", name=puzzle.say("web.puzzle.others"), exact=True).click()
    expect(page.get_by_text(puzzle.say("web.puzzles.sums", n=1, solved=1, all=len_of_all(page)))).to_be_visible()
    look(page)


def len_of_all(page: Page) -> int:
    return len(page.request.get("/api/puzzles").json()["puzzles"])


@pytest.mark.full
@pytest.mark.parametrize(
    ("lang", "theme", "asked"),  # one puzzle each, because what several people report drops out
    [("en", "light", 0), ("de", "light", 1), ("en", "dark", 2), ("de", "dark", 3)],
)
def test_another_choice_is_told_what_it_costs(
    lang: str, theme: Any, asked: int, visitors: Visitors, look: Look
) -> None:
    puzzle = PuzzlePage(visitors.come("Ben", lang=lang, theme=theme), PUZZLES[asked], lang)
    page = puzzle.come()
    assert puzzle.say("game." + GAME.id) in page.title()
    look(page)
    puzzle.choose(puzzle.puzzle.tempting[0])
    card = puzzle.verdict(False)
    look(page)
    card.get_by_role("button", name=puzzle.say("web.puzzle.show"), exact=True).click()
    expect(page.locator("main.board")).to_be_visible()
    card.get_by_role("button", name=puzzle.say("web.puzzle.report"), exact=True).click()
    expect(card.get_by_role("status")).to_have_text(puzzle.say("web.puzzle.thanks"))
    card.get_by_role("button", name=puzzle.say("web.puzzle.again"), exact=True).click()
    expect(page.get_by_role("heading", name=puzzle.say("web.puzzle.ask"))).to_be_visible()
    puzzle.choose(puzzle.puzzle.best[0])
    puzzle.verdict(True).get_by_role("link", name=puzzle.say("web.puzzle.next"), exact=True).click()
    expect(page.get_by_role("heading", name=puzzle.say("web.puzzle.ask"))).to_be_visible()
    assert puzzle.puzzle.id not in page.url


@each("size", SIZES, [])
def test_nothing_is_cut_off_on_any_screen(size: str, visitors: Visitors) -> None:
    visitor = visitors.come(size=SIZES[size], touch=size == "phone")
    puzzle = PuzzlePage(visitor, PUZZLE)
    page = puzzle.come()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for path in ("/puzzles", f"/stats/{GAME.id}"):
        visitor.go(path)
        expect(page.get_by_role("main")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.full
def test_a_puzzle_that_does_not_exist_says_so(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.tolerate("404")
    page = visitor.go("/p/nothing")
    expect(page.get_by_role("heading", name=Words("en").say("web.puzzle.unknown"))).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
def test_statistics_grow_with_finished_games(lang: str, visitors: Visitors, house: House, look: Look) -> None:
    words = Words(lang, GAME.id)
    visitor = visitors.come("Anna", lang=lang)
    house.set_up(STAGE.ended(), [visitor.guest, house.guest("Ben"), house.guest("Cara")])
    page = visitor.go(f"/stats/{GAME.id}")
    expect(page.get_by_role("heading", name=words.say("stats.opening"), exact=True)).to_be_visible()
    expect(page.get_by_role("rowheader", name=Words(lang).say("stats.person"), exact=True)).to_be_visible()
    look(page)


def test_the_lobby_leads_to_the_position_of_the_day(anna: Visitor) -> None:
    words = Words("en")
    page = anna.go("/tables")
    today = page.get_by_role("link", name=words.say("web.puzzles.today"))
    expect(today).to_contain_text(words.say("web.puzzles.solve"))
    today.click()
    expect(page.get_by_role("heading", name=words.say("web.puzzle.ask"))).to_be_visible()
    asked = page.url.rsplit("/", 1)[-1]
    told = page.evaluate("() => fetch('/api/puzzles/today').then((answer) => answer.json())")
    assert told["puzzle"]["id"] == asked
