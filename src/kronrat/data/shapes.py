"""Records: what a group of values in a TOML or JSON file may hold, said by the types of its fields, and checked.

    class Building(Record):
        row: Literal["A", "B"]
        points: Annotated[int, Within(0, 99)] = 0

`read` makes a record of plain values or says in one line what is wrong with them, and `plain` makes plain values of a
record. A field that may be None need not be there, and is left out where it is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

R = TypeVar("R", bound="Record")
Reader = Callable[[Any], Any]

_WORDS = {dict: "object", list: "array", NoneType: "null"}  # as those call them who write such files


class Misshapen(ValueError):
    """Values that are not what a record holds: `field: what is wrong`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = ""

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.')}: {self.problem}" if self.place else self.problem

    def at(self, place: str) -> Misshapen:
        self.place = f"{place}{self.place}"
        return self


@dataclass(frozen=True)
class Within:
    """The least and the most that a number may be, or the length of a list."""

    least: int
    most: int


@dataclass(frozen=True)
class Matching:
    """The regular expression that a text has to match."""

    pattern: str


@dataclass(frozen=True)
class Called:
    """How a field is called in files, where that is no name in Python."""

    name: str


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Record:
    """A frozen dataclass; a misspelt field is an error."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        dataclass(frozen=True, kw_only=True)(cls)


def read(values: object, kind: type[R]) -> R:
    """These plain values as a record; raises Misshapen."""
    return cast(R, _reader(cast(Any, kind))(values))


def plain(value: Any) -> Any:
    """A record, or whatever holds records, as plain values."""
    if isinstance(value, Record):
        held = {name: getattr(value, attribute) for name, attribute in field_names(type(value)).items()}
        return {name: plain(one) for name, one in held.items() if one is not None}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value


def field_names(kind: type[Record]) -> dict[str, str]:
    """The fields of a record: how each is called in files -> its name."""
    return _names(cast(Any, kind))  # mypy does not know that classes can be hashed


@cache
def _names(kind: type[Record]) -> dict[str, str]:
    return {_called(hint) or name: name for name, hint in _hints(kind).items()}


def _hints(kind: type[Record]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _called(hint: Any) -> str:
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark.name for mark in marks if isinstance(mark, Called)), "")


# -- one reader for each type ----------------------------------------------------------------------------------------


@cache
def _reader(kind: Any) -> Reader:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Record):
        return _record(kind)
    if origin is Annotated:
        return _limited(_reader(inner[0]), inner[1:])
    if origin is Literal:
        return _one_of(inner)
    if origin in (Union, UnionType):
        return _either([one for one in inner if one is not NoneType])
    if origin is list:
        return _list(_reader(inner[0]))
    if origin is dict:
        return _dict(_reader(inner[0]), _reader(inner[1]))
    if kind is float:
        return _number
    if kind in (bool, int, str):
        return _exactly(kind)
    if kind is Any:  # whoever reads it checks it
        return lambda value: value
    raise TypeError(f"records cannot hold {kind!r}")


def _record(kind: type[Record]) -> Reader:
    hints = _hints(kind)
    readers = {called: (name, _reader(hints[name])) for called, name in field_names(kind).items()}
    needed = [one.name for one in fields(cast(Any, kind)) if one.default is MISSING and one.default_factory is MISSING]

    def reader(values: Any) -> Record:
        held: dict[str, Any] = {}
        for called, value in _expected(dict, values).items():
            if called not in readers:
                raise Misshapen(f"unknown field '{called}'")
            name, reader_of_field = readers[called]
            try:
                held[name] = reader_of_field(value)
            except Misshapen as wrong:
                raise wrong.at(f".{called}") from None
        for called, (name, _) in readers.items():
            if name in needed and name not in held:
                raise Misshapen(f"missing required field '{called}'")
        return kind(**held)

    return reader


def _limited(reader: Reader, marks: tuple[Any, ...]) -> Reader:
    for mark in marks:
        if isinstance(mark, Within):
            reader = _within(reader, mark)
        elif isinstance(mark, Matching):
            reader = _matching(reader, mark)
    return reader


def _within(reader: Reader, limits: Within) -> Reader:
    def limited(value: Any) -> Any:
        found = reader(value)
        size, what = (len(found), "array of length") if isinstance(found, list) else (found, "int")
        if size < limits.least:
            raise Misshapen(f"expected {what} >= {limits.least}")
        if size > limits.most:
            raise Misshapen(f"expected {what} <= {limits.most}")
        return found

    return limited


def _matching(reader: Reader, limits: Matching) -> Reader:
    pattern = re.compile(limits.pattern)

    def limited(value: Any) -> Any:
        found = reader(value)
        if not pattern.fullmatch(found):
            raise Misshapen(f"expected str matching regex {limits.pattern!r}")
        return found

    return limited


def _one_of(allowed: tuple[Any, ...]) -> Reader:
    kind = type(allowed[0])

    def reader(value: Any) -> Any:
        if _expected(kind, value) not in allowed:
            raise Misshapen(f"unknown value {value!r}")
        return value

    return reader


def _either(kinds: list[Any]) -> Reader:
    """Single values, and at most one other kind."""
    allowed = tuple([value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind)])
    others = [kind for kind in kinds if get_origin(kind) is not Literal]
    if not others:
        return _one_of(allowed)
    (other,) = [_reader(kind) for kind in others]
    return lambda value: value if value in allowed else other(value)


def _list(inner: Reader) -> Reader:
    def reader(values: Any) -> list[Any]:
        found: list[Any] = []
        for value in _expected(list, values):
            try:
                found.append(inner(value))
            except Misshapen as wrong:
                raise wrong.at(f"[{len(found)}]") from None
        return found

    return reader


def _dict(key: Reader, inner: Reader) -> Reader:
    return lambda values: {key(name): inner(value) for name, value in _expected(dict, values).items()}


def _exactly(kind: type) -> Reader:
    return lambda value: _expected(kind, value)


def _number(value: Any) -> float:
    return float(value) if type(value) is int else cast(float, _expected(float, value))


def _expected(kind: type, value: Any) -> Any:
    """The value, if it is of this type and of no other, not even a derived one: True is no number."""
    if type(value) is not kind:
        raise Misshapen(f"expected {_word(kind)}, got {_word(type(value))}")
    return value


def _word(kind: type) -> str:
    return _WORDS.get(kind, kind.__name__)
