"""Tumult Royal as it looks and reads: no barriers, no scrolling, what a screen reader finds, and pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.aria import compare
from tests.browser.barriers import Look
from tests.browser.house import Guest, House
from tests.browser.often import each
from tests.browser.room import CUT_OFF, LANGUAGES, OFTEN, SCREENS, THEMES, expect_room, overflow
from tests.browser.screens import take
from tests.browser.visitor import DESK, PHONE, SIZES, Visitor, Visitors
from tests.games.tumult.browser.page import (
    DRAFT,
    KINDS,
    TumultPage,
    before_a_coronation,
    before_a_riot,
    ended,
    every_kind,
    position_of,
)

PICKED = ("choose_side", "first_statue", "place", "pay", "turn_up")
TOLD = {"riots": (before_a_riot, ("keep",)), "crown": (before_a_coronation, ("pass",))}
ARIA = Path(__file__).parent / "aria"
PANES = ("turn", "land", "players", "log")


def people(anna: Visitor, house: House, seats: int = 3) -> list[Guest | str]:
    return [anna.guest, *[house.guest(name) for name in ("Benedikta", "Cara", "Dora")[: seats - 1]]]


def asked(kind: str, anna: Visitor, house: House, seats: int = 3, lang: str = "en") -> TumultPage:
    """The page that asks this, with something picked where picks are seen before they are said."""
    position = position_of(kind, seats, round=2 if kind in ("place", "draft_lift", "draft_look") else 1)
    page = TumultPage(anna, house.set_up(position, people(anna, house, seats)), lang=lang).open()
    question = page.expect_question()
    if kind in PICKED:
        page.pick(question, next(choice for choice in position.choices if choice != ("pass",)))
    return page


def told(scene: str, anna: Visitor, house: House) -> TumultPage:
    found, answer = TOLD[scene]
    page = TumultPage(anna, house.set_up(found(), people(anna, house, 4))).open()
    page.answer(answer)
    expect(page.region(f"web.tr.scene.{scene}")).to_be_visible()
    return page


# The lines of what a button says, without its key.
LINES = """button => {
  const range = document.createRange();
  range.selectNodeContents([...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
}"""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", ["large", "desk"])
def test_what_the_main_button_says_takes_two_lines_at_most(
    size: str, lang: str, visitors: Visitors, house: House
) -> None:
    page = asked("place", visitors.come("Anna", size=SIZES[size], lang=lang), house, lang=lang)
    expect(page.primary).to_be_enabled()
    assert page.primary.evaluate(LINES) <= (1 if size == "large" else 2)


# -- barriers --------------------------------------------------------------------------------------------------------


@every_kind
def test_questions_have_no_barriers(kind: str, anna: Visitor, house: House, look: Look) -> None:
    asked(kind, anna, house)
    look(anna.page)


@pytest.mark.parametrize("scene", TOLD)
@pytest.mark.full
def test_what_is_told_has_no_barriers(scene: str, anna: Visitor, house: House, look: Look) -> None:
    told(scene, anna, house)
    look(anna.page)


@pytest.mark.full
def test_rules_and_keys_have_no_barriers(anna: Visitor, house: House, look: Look) -> None:
    page = asked("place", anna, house)
    for key in ("?", "l", "r"):
        anna.page.keyboard.press(key)
        if key == "l":
            expect(page.log).to_be_focused()
        else:
            expect(anna.page.get_by_role("dialog")).to_be_visible()
            look(anna.page)
            anna.page.keyboard.press("Escape")
    expect(page.log).to_be_focused()


@pytest.mark.full
def test_result_and_replay_have_no_barriers(anna: Visitor, house: House, look: Look) -> None:
    page = TumultPage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.deeds")).to_be_visible()
    look(anna.page)
    anna.go(f"/t/{page.id}/replay?at=60")
    expect(page.region("web.replay.controls")).to_be_visible()
    look(anna.page)


@pytest.mark.parametrize("kind", ["draft_look", "place", "give_order"])
@pytest.mark.full
def test_phones_have_no_barriers(kind: str, visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = asked(kind, anna, house, seats=4)
    for pane in PANES:
        page.button(f"web.tr.pane.{pane}").click()
        look(anna.page)


# -- room ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.full), 4])
@every_kind
def test_no_question_makes_the_page_scroll(kind: str, seats: int, anna: Visitor, house: House) -> None:
    page = asked(kind, anna, house, seats)
    for lang in LANGUAGES:
        shown = TumultPage(anna, page.id, lang=lang)
        expect(shown.region("web.tr.your_turn")).to_be_visible()
        assert overflow(anna.page) == [0, 0]
        assert anna.page.evaluate(CUT_OFF) == []
        shown.button("web.language.switch").click()


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.full), 4])
@every_kind
def test_a_phone_is_enough_for_every_question(kind: str, seats: int, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    position = position_of(kind, seats)
    page = TumultPage(anna, house.set_up(position, people(anna, house, seats))).open()
    page.expect_question()
    assert overflow(anna.page) == [0, 0]
    answer = next(choice for choice in position.choices if choice != ("pass",))
    page.answer(answer)
    assert (0, answer) in house.choices(page.id)
    assert overflow(anna.page) == [0, 0]


@pytest.mark.full
def test_targets_on_a_phone_are_large_enough(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    for kind in ("draft_lift", "place"):
        page = asked(kind, anna, house, seats=4)
        sizes = page.page.locator("[data-target]").evaluate_all(
            "all => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight))"
        )
        assert min(sizes) >= 44


@each("kind", KINDS, ["place"])
def test_every_screen_has_room(kind: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang="de")
    asked(kind, anna, house, seats=4, lang="de")
    expect_room(anna.page, OFTEN)


@pytest.mark.full
@pytest.mark.parametrize("scene", TOLD)
def test_what_is_told_has_room_on_every_screen(scene: str, anna: Visitor, house: House) -> None:
    told(scene, anna, house)
    expect_room(anna.page)


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_company_has_room(lang: str, seats: int, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    asked("place", anna, house, seats=seats, lang=lang)
    expect_room(anna.page, texts=(100, 115, 130, 150))
    expect_room(anna.page, OFTEN, texts=(100,), themes=THEMES)


def test_all_ranks_are_in_sight_when_a_round_ends(anna: Visitor, house: House) -> None:
    told("crown", anna, house)
    ranks = anna.page.locator(".rks > li")
    expect(ranks).to_have_count(4)
    for rank in ranks.all():
        expect(rank).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("size", ["844x390", pytest.param("390x844", marks=pytest.mark.full)])
def test_all_who_draw_ranks_are_in_sight(size: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Annabella", size=SCREENS[size], lang="de")
    asked("choose_side", anna, house, seats=4, lang="de")
    drawn = anna.page.locator(".drawn > li")
    expect(drawn).to_have_count(4)
    for one in drawn.all():
        one.scroll_into_view_if_needed()
        expect(one).to_be_in_viewport(ratio=1)


# -- nothing moves under a hand --------------------------------------------------------------------------------------

# Where everything is that a hand reaches for; a lifted tile is only drawn a little higher.
REACHED = """() => [...document.querySelectorAll(".pile, [data-slot], .hb .btn, .dn .btn:first-of-type, .keep, .face")]
  .map((one) => [one.className.split(" ")[0], one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"""


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.full)])
def test_nothing_moves_under_a_hand(size: ViewportSize, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=size)
    page = TumultPage(anna, house.set_up(position_of("draft_lift", 4), people(anna, house, 4))).open()
    asked = page.expect_question()
    before = anna.page.evaluate(REACHED)
    assert len(before) > 20
    slot = next(choice for choice in asked.options if choice[0] == "lift")
    for choice in (slot, ("keep",)):
        page.rob(choice)
        page.settle()
        expect(anna.page.locator(".gt.mine")).to_have_count(1 if choice == slot else 0)
        assert anna.page.evaluate(REACHED) == before


@each("size", SCREENS, ("1280x720",))
def test_the_landscape_keeps_its_size(size: str, visitors: Visitors, house: House) -> None:
    """Whether somebody is asked, has picked a field, or waits."""

    def land() -> object:
        box = page.page.locator(".hall .land").bounding_box()
        assert box is not None
        return box["y"], box["width"], box["height"]  # a phone scrolls it to the left and to the right

    position = position_of("place", 3, round=2)
    anna = visitors.come("Anna", size=SCREENS[size], lang="de")
    page = TumultPage(anna, house.set_up(position, people(anna, house)), lang="de").open()
    question = page.expect_question()
    before = land()
    choice = next(choice for choice in position.choices if choice != ("pass",))
    page.pick(question, choice)
    assert land() == before
    page.decline.click()
    page.heard(house.version(page.id) - 1)
    page.skip_what_is_told()
    assert land() == before


# -- what a screen reader finds --------------------------------------------------------------------------------------


@every_kind
def test_what_is_read_of_questions(kind: str, anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(position_of(kind), people(anna, house))).open()
    page.expect_question()
    if kind == "draft_look":
        expect(page.page.locator("td.nd").get_by_role("note")).to_have_count(3)  # odds are asked for after the question
    compare(ARIA / f"{kind}.yml", page)


@each("scene", TOLD, ["crown"])
def test_what_is_read_of_what_is_told(scene: str, anna: Visitor, house: House) -> None:
    compare(ARIA / f"{scene}.yml", told(scene, anna, house))


@pytest.mark.full
def test_what_is_read_of_the_result(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.deeds")).to_be_visible()
    compare(ARIA / "result.yml", page)


@pytest.mark.full
def test_what_a_spectator_reads(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(position_of("draft_look"), people(anna, house)), None).open("?watch")
    expect(page.region("web.tr.tray")).to_be_visible()
    compare(ARIA / "spectator.yml", page)


def test_nobody_moves_when_ranks_change(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(before_a_coronation(), people(anna, house, 4))).open()
    page.expect_question()
    order = house.view(page.id, None)["order"]
    assert order != sorted(order)
    panels = page.region("web.tr.players").locator("[data-panel]")
    assert panels.evaluate_all("all => all.map((one) => Number(one.dataset.panel))") == sorted(order)


# -- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_questions(kind: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", touch=True)
    asked(kind, anna, house, seats=4)
    take(anna.page, f"tumult-{kind}")


@pytest.mark.full
@pytest.mark.parametrize("scene", TOLD)
def test_pictures_of_what_is_told(scene: str, anna: Visitor, house: House) -> None:
    told(scene, anna, house)
    take(anna.page, f"tumult-{scene}")


@pytest.mark.full
def test_pictures_of_result_and_replay(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(ended(4, DRAFT), people(anna, house, 4))).open()
    expect(page.region("web.end.deeds")).to_be_visible()
    take(anna.page, "tumult-end")
    anna.go(f"/t/{page.id}/replay?at=120")
    expect(page.region("web.replay.controls")).to_be_visible()
    take(anna.page, "tumult-replay")
