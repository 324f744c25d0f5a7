"""From the lobby to a table: newcomers, friends with a link, several people at one browser, and those who watch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from tests.browser.company import play, year_of
from tests.browser.house import House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.positions import MODULES, SECOND, find
from tests.browser.visitor import Visitor, Visitors


def newcomer_at_a_table(visitors: Visitors) -> TablePage:
    """One press and a name, and the game has begun."""
    newcomer = visitors.come()
    lobby = LobbyPage(newcomer).open()
    lobby.press_open()
    lobby.give_name("Dora")
    return TablePage(newcomer, lobby.opened()).ready()


def test_a_newcomer_plays_against_bots(visitors: Visitors, house: House) -> None:
    page = newcomer_at_a_table(visitors)
    assert play([page], lambda state: year_of(state) == 2) > 5
    assert house.look(page.id, lambda table: table.names())[0] == "Dora"


@pytest.mark.full
def test_a_newcomer_plays_a_whole_game_against_bots(visitors: Visitors) -> None:
    page = newcomer_at_a_table(visitors)
    assert play([page]) > 30
    page.settle()
    expect(page.region("web.end.result")).to_be_visible()


@pytest.mark.full
def test_a_name_is_wanted(visitors: Visitors) -> None:
    newcomer = visitors.come()
    lobby = LobbyPage(newcomer).open()
    lobby.press_open()
    lobby.give_name("   ")
    expect(lobby.name_dialog).to_contain_text(lobby.say("web.name.empty"))
    newcomer.page.keyboard.press("Escape")
    expect(lobby.name_dialog).to_be_hidden()


def test_a_guest_joins_by_link_and_is_known_when_coming_back(anna: Visitor, visitors: Visitors, house: House) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "open", "open")
    table = lobby.open_table()
    stranger = visitors.come()
    room = RoomPage(stranger, table).open()
    room.sit_down(1)
    LobbyPage(stranger).give_name("Emil")
    expect(room.place(1)).to_contain_text("Emil")
    expect(RoomPage(anna, table).place(1)).to_contain_text("Emil")
    stranger.page.close()
    stranger.page = stranger.context.new_page()
    again = LobbyPage(stranger).open()
    mine = stranger.page.get_by_role("region", name=again.say("web.lobby.mine"), exact=True)
    mine.get_by_role("link", name=again.say("web.lobby.look"), exact=True).click()
    room.place(1).get_by_role("button", name=room.say("web.room.rise"), exact=True).click()
    expect(room.place(1)).to_contain_text(room.say("web.seat.open"))


@pytest.mark.full
def test_an_invitation_is_for_one_seat(anna: Visitor, ben: Visitor, visitors: Visitors, house: House) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "invited")
    lobby.switch("web.open.private").check(force=True)
    table = lobby.open_table()
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner = RoomPage(anna, table)
    owner.place(1).get_by_role("button", name=owner.say("web.room.invite"), exact=True).click()
    link = str(anna.page.evaluate("navigator.clipboard.readText()"))

    stranger = RoomPage(visitors.come("Emil"), table).open()
    expect(stranger.place(1)).to_be_visible()
    expect(stranger.page.get_by_role("button", name=stranger.say("web.room.sit"), exact=True)).to_have_count(0)
    LobbyPage(ben).open()
    expect(ben.page.locator(f"a[href='/t/{table}']")).to_have_count(0)

    ben.go(link)
    RoomPage(ben, table).sit_down(1)
    pages = [TablePage(anna, table, 0).ready(), TablePage(ben, table, 1).ready()]
    pages[house.deciding(table)[0]].expect_question()


@pytest.mark.full
def test_the_owner_fills_seats_with_bots(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "open", "open")
    table = lobby.open_table()
    room = RoomPage(anna, table)
    for seat in (1, 2):
        room.place(seat).get_by_role("combobox").select_option("bot random")
    page = TablePage(anna, table).ready()
    expect(page.region("web.kb.scene.court")).to_be_visible()


@pytest.mark.full
def test_my_tables_tell_where_it_is_my_turn(anna: Visitor, house: House) -> None:
    position = find(lambda kind, *_: kind == "influence")
    house.set_up(position, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    waiting = find(lambda kind, *_: kind == "influence", seat=1)
    house.set_up(waiting, [anna.guest, house.guest("Ben"), house.guest("Cara")])
    lobby = LobbyPage(anna).open()
    mine = anna.page.get_by_role("region", name=lobby.say("web.lobby.mine"), exact=True)
    expect(mine.get_by_role("listitem").filter(has=anna.page.get_by_role("link"))).to_have_count(2)
    expect(mine.get_by_text(lobby.say("web.lobby.my_turn"), exact=True)).to_have_count(1)
    expect(mine.get_by_text(re.compile(r"\bBen\b"))).to_have_count(1)
    mine.get_by_role("link", name=lobby.say("web.lobby.go_on"), exact=True).click()
    TablePage(anna, lobby.opened()).ready().expect_question()


def test_who_watches_is_asked_nothing_and_told_no_secret(visitors: Visitors, house: House) -> None:
    position = find(lambda kind, *_: kind == "keep_governor", options=MODULES)
    table = house.set_up(position, [house.guest("Anna"), house.guest("Ben"), house.guest("Cara")])
    watcher = visitors.come()
    page = TablePage(watcher, table, None).open("?watch")
    expect(page.region("web.kb.scene.governor")).to_be_visible()
    expect(page.region("web.kb.tray")).to_be_visible()
    expect(page.region("web.kb.your_turn")).to_have_count(0)
    told = " ".join(watcher.told())
    for seat in range(3):
        for governor in house.view(table, seat)["players"][seat]["dealt"]:
            assert f'"{governor}"' not in told


# -- several people at one browser ------------------------------------------------------------------------------------


def secrets_of(page: TablePage, seat: int) -> list[str]:
    """The names of the governors that only this seat may know."""
    player = page.house.view(page.id, seat)["players"][seat]
    return [page.say(f"governor.{id}") for id in player["dealt"]]


def raise_curtain(page: TablePage, seat: int) -> None:
    page.button("web.curtain.open", seat=seat).click()
    page.seat = seat
    expect(page.region("web.kb.your_turn")).to_be_visible()


def test_a_curtain_falls_between_secret_views(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "me")
    lobby.name_of(0).fill("Anna")
    lobby.name_of(1).fill("Bruno")
    lobby.switch("switch.modules.governors").check(force=True)
    page = TablePage(anna, lobby.open_table()).ready()

    curtain = anna.page.get_by_role("main", name=page.say("web.curtain"), exact=True)
    expect(curtain).to_contain_text(page.say("web.curtain.next", seat=0))
    for seat in (0, 1):
        for secret in secrets_of(page, seat):
            assert secret not in anna.page.content()

    raise_curtain(page, 0)
    for secret in secrets_of(page, 0):
        assert secret in anna.page.content()
    mine, others = secrets_of(page, 0), secrets_of(page, 1)
    asked = page.expect_question()
    page.answer(asked.options[0])

    expect(curtain).to_contain_text(page.say("web.curtain.next", seat=1))
    for secret in [*mine, *others]:
        assert secret not in anna.page.content()
    raise_curtain(page, 1)
    for secret in mine:
        assert secret not in anna.page.content()
    for secret in others:
        assert secret in anna.page.content()


@pytest.mark.full
def test_a_peeked_enemy_hides_behind_the_curtain(anna: Visitor, house: House) -> None:
    """The second of two people at one browser has not seen the card that the first one has looked at."""
    position = find(
        lambda kind, _, match: kind == "influence" and peeked(match.state) == [True, False], seats=2, options=SECOND
    )
    table = house.set_up(position, [anna.guest, anna.guest])
    page = TablePage(anna, table).open()
    enemy = house.view(table, 0)["enemy"]
    card = page.page.get_by_role("article").or_(page.page.locator(f"[data-enemy='{enemy}']"))
    raise_curtain(page, 0)
    before = len(anna.told())
    page.answer(answer_of(page))
    page.button("web.curtain.open", seat=1).click()
    page.seat = 1
    expect(page.region("web.kb.my_province")).to_be_visible()
    expect(card).to_have_count(0)
    told = "".join(text for text in anna.told()[before:] if '"front":0' not in text and '"type":"full"' in text)
    assert f'"enemy":"{enemy}"' not in told


@each("how", ["button", "Control+z"], ["button"])
def test_a_choice_is_taken_back_behind_the_curtain(how: str, anna: Visitor, house: House) -> None:
    """The curtain falls at once, so the way back stands on it as long as it is free."""
    position = find(lambda kind, options, _: kind == "influence" and len(options) > 5, seats=2)
    page = TablePage(anna, house.set_up(position, [anna.guest, anna.guest])).open()
    before = house.choices(page.id)
    expect(page.button("web.curtain.open", seat=0)).to_be_visible()
    raise_curtain(page, 0)
    page.answer(answer_of(page))
    assert house.deciding(page.id) == [1]
    back = page.button("web.curtain.undo", seat=0)
    expect(back).to_be_visible()
    version = house.version(page.id)
    if how == "button":
        back.click()
    else:
        anna.page.keyboard.press(how)
    page.heard(version)
    assert house.choices(page.id) == before
    expect(page.button("web.curtain.open", seat=0)).to_be_visible()
    raise_curtain(page, 0)
    page.expect_question()


def peeked(state: object) -> list[bool]:
    return [player.peeked for player in state.players]  # type: ignore[attr-defined]


def answer_of(page: TablePage) -> Choice:
    asked = page.asked()
    assert asked is not None
    return asked.options[0]
