"""What the page computes of a finished game: the dice once more, and the figures of the result page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

import kronrat
from kronrat.arena.record import record
from kronrat.core.flow import CHANCE
from kronrat.core.match import Match
from kronrat.server.study import replay_file
from tests.shelf import table_seed

WEB = Path(kronrat.__file__).parent / "web"
GAME = kronrat.load("kingsburg")
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {"edition": "1e"}),
    (4, {"edition": "2e"}),
    (5, {"edition": "2e", "modules": "buildings,governors,army"}),
]
TELL = """async (file) => {
    const { Replay, loadCourse } = await import("/static/replay-model.js");
    const { luckOf } = await import("/static/charts.js");
    const course = await loadCourse(new Replay(file));
    const { curve, sources, built, rolls, turns, chapters } = course;
    return { curve, rolls, built, sources: sources.map(({ values }) => values), luck: luckOf(rolls, file.seats),
        turns: turns.map(({ at, seat, score }) => ({ at, seat, score })),
        chapters: chapters.map(({ at, part }) => [at, part]) };
}"""
CHECK = """async ([{ header, frames }, rolls]) => {
    const { facesIn, hexOf, seedAt, seedOf } = await import("/static/fair.js");
    const { seed, kept } = seedOf(header);
    const faces = rolls.map(({ at, dice }) => facesIn(seedAt(seed, frames[at - 1].moment), dice));
    return { seed: hexOf(seed), kept, faces };
}"""


@cache
def played(table: int) -> tuple[Match, dict[str, Any]]:
    seats, options = TABLES[table]
    match = record(GAME, seats, ["greedy", "random"], options, table_seed())
    return match, msgspec.to_builtins(replay_file(GAME, match.journal, (), None))


every_table = pytest.mark.parametrize(
    "table", [0, *[pytest.param(number, marks=pytest.mark.full) for number in range(1, len(TABLES))]]
)


@every_table
def test_every_roll_is_found_again_in_the_browser(page: Page, table: int) -> None:
    match, file = played(table)
    rolls = page.evaluate(TELL, file)["rolls"]
    thrown = [line for line in match.journal.lines if line.seat == CHANCE and line.choice[0] == "roll"]
    assert [roll["seat"] for roll in rolls] == [line.choice[1] for line in thrown]
    said = page.evaluate(CHECK, [file, rolls])
    assert said["kept"] is True
    assert [sorted(faces) for faces in said["faces"]] == [sorted(roll["faces"]) for roll in rolls]


def test_another_secret_breaks_the_promise(page: Page) -> None:
    _, file = played(0)
    said = page.evaluate(CHECK, [{**file, "header": {**file["header"], "secret": "00" * 32}}, []])
    assert said["kept"] is False


@every_table
def test_figures_add_up_to_the_final_score(page: Page, table: int) -> None:
    match, file = played(table)
    told = page.evaluate(TELL, file)
    scores = {standing.seat: standing.score for standing in match.state.standing()}
    final = [scores[seat] for seat in range(match.state.seats)]
    assert told["curve"][-1]["scores"] == final
    assert [sum(values) for values in zip(*told["sources"], strict=True)] == final
    assert len(told["curve"]) == 1 + 5 * 4
    assert len(told["built"]) == 5
    view = GAME.view(match.state, None)
    for seat, player in enumerate(view["players"]):
        assert sum(year[seat] for year in told["built"]) >= len(player["buildings"])


@every_table
def test_chapters_and_turning_points_lie_in_the_game(page: Page, table: int) -> None:
    _, file = played(table)
    told = page.evaluate(TELL, file)
    places = [at for at, _ in told["chapters"]]
    assert places == sorted(set(places))
    assert {year for _, year in told["chapters"]} == {1, 2, 3, 4, 5}
    assert 1 <= len(told["turns"]) <= 3
    assert all(0 < turn["at"] <= len(file["frames"]) for turn in told["turns"])


@every_table
def test_luck_counts_the_dice_that_fell(page: Page, table: int) -> None:
    match, file = played(table)
    for seat, luck in enumerate(page.evaluate(TELL, file)["luck"]):
        lines = [
            line.choice for line in match.journal.lines if line.seat == CHANCE and line.choice[:2] == ("roll", seat)
        ]
        faces = [word for choice in lines for word in choice[2:] if isinstance(word, int)]
        assert (luck["count"], luck["sum"]) == (len(faces), sum(faces))
        assert luck["expected"] == 3.5 * len(faces)
        assert abs(luck["luck"] - (sum(faces) - 3.5 * len(faces)) / (35 / 12 * len(faces)) ** 0.5) < 1e-9
