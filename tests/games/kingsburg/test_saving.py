"""A damaged dump of a position is refused, whatever is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import kronrat
from kronrat.core.codec import BrokenDump
from kronrat.core.match import Match
from tests.core.test_codec import Data, put

DAMAGES: dict[str, Callable[[Data], object]] = {
    "a player is missing": lambda data: data["fields"]["players"].pop(),
    "a player lacks a value": lambda data: data["fields"]["players"][0].pop(),
    "a player has a value too many": lambda data: data["fields"]["players"][0].append(1),
    "a player is a number": put(3, "fields", "players", 0),
    "the court is too small": lambda data: data["fields"]["court"].pop(),
    "the court is a number": put(7, "fields", "court"),
    "a field is missing": lambda data: data["fields"].pop("order"),
    "an unknown edition": put("3e", "options", "edition"),
    "an option is missing": lambda data: data["options"].pop("plus2"),
    "a step of another game": put(["!Dive", 0], "stack", 0),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_dump_is_refused(name: str) -> None:
    game = kronrat.load("kingsburg")
    data: Data = json.loads(json.dumps(game.dump(Match(game, 3, seed="dumped").state)))
    DAMAGES[name](data)
    with pytest.raises(BrokenDump):
        game.restore(data)
