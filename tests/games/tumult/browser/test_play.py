"""Tumult Royal played at browsers: every question by its controls and by keys, whole games, several at one screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice, Reason
from kronrat.words import Words
from tests.browser.house import Guest, House
from tests.browser.keys import NO_MOUSE, RING, WALK
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.positions import Position
from tests.browser.visitor import Visitor, Visitors
from tests.games.tumult.browser.page import (
    TumultPage,
    before_a_coronation,
    before_a_riot,
    every_kind,
    play,
    position_of,
)
from tests.marks import rule
from tests.profile import PROFILE

AREAS = {
    "header": "header",
    "land": "[role=group]:has(> div)",
    "turn": "section:has([data-primary])",
    "log": "[role=log]",
}


def people(anna: Visitor, house: House, seats: int = 3) -> list[Guest | str]:
    return [anna.guest, *[house.guest(name) for name in ("Ben", "Cara", "Dora")[: seats - 1]]]


def tried(choices: tuple[Choice, ...]) -> list[Choice]:
    """Not more than a test has time for, spread over all; passing is not a pick."""
    picks = [choice for choice in choices if choice != ("pass",)]
    return picks[:: max(1, -(-len(picks) // PROFILE.answers))]


def chosen(position: Position) -> int:
    """How many choices were made before."""
    return len([line for line in position.lines if line.seat >= 0])


@every_kind
def test_every_answer_can_be_given(kind: str, anna: Visitor, house: House) -> None:
    position = position_of(kind)
    page = TumultPage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    picks = tried(position.choices)
    if kind not in ("draft_lift", "draft_look"):
        for choice in picks:
            page.pick(question, choice)
    if ("pass",) in position.choices:
        assert page.decline.count() == 1
    page.answer(picks[-1])
    said = house.choices(page.id)[chosen(position) :]
    assert (0, picks[-1]) in said


def test_a_field_and_its_payment_are_said_with_one_press(anna: Visitor, house: House) -> None:
    """Placing and paying are two choices; the page says both."""
    position = position_of("pay")
    *_, placed = [line for line in position.lines if line.seat == 0]
    table = house.set_up(position, people(anna, house))
    page = TumultPage(anna, table).open()
    page.expect_question()
    page.button("web.turn.undo").click()
    page.heard(house.version(table) - 1)
    page.pick(page.expect_question(), placed.choice)
    page.pick_payment(position.choices[-1])
    page.primary.click()
    anna.wait_until(lambda: house.choices(table)[-1] == (0, position.choices[-1]))


# -- without a mouse -------------------------------------------------------------------------------------------------


@every_kind
def test_every_question_is_answered_by_keys(kind: str, anna: Visitor, house: House) -> None:
    position = position_of(kind)
    table = house.set_up(position, people(anna, house))
    page = TumultPage(anna, table).open()
    page.expect_question()
    anna.page.evaluate(NO_MOUSE)
    press, before = anna.page.keyboard.press, house.version(table)
    if kind == "draft_lift":
        press("g")
        press("Enter")
    elif kind == "draft_look":
        press("k")
    elif kind in ("ready", "give_order", "pay"):
        press("Enter")
    else:
        press("g")
        expect(page.primary).not_to_have_attribute("aria-disabled", "true")
        press("Enter")
    page.heard(before)
    assert len(house.choices(table)) > chosen(position)


def test_keys_of_the_raid(anna: Visitor, house: House) -> None:
    """Arrows walk over the tiles, Enter lifts, and R puts back; the focus stays where it was."""
    table = house.set_up(position_of("draft_lift"), people(anna, house))
    page = TumultPage(anna, table).open()
    asked = page.expect_question()
    anna.page.evaluate(NO_MOUSE)
    page.tile(0).focus()
    for key, slot in (("ArrowRight", 1), ("ArrowDown", 8), ("ArrowLeft", 7), ("End", 13), ("ArrowUp", 6), ("Home", 0)):
        anna.page.keyboard.press(key)
        expect(page.tile(slot)).to_be_focused()
    free = next(int(choice[1]) for choice in asked.options if choice[0] == "lift")
    page.tile(free).focus()
    for key, choice in (("Enter", ("lift", free)), ("r", ("return",))):
        before = house.version(table)
        anna.page.keyboard.press(key)
        page.heard(before)
        assert house.choices(table)[-1] == (0, choice)
        expect(page.tile(free)).to_be_focused()


@pytest.mark.full
def test_a_key_stops_the_raid(anna: Visitor, house: House) -> None:
    table = house.set_up(position_of("draft_lift"), people(anna, house))
    page = TumultPage(anna, table).open()
    page.expect_question()
    anna.page.keyboard.press("d")
    anna.wait_until(lambda: house.choices(table)[-1] == (0, ("stop",)))


@pytest.mark.full
def test_tab_leads_through_all_areas_and_focus_is_seen(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(position_of("place"), people(anna, house))).open()
    page.expect_question()
    visited: list[str] = []
    for _ in range(60):
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate("document.activeElement === document.body"):
            break
        assert anna.page.evaluate(RING), anna.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        visited += [area for area in anna.page.evaluate(WALK, AREAS) if not visited or visited[-1] != area]
    assert list(dict.fromkeys(visited)) == list(AREAS)
    assert visited.count("land") == 1, "the landscape is one stop"


# -- with a mouse ----------------------------------------------------------------------------------------------------


@each("verb", ["keep", "return"], ["keep"])
def test_a_tile_is_dragged_to_the_castle_or_back(verb: str, anna: Visitor, house: House) -> None:
    position = position_of("draft_lift")
    table = house.set_up(position, people(anna, house))
    page = TumultPage(anna, table).open()
    asked = page.expect_question()
    slot = next(int(choice[1]) for choice in asked.options if choice[0] == "lift")
    mouse = anna.page.mouse
    page.tile(slot).hover()
    mouse.down()
    target = (page.region("web.tr.castle") if verb == "keep" else page.region("web.tr.players")).bounding_box()
    assert target is not None
    mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    mouse.up()
    anna.wait_until(lambda: len(house.choices(table)) > chosen(position) + 1)
    assert house.choices(table)[chosen(position) :][:2] == [(0, ("lift", slot)), (0, (verb,))]


# -- reasons ---------------------------------------------------------------------------------------------------------


def test_a_field_out_of_reach_says_why(anna: Visitor, house: House) -> None:
    table = house.set_up(position_of("place"), people(anna, house))
    page = TumultPage(anna, table).open()
    asked = page.expect_question()
    board = house.view(table, 0)["board"]
    taken = next(field for field, owner in enumerate(board["owners"]) if owner not in (None, 0))
    row, column = divmod(taken, board["columns"])
    assert ("place", row, column) not in asked.options
    page.field(row, column).click(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_contain_text(page.say("reason.field_taken", seat=board["owners"][taken]))
    note.get_by_role("button", name=page.say("web.log.rule", rule="TR-P4-11")).click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("TR-P4-11")


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("TR-P4-3")
def test_the_fog_says_why_nobody_places_there(lang: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    page = TumultPage(anna, house.set_up(position_of("place"), people(anna, house)), lang=lang).open()
    page.expect_question()
    anna.page.locator(".lt.fog").first.click()
    expect(anna.page.get_by_role("tooltip")).to_have_text(page.say("web.tr.fog.text"))


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("TR-P4-1")
def test_a_field_says_when_it_is_not_my_turn(lang: str, visitors: Visitors, house: House) -> None:
    ben = visitors.come("Ben", lang=lang)
    table = house.set_up(position_of("place"), [house.guest("Anna"), ben.guest, house.guest("Cara")])
    page = TumultPage(ben, table, 1, lang=lang).open()
    page.field(0, 0).click(force=True)
    expect(ben.page.get_by_role("tooltip")).to_have_text(page.say("web.tr.field.wait"))


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("TR-CHR-1")
def test_land_that_is_face_up_cannot_be_turned_up(lang: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    table = house.set_up(position_of("turn_up"), people(anna, house))
    page = TumultPage(anna, table, lang=lang).open()
    page.expect_question()
    board = house.view(table, 0)["board"]
    place = next(place for place, tile in enumerate(board["land"]) if tile)
    row, column = divmod(place, board["columns"] // 3)
    page.field(3 * row, 3 * column).click(force=True)
    said = page.say("reason.lies_open", row=row + 1, column=column + 1)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(said)


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("TR-P4-PAY-4")
def test_a_tile_that_pays_nothing_or_has_to_says_why(lang: str, visitors: Visitors, house: House) -> None:
    """With tiles of 1, 2 and 2 a price of 2 is paid by a 2 alone."""
    anna = visitors.come("Anna", lang=lang)
    table = house.set_up(position_of("place"), people(anna, house))
    page = TumultPage(anna, table, lang=lang).open()
    asked = page.expect_question()
    note = anna.page.get_by_role("tooltip")
    anna.page.locator(".pts .ft").first.click()  # before a field is chosen
    expect(note).to_have_text(page.say("web.tr.goods.first"))
    anna.page.keyboard.press("Escape")
    page.pick(asked, next(choice for choice in asked.options if choice[0] == "place"))
    for tile in anna.page.locator(".ptile[aria-disabled]").all():
        tile.click(force=True)
        needed = tile.get_attribute("aria-pressed") == "true"
        expect(note).to_have_text(page.say("web.tr.pay.needed" if needed else "web.tr.pay.idle"))
        anna.page.keyboard.press("Escape")
    assert anna.page.locator(".ptile[aria-disabled]").count()


REFUSED: Mapping[str, tuple[str, str, str, dict[str, object]]] = {
    "draft_lift": ("web.tr.keep", "TR-P2-9", "reason.hand_empty", {}),
    "draft_look": ("web.tr.stop", "TR-P2-7", "reason.hand_full", {}),
    "give_order": (
        "web.tr.orders.less",
        "TR-DIG-ASYNC-8",
        "reason.order_bounds",
        {"name": "want_bread", "least": 0, "most": 12},
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_button_without_effect_says_why(lang: str, kind: str, visitors: Visitors, house: House) -> None:
    label, rule, reason, facts = REFUSED[kind]
    anna = visitors.come("Anna", lang=lang)
    page = TumultPage(anna, house.set_up(position_of(kind), people(anna, house)), lang=lang).open()
    page.expect_question()
    name = page.say(label, name=page.say("order.want_bread"))
    if kind == "give_order":
        page.set_number("want_bread", 0)
    button = anna.page.get_by_role("button", name=name)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_contain_text(page.words.reason(Reason(rule, reason, facts)))
    expect(note.get_by_role("button", name=page.say("web.log.rule", rule=rule))).to_be_visible()


# -- what is told ----------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_riots_are_told_check_by_check(anna: Visitor, house: House) -> None:
    page = TumultPage(anna, house.set_up(before_a_riot(), people(anna, house, 4))).open()
    page.answer(("keep",))
    expect(page.region("web.tr.scene.riots")).to_be_visible()
    for kind in ("marble", "tools"):
        page.button("web.tr.riot.check", kind=kind).click()
    page.button("web.tr.riot.on").click()
    expect(page.region("web.tr.scene.land")).to_be_visible()


def test_a_coronation_is_told(anna: Visitor, house: House) -> None:
    position = before_a_coronation()
    page = TumultPage(anna, house.set_up(position, people(anna, house, 4))).open()
    page.answer(("pass",))
    view = house.view(page.id, 0)
    expect(page.region("web.tr.scene.crown")).to_contain_text(page.say("web.tr.crown.king", seat=view["chronicle"][-1]))
    page.button("web.tr.crown.on", round=view["round"]).click()
    expect(page.region("web.tr.scene.raid")).to_be_visible()


# -- games -----------------------------------------------------------------------------------------------------------


def in_the_lobby(anna: Visitor) -> LobbyPage:
    """Anna is about to open a table of this game."""
    return LobbyPage(anna).open("tumult")


def choice(lobby: LobbyPage, name: str, value: str) -> Locator:
    words = Words("en", "tumult")
    group = lobby.form.get_by_role("group", name=words.say(f"switch.{name}"), exact=True)
    return group.get_by_role("radio", name=words.say(f"switch.{name}.{value}").capitalize(), exact=True)


def opened(anna: Visitor, **options: str) -> TumultPage:
    """Anna opens a table against bots from the lobby."""
    lobby = in_the_lobby(anna)
    for name, value in options.items():
        choice(lobby, name, value).check(force=True)
    return TumultPage(anna, lobby.open_table()).ready()


@rule("TR-DIG-SIM-11")
def test_a_live_table_is_offered_the_live_raid(anna: Visitor) -> None:
    lobby = in_the_lobby(anna)
    expect(choice(lobby, "raid", "live")).to_be_checked()
    lobby.seats("me", "me", "bot greedy")
    expect(choice(lobby, "raid", "draft")).to_be_checked()
    lobby.seats("me", "bot greedy", "bot greedy")
    expect(choice(lobby, "raid", "live")).to_be_checked()
    lobby.form.get_by_role("radio", name=lobby.say("web.pace.correspondence")).check(force=True)
    expect(choice(lobby, "raid", "draft")).to_be_checked()


@pytest.mark.full
def test_a_whole_game_turn_by_turn(anna: Visitor, house: House) -> None:
    page = opened(anna, raid="draft")
    kinds = play(page)
    assert {"choose_side", "first_statue", "draft_lift", "draft_look", "place"} <= kinds
    best = house.state(page.id).standing()[0]
    page.settle()
    page.skip_what_is_told()  # where the last choice was not Anna's
    expect(page.region("web.end.result")).to_be_visible()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(page.say("web.end.winner", seat=best.seat))
    expect(page.region("web.end.sources")).to_be_visible()
    expect(page.region("web.end.deeds")).to_be_visible()


@pytest.mark.full
def test_two_rounds_by_orders(anna: Visitor, house: House) -> None:
    page = opened(anna, raid="orders")
    assert "give_order" in play(page, until=3)


@pytest.mark.full
def test_two_rounds_of_gamblers(anna: Visitor, house: House) -> None:
    page = opened(anna, raid="draft", variant="gamblers")
    assert house.view(page.id, None)["options"]["variant"] == "gamblers"
    assert "draft_lift" in play(page, until=3)


@pytest.mark.full
def test_a_curtain_falls_between_people_at_one_screen(anna: Visitor, house: House) -> None:
    """What one of them looked at, the next does not see."""
    position = position_of("draft_look")
    table = house.set_up(position, [replace(anna.guest, name=name) for name in ("Anna", "Berta", "Cleo")])
    page = TumultPage(anna, table).open()
    page.button("web.curtain.open", seat=0).click()
    view = house.view(table, 0)
    tile = view["raid"]["faces"][str(view["players"][0]["hand"])]
    expect(anna.page.get_by_role("img", name=page.say("web.tr.hand", tile=tile), exact=True)).to_be_visible()
    page.tray.locator("[data-keep]").click()
    anna.wait_until(lambda: 0 not in house.deciding(table))
    (other,) = house.deciding(table)
    page.button("web.curtain.open", seat=other).click()
    page.seat = other
    page.expect_question()
    assert house.view(table, other)["raid"]["faces"].keys().isdisjoint({str(view["players"][0]["hand"])})
