"""What can be put on a table of Tumult Royal by hand."""

from __future__ import annotations

from typing import cast

import pytest

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.games.tumult.rules.rounds import PLACING
from kronrat.games.tumult.rules.state import TILES, State
from kronrat.pieces import Misfit, pieces_of, put, set_up


def test_how_many_tiles_a_castle_can_have_is_said() -> None:
    game = kronrat.load("tumult")
    state, told = game.new(2, game.left_alone({})), 0
    set_up(state, Dice(seed_of_text("castles")))
    put(state, "phase", None, str(PLACING))  # half of the goods are in castles
    for face in TILES:
        piece = next(one for one in pieces_of(state) if (one.id, one.seat) == (face, 0))
        try:
            put(state.clone(), face, 0, piece.most)
        except Misfit as misfit:
            most = misfit.reason.facts["most"]
            put(state.clone(), face, 0, most)
            with pytest.raises(Misfit):
                put(state.clone(), face, 0, most + 1)
            told += 1
    assert told


def test_statues_on_the_board_are_among_those_placed() -> None:
    game = kronrat.load("tumult")
    state = cast(State, game.new(2, game.left_alone({})))
    set_up(state, Dice(seed_of_text("statues")))
    field = next(one for one in pieces_of(state) if one.kind == "words" and one.seat == 1)
    put(state, field.id, 1, field.values[:1])
    placed = state.players[1].statues
    with pytest.raises(Misfit) as refused:
        put(state.clone(), "statues", 1, 0)
    assert refused.value.reason.rule == "TR-P4-6"
    assert 0 < refused.value.reason.facts["least"] <= placed
