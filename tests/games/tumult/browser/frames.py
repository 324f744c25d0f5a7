"""How many frames a second a browser paints in a live raid: `python -m tests.games.tumult.browser.frames`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import CDPSession, sync_playwright

from tests.browser.house import House
from tests.browser.visitor import Visitors
from tests.games.tumult.browser.page import TumultPage, before_a_live_raid
from tests.web.chromium import ARGUMENTS, PROGRAMS

SECONDS = 15
# A hand lifts a tile whenever it may, and keeps it or puts it back.
HAND = """() => void setInterval(() => {
  const back = document.querySelector(".hb .btn:not([aria-disabled])");
  (back ?? document.querySelector("[data-slot]:not([aria-disabled])"))?.click();
}, 300)"""
# The time between two frames, in milliseconds.
FRAMES = """(seconds) => new Promise((done) => {
  const frames = [];
  let last = performance.now();
  const end = last + 1_000 * seconds;
  const paint = (now) => {
    frames.push(now - last);
    last = now;
    if (now < end) return requestAnimationFrame(paint);
    done(frames.slice(1));
  };
  requestAnimationFrame(paint);
})"""


def work_ms(session: CDPSession) -> float:
    """How long the page has worked since it was first asked."""
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return 1_000 * float(metrics["TaskDuration"])


def measure(seconds: int = SECONDS) -> str:
    """Two people who rob as fast as the rules allow, in the browser of the tests; one of them is measured."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder)) as house,
        playwright.chromium.launch(executable_path=program, args=ARGUMENTS) as browser,
    ):
        visitors = Visitors(browser, house)
        anna = visitors.come("Anna", settings={"speed": "normal"})
        anna.page.emulate_media(reduced_motion="no-preference")
        ben = visitors.come("Ben")
        table = house.set_up(before_a_live_raid(2), [anna.guest, ben.guest], pace="live")
        pages = [TumultPage(visitor, table, seat).open() for seat, visitor in enumerate((anna, ben))]
        for page in pages:
            page.button("web.tr.ready").click()
        for page in pages:
            page.page.wait_for_selector("[data-slot]:not([aria-disabled])")
            page.page.evaluate(HAND)
        session = anna.context.new_cdp_session(anna.page)
        session.send("Performance.enable")
        before = work_ms(session)
        frames = anna.page.evaluate(FRAMES, seconds)
        worked = work_ms(session) - before
        visitors.leave()
    usual, slow = median(frames), quantiles(frames, n=20)[-1]
    return (
        f"{1_000 / usual:.0f} frames a second (median of {len(frames)} frames), 95 % within {slow:.1f} ms; "
        f"the page works {worked / len(frames):.1f} ms for a frame"
    )


if __name__ == "__main__":
    print(measure(*map(int, sys.argv[1:])))
