"""What the log says of gains for which nobody used a place: the round bonus of a year, and tiles on the fame track."""

from __future__ import annotations

from typing import Any, cast

from playwright.sync_api import Page

from kronrat.games.orleans.stories.kings_favor.rules.printed import printed_of
from kronrat.games.orleans.stories.kings_favor.rules.story import BONUS_RULES
from kronrat.games.orleans.testing import Court

CAUSE = """async ([rules, tiles]) => {
    const { storyNamed } = await import("/games/orleans/stories.js");
    const say = (id, facts) => [id, ...Object.values(facts ?? {}).filter(Number.isInteger)].join(" ");
    const model = {
        words: { value: { say } },
        seen: { story: { tiles } },
    };
    return rules.map((rule) => storyNamed("kings-favor").cause(model, rule));
}"""


def causes(page: Page, rules: list[str], tiles: dict[str, str]) -> list[str]:
    return cast(list[str], page.evaluate(CAUSE, cast(Any, [rules, tiles])))


def test_every_tile_is_named_with_its_field(page: Page) -> None:
    tiles = printed_of(Court().state).tiles
    laid = {str(number): tile.id for number, tile in enumerate(tiles)}
    said = [f"web.os.fame.field {number}, tile.{tile.id}" for number, tile in enumerate(tiles)]
    assert causes(page, [tile.rule for tile in tiles], laid) == said


def test_every_year_has_its_round_bonus(page: Page) -> None:
    assert causes(page, list(BONUS_RULES), {}) == ["term.bonus"] * len(BONUS_RULES)


def test_what_a_place_gives_needs_no_more_words(page: Page) -> None:
    assert causes(page, ["OS-PLACE-ROPERY-1", "OS-KF-SEASON-3"], {"5": "chest"}) == ["", ""]
