"""Games over days in the browser: turns that wait, orders, times away, and from one table to the next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from kronrat.server.records import Sheet
from tests.browser.barriers import Look
from tests.browser.beside import BesidePage
from tests.browser.house import House
from tests.browser.lobby import LobbyPage
from tests.browser.pages import TablePage
from tests.browser.room import CUT_OFF, overflow
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors

DAY_S = 86_400


class TurnsPage(BesidePage):
    """The page of somebody's turns."""

    path = "/turns"

    @property
    def another_question(self) -> Locator:
        return self.page.get_by_role("combobox", name=self.say("orders.add"), exact=True)

    def line_of(self, order: int) -> Locator:
        return self.page.get_by_role("combobox", name=self.say("orders.line", n=order), exact=True)

    def order(self, *lines: int) -> None:
        """Order what may be asked first: these of its options, in this order."""
        self.another_question.select_option(index=1)
        for line in lines:
            self.line_of(1).select_option(str(line))
        self.button("orders.save").click()
        expect(self.part("orders").get_by_text(self.say("orders.state.saved"), exact=True)).to_be_visible()


def waiting_table(anna: Visitor, house: House) -> str:
    """Anna waits for Ben, and is asked after him."""
    return house.set_up(STAGE.usual(), [house.guest("Ben"), anna.guest, house.guest("Cara")])


def sheet(house: House, table: str, seat: int = 1) -> Sheet:
    found = house.do(house.server.hub.store.sheet(table, seat))
    assert found is not None
    return found


def play_until_asked(house: House, table: str, seat: int, before: int) -> None:
    """Others answer until the order has been carried out, or its player is asked."""
    for _ in range(20):
        if len([1 for mover, _ in house.choices(table) if mover == seat]) > before:
            return
        asked = house.deciding(table)[0]
        if asked != seat:
            question = house.asked(table, asked)
            assert question is not None
            house.play(table, asked, question.options[0])
    raise AssertionError("nothing was ordered")


def test_an_order_is_given_and_carried_out(anna: Visitor, house: House, look: Look) -> None:
    table = waiting_table(anna, house)
    turns = TurnsPage(anna).open()
    expect(turns.part("turns.mine")).to_contain_text(turns.say("turns.none"))
    turns.order(0, 2, 1)
    kept = sheet(house, table).orders
    assert len(kept[0].choices) == 3
    up = turns.page.get_by_role("button", name=re.compile(r"^Move up")).last
    up.click()
    turns.button("orders.save").click()
    expect(turns.page.get_by_text(turns.say("orders.state.saved"), exact=True)).to_be_visible()
    now = sheet(house, table).orders
    assert now[0].choices == [kept[0].choices[i] for i in (0, 2, 1)]
    look(anna.page)
    assert overflow(anna.page) == [0, 0]
    assert anna.page.evaluate(CUT_OFF) == []
    before = len([1 for mover, _ in house.choices(table) if mover == 1])
    play_until_asked(house, table, 1, before)
    played = [choice for mover, choice in house.choices(table) if mover == 1][before]
    assert list(played) in now[0].choices


def test_a_dropped_order_is_told(anna: Visitor, house: House) -> None:
    table = waiting_table(anna, house)
    turns = TurnsPage(anna).open()
    turns.order(0)
    never = sheet(house, table)
    changed = [type(order)(order.kind, [["never"]], id=order.id) for order in never.orders]
    assert house.do(house.server.hub.store.keep_sheet(Sheet(table, 1, anna.guest.id, changed, [], never.version)))
    while house.deciding(table)[0] != 1:
        asked = house.asked(table, house.deciding(table)[0])
        assert asked is not None
        house.play(table, house.deciding(table)[0], asked.options[0])
    anna.wait_until(lambda: bool(sheet(house, table).dropped))
    turns.open()
    card = turns.part("turns.mine").get_by_role("listitem").filter(has_text=turns.say("orders.dropped.short"))
    expect(card).to_be_visible()


def test_a_seat_is_lent_and_taken_back(anna: Visitor, house: House, look: Look) -> None:
    table = waiting_table(anna, house)
    turns = TurnsPage(anna).open()
    turns.button("away.say").click()
    look(anna.page)
    turns.page.get_by_role("combobox", name=turns.say("away.who"), exact=True).select_option("greedy")
    turns.button("away.save").click()
    expect(turns.button("away.here")).to_be_visible()
    anna.wait_until(lambda: house.look(table, lambda now: now.seats[1].held) == "greedy")
    page: TablePage = PAGE(anna, table, seat=1).open()
    page.button("web.held.back").click()
    anna.wait_until(lambda: not house.look(table, lambda now: now.seats[1].held))
    expect(TurnsPage(anna).open().button("away.say")).to_be_visible()


def test_from_one_table_to_the_next(anna: Visitor, house: House) -> None:
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    later = house.set_up(STAGE.usual(), people, limit_s=20_000 * DAY_S)
    sooner = house.set_up(STAGE.usual(), people, limit_s=10_000 * DAY_S)
    waiting_table(anna, house)
    turns = TurnsPage(anna).open()
    mine = turns.part("turns.mine").get_by_role("link")
    expect(mine).to_have_count(2)
    mine.first.click()
    page = PAGE(anna, sooner).ready()
    asked = house.asked(sooner, 0)
    assert asked is not None
    while house.deciding(sooner) == [0]:
        question = house.asked(sooner, 0)
        assert question is not None
        house.play(sooner, 0, question.options[0])
    link = page.page.get_by_role("link", name=page.say("web.next", game=page.say(f"game.{GAME.id}")), exact=True)
    link.click()
    anna.page.wait_for_url(f"**/t/{later}")
    PAGE(anna, later).ready()


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_my_turns_fit_a_phone(visitors: Visitors, house: House, look: Look, lang: str) -> None:
    phone = visitors.come("Anna", size=PHONE, touch=True, lang=lang)
    waiting_table(phone, house)
    turns = TurnsPage(phone, lang).open()
    turns.order(0, 1)
    assert overflow(phone.page)[1] == 0
    look(phone.page)


@pytest.mark.full
def test_a_table_with_all_terms_is_opened(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.form.get_by_role("radio", name=lobby.say("web.pace.correspondence")).check(force=True)
    choose = {"web.open.limit": "86400", "web.open.reserve": "259200", "web.open.holidays": "14"}
    for label, value in choose.items():
        lobby.form.get_by_role("combobox", name=lobby.say(label), exact=True).select_option(value)
    lobby.switch("web.open.weekends").check(force=True)
    lobby.seats("me", "open")
    table = lobby.open_table()
    row = house.look(table, lambda now: now.row)
    assert (row.limit_s, row.terms.reserve_s, row.terms.weekends, row.terms.holiday_days) == (
        DAY_S,
        3 * DAY_S,
        True,
        14,
    )
    assert row.terms.zone


def test_somebody_without_a_name_has_no_turns(visitors: Visitors) -> None:
    newcomer = visitors.come()
    newcomer.tolerate("401")
    turns = TurnsPage(newcomer).open()
    expect(turns.part("turns.mine")).to_contain_text(turns.say("turns.none"))
