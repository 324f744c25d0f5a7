"""How a client makes the changes of a patch, see `kronrat.server.patch`."""

from __future__ import annotations

from typing import Any

from kronrat.server.patch import Patch


def patched(view: Any, changes: Patch) -> Any:
    """The view with these changes made; what is not changed is shared with the old one, which stays as it was."""
    for path, *value in changes:
        view = _put(view, path, value)
    return view


def _put(where: Any, path: list[str | int], value: list[Any]) -> Any:
    if not path:
        return value[0]
    key, rest = path[0], path[1:]
    copy: Any = dict(where) if isinstance(where, dict) else list(where)
    if rest:
        copy[key] = _put(where[key], rest, value)
    elif value:
        copy[key] = value[0]
    else:
        del copy[key]
    return copy
