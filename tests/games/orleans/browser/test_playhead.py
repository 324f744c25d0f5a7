"""What Orléans Stories shows step by step: one position in every frame, the end of a year told player by player."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.core.pauses import Watch
from kronrat.games.orleans.rules.events import EpochEntered, FameGained, GoodsSwapped, PlaceUsed, StartPlayerChanged
from kronrat.games.orleans.stories.kings_favor.rules.events import GoalsChecked
from kronrat.games.orleans.testing import Court
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.playhead import Show, press_on
from tests.browser.positions import Position
from tests.browser.room import AMISS, SCREENS, SET, TEXTS, overflow
from tests.browser.visitor import SIZES, Visitor, Visitors
from tests.games.orleans.browser.page import (
    FAVOR,
    GAME,
    KINGDOM,
    OrleansPage,
    before_a_bonus,
    before_a_swap,
    before_an_ascent,
    last_of_round,
    last_of_year,
    late,
    steady,
)
from tests.games.orleans.browser.test_looks import people

ROMAN = ["", "I", "II", "III", "IV", "V"]
GOALS = Court().state.tables.rows["goals"]

# The king's judgement after every change: who has been told, what stands in the panels, and whether one may go on.
FILM = """() => {
  window.film = [];
  const shoot = () => {
    const judge = document.querySelector(".judge");
    if (judge) {
      const now = {
        version: Number(document.querySelector(".board").dataset.version),
        told: [...judge.querySelectorAll("[data-verdict]")].map((row) => Number(row.dataset.verdict)),
        judged: judge.querySelectorAll("[data-verdict]:not(.seen)").length,
        text: judge.textContent,
        gate: document.querySelectorAll(".tray [data-primary]").length,
      };
      if (JSON.stringify(now) !== JSON.stringify(film.at(-1))) film.push(now);
    }
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(shoot).observe(document, everything);
  shoot();
}"""


def steady_turn() -> Position:
    return steady("turn")


@each("speed", ["slow", "normal", "fast", "instant"], ["fast"])
@each("story", ["first-kingdom", "kings-favor"], ["first-kingdom"])
def test_every_frame_shows_one_position(story: str, speed: str, house: House, visitors: Visitors) -> None:
    position = steady_turn() if story == "first-kingdom" else late(tuple(FAVOR.items()), 3, 2)
    show = Show(house, visitors, position)
    viewer = show.watch(speed)
    show.play(6)
    show.follow(viewer)
    versions = show.expect_one_position_in_every_frame(viewer)
    assert versions[-1] == max(show.sights)


def test_an_ascent_is_a_moment_of_its_own(house: House, visitors: Visitors) -> None:
    """And the panels wait for it."""
    position, seat, choice = before_an_ascent()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, position.seats))
    anna.go(f"/t/{table}?watch")
    anna.page.wait_for_selector(".board[data-version]")
    side = anna.page.locator(f"[data-panel='{seat}']")
    before, version = side.inner_text(), house.version(table)
    house.play(table, seat, choice)
    moment = anna.page.locator(".ascent")
    expect(moment).to_be_visible()
    epoch = house.view(table, None)["players"][seat]["epoch"]
    expect(moment).to_contain_text(("", "I", "II", "III", "IV")[epoch])
    assert side.inner_text() == before
    assert anna.page.locator(".board").get_attribute("data-version") == str(version)
    anna.page.keyboard.press("Escape")
    expect(moment).to_have_count(0)
    expect(side).not_to_have_text(before)


# -- the end of a round ----------------------------------------------------------------------------------------------

# Whose line is told after every change, and the version that the table shows.
TOLD = """() => {
  window.told = [];
  new MutationObserver(() => {
    const recap = document.querySelector(".recap");
    if (!recap) return;
    const seats = [...recap.querySelectorAll("[data-recap]")].map((line) => Number(line.dataset.recap));
    const now = { seats, version: Number(document.querySelector(".board").dataset.version) };
    if (JSON.stringify(now) !== JSON.stringify(told.at(-1))) told.push(now);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def round_end(
    visitors: Visitors, house: House, seats: int, speed: str, rounds: int = 5
) -> tuple[OrleansPage, tuple[int, Choice]]:
    """A table at which the next choice ends a round, before it is made."""
    position, who, choice = last_of_round(tuple(KINGDOM.items()), seats, rounds)
    anna = visitors.come("Anna", settings={"speed": speed})
    table = house.set_up(position, people(anna, house, seats))
    anna.go(f"/t/{table}?watch")
    anna.page.wait_for_selector(".board[data-version]")
    return OrleansPage(anna, table, seat=None), (who, choice)


def test_a_round_ends_with_a_line_for_each_player(visitors: Visitors, house: House) -> None:
    """One after the other before the table goes on, with every place used, even before this page was opened."""
    page, (who, choice) = round_end(visitors, house, 3, "slow")
    page.page.evaluate(TOLD)
    before, view = house.version(page.id), house.view(page.id, None)
    house.play(page.id, who, choice)
    lines = page.page.locator("[data-recap]")
    expect(lines).to_have_count(3)
    texts = {int(line.get_attribute("data-recap") or 0): line.inner_text() for line in lines.all()}
    used = [
        (row["seat"], did["place"])
        for row in house.view(page.id, None)["recap"]["rows"]
        for did in row["did"]
        if did["place"]
    ]
    assert len(used) > 3
    assert all(page.say(f"place.{place}") in texts[seat] for seat, place in used)
    page.page.keyboard.press("Escape")
    expect(page.page.locator(".recap")).to_have_count(0)
    told = page.page.evaluate("told")
    order = [(view["start"] + step) % 3 for step in range(3)]
    assert [step["seats"] for step in told] == [order[:1], order[:2], order]
    assert {step["version"] for step in told} == {before}


def test_what_was_done_last_is_seen_before_a_round_ends_and_how_the_next_begins_after_it(
    visitors: Visitors, house: House
) -> None:
    """The table shows the last deed, and nothing that came of the end of the round."""
    page, (who, choice) = round_end(visitors, house, 3, "slow", rounds=6)
    world, before = house.state(page.id), house.view(page.id, None)
    world.listener = watch = Watch(world, GAME.remember, [])
    world.apply(who, choice)
    (acted,) = [pause for pause in watch.pauses if pause.name == "acted"]
    players, after = GAME.view(acted.state, None)["players"], GAME.view(world, None)
    assert fame_and_coins(before["players"]) != fame_and_coins(players) != fame_and_coins(after["players"])
    house.play(page.id, who, choice)
    lately = page.page.locator(".lately")
    used = next(event for event in watch.events if isinstance(event, PlaceUsed))
    expect(lately).to_contain_text(page.words.event(used))
    expect(page.page.locator(".recap")).to_be_visible()
    for seat, (fame, coins) in enumerate(fame_and_coins(players)):
        figures = page.page.locator(f".figs[data-stock='{seat}']")
        expect(figures).to_contain_text(page.words.say("count.fame", n=fame))
        expect(figures).to_contain_text(page.words.say("count.coins", n=coins))
    page.page.keyboard.press("Escape")
    expect(lately).to_contain_text(page.words.event(StartPlayerChanged("OS-ROUND-4", after["start"])))


def test_a_bonus_of_the_fame_track_says_its_field(visitors: Visitors, house: House) -> None:
    position, who, choice, field = before_a_bonus()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, position.seats))
    page = OrleansPage(anna, table).open()
    house.play(table, who, choice)
    expect(page.tray).to_contain_text(page.say("event.fame_field_reached", seat=who, field=field))


def test_the_log_says_which_round_bonus_gave_fame(visitors: Visitors, house: House) -> None:
    """In the second year each village gives some, and everybody has one."""
    position, who, choice = last_of_round(tuple(FAVOR.items()), 3, 5)
    anna = visitors.come("Anna", settings={"speed": "instant"})
    page = OrleansPage(anna, house.set_up(position, people(anna, house, 3))).open()
    events = house.state(page.id).preview(who, choice)
    gained = [event for event in events if isinstance(event, FameGained) and event.rule == "OS-KF-BONUS-II"]
    assert gained
    house.play(page.id, who, choice)
    for event in gained:
        expect(page.log).to_contain_text(f"{page.say('term.bonus')}: {page.words.event(event)}")


def test_what_a_season_brought_goes_by_its_name(visitors: Visitors, house: House) -> None:
    position, who, choice = last_of_round(tuple(FAVOR.items()), 3, 2)
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, 3))
    anna.go(f"/t/{table}?watch")
    anna.page.wait_for_selector(".board[data-version]")
    house.play(table, who, choice)
    page = OrleansPage(anna, table, seat=None)
    expect(anna.page.locator("[data-recap]").first).to_contain_text(page.say("season.2"))


def test_whoever_loses_a_good_to_somebody_is_told(visitors: Visitors, house: House) -> None:
    """Before it is gone from the supply, whoever is asked next."""
    position, who, choice = before_a_swap()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    page = OrleansPage(anna, house.set_up(position, people(anna, house, 2))).open()
    events = house.state(page.id).preview(who, choice)
    (swapped,) = [event for event in events if isinstance(event, GoodsSwapped)]
    version = anna.page.locator(".board").get_attribute("data-version")
    house.play(page.id, who, choice)
    expect(anna.page.locator(".lately")).to_contain_text(page.words.event(swapped))
    expect(anna.page.locator(".board")).to_have_attribute("data-version", str(version))


def fame_and_coins(players: list[dict[str, int]]) -> list[tuple[int, int]]:
    return [(player["fame"], player["coins"]) for player in players]


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 4])
def test_the_end_of_a_round_has_room_on_every_screen(seats: int, visitors: Visitors, house: House, look: Look) -> None:
    page, (who, choice) = round_end(visitors, house, seats, "slow")
    house.play(page.id, who, choice)
    expect(page.page.locator("[data-recap]")).to_have_count(seats)
    page.page.evaluate("() => { for (let timer = setTimeout(() => {}); timer > 0; timer--) clearTimeout(timer); }")
    look(page.page)
    for size, text in product(SCREENS.values(), TEXTS):
        page.page.set_viewport_size(size)
        page.page.evaluate(SET, {"size": text})
        assert overflow(page.page) == [0, 0], size
        box = page.page.locator(".recap").bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]


# -- the end of a year -----------------------------------------------------------------------------------------------


def year_end(
    visitors: Visitors, house: House, out: int | None = None, speed: str = "fast", seat: int = 0
) -> tuple[OrleansPage, Visitor, tuple[int, Choice]]:
    """A table at which the next choice ends a year, before it is made."""
    position, who, choice = last_of_year(out)
    anna = visitors.come("Anna", settings={"speed": speed})
    table = house.set_up(position, people(anna, house, position.seats))
    page = OrleansPage(anna, table, seat).open()
    anna.page.wait_for_selector(".board[data-version]")
    return page, anna, (who, choice)


def test_the_king_looks_at_one_player_after_the_other(visitors: Visitors, house: House) -> None:
    """Nobody's verdict is seen before its beat, the table waits for the last one, and then for the person."""
    page, anna, (who, choice) = year_end(visitors, house)
    anna.page.evaluate(FILM)
    before = house.version(page.id)
    house.play(page.id, who, choice)
    expect(page.gate).to_be_visible()
    film = anna.page.evaluate("film")
    told = [frame["told"] for frame in film]
    order = told[-1]
    assert len(order) == 3
    assert all(seats == order[: len(seats)] for seats in told), "in the order of the king"
    assert sorted({len(seats) for seats in told}) == [1, 2, 3], "one by one"
    steps = [(len(frame["told"]), frame["judged"]) for frame in film if frame["told"]]
    assert list(dict.fromkeys(steps)) == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)], "tasks before the verdict"
    assert all(frame["version"] == before for frame in film if not frame["gate"]), "the table waits"
    assert film[-1]["version"] > before
    assert anna.page.locator(".os-epoch b").inner_text() == "I", "the year lasts until somebody goes on"
    press_on(anna, anna.page.locator(".judge"))
    expect(anna.page.locator(".os-epoch b")).to_have_text("II")


def test_the_end_of_a_round_does_not_say_who_ascends_before_the_king_looks(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="slow")
    house.play(page.id, who, choice)
    expect(anna.page.locator("[data-recap]")).to_have_count(3)
    crowns = anna.page.locator(".recap em svg use[href='#i-crown']")
    assert crowns.count() == 0
    ascended = [row["seat"] for row in house.view(page.id, None)["recap"]["rows"] if "epoch" in str(row)]
    assert ascended, "there was something to keep back"


def test_the_king_says_what_was_missed_and_who_becomes_what(visitors: Visitors, house: House) -> None:
    """Whoever goes on has a new title; for a token that was not sent it is said what was asked for."""
    page, anna, (who, choice) = year_end(visitors, house, out=0, speed="instant")
    events = house.state(page.id).preview(who, choice)
    house.play(page.id, who, choice)
    expect(page.gate).to_be_visible()
    judge = anna.page.locator(".judge")
    entered = {event.seat: event.epoch for event in events if isinstance(event, EpochEntered)}
    checked = [event for event in events if isinstance(event, GoalsChecked)]
    assert entered
    assert any(event.missed for event in checked)
    for event in checked:
        row = judge.locator(f"[data-verdict='{event.seat}']")
        if event.seat in entered:
            number = ROMAN[entered[event.seat]]
            expect(row).to_contain_text(f"{number} {page.say(f'epoch.kf_{number.lower()}')}")
        for id in event.missed:
            goal = GOALS[id]
            if goal["send"]:
                asked = page.say("goal_kind.send", send=goal["send"])
                expect(row).to_contain_text(f"{page.say('web.os.open')}: {asked}")


def test_whoever_is_out_sees_what_was_missed_and_no_more(visitors: Visitors, house: House) -> None:
    """Without settlers nothing is controlled any more: what was fulfilled must not look open."""
    page, _, (who, choice) = year_end(visitors, house, out=0, speed="instant")
    events = house.state(page.id).preview(who, choice)
    (missed,) = [event.missed for event in events if isinstance(event, GoalsChecked) and event.seat == 0]
    house.play(page.id, who, choice)
    page.gate.click()
    tasks = page.page.locator(".tsk.kf [data-task]")
    expect(tasks).to_have_count(len(missed))
    for id in missed:
        expect(tasks.filter(has_text=page.say(f"goal.{id}"))).to_be_visible()


def test_the_king_says_first_what_he_asks_of_everybody(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="slow")
    asked = list(house.view(page.id, None)["players"][0]["story"]["goals"])
    house.play(page.id, who, choice)
    chips = anna.page.locator(".judge .asked li")
    expect(chips).to_have_count(len(asked))
    for chip, id in zip(chips.all(), asked, strict=True):
        expect(chip).to_contain_text(page.say(f"goal.{id}"))


def test_a_second_press_on_show_all_does_not_begin_once_more(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="slow")
    house.play(page.id, who, choice)
    for size in SIZES.values():
        anna.page.set_viewport_size(size)
        box = page.button("web.os.year.all").bounding_box()
        assert box is not None
        anna.page.mouse.dblclick(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
        expect(page.button("web.os.year.again")).to_be_visible()
        anna.page.wait_for_timeout(200)  # whatever else it means would have begun by then
        expect(page.gate).to_be_visible()
        page.button("web.os.year.again").click()


STICKS_OUT = """() => [...document.querySelectorAll(".judge li li b")].filter((text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect().right > text.closest("li").getBoundingClientRect().right;
}).map((text) => text.textContent)"""


@pytest.mark.full
def test_the_tasks_of_a_late_year_stay_in_their_boxes(visitors: Visitors, house: House) -> None:
    """Four of them, with long names."""
    position, who, choice = last_of_year(year=4)
    anna = visitors.come("Anna", lang="de", settings={"speed": "instant"})
    page = OrleansPage(anna, house.set_up(position, people(anna, house, position.seats)), lang="de").open()
    house.play(page.id, who, choice)
    expect(page.gate).to_be_visible()
    for size in SCREENS.values():
        anna.page.set_viewport_size(size)
        assert anna.page.evaluate(STICKS_OUT) == [], size


def test_nothing_moves_when_the_king_has_looked(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="slow")
    house.play(page.id, who, choice)
    every = anna.page.locator(".verdict")
    expect(every).to_have_count(3)
    before = every.last.bounding_box()
    anna.page.keyboard.press("Escape")
    expect(page.gate).to_be_visible()
    assert every.last.bounding_box() == before


@pytest.mark.full
def test_without_pace_the_end_of_a_year_still_waits_for_the_person(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="instant")
    house.play(page.id, who, choice)
    expect(anna.page.locator("[data-verdict]")).to_have_count(3)
    page.gate.click()
    expect(anna.page.locator(".judge")).to_have_count(0)


@pytest.mark.full
def test_the_end_of_a_year_has_room_on_every_screen(visitors: Visitors, house: House) -> None:
    page, anna, (who, choice) = year_end(visitors, house, speed="instant")
    house.play(page.id, who, choice)
    expect(page.gate).to_be_visible()
    for size in SCREENS.values():
        anna.page.set_viewport_size(size)
        assert overflow(anna.page) == [0, 0], size
        assert anna.page.evaluate(AMISS) == [], size


@pytest.mark.full
def test_the_end_of_a_year_has_no_barriers(visitors: Visitors, house: House, look: Look) -> None:
    page, anna, (who, choice) = year_end(visitors, house, out=0, speed="instant")
    house.play(page.id, who, choice)
    expect(page.gate).to_be_visible()
    look(anna.page)
    page.gate.click()
    expect(page.region("web.os.board", seat=0)).to_contain_text(page.say("web.os.gone", seat=0))
    look(anna.page)


@pytest.mark.full
def test_whoever_is_out_has_all_ways_in_sight_on_a_phone(visitors: Visitors, house: House) -> None:
    """And no village green, on which nobody will stand any more."""
    page, anna, (who, choice) = year_end(visitors, house, out=0, speed="instant")
    house.play(page.id, who, choice)
    page.gate.click()
    anna.page.set_viewport_size(SIZES["phone"])
    lobby = page.region("web.os.board", seat=0).get_by_role("link", name=page.say("web.to_lobby"))
    box = lobby.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= SIZES["phone"]["width"]
    expect(anna.page.locator(".tray .ang")).to_have_count(0)


@pytest.mark.full
def test_a_person_who_is_out_learns_why_and_can_watch(visitors: Visitors, house: House) -> None:
    page, _, (who, choice) = year_end(visitors, house, out=0, speed="instant")
    house.play(page.id, who, choice)
    page.gate.click()
    board = page.region("web.os.board", seat=0)
    expect(board).to_contain_text(page.say("web.os.gone", seat=0))
    kept = house.view(page.id, 0)["players"][0]["story"]["kept"]
    assert kept
    for id, n in kept.items():
        expect(board.locator("dl > div", has_text=page.say(f"web.os.course.{id}"))).to_contain_text(str(n))
    expect(board).to_contain_text(page.say("web.os.gone.leaves"))
    expect(page.page.locator("[data-undo]")).to_have_count(0)  # there is nothing to take back
    expect(board.locator("li use[href$='u-trophy']")).to_have_count(0)  # laurels are fame, and points are not
    while house.view(page.id, 0)["phase"] != "plan":
        seat = house.deciding(page.id)[0]
        asked = house.asked(page.id, seat)
        assert asked is not None
        house.play(page.id, seat, asked.options[0])
    expect(page.page.locator("[data-phase=plan][aria-current]")).to_be_visible()
    expect(page.region("term.goals")).to_contain_text(page.say("web.os.out"))
    expect(page.region("term.goals").locator(".notplan, .inplan")).to_have_count(0)  # there is none any more
    years = max(player["epoch"] for player in house.view(page.id, 0)["players"])
    expect(page.page.locator(".os-epoch b")).to_have_text(("", "I", "II", "III", "IV", "V")[years])
    left = house.view(page.id, 0)["playing"][0]
    board.get_by_role("button", name=page.say("web.os.gone.watch", seat=left), exact=True).click()
    expect(page.region("web.os.board", seat=left)).to_be_visible()
