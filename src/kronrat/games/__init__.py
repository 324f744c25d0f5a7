"""One package for each game; games do not know each other.

`kronrat.games` is both this package and, as `kronrat.games()`, the list of what lies in it.
"""

import sys
from types import ModuleType

# the Game class in the module `game` of each package
CLASSES = {"kingsburg": "Kingsburg", "orleans": "Orleans", "tumult": "TumultRoyal"}


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return tuple(CLASSES)


sys.modules[__name__].__class__ = _Games
