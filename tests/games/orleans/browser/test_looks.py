"""Orléans Stories as it looks and reads: no barriers, no scrolling, what a screen reader finds, and pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.aria import compare
from tests.browser.barriers import Look
from tests.browser.house import Guest, House
from tests.browser.often import each
from tests.browser.positions import Position
from tests.browser.room import CUT_OFF, LANGUAGES, overflow
from tests.browser.screens import take
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.games.orleans.browser.page import (
    FAVOR,
    KINDS,
    KINGDOM,
    STEADY,
    OrleansPage,
    ended,
    last_of_round,
    late,
    position_of,
    steady,
)
from tests.games.orleans.browser.test_play import every_kind, tried

ARIA = Path(__file__).parent / "aria"
PANES = ("turn", "display", "players", "log")
TABS = ("deeds", "market", "cards", "epochs")
FOUR_LINES = 72  # pixels
STORIES = {"first-kingdom": KINGDOM, "kings-favor": FAVOR}


def people(anna: Visitor, house: House, seats: int = 3) -> list[Guest | str]:
    return [anna.guest, *[house.guest(name) for name in ("Benedikta", "Cara", "Dora")[: seats - 1]]]


def asked(kind: str, anna: Visitor, house: House, find: Callable[[str], Position] = position_of) -> OrleansPage:
    """The page that asks this, with something picked where picks are seen before they are said."""
    position = find(kind)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    question = page.expect_question()
    picks = tried(position.choices)
    if kind == "plan":
        page.hold(str(picks[0][1]))
    elif kind != "recall" and picks:
        page.pick(question, picks[0])
    return page


def planning(story: str, anna: Visitor, house: House, seats: int = 4, epoch: int = 4, lang: str = "en") -> OrleansPage:
    """Late in a game of many, with many places."""
    position = late(tuple(STORIES[story].items()), seats, epoch)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, seats)), lang=lang).open()
    page.expect_question()
    return page


# -- barriers --------------------------------------------------------------------------------------------------------


@every_kind
def test_questions_have_no_barriers(kind: str, anna: Visitor, house: House, look: Look) -> None:
    asked(kind, anna, house)
    look(anna.page)


@pytest.mark.full
@pytest.mark.parametrize("story", STORIES)
def test_what_lies_beside_has_no_barriers(story: str, anna: Visitor, house: House, look: Look) -> None:
    page = planning(story, anna, house)
    for tab in TABS:
        anna.page.get_by_role("tab", name=page.say(f"web.os.tab.{tab}"), exact=True).click()
        look(anna.page)
    page.player(1).click()
    anna.page.mouse.move(1, 1)  # away from the name, which explains itself
    expect(anna.page.get_by_role("tooltip")).to_have_count(0)
    look(anna.page)
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("i")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_rules_and_keys_have_no_barriers(anna: Visitor, house: House, look: Look) -> None:
    asked("turn", anna, house)
    for key in ("?", "r"):
        anna.page.keyboard.press(key)
        expect(anna.page.get_by_role("dialog")).to_be_visible()
        look(anna.page)
        anna.page.keyboard.press("Escape")


@pytest.mark.full
@pytest.mark.parametrize("story", STORIES)
def test_result_and_replay_have_no_barriers(story: str, anna: Visitor, house: House, look: Look) -> None:
    page = OrleansPage(anna, house.set_up(ended(story), people(anna, house))).open()
    expect(page.region("web.end.deeds")).to_be_visible()
    look(anna.page)
    anna.go(f"/t/{page.id}/replay?at=60")
    expect(page.region("web.replay.controls")).to_be_visible()
    look(anna.page)


@pytest.mark.parametrize("kind", ["plan", "turn", "expand"])
@pytest.mark.full
def test_phones_have_no_barriers(kind: str, visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = asked(kind, anna, house)
    for pane in PANES:
        page.button(f"web.os.pane.{pane}").click()
        look(anna.page)


# -- room ------------------------------------------------------------------------------------------------------------


@every_kind
def test_no_question_makes_the_page_scroll(kind: str, anna: Visitor, house: House) -> None:
    page = asked(kind, anna, house)
    for lang in reversed(LANGUAGES):  # each page leads to the next language
        assert overflow(anna.page) == [0, 0]
        assert anna.page.evaluate(CUT_OFF) == []
        anna.page.get_by_role("button", name=page.say("web.language.switch"), exact=True).click()
        page = OrleansPage(anna, page.id, lang=lang)
        expect(page.region("web.os.your_turn")).to_be_visible()


@each("story", STORIES, ["first-kingdom"])
def test_a_late_hour_of_four_fits(story: str, anna: Visitor, house: House) -> None:
    """The log keeps four lines, and the places stay in their panel."""
    page = planning(story, anna, house)
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    box = page.log.bounding_box()
    assert box is not None
    assert box["height"] >= FOUR_LINES


# What somebody has done and has still to do, beside the name and the figures.
OVERLAPS = """() => [...document.querySelectorAll(".py")].flatMap((row) => {
  const marks = [...row.querySelectorAll(".figs .g, .prog i, .st, .lt .left, .lt .did")];
  const boxes = marks.map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
})"""


@each("story", STORIES, ["first-kingdom"])
def test_marks_of_others_are_beside_each_other(story: str, anna: Visitor, house: House) -> None:
    options = tuple(STORIES[story].items())
    position, who, _ = last_of_round(options, seats=4, rounds=6)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, 4))).open()
    expect(page.region("web.os.players")).to_be_visible()
    assert who in range(4)
    assert anna.page.locator(".py .did").count() == 3
    assert anna.page.evaluate(OVERLAPS) == []


@each("kind", ["expand", "deliver"], ["expand"])
def test_what_somebody_did_leaves_the_figures_in_sight(kind: str, anna: Visitor, house: House) -> None:
    """Also where much came of it."""
    page = asked(kind, anna, house)
    assert page.page.locator(".py .did").count() == 2
    assert anna.page.evaluate(OVERLAPS) == []


# Where the supply and the tasks begin.
TOPS = (
    """() => [".mine", ".tsk", ".tsk ul"].map((which) => document.querySelector(which).getBoundingClientRect().top)"""
)


@each("story", STORIES, ["kings-favor"])
def test_supply_and_tasks_stay_where_they_are_in_all_phases(story: str, anna: Visitor, house: House) -> None:
    """Whatever others have just done is told beside their figures, and the way into the next epoch keeps its room."""
    options = tuple(STORIES[story].items())
    position, who, choice = last_of_round(options, seats=2, rounds=6)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, 2))).open()
    expect(page.region("web.os.players")).to_be_visible()
    expect(anna.page.locator(".py .did")).to_have_count(1)
    before = anna.page.evaluate(TOPS)
    house.play(page.id, who, choice)
    page.settle()
    assert anna.page.evaluate(TOPS) == before


# Buttons that commit, and what can be chosen: everything in the tray, and nothing on anything else.
IN_THE_TRAY = """() => {
  const tray = document.querySelector(".tray").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".tray button")].filter((one) => one.offsetWidth);
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const out = boxes.filter((box) => box.top < tray.top || box.bottom > tray.bottom);
  return [...out, ...boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))];
}"""


def test_buttons_of_a_full_board_lie_on_no_answer(anna: Visitor, house: House) -> None:
    page = asked("strike", anna, house)
    places = house.view(page.id, 0)["players"][0]["places"]
    assert len(places) > 16
    assert anna.page.evaluate(IN_THE_TRAY) == []


@every_kind
def test_a_phone_is_enough_for_every_question(kind: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    position = position_of(kind)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    assert overflow(anna.page) == [0, 0]
    answer = (tried(position.choices) or [("draw",)])[0]
    page.answer(answer)
    assert (0, answer) in house.choices(page.id)
    assert overflow(anna.page) == [0, 0]


# -- what a screen reader finds --------------------------------------------------------------------------------------


@each("kind", STEADY, ["plan", "turn"])
def test_what_is_read(kind: str, anna: Visitor, house: House) -> None:
    compare(ARIA / f"{kind}.yml", asked(kind, anna, house, steady))


@pytest.mark.full
def test_what_a_spectator_reads(anna: Visitor, house: House) -> None:
    position = steady("turn")
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats)), None).open("?watch")
    expect(page.region("web.os.tray")).to_be_visible()
    compare(ARIA / "spectator.yml", page)


# -- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_questions(kind: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", touch=True)
    asked(kind, anna, house)
    take(anna.page, f"orleans-{kind}")


@pytest.mark.full
@pytest.mark.parametrize("story", STORIES)
def test_pictures_of_games(story: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", touch=True)
    page = planning(story, anna, house)
    take(anna.page, f"orleans-{story}")
    for tab in TABS:
        anna.page.get_by_role("tab", name=page.say(f"web.os.tab.{tab}"), exact=True).click()
        take(anna.page, f"orleans-{story}-{tab}")
    page.player(1).click()
    take(anna.page, f"orleans-{story}-other")
    page = OrleansPage(anna, house.set_up(ended(story), people(anna, house))).open()
    expect(page.region("web.end.deeds")).to_be_visible()
    take(anna.page, f"orleans-{story}-end")
    anna.go(f"/t/{page.id}/replay?at=200")
    expect(page.region("web.replay.controls")).to_be_visible()
    take(anna.page, f"orleans-{story}-replay")
