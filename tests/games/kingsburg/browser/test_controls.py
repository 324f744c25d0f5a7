"""Every answer to every question can be given with the controls of the page, and nothing else is offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.core.match import Match
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.positions import Position, Wanted, asked
from tests.browser.visitor import Visitors
from tests.games.kingsburg.browser.page import REFUSALS, KingsburgPage
from tests.games.kingsburg.browser.positions import FIRST, GAME, MODULES, SECOND, find, position_of
from tests.marks import rule
from tests.profile import PROFILE

PLACES: dict[str, tuple[Wanted, dict[str, str]]] = {
    "influence": (asked("influence", least=8), dict(SECOND)),
    "influence with bonus dice and token": (asked("influence", "bonus", "plus2", least=8), dict(SECOND)),
    "influence with market": (asked("influence", "market", least=6), dict(FIRST)),
    "influence with envoy": (asked("influence", "envoy", least=6), dict(SECOND)),
    "influence of one's own advisors": (asked("influence", "private"), dict(MODULES)),
    "build": (asked("build", least=4), dict(SECOND)),
    "build a second time": (asked("build", "envoy"), dict(SECOND)),
    "build with a discount": (asked("build", "architect"), dict(MODULES)),
    "build without a discount": (asked("build", "without"), dict(SECOND)),
    "take a standing answer back": (asked("build", "ask"), dict(MODULES)),
    "recruit": (asked("recruit", "gold", "wood", "stone", least=5), dict(SECOND)),
    "recruit with tokens": (asked("recruit", "plus2", least=3), dict(MODULES)),
    "take one good": (asked("take_goods", least=3), dict(SECOND)),
    "take two goods": (lambda kind, options, _: kind == "take_goods" and len(options[0]) == 3, dict(SECOND)),
    "buy goods": (asked("buy_goods"), dict(SECOND)),
    "trade": (asked("trade", least=3), dict(SECOND)),
    "lose goods": (asked("lose_goods", least=3), dict(SECOND)),
    "spare a building": (asked("spare_building"), dict(MODULES)),
    "bonus dice": (asked("roll_bonus_dice"), dict(SECOND)),
    "keep a governor": (asked("keep_governor", least=3), dict(MODULES)),
    "choose a token": (asked("choose_token", least=5), dict(MODULES)),
    "which comes first": (asked("act_first"), dict(MODULES)),
    "a gain that could hurt": (asked("accept_gain"), dict(MODULES)),
    "use chapel": (asked("use_cards", "chapel"), dict(SECOND)),
    "use statue": (asked("use_cards", "statue", "die"), dict(SECOND)),
    "use town hall": (asked("use_cards", "town_hall", "gold", "plus2"), dict(MODULES)),
    **{
        f"use {card}": (asked("use_cards", card, least=least), dict(MODULES))
        for card, least in (
            ("duke", 2), ("peddler", 5), ("philosopher", 2), ("priest", 2), ("prince", 2), ("sorcerer", 2),
            ("spy", 2), ("trickster", 6), ("sawmill", 2), ("quarry", 2),
        )
    },
}  # fmt: skip


def tried(position: Position) -> list[Choice]:
    """Not more than a test has time for, spread over all."""
    choices = [choice for choice in position.choices if choice[0] not in REFUSALS]
    step = max(1, -(-len(choices) // PROFILE.answers))
    return choices[::step]


OFTEN = ("influence with market",)


@each("place", PLACES, OFTEN)
def test_every_answer_can_be_given(place: str, house: House, visitors: Visitors) -> None:
    wanted, options = PLACES[place]
    position = find(wanted, options=options)
    anna = visitors.come("Anna")
    table = house.set_up(position, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    question = page.expect_question()
    for choice in tried(position):
        page.pick(question, choice)
    if any(choice[0] in REFUSALS for choice in position.choices):
        assert page.decline.count() == 1
    last = tried(position)[-1]
    page.answer(last)
    assert house.choices(table)[-1] == (0, last)


def test_a_pass_with_dice_left_is_asked_about(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", settings={"confirms": True})
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    page = KingsburgPage(anna, house.set_up(position_of("influence"), people)).open()
    before = house.version(page.id)
    page.expect_question()
    page.decline.click()
    expect(page.tray).to_contain_text(page.say("web.kb.pass.left", dice=len(page.mine["dice"])))
    page.button("web.kb.pass.no").click()
    expect(page.button("web.kb.pass.no")).to_have_count(0)
    assert house.version(page.id) == before
    anna.page.keyboard.press("p")
    expect(page.button("web.kb.pass.no")).to_be_visible()
    anna.page.keyboard.press("p")
    page.heard(before)
    assert house.choices(page.id)[-1] == (0, ("pass",))


def spent_one(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
    """One of the two tokens with the number 1 is spent, the other is not."""
    return kind == "choose_token" and GAME.view(match.state, 0)["players"][0]["tokens"].count(1) == 1


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
@rule("KB2-MOD3-3")
def test_a_spent_token_says_why(lang: str, house: House, visitors: Visitors) -> None:
    anna = visitors.come("Anna", lang=lang)
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    page = KingsburgPage(anna, house.set_up(find(spent_one, options=MODULES), people), lang=lang).open()
    page.expect_question()
    page.button("web.kb.token.spent", number=1).click(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_contain_text(page.say("web.kb.token.gone", number=1))
    expect(note.get_by_role("button", name=page.say("web.log.rule", rule="KB2-MOD3-3"))).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_counter_at_zero_says_so(lang: str, house: House, visitors: Visitors) -> None:
    anna = visitors.come("Anna", lang=lang)
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    page = KingsburgPage(anna, house.set_up(position_of("recruit"), people), lang=lang).open()
    page.expect_question()
    good = page.say("good.wood")
    page.button("web.kb.less", good=good).click(force=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(page.say("web.kb.less.none", good=good))


def table_of(visitors: Visitors, house: House, position: Position, lang: str = "en") -> KingsburgPage:
    """Anna's page at this position, with two others at the table."""
    anna = visitors.come("Anna", lang=lang)
    table = house.set_up(position, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table, lang=lang).open()
    page.expect_question()
    return page


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("KB-P7-1")
def test_goods_that_make_no_whole_soldier_say_so(lang: str, house: House, visitors: Visitors) -> None:
    page = table_of(visitors, house, find(asked("recruit", "gold", "wood", "stone", least=5), options=SECOND), lang)
    page.button("web.kb.more", good=page.say("good.wood")).click()
    page.primary.click(force=True)
    said = page.say("web.kb.recruit.uneven", n=1, goods=2)
    expect(page.page.get_by_role("tooltip")).to_have_text(said)
    expect(page.tray).to_contain_text(said)


def lying_alone(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
    """A bonus die whose number is that of an advisor in reach."""
    me = GAME.view(match.state, 0)["players"][0]
    return kind == "influence" and any(choice[:2] == ("influence", face) for face in me["bonus"] for choice in options)


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("KB-P2b-5")
def test_dice_that_fit_nowhere_say_why(lang: str, house: House, visitors: Visitors) -> None:
    page = table_of(visitors, house, find(lying_alone, options=SECOND), lang)
    page.tray.get_by_role("button", name=page.say("web.kb.bonus_die", face=page.mine["bonus"][0])).first.click()
    why = page.say("reason.needs_own_die")
    expect(page.tray).to_contain_text(why)
    page.primary.click(force=True)
    expect(page.page.get_by_role("tooltip")).to_have_text(why)


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("KB-P2b-1", "KB-P2d-1")
def test_what_is_for_later_says_when(lang: str, house: House, visitors: Visitors) -> None:
    page = table_of(visitors, house, position_of("recruit"), lang)
    note = page.page.get_by_role("tooltip")
    building = next(id for row in page.mine["coming"] for id in [row] if id)
    page.cell(building).click()
    expect(note).to_contain_text(page.say("web.kb.cell.when"))
    assert building not in page.mine["buildings"]


def occupied(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
    return kind == "influence" and any(GAME.view(match.state, 0)["court"].values())


def test_an_occupied_advisor_is_not_said_to_be_out_of_reach(house: House, visitors: Visitors) -> None:
    page = table_of(visitors, house, find(occupied, options=SECOND))
    taken = page.page.locator(".seat.occ[aria-disabled]").first
    expect(taken).to_be_visible()
    expect(taken).not_to_contain_text(page.say("web.kb.out_of_reach"))


@pytest.mark.parametrize("lang", ["en", "de"])
@rule("KB-P2a-1")
def test_without_bonus_dice_it_is_still_said_what_is_asked(lang: str, house: House, visitors: Visitors) -> None:
    page = table_of(visitors, house, find(asked("roll_bonus_dice"), options=SECOND), lang)
    question = page.asked()
    assert question is not None
    page.pick(question, ("bonus", 0))
    page.settle()
    expect(page.tray.locator(".conseq")).to_contain_text(page.words.ask(question.decision))
