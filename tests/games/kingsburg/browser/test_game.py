"""Whole games, played by people at their browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.company import play
from tests.browser.house import House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import GAME


def opened(anna: Visitor, ben: Visitor, *modules: str) -> list[KingsburgPage]:
    """Anna opens a table with a free seat, and Ben sits down there."""
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open")
    for module in modules:
        lobby.switch(f"switch.modules.{module}").check(force=True)
    table = lobby.open_table()
    RoomPage(ben, table).open().sit_down(1)
    return [KingsburgPage(anna, table, 0).ready(), KingsburgPage(ben, table, 1).ready()]


@pytest.mark.full
def test_a_whole_game_of_two_browsers(anna: Visitor, ben: Visitor, house: House) -> None:
    pages = opened(anna, ben)
    assert play(pages) > 80
    best = house.state(pages[0].id).standing()[0]
    for page in pages:
        page.to_the_result()
        expect(page.region("web.end.result")).to_be_visible()
        expect(page.page.get_by_role("heading", level=1)).to_have_text(page.say("web.end.winner", seat=best.seat))
        expect(page.region("web.end.sources")).to_be_visible()


@pytest.mark.full
def test_a_year_with_all_modules(anna: Visitor, ben: Visitor) -> None:
    pages = opened(anna, ben, "buildings", "governors", "army")
    assert play(pages, lambda state: GAME.view(state, None)["year"] == 2) > 10
    for page in pages:
        page.settle()
        page.leave_battle()
        expect(page.region("web.kb.scene.court")).to_be_visible()
