"""What a beginner is told at the first encounter in The First Kingdom."""

from __future__ import annotations

from collections.abc import Mapping

from kronrat.coaching import Asked, Facts, Tip

TRIALS = {3: "food_depot", 7: "medicine"}  # epochs that cost something every round, until this deed is complete


def _tasks(asked: Asked) -> Mapping[str, list[tuple[str, bool]]]:
    """The fields of my tasks, and which of them are filled; none in another story."""
    found: Mapping[str, list[tuple[str, bool]]] = asked.me["story"].get("tasks", {})
    return found


def _for_a_task(asked: Asked) -> Facts | None:
    """A token in reach is what a task waits for; in the first round there is enough to be learned."""
    if asked.view["round"] < 2:
        return None
    sent = {choice[1]: choice[2] for choice in asked.options if choice[0] == "place" and choice[2] == "gate"}
    wanted = [(task, token) for task, fields in _tasks(asked).items() for token, filled in fields if not filled]
    found = [{"token": token, "target": task, "place": sent[token]} for task, token in wanted if token in sent]
    return found[0] if found else None


def _deed_or_task(asked: Asked) -> Facts | None:
    """The same token fits a deed and a task of my own."""
    tasks = _tasks(asked)
    for word, token, target in asked.options:
        others = [choice for choice in asked.options if choice[:2] == (word, token) and choice[2] not in tasks]
        if target in tasks and others:
            return {"token": token, "target": target, "deed": others[0][2]}
    return None


def _may_ascend(asked: Asked) -> Facts | None:
    ascents = [choice for choice in asked.options if choice[0] == "ascend"]
    return {"token": ascents[0][1], "target": ascents[0][2]} if ascents else None


def _in_a_trial(asked: Asked) -> Facts | None:
    """Every round costs followers or settlers, until the right deed is complete."""
    deed = TRIALS.get(asked.me["epoch"]) if _tasks(asked) else None
    return {"target": deed} if deed and deed not in asked.view["story"]["overcome"] else None


TIPS = (
    Tip("kingdom.ascend", "OS-FK-EPOCH-2", ("send",), _may_ascend),
    Tip("kingdom.deed", "OS-FK-TASK-3", ("send",), _deed_or_task),
    Tip("kingdom.trial", "OS-FK-DEPOT-2", ("plan",), _in_a_trial),
    Tip("kingdom.task", "OS-FK-TASK-1", ("plan",), _for_a_task),
)
