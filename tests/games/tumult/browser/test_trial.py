"""A trial raid: from the end of the lesson, once more, and then enough of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import Look
from tests.browser.visitor import Visitors
from tests.games.tumult.browser.test_learn import LESSON, TumultLesson


@pytest.mark.full
def test_a_raid_is_tried_until_one_feels_ready(visitors: Visitors, look: Look) -> None:
    newcomer = visitors.come()
    page = TumultLesson(newcomer)
    newcomer.go(f"/learn/{page.game_id}/{LESSON.id}")
    page.expect_step(0)
    page.page.evaluate(
        "([key, step]) => localStorage.setItem(key, JSON.stringify({ step }))",
        [f"kronrat.learn.{page.game_id}.{LESSON.id}", len(LESSON.steps) - 1],
    )
    page.page.reload()
    last = page.expect_step(len(LESSON.steps) - 1)
    last.get_by_role("button", name=page.say("trial.raid.title"), exact=True).click()
    card = page.page.get_by_role("dialog", name=page.say("trial.raid.title"), exact=True)
    for _ in range(2):
        expect(card).to_contain_text(page.say("trial.raid.text"))
        look(page.page)
        card.get_by_role("button", name=page.say("web.trial.begin"), exact=True).click()
        page.button("web.tr.ready").click()
        _rob(page)
        newcomer.wait_until(lambda: _over(page, card.count()))
        expect(card).to_contain_text(page.say("trial.raid.over"))
        again, enough = page.say("web.trial.again"), page.say("web.trial.enough")
        expect(card.get_by_role("button", name=enough, exact=True)).to_be_visible()
        card.get_by_role("button", name=again, exact=True).click()
    expect(card).to_contain_text(page.say("trial.raid.text"))


def _rob(page: TumultLesson) -> None:
    """Take some tiles, whatever they are; another hand may be faster."""
    expect(page.page.get_by_text(page.say("web.tr.countdown"))).to_be_hidden()
    keep = page.button("web.tr.keep")
    for slot in range(12, 21):
        page.page.locator(f"[data-slot='{slot}']").click(force=True)
        page.page.wait_for_timeout(400)  # the pace of a hand
        if keep.is_enabled():
            keep.click()
            page.page.wait_for_timeout(400)


def _over(page: TumultLesson, cards: int) -> bool:
    """Whether something else is asked; what is told until then is skipped."""
    if not cards:
        page.skip_what_is_told()
    return bool(cards)
