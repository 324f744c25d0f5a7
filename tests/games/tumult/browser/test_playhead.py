"""What Tumult Royal tells before the table shows it: nothing is seen too soon, and nobody waits in a live raid."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import CLOCK, Choice
from kronrat.core.pauses import Watch
from kronrat.games.tumult.rules.rounds import PLACING
from tests.browser.house import House
from tests.browser.often import each
from tests.browser.playhead import Show
from tests.browser.visitor import Visitor, Visitors
from tests.games.tumult.browser.page import (
    GAME,
    TumultPage,
    before_a_coronation,
    before_a_forced_pass,
    before_a_live_raid,
    before_a_riot,
    before_the_last_statue,
    position_of,
)
from tests.games.tumult.browser.test_looks import people

# What is told after every change, with what stands beside it.
FILM = """() => {
  const text = (selector) => [...document.querySelectorAll(selector)].map((part) => part.textContent.trim());
  window.film = [];
  const shoot = () => {
    const stage = document.querySelector(".hall.riots, .hall.crown");
    if (stage) {
      const now = {
        version: Number(document.querySelector(".board").dataset.version),
        title: stage.querySelector("h2").firstChild.textContent,
        veiled: stage.querySelectorAll(".stp.off").length,
        verdict: text(".verd").join(),
        checks: text(".ck div small"),
        held: document.querySelectorAll(".heldtag").length,
        panels: text("[data-panel]").join(),
        log: text(".log .told").join(),
        ends: text(".tray [data-primary]").length,
      };
      if (JSON.stringify(now) !== JSON.stringify(film.at(-1))) film.push(now);
    }
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(shoot).observe(document, everything);
  shoot();
}"""
# Whether the board is where the server is, in every frame in which a clock of the rules runs.
RACE = """() => {
  window.race = { frames: 0, late: 0 };
  const shoot = () => {
    if (document.querySelector(".rush")) {
      race.frames += 1;
      if (Number(document.querySelector(".board").dataset.version) < seen.version) race.late += 1;
    }
    requestAnimationFrame(shoot);
  };
  shoot();
}"""


def told(page: TumultPage, press: str) -> list[dict[str, Any]]:
    """Everything that is painted after a press, going on wherever the scene waits."""
    page.expect_question()
    page.page.evaluate(FILM)
    page.page.locator(press).click()
    stage = page.page.locator(".hall.riots, .hall.crown")
    expect(stage).to_be_visible()
    while stage.count():
        page.primary.click()
        page.page.wait_for_selector(".tray [data-primary], .hall:not(.riots, .crown)")
    film: list[dict[str, Any]] = page.page.evaluate("film")
    return film


@pytest.fixture
def viewer(visitors: Visitors) -> Visitor:
    return visitors.come("Anna", settings={"speed": "fast"})


@pytest.mark.full
def test_no_riot_gives_itself_away(viewer: Visitor, house: House) -> None:
    table = house.set_up(before_a_riot(), people(viewer, house, 4))
    page = TumultPage(viewer, table).open()
    film = told(page, "[data-keep]")
    questions = [page.say(f"web.tr.enough.{kind}") for kind in ("bread", "marble", "tools")]
    assert list(dict.fromkeys(frame["title"] for frame in film if frame["veiled"] == 2)) == questions
    for frame in film:
        counting = frame["veiled"] == 2
        assert (frame["title"] in questions) == counting
        assert (frame["verdict"] == "…") == counting
        at = film_place(frame, questions, film)
        assert frame["checks"][at + 1 :] == [page.say("web.tr.check.later")] * (2 - at)
        assert (frame["checks"][at] == page.say("web.tr.check.now")) == counting
        assert not (frame["ends"] and frame["veiled"]), "there is no way on before the end"
    assert {frame["veiled"] for frame in film} == {0, 1, 2}, "a riot is told in three steps"
    expect_held_until_the_end(film)


def film_place(frame: dict[str, Any], questions: list[str], film: list[dict[str, Any]]) -> int:
    """Which of the three checks a frame belongs to."""
    asked = [one["title"] for one in film[: film.index(frame) + 1] if one["title"] in questions]
    return questions.index(asked[-1])


def expect_held_until_the_end(film: list[dict[str, Any]]) -> None:
    """While the panels say that they wait, they show what was before."""
    held = [frame for frame in film if frame["held"]]
    assert len({(frame["version"], frame["panels"], frame["log"]) for frame in held}) == 1
    (last,) = {frame["version"] for frame in film if not frame["held"]}
    assert last > held[0]["version"]


def test_no_coronation_gives_itself_away(viewer: Visitor, house: House) -> None:
    table = house.set_up(before_a_coronation(), people(viewer, house, 4))
    film = told(TumultPage(viewer, table).open(), "[data-decline]")
    assert [frame["veiled"] for frame in film] == [2, 1, 0, 0]
    assert all(frame["held"] for frame in film), "what the next round brings waits behind the gate"
    assert len({(frame["version"], frame["panels"], frame["log"]) for frame in film}) == 1
    expect(viewer.page.locator(f".board[data-version='{house.version(table)}']")).to_be_visible()


def test_the_last_statue_of_a_round_does_not_tell_who_is_crowned(visitors: Visitors, house: House) -> None:
    position, who, choice = before_the_last_statue()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, 3))
    page = TumultPage(anna, table).open()
    house.play(table, who, choice)
    said = page.tray.locator(".lately")
    expect(said).to_contain_text(f"{page.words.player(who)} places")
    assert page.say("term.chronicle").split()[-1] not in said.inner_text()


@pytest.mark.parametrize("mine", [False, True])
def test_the_new_ranks_are_told_when_the_last_statue_lies_there(mine: bool, visitors: Visitors, house: House) -> None:
    """With what was paid and gained for it, whoever placed it; the ranks are still those of before."""
    position, who, choice = before_the_last_statue()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    others = [house.guest(name) for name in ("Ben", "Cara")]
    seats = [*others[:who], anna.guest, *others[who:]] if mine else people(anna, house, 3)
    table = house.set_up(position, seats)
    page = TumultPage(anna, table, who if mine else 0).open()
    world = house.state(table)
    world.listener = watch = Watch(world, GAME.remember, [])
    world.apply(who, choice)
    (pause,) = [pause for pause in watch.pauses if pause.name == f"phase {PLACING}"]
    players = GAME.view(pause.state, None)["players"]
    ranks = anna.page.locator("[data-panel] small")
    known = ranks.all_inner_texts()
    assert any(known)
    house.play(table, who, choice)
    expect(anna.page.locator(".hall.crown")).to_be_visible()
    for seat, player in enumerate(players):
        panel = anna.page.locator(f"[data-panel='{seat}']")
        expect(panel.locator(f"[data-stock='{seat}']")).to_contain_text(str(player["followers"]))
        expect(panel).to_contain_text(page.words.say("count.statues", n=player["statues"]))
    assert ranks.all_inner_texts() == known
    counts = [player["statues"] for player in players]
    small = anna.page.get_by_role("img", name=page.say("web.tr.land.picture", counts=counts))
    expect(small).to_be_visible()


def test_that_i_have_to_pass_is_told_before_the_table_goes_on(visitors: Visitors, house: House) -> None:
    position, who, choice = before_a_forced_pass()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, 3))
    page = TumultPage(anna, table).open()
    version = anna.page.locator(".board").get_attribute("data-version")
    house.play(table, who, choice)
    lately = page.tray.locator(".lately")
    expect(lately).to_contain_text("Anna " + page.say("forced.TR-P4-7", seat=0).split(" ", 1)[1])
    assert anna.page.locator(".board").get_attribute("data-version") == version
    assert anna.page.locator(".land [data-target]").count() == 0, "no field is lit"
    said = lately.inner_text()
    name = ("Anna", "Ben", "Cara")[who]
    lines = [line for line in page.log.locator(".told").all_inner_texts() if line in said and line.startswith(name)]
    assert len(lines) >= 2, "what was paid and placed is said as it lies on the table"


def test_who_has_given_an_order_is_told_for_whom_all_wait(visitors: Visitors, house: House) -> None:
    """Not what was set aside before that."""
    anna = visitors.come("Anna", settings={"speed": "fast"})
    page = TumultPage(anna, house.set_up(position_of("give_order", 4), people(anna, house, 4))).open()
    page.expect_question()
    page.primary.click()
    waiting = page.tray.locator(".waiting")
    expect(waiting).to_contain_text(page.say("web.tr.waiting", seats=house.deciding(page.id)))
    expect(waiting.locator(".lately")).to_have_count(0)


@pytest.mark.parametrize("speed", ["instant", pytest.param("fast", marks=pytest.mark.full)])
def test_the_raid_by_orders_is_played_out(speed: str, visitors: Visitors, house: House) -> None:
    """With what I wanted and got; of the others only backs are seen, and the riots wait."""
    anna = visitors.come("Anna", settings={"speed": speed})
    table = house.set_up(position_of("give_order", 4), people(anna, house, 4))
    for seat in (1, 2, 3):
        house.play(table, seat, ("submit",))
    page = TumultPage(anna, table).open()
    page.expect_question()
    before = anna.page.locator(".board").get_attribute("data-version")
    page.primary.click()
    stage = page.region("web.tr.scene.carried")
    expect(page.button("web.tr.carried.on")).to_be_visible()
    assert anna.page.locator(".board").get_attribute("data-version") == before, "the table waits"
    view = house.view(table, 0)
    mine = next(seat for seat in view["riots"]["checks"][0]["lanes"] if seat["seat"] == 0)
    spoils = stage.get_by_role("table", name=page.say("web.tr.carried.order"))
    expect(spoils.get_by_role("row", name=page.say("kind.bread").capitalize())).to_contain_text(str(mine["robbed"]))
    assert stage.locator(".pile .ft").count() == 0, "nobody sees a face in the pile"
    expect(stage.get_by_role("list", name=page.say("web.tr.carried.others")).get_by_role("listitem")).to_have_count(3)
    page.button("web.tr.carried.again").click()
    page.button("web.tr.carried.on").click()
    expect(page.region("web.tr.scene.riots")).to_be_visible()


@each("speed", ["slow", "normal", "fast", "instant"], ["fast"])
def test_every_frame_shows_one_position(speed: str, visitors: Visitors, house: House) -> None:
    show = Show(house, visitors, before_a_riot(), beside="[data-panel]")
    viewer = show.watch(speed)
    show.play(3)
    show.follow(viewer)
    versions = show.expect_one_position_in_every_frame(viewer)
    assert versions == list(show.sights) or speed == "instant", "nothing was skipped"
    assert versions[-1] == max(show.sights)


def test_nobody_waits_in_a_live_raid(visitors: Visitors, house: House) -> None:
    """Whatever the pace, and whatever was still to be shown: while the candle burns, the table is at now."""
    table = house.set_up(before_a_live_raid(2), [house.guest(name) for name in ("Anna", "Ben")], pace="live")
    viewer = visitors.come("Vera", settings={"speed": "slow"})
    page = TumultPage(viewer, table, None).open("?watch")
    viewer.page.evaluate(RACE)
    moves: list[tuple[int, Choice]] = [(0, ("ready",)), (1, ("ready",))]
    for slot in range(3):
        moves += [(seat, ("lift", 2 * slot + seat)) for seat in (0, 1)] + [(seat, ("keep",)) for seat in (0, 1)]
    for seat, choice in moves:
        house.play(table, seat, choice)
    assert CLOCK in house.state(table).deciding()
    page.settle()
    expect(viewer.page.locator(f".board[data-version='{house.version(table)}']")).to_be_visible()
    race = viewer.page.evaluate("race")
    assert race["frames"] > 0
    assert race["late"] == 0


def test_a_raid_is_over_only_when_it_is(visitors: Visitors, house: House) -> None:
    """What others do before my turn is no end; at the end the last tile lies where it was taken to."""
    position = before_a_riot()
    anna = visitors.come("Anna", settings={"speed": "slow"})
    table = house.set_up(position, people(anna, house, 4))
    TumultPage(anna, table).open()
    over = anna.page.locator(".raid-over")
    taken = [player["tiles"] for player in house.view(table, None)["players"]]
    anna.page.wait_for_selector("[data-keep]")
    expect(over).to_have_count(0)
    house.play(table, 0, ("keep",))
    expect(over).to_be_visible()
    backs = anna.page.locator("[data-loot='0'] > i")
    expect(backs).to_have_count(taken[0] + 1)


def test_what_others_do_before_i_rob_is_no_end(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", settings={"speed": "slow"})
    position = position_of("draft_lift", 3)
    table = house.set_up(position, people(anna, house, 3))
    page = TumultPage(anna, table).open()
    page.expect_question()
    for choice in (position.choices[0], ("keep",)):
        house.play(table, 0, choice)
    while 0 not in house.deciding(table):
        seat = house.deciding(table)[0]
        said = f"{page.words.player(seat)} keeps"
        house.play(table, seat, next(one for one in house.state(table).options(seat) if one[0] in ("lift", "keep")))
    expect(page.tray.locator(".status")).to_contain_text(said)
    expect(anna.page.locator(".raid-over")).to_have_count(0, timeout=1)
