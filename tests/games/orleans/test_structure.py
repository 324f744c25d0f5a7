"""The shape of the code: steps are frozen and listed, every rule id is in the catalogue, a damaged dump is refused."""

from __future__ import annotations

import ast
import copy
import inspect
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Chance, Decision, Part, Step, Together
from kronrat.games import orleans
from kronrat.games.orleans import BOX
from kronrat.games.orleans.rules import (
    actions,
    building,
    deeds,
    drawing,
    expanding,
    newcomers,
    setup,
    trading,
    workshops,
)
from kronrat.games.orleans.rules.bag import FromBag
from kronrat.games.orleans.rules.game import STEPS
from kronrat.games.orleans.rules.registry import EFFECTS, STORIES
from kronrat.games.orleans.stories.first_kingdom.rules import ascent, tasks, trials
from kronrat.games.orleans.stories.kings_favor.rules import seasons, tiles
from kronrat.games.orleans.testing import game
from kronrat.testing import rule_ids
from tests.games.kingsburg.test_structure import changing_methods
from tests.games.orleans.conformance import late_game

FOLDER = Path(inspect.getfile(orleans)).parent / "rules"
SOURCES = sorted([*FOLDER.rglob("*.py"), *(FOLDER.parent / "stories").glob("*/rules/*.py")])


def steps() -> set[type[Step]]:
    """Every step that some module of the package defines, but for those that only others are made of."""
    names = [module.name for module in pkgutil.walk_packages([str(FOLDER)], "kronrat.games.orleans.rules.")]
    for part in BOX.parts:
        folder = import_module(f"{part}.rules").__path__
        names += [module.name for module in pkgutil.walk_packages(folder, f"{part}.rules.")]
    kinds = [kind for name in names for kind in vars(import_module(name)).values() if inspect.isclass(kind)]
    found = {kind for kind in kinds if issubclass(kind, Step) and kind.__module__.startswith("kronrat.games.orleans.")}
    return found - {FromBag}


def test_every_step_is_listed() -> None:
    assert set(STEPS) == steps()
    assert len(STEPS) == len(set(STEPS)) == len({kind.__name__ for kind in STEPS})


def test_steps_are_frozen() -> None:
    kinds = {kind.__name__ for kind in STEPS}
    for path in SOURCES:
        assert changing_methods(ast.parse(path.read_text(encoding="utf-8")), kinds) == [], path.name


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: str(kind.__name__))
def test_the_fields_of_a_step_are_its_arguments(kind: type[Step]) -> None:
    given = list(inspect.signature(kind).parameters)
    assert given == list(kind.FIELDS) or (not kind.FIELDS and given in ([], ["args", "kwargs"]))


def test_every_rule_id_of_the_source_is_in_the_catalogue() -> None:
    for path in SOURCES:
        named = set(re.findall(r"\"(OS-[A-Z0-9-]*[A-Z0-9])\"", path.read_text(encoding="utf-8")))
        assert named - {"OS-CARD"} <= rule_ids("orleans"), path.name


def test_every_question_names_a_rule() -> None:
    for kind in STEPS:
        if issubclass(kind, Decision) and not issubclass(kind, Chance):
            assert kind.rule in rule_ids("orleans"), kind
            assert kind.verbs
    assert [kind for kind in STEPS if issubclass(kind, Together)]
    assert [kind for kind in STEPS if issubclass(kind, Part)]


def test_every_place_deed_and_mark_rests_on_a_rule() -> None:
    for story in STORIES:
        state = game().new(3, {"story": story})
        named = [place.rule for place in state.atlas.places]
        named += [side.rule for sides in state.tables.deeds for side in sides]
        named += [effect.rule for bonus in state.story.bonuses for effect in bonus]
        named += [tile.rule for tile in getattr(state.story.printed, "tiles", ()) if tile.ops]
        assert set(named) <= rule_ids("orleans")


def test_no_phase_names_a_card() -> None:
    """Whatever a card does is in its row: no id of a card is in the code."""
    cards = [id for id, row in game().rows["places"].items() if row["kind"] == "card"]
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert [card for card in cards if f'"{card}"' in text] == [], path.name


def test_a_third_story_needs_no_change_below() -> None:
    """No module of the system names a story; only the registry lists them."""
    box = FOLDER.parent
    page = [path for path in (box / "web").glob("*.js") if path.stem not in ("stories", "first-kingdom", "kings-favor")]
    system = [*FOLDER.glob("*.py"), *(box / "data").glob("*.py"), box / "__init__.py", box / "terminal.py", *page]
    for path in system:
        text = path.read_text(encoding="utf-8")
        for word in ("first_kingdom", "kings_favor", "first-kingdom", "kings-favor"):
            assert word not in text, path.name
    assert "citizen" not in EFFECTS


def asked() -> list[Decision]:
    """Every question of the game with the largest values that an effect asks it with."""
    food = (10, 11, 12, 13, 14)
    return [
        setup.StartVillage(1), actions.Turn(1), workshops.Recruit(1, tuple(range(7)), "OS-CARD-1"),
        workshops.Gain(1, 14, 3, "OS-CARD-1"), workshops.Exchange(1, 13, 11, 4), workshops.Treat(1, 5),
        drawing.Keep(1, (0, 6, 6)), drawing.SetDown(1, 6), expanding.Expand(1, 2), expanding.Move(1, 28),
        building.Build(1, "church"), building.TakeCard(1), trading.Trade(1, 4, True),
        trading.Deliver(1, 12, 3, 255, True, "OS-DELIVER-1"), trading.Deliver(1, 12, 3, -1, False, "OS-DELIVER-1"),
        deeds.Send(1, 0), deeds.Swap(1), deeds.SendAway(1), deeds.Reward(1), deeds.DrawAnother(1),
        newcomers.Welcome(1, (0, 1, 2, 3)), tasks.Strike(1), ascent.Feed(1, 12, "OS-FK-EPOCH-18"),
        trials.LoseFollower(1, 2), trials.LeaveArea(1), seasons.Store(1),
        tiles.Gather(1, tuple(range(7, 15)), 5, False, "OS-KF-TILE-0"), tiles.Gather(1, food, 5, True, "OS-KF-TILE-0"),
    ]  # fmt: skip


def test_every_question_can_be_saved_and_restored() -> None:
    alone = {kind for kind in STEPS if issubclass(kind, Decision) and not issubclass(kind, (Chance, Part, Together))}
    assert {type(question) for question in asked()} == alone
    for question in asked():
        story = "kings-favor" if "kings_favor" in type(question).__module__ else "first-kingdom"
        state = game().new(4, {"story": story, "start": "0"})
        state.stack.append(question)
        assert game().dump(game().restore(game().dump(state))) == game().dump(state), question


def test_the_goods_of_a_fame_tile_are_goods() -> None:
    """A dump from a stranger may not ask for anything else there."""
    state = game().new(2, {"story": "kings-favor", "start": "0"})
    for kind in (6, 15):
        state.stack[:] = [tiles.Gather(0, (kind,), 1, False, "OS-KF-TILE-0")]
        with pytest.raises(BrokenDump):
            game().restore(game().dump(state))


def damaged(value: Any, random: Random) -> Any:
    """Something else in the place of a value, of the same or another kind."""
    return random.choice([None, -7, 10**6, "x", [], [0], {}, True, 3.5, [["!Round", 99]], value])


@pytest.mark.parametrize("story", STORIES)
def test_a_damaged_dump_is_refused_or_can_be_looked_at(story: str) -> None:
    random = Random(story)
    rules = late_game()
    state: Any = rules.new(3, {"story": story, "start": "0"})
    dice = Dice(seed_of_text("damaged"))
    while state.phase != 3:
        seat = state.deciding()[0]
        state.apply(seat, state.sample(dice) if seat < 0 else state.options(seat)[0])
    dump = rules.dump(state)
    refused = 0
    for _ in range(300):
        broken = copy.deepcopy(dump)
        where = random.choice(["fields", "fields", "player", "stack", "options"])
        if where == "stack":
            place = random.randrange(len(broken["stack"]))
            broken["stack"][place] = damaged(broken["stack"][place], random)
        elif where == "player":
            row = random.choice(broken["fields"]["players"])
            place = random.randrange(len(row))
            row[place] = damaged(row[place], random)
        else:
            name = random.choice(sorted(broken[where]))
            broken[where][name] = damaged(broken[where][name], random)
        try:
            restored = rules.restore(broken)
        except BrokenDump:
            refused += 1
            continue
        rules.view(restored, 0)
        rules.redeal(restored, 0, Dice(seed_of_text("any")))
    assert refused > 200
