"""How the end of a game is told, where more is to be said than who is ahead."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

ENDING = """async (done) => {
    const { storyNamed } = await import("/games/orleans/stories.js");
    const said = { say: (id) => id };
    const story = { done, ready: true, tasks: { crop: [], cloth: [] } };
    return storyNamed("first-kingdom").ending(said, { round: 20, standing: [[0, 1, 60, []]], players: [{ story }] });
}"""


@pytest.mark.parametrize(("done", "told"), [(5, "web.os.end.crown"), (4, "web.os.end.rounds")])
def test_whoever_lacks_only_wealth_is_not_crowned_by_the_last_round(page: Page, done: int, told: str) -> None:
    """The church, the citizens and the wealth count as tasks, too."""
    assert page.evaluate(ENDING, done) == told
