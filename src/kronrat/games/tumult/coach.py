"""What a beginner is told at the first encounter, as `kronrat.coaching` reads it."""

from __future__ import annotations

from kronrat.coaching import Asked, Facts, Tip

ROBBING = ("rob", "draft_lift", "draft_look", "last_tile")
SYMBOLS = 2  # on a tile, on average


def _demand(asked: Asked) -> Facts | None:
    """How much the people need, if it is known."""
    demand = asked.view["demand"][0]
    return None if demand is None else {"n": demand}


def _most_tiles(asked: Asked) -> Facts | None:
    """Nobody else has taken so much."""
    mine, others = asked.me["tiles"], [one["tiles"] for seat, one in _players(asked) if seat != asked.seat]
    return {"n": mine} if mine > max(2, *others) else None


def _little_left(asked: Asked) -> Facts | None:
    """The people will hardly have enough of every kind."""
    free = len([slot for slot in asked.view["raid"]["slots"] if slot[0] == "free"])
    need = sum([number or 0 for number in asked.view["demand"]])
    return {"n": free, "need": need} if free * SYMBOLS <= need else None


def _is_first(asked: Asked) -> Facts | None:
    """The highest rank counts as greedier in a tie."""
    return {} if asked.view["order"][0] == asked.seat else None


def _can_place(asked: Asked) -> Facts | None:
    return {} if asked.me["statues"] == 1 and any([choice[0] == "place" for choice in asked.options]) else None


def _always(_: Asked) -> Facts | None:
    return {}


def _players(asked: Asked) -> list[tuple[int, Facts]]:
    return list(enumerate(asked.view["players"]))


TIPS = (
    Tip("ready", "TR-P1-2", ("ready", "draft_lift", "give_order"), _demand),
    Tip("little", "TR-P3-3", ROBBING, _little_left),
    Tip("greedy", "TR-P3-9", ROBBING, _most_tiles),
    Tip("rank", "TR-P3-7", ROBBING, _is_first),
    Tip("beside", "TR-P4-4", ("place",), _can_place),
    Tip("mercy", "TR-P3-6", ("use_mercy",), _always),
)
