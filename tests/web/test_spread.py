"""Crests on a track: none leaves the stage, none changes places, and equal values lie together."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser

PLACES = """async ([values, edge]) => {
  const { spread } = await import("/static/spread.js");
  return spread(values, 0, 30, 600, { crest: 20, gap: 44, edge }).map(({ seat, shown }) => [seat, shown]);
}"""


@pytest.mark.parametrize("values", [[0, 1, 1, 1], [0, 1, 2, 3, 4], [0, 0, 1, 20, 21], [7, 8, 9, 9, 12]])
def test_no_crest_leaves_the_stage(values: list[int], browser: Browser, files: str) -> None:
    page = browser.new_page()
    page.goto(f"{files}/static/favicon.svg")
    places = page.evaluate(PLACES, [values, -19])
    page.close()
    shown = [place for _, place in places]
    assert [values[seat] for seat, _ in places] == sorted(values)
    assert shown[0] >= -19
    for (one, left), (other, right) in pairwise(places):
        assert right - left >= (11.9 if values[one] == values[other] else 43.9)
