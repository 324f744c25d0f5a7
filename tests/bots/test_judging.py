"""Values that were learned: what a net makes of a position, which weights are used, and what happens without any."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kronrat
from kronrat.bots import Budget, Judge, Learned, Search, Turn
from kronrat.bots.judging import _give_notice
from kronrat.bots.weights import BadWeights, Weights, read_weights, shipped_weights, write_weights
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import State
from kronrat.core.game import Game
from kronrat.core.net import Net, is_of_seat
from kronrat.core.playout import play_on
from kronrat.core.policy import AnyChoice
from kronrat.data.shapes import plain

MEGABYTE = 1_000_000
SHIPPED = [(game, weights) for game in kronrat.list_games() for weights in shipped_weights(game)]
every_net = pytest.mark.parametrize(
    ("game", "weights"), SHIPPED, ids=[f"{game}-{'-'.join(w.options.values())}-{w.seats}" for game, w in SHIPPED]
)
one_of_each_game = pytest.mark.parametrize(
    ("game", "weights"), [(game, shipped_weights(game)[0]) for game in kronrat.list_games()]
)


@pytest.fixture(autouse=True)
def fresh_notices() -> Iterator[None]:
    _give_notice.cache_clear()
    yield
    _give_notice.cache_clear()


def table_for(game: Game, weights: Weights) -> State:
    return game.new(weights.seats, game.settle_options(game.left_alone(weights.options)))


def some_way_on(game: Game, weights: Weights, moments: int = 3) -> State:
    """A quiet position of a random game."""
    state = table_for(game, weights)
    play_on(state, AnyChoice(), Dice(seed_of_text("judging")), game.quiet, moments, 5_000)
    return state


# -- the net ---------------------------------------------------------------------------------------------------------

NET = Net(
    common=[0],
    own=[[1, 2], [3, 4]],
    shared=[[0.5], [-1.0]],
    hidden=[[1.0, 0.25], [0.5, -2.0]],
    bias=[0.1, 0.2],
    out=[0.3, 0.7],
    straight=[0.05, -0.4],
)


def test_a_net_gives_shares_of_one_whole_to_the_last_bit() -> None:
    shares = NET.shares([1.0, 2.0, 0.0, 0.0, 3.0])
    assert [share.hex() for share in shares] == ["0x1.b84d57f229440p-1", "0x1.1ecaa0375af01p-3"]


def test_seats_that_change_places_change_shares() -> None:
    mine, other = NET.shares([1.0, 2.0, 0.0, 0.0, 3.0])
    assert NET.shares([1.0, 0.0, 3.0, 2.0, 0.0]) == [other, mine]


def test_what_belongs_to_a_seat_is_known_by_its_name() -> None:
    assert [is_of_seat(name) for name in ("gold 0", "goal 2 11", "round", "phase.3", "7")] == [
        True, True, False, False, False,
    ]  # fmt: skip


# -- what is shipped -------------------------------------------------------------------------------------------------


@every_net
def test_shipped_weights_are_for_the_rules_and_data_as_they_are(game: str, weights: Weights) -> None:
    """After a change of rules or data they have to be learned again: `kronrat train`."""
    rules = kronrat.load(game)
    assert weights.refusal(rules) == ""
    assert weights.net(rules.feature_names(table_for(rules, weights))).own
    assert weights.provenance.games > 0
    assert weights.provenance.loss < weights.provenance.loss_before


@pytest.mark.parametrize("game", kronrat.list_games())
def test_weights_of_a_game_are_small(game: str) -> None:
    assert 0 < sum(len(json.dumps(plain(weights))) for weights in shipped_weights(game)) < MEGABYTE


@one_of_each_game
def test_a_learned_value_is_a_share_for_each_seat_and_looks_at_nothing_hidden(game: str, weights: Weights) -> None:
    rules = kronrat.load(game)
    state, judge = some_way_on(rules, weights), Learned()
    assert judge.found(state) is not None
    for seat in range(state.seats):
        share = judge.share(state, seat)
        assert 0.0 < share < 1.0
        for number in range(3):
            world = rules.redeal(state, seat, Dice(seed_of_text(f"truth {number}")))
            assert judge.share(world, seat) == share
    assert sum(judge.shares(state)) == pytest.approx(1.0)
    assert judge.shares_of_all([state]) == [judge.shares(state)]


def test_a_game_that_is_over_is_judged_by_its_result() -> None:
    game, weights = SHIPPED[0]
    rules = kronrat.load(game)
    state = table_for(rules, weights)
    play_on(state, AnyChoice(), Dice(seed_of_text("to the end")), rules.quiet, 1_000, 100_000)
    assert state.over
    assert Learned().shares(state) == rules.utility(state)


def test_trust_says_how_much_the_net_has_a_say() -> None:
    game, weights = SHIPPED[0]
    state = some_way_on(kronrat.load(game), weights)
    learned, own = [Learned([replace(weights, trust=trust)]).shares(state) for trust in (1.0, 0.0)]
    half = Learned([replace(weights, trust=0.5)]).shares(state)
    assert own == Judge().shares(state) != learned
    assert half == pytest.approx([(one + other) / 2 for one, other in zip(learned, own, strict=True)])


# -- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": 999}, "another version of the rules: 999 instead of"),
        ({"data": "0ff"}, "another component data: 0ff instead of"),
        ({"own": ["no such thing"]}, "need the feature 'no such thing 0'"),
    ],
)
def test_weights_for_something_else_are_refused_in_a_sentence(
    change: dict[str, Any], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    game, weights = SHIPPED[0]
    state = some_way_on(kronrat.load(game), weights)
    other = Learned([replace(weights, **change)])
    with caplog.at_level(logging.WARNING):
        assert other.shares(state) == Judge().shares(state)
        assert other.shares(state.clone()) == Judge().shares(state)
    assert len(caplog.messages) == 1
    assert said in caplog.messages[0]
    assert other.advice(state) == {}


def test_corrected_data_of_an_owner_are_judged_by_the_numbers_of_the_game(caplog: pytest.LogCaptureFixture) -> None:
    game, weights = SHIPPED[0]
    rules = kronrat.load(game)
    corrected = type(rules)(rules.rows, "read off another copy")
    with caplog.at_level(logging.WARNING):
        state = some_way_on(corrected, weights)
        assert Learned().shares(state) == Judge().shares(state)
    assert "another component data" in caplog.text


def test_tables_for_which_nothing_was_learned_need_no_notice(caplog: pytest.LogCaptureFixture) -> None:
    game, weights = SHIPPED[0]
    state = some_way_on(kronrat.load(game), weights)
    with caplog.at_level(logging.WARNING):
        assert Learned([]).shares(state) == Judge().shares(state)
        assert Learned([replace(weights, seats=99)]).found(state) is None
    assert not caplog.messages


def test_a_file_that_holds_no_weights_is_named(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    with pytest.raises(BadWeights, match=r"weights\.json cannot be read"):
        read_weights(file)
    file.write_text('{"game": "none"}')
    with pytest.raises(BadWeights, match=r"weights\.json does not hold weights"):
        read_weights(file)
    write_weights(SHIPPED[0][1], file)
    assert read_weights(file) == SHIPPED[0][1]


# -- a search that trusts them ---------------------------------------------------------------------------------------


class Narrow(Search):
    """Has a number of its own."""

    width = 3


def test_a_search_follows_the_advice_of_its_judge_but_for_numbers_of_its_own() -> None:
    game, weights = SHIPPED[0]
    state = some_way_on(kronrat.load(game), weights)
    while state.deciding()[0] < 0 or len(state.options(state.deciding()[0])) < 2:
        seat = state.deciding()[0]
        state.apply(seat, state.sample(Dice(seed_of_text("roll"))) if seat < 0 else state.options(seat)[0])
    judge = Learned([replace(weights, search={"width": 5.0, "moments": 2.0, "doubt": 0.5})])
    for bot, width in ((Search(Budget(positions=20), judge), 5), (Narrow(Budget(positions=20), judge), 3)):
        bot.decide(Turn(state, state.deciding()[0], Dice(seed_of_text("bot"))))
        assert (bot.width, bot.moments, bot.doubt) == (width, 2, 0.5)
    assert (Search.width, Search.moments) == (8, 1)
