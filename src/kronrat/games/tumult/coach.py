"""What a beginner is told at the first encounter, as `kronrat.coaching` reads it."""

from __future__ import annotations

from kronrat.coaching import Asked, Exercise, Facts, Picture, Tip, selections
from kronrat.core.dice import Dice
from kronrat.core.game import Game
from kronrat.games.tumult.rules.raid import symbols
from kronrat.games.tumult.rules.state import KINDS

ROBBING = ("rob", "draft_lift", "draft_look", "last_tile")
SYMBOLS = 2  # on a tile, on average
TILES, DEMAND = 6, 4  # of the exercise


def _demand(asked: Asked) -> Facts | None:
    """How much the people need, if it is known."""
    demand = asked.view["demand"][0]
    return None if demand is None else {"n": demand}


def _most_tiles(asked: Asked) -> Facts | None:
    """Nobody else has taken so much."""
    mine, others = asked.me["tiles"], [one["tiles"] for seat, one in _players(asked) if seat != asked.seat]
    return {"n": mine} if mine > max(2, *others) else None


def _little_left(asked: Asked) -> Facts | None:
    """The people will hardly have enough of every kind, and this player has not stopped yet."""
    if any([choice[0] == "resume" for choice in asked.options]):
        return None
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


def exercise(game: Game, dice: Dice) -> Exercise:
    """How much can be taken before the people riot? Selected tiles are taken, the others are left. [TR-P3-3]"""
    faces = [3 * kind + dice.below(3) for kind in (0, 0, 1, 1, 2, 2)]
    enough = [[3 * kind + 2 for kind in range(3)]]  # one tile of each kind that nobody takes
    left = [[face for n, face in enumerate(faces) if n not in taken] + enough[0] for taken in selections(TILES)]
    return Exercise(
        [Picture(f"i-{KINDS[face // 3]}", f"exercise.{KINDS[face // 3]}", {"n": face % 3 + 1}) for face in faces],
        [Picture(f"i-{kind}", f"exercise.riot.{kind}", {"n": DEMAND}) for kind in KINDS],
        [[kind for kind in range(3) if symbols(tiles, kind) < DEMAND] for tiles in left],
    )
