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
        self._known: dict[tuple[str, int, int], Patch] = {}

    def between(self, old: Any, new: Any) -> Patch:
        """The changes that turn `old` into `new`; nobody may change them, because other views share them."""
        changes: Patch = []
        if type(old) is not dict or type(new) is not dict:
            if old != new:
                _note(changes, [], old, new)
            return changes
        _note_removed(changes, [], old, new)
        for key, value in new.items():
            was = old.get(key, _NOTHING)
            if type(value) is dict or type(value) is list:
                changes += self._of_part(key, was, value)
            elif was != value:
                changes.append([[key], value])
        return changes

    def _of_part(self, key: str, was: Any, value: Any) -> Patch:
        """The changes of what stands at this key: the parts of a view are what is shared, or not."""
        place = key, id(was), id(value)
        found = self._known.get(place)
        if found is None:
            self._known[place] = found = []
            if was != value:
                _note(found, [key], was, value)
        return found


def _note(changes: Patch, path: list[str | int], old: Any, new: Any) -> None:
    """Add the changes that turn `old` into `new`, which differ and are found at this path."""
    if type(old) is dict and type(new) is dict:
        _note_removed(changes, path, old, new)
        for key, value in new.items():
            was = old.get(key, _NOTHING)
            if was is not value and was != value:
                _note(changes, [*path, key], was, value)
    elif type(old) is list and type(new) is list and len(old) == len(new):
        for place, value in enumerate(new):
            was = old[place]
            if was is not value and was != value:
                _note(changes, [*path, place], was, value)
    else:
        changes.append([path, new])


def _note_removed(changes: Patch, path: list[str | int], old: dict[str, Any], new: dict[str, Any]) -> None:
    if old.keys() != new.keys():
        changes += [[[*path, key]] for key in old if key not in new]


def diff(old: Any, new: Any) -> Patch:
    """The changes that turn `old` into `new`."""
    return Differences().between(old, new)
