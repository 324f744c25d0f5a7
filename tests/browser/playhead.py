"""What a page shows is one position of the game at every moment, at whatever pace it is shown.

Somebody watches at the pace that is asked for, and somebody else without any: what the first one sees in a frame must
be what the other one saw of that version.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from tests.browser.house import House
from tests.browser.positions import Position
from tests.browser.visitor import PATIENCE_MS, Visitor, Visitors

# What is seen of a table, without what belongs to the person who looks.
SIGHT = """(beside) => {
  const board = document.querySelector(".board");
  if (!board?.dataset.version) return null;
  const text = (selector) => [...board.querySelectorAll(selector)].map((part) => part.textContent).join(" | ");
  const part = Number(board.dataset.part ?? 0); // of the step after this version
  return { version: Number(board.dataset.version), part, side: text(beside), log: text(".log .told") };
}"""
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

    def __post_init__(self) -> None:
        people = [self.house.guest(name) for name in ("Anna", "Ben", "Cara", "Dora", "Emil")[: self.position.seats]]
        self.table = self.house.set_up(self.position, people)
        self.chooser = Dice(seed_of_text(self.name))
        self.instant = self.watch("instant")
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

    def _expect_one_position(self, frame: dict[str, Any], drawn: list[int]) -> None:
        """Of a step that is told in parts, the log has the first lines; several steps may be told as one."""
        known = self.sights[frame["version"]]
        if not frame["part"]:
            assert frame == known
            return
        later = [version for version in drawn if version > frame["version"]]
        end = later[0] if later else max(self.sights)
        assert _goes_on(known["log"], frame["log"])
        assert _goes_on(frame["log"], self.sights[end]["log"])

    def expect_one_position_in_every_frame(self, viewer: Visitor) -> list[int]:
        """Of every frame so far; the versions that were drawn, in their order."""
        film = viewer.page.evaluate("film")
        drawn: list[int] = viewer.page.evaluate("drawn")
        for frame in film:
            self._expect_one_position(frame, drawn)
        assert drawn == sorted(set(drawn))
        assert {frame["version"] for frame in film} <= set(drawn)
        return drawn


def _goes_on(before: str, after: str) -> bool:
    """Whether a log has come after another, of which the first lines may be gone."""
    known, lines = before.split(" | "), after.split(" | ")
    return any(lines[: len(known) - gone] == known[gone:] for gone in range(len(known)))
