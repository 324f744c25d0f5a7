"""What a beginner is told at the first encounter, as `kronrat.coaching` reads it."""

from __future__ import annotations

from collections import Counter

from kronrat.coaching import Asked, Exercise, Facts, Picture, Tip, selections
from kronrat.core.dice import Dice
from kronrat.core.game import Game
from kronrat.games.kingsburg.rules.influence import find_placements

AUTUMN = 6  # the last phase in which soldiers come from advisors
DICE = 3


def _whole_sum_is_taken(asked: Asked) -> Facts | None:
    """Somebody sits where all dice together lead, and two other advisors are in reach at once."""
    rank = sum(asked.me["dice"])
    return {"rank": rank} if str(rank) in asked.view["court"] and _reaches_two(asked) else None


def _reaches_two(asked: Asked) -> bool:
    """Whether two groups of dice that are offered can be sent one after the other, to two advisors."""
    offered = [choice for choice in asked.options if choice[0] == "influence"]
    groups = [(choice[1], Counter(choice[2:])) for choice in offered if all([type(face) is int for face in choice[2:]])]
    dice = Counter(asked.me["dice"])
    return any([one + other <= dice for a, one in groups for b, other in groups if a != b])


def _has_bonus_die(asked: Asked) -> Facts | None:
    return {"n": len(asked.me["bonus"])} if asked.me["bonus"] else None


def _has_envoy(asked: Asked) -> Facts | None:
    return {} if asked.view["envoy"] == asked.seat else None


def _can_build(asked: Asked) -> Facts | None:
    found = [choice[1] for choice in asked.options if choice[0] == "build"]
    return {"building": found[0]} if found and not asked.me["buildings"] else None


def _autumn_without_soldiers(asked: Asked) -> Facts | None:
    return _unarmed(asked) if asked.view["phase"] == AUTUMN else None


def _unarmed(asked: Asked) -> Facts | None:
    """No soldier, and an enemy on the way."""
    low, high = asked.view["enemy_range"]
    return None if asked.me["strength"] else {"low": low, "high": high}


TIPS = (
    Tip("soldiers", "KB-P7-1", ("recruit",), _unarmed),
    Tip("autumn", "KB-P8-1", ("influence",), _autumn_without_soldiers),
    Tip("envoy", "KB-P5-4", ("influence",), _has_envoy),
    Tip("bonus", "KB-P2b-5", ("influence",), _has_bonus_die),
    Tip("taken", "KB-P2b-3", ("influence",), _whole_sum_is_taken),
    Tip("row", "KB-P2d-3", ("build",), _can_build),
)


def exercise(game: Game, dice: Dice) -> Exercise:
    """Which advisors can these dice reach? Without a selection: all that they could. [KB-P2b-3]"""
    faces = sorted([1 + dice.below(6) for _ in range(DICE)])
    advisors = sorted([(row["rank"], id) for id, row in game.rows["advisors"].items()])
    return Exercise(
        [Picture(f"die-{face}", "exercise.die", {"n": face}) for face in faces],
        [Picture(f"seat-{rank}", "exercise.advisor", {"rank": rank, "advisor": id}) for rank, id in advisors],
        [_reached([faces[n] for n in chosen] or faces, whole=bool(chosen)) for chosen in selections(DICE)],
    )


def _reached(faces: list[int], whole: bool) -> list[int]:
    """The places of the advisors in their row, for these dice together or for any of them."""
    found = find_placements(tuple(faces), (), plus2=False, shifts=()).all
    return sorted({group.rank - 1 for group in found if not whole or len(group.choice) == 2 + len(faces)})
