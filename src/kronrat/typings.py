"""The types of a game written out for the scripts of its page: what its views, hints, events, rows and questions hold.

They are read off the rules: the TypedDicts `View` and `Hints` and all that is in them, the dataclasses of the events,
the entries of `data/schema.py` and the decisions among the steps of the game. A renamed key then fails where a script
reads it. `python -m kronrat.typings GAME` prints the types of any installed game.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from kronrat.box import Box, box_of
from kronrat.core.events import Event, Forced, SealsBroken
from kronrat.core.flow import Chance, Decision
from kronrat.data.shapes import Record, field_names
from kronrat.words.sentences import snake

HEAD = "/** What the rules of `{id}` send to its page. Written by `kronrat.typings`. */\n"
PLAIN_KINDS = {bool: "boolean", int: "number", float: "number", str: "string", type(None): "null"}
WHOLE = {"View": "View", "Hints": "Hints", "Event": "GameEvent", "Rows": "Rows", "Questions": "Questions"}
RESERVED = {"Events", "GameEvent", "Rows", "Questions", "Game"}
UNTOLD = {  # for a game whose rules do not type them yet, so that its scripts can do without types too
    "View": 'import("/static/types.js").AnyView & Record<string, any>',
    "Hints": "Record<string, any>",
}
OR_NULL = " | null"  # what a row does not have is not in it
UNKNOWN = "unknown"  # Any and object in TypeScript
QUOTE = '"'
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def types_of(box: Box) -> str:
    """The whole `types.d.ts` of a game."""
    return _Types(box).text()


class _Types:
    """The types of one game. A type is written when it is first named, and each name is given once."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.game = box.game_class()
        elsewhere = [part for part in box.parts if not part.startswith(f"{box.package}.")]
        self.rules = [module for package in (box.package, *elsewhere) for module in _modules(package)]
        self.written: list[str] = []
        self.names: dict[type, str] = {}

    def text(self) -> str:
        for name in ("View", "Hints"):
            self._door(name)
        self._events()
        self._rows()
        self._questions()
        self._write("Game", "All of it, for the types of the frame.", _lines(WHOLE))
        return "\n".join([HEAD.format(id=self.box.id), *self.written])

    # -- the five doors ----------------------------------------------------------------------------------------------

    def _door(self, name: str) -> None:
        """The TypedDict of this name and all that is in it; untyped keys for a game that has none yet."""
        kind = next((vars(module)[name] for module in self.rules if is_typeddict(vars(module).get(name))), None)
        if kind is None:
            self.written.append(f"export type {name} = {UNTOLD[name]};\n")
        else:
            self._named(kind)

    def _events(self) -> None:
        """Each kind of event by its name in messages, and any of them."""
        found = [SealsBroken, Forced, *_defined(self.rules, Event)]
        named = {snake(kind.__name__): self._named(kind) for kind in found}
        self._write("Events", "Every kind of event by its name.", _lines(named))
        self.written.append("export type GameEvent = Events[keyof Events];\n")

    def _rows(self) -> None:
        """What is printed on the components: table -> id -> fields."""
        schema = self.box.schema()
        kinds: dict[str, type] = {} if schema is None else schema.TABLES
        tables = {table: f"Record<string, {self._named(kind)}>" for table, kind in kinds.items()}
        for older in getattr(schema, "TUNED", {}):  # entries of all tables as an older profile has them
            tables[older] = f"Record<string, {' | '.join(dict.fromkeys(self.names[kind] for kind in kinds.values()))}>"
        self._write("Rows", "The component tables.", _lines(tables))

    def _questions(self) -> None:
        """What a player can be asked, by the kind of the question, with its facts."""
        asked = {
            snake(name): "{ " + " ".join(_lines(self._facts(step), "")) + " }"
            for name, step in self.game.steps.items()
            if issubclass(step, Decision) and not issubclass(step, Chance)
        }
        self._write("Questions", "The facts of every question a player can be asked.", _lines(asked))

    def _facts(self, step: type[Decision]) -> dict[str, str]:
        hints = get_type_hints(step.__init__, include_extras=True)
        return {name: self.said(hints.get(name, Any)) for name in step.FIELDS}

    # -- types -------------------------------------------------------------------------------------------------------

    def said(self, kind: Any) -> str:
        """This type in TypeScript, as it arrives in JSON."""
        if kind in PLAIN_KINDS:
            return PLAIN_KINDS[kind]
        if is_typeddict(kind) or is_dataclass(kind):
            return self._named(cast(type, kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Annotated, NotRequired, Required):
            return self.said(inner[0])
        if origin is Literal:
            return " | ".join(_quoted(value) for value in inner)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.said, inner)))
        if isinstance(origin, type) and issubclass(origin, tuple):
            return _list_of(self.said(inner[0])) if Ellipsis in inner else f"[{', '.join(map(self.said, inner))}]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            keys, values = self.said(inner[0]), self.said(inner[1])
            return f"Partial<Record<{keys}, {values}>>" if QUOTE in keys else f"Record<string, {values}>"
        if isinstance(origin, type) and issubclass(origin, Collection):
            return _list_of(self.said(inner[0]))
        if kind in (Any, object):
            return UNKNOWN
        raise TypeError(f"{self.box.id}: there is no script type for {kind!r}")

    def _named(self, kind: type) -> str:
        """The name of a type with keys, which is written out when it is first met."""
        if kind not in self.names:
            taken = {*self.names.values(), *RESERVED}
            choices = [kind.__name__, f"{kind.__name__}{_sort(kind)}"]
            free = [name for name in choices if name not in taken]
            if not free:
                raise TypeError(f"{self.box.id}: there are several types {choices[-1]}")
            self.names[kind] = free[0]
            place = len(self.written)
            lines = _lines(dict(self._keys(kind)))
            inner, self.written[place:] = self.written[place:], []
            self._write(free[0], (kind.__doc__ or "").strip().split("\n")[0], lines)
            self.written += inner
        return self.names[kind]

    def _keys(self, kind: type) -> Iterator[tuple[str, str]]:
        hints = get_type_hints(kind, include_extras=True)
        if is_typeddict(kind):
            yield from (
                (_key(name, _may_be_missing(kind, name, hint)), self.said(hint)) for name, hint in hints.items()
            )
        elif issubclass(kind, Record):
            for called, name in field_names(kind).items():
                told = self.said(hints[name])
                yield _key(called, told.endswith(OR_NULL)), told.removesuffix(OR_NULL)
        else:
            if issubclass(kind, Event):
                yield "event", _quoted(snake(kind.__name__))
            yield from ((_key(field.name), self.said(hints[field.name])) for field in fields(cast(Any, kind)))

    def _write(self, name: str, about: str, lines: list[str]) -> None:
        comment = "" if not about or about.startswith(f"{name}(") else f"/** {about.replace('*/', '')} */\n"
        self.written.append(f"{comment}export type {name} = {{\n" + "".join(f"{line}\n" for line in lines) + "};\n")


def _modules(name: str) -> Iterator[types.ModuleType]:
    """The modules of a game."""
    module = import_module(name)
    yield module
    for found in walk_packages(getattr(module, "__path__", []), f"{name}."):
        if not found.name.endswith(".terminal"):  # because it may need what is not installed
            yield import_module(found.name)


def _defined(modules: list[types.ModuleType], base: type) -> list[type]:
    """The classes of this sort that the modules define, not those that they import."""
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, base) and one.__module__ == module.__name__
    ]


def _sort(kind: type) -> str:
    """What is added to the name of a type if it is already taken."""
    return "Event" if issubclass(kind, Event) else "Row" if issubclass(kind, Record) else "View"


def _may_be_missing(kind: Any, name: str, hint: Any) -> bool:
    """Whether a key is optional; `__optional_keys__` alone does not see through postponed annotations."""
    return get_origin(hint) is NotRequired or (name in kind.__optional_keys__ and get_origin(hint) is not Required)


def _lines(keys: Mapping[str, str], indent: str = "  ") -> list[str]:
    return [f"{indent}{name}: {kind};" for name, kind in keys.items()]


def _key(name: str, may_be_missing: bool = False) -> str:
    return (name if _NAME.fullmatch(name) else _quoted(name)) + ("?" if may_be_missing else "")


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def _list_of(inner: str) -> str:
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


if __name__ == "__main__":
    print(types_of(box_of(sys.argv[1])), end="")
