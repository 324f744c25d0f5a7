"""No barriers that a machine can find: every page and every kind of question, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.pages import REFUSALS, TablePage
from tests.browser.positions import ended, every_kind, position_of
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.profile import PROFILE

LOOK = """async (rules) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...rules });
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, any, all, none }) =>
    [html.slice(0, 200), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | "))]);
}"""
ALL: dict[str, list[str]] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


@pytest.fixture
def look(axe: str) -> Callable[[Page], None]:
    """Look at a page in both themes; nothing may be found. They differ only in their colours."""

    def looked(page: Page) -> None:
        page.evaluate(axe)  # not as a script of the page, which the page would rightly refuse
        page.emulate_media(color_scheme="light")
        assert page.evaluate(LOOK, ALL) == []
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(LOOK, ALL if PROFILE.themes else COLOURS) == [], "in the dark theme"

    return looked


Look = Callable[[Page], None]


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


@every_kind
def test_questions(kind: str, anna: Visitor, house: House, look: Look) -> None:
    position = position_of(kind)
    page = TablePage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    page.pick(question, next(choice for choice in position.choices if choice[0] not in REFUSALS))
    look(anna.page)


def test_the_lobby(anna: Visitor, house: House, look: Look) -> None:
    house.set_up(position_of("influence"), people(anna, house))
    house.set_up(ended(), people(anna, house))
    lobby = LobbyPage(anna).open()
    look(anna.page)
    anna.page.get_by_text(lobby.say("web.open.more"), exact=True).click()
    anna.page.get_by_role("button", name=lobby.say("web.menu"), exact=True).click()
    look(anna.page)


@pytest.mark.full
def test_the_question_for_a_name(visitors: Visitors, look: Look) -> None:
    newcomer = visitors.come()
    lobby = LobbyPage(newcomer).open()
    lobby.press_open()
    expect(lobby.name_dialog).to_be_visible()
    look(newcomer.page)


@pytest.mark.full
def test_a_table_that_gathers(anna: Visitor, look: Look) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "open", "invited", "bot greedy")
    RoomPage(anna, lobby.open_table())
    expect(anna.page.get_by_role("listitem").first).to_be_visible()
    look(anna.page)


@each("key", ["?", "r"], ["?"])
def test_dialogs(key: str, anna: Visitor, house: House, look: Look) -> None:
    page = TablePage(anna, house.set_up(position_of("influence"), people(anna, house))).open()
    page.expect_question()
    anna.page.keyboard.press(key)
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_settings_planner_and_chat(anna: Visitor, house: House, look: Look) -> None:
    page = TablePage(anna, house.set_up(position_of("influence"), people(anna, house))).open()
    page.expect_question()
    page.button("web.kb.plan").click()
    expect(page.region("web.kb.plan").get_by_role("listitem").first).to_be_visible()
    anna.page.keyboard.press("c")
    look(anna.page)
    page.button("web.menu").click()
    page.button("web.settings").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


def test_a_curtain(anna: Visitor, house: House, look: Look) -> None:
    position = position_of("influence")
    page = TablePage(anna, house.set_up(position, [anna.guest] * 3)).open()
    expect(page.button("web.curtain.open", seat=0)).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_a_curtain_with_a_way_back(anna: Visitor, house: House, look: Look) -> None:
    page = TablePage(anna, house.set_up(position_of("influence"), [anna.guest] * 3)).open()
    page.button("web.curtain.open", seat=0).click()
    page.answer(page.expect_question().options[0])
    expect(page.button("web.curtain.undo", seat=0)).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_the_question_before_leaving(anna: Visitor, house: House, look: Look) -> None:
    page = TablePage(anna, house.set_up(position_of("influence"), people(anna, house))).open()
    page.button("web.menu").click()
    page.button("web.leave").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


def test_the_result_and_its_replay(anna: Visitor, house: House, look: Look) -> None:
    page = TablePage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.sources")).to_be_visible()
    look(anna.page)
    page.button("web.end.verify").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)
    anna.go(f"/t/{page.id}/replay?at=60")
    expect(page.region("web.replay.controls")).to_be_visible()
    look(anna.page)
    for tab in ("web.replay.side", "web.replay.dice"):
        anna.page.get_by_role("tab", name=page.say(tab), exact=True).click()
        look(anna.page)


@each("path", ["/replay", "/rules/kingsburg", "/credits"], ["/rules/kingsburg"])
def test_pages_without_a_table(path: str, anna: Visitor, look: Look) -> None:
    anna.go(path)
    expect(anna.page.get_by_role("main")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    look(anna.page)


@pytest.mark.parametrize("kind", ["influence", pytest.param("choose_token", marks=pytest.mark.full)])
def test_phones(kind: str, visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = TablePage(anna, house.set_up(position_of(kind), people(anna, house))).open()
    page.expect_question()
    for sheet in ("turn", "province", "players", "log"):
        page.button(f"web.kb.sheet.{sheet}").click()
        look(anna.page)


@pytest.mark.full
def test_in_german(visitors: Visitors, house: House, look: Look) -> None:
    anna = visitors.come("Anna", lang="de")
    page = TablePage(anna, house.set_up(position_of("build"), people(anna, house)), lang="de").open()
    page.expect_question()
    look(anna.page)
