"""What a screen reader finds at the table, for every kind of question: compared with files that were read by people."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.aria import compare
from tests.browser.house import Guest, House
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import before_battle, ended, every_kind, position_of

ARIA = Path(__file__).parent / "aria"


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


@every_kind
def test_questions(kind: str, anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, house.set_up(position_of(kind), people(anna, house))).open()
    page.expect_question()
    compare(ARIA / f"{kind}.yml", page)


def test_a_battle(anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, house.set_up(before_battle(), people(anna, house))).open()
    page.answer(("done",))
    expect(page.onward).to_be_visible()
    compare(ARIA / "battle.yml", page)


def test_the_result(anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.sources")).to_be_visible()
    compare(ARIA / "result.yml", page)


def test_a_spectator(anna: Visitor, house: House) -> None:
    page = KingsburgPage(anna, house.set_up(position_of("influence"), people(anna, house)), None).open("?watch")
    expect(page.region("web.kb.tray")).to_be_visible()
    compare(ARIA / "spectator.yml", page)
