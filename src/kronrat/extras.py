"""What can be installed beside rules, bots, words and the terminal: `pip install 'kronrat[server]'` and others."""

from __future__ import annotations

import re
from importlib.metadata import requires

_WANTED = re.compile(r"([\w.-]+).*\bextra == ['\"]([\w-]+)['\"]")


def extras() -> dict[str, set[str]]:
    """The packages of each extra."""
    found: dict[str, set[str]] = {}
    for wanted in requires("kronrat") or []:
        if named := _WANTED.match(wanted):
            found.setdefault(named[2], set()).add(named[1])
    return found


def told(missing: ModuleNotFoundError) -> str | None:
    """How to install what is missing, in a sentence; None where no extra brings it."""
    package = (missing.name or "").partition(".")[0]
    bringing = [(len(packages), extra) for extra, packages in extras().items() if package in packages]
    if not bringing:
        return None
    return f"this needs {package}, which is not installed: pip install 'kronrat[{min(bringing)[1]}]'"
