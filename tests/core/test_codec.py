"""Dumps: exact in the middle of anything, and refused if they are damaged or of something else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from kronrat.core.codec import BrokenDump, canonical, decode, digest, encode
from kronrat.core.match import Match
from pearl_divers.rules.diving import Dive, Diving
from pearl_divers.rules.market import Trade
from tests.pearls import Tiny

TINY = Tiny()
Data = dict[str, Any]


def in_the_middle() -> Data:
    """A dump inside a sealed phase, as it comes back from a file."""
    match = Match(TINY, 2, seed="dumped")
    match.play(1, ("place", 0))
    data: Data = json.loads(json.dumps(TINY.dump(match.state)))
    return data


def test_steps_are_written_by_name() -> None:
    assert encode(Diving((Dive(0), Dive(1)))) == ["!Diving", [["!Dive", 0], ["!Dive", 1]]]
    assert encode(("a", 1, (True, None))) == ["a", 1, [True, None]]


def test_what_was_encoded_comes_back() -> None:
    value = (Diving((Dive(0), Dive(1))), ("a", 1, ()), Trade(1), None, False)
    assert decode(json.loads(json.dumps(encode(value))), TINY.steps) == value


def test_a_dump_is_a_plain_json_object() -> None:
    data = in_the_middle()
    assert list(data) == ["game", "rules", "data", "seats", "options", "fields", "stack"]
    assert data["stack"][-1] == ["!Diving", [["!Dive", 0], ["!Dive", 1]]]
    assert TINY.dump(TINY.restore(data)) == data


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": [1, 2], "a": "é"}) == '{"a":"é","b":[1,2]}'.encode()
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest({})) == 32


@pytest.mark.parametrize(("name", "value"), [("game", "chess"), ("rules", 2), ("rules", "1"), ("data", "other")])
def test_a_dump_of_something_else_is_refused(name: str, value: object) -> None:
    with pytest.raises(BrokenDump, match=f"^{name} is .*, expected"):
        TINY.restore({**in_the_middle(), name: value})


def without(name: str) -> Callable[[Data], object]:
    return lambda data: data.pop(name)


def put(value: object, *path: Any) -> Callable[[Data], object]:
    """Damage: another value at the end of this path."""

    def damage(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return damage


DAMAGES: dict[str, Callable[[Data], object]] = {
    "no game": without("game"),
    "no seats": without("seats"),
    "no options": without("options"),
    "no fields": without("fields"),
    "no stack": without("stack"),
    "a field is missing": lambda data: data["fields"].pop("deck"),
    "the players are missing": lambda data: data["fields"].pop("players"),
    "a player is missing": lambda data: data["fields"]["players"].pop(),
    "a player lacks a value": lambda data: data["fields"]["players"][0].pop(),
    "a player has a value too many": lambda data: data["fields"]["players"][0].append(1),
    "players are a number": put(3, "fields", "players"),
    "fields are a list": put([], "fields"),
    "fields are nothing": put(None, "fields"),
    "the stack is nothing": put(None, "stack"),
    "the stack is a text": put("Diving", "stack"),
    "an unknown step": put(["!Swim", 0], "stack", 0),
    "a step of another game": put(["!Influence", 0], "stack", 0),
    "a step lacks a field": put(["!Trade"], "stack", 0),
    "a step has a field too many": put(["!Trade", 0, 1], "stack", 0),
    "a number for a step": put(7, "stack", 0),
    "a list for a step": put([1, 2], "stack", 0),
    "a part that is no step": put(["!Diving", [3]], "stack", -1),
    "a plain step as a part": put(["!Diving", [["!Deal"]]], "stack", -1),
    "too many seats": put(9, "seats"),
    "seats as a text": put("2", "seats"),
    "an unknown option": put({"colour": "red"}, "options"),
    "an unknown value of an option": put({"wares": "net"}, "options"),
    "options are a list": put([], "options"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_dump_is_refused(name: str) -> None:
    data = in_the_middle()
    DAMAGES[name](data)
    with pytest.raises(BrokenDump):
        TINY.restore(data)
