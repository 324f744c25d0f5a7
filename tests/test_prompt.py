"""A match at the prompt: what can be typed, what a refusal says, and how it looks."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from random import Random
from xml.etree import ElementTree

import pytest

import kronrat
from kronrat.core.notation import choice_text

every_game = pytest.mark.parametrize("game", kronrat.list_games())


def some_way_on(game: str, choices: int = 80) -> kronrat.Match:
    match, random = kronrat.Match(kronrat.load(game), 3, seed="at the prompt"), Random(game)
    for _ in range(choices):
        seat = match.deciding[0]
        match.play(seat, random.choice(match.choices(seat)))
    return match


def alone(game: str) -> kronrat.Match:
    """A position in which one seat is asked."""
    match, random = some_way_on(game), Random(game)
    while len(match.deciding) > 1:
        match.play(match.deciding[0], random.choice(match.choices(match.deciding[0])))
    return match


@every_game
def test_text_and_tuples_with_and_without_the_seat_mean_the_same(game: str) -> None:
    match = alone(game)
    (seat,), choice = match.deciding, match.choices()[-1]
    played = [copy.deepcopy(match) for _ in range(5)]
    played[0].play(choice)
    played[1].play(choice_text(choice))
    played[2].play(seat, choice)
    played[3].play(seat, choice_text(choice).upper())
    played[4].play(choice_text(choice), ms=7)
    assert len({match.game.digest(one.state) for one in played}) == 1
    assert match.game.digest(match.state) != match.game.digest(played[0].state)
    assert "@7 " in str(played[4].journal.lines[len(match.journal.lines)])


@every_game
def test_a_refusal_is_a_sentence_with_the_rule_and_what_is_possible(game: str) -> None:
    match = alone(game)
    with pytest.raises(kronrat.Refusal) as caught:
        match.play("dance naked, 17!")
    refused = caught.value
    assert str(refused).startswith(refused.sentence)
    assert f"[{refused.reason.rule}]" in str(refused)
    assert refused.nearest
    assert all(near in match.choices() for near in refused.nearest)
    assert match.why_not("dance naked, 17!") == str(refused)
    assert match.why_not(match.choices()[0]) is None
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.nearest, again.reason) == (str(refused), refused.nearest, refused.reason)
    match.lang = "de"
    assert match.why_not("dance") != str(refused)


def test_where_several_are_asked_the_seat_has_to_be_named() -> None:
    together = [match for game in kronrat.list_games() if len((match := some_way_on(game, 0)).deciding) > 1]
    assert together
    for match in together:
        with pytest.raises(ValueError, match="are asked together: name one"):
            match.play(match.choices(match.deciding[0])[0])
        match.play(match.deciding[1], match.choices(match.deciding[1])[0])


@every_game
def test_copies_and_pickles_play_on_independently(game: str) -> None:
    match = some_way_on(game)
    digest = match.game.digest(match.state)
    for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert match.game.digest(other.state) == digest
        assert other.journal.text() == match.journal.text()
        seat = other.deciding[0]
        mine, its = copy.deepcopy(match), [other.play(seat, other.choices(seat)[0]) for _ in range(1)]
        assert [mine.play(seat, match.choices(seat)[0])] == its
        assert match.game.digest(match.state) == digest
    for state in (copy.deepcopy(match.state), pickle.loads(pickle.dumps(match.state))):
        assert match.game.digest(state) == digest
        assert match.game.view(state, 0) == match.game.view(match.state, 0)
    assert copy.deepcopy(match.game) is match.game
    assert pickle.loads(pickle.dumps(match.game)).data_digest == match.game.data_digest


@every_game
def test_it_tells_where_it_stands_and_draws_the_table(game: str) -> None:
    match = alone(game)
    (seat,) = match.deciding
    assert repr(match).startswith(f"<Match {game}, 3 seats, ")
    assert f": seat {seat}: " in repr(match)
    assert "\x1b" not in str(match)
    assert "[1]" in str(match)
    assert "[1]" not in match.table((seat + 1) % 3)


def test_a_notebook_shows_a_match_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console that knows it is in a notebook would show every line it draws, too."""
    shown: list[object] = []
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("rich.jupyter.display", lambda *drawn: shown.append(drawn))
    monkeypatch.setattr("kronrat.still.still_of", lambda game: None)  # which draws the table of the terminal
    match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="in a notebook")
    assert match._repr_html_().startswith("<pre")
    assert shown == []


@every_game
def test_a_finished_match_tells_who_has_won(game: str) -> None:
    rules = kronrat.load(game)
    match, random = kronrat.Match(rules, 2, rules.left_alone({}), seed="to the end"), Random(1)
    while not match.over:
        match.play(match.deciding[0], random.choice(match.choices(match.deciding[0])))
    best = match.state.standing()[0]
    assert repr(match).endswith(f"won with {best.score}>")
    assert f"{best.score}" in str(match)
    with pytest.raises(kronrat.Refusal, match="CORE-OVER"):
        match.play("pass")
    chart = match.chart()
    drawn = ElementTree.fromstring(chart._repr_svg_())
    assert len([one for one in drawn.iter() if one.tag.endswith("polyline")]) == 2
    assert chart.scores[-1][best.seat] == best.score
    assert str(best.score) in repr(chart)


def test_python_runs_it_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "kronrat", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"kronrat {kronrat.__version__} (")
