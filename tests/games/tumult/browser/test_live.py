"""A live raid in real browsers: four hands at once, one queue, one clock, and nobody sees what another holds."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from kronrat.core.flow import CLOCK
from tests.browser.house import House
from tests.browser.visitor import DESK, PHONE, SIZES, Visitors
from tests.games.tumult.browser.page import TumultPage, before_a_live_raid
from tests.profile import amount

NAMES = ("Anna", "Ben", "Cara", "Dora")

# At the same moment in every browser, as far as timers allow.
GRAB = """([slot, at]) => setTimeout(() => {
  const tile = document.querySelectorAll("[data-slot]")[slot];
  tile.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
  tile.click();
}, at - Date.now())"""
SKEW = "(() => { const now = Date.now.bind(Date); Date.now = () => now() + MS; })()"


def at_the_table(visitors: Visitors, house: House, seats: int = 4, phone: bool = False) -> list[TumultPage]:
    """Everybody sits at their own browser and is asked whether they are ready."""
    size = PHONE if phone else DESK
    guests = [visitors.come(name, size=size, touch=phone) for name in NAMES[:seats]]
    table = house.set_up(before_a_live_raid(seats), [guest.guest for guest in guests], pace="live")
    return [TumultPage(guest, table, seat).open() for seat, guest in enumerate(guests)]


def begin(pages: list[TumultPage]) -> None:
    """All are ready, and the countdown is over."""
    for page in pages:
        page.button("web.tr.ready").click()
    house, table = pages[0].house, pages[0].id
    pages[0].visitor.wait_until(lambda: CLOCK in house.state(table).deciding())
    for page in pages:
        page.settle()
        expect(page.page.get_by_text(page.say("web.tr.countdown"))).to_be_hidden()


def hand(page: TumultPage) -> int | None:
    held: int | None = page.house.view(page.id, page.seat)["players"][page.seat]["hand"]
    return held


def wait_for_hand(page: TumultPage, full: bool) -> None:
    page.visitor.wait_until(lambda: (hand(page) is not None) == full)


# How far the flame sticks out of the picture that it is drawn in.
FLAME = """() => {
  const flame = document.querySelector(".candle .flame").getBoundingClientRect();
  return document.querySelector(".candle").getBoundingClientRect().top - flame.top;
}"""


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.full)])
def test_a_whole_candle_has_room_for_its_flame(phone: bool, visitors: Visitors, house: House) -> None:
    page = at_the_table(visitors, house, 2, phone)[0]
    for seat in (0, 1):
        house.play(page.id, seat, ("ready",))
    page.page.locator(".candle .flame").wait_for(state="attached")
    assert page.page.evaluate(FLAME) <= 0


@pytest.mark.parametrize("size", [SIZES["phone"], pytest.param(SIZES["flat"], marks=pytest.mark.full)])
@pytest.mark.parametrize("lang", ["de", pytest.param("en", marks=pytest.mark.full)])
def test_a_phone_shows_how_a_raid_goes_and_who_is_ready(
    lang: str, size: ViewportSize, visitors: Visitors, house: House
) -> None:
    """Without scrolling."""
    guests = [visitors.come(name, size=size, lang=lang, touch=True) for name in ("Annabella", *NAMES[1:])]
    table = house.set_up(before_a_live_raid(4), [guest.guest for guest in guests], pace="live")
    pages = [TumultPage(guest, table, seat, lang).open() for seat, guest in enumerate(guests)]
    lamps = pages[0].page.locator(".teach .lamps > li")
    expect(lamps).to_have_count(4)
    for lamp in lamps.all():
        expect(lamp).to_be_in_viewport(ratio=1)
    expect(pages[0].page.locator(".teach kbd:visible")).to_have_count(0)


def test_what_is_beside_a_raid_of_four_ends_where_the_stage_does(visitors: Visitors, house: House) -> None:
    page = at_the_table(visitors, house)[0]
    bottoms = [page.page.locator(part).bounding_box() for part in (".side > .log", ".raidtray")]
    log, tray = [box["y"] + box["height"] for box in bottoms if box]
    assert abs(log - tray) < 1


def test_four_browsers_grab_one_tile_and_one_of_them_gets_it(visitors: Visitors, house: House) -> None:
    pages = at_the_table(visitors, house)
    begin(pages)
    table = pages[0].id
    for slot in (3, 9, 15)[: amount(1, 3)]:
        at = time.time() * 1_000 + 400
        for page in pages:
            page.page.evaluate(GRAB, [slot, at])
        pages[0].visitor.wait_until(lambda: any(hand(page) is not None for page in pages))
        pages[0].page.wait_for_timeout(150)
        lifts = [seat for seat, choice in house.choices(table) if choice == ("lift", slot)]
        assert len(lifts) == 1, "two lifts of one tile, one grant"
        winner = pages[lifts[0]]
        expect(winner.tray.locator("[data-keep]")).to_be_visible()
        for page in pages:
            page.settle()
            name = page.say(f"web.tr.tile.{'mine' if page is winner else 'held'}", slot=slot + 1, seat=winner.seat)
            expect(page.tile(slot)).to_have_accessible_name(name)
            assert (page.tray.locator("[data-keep]").count() == 1) == (page is winner)
        winner.tray.locator("[data-keep]").click()
        wait_for_hand(winner, full=False)
    assert pages[0].page.get_by_role("alert").count() == 0, "whoever was too slow is not told so in words"


@pytest.mark.full
def test_nothing_that_another_holds_is_ever_in_a_message(visitors: Visitors, house: House) -> None:
    pages = at_the_table(visitors, house)
    begin(pages)
    for number, page in enumerate(pages):
        page.tile(number).click()
        wait_for_hand(page, full=True)
    pages[0].page.wait_for_timeout(400)
    for page, verb in zip(pages, ("keep", "return", "keep", "return"), strict=True):
        page.rob((verb,))
        wait_for_hand(page, full=False)
    lifted = {seat: {choice[1] for who, choice in house.choices(pages[0].id) if who == seat and choice[0] == "lift"}
              for seat in range(4)}  # fmt: skip
    for page in pages:
        page.settle()
        assert page.seat is not None
        told = [json.loads(text) for text in page.visitor.told()]
        assert _seen(told) == {(page.seat, slot) for slot in lifted[page.seat]}
        assert _faces(told) <= {str(slot) for slot in lifted[page.seat]}


def _entries(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for message in told for entry in message.get("log", []) for event in entry["events"]]


def _seen(told: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Whose looks at which tiles were told."""
    return {(event["seat"], event["slot"]) for event in _entries(told) if event["event"] == "tile_seen"}


def _faces(told: list[dict[str, Any]]) -> set[str]:
    """The tiles whose faces were in a view or in a change of it."""
    found: set[str] = set()
    for message in told:
        if message.get("view"):
            found |= message["view"]["raid"]["faces"].keys()
        for path, *value in message.get("patch", []):
            if path[:2] == ["raid", "faces"]:
                found |= {path[2]} if len(path) > 2 else set(value[0] if value else {})
            elif path[:1] == ["raid"] and len(path) == 1:
                found |= value[0]["faces"].keys()
    return found


@pytest.mark.parametrize("skew", [-5_000, 5_000])
@pytest.mark.full
def test_a_browser_with_a_wrong_clock_sees_the_same_candle(skew: int, visitors: Visitors, house: House) -> None:
    anna, ben = visitors.come("Anna"), visitors.come("Ben")
    ben.context.add_init_script(SKEW.replace("MS", str(skew)))
    table = house.set_up(before_a_live_raid(2), [anna.guest, ben.guest], pace="live")
    pages = [TumultPage(anna, table, 0).open(), TumultPage(ben, table, 1).open()]
    begin(pages)
    left = [_seconds(page) for page in pages]
    assert abs(left[0] - left[1]) <= 1
    slot = 4
    pages[1].tile(slot).click()
    ben.wait_until(lambda: hand(pages[1]) == slot)


def _seconds(page: TumultPage) -> int:
    """What the candle says."""
    label = page.page.locator(".candle").get_attribute("aria-label") or ""
    return int("".join([sign for sign in label if sign.isdigit()]))


@pytest.mark.full
def test_a_whole_raid_ends_with_the_candle(visitors: Visitors, house: House) -> None:
    """Time is up: a tile in hand may still be kept, and then the riots are shown."""
    pages = at_the_table(visitors, house, seats=2)
    begin(pages)
    for page in pages:
        page.tile(page.seat or 0).click()
        wait_for_hand(page, full=True)
        page.page.wait_for_timeout(320)
        page.rob(("keep",))
        wait_for_hand(page, full=False)
    pages[1].rob(("stop",))
    for page in pages:
        expect(page.region("web.tr.scene.riots")).to_be_visible()
    pages[0].skip_what_is_told()
    expect(pages[0].log).to_contain_text(pages[0].say("event.time_ran_out", holding=[]))


@pytest.mark.full
def test_early_end_when_all_have_stopped(visitors: Visitors, house: House) -> None:
    pages = at_the_table(visitors, house, seats=2, phone=True)
    begin(pages)
    for page in pages:
        page.rob(("stop",))
    for page in pages:
        expect(page.region("web.tr.scene.riots")).to_be_visible()


def test_a_slow_press_lifts_a_tile_and_does_not_put_it_back(visitors: Visitors, house: House) -> None:
    """The tile is mine before the button goes up again: then its picture is gone, and the browser reports no click."""
    pages = at_the_table(visitors, house, seats=2)
    begin(pages)
    page = pages[0]
    page.tile(2).hover()
    page.page.mouse.down()
    wait_for_hand(page, full=True)
    page.settle()
    expect(page.tray.locator("[data-keep]")).to_be_visible()
    page.page.mouse.up()
    page.page.wait_for_timeout(320)
    page.tile(3).click(force=True)
    expect(page.tray.locator(".status")).to_have_text(page.say("web.tr.denied.full"))
    expect(page.tray.locator(".status")).to_have_text(page.say("web.tr.keep_or_return"))
    page.page.keyboard.press("d")
    expect(page.tray.locator(".status")).to_have_text(page.say("web.tr.denied.full"))
    page.rob(("keep",))
    wait_for_hand(page, full=False)
    assert house.view(page.id, 0)["players"][0]["tiles"] == 1
    # Keys work from the beginning, although the other one was ready with the mouse.
    other = pages[1]
    other.page.keyboard.press("ArrowRight")
    other.page.keyboard.press("Enter")
    wait_for_hand(other, full=True)
    assert hand(other) == 1


@pytest.mark.full
def test_a_lost_connection_comes_back_into_the_raid(visitors: Visitors, house: House) -> None:
    """Board tiles stay, and the candle goes on."""
    anna, ben = visitors.come("Anna"), visitors.come("Ben")
    table = house.set_up(before_a_live_raid(2), [anna.guest, ben.guest], pace="live")
    pages = [TumultPage(anna, table, 0).open(), TumultPage(ben, table, 1).open()]
    begin(pages)
    pages[0].tile(2).click()
    anna.wait_until(lambda: hand(pages[0]) == 2)
    anna.page.wait_for_timeout(320)
    pages[0].rob(("keep",))
    anna.wait_until(lambda: hand(pages[0]) is None)
    anna.page.reload()
    pages[0].ready()
    assert house.view(table, 0)["players"][0]["tiles"] == 1
    expect(pages[0].tile(2)).to_have_accessible_name(pages[0].say("web.tr.tile.taken", slot=3, seat=0))
    assert 0 < _seconds(pages[0]) < 15


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_tile_that_is_gone_says_who_has_it(lang: str, visitors: Visitors, house: House) -> None:
    """Until the hand does something else: then it is said what the hand may do."""
    anna, ben = visitors.come("Anna", lang=lang), visitors.come("Ben", lang=lang)
    table = house.set_up(before_a_live_raid(2), [anna.guest, ben.guest], pace="live")
    pages = [TumultPage(anna, table, 0, lang=lang).open(), TumultPage(ben, table, 1, lang=lang).open()]
    begin(pages)
    page, other = pages
    status = page.tray.locator(".status")
    other.tile(4).click()
    wait_for_hand(other, full=True)
    page.settle()
    page.tile(4).click(force=True)
    expect(status).to_have_text(page.say("web.tr.denied.gone", seat=1))
    page.tile(2).click()
    expect(status).to_have_text(page.say("web.tr.keep_or_return"), timeout=1_000)
    page.page.wait_for_timeout(320)
    page.rob(("keep",))
    wait_for_hand(page, full=False)
    page.settle()
    page.tile(2).click(force=True)
    expect(status).to_have_text(page.say("web.tr.denied.mine"))
    page.rob(("stop",))
    expect(status).to_have_text(page.say("web.tr.stopped"))
    page.page.wait_for_timeout(320)
    page.tile(6).click(force=True)
    expect(status).to_have_text(page.say("web.tr.denied.stopped"))
