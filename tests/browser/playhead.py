"""What a page shows is one position of the game at every moment, at whatever pace it is shown.

Somebody watches at the pace that is asked for, and somebody else without any: what the first one sees in a frame must
be what the other one saw of that version. Of a step that is told in parts it must be what somebody sees who comes to
the table just where the rules pause.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from tests.browser.house import House
from tests.browser.positions import Position
from tests.browser.visitor import PATIENCE_MS, Visitor, Visitors
from tests.server.patched import patched

# What is seen of a table, without what belongs to the person who looks: what is beside the stage, the pieces on every
# place of the board and the amounts in every panel that is in sight, and the log.
SIGHT = """(beside) => {
  const board = document.querySelector(".board");
  if (!board?.dataset.version) return null;
  const all = (selector) => [...board.querySelectorAll(selector)];
  const text = (selector) => all(selector).map((part) => part.textContent).join(" | ");
  const part = Number(board.dataset.part ?? 0); // of the step after this version
  const pieces = {};
  for (const place of all("[data-rank], [data-field], [data-building][data-owner]")) {
    const { rank, field, building, owner } = place.dataset;
    const drawn = [...place.querySelectorAll("use")].map((use) => use.getAttribute("href"));
    pieces[[rank ?? field ?? building, owner, place.localName]] = [place.matches(".on, .built"), ...drawn].join(" ");
  }
  for (const panel of all(".side [data-panel]")) {
    const amounts = [...panel.querySelectorAll(".ov, .g")].map((one) => one.textContent);
    pieces[`panel ${panel.dataset.panel}`] = amounts.join(" ");
  }
  return { version: Number(board.dataset.version), part, side: text(beside), pieces, log: text(".log .told") };
}"""
# The same for somebody who comes to the table where it is like this.
ARRIVE = f"""async ([beside, full]) => {{
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  seen.socket.dispatchEvent(new MessageEvent("message", {{ data: JSON.stringify(full) }}));
  await painted();
  return ({SIGHT})(beside);
}}"""
# Every frame that is painted, and every version that was drawn, painted in time or not.
FILM = f"""(beside) => {{
  const sight = () => ({SIGHT})(beside);
  window.film = [];
  window.drawn = [];
  const note = () => {{
    const version = Number(document.querySelector(".board")?.dataset.version);
    if (version && version !== drawn.at(-1)) drawn.push(version);
  }};
  new MutationObserver(note).observe(document, {{ subtree: true, childList: true, attributes: true }});
  note();
  const shoot = () => {{
    const now = sight();
    if (now && JSON.stringify(now) !== JSON.stringify(film.at(-1))) film.push(now);
    requestAnimationFrame(shoot);
  }};
  shoot();
}}"""


def press_on(viewer: Visitor, scene: Locator) -> None:
    """Go on from a scene by key: what has just appeared takes no press, so it may need several."""
    for _ in range(1_000):
        if not scene.count():
            return
        viewer.page.keyboard.press("Enter")
    raise AssertionError("the scene stays")


@dataclass
class Told:
    """A step as the server told it, and what is seen where it pauses, by the number of events until there."""

    version: int
    before: int
    events: int
    pauses: list[tuple[int, dict[str, Any]]]


@dataclass
class Show:
    """A table that is played by chance, one viewer without pace and others with one.

    `beside` selects what is beside the stage and belongs to a position, not to a scene.
    """

    house: House
    visitors: Visitors
    position: Position
    name: str = "the playhead"
    beside: str = ".side > :not(.log)"
    sights: dict[int, dict[str, Any]] = field(default_factory=dict)
    steps: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        people = [self.house.guest(name) for name in ("Anna", "Ben", "Cara", "Dora", "Emil")[: self.position.seats]]
        self.table = self.house.set_up(self.position, people)
        self.chooser = Dice(seed_of_text(self.name))
        self.instant = self.watch("instant")
        self.heard = 0
        self.full: dict[str, Any] = {}
        self._note()

    def watch(self, speed: str) -> Visitor:
        viewer = self.visitors.come("Vera", settings={"speed": speed})
        viewer.go(f"/t/{self.table}?watch")
        viewer.wait_for_version(self.house.version(self.table))
        viewer.page.wait_for_selector(".board[data-version]")
        viewer.page.evaluate(FILM, self.beside)
        return viewer

    def play(self, choices: int) -> None:
        """Go on by chance; whoever watches without pace sees every version."""
        for _ in range(choices):
            state = self.house.state(self.table)
            if state.over:
                return
            seat = state.deciding()[0]
            options: list[Choice] = list(state.options(seat))
            self.house.play(self.table, seat, options[self.chooser.below(len(options))])
            self._note()

    def _note(self) -> None:
        version = self.house.version(self.table)
        self.follow(self.instant)
        sight = self.instant.page.evaluate(SIGHT, self.beside)
        assert sight["version"] == version
        self.sights[version] = sight
        self._look_into_steps()

    def _look_into_steps(self) -> None:
        """What somebody sees who comes where a step pauses; in the end everybody is here again."""
        texts = self.instant.page.evaluate("from => seen.texts.slice(from)", self.heard)
        self.heard += len(texts)
        paused = False
        for message in map(json.loads, texts):
            if message["type"] == "full":
                self.full = {**message, "answer_to": ""}
            elif message["type"] == "people":
                news = {name: message[name] for name in ("seats", "watchers") if name in message}
                self.full = {**self.full, "table": {**self.full["table"], **news}}
            elif message["type"] == "delta":
                step = self._told(message)
                paused = paused or bool(step.pauses)
                self.steps.append(step)
        if paused:
            self._arrive(self.full)

    def _told(self, message: dict[str, Any]) -> Told:
        full, log = self.full, message.get("log", [])
        pauses = [
            (pause["events"], self._arrive({**full, "view": patched(full["view"], pause["patch"]), "log": first}))
            for pause in message.get("pauses", [])
            for first in [[*full["log"], *_first(log, pause["events"])]]
        ]
        news = {"table": message["table"]} if message.get("table") else {}
        view = patched(full["view"], message.get("patch", []))
        self.full = {**full, **news, "version": message["version"], "view": view, "log": [*full["log"], *log]}
        return Told(message["version"], message["before"], sum(len(entry["events"]) for entry in log), pauses)

    def _arrive(self, full: dict[str, Any]) -> dict[str, Any]:
        sight: dict[str, Any] = self.instant.page.evaluate(ARRIVE, [self.beside, full])
        return sight

    def follow(self, viewer: Visitor, patience_ms: int = PATIENCE_MS) -> None:
        """Watch until now, going on where a scene waits: nothing else is asked of somebody who only watches."""
        viewer.page.wait_for_function(
            """version => {
              const board = document.querySelector(".board");
              if (Number(board?.dataset.version) >= version) return true;
              board?.querySelector(".tray [data-primary]")?.click();
              return false;
            }""",
            arg=self.house.version(self.table),
            timeout=patience_ms,
        )

    def _expect_one_position(self, frame: dict[str, Any]) -> None:
        """Of a step that is told in parts, where the rules pause; several steps may be told as one."""
        if not frame["part"]:
            known = self.sights[frame["version"]]
            assert {**frame, "pieces": {}} == {**known, "pieces": {}}
            assert _differences(frame, known) == []
            return
        there = list(self._there(frame["version"], frame["part"]))
        assert there, "the rules do not pause here"
        wrong = [_differences(frame, sight) for sight in there]
        assert [] in wrong, (frame["version"], frame["part"], wrong)

    def _there(self, version: int, part: int) -> Iterator[dict[str, Any]]:
        """What is seen so many events after this version."""
        for step in self.steps:
            if step.before != version or part < 0:
                continue
            yield from (sight for events, sight in step.pauses if events == part)
            version, part = step.version, part - step.events
            if part == 0:
                yield self.sights[version]

    def expect_one_position_in_every_frame(self, viewer: Visitor) -> list[int]:
        """Of every frame so far; the versions that were drawn, in their order."""
        film = viewer.page.evaluate("film")
        drawn: list[int] = viewer.page.evaluate("drawn")
        for frame in film:
            self._expect_one_position(frame)
        assert drawn == sorted(set(drawn))
        assert {frame["version"] for frame in film} <= set(drawn)
        return drawn


def _first(log: list[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """Entries with only the first events of all."""
    for entry in log:
        events = entry["events"][:count]
        count -= len(events)
        if events:
            yield {**entry, "events": events}


def _differences(frame: dict[str, Any], sight: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Pieces and amounts are the same where both are in sight, and so are the newest lines; the oldest may be gone."""
    lines, known = (seen["log"].split(" | ") for seen in (frame, sight))
    common = min(len(lines), len(known))
    compared = [
        ("log", " | ".join(lines[-common:]), " | ".join(known[-common:])),
        *(
            (place, frame["pieces"][place], sight["pieces"][place])
            for place in frame["pieces"].keys() & sight["pieces"]
        ),
    ]
    return [(where, one, other) for where, one, other in compared if one != other]
