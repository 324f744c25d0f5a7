"""Differences between two plain views, small enough to send after every choice.

A patch is a list of changes, to be made in order. `[path, value]` puts a value where the path leads, a list of keys
and places from the outside in; `[path]` alone removes the key that the path ends in. An empty path is the whole.
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]


def diff(old: Any, new: Any) -> Patch:
    """The changes that turn `old` into `new`."""
    changes: Patch = []
    _compare(old, new, [], changes)
    return changes


def _compare(old: Any, new: Any, path: list[str | int], changes: Patch) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                changes.append([[*path, key]])
        for key, value in new.items():
            if key not in old:
                changes.append([[*path, key], value])
            elif old[key] != value:
                _compare(old[key], value, [*path, key], changes)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (was, value) in enumerate(zip(old, new, strict=True)):
            if was != value:
                _compare(was, value, [*path, place], changes)
    elif old != new:
        changes.append([path, new])
