"""Differences between two plain views, small enough to send after every choice.

A patch is a list of changes, to be made in order. `[path, value]` puts a value where the path leads, a list of keys
and places from the outside in; `[path]` alone removes the key that the path ends in. An empty path is the whole.
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]
_NOTHING = object()


class Differences:
    """The changes between views of one moment and the next; what several of them share is compared and told once.

    Only while all these views are kept: parts of them are known by their addresses.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str | int, int, int], Patch] = {}

    def between(self, old: Any, new: Any) -> Patch:
        """The changes that turn `old` into `new`; nobody may change them, because other views share them."""
        changes: Patch = []
        if type(old) is dict and type(new) is dict:
            if old.keys() != new.keys():
                changes += [[[key]] for key in old if key not in new]
            for key, value in new.items():
                was = old.get(key, _NOTHING)
                if was != value:
                    changes += self._below(key, was, value)
        elif type(old) is list and type(new) is list and len(old) == len(new):
            for place, value in enumerate(new):
                if old[place] != value:
                    changes += self._below(place, old[place], value)
        elif old != new:
            changes.append([[], new])
        return changes

    def _below(self, step: str | int, was: Any, value: Any) -> Patch:
        """The same for two that differ, as seen from one step further outside."""
        if type(value) is not dict and type(value) is not list:
            return [[[step], value]]
        key = step, id(was), id(value)
        found = self._known.get(key)
        if found is None:
            found = [[[step, *path], *to] for path, *to in self.between(was, value)]
            self._known[key] = found
        return found


def diff(old: Any, new: Any) -> Patch:
    """The changes that turn `old` into `new`."""
    return Differences().between(old, new)
