"""From the lobby to a table: newcomers, friends with a link, several people at one browser, and those who watch."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from kronrat.bots import LEVELS, USUAL
from kronrat.box import box_of
from kronrat.shelf import list_games
from tests.browser.barriers import Look
from tests.browser.company import play
from tests.browser.house import House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.pages import TablePage, begins
from tests.browser.room import overflow
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import Visitor, Visitors

ANSWERS = 10


def newcomer_at_a_table(visitors: Visitors) -> TablePage:
    """One press and a name, and the game has begun."""
    newcomer = visitors.come()
    lobby = LobbyPage(newcomer).open(GAME.id)
    lobby.press_open()
    lobby.give_name("Dora")
    return PAGE(newcomer, lobby.opened()).ready()


@pytest.mark.full
def test_a_newcomer_plays_against_bots(visitors: Visitors, house: House) -> None:
    page = newcomer_at_a_table(visitors)
    assert play([page], most=ANSWERS) == ANSWERS
    assert house.look(page.id, lambda table: table.seating.names())[0] == "Dora"


@pytest.mark.full
def test_a_newcomer_plays_a_whole_game_against_bots(visitors: Visitors) -> None:
    page = newcomer_at_a_table(visitors)
    assert play([page]) > 30
    page.to_the_result()
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
    lobby = LobbyPage(anna).open(GAME.id)
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
    again = LobbyPage(stranger).come()
    mine = stranger.page.get_by_role("region", name=again.say("web.lobby.mine"), exact=True)
    mine.get_by_role("link", name=again.say("web.lobby.look"), exact=True).click()
    room.place(1).get_by_role("button", name=room.say("web.room.rise"), exact=True).click()
    expect(room.place(1)).to_contain_text(room.say("web.seat.open"))


def test_the_game_waits_until_everybody_is_ready(anna: Visitor, ben: Visitor, visitors: Visitors, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open")
    table = lobby.open_table()
    mine, his = RoomPage(anna, table), RoomPage(ben, table).open()
    watcher = visitors.come()
    watcher.go(f"/t/{table}?watch")
    # Ben looks on too until he sits down.
    expect(anna.page.get_by_text(mine.say("web.watching.count", n=2))).to_be_visible()
    mine.place(0).get_by_role("button", name=mine.say("web.room.wait"), exact=True).click()
    expect(his.place(0)).to_contain_text(his.say("web.room.waits"))
    his.sit_down(1)
    expect(anna.page.get_by_role("status").filter(has_text="Anna")).to_be_visible()  # everybody is here but her
    expect(mine.place(1)).to_contain_text(mine.say("web.room.ready"))
    mine.place(0).get_by_role("button", name=mine.say("web.room.be_ready"), exact=True).click()
    pages = [PAGE(anna, table, 0).ready(), PAGE(ben, table, 1).ready()]
    pages[house.deciding(table)[0]].expect_question()
    expect(anna.page.get_by_role("status", name=mine.say("web.watching.count", n=1))).to_be_visible()


@pytest.mark.full
def test_an_invitation_is_for_one_seat(anna: Visitor, ben: Visitor, visitors: Visitors, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
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
    LobbyPage(ben).come()
    expect(ben.page.locator(f"a[href='/t/{table}']")).to_have_count(0)

    ben.go(link)
    RoomPage(ben, table).sit_down(1)
    pages = [PAGE(anna, table, 0).ready(), PAGE(ben, table, 1).ready()]
    pages[house.deciding(table)[0]].expect_question()


@pytest.mark.full
def test_the_owner_fills_seats_with_bots(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open", "open")
    table = lobby.open_table()
    room = RoomPage(anna, table)
    for seat in (1, 2):
        room.place(seat).get_by_role("combobox").select_option("bot random")
    page = PAGE(anna, table).ready()
    expect(page.tray).to_be_visible()


def test_an_unknown_address_leads_to_the_lobby(visitors: Visitors) -> None:
    for lang in ("en", "de"):
        visitor = visitors.come("Anna", lang=lang)
        lobby = LobbyPage(visitor, lang)
        visitor.tolerate("404")
        visitor.page.goto("/nowhere")
        expect(visitor.page.get_by_role("heading", name=lobby.say("web.lost.nowhere"), exact=True)).to_be_visible()
        visitor.page.get_by_role("link", name=lobby.say("web.to_lobby"), exact=True).click()
        expect(visitor.page.get_by_role("heading", name=lobby.say("web.first.title"), exact=True)).to_be_visible()


def test_a_stranger_watches_and_is_asked_for_a_name_before_speaking(
    anna: Visitor, visitors: Visitors, house: House
) -> None:
    table = house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")])
    stranger = visitors.come()
    page = PAGE(stranger, table, None).open("?watch")
    expect(stranger.page.get_by_role("status").filter(has_text=page.say("web.watching"))).to_contain_text("1")
    stranger.page.keyboard.press("c")
    expect(stranger.page.get_by_role("textbox", name=page.say("web.chat.label"), exact=True)).to_be_focused()
    stranger.page.keyboard.type("Good evening")
    stranger.page.keyboard.press("Enter")
    LobbyPage(stranger).give_name("Dora")
    heard = stranger.page.get_by_role("log", name=page.say("web.chat"), exact=True)
    expect(heard).to_contain_text("Dora")
    expect(heard).to_contain_text("Good evening")


@each("game", list_games(), [GAME.id])
def test_one_press_leads_a_newcomer_to_a_running_game(game: str, visitors: Visitors, house: House) -> None:
    newcomer = visitors.come()
    newcomer.go("/")
    lobby = LobbyPage(newcomer)
    name = lobby.say(f"game.{game}")
    newcomer.page.get_by_role("button", name=lobby.say("web.first.play_game", game=name), exact=True).click()
    table = lobby.opened()
    assert house.look(table, lambda table: (table.game.id, table.stage, table.row.listed)) == (game, "playing", False)
    first = box_of(game).first
    assert house.look(table, lambda table: [seat.bot for seat in table.seats]) == ["", *first.bots]
    newcomer.go("/")
    expect(newcomer.page.locator(f"a[href='/t/{table}']")).to_be_visible()  # now it is somebody who comes back


SIZES = ["1280x720", "1280x640", "1920x1080", "1600x900", "1024x768", "768x1024", "390x844", "844x390"]


@each("size", SIZES, ["1280x720", "390x844", "844x390"])
def test_the_start_buttons_are_above_the_fold(size: str, visitors: Visitors) -> None:
    """In German, because its words are longer."""
    width, height = [int(part) for part in size.split("x")]
    newcomer = visitors.come(size={"width": width, "height": height}, lang="de")
    newcomer.go("/")
    said = LobbyPage(newcomer, "de").say("web.first.play")
    buttons = newcomer.page.get_by_role("article").get_by_role("button", name=begins(said))
    expect(buttons).to_have_count(len(list_games()))
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
    assert overflow(newcomer.page)[1] == 0


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_button_of_the_form_is_above_the_fold(lang: str, visitors: Visitors) -> None:
    lobby = LobbyPage(visitors.come("Anna", lang=lang), lang).open()
    expect(lobby.form.get_by_role("button", name=lobby.say("web.open"), exact=True)).to_be_in_viewport(ratio=1)


def test_finished_games_tell_who_had_how_much_and_come_last(anna: Visitor, house: House) -> None:
    people = [anna.guest, house.guest("Ben"), house.guest("Cara")]
    house.set_up(STAGE.usual(), people)
    over = house.set_up(STAGE.ended(), people)
    scores = house.look(over, lambda table: table.summary().scores)
    lobby = LobbyPage(anna).come()
    lines = anna.page.get_by_role("main").get_by_role("listitem").filter(has=anna.page.get_by_role("link"))
    expect(lines.first).to_contain_text("Anna, Ben, Cara")
    expect(lines.last).to_contain_text(f"Anna {scores[0]}")
    link = anna.page.locator(f"a[href='/t/{over}']")
    expect(link).to_be_visible()
    anna.page.get_by_text(lobby.say("web.lobby.finished")).click()
    expect(link).to_be_hidden()
    LobbyPage(anna).come()
    expect(link).to_be_hidden()  # it stays folded


@pytest.mark.full
def test_my_tables_tell_where_it_is_my_turn(anna: Visitor, house: House) -> None:
    house.set_up(STAGE.usual(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    waiting = house.set_up(STAGE.usual(seat=1), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    lobby = LobbyPage(anna).come()
    turns = anna.page.get_by_role("region", name=lobby.say("web.lobby.my_turn"), exact=True)
    mine = anna.page.get_by_role("region", name=lobby.say("web.lobby.mine"), exact=True)
    expect(turns.get_by_role("listitem").filter(has=anna.page.get_by_role("link"))).to_have_count(1)
    expect(mine.get_by_role("listitem").filter(has=anna.page.get_by_role("link"))).to_have_count(1)
    expect(mine.get_by_text(PAGE(anna, waiting).say("web.waiting_for", seats=[1]), exact=True)).to_be_visible()
    turns.get_by_role("link", name=lobby.say("web.lobby.go_on"), exact=True).click()
    PAGE(anna, lobby.opened()).ready().expect_question()


# -- several people at one browser ------------------------------------------------------------------------------------


def raise_curtain(page: TablePage, seat: int) -> None:
    page.button("web.curtain.open", seat=seat).click()
    page.seat = seat
    expect(page.your_turn).to_be_visible()


def test_without_secrets_there_is_no_curtain(anna: Visitor, house: House) -> None:
    """The next player is in front at once; the one who has just chosen may still take it back."""
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, anna.guest])).open()
    before = house.choices(page.id)
    page.answer(page.expect_question().options[0])
    page.seat = house.deciding(page.id)[0]
    assert page.seat == 1
    page.expect_question()
    expect(page.page.get_by_role("main", name=page.say("web.curtain"), exact=True)).to_have_count(0)
    version = house.version(page.id)
    anna.page.keyboard.press("Control+z")
    page.heard(version)
    assert house.choices(page.id) == before
    page.seat = 0
    page.expect_question()


@each("how", ["button", "Control+z"], ["button"])
def test_a_choice_is_taken_back_behind_the_curtain(how: str, anna: Visitor, house: House) -> None:
    """The curtain falls at once, so it offers the way back as long as that is free."""
    page = PAGE(anna, house.set_up(STAGE.secret(seats=2), [anna.guest, anna.guest])).open()
    before = house.choices(page.id)
    expect(page.button("web.curtain.open", seat=0)).to_be_visible()
    raise_curtain(page, 0)
    page.answer(page.expect_question().options[0])
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


def test_friends_are_brought_by_a_picture_of_the_link(anna: Visitor, look: Look) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "open")
    table = lobby.open_table()
    room = RoomPage(anna, table)
    expect(room.place(0)).to_contain_text(room.say("web.room.ready"))
    expect(anna.page.get_by_text(f"/t/{table}")).to_be_visible()
    anna.page.get_by_role("button", name=room.say("web.room.qr"), exact=True).click()
    address = f"{urlsplit(anna.house.url).netloc}/t/{table}"
    code = anna.page.get_by_role("img", name=room.say("web.room.qr.alt", address=address), exact=True)
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    look(anna.page)


def test_a_game_against_bots_begins_with_one_press_as_it_was_played_last(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "bot random")
    lobby.open_table()
    lobby.come()
    fresh = anna.page.get_by_role("region", name=lobby.say("web.lobby.new"), exact=True)
    name = lobby.say("web.lobby.bots_game", game=lobby.say(f"game.{GAME.id}"))
    fresh.get_by_role("button", name=name, exact=True).click()
    again = lobby.opened()
    assert [seat.bot for seat in house.look(again, lambda table: table.seats)] == ["", "random"]


@pytest.mark.full
def test_the_usual_opponent_is_a_level_and_the_strongest_is_told_how_long_to_think(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    expect(lobby.seat(1)).to_have_value(f"bot {USUAL}")
    expect(lobby.form).to_contain_text(lobby.say(f"web.about.{USUAL}"))
    strongest = LEVELS[-1]
    thinking = lobby.form.get_by_role("combobox", name=lobby.say("web.open.think", bot=strongest), exact=True)
    expect(thinking).to_have_count(0)
    lobby.seats("me", "open", f"bot {strongest}")
    expect(lobby.form).to_contain_text(lobby.say(f"web.about.{strongest}"))
    thinking.select_option("3")
    table = lobby.open_table()
    assert house.look(table, lambda now: now.row.think_s) == 3
    expect(RoomPage(anna, table).place(2)).to_contain_text(lobby.say(f"web.about.{strongest}"))


def test_somebody_without_a_name_is_asked_for_one_after_the_game(anna: Visitor, house: House) -> None:
    """A player who began at once has the name that the page gave."""
    table = house.set_up(STAGE.ended(), [anna.guest, house.guest("Ben"), house.guest("Cara")])
    anna.go("/")
    anna.page.evaluate("localStorage['kronrat.guest'] = JSON.stringify({ name: 'Anna' })")
    anna.go(f"/t/{table}")
    lobby = LobbyPage(anna)
    ask = anna.page.get_by_role("button", name=lobby.say("web.end.name.give"), exact=True)
    ask.click()
    lobby.give_name("Annabel")
    expect(ask).to_be_hidden()
    anna.wait_until(lambda: anna.page.evaluate("fetch('/api/me').then((me) => me.json())")["name"] == "Annabel")
