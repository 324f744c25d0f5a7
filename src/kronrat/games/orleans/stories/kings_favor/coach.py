"""What a beginner is told at the first encounter in The King's Favor."""

from __future__ import annotations

from kronrat.coaching import Asked, Facts, Tip


def _is_told(asked: Asked) -> bool:
    return "favourites" in asked.me["story"]


def _demand_fails(asked: Asked) -> Facts | None:
    """The last round of a year, and a task is open."""
    if not _is_told(asked) or asked.view["story"]["rounds_left"] != 1 or asked.me["story"]["risk"] == "safe":
        return None
    open_tasks = [id for id, met in asked.me["story"]["goals"].items() if not met]
    return {"n": len(open_tasks), "favourites": asked.me["story"]["favourites"]}


def _hungry(asked: Asked) -> Facts | None:
    return {} if _is_told(asked) and asked.me["story"]["hungry"] else None


def _coins_to_send(asked: Asked) -> Facts | None:
    """Coins for the king go through the Gate, and nothing is there yet."""
    if not _is_told(asked):
        return None
    sent = [choice for choice in asked.options if choice[0] == "place" and str(choice[1]).startswith("coins_")]
    return {"token": sent[0][1], "place": sent[0][2]} if sent else None


TIPS = (
    Tip("favor.demand", "OS-KF-END-1", ("plan", "turn"), _demand_fails),
    Tip("favor.hungry", "OS-KF-SEASON-8", ("plan",), _hungry),
    Tip("favor.send", "OS-KF-GOAL-1", ("plan",), _coins_to_send),
)
