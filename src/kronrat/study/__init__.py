"""Games studied: finished ones reviewed, from what each seat could know. Knows the Game interface, but no game."""

from kronrat.study.report import report
from kronrat.study.reviewing import POSITIONS, NotOver, Review, Reviewing, review

__all__ = ["POSITIONS", "NotOver", "Review", "Reviewing", "report", "review"]
