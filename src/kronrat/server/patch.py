"""Differences between two plain views, small enough to send after every choice.

A patch is a list of changes, to be made in order. `[path, value]` puts a value where the path leads, a list of keys
and places from the outside in; `[path]` alone removes the key that the path ends in. An empty path is the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Patch = list[list[Any]]
Path = tuple[str | int, ...]

DEEP = 2  # how deep that lies of which several views may have a part of their own: what lies before a player, say
_NOTHING = object()


class Differences:
    """The changes between views of one moment and the next; what several of them share is compared and told once.

    Only while all these views are kept: parts of them are known by their addresses.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Path, str | int, int, int], tuple[Patch, Any]] = {}
        self._kept: dict[int, Any] = {}

    def between(self, old: Any, new: Any) -> tuple[Patch, Any]:
        """The changes that turn `old` into `new`, and what is to be kept of `new`; nobody may change either.

        Kept is the old view where nothing has changed. So most of a new one is forgotten at once, and the garbage
        collector, which looks through all that is new, never sees it.
        """
        changes: Patch = []
        return changes, self._merged(changes, (), old, new)

    def _merged(self, changes: Patch, path: Path, old: Any, new: Any) -> Any:
        """Add the changes of what is found at this path; returns `new` with those parts of `old` that are the same."""
        if type(old) is dict and type(new) is dict:
            _note_removed(changes, path, old, new)
            kept: Any = new.copy()
            for key, value in new.items():
                was = old.get(key, _NOTHING)
                if was is value:
                    continue
                if type(value) is dict or type(value) is list:
                    kept[key] = self._part(changes, path, key, was, value)
                elif was != value:
                    changes.append([[*path, key], value])
            return kept
        if type(old) is list and type(new) is list and len(old) == len(new):
            kept = new[:]
            for place, value in enumerate(new):
                was = old[place]
                if was is value:
                    continue
                if type(value) is dict or type(value) is list:
                    kept[place] = self._part(changes, path, place, was, value)
                elif was != value:
                    changes.append([[*path, place], value])
            return kept
        if old != new:
            changes.append([[*path], new])
        return new

    def _part(self, changes: Patch, path: Path, key: str | int, was: Any, value: Any) -> Any:
        """The same for a part of it, which other views may have, too."""
        place = path, key, id(was), id(value)
        found = self._known.get(place)
        if found is None:
            own: Patch = []
            if was == value:
                kept = was
            elif len(path) < DEEP:
                kept = self._merged(own, (*path, key), was, value)
            else:
                kept = value
                _note(own, [*path, key], was, value)
            # Views that had nothing in common share what is the same in both from now on.
            self._known[place] = found = own, self._kept.setdefault(id(value), kept)
        changes += found[0]
        return found[1]


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


def _note_removed(changes: Patch, path: Sequence[str | int], old: dict[str, Any], new: dict[str, Any]) -> None:
    if old.keys() != new.keys():
        changes += [[[*path, key]] for key in old if key not in new]


def diff(old: Any, new: Any) -> Patch:
    """The changes that turn `old` into `new`."""
    return Differences().between(old, new)[0]
