"""People who play at their browsers. What they choose is a bot's advice; how they say it is up to the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kronrat.bots import Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import State
from tests.browser.pages import TablePage

LONGEST = 3_000  # looks at the table; no game of a few people needs more


def play(
    pages: Sequence[TablePage], until: Callable[[State], bool] = lambda state: state.over, most: int = LONGEST
) -> int:
    """All answer what they are asked until then, at most this often; returns how many answers. Bots may play too."""
    adviser, dice = make_bot("greedy"), Dice(seed_of_text("advice"))
    house, table = pages[0].house, pages[0].id
    answers = 0
    for _ in range(LONGEST):
        state = house.state(table)
        if until(state) or answers == most:
            return answers
        page = next((page for page in pages if page.seat in state.deciding()), None)
        if page is None or page.seat is None:
            pages[0].page.wait_for_timeout(20)  # a bot decides
            continue
        page.settle()
        page.answer(adviser.decide(Turn(state, page.seat, dice)))
        answers += 1
    raise AssertionError("the game does not end")
