"""States as plain data and back, exactly, at any point of a game; and the digest that names a state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from kronrat.core.flow import Part, Step, Together

_STEP_MARK = "!"  # no word of the notation starts with it


class BrokenDump(ValueError):
    """Data that is not a dump of this game."""


def encode(value: Any) -> Any:
    """Ids, ints, tuples and steps as plain JSON values; a step becomes `["!Name", fields…]`."""
    if isinstance(value, Step):
        return [_STEP_MARK + type(value).__name__, *[encode(field) for field in value.values()]]
    if isinstance(value, (tuple, list)):
        return [encode(part) for part in value]
    return value


def decode(value: Any, steps: Mapping[str, type[Step]]) -> Any:
    """The reverse of `encode`; every list becomes a tuple, because all small things in a state are frozen."""
    if not isinstance(value, (list, tuple)):
        return value
    if value and isinstance(value[0], str) and value[0].startswith(_STEP_MARK):
        kind = steps.get(value[0][1:])
        if kind is None or len(value) - 1 != len(kind.FIELDS):
            raise BrokenDump(f"not a step of this game: {value[0][1:]!r}")
        step = kind(*[decode(field, steps) for field in value[1:]])
        if isinstance(step, Together) and not all([isinstance(part, Part) for part in step.parts]):
            raise BrokenDump(f"something that is not a part in {value[0][1:]!r}")
        return step
    return tuple([decode(part, steps) for part in value])


def decode_stack(values: Any, steps: Mapping[str, type[Step]]) -> list[Step]:
    if not isinstance(values, list):
        raise BrokenDump("the stack is not a list")
    stack = [decode(value, steps) for value in values]
    if not all([isinstance(step, Step) for step in stack]):
        raise BrokenDump("something on the stack is not a step")
    return stack


def canonical(data: Any) -> bytes:
    """The canonical text of plain data: sorted keys, no blanks."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: Any) -> str:
    """A short name for plain data; equal names mean equal data."""
    return blake2b(canonical(data), digest_size=16).hexdigest()
