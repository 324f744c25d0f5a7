"""No barriers that a machine can find: every page of the frame, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.shelf import list_games
from tests.browser.barriers import Look
from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import Visitor, Visitors

BOOKS = [f"/rules/{game}" for game in list_games()]


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


def test_the_lobby(anna: Visitor, house: House, look: Look) -> None:
    house.set_up(STAGE.usual(), people(anna, house))
    house.set_up(STAGE.ended(), people(anna, house))
    lobby = LobbyPage(anna).come()
    anna.page.get_by_role("button", name=lobby.say("web.menu"), exact=True).click()
    look(anna.page)
    lobby.open()
    anna.page.get_by_text(lobby.say("web.open.more"), exact=True).click()
    look(anna.page)


def test_the_first_visit(visitors: Visitors, look: Look) -> None:
    newcomer = visitors.come()
    newcomer.go("/")
    expect(newcomer.page.get_by_role("article").first).to_be_visible()
    look(newcomer.page)


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


@pytest.mark.parametrize("key", ["?", "r"])
@pytest.mark.full
def test_dialogs(key: str, anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(), people(anna, house))).open()
    page.expect_question()
    anna.page.keyboard.press(key)
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


def test_a_curtain(anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.secret(), [anna.guest] * 3)).open()
    expect(page.button("web.curtain.open", seat=0)).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_a_curtain_with_a_way_back(anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.secret(), [anna.guest] * 3)).open()
    page.button("web.curtain.open", seat=0).click()
    page.answer(page.expect_question().options[0])
    expect(page.button("web.curtain.undo", seat=0)).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_the_question_before_leaving(anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(), people(anna, house))).open()
    page.button("web.menu").click()
    page.button("web.leave").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    look(anna.page)


@pytest.mark.full
def test_the_result_and_its_replay(anna: Visitor, house: House, look: Look) -> None:
    page = PAGE(anna, house.set_up(STAGE.ended(), people(anna, house))).open()
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


@pytest.mark.full
@each("path", ["/replay", "/credits", *BOOKS], [f"/rules/{GAME.id}"])
def test_pages_without_a_table(path: str, anna: Visitor, look: Look) -> None:
    anna.go(path)
    expect(anna.page.get_by_role("main")).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    look(anna.page)
