"""`kronrat review` and `kronrat calibrate`: what they refuse, and what they say in both languages."""

from __future__ import annotations

import json
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

from kronrat.arena.record import record
from kronrat.bots import Budget
from kronrat.cli.review import Telling
from kronrat.core.match import Match
from kronrat.study import Review, Reviewing
from kronrat.words import Words
from tests.cli.terminal import kronrat, refused
from tests.shelf import ANY, any_game

both_languages = pytest.mark.parametrize("lang", ["de", "en"])


@pytest.fixture(scope="module")
def finished() -> Match:
    return record(any_game(), 2, ["random"], {}, "review")


@pytest.fixture(scope="module")
def begun(finished: Match) -> Review:
    """The review of its first lines."""
    run = Reviewing(any_game(), finished.journal, Budget(positions=10))
    for _ in islice(run.steps(), 24):
        pass
    return run.review


@both_languages
def test_a_review_is_told_in_words(begun: Review, lang: str) -> None:
    game, out = any_game(), StringIO()
    words = Words(lang, game.id, names=("Anna", "Ben"))
    Telling(Console(file=out, width=200), words, game.rows).tell(begun, None)
    said = out.getvalue()
    for seat in range(2):
        assert words.player(seat) in said
    assert words.say("cli.review.turning") in said
    worse = [one for one in begun.verdicts if one.mark in ("inaccuracy", "mistake")]
    assert worse
    for one in worse:
        assert f"{one.line}: {words.player(one.seat)}" in said


def test_only_finished_games_and_their_own_seats_are_reviewed(finished: Match, tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    file.write_text("\n".join(finished.journal.text().split("\n")[:30]) + "\n")
    assert "not over" in refused(kronrat("review", file))
    assert "--seat 7" in refused(kronrat("review", file, "--seat", "7"))


@pytest.mark.full
def test_a_whole_game_is_reviewed_as_json(finished: Match, tmp_path: Path) -> None:
    file = tmp_path / "game.kronrat"
    file.write_text(finished.journal.text())
    found = json.loads(kronrat("review", file, "--positions", "10", "--json").out)
    for seat in found["seats"]:
        parts = seat["luck"] + seat["errors"] + seat["others"] + seat["unknown"]
        assert seat["result"] - seat["start"] == pytest.approx(parts, abs=1e-7)
        assert seat["result"] in (0.0, 0.5, 1.0)
    for decision in found["decisions"]:
        assert set(decision) >= {"line", "seat", "chosen", "best", "loss", "mark"}
    assert found["chances"][0][0] == 0
    assert found["chances"][-1][0] == len(finished.journal.lines)


@both_languages
def test_calibration_is_a_table_and_a_picture(lang: str, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    asked = ("calibrate", ANY, "--seats", "2", "--games", "1", "--bots", "random", "--plot", plot, "--lang", lang)
    said = kronrat(*asked).out
    assert Words(lang).say("cli.calibrate.plot") in plot.read_text()
    assert "exists already" in refused(kronrat(*asked))
    assert said.startswith("| ")
    assert Words(lang).say("cli.calibrate.predicted") in said
