"""The governor cards: one class for each, in any file of this folder; the data says which of them there are."""

from types import ModuleType

from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules.governors import builders, court, dice, war, wealth
from kronrat.games.kingsburg.rules.hooks import Governor

_FILES: tuple[ModuleType, ...] = (builders, court, dice, war, wealth)


def _defined() -> list[type]:
    """The classes of these files, without those that they import."""
    return [
        kind
        for file in _FILES
        for kind in vars(file).values()
        if isinstance(kind, type) and kind.__module__ == file.__name__
    ]


GOVERNORS: dict[str, type[Governor]] = {kind.id: kind for kind in _defined() if issubclass(kind, Governor) and kind.id}

# The questions of cards.
STEPS: tuple[type[Step], ...] = tuple([kind for kind in _defined() if issubclass(kind, Step)])
