"""Taking back: by button and by key while it is free, by consent later, and not at all where it was agreed so."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import BattleFought
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.positions import MODULES, Position, asked, find
from tests.browser.visitor import Visitor


def two_places() -> Position:
    """Anna places dice, and then it is Ben's turn to place some: until he does, hers can be taken back."""
    return find(asked("influence", least=6), seats=2)


def pages_of(anna: Visitor, ben: Visitor, house: House, undo: str = "consent") -> tuple[TablePage, TablePage]:
    table = house.set_up(two_places(), [anna.guest, ben.guest], undo=undo)
    return TablePage(anna, table, 0).open(), TablePage(ben, table, 1).open()


@each("how", ["button", "Control+z", "Backspace"], ["Control+z"])
def test_a_choice_is_taken_back_while_it_is_free(how: str, anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    question, before = mine.expect_question(), house.choices(mine.id)
    mine.answer(question.options[0])
    expect(mine.button("web.turn.undo")).to_be_visible()
    version = house.version(mine.id)
    if how == "button":
        mine.button("web.turn.undo").click()
    else:
        anna.page.keyboard.press(how)
    mine.heard(version)
    assert house.choices(mine.id) == before
    assert mine.expect_question() == question
    others.settle()
    expect(others.log).to_contain_text(others.say("web.log.undone", seat=0))


def test_the_others_agree_to_a_later_undo(anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    question, before = mine.expect_question(), house.choices(mine.id)
    mine.answer(question.options[0])
    others.answer(others.expect_question().options[0])
    mine.settle()
    mine.button("web.turn.undo.ask").click()
    expect(anna.page.get_by_text(mine.say("web.wish.mine", agreed=[]))).to_be_visible()
    expect(ben.page.get_by_text(others.say("web.wish", seat=0, agreed=[]))).to_be_visible()
    version = house.version(mine.id)
    others.button("web.wish.agree").click()
    others.heard(version)
    assert house.choices(mine.id) == before
    assert mine.expect_question() == question
    expect(ben.page.get_by_text(others.say("web.wish", seat=0, agreed=[]))).to_be_hidden()
    for page in (mine, others):
        expect(page.log.get_by_text(page.say("web.log.undone.with", seat=0, others=[1]), exact=True)).to_have_count(1)
        expect(page.log.get_by_text(page.say("web.log.undone", seat=0), exact=True)).to_have_count(0)
        expect(page.log.get_by_text(page.say("web.log.undone", seat=1), exact=True)).to_have_count(0)


@each("who", ["other", "asker"], ["other"])
def test_a_wish_is_declined_or_withdrawn(who: str, anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house)
    mine.answer(mine.expect_question().options[0])
    others.answer(others.expect_question().options[0])
    played = house.choices(mine.id)
    mine.settle()
    mine.button("web.turn.undo.ask").click()
    expect(others.button("web.wish.agree")).to_be_visible()
    (others.button("web.wish.decline") if who == "other" else mine.button("web.wish.withdraw")).click()
    for page in (mine, others):
        expect(page.page.get_by_text(mine.say("web.wish.mine", agreed=[]))).to_be_hidden()
        expect(page.button("web.wish.agree")).to_be_hidden()
    assert house.choices(mine.id) == played


@each("undo", ["free", "off"], ["off"])
def test_nothing_is_offered_that_the_table_does_not_allow(undo: str, anna: Visitor, ben: Visitor, house: House) -> None:
    mine, others = pages_of(anna, ben, house, undo)
    mine.answer(mine.expect_question().options[0])
    expect(mine.button("web.turn.undo")).to_have_count(1 if undo == "free" else 0)
    others.answer(others.expect_question().options[0])
    mine.settle()
    expect(mine.button("web.turn.undo")).to_have_count(0)
    expect(mine.button("web.turn.undo.ask")).to_have_count(0)


# -- across a battle --------------------------------------------------------------------------------------------------


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


@each("place", ["looking at it", "gone on"], ["looking at it"])
def test_a_battle_that_is_taken_back_is_fought_again(place: str, anna: Visitor, ben: Visitor, house: House) -> None:
    """Anna's own undo, and for Ben somebody else's: the tokens are chosen anew, and the battle is seen once more."""
    table = house.set_up(last_token(), [ben.guest, anna.guest])
    mine, others = TablePage(anna, table, 1).open(), TablePage(ben, table, 0).open()
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
