"""What a beginner is told at the first encounter in every story, as `kronrat.coaching` reads it."""

from __future__ import annotations

from kronrat.coaching import Asked, Facts, Tip


def _idle_follower(asked: Asked) -> Facts | None:
    """Something is planned, and a follower who could still be sent somewhere waits."""
    waiting = {choice[1] for choice in asked.options if choice[0] == "place"} & set(asked.me["green"])
    planned = asked.me["planned"]
    n = sum(asked.me["green"].values())
    return {"n": n} if planned and waiting and n <= 2 else None


def _half_filled(asked: Asked) -> Facts | None:
    """No follower is left, and a place that was begun misses one."""
    if asked.me["green"]:
        return None
    begun = {place for place, _ in asked.me["planned"]}
    half = [place for place in sorted(begun) if len(spaces := asked.me["places"][place]) > 1 and None in spaces]
    return {"place": half[0]} if half else None


def _ready_for_nothing(asked: Asked) -> Facts | None:
    """A place of this plan could do nothing."""
    idle = [place for place, _ in asked.me["planned"] if place in asked.me["idle"]]
    return {"place": idle[0]} if idle else None


def _empty_bag(asked: Asked) -> Facts | None:
    return {} if asked.me["in_bag"] == 0 and asked.view["round"] > 1 and not asked.me["planned"] else None


def _last_action(asked: Asked) -> Facts | None:
    """Passing is for good, although a place is ready."""
    return {} if any([choice[0] == "use" for choice in asked.options]) else None


TIPS = (
    Tip("nothing", "OS-ACT-10", ("plan",), _ready_for_nothing),
    Tip("half", "OS-PLAN-7", ("plan",), _half_filled),
    Tip("idle", "OS-PLAN-6", ("plan",), _idle_follower),
    Tip("bag", "OS-BAG-3", ("plan",), _empty_bag),
    Tip("turn", "OS-ACT-2", ("turn",), _last_action),
)
