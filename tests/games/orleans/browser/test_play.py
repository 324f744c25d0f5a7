"""Orléans Stories played at browsers: every question by its controls and by keys, plans made together, games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from kronrat.bots import Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.games.orleans.stories.first_kingdom.rules.events import NarrationRead
from kronrat.words import Words
from tests.browser.house import Guest, House
from tests.browser.keys import NO_MOUSE, RING, WALK
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.pages import as_json
from tests.browser.positions import Position
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.games.orleans.browser.page import (
    FAVOR,
    FOLLOWERS,
    GAME,
    KINDS,
    KINGDOM,
    LONGEST,
    REFUSALS,
    OrleansPage,
    before_an_ascent,
    before_the_crown,
    building_a_village,
    fruitless,
    fruitless_for_two_reasons,
    last_of_round,
    late,
    partly_wanted,
    play,
    position_of,
    settling_for_the_king,
    steady,
    to_ascend,
)
from tests.profile import PROFILE

AREAS = {
    "header": "header",
    "map": "svg[role=group]",
    "board": "ul[role=list]",
    "turn": "section:has([data-primary])",
    "log": "[role=log]",
}
every_kind = each("kind", KINDS, ["turn"])


def people(anna: Visitor, house: House, seats: int = 3) -> list[Guest | str]:
    return [anna.guest, *[house.guest(name) for name in ("Ben", "Cara", "Dora")[: seats - 1]]]


def asked(kind: str, anna: Visitor, house: House) -> tuple[OrleansPage, Position]:
    position = position_of(kind)
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    return page, position


def tried(choices: tuple[Choice, ...]) -> list[Choice]:
    """Not more than a test has time for, spread over all; declining is not a pick."""
    picks = [choice for choice in choices if choice[0] not in (*REFUSALS, "ready") and choice != ("draw",)]
    return picks[:: max(1, -(-len(picks) // PROFILE.answers))]


def chosen(position: Position) -> int:
    """How many choices were made before."""
    return len([line for line in position.lines if line.seat >= 0])


# -- every question --------------------------------------------------------------------------------------------------


@every_kind
def test_every_answer_can_be_given(kind: str, anna: Visitor, house: House) -> None:
    page, position = asked(kind, anna, house)
    picks = tried(position.choices) or [("draw",)]
    if kind not in ("plan", "recall"):
        question = page.expect_question()
        for choice in picks:
            page.pick(question, choice)
    assert page.decline.count() == any(choice[0] in REFUSALS for choice in position.choices)
    page.answer(picks[-1])
    assert (0, picks[-1]) in house.choices(page.id)[chosen(position) :]


@every_kind
def test_every_question_is_answered_by_keys(kind: str, anna: Visitor, house: House) -> None:
    page, position = asked(kind, anna, house)
    anna.page.evaluate(NO_MOUSE)
    press, before = anna.page.keyboard.press, house.version(page.id)
    if kind in ("plan", "recall"):
        press("Enter")
        page.insist(before, lambda: press("Enter"))
    elif kind == "send_away":
        page.chip(page.words.player(int(position.choices[1][1]))).focus()
        press("Space")
        page.space(position.choices[1][2], position.choices[1][3]).focus()
        press("Space")
        press("Enter")
    else:
        press("g")
        expect(page.primary).not_to_have_attribute("aria-disabled", "true")
        press("Enter")
    page.heard(before)
    assert len(house.choices(page.id)) > chosen(position)


def test_whoever_passes_with_a_place_still_ready_is_asked_once(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", settings={"confirms": True})
    page, position = asked("turn", anna, house)
    places = [choice[1] for choice in position.choices if choice[0] == "use"]
    before = house.version(page.id)
    page.decline.click()
    expect(page.tray).to_contain_text(page.say("web.os.pass", places=places))
    assert house.version(page.id) == before
    page.decline.click()
    page.heard(before)
    assert (0, ("pass",)) in house.choices(page.id)[chosen(position) :]


@pytest.mark.full
def test_food_is_given_in_one_go(anna: Visitor, house: House) -> None:
    """As many goods as are asked for, with one press of the button."""
    page, position = asked("feed", anna, house)
    goods = house.view(page.id, 0)["players"][0]["goods"]
    question = page.expect_question()
    left = vars(question.decision)["left"]
    wanted = [choice for choice in position.choices for _ in range(goods[choice[1]])][:left]
    for choice in wanted:
        page.chip_of(choice).click()
    before = house.version(page.id)
    page.primary.click()
    page.heard(before + len(wanted) - 1)
    now = house.asked(page.id, 0)
    assert now is None or now.kind != "feed"


@pytest.mark.full
@pytest.mark.parametrize("kind", ["gather", "deliver"])
def test_goods_are_taken_and_delivered_in_one_go(kind: str, anna: Visitor, house: House) -> None:
    page, position = asked(kind, anna, house)
    left = vars(page.expect_question().decision)["left"]
    wanted = [choice for choice in position.choices if choice[0] == kind][:left]
    for choice in wanted:
        page.chip_of(choice).click()
    before = house.version(page.id)
    page.primary.click()
    page.heard(before + len(wanted) - 1)
    assert [choice for seat, choice in house.choices(page.id) if seat == 0][-len(wanted) :] == wanted


# -- planning --------------------------------------------------------------------------------------------------------


def first_plan(anna: Visitor, house: House) -> OrleansPage:
    return asked("plan", anna, house)[0]


def plan_of(house: House, table: str, seat: int) -> list[Choice]:
    """What this seat has placed in the first round."""
    return [choice for who, choice in house.choices(table) if who == seat and choice[0] == "place"]


def test_a_piece_is_moved_back_from_the_middle_of_a_plan(anna: Visitor, house: House) -> None:
    page = first_plan(anna, house)
    placed: list[Choice] = [
        ("place", "farmer", "territory", 0),
        ("place", "craftsman", "mill", 1),
        ("place", "merchant", "market", 1),
    ]
    for choice in placed:
        page.answer(choice)
    page.space("mill", 1).click()
    anna.wait_until(lambda: plan_of(house, page.id, 0) == [placed[0], placed[2]])
    page.settle()
    expect(page.space("mill", 1)).to_have_accessible_name(begins_free(page, "mill", "craftsman"))
    expect(page.log.get_by_text(page.say("web.log.undone", seat=0))).to_have_count(0)


def begins_free(page: OrleansPage, place: str, shows: str) -> str:
    return ", ".join([page.say(f"place.{place}"), page.say("web.os.space.empty", shows=page.say(f"token.{shows}"))])


def test_pieces_are_dragged(anna: Visitor, house: House) -> None:
    page = first_plan(anna, house)
    before = house.version(page.id)
    page.follower("farmer").drag_to(page.space("territory", 0))
    page.heard(before)
    page.space("territory", 0).drag_to(page.space("cottage", 0))
    anna.wait_until(lambda: plan_of(house, page.id, 0) == [("place", "farmer", "cottage", 0)])


@pytest.mark.full
def test_a_ready_place_says_what_it_will_do(anna: Visitor, house: House) -> None:
    """And the map shows what can be reached."""
    page = first_plan(anna, house)
    for choice in (
        ("place", "farmer", "territory", 0),
        ("place", "farmer", "territory", 1),
        ("place", "fisher", "territory", 2),
    ):
        page.answer(choice)
    expect(page.tray).to_contain_text(page.say("web.os.check.act", n=1))
    expect(page.tray).to_contain_text(page.say("place.territory"))
    view = house.view(page.id, 0)
    reach = GAME.hints(view, "places")["places"]["territory"]["expand"]
    assert reach
    for area in view["areas"]:
        name = page.area(area).get_attribute("aria-label") or ""
        assert (page.say("web.os.area.expand") in name) == (area in reach)


def idle_plan(anna: Visitor, house: House) -> OrleansPage:
    position = fruitless()
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    return page


def test_enter_leads_first_to_what_does_nothing(anna: Visitor, house: House) -> None:
    """And then says that the plan is done; a press of the button says so at once."""
    page = idle_plan(anna, house)
    line = page.tray.locator("[data-idle]")
    expect(line).to_contain_text(page.say("place.gate"))
    before = house.version(page.id)
    anna.page.keyboard.press("Enter")
    expect(line).to_be_focused()
    assert house.version(page.id) == before
    anna.page.keyboard.press("Enter")
    page.heard(before)


def test_every_place_that_does_nothing_says_its_own_reason(anna: Visitor, house: House) -> None:
    position = fruitless_for_two_reasons()
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    line = page.tray.locator("[data-idle]")
    for place, reason in (
        ("hayrick", page.say("web.os.idle.take", good="grain")),
        ("gate", page.say("web.os.idle.send")),
    ):
        dead = page.say("web.os.check.dead", places=[place])
        expect(line).to_contain_text(f"{dead} {reason[0].upper()}{reason[1:]}")


def test_a_token_that_no_field_takes_is_told_while_it_can_be_taken_back(anna: Visitor, house: House) -> None:
    position = partly_wanted()
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    unwanted = house.view(page.id, 0)["players"][0]["unwanted"]["gate"]
    told = page.say("web.os.check.unwanted", place="gate", tokens=unwanted)
    expect(page.tray.locator("[data-idle]")).to_contain_text(told)
    expect(page.tray.locator("[data-idle]")).to_contain_text(page.say("web.os.idle.send"), ignore_case=True)


def test_goods_that_no_free_space_takes_say_so(anna: Visitor, house: House) -> None:
    """While planning, when else goods are placed: the phase is not what is wrong."""
    page = first_plan(anna, house)
    for space, good in enumerate(("fish", "grain")):
        page.answer(("place", good, "gate", space))
    anna.page.locator(".mine .it").first.click()
    expect(anna.page.get_by_role("tooltip")).to_contain_text(page.say("web.os.unasked.unplaced"))


def test_coins_for_which_no_field_asks_say_so_while_the_gate_is_free(anna: Visitor, house: House) -> None:
    """The tasks of two ask for more than everybody begins with."""
    position = steady("plan")
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    page.expect_question()
    anna.page.locator(".mine .it").first.click()
    expect(anna.page.get_by_role("tooltip")).to_contain_text(page.say("web.os.unasked.unpaid"))


def test_an_ascent_hangs_on_its_target(anna: Visitor, house: House) -> None:
    """And what it costs comes first; what the title says is not said again."""
    position = to_ascend()
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats))).open()
    question = page.expect_question()
    ascent = next(choice for choice in position.choices if choice[0] == "ascend")
    chip = page.chip_of(ascent)
    expect(chip).to_contain_text(page.say("web.os.send.ascent"))
    expect(chip.locator("..").locator(".chip").first).to_have_attribute(
        "data-chip", " ".join(map(str, ("send", *ascent[1:])))
    )
    chip.click()
    expect(page.tray.locator(".prompt .x")).not_to_contain_text(page.words.ask(question.decision))
    sent = page.say("event.token_sent", seat=0, token=ascent[1], target=ascent[2])
    expect(page.tray.locator(".prompt .x")).not_to_contain_text(sent)


def test_an_empty_plan_is_asked_about(anna: Visitor, house: House) -> None:
    """Once; and again when something was placed since."""
    page = first_plan(anna, house)
    before = house.version(page.id)
    expect(page.doubted).to_have_count(0)
    expect(page.tray).to_contain_text(page.say("web.os.plan.how"))
    expect(page.primary).not_to_have_class(re.compile(r"\bpri\b"))  # it does not shine before anything is planned
    page.primary.click()
    expect(page.doubted).to_have_text(re.compile(page.say("web.os.primary.sure")))
    assert house.version(page.id) == before
    page.answer(next(choice for choice in page.expect_question().options if choice[0] == "place"))
    expect(page.doubted).to_have_count(0)
    page.answer(("ready",))
    assert ("ready",) in [choice for _, choice in house.choices(page.id)]


def test_what_does_nothing_goes_back_to_the_green(anna: Visitor, house: House) -> None:
    page = idle_plan(anna, house)
    placed = len(house.view(page.id, 0)["players"][0]["planned"])
    page.tray.locator("[data-idle] button").click()
    anna.wait_until(lambda: len(house.view(page.id, 0)["players"][0]["planned"]) < placed)


def test_a_follower_is_set_by_keys(anna: Visitor, house: House) -> None:
    """A digit takes in hand, G walks over the spaces that take it, Space sets it down."""
    page = first_plan(anna, house)
    anna.page.evaluate(NO_MOUSE)
    before = house.version(page.id)
    for key in ("1", "g", "Space"):
        anna.page.keyboard.press(key)
    page.heard(before)
    assert [choice[0] for choice in plan_of(house, page.id, 0)] == ["place"]


def test_the_bag_tells_the_odds_of_the_next_draw(anna: Visitor, house: House) -> None:
    position = late(tuple(FAVOR.items()), 3, 2)
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    page.expect_question()
    anna.page.keyboard.press("i")
    mine = house.view(page.id, 0)["players"][0]
    odds = GAME.hints(house.view(page.id, 0), "odds")["draw"]["odds"]
    rows = anna.page.get_by_role("dialog").get_by_role("row")
    assert mine["bag"]
    expect(rows).to_have_count(1 + len(mine["bag"]))
    for kind, number in mine["bag"].items():
        cells = rows.filter(
            has=anna.page.get_by_role("rowheader", name=page.say(f"token.{kind}"), exact=True)
        ).get_by_role("cell")
        assert cells.nth(0).inner_text() == str(number)
        if odds[kind]:
            assert cells.nth(1).inner_text().removesuffix("%") == f"{odds[kind][0] / 10:g}"


# -- together --------------------------------------------------------------------------------------------------------


def opened(anna: Visitor, story: str, *seats: str, **selected: str) -> str:
    """Anna opens a table from the lobby, with these further options; its id."""
    words = Words("en", "orleans")
    lobby = LobbyPage(anna).open(GAME.id)
    group = lobby.form.get_by_role("group", name=words.say("switch.story"), exact=True)
    group.get_by_role("radio", name=words.say(f"switch.story.{story}"), exact=True).press("Space")
    for name, value in selected.items():
        lobby.form.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        lobby.form.get_by_label(words.say(f"switch.{name}")).select_option(value)
    lobby.seats(*seats)
    return lobby.open_table()


@pytest.mark.full
def test_two_browsers_plan_at_the_same_time_and_resolve_a_round(anna: Visitor, ben: Visitor, house: House) -> None:
    table = opened(anna, "first-kingdom", "me", "open")
    RoomPage(ben, table).open().sit_down(1)
    pages = [OrleansPage(anna, table, 0).ready(), OrleansPage(ben, table, 1).ready()]
    play(pages, until=1)  # both have a village
    first: list[Choice] = [
        ("place", "fisher", "ropery", 0),
        ("place", "farmer", "cottage", 0),
        ("place", "merchant", "cottage", 1),
    ]
    for choice in first:  # turn and turn about, so that each plans while the other does
        for page in pages:
            page.answer(choice)
    for page in pages:
        assert plan_of(house, table, page.seat or 0) == first
        other = house.view(table, page.seat)["players"][1 - (page.seat or 0)]
        assert other["sealed"]
        assert "cottage" not in "".join(
            text for text in page.visitor.told() if f'"seat":{1 - (page.seat or 0)}' in text and "token_placed" in text
        )
        expect(page.region("web.os.players")).to_contain_text(page.say("web.os.plans"))
    pages[0].answer(("ready",))
    pages[1].settle()
    expect(pages[1].region("web.os.players")).to_contain_text(pages[1].say("web.os.ready"))
    expect(pages[0].tray).to_contain_text(pages[0].say("web.os.plan.sealed"))
    pages[1].answer(("ready",))
    play(pages, until=2)
    for page in pages:
        page.settle()
        expect(page.log).to_contain_text(page.say("event.round_began", round=2))


@pytest.mark.full
def test_by_choice_two_browsers_plan_one_after_the_other(anna: Visitor, ben: Visitor, house: House) -> None:
    table = opened(anna, "first-kingdom", "me", "open", planning="in-turn", start="0")
    RoomPage(ben, table).open().sit_down(1)
    pages = [OrleansPage(anna, table, 0).ready(), OrleansPage(ben, table, 1).ready()]
    play(pages, until=1)
    assert house.deciding(table) == [0]
    pages[0].answer(("place", "fisher", "ropery", 0))
    assert house.view(table, 1)["players"][0]["places"]["ropery"] == ["fisher"]
    expect(pages[1].tray).not_to_contain_text(pages[1].say("web.os.plan.sealed"))
    expect(pages[1].region("web.os.players")).not_to_contain_text(pages[1].say("web.os.ready"))
    pages[0].answer(("ready",))
    pages[1].settle()
    assert house.deciding(table) == [1]
    pages[1].answer(("ready",))
    play(pages, until=2)


@pytest.mark.full
def test_a_plan_that_is_ready_can_be_reopened(anna: Visitor, house: House) -> None:
    """As long as somebody still plans."""
    page = first_plan(anna, house)
    page.answer(("place", "fisher", "ropery", 0))
    page.answer(("ready",))
    page.button("web.turn.undo").click()
    anna.wait_until(lambda: 0 in house.deciding(page.id))
    page.expect_question()
    assert plan_of(house, page.id, 0) == [("place", "fisher", "ropery", 0)]


# -- without a mouse -------------------------------------------------------------------------------------------------


class Keys:
    """Somebody who has only keys."""

    def __init__(self, page: OrleansPage) -> None:
        self.page = page
        page.page.evaluate(NO_MOUSE)
        self.press = page.page.keyboard.press

    def answer(self, choice: Choice) -> None:
        page, before = self.page, self.page.house.version(self.page.id)
        page.settle()
        if self.choose(choice):
            page.insist(before, lambda: self.press("Enter"))
        page.heard(before)

    def choose(self, choice: Choice) -> bool:
        """Press the keys of a choice; whether the page may ask once more."""
        page = self.page
        while page.slip.count():
            self.press("Escape")
        if choice[0] == "pass" or choice[0] in REFUSALS:
            self.press("p")
        elif choice[0] == "place":
            self._hold(str(choice[1]))
            self._walk(page.space(choice[2], choice[3]))
            self.press("Space")
        elif choice[0] == "take":
            self._walk(page.space(choice[1], choice[2]))
            self.press("Space")
        else:
            asked = page.asked()
            if choice not in (("ready",), ("draw",)) or (asked and asked.kind == "draw_another"):
                self._pick(choice)
            self.press("Enter")
            return True
        return False

    def _hold(self, token: str) -> None:
        target = (
            self.page.follower(token)
            if token in FOLLOWERS
            else self.page.page.locator(f'[data-held="{token.partition("_")[0]}"]:visible')
        )
        if token in FOLLOWERS:
            self.press(str(1 + int(target.get_attribute("data-follower") or 0)))
            return
        target.focus()
        self.press("Space")
        while "_" in token and target.inner_text() != token.partition("_")[2]:
            self.press("Space")

    def _walk(self, to: Locator) -> None:
        """With G from target to target, until this one has the focus."""
        for _ in range(80):
            if to.evaluate("one => one === document.activeElement"):
                return
            self.press("g")
        raise AssertionError("G never comes there")

    def _pick(self, choice: Choice) -> None:
        for _ in range(80):
            self.press("g")
            if self.page.picked() == as_json(choice):
                return
        raise AssertionError(f"{choice} cannot be picked by keys")


@pytest.mark.full
def test_a_whole_year_of_the_kings_favor_by_keys(anna: Visitor, house: House) -> None:
    table = opened(anna, "kings-favor", "me", "bot greedy")
    page = OrleansPage(anna, table).ready()
    keys, adviser, dice = Keys(page), make_bot("greedy"), Dice(seed_of_text("advice"))
    for _ in range(LONGEST):
        state = house.state(table)
        if state.over or GAME.caption(state)["epoch"] > 1:
            break
        if 0 not in state.deciding():
            anna.page.wait_for_timeout(20)
            continue
        keys.answer(adviser.decide(Turn(state, 0, dice)))
    assert GAME.caption(house.state(table))["epoch"] == 2


@pytest.mark.full
def test_tab_leads_through_all_areas_and_focus_is_seen(anna: Visitor, house: House) -> None:
    page, _ = asked("turn", anna, house)
    visited: list[str] = []
    for _ in range(90):
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate("document.activeElement === document.body"):
            break
        assert anna.page.evaluate(RING), anna.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        visited += [area for area in anna.page.evaluate(WALK, AREAS) if not visited or visited[-1] != area]
    assert list(dict.fromkeys(visited)) == list(AREAS)
    assert visited.count("map") == visited.count("board") == 1, "map and board are one stop each"
    assert page.seat == 0


@pytest.mark.full
def test_arrows_walk_over_the_map(anna: Visitor, house: House) -> None:
    page, _ = asked("expand", anna, house)
    page.area("b1").focus()
    for key, area in (("ArrowRight", "b2"), ("ArrowDown", "c2"), ("ArrowLeft", "c1"), ("ArrowUp", "b1")):
        anna.page.keyboard.press(key)
        expect(page.area(area)).to_be_focused()


# -- what follows ----------------------------------------------------------------------------------------------------


def test_a_village_says_which_land_it_takes_the_place_of(anna: Visitor, house: House) -> None:
    position = building_a_village()
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    choice = position.choices[0]
    land = house.view(page.id, 0)["areas"][str(choice[2])]["land"]
    page.pick(page.expect_question(), choice)
    expect(page.tray).to_contain_text(page.say("web.os.build.lost", land=land))


def test_what_is_being_done_is_not_missing_in_the_plan(anna: Visitor, house: House) -> None:
    """The Territory is empty already, and its settler is not on the map yet."""
    position = settling_for_the_king()
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    page.expect_question()
    task = anna.page.locator("[data-task$='_areas']")
    expect(task).to_be_visible()
    expect(task.get_by_text(page.say("web.os.unplanned"))).to_have_count(0)


# -- reasons ---------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_an_area_out_of_reach_says_why(anna: Visitor, house: House) -> None:
    page, position = asked("expand", anna, house)
    mine = house.view(page.id, 0)["players"][0]["areas"][0]
    assert ("settle", mine) not in position.choices
    page.area(mine).click(force=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(page.say("reason.already_there", area=mine))


def test_an_area_says_what_it_is_when_none_is_asked_for(anna: Visitor, house: House) -> None:
    page = first_plan(anna, house)
    mine = house.view(page.id, 0)["players"][0]["areas"][0]
    page.area(mine).click()
    note = anna.page.get_by_role("tooltip")
    expect(note).to_contain_text("Anna")
    expect(note).to_contain_text(page.say("web.os.unasked.area"))
    expect(note).to_contain_text(page.say("web.log.rule", rule="OS-EXP-1"))


# Where on a card there is nothing but the card.
BARE = """card => {
  const box = card.getBoundingClientRect();
  for (let y = box.top + 4; y < box.bottom; y += 4)
    for (let x = box.right - 6; x > box.left; x -= 6)
      if (document.elementFromPoint(x, y)?.matches(".pl, .sls, .pl header")) return [x, y];
}"""


def test_whoever_could_win_is_warned_of_what_it_costs_until_it_is_done(anna: Visitor, house: House) -> None:
    """The wealth that a delivery takes away would be missing at the end of the round."""
    position = before_the_crown()
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    question = page.expect_question()
    n = house.view(page.id, 0)["players"][0]["story"]["wealth"]
    warning = page.say("web.os.crown", n=n, most=30)
    expect(page.tray.locator(".prompt")).to_contain_text(warning)
    page.pick(question, position.choices[0])
    expect(page.tray.locator(".prompt")).to_contain_text(warning)


@each("kind", ["deliver", "draw_another", "lose_follower"], ["draw_another"])
def test_a_question_says_where_it_comes_from(kind: str, anna: Visitor, house: House) -> None:
    """No place is used at the end of a round; an answer that is chosen from the start stands above its question."""
    page, position = asked(kind, anna, house)
    ask = {"deliver": "web.os.asked_by.deliver", "lose_follower": "web.os.hint.lose_follower"}.get(kind)
    expect(page.tray.locator(".prompt")).to_contain_text(page.say(ask or f"ask.{kind}"))
    assert position.kind == kind


def test_any_part_of_a_card_answers_and_nobody_is_pushed_off(anna: Visitor, house: House) -> None:
    page = first_plan(anna, house)
    note = anna.page.get_by_role("tooltip")
    spot = anna.page.locator("[data-at=mill]").evaluate(BARE)
    anna.page.mouse.click(*spot)
    expect(note).to_contain_text(page.say("web.os.unasked.place"))
    anna.page.get_by_role("log").first.dispatch_event("scroll")  # as a log does that has grown
    expect(note).to_have_count(1)
    anna.page.mouse.move(1, 1)
    expect(note).to_have_count(0)
    page.answer(("place", "farmer", "territory", 0))
    before = house.version(page.id)
    page.hold("farmer")
    page.space("territory", 0).click(force=True)
    expect(note).to_contain_text(page.say("reason.space_taken", place="territory"))
    assert house.version(page.id) == before


def test_a_press_on_any_of_like_spaces_fills_the_first(anna: Visitor, house: House) -> None:
    """With somebody in hand or not; a space of another kind says whom it is for."""
    page = first_plan(anna, house)
    for n, held in enumerate(("farmer", None)):
        before = house.version(page.id)
        if held:
            page.hold(held)
        page.space("territory", 1).click()
        page.heard(before)
        assert plan_of(house, page.id, 0)[n:] == [("place", "farmer", "territory", n)]
    page.hold("merchant")
    page.space("territory", 2).click(force=True)
    shows = page.say("reason.space_for", token="merchant", place="territory", takes=["fisher", "knight"], several=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(shows, ignore_case=True)


def test_a_note_does_not_swallow_a_press_on_what_lies_under_it(anna: Visitor, house: House) -> None:
    page, position = asked("expand", anna, house)
    mine = house.view(page.id, 0)["players"][0]["areas"][0]
    page.area(mine).click(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_be_visible()
    area = page.area(str(position.choices[0][1]))
    box = area.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    note.evaluate("(note, [x, y]) => Object.assign(note.style, { left: `${x - 40}px`, top: `${y - 10}px` })", [x, y])
    anna.page.mouse.click(x, y)
    expect(area).to_have_attribute("aria-pressed", "true")
    expect(note).to_have_count(0)


def test_a_card_names_all_its_free_spaces_to_a_token_that_fits_none(anna: Visitor, house: House) -> None:
    """Whoever presses the card does not mean its first space."""
    page = first_plan(anna, house)
    page.hold("farmer")
    anna.page.locator('[data-at="builders_yard"] header .use').click()
    spaces = page.words.say("join.and").join([page.say("token.craftsman"), page.say("token.merchant")])
    said = page.say("web.os.place.takes", token="farmer", list=spaces)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(said, ignore_case=True)


def test_an_empty_space_says_what_it_takes_when_there_is_nothing_of_the_kind(anna: Visitor, house: House) -> None:
    page = first_plan(anna, house)
    for space in (0, 1):
        page.answer(("place", "farmer", "territory", space))
    page.space("estate", 0).click(force=True)
    said = page.say("web.os.space.nobody", shows=page.say("token.farmer"))
    expect(anna.page.get_by_role("tooltip")).to_contain_text(said)


def test_a_space_says_why_the_drawn_follower_cannot_go_there(anna: Visitor, house: House) -> None:
    page, position = asked("set_down", anna, house)
    offered = [f"{choice[1]} {choice[2]}" for choice in position.choices if choice[0] == "put"]
    spaces = anna.page.locator(".tableau [data-space]")
    refused = [space for space in spaces.all() if space.get_attribute("data-space") not in offered]
    assert refused
    refused[0].click(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_contain_text("OS-DEED-ALCHEMY-3")
    expect(note).not_to_contain_text(page.say("web.os.unasked.now", ask=""))


def test_a_space_from_which_nobody_is_sent_home_says_so(anna: Visitor, house: House) -> None:
    page, position = asked("send_away", anna, house)
    other = int(position.choices[1][1])
    page.chip(page.words.player(other)).click()
    offered = [f"{choice[2]} {choice[3]}" for choice in position.choices if choice[:2] == ("remove", other)]
    spaces = anna.page.locator(".tableau.other [data-space]")
    expect(spaces.first).to_be_visible()
    empty = next(space for space in spaces.all() if space.get_attribute("data-space") not in offered)
    empty.click(force=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text("OS-DEED-KNIGHTS-4")


def test_the_market_recruits_and_says_who_cannot_be_recruited(anna: Visitor, house: House) -> None:
    page, position = asked("recruit", anna, house)
    kinds = [str(choice[1]) for choice in position.choices]
    anna.page.get_by_role("tab", name=page.say("web.os.tab.market"), exact=True).click()
    board = anna.page.get_by_role("list", name=page.say("term.market"), exact=True).get_by_role("listitem")
    other = next(kind for kind in FOLLOWERS if kind not in kinds)
    board.nth(FOLLOWERS.index(other)).click()
    expect(anna.page.get_by_role("tooltip")).to_contain_text(
        page.say("reason.not_recruited_here", follower=other, kinds=kinds), ignore_case=True
    )
    board.nth(FOLLOWERS.index(kinds[0])).click()
    expect(page.chip_of(position.choices[0])).to_have_attribute("aria-pressed", "true")


# What is not asked for while a start village is chosen, and what is said about it.
UNASKED = {
    ".folk .tk": "follower",
    ".pl .sl": "space",
    ".pl header .use": "place",
    "[data-deed]": "deed",
    "[data-task]": "task",
    ".mine .it": "goods",
}


def test_what_is_not_asked_for_says_what_it_is_for_and_what_is_asked(anna: Visitor, house: House) -> None:
    page, position = asked("start_village", anna, house)
    question = house.asked(page.id, position.seat)
    assert question is not None
    ask = page.words.ask(question.decision)
    for piece, kind in UNASKED.items():
        anna.page.mouse.move(1, 1)  # away from the note before
        expect(anna.page.get_by_role("tooltip")).to_have_count(0)
        anna.page.locator(piece).first.click()
        note = anna.page.get_by_role("tooltip")
        expect(note).to_contain_text(f"{page.say(f'web.os.unasked.{kind}')} {page.say('web.os.unasked.now', ask=ask)}")
        expect(note.get_by_role("button")).to_contain_text("OS-")  # its rule


def test_a_narration_lies_on_the_map_until_the_next_plan_is_handed_in(visitors: Visitors, house: House) -> None:
    """Not longer, even if nobody puts it away: it covers areas."""
    position, who, choice = before_an_ascent(NarrationRead)
    anna = visitors.come("Anna", settings={"speed": "instant"})
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    house.play(page.id, who, choice)
    expect(page.slip).to_have_count(1)
    for phase in ("plan", "act"):
        for _ in range(LONGEST):
            if house.view(page.id, None)["phase"] == phase:
                break
            idle_on(house, page.id)
        expect(page.slip).to_have_count(1 if phase == "plan" else 0)


def idle_on(house: House, table: str) -> None:
    """Somebody does as little as possible."""
    seat = house.view(table, None)["deciding"][0]
    asked = house.asked(table, seat)
    assert asked is not None
    nothing = [choice for choice in asked.options if choice[0] in ("pass", "draw", "ready", *REFUSALS)]
    house.play(table, seat, next(iter(nothing), asked.options[0]))


def test_the_log_says_where_a_round_bonus_comes_from(visitors: Visitors, house: House) -> None:
    """Nobody has done anything for it, so the line begins with it."""
    position, who, choice = last_of_round(tuple(KINGDOM.items()), 3, 1)
    anna = visitors.come("Anna", settings={"speed": "instant"})
    page = OrleansPage(anna, house.set_up(position, people(anna, house))).open()
    house.play(page.id, who, choice)
    coin = page.say("event.coins_gained", seat=0, coins=1)
    expect(anna.page.get_by_role("log").first).to_contain_text(f"{page.say('term.bonus')}: {coin}")


# -- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("story", ["first-kingdom", "kings-favor"])
def test_a_whole_game(story: str, anna: Visitor, house: House) -> None:
    page = OrleansPage(anna, opened(anna, story, "me", "bot greedy", "bot greedy")).ready()
    kinds = play([page])
    assert {"plan", "turn", "recruit", "send", "expand"} <= kinds
    page.settle()
    if story == "kings-favor":
        page.gate.click()
    expect(page.region("web.end.result")).to_be_visible()
    expect(page.region("web.end.sources")).to_be_visible()
    expect(page.region("web.end.deeds")).to_be_visible()


def test_a_phone_shows_the_cards_when_one_is_to_be_taken(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page, position = asked("take_card", anna, house)
    card = str(position.choices[0][1])
    anna.page.locator(f'[data-card="{card}"]').click()
    page.primary.click()
    anna.wait_until(lambda: position.choices[0] in [choice for _, choice in house.choices(page.id)])
    page.settle()
    expect(page.button("web.os.pane.turn")).to_have_attribute("aria-pressed", "true")


@pytest.mark.full
def test_two_rounds_on_a_phone(visitors: Visitors, house: House) -> None:
    """Map and board are two stages; what is asked brings the right one out."""
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = OrleansPage(anna, opened(anna, "kings-favor", "me", "bot greedy")).ready()
    play([page], until=3)
    for stage, region in (("map", "web.os.map_and_fame"), ("board", "web.os.places")):
        page.button(f"web.os.stage.{stage}").or_(anna.page.locator(f"[data-stage={stage}]")).first.click()
        expect(
            page.region(region) if stage == "map" else anna.page.get_by_role("list", name=page.say(region), exact=True)
        ).to_be_visible()
