"""What may be put on a table of The King's Favor by hand: the round, which says the year, and what the king is owed."""

from __future__ import annotations

from functools import partial

from kronrat.games.orleans.pieces import begin_round, enter
from kronrat.games.orleans.rules.state import EMPTY, State
from kronrat.games.orleans.stories.kings_favor.rules.goals import goals_of
from kronrat.games.orleans.stories.kings_favor.rules.sheet import Booklet, booklet_of
from kronrat.games.orleans.stories.kings_favor.rules.story import MOST_FAVOURITES, KingsFavor
from kronrat.pieces import Piece


def pieces(state: State) -> list[Piece]:
    if not state.round or not isinstance(state.story, KingsFavor):
        return []
    last = len(state.story.epochs) * state.tables.numbers["seasons"]
    found = [Piece("round", "term.round", state.round, partial(_go_to, state), None, 1, last)]
    for seat in state.playing:
        booklet = booklet_of(state, seat)
        asked = [(goal.id, n) for n, goal in enumerate(goals_of(state, seat)) if goal.send != EMPTY]
        done = tuple([id for id, n in asked if booklet.sent >> n & 1])
        put = partial(setattr, booklet, "favourites")
        found.append(Piece("favourites", "term.favourites", booklet.favourites, put, seat, 0, MOST_FAVOURITES))
        if asked:
            send = partial(_send, booklet, dict(asked))
            ids = tuple([id for id, _ in asked])
            found.append(Piece("goals", "term.goals", done, send, seat, values=ids, names="goal"))
    return found


def _go_to(state: State, round: int) -> None:
    """All enter an epoch together, one every year. [OS-KF-FLOW-2]"""
    year = (round - 1) // state.tables.numbers["seasons"]
    for seat in state.playing:
        booklet = booklet_of(state, seat)
        if booklet.years != year:
            booklet.years, booklet.sent = year, 0
        enter(state, seat, year)
    begin_round(state, round)


def _send(booklet: Booklet, asked: dict[str, int], wanted: tuple[str, ...]) -> None:
    booklet.sent = sum([1 << n for id, n in asked.items() if id in wanted])
