"""Without a mouse: keys alone lead from the roll of the dice to the building, and to everything else on the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from tests.browser.house import Asked, House
from tests.browser.keys import NO_MOUSE, RING, WALK
from tests.browser.positions import asked
from tests.browser.visitor import Visitor
from tests.games.kingsburg.browser.page import PAYMENTS, REFUSALS, KingsburgPage, parts_of
from tests.games.kingsburg.browser.positions import every_kind, find, position_of

NAME = "document.activeElement.ariaLabel ?? document.activeElement.innerText.trim()"
AREAS = {
    "header": "header",
    "court": "[role=grid]",
    "turn": "section:has([data-primary])",
    "province": "table",
    "log": "[role=log]",
}


class Keyboard:
    """Somebody who has only keys."""

    def __init__(self, page: KingsburgPage) -> None:
        self.page = page
        page.page.evaluate(NO_MOUSE)

    def press(self, key: str) -> None:
        self.page.page.keyboard.press(key)

    def answer(self) -> Choice:
        """Something that the question offers, and not a refusal if there is anything else."""
        page = self.page
        if page.onward.is_visible():
            self.press("Enter")
        question = page.expect_question()
        before = page.house.version(page.id)
        choice = next((choice for choice in question.options if choice[0] not in REFUSALS), question.options[0])
        if choice[0] in REFUSALS:
            self.press("p")
        else:
            self.pick(question, choice)
            assert page.is_picked(choice)
            self.press("Enter")
        page.heard(before)
        return choice

    def pick(self, question: Asked, choice: Choice) -> None:
        kind = question.kind
        if kind == "influence":
            self._dice(choice)
        elif kind == "recruit" or (kind.endswith("_goods") and len(choice) > 2):
            self._counters(choice)
        elif kind == "use_cards" and choice[2:] == ("die",):
            self.press("g")
            self._tab_to(self.page.say("web.kb.die", face=self.page.mine["dice"][0]))
            self.press("Space")
        self._walk_to(choice)

    def _walk_to(self, choice: Choice) -> None:
        """From target to target, until the page would say this."""
        for _ in range(18):
            if self.page.is_picked(choice):
                return
            self.press("g")

    def _dice(self, choice: Choice) -> None:
        """The numbers of the dice as they lie there, and 0 for the token."""
        own, bonus, words = parts_of(choice)
        lying = self.page.dice_in_order()
        for die in [*[("own", face) for face in own], *[("bonus", face) for face in bonus]]:
            number = lying.index(die)
            lying[number] = ("", 0)
            self.press(str(number + 1))
        if "plus2" in words:
            self.press("0")

    def _counters(self, choice: Choice) -> None:
        for kind in PAYMENTS:
            if kind in choice:
                self._tab_to(self.page.say("web.kb.more", good=self.page.say(f"good.{kind}")))
                for _ in range(choice.count(kind)):
                    self.press("Space")

    def _tab_to(self, name: str) -> None:
        for _ in range(200):  # every line of the log has a rule
            if self.page.page.evaluate(NAME) == name:
                return
            self.press("Tab")
        raise AssertionError(f"no key leads to {name!r}")


def test_a_season_without_a_mouse(anna: Visitor, house: House) -> None:
    position = find(asked("influence", least=4), seats=2, people=1)
    table = house.set_up(position, [anna.guest, "greedy"])
    keyboard = Keyboard(KingsburgPage(anna, table).open())
    phase, kinds = house.view(table, 0)["phase"], set()
    while house.view(table, 0)["phase"] == phase:
        if 0 in house.deciding(table):
            question = house.asked(table, 0)
            assert question is not None
            kinds.add(question.kind)
            keyboard.answer()
        else:
            anna.page.wait_for_timeout(20)
    assert {"influence", "build"} <= kinds


@every_kind
def test_every_question_is_answered_by_keys(kind: str, anna: Visitor, house: House) -> None:
    table = house.set_up(position_of(kind), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    answer = Keyboard(KingsburgPage(anna, table).open()).answer()
    assert house.choices(table)[-1] == (0, answer)


@pytest.mark.full
def test_tab_leads_through_all_areas_and_focus_is_seen(anna: Visitor, house: House) -> None:
    table = house.set_up(position_of("influence"), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    page.expect_question()
    visited: list[str] = []
    for _ in range(60):
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate("document.activeElement === document.body"):
            break
        assert anna.page.evaluate(RING), anna.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        visited += [area for area in anna.page.evaluate(WALK, AREAS) if not visited or visited[-1] != area]
    assert list(dict.fromkeys(visited)) == list(AREAS)
    assert visited.count("court") == 1, "the court is one stop"


@pytest.mark.full
def test_arrows_walk_along_the_benches(anna: Visitor, house: House) -> None:
    table = house.set_up(position_of("influence"), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    page.expect_question()
    page.advisor(13).focus()
    for key, rank in (("ArrowRight", 14), ("ArrowDown", 8), ("ArrowDown", 2), ("End", 6), ("ArrowUp", 12), ("Home", 7)):
        anna.page.keyboard.press(key)
        expect(page.advisor(rank)).to_be_focused()
