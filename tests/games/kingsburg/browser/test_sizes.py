"""Room: nothing scrolls on a small desk, and a phone shows what is asked, the way to everything, and the button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.house import Guest, House
from tests.browser.positions import Position
from tests.browser.room import CUT_OFF, LANGUAGES, OFTEN, SCREENS, THEMES, expect_no_shift, expect_room, overflow
from tests.browser.visitor import PHONE, SIZES, Visitor, Visitors
from tests.games.kingsburg.browser.page import REFUSALS, KingsburgPage
from tests.games.kingsburg.browser.positions import (
    GAME,
    KINDS,
    MODULES,
    before_battle,
    ended,
    every_kind,
    find,
    moments,
    position_of,
)

# Whatever can be pressed or read by key, brought into sight: all of it must then lie in the window and in every box
# around it, and neither the page nor any other box that hides what is too much may have moved for it.
OUT_OF_REACH = """() => {
  const hides = (box) => /hidden|clip/.test(getComputedStyle(box).overflowY);
  const around = (one) => {
    const boxes = [];
    for (let box = one.parentElement; box; box = box.parentElement)
      if (getComputedStyle(box).overflow !== "visible") boxes.push(box);
    return boxes;
  };
  const seen = (one) => {
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { top, bottom, height } = one.getBoundingClientRect();
    if (top < -1 || bottom > innerHeight + 1) return false;
    return around(one).every((box) => {
      const edge = box.getBoundingClientRect();
      const tall = height > edge.height; // a box of its own
      return (!hides(box) || !box.scrollTop) && (tall || (top >= edge.top - 2 && bottom <= edge.bottom + 2));
    });
  };
  return [...document.querySelectorAll("button, a, [tabindex='0'], .opp .od, .opp .tl, .opp .lot > div")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1)
    .filter((one) => !seen(one))
    .map((one) => one.outerHTML.slice(0, 160));
}"""
# The log: its edges, how many lines of it are seen, and how far the page is scrolled or could be.
LOG = """() => {
  const log = document.querySelector(".panel.log"), page = document.querySelector(".page");
  const lines = log.querySelector(".scroll");
  const { top, bottom } = lines.getBoundingClientRect();
  const height = parseFloat(getComputedStyle(lines.querySelector("ol")).lineHeight);
  return { lines: Math.floor(lines.clientHeight / height + 0.01), inside: top >= 0 && bottom <= innerHeight,
    scrolled: page.scrollTop + scrollY, more: page.scrollHeight - page.clientHeight };
}"""

# Names of cards that reach below the picture beside them.
UNDER_PICTURE = """(cards) => cards.filter((card) => {
  const name = document.createRange();
  name.selectNodeContents(card.querySelector(".gh b"));
  return name.getBoundingClientRect().right > card.querySelector(".gp").getBoundingClientRect().left;
}).map((card) => card.textContent)"""


# What is in the header of the own province and sticks out of its panel.
OUT_OF_HEADER = """() => [...document.querySelectorAll(".me > header :is(b, small, .g)")]
  .filter((one) => one.checkVisibility() && !one.closest(".sr"))
  .filter((one) => one.getBoundingClientRect().right > one.closest(".panel").getBoundingClientRect().right - 4)
  .map((one) => one.outerHTML.slice(0, 120))"""


# Names of players and of their governors that end in dots.
SHORTENED = """() => [...document.querySelectorAll(".me > header b, .opp header :is(b, small)")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent.trim())"""


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Benedikta"), house.guest("Cara")]


@pytest.mark.full
@pytest.mark.parametrize("modules", [False, True])
def test_the_panels_of_others_keep_their_height(modules: bool, anna: Visitor, house: House) -> None:
    """Whether dice lie in them or not."""
    found = set()
    for kind in ("influence", "build", "recruit"):
        position = next(position for position, _ in moments(modules=modules) if position.kind == kind)
        seats = [anna.guest, *[house.guest(name) for name in ("Benedikta", "Cara", "David")]]
        KingsburgPage(anna, house.set_up(position, seats)).open().expect_question()
        found.add(tuple(anna.page.locator(".opp, .panel.log").evaluate_all("all => all.map((one) => one.offsetTop)")))
        found.add(tuple(anna.page.locator(".opp").evaluate_all("all => all.map((one) => one.offsetHeight)")))
    assert len(found) == 2


# -- 1280 by 720 -----------------------------------------------------------------------------------------------------


@every_kind
def test_no_question_makes_the_page_scroll(kind: str, anna: Visitor, house: House) -> None:
    position = position_of(kind)
    page = KingsburgPage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    answer = next(choice for choice in position.choices if choice[0] not in REFUSALS)
    for lang in LANGUAGES:
        shown = KingsburgPage(anna, page.id, lang=lang)
        expect(shown.your_turn).to_be_visible()
        shown.pick(question, answer)
        assert overflow(anna.page) == [0, 0]
        assert anna.page.evaluate(CUT_OFF) == []
        shown.button("web.language.switch").click()


def full(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.full)


def late(seats: int, modules: bool) -> Position:
    """Somebody places dice in the fourth year, when much is built."""
    found = [position for position, _ in moments(seats, modules) if position.kind == "influence"]
    return found[len(found) * 7 // 10]


COMPANIES = [full(seats, modules) for seats in (2, 3, 4, 5) for modules in (False, True)]


def somebody(visitors: Visitors, house: House, position: Position, lang: str = "de", size: int = 100) -> KingsburgPage:
    """Anna, who is asked something among people with long names."""
    anna = visitors.come("Annabella", settings={"size": size}, lang=lang)
    others = [house.guest(name) for name in ("Benedikta", "Cara", "Dorothea", "Emil")]
    table = house.set_up(position, [anna.guest, *others[: position.seats - 1]])
    page = KingsburgPage(anna, table, lang=lang).open()
    page.expect_question()
    return page


def pick_something(page: KingsburgPage) -> None:
    question = page.expect_question()
    page.pick(question, next(choice for choice in question.options if choice[0] not in REFUSALS))
    page.page.mouse.move(1, 1)  # what a mouse is over is raised


def test_every_screen_has_room(visitors: Visitors, house: House) -> None:
    page = somebody(visitors, house, late(5, True))
    with expect_no_shift(page.page, ".seat, .cell, .acts .btn, .enlarge"):
        assert page.page.evaluate(OUT_OF_HEADER) == []
        pick_something(page)
    assert page.page.evaluate(OUT_OF_HEADER) == []
    expect_room(page.page, OFTEN)


def test_names_of_people_and_governors_are_whole(visitors: Visitors, house: House) -> None:
    page = somebody(visitors, house, late(4, True))
    pick_something(page)
    for screen in ("1280x720", "1920x1080", "768x1024"):
        page.page.set_viewport_size(SCREENS[screen])
        assert page.page.evaluate(SHORTENED) == [], screen


@pytest.mark.full
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("seats", "modules"), COMPANIES)
def test_every_company_has_room(seats: int, modules: bool, lang: str, visitors: Visitors, house: House) -> None:
    page = somebody(visitors, house, late(seats, modules), lang)
    assert page.page.evaluate(OUT_OF_HEADER) == []
    expect_room(page.page, texts=(100, 115, 130, 150))
    expect_room(page.page, OFTEN, texts=(100,), themes=THEMES)


@pytest.mark.full
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_room(kind: str, lang: str, visitors: Visitors, house: House) -> None:
    page = somebody(visitors, house, position_of(kind), lang)
    pick_something(page)
    expect_room(page.page)


@pytest.mark.parametrize("size", [100, full(115), full(130), full(150)])
@pytest.mark.parametrize(("seats", "modules"), [*COMPANIES[:-1], (5, True)])
def test_any_company_leaves_room_for_the_log(
    seats: int, modules: bool, size: int, visitors: Visitors, house: House
) -> None:
    page = somebody(visitors, house, late(seats, modules), size=size)
    anna = page.visitor
    anna.page.keyboard.press("l")
    expect(page.log).to_be_focused()
    log = anna.page.evaluate(LOG)
    assert log.pop("lines") >= 2
    assert log == {"inside": True, "scrolled": 0, "more": 0}
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(OUT_OF_REACH) == []


@pytest.mark.full
def test_a_strip_under_the_header_leaves_room_for_the_log(anna: Visitor, house: House) -> None:
    position = late(4, True)
    table = house.set_up(position, [anna.guest, *[house.guest(name) for name in ("Ben", "Cara", "Dora")]], pace="live")
    KingsburgPage(anna, table).open().expect_question()
    expect(anna.page.get_by_role("status").filter(has_text="Cara").last).to_be_visible()
    log = anna.page.evaluate(LOG)
    assert log.pop("lines") >= 2
    assert log == {"inside": True, "scrolled": 0, "more": 0}
    assert anna.page.evaluate(OUT_OF_REACH) == []


# -- 390 by 844 ------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(visitors: Visitors) -> Visitor:
    return visitors.come("Anna", size=PHONE, touch=True)


@every_kind
def test_a_phone_is_enough_for_every_question(kind: str, phone: Visitor, house: House) -> None:
    position = position_of(kind)
    page = KingsburgPage(phone, house.set_up(position, people(phone, house))).open()
    question = page.expect_question()
    expect(page.primary).to_be_in_viewport(ratio=1)
    assert overflow(phone.page)[1] == 0
    answer = next(choice for choice in position.choices if choice[0] not in REFUSALS)
    page.pick(question, answer)
    expect(page.primary).to_be_in_viewport(ratio=1)
    assert overflow(phone.page)[1] == 0
    page.answer(answer)
    assert house.choices(page.id)[-1] == (0, answer)


def tab_of(page: KingsburgPage, pane: str) -> Locator:
    """The tab of a pane, whatever number is on it."""
    tabs = page.page.get_by_role("navigation", name=page.say("web.kb.panes"))
    return tabs.get_by_role("button", name=page.say(f"web.kb.pane.{pane}"))


def test_the_panes_of_a_phone_lead_everywhere(phone: Visitor, house: House) -> None:
    page = KingsburgPage(phone, house.set_up(position_of("influence"), people(phone, house))).open()
    page.expect_question()
    places = {
        "province": page.region("web.kb.my_province"),
        "players": page.page.get_by_role("region", name="Cara"),
        "log": page.log,
        "turn": page.primary,
    }
    for id, place in places.items():
        tab_of(page, id).tap()
        expect(place).to_be_in_viewport()
        expect(tab_of(page, id)).to_have_attribute("aria-pressed", "true")
        assert overflow(phone.page)[1] == 0


@pytest.mark.full
@pytest.mark.parametrize("screen", ["390x844", "844x390"])
def test_names_are_whole_in_a_battle_on_a_phone(screen: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Annabella", size=SCREENS[screen], lang="de", touch=True)
    table = house.set_up(before_battle(), [anna.guest, house.guest("Benedikta"), house.guest("Dorothea")])
    page = KingsburgPage(anna, table, lang="de").open()
    page.decline.click()
    expect(page.onward).to_be_visible()
    names = anna.page.locator(".lane .who b")
    expect(names).to_have_count(3)
    assert names.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


@pytest.mark.full
def test_the_whole_result_can_be_read_on_a_phone(phone: Visitor, house: House) -> None:
    page = KingsburgPage(phone, house.set_up(ended(), people(phone, house))).open()
    for id in ("web.end.sources", "web.end.luck", "web.end.built"):
        expect(page.region(id)).to_be_visible()
    last = phone.page.get_by_role("navigation", name=page.say("web.end.seasons"), exact=True)
    expect(last).not_to_be_in_viewport()
    phone.page.mouse.wheel(0, 10_000)
    expect(last.get_by_role("link").last).to_be_in_viewport(ratio=1)


TOO_SMALL = """() => [...document.querySelectorAll("a, button, select, [role=tab], .ribbon li")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .log ol"))
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.9)"""


@pytest.mark.parametrize("kind", ["influence", full("build"), full("recruit"), full("use_cards"), full("choose_token")])
def test_a_finger_hits_everything_on_a_phone(kind: str, phone: Visitor, house: House) -> None:
    """All but the signs of rules in the log, which stand in their lines."""

    def too_small() -> object:
        return phone.page.evaluate(TOO_SMALL)

    page = KingsburgPage(phone, house.set_up(position_of(kind), people(phone, house))).open()
    page.expect_question()
    for pane in ("turn", "province", "players", "log"):
        tab_of(page, pane).tap()
        phone.page.wait_for_function("pane => document.documentElement.dataset.pane === pane", arg=pane)
        phone.wait_until(lambda: too_small() == [], too_small)


@pytest.mark.parametrize("size", ["desk", pytest.param("tablet", marks=pytest.mark.full)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_governors_to_choose_from_are_read_without_scrolling(
    lang: str, size: str, visitors: Visitors, house: House
) -> None:
    """The others take one row above them, and no name lies below its picture."""
    anna = visitors.come("Anna", size=SIZES[size], lang=lang)
    people = [house.guest(name) for name in ("Benedikta", "Cara", "Dora", "Emil")]
    position = find(KINDS["keep_governor"][0], options=MODULES, seats=5)
    page = KingsburgPage(anna, house.set_up(position, [anna.guest, *people]), lang=lang).open()
    page.expect_question()
    tops = anna.page.locator(".sec").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 4
    assert len({*tops}) == 1
    cut = "all => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    assert anna.page.locator(".gt").evaluate_all(cut) == 0
    assert anna.page.locator(".gov").evaluate_all(UNDER_PICTURE) == []


# Whatever is wider than the box that it stands in the middle of.
CUT = """(all) => all.filter((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getBoundingClientRect().width > one.getBoundingClientRect().width;
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ribbon_is_read_whole(lang: str, visitors: Visitors, house: House) -> None:
    """In every step of every season."""
    anna = visitors.come("Anna", lang=lang)
    seen = set()
    for position, match in moments(seats=3):
        view = GAME.view(match.state, 0)
        at = (view["phase"], view["step"])
        if view["year"] != 3 or at in seen or position.kind not in ("influence", "build"):
            continue
        seen.add(at)
        people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
        KingsburgPage(anna, house.set_up(position, people), lang=lang).open()
        assert anna.page.locator(".ribbon li").evaluate_all(CUT) == [], at
    assert len(seen) == 6
