"""The language of messages, small enough to be read by a browser too.

{seat}                      a fact as it stands
{seat:player}               a fact in words; `sentences.py` lists the kinds
{gold,wood,stone:amounts}   several facts in one
{@building.market}          another message
[envoy? with the envoy]     said only if the fact is there and neither empty nor zero
[!envoy? alone]             said only if it is not
{{ }} [[ ]]                 the signs themselves
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache


class BadTemplate(ValueError):
    """A message that is not written in this language."""


@dataclass(frozen=True)
class Slot:
    """A place for facts, and how to put them."""

    facts: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Include:
    """A place for another message, told the same facts."""

    id: str


@dataclass(frozen=True)
class Passage:
    """Words that depend on a fact."""

    fact: str
    wanted: bool  # whether the fact must be there, or must not
    parts: Template


Template = tuple["str | Slot | Include | Passage", ...]

_SIGN = re.compile(
    r"(?P<literal>\{\{|\}\}|\[\[|\]\])"
    r"|\{@(?P<include>[a-z0-9_.]+)\}"
    r"|\{(?P<facts>[a-z0-9_,]+)(?::(?P<kind>[#a-z0-9_+]+))?\}"
    r"|\[(?P<unless>!?)(?P<fact>[a-z0-9_]+)\?"
    r"|(?P<end>\])"
    r"|(?P<stray>[{}\[])"
)


@cache
def parse(text: str) -> Template:
    """The parts of a message's text."""
    parts: list[str | Slot | Include | Passage] = []
    outer: list[str | Slot | Include | Passage] | None = None  # what stands around the open passage
    opened = ("", True)
    at = 0
    for sign in _SIGN.finditer(text):
        if sign.start() > at:
            parts.append(text[at : sign.start()])
        at = sign.end()
        if sign["stray"] or (sign["fact"] and outer is not None) or (sign["end"] and outer is None):
            raise BadTemplate(f"{sign[0]!r} at {sign.start()} does not fit in {text!r}")
        if sign["literal"]:
            parts.append(sign[0][0])
        elif sign["include"]:
            parts.append(Include(sign["include"]))
        elif sign["facts"]:
            parts.append(Slot(tuple(sign["facts"].split(",")), sign["kind"] or ""))
        elif sign["fact"]:
            outer, parts, opened = parts, [], (sign["fact"], not sign["unless"])
        else:
            assert outer is not None
            parts = [*outer, Passage(*opened, tuple(parts))]
            outer = None
    if outer is not None:
        raise BadTemplate(f"a passage does not end in {text!r}")
    return (*parts, text[at:]) if at < len(text) else tuple(parts)


def slots(template: Template) -> Iterator[tuple[Slot | Include, str]]:
    """Every slot and inclusion, with the fact it depends on, if any."""
    for part in template:
        if isinstance(part, Passage):
            for slot, _ in slots(part.parts):
                yield slot, part.fact if part.wanted else f"!{part.fact}"
        elif not isinstance(part, str):
            yield part, ""
