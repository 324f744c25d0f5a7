"""Positions set up by hand: whatever a game lets somebody put on its table, the rules can go on from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, State
from kronrat.core.game import Game
from kronrat.pieces import Misfit, Piece, pieces_of, put, set_up
from kronrat.study.analysis import position_of
from kronrat.words import UnknownMessage, Words

DICE = Dice(seed_of_text("set up"))


def tables() -> Iterator[tuple[Game, int, dict[str, str]]]:
    """Every game with everything that makes another game of it."""
    for id in kronrat.list_games():
        game = kronrat.load(id)
        if not box_of(id).pieces():
            continue
        yield game, max(game.seat_counts), {}
        for switch in game.switches({}):
            for value in switch.values if switch.main else ():
                yield game, min(game.seat_counts), {switch.name: value}


TABLES = [pytest.param(*table, id=f"{table[0].id}-{table[1]}-{table[2]}") for table in tables()]


def begun(game: Game, seats: int, options: dict[str, str]) -> State:
    state = game.new(seats, game.left_alone(options))
    set_up(state, DICE)
    return state


def checked(state: State) -> State:
    """The same position, as a stranger would bring it."""
    game: Game = state.game
    found = position_of(game, json.loads(json.dumps(game.dump(state))))
    for seat in (None, *range(state.seats)):
        game.view(found, seat)
    return found


def say(lang: str, state: State, id: str, facts: Any = None) -> str:
    """What the page says: in the words of the game, or else in its own."""
    game: Game = state.game
    try:
        return Words(lang, game.id, game.variant(game.options_of(state))).say(id, **(facts or {}))
    except UnknownMessage:
        return Words(lang).say(id, **(facts or {}))


def anything(piece: Piece, random: Random) -> Any:
    if piece.kind == "number":
        return random.choice([piece.least, piece.most, random.randint(piece.least, piece.most)])
    if piece.kind == "flag":
        return random.random() < 0.5
    if piece.kind == "word":
        return random.choice(piece.values)
    return tuple([word for word in piece.values if random.random() < 0.3])


def play_on(state: State, random: Random, choices: int) -> None:
    for _ in range(choices):
        if state.over:
            return
        seat = state.deciding()[0]
        state.play(seat, state.sample(DICE) if seat == CHANCE else random.choice(state.options(seat)))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_whatever_is_put_is_there_or_refused_in_a_sentence(game: Game, seats: int, options: dict[str, str]) -> None:
    state, random = begun(game, seats, options), Random(f"{game.id} {options}")
    taken, refused, told = 0, 0, list[str]()
    for number in range(150):
        piece = random.choice(pieces_of(state))
        tried, value = state.clone(), anything(piece, random)
        try:
            put(tried, piece.id, piece.seat, value)
            state = checked(tried)
        except Misfit as misfit:
            refused += 1
            told += [say(lang, state, misfit.reason.says, misfit.reason.facts) for lang in ("en", "de")]
            continue
        except BrokenDump:  # somebody would be asked what could not be answered then
            refused += 1
            continue
        taken += 1
        assert all([len({one.id for one in pieces_of(state) if one.seat == seat}) for seat in range(seats)])
        if number % 30 == 0:
            play_on(state, random, 25)
            set_up(state, DICE)
    assert taken > refused > 0
    assert all(told)
    play_on(state, random, 200)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_lies_there_already_changes_nothing(game: Game, seats: int, options: dict[str, str]) -> None:
    state = begun(game, seats, options)
    for piece in pieces_of(state):
        same = state.clone()
        put(same, piece.id, piece.seat, piece.value)
        assert game.digest(same) == game.digest(state), piece.id


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_piece_has_a_name_in_every_language(game: Game, seats: int, options: dict[str, str]) -> None:
    state = begun(game, seats, options)
    for lang in ("en", "de"):
        for piece in pieces_of(state):
            said = [piece.says, *([piece.group] if piece.group else [])]
            said += [f"{piece.names}.{value}" for value in piece.values if piece.names and value]
            assert all([say(lang, state, id) for id in said])


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_is_no_piece_or_no_value_of_it_is_refused(game: Game, seats: int, options: dict[str, str]) -> None:
    state = begun(game, seats, options)
    piece = next(piece for piece in pieces_of(state) if piece.kind == "number")
    for id, seat, value in [
        ("nothing", None, 1),
        (piece.id, 99, piece.value),
        (piece.id, piece.seat, piece.most + 1),
        (piece.id, piece.seat, piece.least - 1),
        (piece.id, piece.seat, True),
        (piece.id, piece.seat, "x"),
        (piece.id, piece.seat, ("x",)),
    ]:
        with pytest.raises(Misfit):
            put(state.clone(), id, seat, value)


def test_games_that_say_nothing_of_it_have_no_pieces() -> None:
    silent = [id for id in kronrat.list_games() if not box_of(id).pieces()]
    for id in silent:
        game = kronrat.load(id)
        assert pieces_of(game.new(min(game.seat_counts), {})) == []
