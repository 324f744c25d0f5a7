"""The shape of the code: steps are frozen and listed, every rule id is in the catalogue, a damaged dump is refused."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Chance, Decision, Part, Step, Together
from kronrat.games.tumult.rules import game as game_module
from kronrat.games.tumult.rules.draft import DraftLook
from kronrat.games.tumult.rules.game import STEPS
from kronrat.games.tumult.rules.placing import Pay, placeable
from kronrat.games.tumult.rules.state import NO_TILE, NOBODY
from kronrat.games.tumult.testing import Royal, game
from kronrat.testing import rule_ids
from tests.games.kingsburg.test_structure import changing_methods

FOLDER = Path(game_module.__file__).parent


def steps() -> set[type[Step]]:
    modules = [
        importlib.import_module(f"kronrat.games.tumult.rules.{m.name}") for m in pkgutil.iter_modules([str(FOLDER)])
    ]
    kinds = [kind for module in modules for kind in vars(module).values() if inspect.isclass(kind)]
    return {
        kind for kind in kinds if issubclass(kind, Step) and kind.__module__.startswith("kronrat.games.tumult.rules")
    }


def test_every_step_is_listed() -> None:
    assert set(STEPS) == steps()
    assert len(STEPS) == len(set(STEPS))


def test_steps_are_frozen() -> None:
    kinds = {kind.__name__ for kind in STEPS}
    for path in FOLDER.glob("*.py"):
        assert changing_methods(ast.parse(path.read_text(encoding="utf-8")), kinds) == [], path.name


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: str(kind.__name__))
def test_the_fields_of_a_step_are_its_arguments(kind: type[Step]) -> None:
    given = list(inspect.signature(kind).parameters)
    assert given == list(kind.FIELDS) or (not kind.FIELDS and given in ([], ["args", "kwargs"]))


def test_every_rule_id_of_the_source_is_in_the_catalogue() -> None:
    for path in FOLDER.glob("*.py"):
        named = set(re.findall(r"\"(TR-[A-Z0-9-]+)\"", path.read_text(encoding="utf-8")))
        assert named <= rule_ids("tumult"), path.name


def test_every_question_names_a_rule() -> None:
    for kind in STEPS:
        if issubclass(kind, Decision) and not issubclass(kind, Chance):
            assert kind.rule in rule_ids("tumult"), kind
            assert kind.verbs
    assert [kind for kind in STEPS if issubclass(kind, Together)]
    assert [kind for kind in STEPS if issubclass(kind, Part)]


def damaged(value: Any, random: Random) -> Any:
    """Something else in the place of a value, of the same or another kind."""
    return random.choice([None, -7, 10_000, "x", [], [0], {}, True, 3.5, [["!Round", 99]], value])


@pytest.mark.parametrize("raid", ["live", "draft", "orders"])
def test_a_damaged_dump_is_refused_or_can_be_looked_at(raid: str) -> None:
    random = Random(raid)
    table = Royal(3, raid=raid).fresh().first_statues()
    table.roll().roll()
    dump = game().dump(table.state)
    refused = 0
    for _ in range(300):
        broken = copy.deepcopy(dump)
        where = random.choice(["fields", "fields", "stack", "options"])
        if where == "stack":
            place = random.randrange(len(broken["stack"]))
            broken["stack"][place] = damaged(broken["stack"][place], random)
        else:
            name = random.choice(sorted(broken[where]))
            broken[where][name] = damaged(broken[where][name], random)
        try:
            state = game().restore(broken)
        except BrokenDump:
            refused += 1
            continue
        game().view(state, 0)
        game().redeal(state, 0, Dice(seed_of_text("any")))
    assert refused > 200


def refuses(table: Royal) -> bool:
    try:
        game().restore(game().dump(table.state))
    except BrokenDump:
        return True
    return False


def test_a_dump_with_a_field_that_cannot_be_paid_for_is_refused() -> None:
    table = Royal(2).fresh().random("pay", Pay)
    pay = table.state.stack[-1]
    assert isinstance(pay, Pay)
    assert not refuses(table)
    fields = range(table.state.ground.size)
    can = [field for field in fields if field in placeable(table.state, pay.seat)]
    assert can != list(fields)
    for field in fields:
        table.state.stack[-1] = Pay(pay.seat, field)
        assert refuses(table) == (field not in can)


def test_a_dump_with_a_hand_that_holds_no_tile_or_that_of_another_is_refused() -> None:
    table = Royal(2).fresh().random("look", DraftLook)
    look = table.state.stack[-1]
    assert isinstance(look, DraftLook)
    assert not refuses(table)
    me, other = table.state.players[look.seat], table.state.players[1 - look.seat]
    slot = me.hand
    other.hand = slot
    assert refuses(table)
    other.hand = NO_TILE
    table.state.slots[slot] = NOBODY
    assert refuses(table)
    me.hand = NO_TILE
    assert refuses(table)
