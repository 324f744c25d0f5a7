"""Taking back across a battle: what was seen of it is seen again."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import BattleFought
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.positions import Position
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import MODULES, find


@cache
def last_token() -> Position:
    """Ben has chosen a token for the battle; when Anna chooses hers, the enemy comes, and a new year begins."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "choose_token" or len(options) < 3 or match.state.deciding() != (1,):
            return False
        later = deepcopy(match)
        fought = [event for event in later.play(1, options[0]) if isinstance(event, BattleFought)]
        return len(fought) == 2 and not later.over

    return find(wanted, seats=2, options=MODULES, seat=1)


@each("place", ["looking at it", "gone on"], [])
def test_a_battle_that_is_taken_back_is_fought_again(place: str, anna: Visitor, ben: Visitor, house: House) -> None:
    """Anna's own undo, and for Ben somebody else's: the tokens are chosen anew, and the battle is seen once more."""
    table = house.set_up(last_token(), [ben.guest, anna.guest])
    mine, others = KingsburgPage(anna, table, 1).open(), KingsburgPage(ben, table, 0).open()
    first, second = mine.expect_question().options[:2]
    for token in (first, second):
        mine.answer(token)
        for page in (mine, others):
            page.settle()
            expect(page.region("web.kb.scene.battle")).to_be_visible()
            expect(page.onward).to_be_visible()
        if token == second:
            return
        if place == "gone on":
            mine.leave_battle()
            others.leave_battle()
            mine.button("web.turn.undo.ask").click()
        else:
            anna.page.keyboard.press("Control+z")
        version = house.version(table)
        others.button("web.wish.agree").click()
        others.heard(version)
        for page in (mine, others):
            page.settle()
            expect(page.onward).to_be_hidden()
            expect(page.region("web.kb.scene.token")).to_be_visible()
        mine.expect_question()
