"""Winter and harvest are told in beats: nothing is seen before its beat, and the next year waits for a press."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BuildingBuilt,
    BuildingDestroyed,
    EnemySeen,
    GoodsGained,
    GovernorsRevealed,
    OrderSet,
    Passed,
    PhaseBegan,
    SoldiersDismissed,
    SoldiersGained,
)
from kronrat.words import Words
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.playhead import Show, press_on
from tests.browser.positions import Position
from tests.browser.visitor import PHONE, SIZES, Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import FIRST, MODULES, SECOND, before_battle, find, near_the_end

# What is seen of a battle after every change, and what the panels say meanwhile.
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
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(shoot).observe(document, everything);
  shoot();
}"""


def gate_of(viewer: Visitor) -> Locator:
    """The button that leads on from the battle; to somebody who watches no other is offered."""
    return viewer.page.locator(".tray [data-primary]")


class Winter(Show):
    """Somebody who watches without pace goes on from each battle at once."""

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
def last_choice(edition: str, seats: int = SEATS) -> tuple[Position, Choice]:
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
        if later.over:
            return False
        kinds = {type(event) for event in happened}
        return len(fought) == seats and SoldiersDismissed in kinds and BuildingDestroyed not in kinds

    seat = seats - 1 if kind == "choose_token" else 0  # all are asked at once, and the last one ends it
    return find(wanted, seats=seats, options=options, seat=seat), answers[0]


@each("edition", ORDERS, ["2e"])
def test_a_battle_in_the_order_of_its_edition(edition: str, house: House, visitors: Visitors) -> None:
    _, _, order = ORDERS[edition]
    position, choice = last_choice(edition)
    show = Winter(house, visitors, position)
    viewer = show.watch("fast")
    before, players = house.version(show.table), house.view(show.table, None)["players"]
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
    assert beats[-1]["side"] != told[0]["side"]
    expect_the_battle_and_no_more(viewer, house.view(show.table, None)["battle"]["lanes"], players)


def expect_the_battle_and_no_more(viewer: Visitor, lanes: list[Any], players: list[Any]) -> None:
    """At the gate everybody has what the battle brought; what comes in the next year is not told yet."""
    shown = {lane["seat"]: viewer.page.locator(f".side [data-panel='{lane['seat']}'] .ov") for lane in lanes}
    for lane in lanes:
        vp = players[lane["seat"]]["vp"] + lane["after"]["vp"]
        expect(shown[lane["seat"]].first).to_have_text(re.compile(rf"^{str(vp).replace('-', '−')} "))
    expect(viewer.page.locator(".side .od .die")).to_have_count(0)
    told = viewer.page.locator(".log .told")
    expect(told.last).to_have_text(Words("en", "kingsburg").event(SoldiersDismissed("KB-P8-15")))


def test_the_last_soldier_is_told_before_the_battle(house: House, visitors: Visitors) -> None:
    """And is in the panels then."""
    position, choice = last_recruit()
    show = Winter(house, visitors, position)
    viewer = show.watch("slow")
    house.play(show.table, position.seat, choice)
    said = Words("en", "kingsburg").say("count.soldiers", n=1)
    expect(viewer.page.locator(".tray .eq")).to_contain_text(said)
    expect(viewer.page.locator(".beats")).to_have_count(0)
    expect(viewer.page.locator(".log .told").last).to_contain_text(said)
    expect(viewer.page.locator(".beats")).to_be_visible()


@cache
def last_recruit() -> tuple[Position, Choice]:
    """The last of all recruits a soldier, and then the battle is fought."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "recruit" or len(match.state.deciding()) > 1:
            return False
        for choice in choices:
            happened = match.fork().play(match.state.deciding()[0], choice)
            recruited = [event for event in happened if isinstance(event, SoldiersGained)]
            if recruited and any(isinstance(event, BattleFought) for event in happened):
                answers[:] = [choice]
                return True
        return False

    return find(wanted, seats=SEATS), answers[0]


@pytest.mark.full
def test_the_next_year_waits_for_a_press(house: House, visitors: Visitors) -> None:
    position, choice = last_choice("2e")
    show = Winter(house, visitors, position)
    viewer = show.watch("slow")
    house.play(show.table, position.seat, choice)
    viewer.page.locator(".beats").wait_for()
    viewer.page.keyboard.press("Escape")
    gate_of(viewer).wait_for()
    shown = str(viewer.page.locator(".board").get_attribute("data-part"))
    battle = house.version(show.table)
    show._note()
    show.play(3)
    last = house.version(show.table)
    assert last > battle, "nobody is held up"
    viewer.page.keyboard.press("Space")
    expect(viewer.page.locator(f".board[data-part='{shown}']")).to_be_visible()
    gate_of(viewer).click()
    skip_to(viewer, last)
    show.expect_one_position_in_every_frame(viewer)


def skip_to(viewer: Visitor, version: int) -> None:
    """Press both keys that skip until this is shown."""
    shown = viewer.page.locator(f".board[data-version='{version}']")
    for _ in range(20):
        if shown.count():
            return
        viewer.page.keyboard.press("Escape")
        viewer.page.keyboard.press("Space")
    expect(shown).to_be_visible()


@pytest.mark.parametrize("size", ["desk", pytest.param("large", marks=pytest.mark.full)])
@pytest.mark.parametrize("lang", ["de", pytest.param("en", marks=pytest.mark.full)])
def test_nothing_moves_when_a_battle_is_over(lang: str, size: str, house: House, visitors: Visitors) -> None:
    """Not even where a player may ask to take something back."""
    position, choice = last_choice("2e", 5)
    anna = visitors.come("Anna", size=SIZES[size], lang=lang, settings={"speed": "slow"})
    others = [house.guest(name) for name in ("Ben", "Cara", "Dora", "Emil")]
    table = house.set_up(position, [anna.guest, *others])
    KingsburgPage(anna, table, lang=lang).open()
    house.play(table, position.seat, choice)
    anna.page.locator(".beats").wait_for()
    lanes = anna.page.locator(".lanes")
    before = lanes.bounding_box()
    anna.page.keyboard.press("Escape")
    gate_of(anna).wait_for()
    expect(anna.page.locator(".tray [data-undo]")).to_be_visible()
    assert lanes.bounding_box() == before


@pytest.mark.full
def test_whose_battle_is_told_is_in_sight_on_a_phone(house: House, visitors: Visitors) -> None:
    position, choice = last_choice("2e", 5)
    show = Winter(house, visitors, position)
    viewer = show.watch("slow")
    viewer.page.set_viewport_size(PHONE)
    house.play(show.table, position.seat, choice)
    viewer.page.locator(".beats").wait_for()
    seen = set()
    while not gate_of(viewer).count():
        lane = viewer.page.locator(".lane.now")
        if lane.count():
            expect(lane).to_be_in_viewport(ratio=0.9)
            seen.add(lane.get_attribute("data-lane"))
        viewer.page.keyboard.press("Space")
    assert len(seen) == position.seats


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
    press_on(anna, page.region("web.kb.scene.battle"))


def test_the_last_battle_leads_to_the_result(house: House, visitors: Visitors) -> None:
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(near_the_end(), [anna.guest, house.guest("Ben")])
    page = KingsburgPage(anna, table).open()
    house.play(table, 0, ("done",))
    house.play(table, 1, ("done",))
    while not house.state(table).over:
        seat = house.deciding(table)[0]
        house.play(table, seat, house.state(table).options(seat)[0])
    way, skip = page.button("web.kb.to_end"), page.button("web.scene.all")
    for _ in range(20):
        expect(way.or_(skip).first).to_be_visible()
        if way.is_visible():
            break
        anna.page.keyboard.press("Escape")
    expect(way).to_have_count(1)  # it is the only way on
    expect(page.region("web.end.result")).to_have_count(0)
    press_on(anna, way)
    expect(page.region("web.end.result")).to_be_visible()


def expect_the_same_side(viewer: Visitor, other: Visitor) -> None:
    """How many watch is told to one after the other."""
    here, there = viewer.page.locator(".side"), other.page.locator(".side")
    viewer.wait_until(lambda: here.inner_text() == there.inner_text(), otherwise=lambda: here.inner_text())


SLOWLY_MS = 240_000  # two seasons and a battle are watched to their end


@pytest.mark.full
@pytest.mark.parametrize("what", ["2e", "army", "help"])
def test_a_year_at_every_pace(what: str, house: House, visitors: Visitors) -> None:
    """However it is looked at, every frame is one position, and all come to the same."""
    begins, choice = last_help() if what == "help" else last_choice(what)
    show = Winter(house, visitors, begins)
    viewers = [show.watch(speed) for speed in ("slow", "normal", "fast")]
    house.play(show.table, begins.seat, choice)
    show._note()
    show.play(8)
    for viewer in viewers:
        show.follow(viewer, SLOWLY_MS)
        show.expect_one_position_in_every_frame(viewer)
        expect_the_same_side(viewer, show.instant)


# -- my turn -----------------------------------------------------------------------------------------------------------


# What is said in the tray after every change, how many dice lie at court, and whether something is asked.
TURNS = """() => {
  window.turns = [];
  const shoot = () => {
    const now = { said: document.querySelector(".tray .eq")?.textContent ?? "",
      dice: document.querySelectorAll(".court .on .die").length,
      asked: Boolean(document.querySelector(".tray .acts .pri")) };
    if (JSON.stringify(now) !== JSON.stringify(turns.at(-1))) turns.push(now);
  };
  new MutationObserver(shoot).observe(document, { subtree: true, childList: true, characterData: true });
  shoot();
}"""


def test_what_others_did_is_said_before_i_am_asked(house: House, visitors: Visitors) -> None:
    """And their dice lie there."""
    anna = visitors.come("Anna", settings={"speed": "fast"})
    position, choice = then_i_place()
    table = house.set_up(position, [house.guest("Ben"), house.guest("Cara"), anna.guest])
    KingsburgPage(anna, table, seat=2).open()
    anna.page.wait_for_selector(".board[data-version]")
    anna.page.evaluate(TURNS)
    house.play(table, position.seat, choice)
    expect(anna.page.locator(".tray .acts .pri")).to_be_visible()
    turns = anna.page.evaluate("turns")
    told = [turn for turn in turns if "Cara influences" in turn["said"]]
    assert told
    assert not any(turn["asked"] for turn in told)
    assert told[-1]["dice"] == turns[-1]["dice"] > turns[0]["dice"]
    assert turns.index(told[-1]) < len(turns) - 1
    assert turns[-1]["asked"]


@cache
def then_i_place() -> tuple[Position, Choice]:
    """The second seat places dice, and then the third is asked."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "influence":
            return False
        later = match.fork()
        later.play(1, choices[0])
        answers[:] = [choices[0]]
        return later.state.deciding() == (2,) and later.game.view(later.state, None)["step"] == "b"

    return find(wanted, seats=SEATS, seat=1), answers[0]


@cache
def the_last_to_place(passes: bool) -> tuple[Position, Choice]:
    """The last one of all passes with dice or places the last ones; then the advisors help."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "influence":
            return False
        seat, choice = match.state.deciding()[0], ("pass",) if passes else choices[0]
        players = match.game.view(match.state, None)["players"]
        free = sum(len(player["dice"]) for player in players)
        answers[:] = [choice]
        happened = match.fork().play(seat, choice)
        placed = sum(isinstance(word, int) for word in choice[2:]) if "bonus" not in choice else -1
        return any(isinstance(event, GoodsGained) for event in happened) and (passes or free == placed)

    return find(wanted, seats=SEATS), answers[0]


@pytest.mark.parametrize("passes", [True, False])
def test_who_would_not_place_is_said_before_the_harvest(passes: bool, house: House, visitors: Visitors) -> None:
    """And that all dice are placed only where they are."""
    position, choice = the_last_to_place(passes)
    show = Show(house, visitors, position)
    viewer = show.watch("slow")
    house.play(show.table, 0, choice)
    said, words = viewer.page.locator(".tray .eq"), Words("en", "kingsburg", names=("Anna", "Ben", "Cara"))
    expect(said).to_contain_text(words.say("web.kb.none_placed" if passes else "web.kb.all_placed"))
    if passes:
        expect(said).to_contain_text(words.event(Passed("", 0)))


# Which dice are set rolling, by whether they lie on the stage.
ROLLING = """() => {
  window.rolling = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    if (this.matches(".die")) rolling.push(Boolean(this.closest(".rows")));
    return animate.apply(this, given);
  };
}"""


def test_dice_roll_once(house: House, visitors: Visitors) -> None:
    """Where all see them, and not once more over what is said beside them."""

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "build":
            return False
        happened = match.fork().play(match.state.deciding()[0], ("pass",))
        return any(isinstance(event, OrderSet) for event in happened)

    anna = visitors.come("Anna", settings={"speed": "fast"})
    anna.page.emulate_media(reduced_motion="no-preference")
    table = house.set_up(find(wanted, seats=SEATS), [house.guest("Ben"), house.guest("Cara"), anna.guest])
    KingsburgPage(anna, table, seat=2).open()
    anna.page.evaluate(ROLLING)
    house.play(table, 0, ("pass",))
    anna.page.wait_for_function(
        "version => document.querySelector('.board').dataset.version >= version", arg=house.version(table)
    )
    anna.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert set(anna.page.evaluate("rolling")) == {True}


# -- the harvest -----------------------------------------------------------------------------------------------------

# Whose lines are told after every change, drawn in time or not, and what the panels say meanwhile.
LINES = """() => {
  window.lines = [];
  const shoot = () => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const told = all(".hr:not(.wait)").map((line) => Number(line.dataset.row));
    const side = all(".side .ov, .side .g, .log .told").map((part) => part.textContent).join(" ");
    const now = { stage: document.querySelector(".hall").classList.item(2), told, side };
    if (JSON.stringify(now) !== JSON.stringify(lines.at(-1))) lines.push(now);
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(shoot).observe(document, everything);
  shoot();
}"""


@cache
def last_help() -> tuple[Position, Choice]:
    """With this placement all have placed, and the advisors give to everybody without a question."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "influence":
            return False
        later = match.fork()
        happened = later.play(match.state.deciding()[0], choices[0])
        answers[:] = [choices[0]]
        gainers = {event.seat for event in happened if isinstance(event, GoodsGained)}
        return bool(len(gainers) > 1 and later.game.view(later.state, None)["step"] == "d")

    return find(wanted, seats=SEATS), answers[0]


def test_a_harvest_is_told_line_by_line(house: House, visitors: Visitors) -> None:
    position, choice = last_help()
    show = Show(house, visitors, position)
    viewer = show.watch("fast")
    viewer.page.evaluate(LINES)
    order = house.view(show.table, None)["order"]
    house.play(show.table, position.seat, choice)
    show._note()
    viewer.page.wait_for_selector(f".board[data-version='{house.version(show.table)}']")
    told = [line for line in viewer.page.evaluate("lines") if line["stage"] == "harvest"]
    assert [line["told"] for line in told] == [order[: n + 1] for n in range(SEATS)], "in turn order"
    assert len({line["side"] for line in told}) == 1, "the panels wait"
    show.expect_one_position_in_every_frame(viewer)


# What everybody has after every change, and what is on the stage meanwhile.
STOCKS = """() => {
  window.stocks = [];
  const shoot = () => {
    const goods = [...document.querySelectorAll(".side .ov, .side .g")].map((part) => part.textContent).join(" ");
    const dice = document.querySelectorAll(".court .on .die").length;
    const now = { stage: document.querySelector(".hall").classList.item(2), goods, dice };
    if (JSON.stringify(now) !== JSON.stringify(stocks.at(-1))) stocks.push(now);
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(shoot).observe(document, everything);
  shoot();
}"""


@cache
def help_with_a_choice() -> tuple[Position, Choice]:
    """With this placement the advisors begin to help: they give something, and then somebody else chooses a good."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "influence" or len(choices[0]) < 3:
            return False
        later = match.fork()
        seat = match.state.deciding()[0]
        happened = later.play(seat, choices[0])
        answers[:] = [choices[0]]
        gained = any(isinstance(event, GoodsGained) for event in happened)
        return bool(gained and later.game.view(later.state, None)["step"] == "c" and seat not in later.state.deciding())

    return find(wanted, seats=SEATS), answers[0]


def test_a_harvest_in_which_somebody_chooses_is_told_as_one(house: House, visitors: Visitors) -> None:
    """The last dice are seen at court; what the advisors give is seen by nobody before the harvest tells it."""
    position, choice = help_with_a_choice()
    show = Show(house, visitors, position)
    viewer = show.watch("fast")
    viewer.page.evaluate(STOCKS)
    house.play(show.table, position.seat, choice)
    viewer.page.wait_for_selector(".board[data-part]")
    while house.view(show.table, None)["step"] == "c":
        seat = house.deciding(show.table)[0]
        house.play(show.table, seat, house.state(show.table).options(seat)[0])  # before somebody has taken long
    show._note()
    show.follow(viewer)
    stocks = viewer.page.evaluate("stocks")
    stages = [stock["stage"] for stock in stocks]
    assert stages.count("harvest") == 1, "nothing moves meanwhile"
    told = stages.index("harvest")
    assert {stock["goods"] for stock in stocks[: told + 1]} == {stocks[0]["goods"]}
    assert stocks[-1]["goods"] != stocks[0]["goods"]
    assert stocks[told - 1]["dice"] > stocks[0]["dice"]
    show.expect_one_position_in_every_frame(viewer)


@cache
def my_choice_in_a_harvest() -> tuple[Position, Choice]:
    """The first seat chooses a good, and then somebody else does."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "take_goods" or match.game.view(match.state, None)["step"] != "c":
            return False
        later = match.fork()
        later.play(0, choices[0])
        answers[:] = [choices[0]]
        return bool(later.game.view(later.state, None)["step"] == "c" and 0 not in later.state.deciding())

    return find(wanted, seats=SEATS, seat=0), answers[0]


def test_my_choice_in_a_harvest_is_seen_at_once(house: House, visitors: Visitors) -> None:
    """It is answered, and what follows is told when the others have chosen."""
    position, choice = my_choice_in_a_harvest()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    page = KingsburgPage(anna, table).open()
    page.expect_question()
    house.play(table, 0, choice)
    other = house.deciding(table)[0]
    expect(page.region("web.kb.your_turn")).to_have_count(0)
    expect(anna.page.locator(".tray").get_by_text(page.say("web.kb.waiting.other", seats=[other]))).to_be_visible()
    expect(page.region("web.kb.scene.harvest")).to_have_count(0)
    house.play(table, other, house.state(table).options(other)[0])
    expect(page.region("web.kb.scene.harvest")).to_be_visible()


@cache
def last_building() -> tuple[Position, Choice]:
    """The first seat builds last of all, and cards bring something at the end of the season."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != "build" or match.state.deciding() != (0,):
            return False
        later = match.fork()
        happened = later.play(0, choices[0])
        answers[:] = [choices[0]]
        built = any(isinstance(event, BuildingBuilt) for event in happened)
        ended = any(isinstance(event, PhaseBegan) for event in happened)
        brought = later.game.view(later.state, None)["season_over"]
        return built and ended and any(line["got"] for line in brought["end"])

    return find(wanted, seats=SEATS), answers[0]


def test_what_was_built_last_is_told_once(house: House, visitors: Visitors) -> None:
    """Before what cards bring at the end of a season, which says nothing of buildings."""
    position, choice = last_building()
    show = Show(house, visitors, position)
    viewer = show.watch("slow")
    house.play(show.table, position.seat, choice)
    said, words = viewer.page.locator(".tray .eq"), Words("en", "kingsburg", names=("Anna", "Ben", "Cara"))
    expect(said).to_contain_text(words.event(BuildingBuilt("", 0, str(choice[1]))))
    mine = viewer.page.locator(f".side [data-building='{choice[1]}'][data-owner='0']")
    expect(mine.first).to_have_class(re.compile(r"\b(built|on)\b"))
    expect(viewer.page.locator(".hall.season")).to_have_count(0)
    expect(viewer.page.locator(".hall.season")).to_be_visible()
    rows = viewer.page.locator(".hall.season .hr:not(.wait)")
    expect(rows).to_have_count(SEATS)
    name = words.say(f"building.{choice[1]}")
    assert not any(name in row for row in rows.all_inner_texts())
    show._note()
    show.follow(viewer)
    show.expect_one_position_in_every_frame(viewer)


@pytest.mark.full
def test_a_harvest_in_which_somebody_takes_long_is_told_once(house: House, visitors: Visitors) -> None:
    """The table shows meanwhile what everybody has; in the end each line has all that the advisors gave."""
    position, choice = help_with_a_choice()
    show = Show(house, visitors, position)
    viewer = show.watch("fast")
    viewer.page.evaluate(STOCKS)
    house.play(show.table, position.seat, choice)
    show._note()
    expect(viewer.page.locator(f".board[data-version='{house.version(show.table)}']")).to_be_visible()
    assert house.view(show.table, None)["step"] == "c"
    assert not any(stock["stage"] == "harvest" for stock in viewer.page.evaluate("stocks"))
    while house.view(show.table, None)["step"] == "c":
        show.play(1)
    expect(viewer.page.locator(".hall.harvest")).to_be_visible()
    show.follow(viewer)
    show.expect_one_position_in_every_frame(viewer)


@pytest.mark.full
def test_a_season_that_is_skipped_comes_to_the_same(house: House, visitors: Visitors) -> None:
    """To the end of the season and beyond, at whatever pace."""
    position, choice = last_help()
    show = Show(house, visitors, position)
    viewer = show.watch("slow")
    house.play(show.table, position.seat, choice)
    show._note()
    show.play(8)
    skip_to(viewer, house.version(show.table))
    show.expect_one_position_in_every_frame(viewer)


# -- cards that are turned over ---------------------------------------------------------------------------------------


@cache
def happening(kind: str, event: type[Event], **options: str) -> tuple[Position, Choice]:
    """With this answer of the last seat something is turned over."""
    answers: list[Choice] = []

    def wanted(asked: str, choices: tuple[Choice, ...], match: Match) -> bool:
        if asked != kind or match.state.deciding() != (SEATS - 1,):
            return False
        answers[:] = [choices[0]]
        return any(isinstance(one, event) for one in match.fork().play(SEATS - 1, choices[0]))

    return find(wanted, seats=SEATS, options=options, seat=SEATS - 1), answers[0]


@pytest.mark.full
def test_a_peek_lays_the_card_before_the_one_who_looks(house: House, visitors: Visitors) -> None:
    position, choice = happening("influence", EnemySeen, **SECOND)
    anna, ben = [visitors.come(name, settings={"speed": "slow"}) for name in ("Anna", "Ben")]
    table = house.set_up(position, [ben.guest, house.guest("Cara"), anna.guest])
    page, other = KingsburgPage(anna, table, 2).open(), KingsburgPage(ben, table, 0).open()
    house.play(table, 2, choice)
    expect(other.region("web.kb.scene.harvest")).to_be_visible()
    expect(page.region("web.kb.scene.peek").locator(".ecard")).to_be_visible()  # what the harvest gave
    expect(other.page.locator(".ecard")).to_have_count(0)
    skip_to(anna, house.version(table))
    expect(page.own_place.locator(".peeked")).to_be_visible()  # it stays at hand
    skip_to(ben, house.version(table))
    expect(other.page.locator(".peeked")).to_have_count(0)


def test_governors_are_revealed_together(house: House, visitors: Visitors) -> None:
    position, choice = happening("keep_governor", GovernorsRevealed, **MODULES)
    viewer = visitors.come("Vera", settings={"speed": "slow"})
    table = house.set_up(position, [house.guest(name) for name in ("Anna", "Ben", "Cara")])
    page = KingsburgPage(viewer, table)
    viewer.go(f"/t/{table}?watch")
    expect(page.region("web.kb.scene.governor")).to_be_visible()
    house.play(table, SEATS - 1, choice)
    stage = page.region("web.kb.scene.governors")
    for player in house.view(table, None)["players"]:
        expect(stage.get_by_text(page.say(f"governor.{player['governor']}"), exact=True)).to_be_visible()
    skip_to(viewer, house.version(table))
    expect(stage).to_have_count(0)
