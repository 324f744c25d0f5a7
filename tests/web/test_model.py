"""What the page keeps of a table: views are patched as the server means it, and no command is lost on a bad line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.server.patch import diff
from tests.profile import amount

# A server that the test plays itself: every line that the page opens, and what it says there.
FAKE = """
window.lines = [];
class Line {
    constructor(address) {
        this.address = address;
        this.said = [];
        window.lines.push(this);
    }
    send(text) { this.said.push(JSON.parse(text)); }
    close() { this.closed = true; }
    tell(message) { this.onmessage({ data: JSON.stringify(message) }); }
    drop() { this.onclose({ code: 1006 }); }
}
window.WebSocket = Line;
window.full = (more) => ({
    type: "full", version: 7, now: Date.now(), mine: [0], owner: false, front: 0, chat: [], log: [], log_whole: true,
    invites: {}, view: { pearls: 1, players: [{ vp: 0 }] },
    table: { id: "t", game: "pearls", options: {}, stage: "playing", seats: [{ kind: "human", name: "Ann" }] },
    ...more,
});
"""


@pytest.fixture
def page(browser: Browser, files: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{files}/static/favicon.svg")
    page.evaluate(FAKE)
    yield page
    page.close()


@pytest.mark.parametrize("id", kronrat.list_games())
def test_views_are_patched_as_the_server_means_it(id: str, page: Page) -> None:
    rng, dice = random.Random(5), Dice(seed_of_text("patch"))
    game = kronrat.load(id)
    state = game.new(3, game.left_alone({}))
    views = [game.view(state, 1)]
    while not state.over and len(views) < amount(200, 10_000):
        seat = rng.choice(state.deciding())
        state.play(seat, state.sample(dice) if seat == CHANCE else rng.choice(state.options(seat)))
        views.append(game.view(state, 1))
    patches = [diff(before, after) for before, after in pairwise(views)]
    followed = page.evaluate(
        """async ([first, patches]) => {
            const { patched } = await import("/static/model.js");
            const views = [first];
            for (const patch of patches) views.push(patched(views.at(-1), patch));
            return views;
        }""",
        [views[0], patches],
    )
    assert followed == json.loads(json.dumps(views))


def test_a_patch_may_put_remove_and_replace_everything(page: Page) -> None:
    patched: Any = page.evaluate(
        """async () => {
            const { patched } = await import("/static/model.js");
            const old = { a: { b: [1, 2], c: 3 }, d: 4 };
            const changed = patched(old, [[["a", "b", 1], 5], [["a", "c"]], [["e"], null]]);
            return [old, changed, patched(old, [[[], { whole: true }]]), changed.d === old.d];
        }"""
    )
    assert patched == [
        {"a": {"b": [1, 2], "c": 3}, "d": 4},
        {"a": {"b": [1, 5]}, "d": 4, "e": None},
        {"whole": True},
        True,
    ]


def test_an_unanswered_command_is_sent_again_with_the_same_id(page: Page) -> None:
    page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            window.model = new LiveModel("t");
            lines[0].tell(full({}));
            window.answer = "none";
            model.play(["pass"]).then((refused) => (window.answer = refused));
            lines[0].drop();
            window.lost = model.link.value;
            model.socket.retry();
        }"""
    )
    assert page.evaluate("lost") == "lost"
    assert page.evaluate("lines.length") == 2
    assert page.evaluate("lines[1].said") == []  # nothing is sent before the table has arrived
    page.evaluate("lines[1].tell(full({ version: 8 }))")
    first, again = page.evaluate("[lines[0].said, lines[1].said]")
    assert first == again
    assert first == [{"type": "play", "version": 7, "seat": 0, "choice": ["pass"], "id": first[0]["id"]}]
    assert page.evaluate("model.link.value") == "open"
    page.evaluate("lines[1].tell({ type: 'done', id: lines[1].said[0].id, version: 9 })")
    assert page.evaluate("answer") is None
    assert "seat=0" in page.evaluate("lines[1].address")


def test_a_command_that_met_another_is_sent_again_and_a_refused_one_is_explained(page: Page) -> None:
    refused = page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            const model = new LiveModel("t");
            lines[0].tell(full({}));
            const answer = model.takeBack();
            const { id } = lines[0].said[0];
            lines[0].tell({ type: "refused", id, code: "try_again" });
            while (lines[0].said.length < 2) await new Promise((done) => setTimeout(done, 20));
            lines[0].tell({ type: "refused", id, code: "undo_off" });
            return [await answer, model.refused.value.code, lines[0].said[0].id === lines[0].said[1].id];
        }"""
    )
    assert refused[0]["code"] == refused[1] == "undo_off"
    assert refused[2]


def test_a_gap_makes_the_page_ask_for_the_whole_table(page: Page) -> None:
    told = page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            const model = new LiveModel("t");
            const [line] = lines;
            line.tell(full({}));
            const delta = { type: "delta", now: Date.now(), patch: [[["pearls"], 2]] };
            line.tell({ ...delta, version: 8, before: 7 });
            const before = [model.version.value, model.view.value.pearls];
            line.tell({ ...delta, version: 10, before: 9 });
            line.tell({ ...delta, version: 11, before: 10 });
            const during = [model.version.value, line.said.map(({ type }) => type)];
            line.tell(full({ version: 11, view: { pearls: 9 }, answer_to: line.said[0].id }));
            return [before, during, [model.version.value, model.view.value.pearls, model.socket.waiting.size]];
        }"""
    )
    assert told == [[8, 2], [8, ["look"]], [11, 9, 0]]


def test_what_a_seat_knew_is_forgotten_behind_the_curtain(page: Page) -> None:
    forgotten = page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            const model = new LiveModel("t");
            const entry = { version: 7, at: 0, seat: 0, events: [{ event: "pearl_seen" }] };
            lines[0].tell(full({ log: [entry], question: { kind: "build", facts: {}, options: [], version: 7 } }));
            model.cover();
            lines[0].tell({ type: "delta", version: 8, before: 7, now: 0, patch: [[["pearls"], 2]], log: [entry] });
            const { view, question, log, front } = model;
            return [view.value, question.value, log.value, front.value, lines[0].said];
        }"""
    )
    *known, said = forgotten
    assert known == [None, None, [], None]
    assert [(command["type"], command["seat"]) for command in said] == [("front", None)]


def test_a_log_that_comes_too_late_is_dropped(page: Page) -> None:
    """One person asks for the whole log; before it comes, the curtain has fallen and another one looks."""
    log = page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            const model = new LiveModel("t");
            const [line] = lines;
            line.tell(full({ mine: [0, 1], log_whole: false }));
            let answer;
            const real = window.fetch;
            const later = new Promise((done) => (answer = done));
            window.fetch = (address, how) => (address.includes("/log?") ? later : real(address, how));
            const asked = model.wholeLog();
            model.cover();
            line.tell(full({ mine: [0, 1], front: 1, log_whole: false }));
            const secret = { version: 3, at: 0, seat: 0, events: [{ event: "pearl_seen" }] };
            answer(new Response(JSON.stringify([secret])));
            await asked;
            return [model.log.value, model.logWhole.value];
        }"""
    )
    assert log == [[], False]


def test_behind_the_curtain_the_choice_of_the_last_seat_is_taken_back(page: Page) -> None:
    said = page.evaluate(
        """async () => {
            const { LiveModel } = await import("/static/model.js");
            const model = new LiveModel("t");
            const [line] = lines;
            line.tell(full({ mine: [0, 1], undo: "free" }));
            void model.takeBack();
            line.tell(full({ version: 8, mine: [0, 1], front: null, undo: "free", undo_seat: 1, answer_to: "a" }));
            void model.takeBack();
            return line.said.map(({ type, seat }) => [type, seat]);
        }"""
    )
    assert said == [["undo", 0], ["undo", 1]]
