"""Somebody who comes in the middle of a battle sees what those see who have watched it."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from tests.browser.house import House
from tests.browser.positions import Position
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import find


@cache
def into_the_battle() -> Position:
    """When this seat has done recruiting, the enemy comes, and somebody has to decide while others have fought."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "recruit" or options[-1] != ("done",):
            return False
        later = match.fork()
        later.play(match.state.deciding()[0], ("done",))
        view = later.game.view(later.state, None)
        return view["phase"] == 8 and any(lane["outcome"] for lane in view["battle"]["lanes"])

    return find(wanted)


@pytest.mark.full
def test_a_page_that_is_opened_again_shows_the_same_battle(anna: Visitor, house: House) -> None:
    table = house.set_up(into_the_battle(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    page.answer(("done",))
    page.settle()
    battle = page.region("web.kb.scene.battle")
    expect(battle).to_be_visible()
    watched, ribbon = battle.aria_snapshot(), anna.page.locator(".ribbon").aria_snapshot()
    page = KingsburgPage(anna, table).open()
    page.settle()
    expect(page.region("web.kb.scene.battle")).to_be_visible()
    assert page.region("web.kb.scene.battle").aria_snapshot() == watched
    assert anna.page.locator(".ribbon").aria_snapshot() == ribbon
