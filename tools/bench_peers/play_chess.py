"""Random play of python-chess: as lean as it goes, or asking its own outcome check before every move."""

from __future__ import annotations

import sys
from importlib import import_module
from random import random

from bench_peers.worker import Counts, serve

chess = import_module("chess")
DRAWN = 150  # half-moves without a capture or a pawn move: the rule of 75 moves


def lean() -> int:
    """The list of moves is needed anyway, and an empty one ends the game; so does the move clock. No other draw."""
    board = chess.Board()
    plies = 0
    while board.halfmove_clock < DRAWN:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(random() * len(moves))])
        plies += 1
    return plies


def outcome() -> int:
    """The engine says itself when a game is over: mate, stalemate, material, 75 moves, five repetitions."""
    board = chess.Board()
    plies = 0
    while board.outcome() is None:
        moves = list(board.legal_moves)
        board.push(moves[int(random() * len(moves))])
        plies += 1
    return plies


def survey(own_outcome: bool) -> Counts:
    board = chess.Board()
    asked = choices = options = 0
    while not (board.outcome() if own_outcome else board.halfmove_clock >= DRAWN):
        moves = list(board.legal_moves)
        if not moves:
            break
        asked += 1
        choices += len(moves) > 1
        options += len(moves)
        board.push(moves[int(random() * len(moves))])
    return Counts(asked, choices, options, 0)


if __name__ == "__main__":
    own_outcome = sys.argv[1] == "outcome"
    serve(chess.__version__, "asked", outcome if own_outcome else lean, lambda: survey(own_outcome))
