"""The table is shown in beats, nobody waits for it, and it never shows more than it has come to."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.playhead import Show
from tests.browser.stage import STAGE
from tests.browser.visitor import Visitors


@pytest.fixture
def show(house: House, visitors: Visitors) -> Show:
    return Show(house, visitors, STAGE.usual())


@pytest.mark.parametrize("speed", ["fast", pytest.param("normal", marks=pytest.mark.full)])
def test_every_frame_shows_one_position(show: Show, speed: str) -> None:
    viewer = show.watch(speed)
    show.play(6)
    last = show.house.version(show.table)
    viewer.page.wait_for_selector(f".board[data-version='{last}']")
    versions = show.expect_one_position_in_every_frame(viewer)
    assert len(versions) >= 6, "only a step that goes on in a scene has no frame of its own"


def test_space_skips_to_now(show: Show) -> None:
    viewer = show.watch("slow")
    show.play(5)
    expect(viewer.page.locator(".waits")).to_be_visible()
    seen = viewer.page.locator(".board").get_attribute("data-version")
    last = show.house.version(show.table)
    assert seen is not None
    assert int(seen) < last, "nobody can follow this"
    viewer.page.keyboard.press("Space")
    expect(viewer.page.locator(f".board[data-version='{last}']")).to_be_visible()
    expect(viewer.page.locator(".waits")).to_have_count(0)
    show.expect_one_position_in_every_frame(viewer)


def test_a_window_that_nobody_sees_is_at_now(show: Show) -> None:
    viewer = show.watch("slow")
    show.play(3)
    viewer.page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    viewer.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    last = show.house.version(show.table)
    expect(viewer.page.locator(f".board[data-version='{last}']")).to_be_visible()
    show.play(2)
    expect(viewer.page.locator(f".board[data-version='{show.house.version(show.table)}']")).to_be_visible()
