"""A Winter is told in beats: nothing is seen before its beat, and the next year waits for a press."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import BattleFought, SoldiersDismissed
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.playhead import Show
from tests.browser.positions import Position
from tests.browser.visitor import Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import FIRST, MODULES, SECOND, before_battle, find, near_the_end

# What is seen of a battle in every frame, and what the panels say meanwhile.
BEATS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((part) => part.textContent).join(" ");
  window.beats = [];
  const shoot = () => {
    const now = {
      die: all(".rein").length > 0,
      card: all(".ecard:not(.back)").length > 0,
      tokens: all(".lane .dd").length > 0,
      strengths: texts(".lane .tot").trim() !== "",
      outcomes: all(".lane:has(.w)").map((lane) => Number(lane.dataset.lane)),
      playing: all(".tray .beats").length > 0,
      version: Number(document.querySelector(".board").dataset.version),
      side: texts(".side .ov, .side .g, .log .told"),
    };
    if (JSON.stringify(now) !== JSON.stringify(beats.at(-1))) beats.push(now);
    requestAnimationFrame(shoot);
  };
  shoot();
}"""


def gate_of(viewer: Visitor) -> Locator:
    """The button that leads on from the battle; to somebody who watches no other is offered."""
    return viewer.page.locator(".tray [data-primary]")


class Winter(Show):
    """Whoever watches without pace goes on from each battle at once."""

    def _note(self) -> None:
        super()._note()
        if gate_of(self.instant).count():
            gate_of(self.instant).click()


SEATS = 3
ORDERS = {
    "1e": (FIRST, "recruit", ["card", "die", "strengths"]),
    "2e": (SECOND, "recruit", ["die", "card", "strengths"]),
    "army": (MODULES, "choose_token", ["tokens", "card", "strengths"]),
}


@cache
def last_choice(edition: str) -> tuple[Position, Choice]:
    """The answer to this question leads through a whole battle."""
    options, kind, _ = ORDERS[edition]
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != kind or len(match.state.deciding()) > 1:
            return False
        later = match.fork()
        happened = later.play(match.state.deciding()[0], choices[-1])
        fought = [event for event in happened if isinstance(event, BattleFought)]
        answers[:] = [choices[-1]]
        return len(fought) == SEATS and any(isinstance(event, SoldiersDismissed) for event in happened)

    seat = SEATS - 1 if kind == "choose_token" else 0  # all are asked at once, and the last one ends it
    return find(wanted, seats=SEATS, options=options, seat=seat), answers[0]


@each("edition", ORDERS, ["2e"])
def test_a_battle_in_the_order_of_its_edition(edition: str, house: House, visitors: Visitors) -> None:
    _, _, order = ORDERS[edition]
    position, choice = last_choice(edition)
    show = Winter(house, visitors, position)
    viewer = show.watch("fast")
    before = house.version(show.table)
    viewer.page.evaluate(BEATS)
    house.play(show.table, position.seat, choice)
    gate_of(viewer).wait_for()
    beats: list[dict[str, Any]] = viewer.page.evaluate("beats")
    told = [beat for beat in beats if beat["playing"]]
    first = {what: next(n for n, beat in enumerate(told) if beat[what]) for what in (*order, "outcomes")}
    assert sorted(first, key=lambda what: first[what]) == [*order, "outcomes"]
    assert len({*first.values()}) == len(first), "one after the other"
    fought = [lane["seat"] for lane in house.view(show.table, None)["battle"]["lanes"]]
    seen = [beat["outcomes"] for beat in told]
    assert all(seats == fought[: len(seats)] for seats in seen)
    assert {len(seats) for seats in seen} == {*range(len(fought) + 1)}, "one row after the other"
    assert {(beat["version"], beat["side"]) for beat in told} == {(before, told[0]["side"])}, "the panels wait"
    assert beats[-1]["version"] == house.version(show.table)


def test_the_next_year_waits_for_a_press(house: House, visitors: Visitors) -> None:
    show = Winter(house, visitors, before_battle())
    viewer = show.watch("slow")
    house.play(show.table, 0, ("done",))
    viewer.page.locator(".beats").wait_for()
    viewer.page.keyboard.press("Escape")
    gate_of(viewer).wait_for()
    battle = house.version(show.table)
    show._note()
    show.play(3)
    last = house.version(show.table)
    assert last > battle, "nobody is held up"
    viewer.page.keyboard.press("Space")
    expect(viewer.page.locator(f".board[data-version='{battle}']")).to_be_visible()
    gate_of(viewer).click()
    viewer.page.keyboard.press("Space")
    expect(viewer.page.locator(f".board[data-version='{last}']")).to_be_visible()
    show.expect_one_position_in_every_frame(viewer)


def test_a_player_sees_what_the_panels_show(house: House, visitors: Visitors) -> None:
    """The table is as it was before the battle, and says so; nothing is asked until the battle is over."""
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(before_battle(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    page.decline.click()
    held = page.own_place.get_by_text(page.say("web.kb.held"))
    expect(held).to_be_visible()
    expect(page.decline).to_have_count(0)
    for _ in range(20):
        if page.onward.is_visible():
            break
        anna.page.keyboard.press("Space")
    expect(page.onward).to_be_visible()
    expect(held).to_have_count(0)
    anna.page.keyboard.press("Enter")
    expect(page.region("web.kb.scene.battle")).to_have_count(0)


def test_the_last_battle_leads_to_the_result(house: House, visitors: Visitors) -> None:
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(near_the_end(), [anna.guest, house.guest("Ben")])
    page = KingsburgPage(anna, table).open()
    house.play(table, 0, ("done",))
    house.play(table, 1, ("done",))
    anna.page.keyboard.press("Space")
    for _ in range(20):
        if not house.state(table).over:
            seat = house.deciding(table)[0]
            house.play(table, seat, house.state(table).options(seat)[0])
        anna.page.keyboard.press("Escape")
        if gate_of(anna).is_visible():
            break
    way = page.button("web.kb.to_end")
    expect(way).to_have_count(1)  # it is the only way on
    expect(page.region("web.end.result")).to_have_count(0)
    way.click()
    expect(page.region("web.end.result")).to_be_visible()


@pytest.mark.full
def test_a_winter_at_every_pace(house: House, visitors: Visitors) -> None:
    """However it is looked at, every frame is one position, and all come to the same."""
    show = Winter(house, visitors, before_battle())
    viewers = [show.watch(speed) for speed in ("fast", "normal")]
    house.play(show.table, 0, ("done",))
    show._note()
    show.play(4)
    last = house.version(show.table)
    for viewer in viewers:
        gate_of(viewer).click()
        viewer.page.wait_for_selector(f".board[data-version='{last}']")
        show.expect_one_position_in_every_frame(viewer)
