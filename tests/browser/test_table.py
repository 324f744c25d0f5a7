"""What surrounds a game: language, theme, text size, chat, absence, clocks, rules in place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kronrat.server import table as tables
from kronrat.server.table import Table
from tests.browser.house import GRACE_MS, House
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.positions import asked, find, near_the_end, position_of
from tests.browser.visitor import Visitor, Visitors


def table_of(house: House, anna: Visitor, *others: Visitor, kind: str = "influence", **terms: object) -> str:
    people = [anna.guest, *[other.guest for other in others]]
    strangers = [house.guest(name) for name in ("Ben", "Cara")[len(others) :]]
    return house.set_up(position_of(kind), [*people, *strangers], **terms)  # type: ignore[arg-type]


def test_the_language_changes_at_once_in_the_middle_of_a_choice(anna: Visitor, house: House) -> None:
    page = TablePage(anna, table_of(house, anna)).open()
    question = page.expect_question()
    page.pick(question, question.options[0])
    page.button("web.language.switch").click()
    german = TablePage(anna, page.id, lang="de")
    expect(german.region("web.kb.your_turn")).to_be_visible()
    german.expect_question()
    assert anna.page.evaluate("document.documentElement.lang") == "de"
    assert german.picked() == page.picked()
    expect(german.primary).not_to_have_attribute("aria-disabled", "true")
    expect(german.log).to_contain_text("würfelt")
    german.answer(question.options[0])
    german.button("web.language.switch").click()
    expect(page.region("web.kb.scene.court")).to_be_visible()


@pytest.mark.full
def test_theme_and_text_size_are_kept(anna: Visitor, house: House) -> None:
    page = TablePage(anna, table_of(house, anna)).open()
    root = anna.page.locator("html")
    expect(root).to_have_attribute("data-theme", "parchment")
    page.button("web.theme.to_candlelight").click()
    expect(root).to_have_attribute("data-theme", "candlelight")
    page.button("web.menu").click()
    page.button("web.settings").click()
    dialog = anna.page.get_by_role("dialog", name=page.say("web.settings"), exact=True)
    before = size_of_text(page)
    dialog.get_by_role("radio", name="130 %", exact=True).check(force=True)
    anna.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert size_of_text(page) > before
    anna.page.reload()
    page.ready()
    expect(root).to_have_attribute("data-theme", "candlelight")
    assert size_of_text(page) > before
    anna.page.emulate_media(color_scheme="light")
    page.button("web.menu").click()
    page.button("web.settings").click()
    dialog.get_by_role("radio", name=page.say("web.settings.theme.auto"), exact=True).check(force=True)
    expect(root).to_have_attribute("data-theme", "parchment")


def size_of_text(page: TablePage) -> float:
    box = page.tray.get_by_role("heading").bounding_box()
    assert box is not None
    return box["height"]


def test_chat_is_text_and_never_markup(anna: Visitor, ben: Visitor, house: House) -> None:
    table = table_of(house, anna, ben)
    mine, others = TablePage(anna, table, 0).open(), TablePage(ben, table, 1).open()
    said = '<img src=x onerror="alert(1)"><b>bold</b> &amp; javascript:alert(1)'
    anna.page.keyboard.press("c")
    chat = anna.page.get_by_role("textbox", name=mine.say("web.chat.label"), exact=True)
    expect(chat).to_be_focused()
    anna.page.keyboard.type(said)
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text(said, exact=False)).to_be_visible()
    expect(ben.page.get_by_role("tab", name=re.compile(others.say("web.chat")))).to_contain_text("1")
    ben.page.get_by_role("tab", name=re.compile(others.say("web.chat"))).click()
    heard = ben.page.get_by_role("log", name=others.say("web.chat"), exact=True)
    expect(heard).to_contain_text(said)
    expect(heard.locator("img")).to_have_count(0)


@pytest.mark.full
def test_a_name_is_text_and_never_markup(visitors: Visitors, house: House) -> None:
    mallory = visitors.come("<b>Mallory</b>")
    page = TablePage(mallory, table_of(house, mallory)).open()
    expect(page.region("web.kb.my_province").get_by_text("<b>Mallory</b>", exact=True)).to_be_visible()
    LobbyPage(mallory).open()
    expect(mallory.page.locator("b", has_text=re.compile("^Mallory$"))).to_have_count(0)


def test_a_bot_holds_the_seat_of_an_absent_player(anna: Visitor, ben: Visitor, house: House) -> None:
    """Ben goes in the middle of the game; when he is back, he takes his seat again."""
    table = table_of(house, anna, ben, pace="live")
    mine, others = TablePage(anna, table, 0).open(), TablePage(ben, table, 1).open()
    ben.page.close()
    mine.answer(mine.expect_question().options[0])
    anna.page.wait_for_timeout(GRACE_MS)
    absent = anna.page.get_by_role("status").filter(has_text="Ben").filter(has_text=mine.say("web.held.let"))
    absent.get_by_role("button", name=mine.say("web.held.let"), exact=True).click()
    anna.wait_until(lambda: 1 not in house.deciding(table))
    expect(absent).to_be_hidden()
    assert house.look(table, lambda now: now.seats[1].held) == "greedy"

    ben.page = ben.context.new_page()
    others.open()
    expect(ben.page.get_by_text(others.say("web.held.mine", seat=1))).to_be_visible()
    others.button("web.held.back").click()
    expect(ben.page.get_by_text(others.say("web.held.mine", seat=1))).to_be_hidden()
    assert house.look(table, lambda now: now.seats[1].held) == ""


def leave(page: TablePage, said: str) -> None:
    page.button("web.menu").click()
    page.button("web.leave").click()
    dialog = page.page.get_by_role("dialog", name=page.say("web.leave"), exact=True)
    expect(dialog).to_contain_text(said)
    expect(dialog.get_by_role("button", name=page.say("web.leave.no"), exact=True)).to_be_focused()
    dialog.get_by_role("button", name=page.say("web.leave.yes"), exact=True).click()
    page.page.wait_for_url("**/")


@pytest.mark.full
def test_whoever_leaves_a_game_leaves_it_to_a_bot(anna: Visitor, ben: Visitor, house: House) -> None:
    table = table_of(house, anna, ben)
    page = TablePage(anna, table).open()
    page.button("web.menu").click()
    page.button("web.leave").click()
    page.button("web.leave.no").click()
    assert house.look(table, lambda now: now.seats_of(anna.guest.id)) == [0]
    leave(page, page.say("web.leave.text", seats=[0]))
    anna.wait_until(lambda: 0 not in house.deciding(table))
    assert house.look(table, lambda now: now.seats_of(anna.guest.id)) == []
    TablePage(anna, table, None).open()
    page.button("web.menu").click()
    expect(page.button("web.leave")).to_have_count(0)


@pytest.mark.full
def test_the_last_one_who_leaves_ends_the_game(anna: Visitor, house: House) -> None:
    table = house.set_up(position_of("influence"), [anna.guest] * 3)
    page = TablePage(anna, table).open()
    page.button("web.curtain.open", seat=0).click()
    page.expect_question()
    leave(page, page.say("web.leave.text.alone"))
    assert house.look(table, lambda now: now.stage) == "closed"


@pytest.mark.full
def test_the_result_tells_whose_seat_a_bot_held(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(near_the_end(), [anna.guest, ben.guest], pace="live")
    page = TablePage(anna, table).open()
    page.answer(("done",))
    anna.page.wait_for_timeout(GRACE_MS)
    page.button("web.held.let").click()
    result = page.region("web.end.result")
    expect(result).to_be_visible()
    held = house.look(table, chosen_by_bots)
    expect(result.get_by_role("listitem").filter(has_text="Ben")).to_contain_text(page.say("web.end.held", n=held))


def chosen_by_bots(table: Table) -> int:
    """How many choices of people's seats a bot has made."""
    assert table.match is not None
    lines = table.match.journal.lines
    return len([number for number in table.lines_by_bots() if lines[number - 1].seat >= 0])


def test_the_clock_runs_and_a_bot_moves_when_it_is_over(
    anna: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SETTLING_MS", 0)
    table = table_of(house, anna, limit_s=3_600)
    page = TablePage(anna, table).open()
    # A table that was set up long ago is over its time at once.
    expect(anna.page.get_by_text(page.say("web.held.mine", seat=0))).to_be_visible()
    page.button("web.held.back").click()
    timer = anna.page.get_by_role("timer", name=page.say("web.clock", seat=0), exact=True)
    if 0 in house.deciding(table):
        expect(timer).to_have_text(re.compile(r"^(59|60|1:00):\d\d$|^1:00:00$"))


def test_an_absence_is_summed_up(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(find(asked("influence", least=6), seats=2), [anna.guest, ben.guest])
    mine, others = TablePage(anna, table, 0).open(), TablePage(ben, table, 1).open()
    mine.answer(mine.expect_question().options[0])
    key = f"kronrat.seen.{table}"
    anna.page.wait_for_function("key => localStorage.getItem(key)", arg=key)
    anna.page.goto("about:blank")
    others.answer(others.expect_question().options[0])
    anna.page.goto("/")
    anna.page.evaluate(
        "key => { const seen = JSON.parse(localStorage.getItem(key)); seen.at -= 120000; "
        "localStorage.setItem(key, JSON.stringify(seen)) }",
        key,
    )
    mine.open()
    dialog = anna.page.get_by_role("dialog", name=mine.say("web.since"), exact=True)
    expect(dialog).to_contain_text("Ben")
    dialog.get_by_role("button").last.click()
    expect(dialog).to_be_hidden()


@pytest.mark.full
def test_only_the_newest_tables_are_remembered(anna: Visitor, house: House) -> None:
    LobbyPage(anna).open()
    old = "n => { for (let i = 0; i < n; i++) localStorage[`kronrat.seen.old${i}`] = JSON.stringify({ at: 1000 + i }) }"
    anna.page.evaluate(old, 60)
    table = table_of(house, anna)
    TablePage(anna, table).open()
    key = f"kronrat.seen.{table}"
    anna.page.wait_for_function("key => localStorage.getItem(key)", arg=key)
    kept = anna.page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('kronrat.seen.'))")
    assert sorted(kept) == sorted([key, *[f"kronrat.seen.old{number}" for number in range(11, 60)]])

    anna.page.goto("/t/old59")
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    assert anna.page.evaluate("localStorage.getItem('kronrat.seen.old59')") is None


@each("lang", ["en", "de"], ["de"])
def test_the_rules_of_the_phase_are_at_hand(lang: str, visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", lang=lang)
    page = TablePage(anna, table_of(house, anna), lang=lang).open()
    anna.page.keyboard.press("r")
    dialog = anna.page.get_by_role("dialog", name=page.say("web.nav.rules"), exact=True)
    expect(dialog.locator("details[open] summary")).to_contain_text(page.say("web.rules.now"))
    anna.page.keyboard.press("Escape")
    page.log.get_by_role("link").last.click()
    expect(dialog.get_by_role("article")).to_contain_text(re.compile(r"KB"))


def test_what_is_refused_says_why_with_its_rule(anna: Visitor, house: House) -> None:
    """A press on an advisor that is taken, and on a building that cannot be paid."""
    table = table_of(house, anna)
    page = TablePage(anna, table).open()
    page.expect_question()
    taken = int(next(iter(house.view(table, 0)["court"])))
    advisor = page.advisor(taken)
    if advisor.get_attribute("aria-disabled") == "true":
        advisor.click(force=True)
        note = anna.page.get_by_role("tooltip")
        expect(note).to_be_visible()
        expect(note).to_contain_text(re.compile("KB"))
    build = TablePage(anna, table_of(house, anna, kind="build")).open()
    build.expect_question()
    build.cell("cathedral").click(force=True)
    expect(anna.page.get_by_role("tooltip")).to_contain_text(re.compile("KB"))


def test_the_planner_shows_what_the_dice_can_reach(anna: Visitor, house: House) -> None:
    page = TablePage(anna, table_of(house, anna)).open()
    page.expect_question()
    page.button("web.kb.plan").click()
    planner = page.region("web.kb.plan")
    expect(planner.get_by_role("listitem").first).to_be_visible()
    planner.get_by_role("listitem").first.get_by_role("button").click()
    expect(page.primary).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.full
def test_others_provinces_are_enlarged_on_demand(anna: Visitor, house: House) -> None:
    page = TablePage(anna, table_of(house, anna)).open()
    anna.page.keyboard.press("v")
    anna.page.keyboard.press("2")
    expect(page.region("web.kb.province", seat=1)).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(page.region("web.kb.my_province")).to_be_visible()
    page.page.get_by_role("button", name=re.compile(r"^Cara\b")).click()
    expect(page.region("web.kb.province", seat=2)).to_be_visible()
