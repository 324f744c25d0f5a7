"""The words of Orléans Stories are complete in both languages and name only facts that somebody provides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Chance, Decision, Reason
from kronrat.core.game import Game
from kronrat.games.orleans import events
from kronrat.games.orleans.state import FOLLOWERS, GOODS, PHASES, TERRAINS, TOKENS
from kronrat.games.orleans.tables import BUILDINGS, COLUMNS
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from kronrat.words.sentences import snake
from kronrat.words.template import Include, Passage, Slot, Template, parse, slots

RULES = Path(kronrat.__file__).parent / "games" / "orleans"
STORIES = ("first-kingdom", "kings-favor")
KINDS = {
    "numbers": "number", "goods": "token", "followers": "token", "lands": "land", "places": "place", "deeds": "deed",
    "areas": "area", "track": "mark", "tiles": "tile", "epochs": "epoch", "goals": "goal", "refills": "refill",
    "starts": "start", "tasks": "task", "control": "column", "components": "component",
}  # fmt: skip
both_languages = pytest.mark.parametrize("lang", languages())


@cache
def game() -> Game:
    return kronrat.load("orleans")


def texts(lang: str) -> dict[str, tuple[str, ...]]:
    return domain(lang, "orleans").messages


def decisions() -> list[type[Decision]]:
    steps = game().steps.values()
    return [step for step in steps if issubclass(step, Decision) and not issubclass(step, Chance)]


def everything() -> Iterator[str]:
    """The ids that the game, its data and its table need."""
    yield from (f"phase.{phase}{text}" for phase in PHASES for text in ("", ".text"))
    yield from (f"season.{n}{text}" for n in range(1, 5) for text in ("", ".text"))
    yield from (f"story.{story}{text}" for story in STORIES for text in ("", ".text"))
    yield from (f"{kind}.{token}" for token in TOKENS for kind in ("token", "a_token"))
    yield from (f"token_number.{n}" for n in range(len(FOLLOWERS) + len(GOODS) + 1))
    yield from (f"count.{token}" for token in (*FOLLOWERS, *GOODS, "technology", "coins"))
    yield from (f"land.{terrain}" for terrain in (*TERRAINS, "village"))
    yield from (f"{kind}.{building}" for building in BUILDINGS for kind in ("building", "a_building"))
    yield from (f"column.{column}" for column in COLUMNS)
    rows = game().rows
    for table, entries in rows.items():
        yield f"table.{table}"
        if table in KINDS:
            yield from (f"{KINDS[table]}.{entry}" for entry in entries)
    for kind, table in (("text", "places"), ("deed_text", "deeds"), ("tile_text", "tiles"), ("task_text", "tasks")):
        yield from (f"{kind}.{entry}" for entry in rows[table])
    yield from (f"the_place.{place}" for place in rows["places"])
    yield from (f"target.{entry}" for table in ("deeds", "tasks", "goals") for entry in rows[table])
    yield from (f"goal_kind.{kind}" for kind in ("areas", "villages", "churches", "fortresses", "send", "reach"))
    for epoch, row in rows["epochs"].items():
        yield f"epoch.{row['number']}"
        yield from (
            [f"narration.{epoch}", f"privilege.{epoch}"] if epoch.startswith("kf") else [f"narration.{epoch[3:]}"]
        )
    yield from ("narration.food_depot", "narration.medicine", "trial.food_depot", "trial.medicine")
    yield from (f"refill.{entry[3:]}" for entry in rows["refills"] if not entry.endswith("_start"))
    yield from (f"{kind}.{task}" for task in ("church", "citizens", "wealth") for kind in ("task", "task_text"))
    yield from (f"{kind}.{tie}" for tie in ("wealth", "epochs", "points") for kind in ("tie", "count"))
    for story in STORIES:
        for switch in game().switches({"story": story}):
            yield from (f"switch.{switch.name}", f"switch.{switch.name}.text")
            yield from (f"switch.{switch.name}.{value}{text}" for value in switch.values for text in ("", ".text"))
    for decision in decisions():
        yield from (f"ask.{snake(decision.__name__)}", f"notation.{snake(decision.__name__)}")
        yield from (f"choice.{verb}" for verb in decision.verbs)
    yield from (f"choice.{verb}" for verb in ("start", "land", "tiles", "draw"))
    for file in RULES.rglob("*.py"):
        yield from re.findall(r"\"(reason\.\w+)\"", file.read_text(encoding="utf-8"))


def facts_of(template: Template) -> set[str]:
    conditions = {part.fact for part in template if isinstance(part, Passage)}
    return conditions | {fact for slot, _ in slots(template) if isinstance(slot, Slot) for fact in slot.facts}


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    assert sorted({id for id in everything() if id not in texts(lang)}) == []
    assert "game.orleans" in domain(lang, "core").messages


def test_languages_have_the_same_messages_with_the_same_facts() -> None:
    german, english = texts("de"), texts("en")
    assert german.keys() == english.keys()
    for id in german:
        assert [facts_of(parse(form)) for form in german[id]] == [facts_of(parse(form)) for form in english[id]], id
    assert not [id for forms in (german, english) for id, form in forms.items() if not all(form)]


@both_languages
def test_sentences_are_calm_and_lead_to_messages_that_exist(lang: str) -> None:
    kinds = {id.rpartition(".")[0] for id in texts(lang)} | {"amounts", *Words("en")._kinds}
    for id, forms in texts(lang).items():
        for form in forms:
            assert "!" not in form.replace("[!", ""), id
            for slot, _ in slots(parse(form)):
                if isinstance(slot, Include):
                    assert slot.id in texts(lang)
                elif slot.kind.startswith("#"):
                    assert f"count.{slot.kind[1:]}" in texts(lang), id
                else:
                    assert slot.kind.removeprefix("list_") in kinds, id


def event_classes() -> list[type[Event]]:
    known = vars(events).values()
    return [kind for kind in known if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]


@both_languages
def test_every_event_has_its_sentence_and_all_facts_for_it(lang: str) -> None:
    for kind in event_classes():
        provided = {field.name for field in fields(kind)}
        for form in texts(lang)[f"event.{snake(kind.__name__)}"]:
            assert facts_of(parse(form)) <= provided, kind
    told = {f"event.{snake(kind.__name__)}" for kind in event_classes()}
    assert {id for id in texts(lang) if id.startswith("event.")} == told


# -- printed texts -----------------------------------------------------------------------------------------------


def effect_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a text about a place, deed or tile is told: the figures of its effects, each by what is done."""
    facts: dict[str, Any] = {name: row[name] for name in ("autumn_coins",) if name in row}
    for op in row["ops"]:
        facts |= {op["do"]: op["n"]}
        facts |= {name: op[name] for name in ("of", "least", "else_coins") if op[name]}
    return facts


@both_languages
def test_every_printed_text_can_be_said_and_tells_the_figures(lang: str) -> None:
    words = Words(lang, "orleans")
    for kind, table in (("text", "places"), ("deed_text", "deeds"), ("tile_text", "tiles")):
        for entry, row in game().rows[table].items():
            facts = effect_facts(row)
            said = words.say(f"{kind}.{entry}", **facts)
            assert said.endswith(".")
            silent = ("recruit", "technology", "card", "draw_keep", "build", "citizen")
            for do, n in facts.items():
                assert do in (*silent, "of") or n in (0, 1) or str(n) in said, (entry, do)


@both_languages
def test_every_goal_can_be_said(lang: str) -> None:
    words = Words(lang, "orleans")
    for goal, row in game().rows["goals"].items():
        kind = row["count"] or ("send" if row["send"] else "reach")
        assert words.say(f"goal_kind.{kind}", **row), goal


# -- what the rules say ------------------------------------------------------------------------------------------

SAMPLES: dict[str, tuple[object, ...]] = {
    "seat": (0, 1), "area": ("a1", "f4"), "place": ("mill", "gate"), "card": ("pub", "school"),
    "token": ("farmer", "wood"), "target": ("barter", "well", "ii_grain"),
    "follower": FOLLOWERS, "good": GOODS, "mine": GOODS, "theirs": GOODS,
    "kind": BUILDINGS, "category": (1, 2, 3), "epoch": (1, 8), "draws": (5, 8), "coins": (1, 5), "needs": (1, 6),
    "least": (1,), "most": (2, 3), "task": ("well", "harbour"), "verbs": (("use", "pass"),), "has": (0, 3), "n": (1, 2),
}  # fmt: skip


def reasons() -> Iterator[tuple[str, set[str]]]:
    """Every reason in the rules with the facts that it is given; a dict of facts may have been begun elsewhere."""
    for file in sorted(RULES.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            dicts = {
                target.id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Reason":
                    says = call.args[1]
                    assert isinstance(says, ast.Constant)
                    yield str(says.value), _keys(call.args[2] if len(call.args) > 2 else ast.Dict([], []), dicts)


def _keys(facts: ast.expr, dicts: Mapping[str, ast.Dict]) -> set[str]:
    if isinstance(facts, ast.Name):
        facts = dicts[facts.id]
    assert isinstance(facts, ast.Dict)
    found: set[str] = set()
    for key, value in zip(facts.keys, facts.values, strict=True):
        found |= _keys(value, dicts) if key is None else {str(ast.literal_eval(key))}
    return found


@both_languages
def test_every_reason_can_be_said(lang: str) -> None:
    words = Words(lang, "orleans", names=("Anna", "Bert"))
    found = list(reasons())
    assert {id for id in texts(lang) if id.startswith("reason.")} == {says for says, _ in found}
    for says, provided in found:
        for n in range(8):
            facts = {fact: SAMPLES[fact][n % len(SAMPLES[fact])] for fact in provided}
            assert words.reason(Reason("", says, facts)).endswith(".")


@both_languages
@pytest.mark.parametrize("story", STORIES)
def test_whole_games_can_be_told(lang: str, story: str) -> None:
    words = Words(lang, "orleans", names=("Anna", "Bert", "Cleo"))
    random = Random(story)
    options = {"story": story, **({"rounds": "20"} if story == "first-kingdom" else {"favourites": "2"})}
    match = kronrat.Match(game(), 3, options, "told")
    told = list(match.opening)
    while not match.over:
        seat = random.choice(match.state.deciding())
        decision, options_now = match.state.decision(seat), match.state.options(seat)
        assert decision is not None
        choice = random.choice(options_now)
        assert words.ask(decision)[-1] in ".?"
        assert words.choice(choice, decision)
        told += match.play(seat, choice)
    assert all(words.event(event).endswith(".") for event in told)
    assert all(words.choice(line.choice) for line in match.journal.lines if line.seat == CHANCE)
    assert all(words.standing(result) for result in match.state.standing())
