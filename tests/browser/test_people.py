"""People and each other in the browser: friends, strangers, leagues, a screen for everybody, and keeping apart."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from kronrat.server import company as kept
from kronrat.server import meeting
from kronrat.server.planning import plan_filling
from tests.browser.barriers import Look
from tests.browser.beside import BesidePage
from tests.browser.company import play
from tests.browser.house import House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.room import SCREENS, expect_room, overflow
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import PHONE, Theme, Visitor, Visitors


class PeoplePage(BesidePage):
    """The page of friends and leagues, or of one league."""

    path = "/people"

    def standings(self) -> list[str]:
        return self.part("league.standings").get_by_role("row").all_inner_texts()[1:]


def table_in(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def have_played(*people: Visitor) -> None:
    """A game of these people is over."""
    house = people[0].house
    house.set_up(STAGE.ended(len(people)), [person.guest for person in people])


def test_a_friend_is_invited_with_one_press(anna: Visitor, ben: Visitor, visitors: Visitors, look: Look) -> None:
    have_played(anna, ben, visitors.come("Cleo"))
    friends = PeoplePage(anna).open()
    expect(friends.part("people.friends").get_by_role("listitem")).to_have_count(2)
    look(anna.page)
    assert overflow(anna.page) == [0, 0]
    friends.press("people.invite.named", name="Ben")
    anna.page.wait_for_url("**/t/*")
    table = table_in(anna.page)
    room = RoomPage(anna, table)
    expect(room.place(1)).to_be_visible()
    look(anna.page)
    lobby = LobbyPage(ben).come()
    invited = ben.page.get_by_role("region", name=lobby.say("web.lobby.invited"), exact=True)
    expect(invited).to_contain_text("Anna invites you")
    look(ben.page)
    invited.get_by_role("link").click()  # who accepts sits down at once
    PAGE(ben, table, 1).ready()
    expect(ben.page.get_by_role("main")).to_be_visible()
    assert ben.house.look(table, lambda now: now.seating.names()[:2]) == ["Anna", "Ben"]


def fill(house: House, table: str) -> None:
    """The time of a table has come, and those who are here begin."""

    async def filled() -> None:
        live = await house.server.hub.find(table)
        assert live is not None
        async with live.alone() as now:
            assert await live.keep(plan_filling(now, live.attendance.presence().here, live.office.clock.now()))

    house.do(filled())


def test_strangers_meet_and_bots_fill_the_table(
    anna: Visitor, ben: Visitor, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(meeting.FILL_S, "live", 3_600)  # longer than the slowest machine needs
    lobbies = [LobbyPage(visitor).come() for visitor in (anna, ben)]
    for lobby in lobbies:
        lobby.page.get_by_role("button", name=lobby.say("web.meet"), exact=True).click()
        if lobby is lobbies[0]:
            look(lobby.page)
        lobby.page.get_by_role("button", name=lobby.say("web.meet.go"), exact=True).click()
        lobby.page.wait_for_url("**/t/*")
    table = table_in(anna.page)
    assert table_in(ben.page) == table
    expect(anna.page.locator(".filling")).to_be_visible()
    expect(RoomPage(anna, table).place(1)).to_contain_text("Ben")
    look(anna.page)
    fill(anna.house, table)
    for visitor in (anna, ben):
        expect(visitor.page.locator(".board")).to_be_visible()
    kinds = anna.house.look(table, lambda now: [seat.kind for seat in now.seats])
    assert kinds == ["human", "human", "bot"]


def test_a_screen_for_everybody_and_a_phone_that_sits_down(anna: Visitor, visitors: Visitors, look: Look) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open", "invited")
    table = lobby.open_table()
    screen = visitors.come(guest=anna.guest, size=SCREENS["1920x1080"])
    screen.go(f"/t/{table}/board")
    codes = screen.page.get_by_role("img", name="/t/")
    expect(codes).to_have_count(2)
    look(screen.page)
    assert overflow(screen.page) == [0, 0]
    phone = visitors.come("Ben", size=PHONE, touch=True)
    phone.go(f"/t/{table}#seat=1")
    RoomPage(phone, table).sit_down(1)
    expect(codes).to_have_count(1)
    expect(screen.page.get_by_role("main")).to_contain_text("Ben")
    last = visitors.come("Cleo", size=PHONE, touch=True)
    invite = anna.house.look(table, lambda now: now.seats[2].invite)
    last.go(f"/t/{table}#seat=2&invite={invite}")
    RoomPage(last, table).sit_down(2)
    PAGE(screen, table, None).ready()
    expect(screen.page.locator(".board")).to_be_visible()
    told = screen.page.evaluate("seen.texts.map(JSON.parse).filter(({type}) => type === 'full')")
    assert {message["front"] for message in told} == {None}
    assert not any(message.get("question") for message in told)


@pytest.mark.full
def test_people_at_a_table_are_reported_blocked_and_sent_away(anna: Visitor, ben: Visitor, look: Look) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open", "open")
    table = lobby.open_table()
    RoomPage(ben, table).open().sit_down(1)
    expect(RoomPage(anna, table).place(1)).to_contain_text("Ben")
    at = PeoplePage(anna)

    def open_people() -> Locator:
        anna.page.get_by_role("button", name=at.say("menu"), exact=True).click()
        at.press("table.people")
        return anna.page.get_by_role("dialog", name=at.say("company"), exact=True)

    dialog = open_people()
    look(anna.page)
    at.press("company.report.named", name="Ben")
    dialog.get_by_role("textbox").fill("shouts all the time")
    look(anna.page)
    at.press("company.report.send")
    expect(dialog.get_by_role("status")).to_have_text(at.say("company.report.done"))
    (report,) = [
        one for one in anna.house.do(anna.house.server.hub.store.look_up(kept.list_reports)) if one.table == table
    ]
    assert (report.name, report.why) == ("Ben", "shouts all the time")
    anna.page.keyboard.press("Escape")
    open_people()
    at.press("company.remove.named", name="Ben")
    expect(RoomPage(ben, table).place(1)).not_to_contain_text("Ben")
    RoomPage(ben, table).sit_down(1)
    expect(ben.page.get_by_role("alert")).to_contain_text("sent you away")


@pytest.mark.full
def test_two_browsers_and_a_phone_play_a_league_evening(
    anna: Visitor, ben: Visitor, visitors: Visitors, look: Look
) -> None:
    phone = visitors.come("Cleo", size=PHONE, touch=True)
    host = PeoplePage(anna).open()
    form = anna.page.get_by_role("form", name=host.say("league.open"), exact=True)
    form.get_by_role("textbox").fill("Tuesdays")
    form.get_by_role("radio", name=GAME.id.title()).check(force=True)
    form.get_by_role("combobox").select_option("1")
    form.get_by_role("button").click()
    anna.page.wait_for_url("**/league/*")
    path = urlsplit(anna.page.url).path
    guests = [PeoplePage(visitor).open(path) for visitor in (ben, phone)]
    for guest in guests:
        guest.press("league.join")
    look(phone.page)
    for one in (host, *guests):
        one.press("league.be_here")
    expect(host.part("league.tonight")).to_contain_text(host.say("league.present", n=3))
    look(anna.page)
    assert overflow(anna.page) == [0, 0]
    host.press("league.begin", n=1)
    for one in (host, *guests):
        one.page.get_by_role("link", name=one.say("league.to_table"), exact=True).click()
        one.page.wait_for_url("**/t/*")
    table = table_in(anna.page)
    for visitor in (anna, ben, phone):
        assert table_in(visitor.page) == table
        expect(visitor.page.locator(".board")).to_be_visible()
    house = anna.house
    names = house.look(table, lambda now: now.seating.names())
    pages = [PAGE(visitor, table, names.index(visitor.guest.name)) for visitor in (anna, ben, phone)]
    for page in pages:
        page.ready()
    play(pages)
    expected = house.look(table, lambda now: now.summary().places)
    for one in (host, *guests):
        one.open(path)
        expect(one.part("league.standings").get_by_role("status")).to_be_visible()
        rows = one.standings()
        assert len(rows) == 3
        winners = {name for name, place in zip(names, expected, strict=True) if place == 1}
        assert {name for name in names if name in rows[0]} <= winners
        look(one.page)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_pages_of_people_have_room_everywhere(visitors: Visitors, look: Look, lang: str) -> None:
    anna = visitors.come("Annabella von der Hohenau", lang=lang)
    others = [visitors.come(name) for name in ("Maximilian Oberhuber-Graf", "Cleo")]
    have_played(anna, *others)
    mine = PeoplePage(anna, lang).open()
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        anna.page.emulate_media(color_scheme=theme)
        look(anna.page)
    roomy(anna.page)
    made = anna.page.evaluate(
        """async (game) => (await (await fetch("/api/leagues", {method: "POST", body: JSON.stringify(
          {name: "Dienstagsrunde im Wirtshaus am Königshof", game, evenings: 3})})).json()).id""",
        GAME.id,
    )
    mine.open(f"/league/{made}")
    mine.press("league.be_here")
    expect(mine.part("league.members").get_by_role("listitem")).to_have_count(1)
    look(anna.page)
    roomy(anna.page)
    anna.tolerate("404")
    anna.go("/league/nowhere")
    expect(anna.page.get_by_role("heading", name=mine.say("league.unknown"))).to_be_visible()


def roomy(page: Page) -> None:
    """Nothing is cut off or outside; on small screens the page may flow."""
    small = [screen for screen in SCREENS.values() if screen["width"] <= 900]
    expect_room(page, [screen for screen in SCREENS.values() if screen not in small], texts=(100,))
    for screen in small:
        page.set_viewport_size(screen)
        assert overflow(page)[1] == 0, screen
