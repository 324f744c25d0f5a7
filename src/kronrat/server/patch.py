"""Differences between two plain views, small enough to send after every choice.

A patch is a list of changes, to be made in order. `[path, value]` puts a value where the path leads, a list of keys
and places from the outside in; `[path]` alone removes the key that the path ends in. An empty path is the whole.
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]


class Differences:
    """The changes between views of one moment and the next; what several of them share is compared once.

    Only while all these views are kept: parts of them are known by their addresses.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Patch] = {}

    def between(self, old: Any, new: Any) -> Patch:
        """The changes that turn `old` into `new`."""
        key = id(old), id(new)
        found = self._known.get(key)
        if found is None:
            found = [] if old == new else self._compare(old, new)
            self._known[key] = found
        return found

    def _compare(self, old: Any, new: Any) -> Patch:
        """The same for two that are known to differ. What holds nothing else is compared on the spot."""
        changes: Patch = []
        if isinstance(old, dict) and isinstance(new, dict):
            changes += [[[key]] for key in old if key not in new]
            for key, value in new.items():
                if key not in old:
                    changes.append([[key], value])
                elif isinstance(value, (dict, list)):
                    changes += [[[key, *path], *to] for path, *to in self.between(old[key], value)]
                elif old[key] != value:
                    changes.append([[key], value])
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for place, (was, value) in enumerate(zip(old, new, strict=True)):
                if isinstance(value, (dict, list)):
                    changes += [[[place, *path], *to] for path, *to in self.between(was, value)]
                elif was != value:
                    changes.append([[place], value])
        else:
            changes.append([[], new])
        return changes


def diff(old: Any, new: Any) -> Patch:
    """The changes that turn `old` into `new`."""
    return Differences().between(old, new)
