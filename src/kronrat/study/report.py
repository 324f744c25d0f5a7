"""A review as plain data, the same for the terminal, the page and whoever reads JSON. Numbers are parts of 1."""

from __future__ import annotations

from typing import Any

from kronrat.bots.search import Answer
from kronrat.coaching import facts_of
from kronrat.core.events import Event
from kronrat.core.notation import choice_text
from kronrat.study.comparing import Ranked
from kronrat.study.consequences import Consequence
from kronrat.study.reviewing import Account, Moment, Review, Verdict
from kronrat.study.verdicts import FROM_INACCURACY, FROM_MISTAKE
from kronrat.words.sentences import snake

Plain = dict[str, Any]

_DIGITS = 9  # so that sums hold


def report(review: Review, seat: int | None = None) -> Plain:
    """All of a review, or with the choices of one seat only."""
    return {
        "seats": [seat_report(review.account(one)) for one in range(review.seats)],
        "decisions": [decision_report(one) for one in review.verdicts if seat in (None, one.seat)],
        "chances": [[0, *_parts(review.start)], *[[one.line, *_parts(one.after)] for one in review.moments]],
        "moments": [moment_report(one) for one in review.moments],
        "turning_points": [{**moment_report(one), "events": _told(one)} for one in review.turning_points()],
        "thresholds": {"inaccuracy": FROM_INACCURACY, "mistake": FROM_MISTAKE},
        "positions": review.positions,
    }


def seat_report(account: Account) -> Plain:
    return {
        "seat": account.seat,
        "start": _part(account.start),
        "result": _part(account.result),
        "luck": _part(account.luck),
        "errors": _part(account.errors),
        "others": _part(account.others),
        "unknown": _part(account.unknown),
        "accuracy": None if account.accuracy is None else _part(account.accuracy),
        "noise": _part(account.noise),
        "marks": dict(account.marks),
    }


def decision_report(verdict: Verdict) -> Plain:
    found = verdict.comparison
    return {
        "line": verdict.line,
        "seat": verdict.seat,
        "question": {"kind": snake(type(verdict.decision).__name__), "facts": facts_of(verdict.decision)},
        "chosen": answer_text(found.chosen),
        "best": answer_text(found.best),
        "answers": {"chosen": [list(one) for one in found.chosen], "best": [list(one) for one in found.best]},
        "loss": _part(verdict.loss),
        "mark": verdict.mark,
        "error": _part(found.error),
        "best_chance": _part(found.best_chance),
        "chosen_chance": _part(found.chosen_chance),
        "before": _parts(verdict.before),
        "after": _parts(verdict.after),
        "stage": dict(verdict.stage),
        "consequences": [_consequence(one) for one in found.consequences],
        "ranked": [_ranked(one) for one in found.ranked],
    }


def moment_report(moment: Moment) -> Plain:
    """A change of chances; `line` is the line of the journal after which they are what `after` says."""
    return {
        "line": moment.line,
        "seat": moment.seat,
        "kind": moment.kind,
        "change": _parts(moment.change),
        "after": _parts(moment.after),
        "error": _part(moment.error),
        "exact": moment.exact,
        "stage": dict(moment.stage),
    }


def answer_text(answer: Answer) -> str:
    """The choices of an answer as in a journal, one after the other."""
    return "; ".join([choice_text(choice) for choice in answer])


def _ranked(one: Ranked) -> Plain:
    follows = [_event(event) for event in one.follows if not event.fleeting]
    return {"answer": [list(choice) for choice in one.answer], "chance": _part(one.chance), "follows": follows}


def _consequence(one: Consequence) -> Plain:
    return {"best": _part(one.best), "chosen": _part(one.chosen), "event": _event(one.event)}


def _told(moment: Moment) -> list[Plain]:
    return [_event(event) for event in moment.events if event.seen_by(None) and not event.fleeting]


def _event(event: Event) -> Plain:
    return {"event": snake(type(event).__name__), **event.facts()}


def _part(number: float) -> float:
    return round(number, _DIGITS) + 0.0


def _parts(numbers: list[float]) -> list[float]:
    return [_part(number) for number in numbers]
