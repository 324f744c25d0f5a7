"""Pictures of Kingsburg in every phase, and of the pages around it, for people to look at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage
from tests.browser.positions import Position
from tests.browser.screens import take
from tests.browser.visitor import Visitor, Visitors
from tests.games.kingsburg.browser.page import REFUSALS, KingsburgPage
from tests.games.kingsburg.browser.positions import GAME, ended, moments, position_of

pytestmark = pytest.mark.full
SPRING, SUMMER, AUTUMN, RECRUIT, WINTER = 2, 4, 6, 7, 8


def people(anna: Visitor, house: House, seats: int) -> list[Guest | str]:
    return [anna.guest, *[house.guest(name) for name in ("Benedikt", "Cara", "David", "Elena")[: seats - 1]]]


def moment(kind: str, phase: int, year: int = 3, modules: bool = False) -> Position:
    """The first such question of a good game in this phase, from this year on."""
    for position, match in moments(modules=modules):
        state = match.state
        if position.kind == kind and state.phase == phase and state.year >= year:  # type: ignore[attr-defined]
            return position
    raise LookupError(f"no {kind} in phase {phase}")


SCENES: dict[str, Callable[[], Position]] = {
    "governors": lambda: moment("keep_governor", 1, 1, modules=True),
    "favour": lambda: position_of("take_goods"),
    "spring": lambda: moment("influence", SPRING),
    "spring-build": lambda: moment("build", SPRING),
    "summer": lambda: moment("influence", SUMMER),
    "autumn": lambda: moment("influence", AUTUMN, modules=True),
    "autumn-build": lambda: moment("build", AUTUMN, modules=True),
    "recruits": lambda: moment("recruit", RECRUIT),
    "tokens": lambda: moment("choose_token", WINTER, modules=True),
    "losses": lambda: position_of("lose_goods"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_scenes(scene: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", touch=True)
    position = SCENES[scene]()
    page = KingsburgPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    question = page.expect_question()
    picked = [choice for choice in position.choices if choice[0] not in REFUSALS]
    if picked:
        page.pick(question, picked[len(picked) // 2])
    take(anna.page, scene)


def test_winter(anna: Visitor, house: House) -> None:
    """The last one has recruited, and the enemy has come."""
    last = None
    for position, match in moments(3):
        if position.kind == "recruit" and any(line.choice[0] == "reinforce" for line in match.lines_of(0, ("done",))):
            last = position
    assert last is not None
    page = KingsburgPage(anna, house.set_up(last, people(anna, house, last.seats))).open()
    page.answer(("done",))
    take(anna.page, "winter")


def test_lobby_room_and_pages(anna: Visitor, house: House) -> None:
    for position in (moment("influence", SPRING), moment("choose_token", WINTER, modules=True)):
        house.set_up(position, people(anna, house, position.seats))
    table = house.set_up(ended(4), people(anna, house, 4))
    lobby = LobbyPage(anna).open(GAME.id)
    expect(anna.page.get_by_text(lobby.say("web.kb.caption", year=3, phase=SPRING))).to_be_visible()
    take(anna.page, "lobby")
    lobby.seats("me", "open", "invited", "bot greedy")
    lobby.open_table()
    expect(anna.page.get_by_role("listitem").first).to_be_visible()
    take(anna.page, "room")
    page = KingsburgPage(anna, table).open()
    expect(page.region("web.end.sources")).to_be_visible()
    take(anna.page, "end")
    anna.go(f"/t/{table}/replay?at=120")
    expect(page.region("web.replay.controls")).to_be_visible()
    take(anna.page, "replay")
    anna.go("/rules/kingsburg")
    expect(anna.page.get_by_role("article").first).to_be_visible()
    take(anna.page, "rules")
    anna.go("/credits")
    take(anna.page, "credits")
