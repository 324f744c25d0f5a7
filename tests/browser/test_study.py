"""After the game: the result, the replay with all its ways to move, journals in and out, and the proof of the dice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kronrat.arena.record import record
from kronrat.core.journal import Journal
from kronrat.core.replay import verify
from kronrat.core.seeds import KEYED_DICE
from kronrat.rulebook import rules_of
from tests.browser import positions
from tests.browser.house import Guest, House
from tests.browser.lobby import LobbyPage, RoomPage
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import Visitor


@pytest.fixture
def page(anna: Visitor, house: House) -> TablePage:
    """A table whose game is over."""
    return PAGE(anna, house.set_up(STAGE.ended(), people(anna, house)))


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


# -- the result -------------------------------------------------------------------------------------------------------


def test_the_result_tells_who_has_won_and_how(page: TablePage, house: House) -> None:
    page.open()
    standing = house.state(page.id).standing()
    result = page.region("web.end.result")
    expect(result.get_by_role("heading", level=1)).to_have_text(page.say("web.end.winner", seat=standing[0].seat))
    for line, place in zip(result.get_by_role("list").first.get_by_role("listitem").all(), standing, strict=True):
        expect(line).to_contain_text(page.words.player(place.seat))
        expect(line).to_contain_text(page.say("count.score", n=place.score))
    for figure in ("web.end.sources", "web.end.built"):
        expect(page.region(figure).get_by_role("table")).to_be_visible()
    points = page.region("web.end.sources").get_by_role("row")
    for place in standing:
        row = points.filter(has_text=page.words.player(place.seat))
        expect(row.get_by_role("cell").last).to_have_text(re.compile(rf"{place.score}"))


@pytest.mark.full
def test_a_rematch_leads_everybody_to_the_new_table(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(STAGE.ended(2), [anna.guest, ben.guest])
    mine, others = PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()
    mine.button("web.end.rematch").click()
    anna.page.wait_for_url(lambda url: not url.endswith(table))
    others.page.get_by_role("link", name=others.say("web.end.to_rematch"), exact=True).click()
    ben.page.wait_for_url(anna.page.url)


@each("dice", ["keyed", "one stream"], ["keyed"])
def test_the_dice_are_proved_from_the_result(dice: str, anna: Visitor, house: House, page: TablePage) -> None:
    keyed = dice == "keyed"
    if keyed:
        number = 7
        match = record(GAME, 3, ["random"], {}, positions.seed_of_game(number, 3))
        table = house.set_up(positions.at(match, number), people(anna, house), dice=KEYED_DICE)
        page = PAGE(anna, table)
    page.open()
    page.button("web.end.verify").click()
    dialog = page.page.get_by_role("dialog", name=page.say("web.fair.title"), exact=True)
    expect(dialog).to_contain_text(page.say("web.fair.promise_kept"))
    dialog.get_by_role("button", name=page.say("web.fair.check"), exact=True).click()
    checked = verify(GAME, journal_of(page))
    expect(dialog.get_by_role("status")).to_contain_text(page.say("web.fair.server_right", n=checked))
    drawn = page.say("web.fair.moments" if keyed else "web.fair.no_gap", n=checked)
    expect(dialog.get_by_role("list")).to_contain_text(drawn)
    rolls = sum([line.choice[0] == "roll" for line in journal_of(page).lines])
    expect(dialog.get_by_role("status")).to_contain_text(page.say("web.fair.local_right", n=rolls))


@pytest.mark.full
def test_a_browser_that_was_not_there_says_so(page: TablePage) -> None:
    page.open()
    expect(verdicts(page)).to_have_text([
        page.say("web.fair.promise_kept"), page.say("web.fair.no_memory"), re.compile("random draws"),
    ])  # fmt: skip


def verdicts(page: TablePage) -> Locator:
    """What is found before anything is computed, one line for each."""
    page.button("web.end.verify").click()
    dialog = page.page.get_by_role("dialog", name=page.say("web.fair.title"), exact=True)
    return dialog.get_by_role("list").get_by_role("listitem")


def remembered(page: TablePage) -> Any:
    return page.page.evaluate("table => JSON.parse(localStorage.getItem(`kronrat.dice.${table}`))", page.id)


def test_a_browser_remembers_the_promise_and_its_shares(anna: Visitor, ben: Visitor, house: House) -> None:
    """Anna opens a table and has the server's promise before she gives her share; Ben sits down by link."""
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "open")
    sent: list[str] = []
    anna.page.on(
        "request", lambda request: sent.append(request.url.rpartition("/")[2]) if request.method == "POST" else None
    )
    table = lobby.open_table()
    assert sent == ["seals", "tables"]
    room = RoomPage(ben, table).open()
    assert remembered(PAGE(ben, table))["shares"] == {}
    room.sit_down(1)
    pages = [PAGE(visitor, table, seat).ready() for seat, visitor in enumerate((anna, ben))]
    nonces, commitment = house.look(table, lambda now: ([seat.nonce for seat in now.seats], now.commitment))
    for seat, page in enumerate(pages):
        known = remembered(page)
        assert known["commitment"] == commitment
        assert known["shares"] == {str(seat): nonces[seat]}


@pytest.mark.full
def test_a_player_who_stands_up_again_has_given_nothing(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open()
    lobby.seats("me", "me", "open")
    room = RoomPage(anna, lobby.open_table())
    page = PAGE(anna, room.id)
    expect(room.place(1)).to_be_visible()
    assert set(remembered(page)["shares"]) == {"0", "1"}
    room.place(1).get_by_role("button", name=room.say("web.room.rise"), exact=True).click()
    anna.wait_until(lambda: set(remembered(page)["shares"]) == {"0"})


@each("exchanged", ["nothing", "promise", "share"], ["promise"])
def test_the_result_is_held_against_what_the_browser_remembers(exchanged: str, page: TablePage, house: House) -> None:
    nonce, commitment = house.look(page.id, lambda table: (table.seats[0].nonce, table.commitment))
    other = "0" * 64
    known = {
        "commitment": other if exchanged == "promise" else commitment,
        "shares": {"0": other[:32] if exchanged == "share" else nonce},
        "at": 1,
    }
    page.visitor.go(f"/rules/{GAME.id}")
    page.page.evaluate(
        "([table, known]) => localStorage.setItem(`kronrat.dice.${table}`, known)", [page.id, json.dumps(known)]
    )
    page.open()
    found = verdicts(page)
    promise = (
        page.say("web.fair.other_promise", first=other) if exchanged == "promise" else page.say("web.fair.same_promise")
    )
    shares = page.say("web.fair.shares_out") if exchanged == "share" else page.say("web.fair.shares_in", n=1)
    expect(found).to_have_text([page.say("web.fair.promise_kept"), promise, shares, re.compile("random draws")])


def journal_of(page: TablePage) -> Journal:
    return page.house.look(page.id, lambda table: table.journal_for(None))


# -- the replay -------------------------------------------------------------------------------------------------------


def slider(page: TablePage) -> Locator:
    return page.page.get_by_role("slider", name=page.say("web.replay.slider"), exact=True)


def at(page: TablePage, place: int) -> None:
    expect(slider(page)).to_have_attribute("aria-valuenow", str(place))


def now(page: TablePage) -> int:
    return int(slider(page).get_attribute("aria-valuenow") or 0)


def open_replay(page: TablePage) -> int:
    """Its length."""
    page.visitor.go(f"/t/{page.id}/replay")
    expect(page.region("web.replay.controls")).to_be_visible()
    return int(slider(page).get_attribute("aria-valuemax") or 0)


def test_keys_move_through_a_replay(page: TablePage) -> None:
    length = open_replay(page)
    assert length == len(journal_of(page).lines)
    press = page.page.keyboard.press
    at(page, 0)
    press("ArrowRight")
    expect(slider(page)).not_to_have_attribute("aria-valuenow", "0")
    first = now(page)
    press("ArrowRight")
    at(page, first + 1)
    press("ArrowLeft")
    at(page, first)
    press("End")
    at(page, length)
    page.page.wait_for_url(f"**/replay?at={length}")  # the address names the place
    press("PageDown")
    assert 0 < now(page) < length
    press("Home")
    at(page, 0)
    press("PageUp")
    press("Shift+ArrowRight")
    assert now(page) > 0
    slider(page).focus()
    before = now(page)
    press("ArrowRight")
    at(page, before + 1)


@pytest.mark.full
def test_buttons_and_the_rail_move_through_a_replay(page: TablePage) -> None:
    length = open_replay(page)
    page.button("web.replay.forward").click()
    expect(slider(page)).not_to_have_attribute("aria-valuenow", "0")
    page.button("web.replay.last").click()
    at(page, length)
    page.button("web.replay.first").click()
    at(page, 0)
    box = slider(page).bounding_box()
    assert box is not None
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(now(page) - length / 2) <= 2
    page.button("web.replay.play").click()
    page.button("web.replay.pause").click()


@pytest.mark.full
def test_a_line_of_the_log_leads_to_its_place(page: TablePage) -> None:
    open_replay(page)
    lines = page.page.get_by_role("list", name=page.say("web.replay.log"), exact=True)
    line = lines.get_by_role("button").nth(40)
    line.click()
    current = lines.locator("[aria-current=true]")
    expect(current).to_have_count(1)
    number = int(current.inner_text().split()[-1])
    at(page, number)


def test_a_replay_is_seen_from_any_seat(page: TablePage) -> None:
    open_replay(page)
    page.page.keyboard.press("End")
    seats = page.page.get_by_role("combobox", name=page.say("web.replay.from"))
    expect(seats).to_have_value("0")  # my own at first
    for seat in (2, 0):
        seats.select_option(str(seat))
        page.page.get_by_role("tab", name=page.say("web.replay.side"), exact=True).click()
        expect(page.own_place).to_contain_text(page.words.player(seat))


@pytest.mark.full
def test_a_running_game_has_no_replay(anna: Visitor, house: House) -> None:
    anna.tolerate("409")
    table = house.set_up(STAGE.usual(), people(anna, house))
    anna.go(f"/t/{table}/replay")
    expect(anna.page.get_by_role("alert")).to_have_text(PAGE(anna, table).say("web.replay.problem.not_now"))


# -- journals ---------------------------------------------------------------------------------------------------------


def upload(page: Page, path: Path) -> None:
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(path)


@pytest.mark.full
def test_a_journal_is_downloaded_and_replayed_elsewhere(page: TablePage, ben: Visitor, tmp_path: Path) -> None:
    page.open()
    with page.page.expect_download() as download:
        page.page.get_by_role("link", name=page.say("web.end.journal"), exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    journal = Journal.parse(path.read_text(encoding="utf-8"))
    assert verify(GAME, journal) > 0

    upload(ben.page, path)
    theirs = PAGE(ben, page.id)
    expect(theirs.region("web.replay.controls")).to_be_visible()
    expect(slider(theirs)).to_have_attribute("aria-valuemax", str(len(journal.lines)))
    ben.page.get_by_role("tab", name=theirs.say("web.replay.dice"), exact=True).click()
    theirs.button("web.fair.check").click()
    expect(ben.page.get_by_role("tabpanel")).to_contain_text(theirs.say("web.fair.promise_kept"))
    expect(ben.page.get_by_role("tabpanel").get_by_role("status")).to_contain_text(re.compile(r"\d"))


def test_a_forged_journal_is_found_out(page: TablePage, ben: Visitor, tmp_path: Path) -> None:
    """One answer of chance is exchanged for another: it cannot be replayed, and the page says in which line."""
    lines = journal_of(page).text().splitlines()
    chances = [number for number, line in enumerate(lines) if line.startswith("* ")]
    first = chances[0]
    lines[first] = next(lines[other] for other in chances if lines[other] != lines[first])
    path = tmp_path / "forged.kronrat"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    ben.tolerate("422")
    upload(ben.page, path)
    line = first + 1
    alert = ben.page.get_by_role("alert")
    expect(alert).to_contain_text(page.say("web.replay.problem.broken_journal"))
    expect(alert).to_contain_text(page.say("web.replay.problem.line", line=line))


@pytest.mark.full
def test_anything_else_is_not_a_journal(ben: Visitor, tmp_path: Path) -> None:
    path = tmp_path / "picture.kronrat"
    path.write_bytes(bytes(range(256)) * 10)
    ben.tolerate("422|400")
    upload(ben.page, path)
    expect(ben.page.get_by_role("alert")).to_be_visible()
    path.write_text("x" * 300_000, encoding="utf-8")
    upload(ben.page, path)
    expect(ben.page.get_by_role("alert")).to_have_text("The file is too large for a journal.")


# -- rules ------------------------------------------------------------------------------------------------------------


def test_a_rule_is_found_by_its_id(anna: Visitor) -> None:
    anna.go(f"/rules/{GAME.id}")
    articles = anna.page.get_by_role("article")
    expect(articles.first).to_be_visible()
    everything, wanted = articles.count(), rules_of(GAME.id, "en")[-1].id
    anna.page.get_by_role("searchbox").fill(wanted)
    expect(articles.first).to_contain_text(wanted)
    assert articles.count() < everything
