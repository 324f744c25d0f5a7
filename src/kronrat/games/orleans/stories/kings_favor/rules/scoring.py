"""Points, and who wins. [OS-KF-SCORE, OS-KF-WIN]"""

from __future__ import annotations

from kronrat.core.game import Standing
from kronrat.games.orleans.rules.events import GameEnded
from kronrat.games.orleans.rules.realm import churches_of, villages_of
from kronrat.games.orleans.rules.rounds import end_game
from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.rules.supply import wealth
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING, booklet_of


def parts(state: State, seat: int) -> dict[str, int]:
    """Where the points of a seat come from. [OS-KF-SCORE-1 to OS-KF-SCORE-12]"""
    return _parts(state, seat, wealth(state, state.players[seat]))


def _parts(state: State, seat: int, goods_and_coins: int) -> dict[str, int]:
    me, booklet, number = state.players[seat], booklet_of(state, seat), state.tables.numbers
    if booklet.points != PLAYING:
        return {"remembered": booklet.points}  # as counted at the elimination [OS-KF-END-6]
    return {
        "wealth": goods_and_coins,
        "areas": number["score_area"] * me.areas.bit_count(),
        "villages": number["score_village"] * villages_of(state, me),
        "fortresses": number["score_fortress"] * me.fortresses.bit_count(),
        "churches": number["score_church"] * churches_of(state, me),
        "favourites": number["score_favourite"] * booklet.favourites,
    }


def points(state: State, seat: int) -> int:
    """Goods and coins, what is controlled and built, and favourite tiles left."""
    return sum(parts(state, seat).values())


def points_with(state: State, seat: int, goods_and_coins: int) -> int:
    """The same, where the wealth has been counted already."""
    return sum(_parts(state, seat, goods_and_coins).values())


def standing(state: State) -> list[Standing]:
    """Players in the game come first, then those who completed more epochs; points decide, equal ones share a place.

    Points are compared among the best only, so the others have none in the end.
    """
    worth = [(seat in state.playing, booklet_of(state, seat).years, points(state, seat)) for seat in range(state.seats)]
    best = max([(playing, years) for playing, years, _ in worth])
    found: list[Standing] = []
    for seat, (playing, years, kept) in enumerate(worth):
        place = 1 + sum([other > worth[seat] for other in worth])
        score = kept if (playing, years) == best else 0
        found.append(Standing(seat, place, score, (("epochs", years), ("points", kept))))
    return sorted(found, key=lambda result: (result.place, result.seat))


def finish(state: State, rule: str) -> None:
    """The game is over by this rule."""
    end_game(state)
    if state.listener is not None:
        winners = tuple([result.seat for result in standing(state) if result.place == 1])
        state.tell(GameEnded(rule, winners))
