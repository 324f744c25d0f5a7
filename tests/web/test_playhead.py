"""How long a table is shown: at every pace, when it is skipped, and when the time of a person runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

# A playhead whose table notes what is shown; every step lasts a second, and the clock of the page is the test's.
BEGIN = """async ({ speed, hurried }) => {
  const { Playhead } = await import("/static/playhead.js");
  const settings = await import("/static/settings.js");
  settings.speed.value = speed;
  window.shown = [];
  window.hurried = hurried;
  const show = ({ version }) => shown.push(version), mine = (step) => Boolean(step.mine);
  const showPart = (_, part) => shown.push(part ? `part ${part.events}` : "nothing");
  const table = { show, showPart, mine, hurried: () => window.hurried };
  window.playhead = new Playhead(table);
  const scenes = ({ scene = [] }) => [scene].flat().map((one) => ({ ...one, entries: [], view: {} }));
  playhead.direct({ lasts: () => 1_000, scenes, goesOn: (step) => step.goes_on ?? null });
}"""
PUSH = "([from, till, more]) => { for (let v = from; v <= till; v++) playhead.push({ version: v, ...more }); }"
STEPS = 20


@pytest.fixture
def page(browser: Browser, files: str) -> Iterator[Page]:
    page = browser.new_page()
    page.clock.install()
    page.goto(f"{files}/static/favicon.svg")
    page.clock.pause_at("2040-01-01")
    yield page
    page.close()


def begin(page: Page, speed: str = "normal", hurried: bool = False) -> None:
    page.evaluate(BEGIN, {"speed": speed, "hurried": hurried})


def push(page: Page, first: int, last: int, **more: object) -> None:
    page.evaluate(PUSH, [first, last, more])


def shown(page: Page, after_ms: int) -> int:
    """The newest step that is seen after so long."""
    page.clock.run_for(after_ms)
    seen = page.evaluate("shown")
    assert seen == list(range(1, len(seen) + 1)), "each of them, in order"
    return len(seen)


@pytest.mark.parametrize(("speed", "seen"), [("slow", 4), ("normal", 6), ("fast", 11), ("instant", STEPS)])
def test_a_step_lasts_as_long_as_the_pace_says(speed: str, seen: int, page: Page) -> None:
    begin(page, speed)
    push(page, 1, STEPS)
    assert shown(page, 5_000) == seen


def test_the_time_of_a_person_is_not_lost(page: Page) -> None:
    """What is left to be shown takes three seconds at most."""
    begin(page, "slow", hurried=True)
    push(page, 1, STEPS)
    assert 1 < shown(page, 1_500) < STEPS
    assert shown(page, 1_500) == STEPS


def test_time_that_begins_to_run_shortens_what_is_left(page: Page) -> None:
    begin(page, "slow")
    push(page, 1, STEPS)
    shown(page, 1_600)
    page.evaluate("() => { window.hurried = true; }")
    push(page, STEPS + 1, STEPS + 1)
    assert shown(page, 3_000) == STEPS + 1


def test_a_clock_of_the_rules_is_never_behind(page: Page) -> None:
    begin(page, "slow")
    push(page, 1, STEPS)
    push(page, STEPS + 1, STEPS + 1, clock={"left": 1})
    assert shown(page, 0) == STEPS + 1


def test_what_a_person_does_is_seen_at_once(page: Page) -> None:
    begin(page, "slow")
    push(page, 1, STEPS)
    push(page, STEPS + 1, STEPS + 1, mine=True)
    assert shown(page, 0) == STEPS + 1


def test_a_scene_is_told_before_the_table_shows_it_and_may_be_skipped(page: Page) -> None:
    begin(page)
    beats = [{"lasts": 1_000}] * 3
    push(page, 1, 1, scene={"name": "told", "beats": beats})
    push(page, 2, 3)
    assert shown(page, 2_900) == 0
    page.evaluate("playhead.nextBeat()")
    assert shown(page, 0) == 1
    page.evaluate("playhead.toNow()")
    assert shown(page, 0) == 3


@pytest.mark.parametrize("speed", ["normal", "instant"])
def test_a_gate_waits_for_this_person_alone(speed: str, page: Page) -> None:
    begin(page, speed)
    push(page, 1, 1, scene={"name": "told", "beats": [{"lasts": 500}], "until": "web.on"})
    push(page, 2, 2)
    assert shown(page, 60_000) == 1
    page.evaluate("playhead.goOn()")
    assert shown(page, 0) == 2


def test_what_a_press_leads_on_to_is_looked_at_before_the_next_step(page: Page) -> None:
    """The table has waited for the press, so it is new."""
    begin(page)
    push(page, 1, 1, scene={"name": "told", "beats": [{"lasts": 500}], "until": "web.on", "holds": True})
    push(page, 2, 2)
    assert shown(page, 60_000) == 0
    page.evaluate("playhead.goOn()")
    assert shown(page, 900) == 1
    assert shown(page, 100) == 2


def test_a_scene_that_holds_the_table_for_others_ends_where_none_comes(page: Page) -> None:
    begin(page)
    push(page, 1, 1, scene={"name": "told", "beats": [{"lasts": 500}], "holds": True})
    push(page, 2, 2)
    assert shown(page, 500) == 1
    assert shown(page, 1_000) == 2


# -- a step in parts -------------------------------------------------------------------------------------------------

BEAT = {"beats": [{"lasts": 1_000}]}
FIRST, SECOND = {**BEAT, "part": {"events": 3}, "until": "on"}, {**BEAT, "part": {"events": 5}}
IN_PARTS = [FIRST, SECOND, BEAT]


def told(page: Page) -> list[object]:
    seen: list[object] = page.evaluate("shown")
    return seen


def test_a_step_is_shown_in_parts(page: Page) -> None:
    """After each scene as much as it has told; the rest waits for the press, and for the scenes that follow."""
    begin(page)
    push(page, 1, 1, scene=IN_PARTS)
    assert told(page) == []
    page.clock.run_for(1_000)
    assert told(page) == ["part 3"]
    page.clock.run_for(60_000)
    assert told(page) == ["part 3"], "it waits"
    page.evaluate("playhead.goOn()")
    page.clock.run_for(1_000)
    assert told(page) == ["part 3", "part 5"]
    page.clock.run_for(1_000)
    assert told(page) == ["part 3", "part 5", 1]


def test_a_part_is_taken_away_when_its_scene_is_shown_again(page: Page) -> None:
    begin(page)
    push(page, 1, 1, scene=IN_PARTS)
    page.clock.run_for(1_000)
    page.evaluate("playhead.again()")
    assert told(page) == ["part 3", "nothing"]
    page.clock.run_for(1_000)
    assert told(page) == ["part 3", "nothing", "part 3"]


def test_without_a_pace_only_what_waits_is_a_part(page: Page) -> None:
    begin(page, "instant")
    push(page, 1, 2, scene=IN_PARTS)
    assert told(page) == ["part 3"]
    page.evaluate("playhead.goOn()")
    assert told(page) == ["part 3", 1, "part 3"]


@pytest.mark.parametrize("skip", ["toNow()", "push({ version: 2, mine: true })"])
def test_skipping_shows_the_whole_step(skip: str, page: Page) -> None:
    begin(page)
    push(page, 1, 1, scene=IN_PARTS)
    page.clock.run_for(1_000)
    page.evaluate(f"playhead.{skip}")
    assert told(page)[:2] == ["part 3", 1]


def test_steps_are_shown_once_more_before_those_that_wait(page: Page) -> None:
    begin(page)
    push(page, 1, 4)
    page.clock.run_for(1_000)
    assert told(page) == [1, 2]
    page.evaluate("playhead.rewind([{ version: 1 }, { version: 2 }])")
    page.clock.run_for(10_000)
    assert told(page) == [1, 2, 1, 2, 3, 4]


# -- several steps as one --------------------------------------------------------------------------------------------

GOES_ON = {"events": 1}
OPENS = {**BEAT, "first": {"events": 1}, "holds": True}


def test_a_step_that_goes_on_is_told_with_the_next_one(page: Page) -> None:
    """Its beginning is seen at once; nothing more is shown before all of it is here."""
    begin(page)
    push(page, 1, 1, goes_on=GOES_ON, scene=[OPENS])
    assert told(page) == ["part 1"]
    page.clock.run_for(3_000)
    push(page, 2, 2, goes_on=GOES_ON, scene=[OPENS])
    page.clock.run_for(3_000)
    assert told(page) == ["part 1", "part 1"]
    push(page, 3, 3, scene=[OPENS, BEAT])
    page.clock.run_for(1_900)
    assert set(told(page)) == {"part 1"}
    page.clock.run_for(100)
    assert told(page)[-1] == 3
    assert 1 not in told(page)


def test_somebody_who_takes_long_is_not_waited_for(page: Page) -> None:
    begin(page)
    push(page, 1, 1, goes_on=GOES_ON)
    page.clock.run_for(3_999)
    assert told(page) == ["part 1"]
    page.clock.run_for(1)
    assert told(page) == ["part 1", 1]


@pytest.mark.parametrize(("speed", "hurried"), [("instant", False), ("slow", True)])
def test_nothing_is_gathered_for_somebody_who_does_not_wait(speed: str, hurried: bool, page: Page) -> None:
    begin(page, speed, hurried)
    push(page, 1, 2, goes_on=GOES_ON)
    page.clock.run_for(3_000)
    assert told(page) == [1, 2]


def test_skipping_shows_each_step_that_was_gathered(page: Page) -> None:
    begin(page)
    push(page, 1, 1, goes_on=GOES_ON, scene=[OPENS])
    page.evaluate("playhead.toNow()")
    assert told(page) == ["part 1", 1]


def test_steps_told_as_one_have_all_that_each_has(page: Page) -> None:
    begin(page)
    page.evaluate("() => { playhead.table.show = (step) => shown.push(step); }")
    [one, other] = [{"events": ["a", "b"]}, {"events": ["c"]}]
    first = {"before": 4, "version": 5, "goes_on": {"events": 1}, "log": [one], "patch": [2], "question": "q"}
    page.evaluate("step => playhead.push(step)", {**first, "pauses": [{"name": "x", "events": 1, "patch": [6]}]})
    second = {"before": 5, "version": 6, "log": [other], "patch": [4, 5], "same_question": True}
    page.evaluate("step => playhead.push(step)", {**second, "pauses": [{"name": "y", "events": 1, "patch": [7]}]})
    [_, step] = page.evaluate("shown")
    pauses = [{"name": "x", "events": 1, "patch": [6]}, {"name": "y", "events": 3, "patch": [2, 7]}]
    whole = {"before": 4, "version": 6, "log": [one, other], "patch": [2, 4, 5], "question": "q", "pauses": pauses}
    assert {key: step[key] for key in whole} == whole
