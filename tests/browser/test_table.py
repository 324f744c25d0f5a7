"""What surrounds a game: language, theme, text size, chat, absence, clocks, rules in place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kronrat.box import box_of
from kronrat.server import timing
from kronrat.words import Words
from tests.browser.house import GRACE_MS, House
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.stage import GAME, PAGE, STAGE
from tests.browser.visitor import PHONE, Visitor, Visitors


def table_of(house: House, anna: Visitor, *others: Visitor, **terms: object) -> str:
    people = [anna.guest, *[other.guest for other in others]]
    strangers = [house.guest(name) for name in ("Ben", "Cara")[len(others) :]]
    return house.set_up(STAGE.usual(), [*people, *strangers], **terms)  # type: ignore[arg-type]


def test_the_language_changes_at_once_in_the_middle_of_a_choice(anna: Visitor, house: House) -> None:
    page = PAGE(anna, table_of(house, anna)).open()
    question = page.expect_question()
    page.pick(question, question.options[0])
    english = page.log.inner_text()
    page.button("web.language.switch").click()
    german = PAGE(anna, page.id, lang="de")
    expect(german.your_turn).to_be_visible()
    german.expect_question()
    assert anna.page.evaluate("document.documentElement.lang") == "de"
    assert german.picked() == page.picked()
    expect(german.primary).not_to_have_attribute("aria-disabled", "true")
    expect(german.log).not_to_have_text(english)
    german.answer(question.options[0])
    german.button("web.language.switch").click()
    expect(page.tray).to_be_visible()


BELOW = "box => box.scrollHeight - box.scrollTop - box.clientHeight"  # how much of a box is below what is seen

# How often something was heard; nothing is played aloud.
EARS = """window.heard = 0;
window.AudioContext = class extends OfflineAudioContext {
  constructor() { super(1, 1, 44_100); }
  createGain() { window.heard++; return super.createGain(); }
  async resume() {}
}"""


def test_a_table_is_heard_only_where_somebody_wants_to(visitors: Visitors, house: House) -> None:
    anna, ben = visitors.come("Anna"), visitors.come("Ben", settings={"sound": True})
    page = PAGE(anna, table_of(house, anna, ben))
    for visitor in (anna, ben):
        visitor.context.add_init_script(EARS)
        PAGE(visitor, page.id, seat=1 if visitor is ben else 0).open()
    question = page.expect_question()
    page.answer(question.options[0])
    ben.page.wait_for_function("() => heard > 0")
    assert anna.page.evaluate("heard") == 0


@pytest.mark.full
def test_a_log_made_smaller_again_shows_its_newest_lines(anna: Visitor, house: House) -> None:
    table = table_of(house, anna)
    for _ in range(40):
        seat = house.deciding(table)[0]
        question = house.asked(table, seat)
        assert question is not None
        house.play(table, seat, question.options[0])
    page = PAGE(anna, table).open()
    page.button("web.log.grow").click()
    page.log.evaluate("box => { box.scrollTop = 0; }")
    anna.page.wait_for_timeout(100)  # for the event of scrolling, which nothing else shows
    assert page.log.evaluate(BELOW) > 30
    page.button("web.log.grow").click()
    anna.page.wait_for_function(f"box => ({BELOW})(box) < 30", arg=page.log.element_handle())


@pytest.mark.full
def test_theme_and_text_size_are_kept(anna: Visitor, house: House) -> None:
    page = PAGE(anna, table_of(house, anna)).open()
    root = anna.page.locator("html")
    expect(root).to_have_attribute("data-theme", "parchment")
    page.button("web.theme.to_candlelight").click()
    expect(root).to_have_attribute("data-theme", "candlelight")
    page.button("web.menu").click()
    page.button("web.settings").click()
    dialog = anna.page.get_by_role("dialog", name=page.say("web.settings"), exact=True)
    before = size_of_text(page)
    dialog.get_by_role("radio", name="130%", exact=True).check(force=True)
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
    mine, others = PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()
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
    page = PAGE(mallory, table_of(house, mallory)).open()
    expect(page.region("web.kb.my_province").get_by_text("<b>Mallory</b>", exact=True)).to_be_visible()
    LobbyPage(mallory).come()
    expect(mallory.page.locator("b", has_text=re.compile("^Mallory$"))).to_have_count(0)


@pytest.mark.full
def test_a_bot_holds_the_seat_of_an_absent_player(anna: Visitor, ben: Visitor, house: House) -> None:
    """Ben leaves in the middle of the game; on his return he takes his seat again."""
    table = table_of(house, anna, ben, pace="live")
    mine, others = PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()
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
def test_a_bot_takes_the_seat_of_a_player_who_leaves(anna: Visitor, ben: Visitor, house: House) -> None:
    table = table_of(house, anna, ben)
    page = PAGE(anna, table).open()
    page.button("web.menu").click()
    page.button("web.leave").click()
    page.button("web.leave.no").click()
    assert house.look(table, lambda now: now.seating.of(anna.guest.id)) == [0]
    leave(page, page.say("web.leave.text", seats=[0]))
    anna.wait_until(lambda: 0 not in house.deciding(table))
    assert house.look(table, lambda now: now.seating.of(anna.guest.id)) == []
    PAGE(anna, table, None).open()
    page.button("web.menu").click()
    expect(page.button("web.leave")).to_have_count(0)


@pytest.mark.full
def test_the_last_one_who_leaves_ends_the_game(anna: Visitor, house: House) -> None:
    table = house.set_up(STAGE.usual(), [anna.guest] * 3)
    page = PAGE(anna, table).open()
    page.expect_question()
    leave(page, page.say("web.leave.text.alone"))
    assert house.look(table, lambda now: now.stage) == "closed"


def test_the_clock_runs_and_a_bot_moves_when_it_is_over(
    anna: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "SETTLING_MS", 0)
    table = table_of(house, anna, limit_s=3_600)
    page = PAGE(anna, table).open()
    # A table that was set up long ago is over its time at once.
    expect(anna.page.get_by_text(page.say("web.held.mine", seat=0))).to_be_visible()
    page.button("web.held.back").click()
    timer = anna.page.get_by_role("timer", name=page.say("web.clock", seat=0), exact=True)
    if 0 in house.deciding(table):
        expect(timer).to_have_text(re.compile(r"^(59|60|1:00):\d\d$|^1:00:00$"))


@pytest.mark.full
def test_an_absence_is_summed_up(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(STAGE.usual(seats=2), [anna.guest, ben.guest])
    mine, others = PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()
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


def test_what_happened_since_my_last_choice_is_at_hand(anna: Visitor, ben: Visitor, house: House) -> None:
    table = house.set_up(STAGE.usual(seats=2), [anna.guest, ben.guest])
    mine, others = PAGE(anna, table, 0).open(), PAGE(ben, table, 1).open()
    chip = anna.page.get_by_role("button", name=mine.say("web.since.chip"))
    dialog = anna.page.get_by_role("dialog", name=mine.say("web.since"), exact=True)
    mine.answer(mine.expect_question().options[0])
    expect(chip).to_be_hidden()
    anna.page.keyboard.press("b")
    others.answer(others.expect_question().options[0])
    mine.settle()
    expect(chip).to_have_text(re.compile(r"\b1$"))
    expect(dialog).to_be_hidden()  # the key was pressed when there was nothing to tell
    anna.page.keyboard.press("b")
    expect(dialog).to_contain_text("Ben")
    expect(dialog).not_to_contain_text("Anna")
    lines = dialog.locator(".told").all_inner_texts()
    assert len(lines) == 1
    assert mine.log.locator(".told").all_inner_texts()[-1:] == lines, "as the log has them, in its order"
    anna.page.keyboard.press("Escape")
    chip.click()
    dialog.get_by_role("button").last.click()
    expect(dialog).to_be_hidden()
    mine.answer(mine.expect_question().options[0])
    expect(chip).not_to_have_text(re.compile(r"\b1$"))
    anna.page.keyboard.press("b")
    expect(dialog).to_contain_text("Ben")  # what others got because of my choice
    expect(dialog.get_by_text(lines[0])).to_have_count(0)


# What a browser tells an element that comes under a mouse at rest: the mouse enters it, but is where it was.
ENTER_AT_REST = """button => {
  const { screenX, screenY } = window.moved;
  button.dispatchEvent(new MouseEvent("mouseenter", { screenX, screenY }));
}"""


def test_what_comes_under_a_mouse_at_rest_explains_nothing(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    help, note = anna.page.locator(".top .help"), anna.page.get_by_role("tooltip")
    anna.page.evaluate("addEventListener('mousemove', event => { window.moved = event; })")
    help.hover()
    expect(note).to_have_text(page.say("web.help"))
    anna.page.mouse.move(2, 2)
    expect(note).to_be_hidden()
    help.evaluate(ENTER_AT_REST)
    anna.page.wait_for_timeout(700)
    expect(note).to_be_hidden()
    help.hover()
    expect(note).to_have_text(page.say("web.help"))


def test_a_note_says_what_holds_when_it_opens(anna: Visitor, house: House) -> None:
    """Not what held when the mouse came: what is under it may stand for another question by then."""
    PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    help, note = anna.page.locator(".top .help"), anna.page.get_by_role("tooltip")
    anna.page.evaluate("addEventListener('mousemove', event => { window.moved = event; })")
    anna.page.mouse.move(2, 2)
    help.evaluate(ENTER_AT_REST)
    anna.page.evaluate("import('/static/settings.js').then(({ lang }) => void (lang.value = 'de'))")
    expect(help).to_have_attribute("aria-label", Words("de").say("web.help"))
    help.dispatch_event("mousemove")
    expect(note).to_have_text(Words("de").say("web.help"))
    note.click()
    expect(note).to_be_hidden()


def test_what_loses_the_focus_ends_no_note_of_another(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    help, note = anna.page.locator(".top .help"), anna.page.get_by_role("tooltip")
    anna.page.keyboard.press("Tab")
    help.focus()
    expect(note).to_have_text(page.say("web.help"))
    theme = anna.page.locator(".top .theme")
    theme.hover()
    help.blur()
    expect(note).to_have_text(str(theme.get_attribute("aria-label")))


# A browser that has heard of a mouse puts it back where it was, once a finger is lifted.
MOUSE_IS_BACK = "button => button.dispatchEvent(new MouseEvent('mouseleave', { screenX: 0, screenY: 0 }))"


def test_a_note_that_a_finger_opened_stays_until_the_next_touch(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", touch=True)
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    note = anna.page.get_by_role("tooltip")
    page.primary.tap(force=True)
    expect(note).to_be_visible()
    page.primary.evaluate(MOUSE_IS_BACK)
    anna.page.wait_for_timeout(400)
    expect(note).to_be_visible()
    anna.page.get_by_role("log").tap()
    expect(note).to_be_hidden()


# Something that can be chosen, where the note of this button would lie: at its left, below.
IN_THE_WAY = """button => {
  const { left, bottom } = button.getBoundingClientRect();
  const wanted = document.createElement("div");
  wanted.dataset.target = "";
  wanted.className = "in-the-way";
  Object.assign(wanted.style, { position: "fixed", left: `${left - 20}px`, top: `${bottom + 5}px` });
  Object.assign(wanted.style, { width: "16px", height: "40px" });
  document.body.append(wanted);
}"""
APART = """note => {
  const [a, b] = [note, document.querySelector(".in-the-way")].map((one) => one.getBoundingClientRect());
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""


def test_a_note_does_not_lie_over_what_can_be_chosen(anna: Visitor, house: House) -> None:
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    help, note = anna.page.locator(".top .help"), anna.page.get_by_role("tooltip")
    help.evaluate(IN_THE_WAY)
    help.hover()
    expect(note).to_have_text(page.say("web.help"))
    assert note.evaluate(APART)


# A band across the window above the button, so high that no note fits between the two.
BAND = """button => {
  const { top } = button.getBoundingClientRect();
  const wanted = document.createElement("div");
  wanted.dataset.target = "";
  wanted.className = "in-the-way";
  Object.assign(wanted.style, { position: "fixed", left: "0", right: "0", top: `${top - 150}px`, height: "145px" });
  document.body.append(wanted);
}"""


def test_on_a_phone_a_note_goes_where_nothing_can_be_pressed(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", size=PHONE, touch=True)
    page = PAGE(anna, house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")]), 0).open()
    page.primary.evaluate(BAND)
    page.primary.tap(force=True)
    note = anna.page.get_by_role("tooltip")
    expect(note).to_be_visible()
    assert note.evaluate(APART)


# Every version that is drawn from now on.
DRAWN = """() => {
  const board = document.querySelector(".board");
  window.drawn = [];
  const note = () => drawn.push(Number(board.dataset.version));
  new MutationObserver(note).observe(board, { attributeFilter: ["data-version"] });
}"""


@pytest.mark.full
def test_what_happened_since_my_last_choice_is_shown_again(visitors: Visitors, house: House) -> None:
    anna = visitors.come("Anna", settings={"speed": "fast"})
    table = house.set_up(STAGE.usual(seats=2), [anna.guest, house.guest("Ben")])
    mine = PAGE(anna, table, 0).open()
    first = house.version(table)
    mine.answer(mine.expect_question().options[0])
    house.play(table, 1, house.state(table).options(1)[0])
    last = house.version(table)
    now = anna.page.locator(f".board[data-version='{last}']")
    now.wait_for()
    log = mine.log.inner_text()
    anna.page.evaluate(DRAWN)
    anna.page.keyboard.press("b")
    mine.button("web.scene.again").click()
    now.wait_for()
    anna.page.wait_for_function("last => drawn.at(-1) === last", arg=last)
    assert anna.page.evaluate("drawn") in ([first, first + 1, last], [first + 1, last]), "from my choice on"
    mine.expect_question()
    assert mine.log.inner_text() == log


@pytest.mark.full
def test_only_the_newest_tables_are_remembered(anna: Visitor, house: House) -> None:
    LobbyPage(anna).open()
    old = "n => { for (let i = 0; i < n; i++) localStorage[`kronrat.seen.old${i}`] = JSON.stringify({ at: 1000 + i }) }"
    anna.page.evaluate(old, 60)
    table = table_of(house, anna)
    PAGE(anna, table).open()
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
    page = PAGE(anna, table_of(house, anna), lang=lang).open()
    anna.page.keyboard.press("r")
    dialog = anna.page.get_by_role("dialog", name=page.say("web.nav.rules"), exact=True)
    expect(dialog.locator("details[open] summary")).to_contain_text(page.say("web.rules.now"))
    anna.page.keyboard.press("Escape")
    page.log.get_by_role("link").last.click()
    expect(dialog.get_by_role("article")).to_contain_text(re.compile(rf"{box_of(GAME.id).prefix}-"))
