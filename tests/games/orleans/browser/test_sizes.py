"""Orléans Stories on every screen: nothing is cut off, covered or outside, and nothing moves while somebody decides."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.room import OFTEN, SCREENS, THEMES, expect_no_shift, expect_room
from tests.browser.visitor import Visitor, Visitors
from tests.games.orleans.browser.page import OrleansPage, much_to_send, steady, with_every_place
from tests.games.orleans.browser.test_looks import STORIES, asked, people, planning
from tests.games.orleans.browser.test_play import tried

TABLETS = (SCREENS["1024x768"], SCREENS["768x1024"])


@pytest.mark.full
@pytest.mark.parametrize("story", STORIES)
def test_late_plans_have_room_on_every_screen(story: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang="de")
    planning(story, anna, house, lang="de")
    expect_room(anna.page, OFTEN)


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("story", STORIES)
def test_every_company_has_room(story: str, lang: str, seats: int, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    planning(story, anna, house, seats=seats, lang=lang)
    expect_room(anna.page, texts=(100, 115, 130, 150))
    expect_room(anna.page, OFTEN, texts=(100,), themes=THEMES)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["turn", "expand", "send", "trade", "take_card", "recruit"])
def test_questions_have_room_on_every_screen(kind: str, anna: Visitor, house: House) -> None:
    asked(kind, anna, house)
    expect_room(anna.page)


@pytest.mark.full
@pytest.mark.parametrize("pane", ["display", "players", "tasks", "log"])
def test_what_a_tablet_shows_beside_the_map_has_room(pane: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=TABLETS[1])
    page = planning("first-kingdom", anna, house)
    page.button(f"web.os.pane.{pane}").click()
    expect_room(anna.page, TABLETS)


@pytest.mark.full
@pytest.mark.parametrize("size", ["1280x720", "1920x1080", "1024x768"])
def test_all_places_of_somebody_else_are_in_sight(size: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang="de")
    page = OrleansPage(anna, house.set_up(with_every_place(), people(anna, house, 2)), lang="de").open()
    anna.page.locator("[data-look='1']").click()
    anna.page.set_viewport_size(SCREENS[size])
    expect(page.button("web.os.board.mine")).to_be_visible()
    scrolled = anna.page.locator(".tableau .pls").evaluate("one => one.scrollHeight - one.clientHeight")
    assert scrolled <= 0


@pytest.mark.parametrize("size", ["1280x720", pytest.param("1920x1080", marks=pytest.mark.full)])
def test_all_of_my_places_are_in_sight_however_many(size: str, visitors: Visitors, house: House) -> None:
    """With whatever they say and hold, also in a replay, which has less room."""
    anna = visitors.come("Anna", lang="de", size=SCREENS[size])
    page = OrleansPage(anna, house.set_up(with_every_place(), [house.guest("Ben"), anna.guest]), 1, "de").open()
    expect(page.tray).to_be_visible()
    assert anna.page.evaluate(SPILT) == []


# The list of places and each of them, where it has less room than it needs.
SPILT = """[...document.querySelectorAll(".tableau .pls, .tableau .pl")].flatMap((one) =>
  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1 ? [one.dataset.at ?? "all"] : [])"""


def test_nothing_moves_while_a_plan_grows(anna: Visitor, house: House) -> None:
    page = planning("first-kingdom", anna, house)
    question = page.expect_question()
    place = tried(question.options)[0]
    with expect_no_shift(anna.page, ".pl, [data-primary]"):
        page.hold(str(place[1]))
    with expect_no_shift(anna.page, ".pl, [data-primary]"):
        page.space(place[2], place[3]).click()
        page.heard(house.version(page.id) - 1)


def test_the_button_stays_where_it_is_when_something_is_picked(anna: Visitor, house: House) -> None:
    asked("turn", anna, house)
    with expect_no_shift(anna.page, "[data-primary]"):
        anna.page.locator('[data-place][aria-pressed="true"]').click()  # puts it back


LARGE = ["1280x720", *[pytest.param(size, marks=pytest.mark.full) for size in ("1920x1080", "1024x768", "768x1024")]]
PLACES = "all => all.map((one) => JSON.stringify(one.getBoundingClientRect()))"


@pytest.mark.parametrize("size", LARGE)
def test_no_question_takes_room_from_the_places(size: str, anna: Visitor, house: House) -> None:
    anna.page.set_viewport_size(SCREENS[size])
    found = set()
    for kind in ("plan", "turn", "send", "trade"):
        asked(kind, anna, house, steady)
        found.add(tuple(anna.page.locator(".tableau .pl").evaluate_all(PLACES)))
    assert len(found) == 1


# How far each chip of a list reaches under the lower edge of what is in sight, in parts of its height.
HIDDEN = """(list) => {
  const end = list.getBoundingClientRect().bottom;
  return [...list.querySelectorAll(".chip")].map((chip) => {
    const { bottom, height } = chip.getBoundingClientRect();
    return (bottom - end) / height;
  });
}"""


@pytest.mark.parametrize("size", ["1280x720", "1024x768"])
def test_a_list_that_goes_on_is_cut_in_the_middle_of_a_line(size: str, anna: Visitor, house: House) -> None:
    """Else nobody sees that there is more to choose from."""
    anna.page.set_viewport_size(SCREENS[size])
    position = much_to_send()
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    hidden = page.tray.locator(".ways").evaluate(HIDDEN)
    assert any(part > 0 for part in hidden)
    assert any(0 < part < 0.95 for part in hidden)


def test_the_log_does_not_grow_over_the_button(anna: Visitor, house: House) -> None:
    page = planning("first-kingdom", anna, house)
    page.button("web.log.grow").click()
    page.primary.click(trial=True)
