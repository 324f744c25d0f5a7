"""Orléans Stories on every screen: nothing is cut off, covered or outside, and nothing moves while somebody decides."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.house import House
from tests.browser.often import each
from tests.browser.room import AMISS, overflow
from tests.browser.visitor import Visitor, Visitors
from tests.games.orleans.browser.page import OrleansPage
from tests.games.orleans.browser.test_looks import STORIES, asked, planning
from tests.games.orleans.browser.test_play import tried

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 768},
    {"width": 768, "height": 1024},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
)
PLACES = """[...document.querySelectorAll(".pl, [data-primary]")].map((one) =>
  JSON.stringify(one.getBoundingClientRect()))"""


def expect_room(page: OrleansPage, sizes: tuple[ViewportSize, ...] = SIZES) -> None:
    for size in sizes:
        page.page.set_viewport_size(size)
        page.page.wait_for_function("({ width, height }) => innerWidth === width && innerHeight === height", arg=size)
        assert overflow(page.page) == [0, 0], size
        assert page.page.evaluate(AMISS) == [], size


@each("story", STORIES, ["kings-favor"])
def test_late_plans_have_room_on_every_screen(story: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang="de")
    expect_room(planning(story, anna, house, lang="de"))


@pytest.mark.full
@pytest.mark.parametrize("story", STORIES)
def test_large_text_has_room_on_every_screen(story: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang="de", settings={"size": 130})
    expect_room(planning(story, anna, house, lang="de"))


@pytest.mark.full
@pytest.mark.parametrize("kind", ["turn", "expand", "send", "trade", "take_card", "recruit"])
def test_questions_have_room_on_every_screen(kind: str, anna: Visitor, house: House) -> None:
    expect_room(asked(kind, anna, house))


@pytest.mark.full
@pytest.mark.parametrize("pane", ["display", "players", "tasks", "log"])
def test_what_a_tablet_shows_beside_the_map_has_room(pane: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=SIZES[3])
    page = planning("first-kingdom", anna, house)
    page.button(f"web.os.pane.{pane}").click()
    expect_room(page, SIZES[2:4])


def test_nothing_moves_while_a_plan_grows(anna: Visitor, house: House) -> None:
    page = planning("first-kingdom", anna, house)
    before = anna.page.evaluate(PLACES)
    question = page.expect_question()
    place = tried(question.options)[0]
    page.hold(str(place[1]))
    assert anna.page.evaluate(PLACES) == before
    page.space(place[2], place[3]).click()
    page.heard(house.version(page.id) - 1)
    assert anna.page.evaluate(PLACES) == before


def test_the_button_stays_where_it_is_when_something_is_picked(anna: Visitor, house: House) -> None:
    primary = f"{PLACES}.at(-1)"
    asked("turn", anna, house)
    picked = anna.page.evaluate(primary)
    anna.page.locator('[data-place][aria-pressed="true"]').click()  # puts it back
    assert anna.page.evaluate(primary) == picked


def test_the_log_does_not_grow_over_the_button(anna: Visitor, house: House) -> None:
    page = planning("first-kingdom", anna, house)
    page.button("web.log.grow").click()
    page.primary.click(trial=True)
