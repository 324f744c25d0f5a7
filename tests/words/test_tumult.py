"""The words of Tumult Royal are complete in both languages and name only facts that somebody provides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Chance, Decision, Reason
from kronrat.games.tumult import events
from kronrat.games.tumult.hints import TIPS
from kronrat.games.tumult.orders import NAMES
from kronrat.games.tumult.state import KINDS, TILES
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from kronrat.words.sentences import snake
from kronrat.words.template import Include, Passage, Slot, Template, parse, slots
from tests.games.tumult.table import game

SOURCE = Path(kronrat.__file__).parent
RULES = SOURCE / "games" / "tumult"
both_languages = pytest.mark.parametrize("lang", languages())
SAMPLES: dict[str, tuple[object, ...]] = {
    "row": (0, 5), "column": (0, 5), "seat": (0, 1), "seats": ((0,), (1, 0)), "slot": (0, 14), "has": (0, 1, 2),
    "needs": (1, 2, 3), "kind": KINDS, "tile": TILES, "field": ("meadow", "forest", "mountain", "village", "castle"),
    "name": NAMES, "number": (0, 3), "least": (0,), "most": (3, 12), "verbs": (("place", "pass"),),
}  # fmt: skip


def texts(lang: str) -> dict[str, tuple[str, ...]]:
    return domain(lang, "tumult").messages


def decisions() -> list[type[Decision]]:
    steps = game().steps.values()
    return [step for step in steps if issubclass(step, Decision) and not issubclass(step, Chance)]


def everything() -> Iterator[str]:
    """The ids that the game, its data and its table need."""
    yield from (f"phase.{n}{text}" for n in range(8) for text in ("", ".text"))
    yield from (tip for tips in TIPS.values() for tip in tips)
    yield from (f"kind.{kind}" for kind in KINDS)
    yield from (f"tile.{tile}" for tile in TILES)
    yield from (f"{start}.{n}" for n in range(1, 5) for start in ("rank", "rank_female"))
    yield from (f"order.{name}" for name in NAMES)
    names = {"goods": "goods", "fields": "field", "disc": "disc", "chronicle": "chronicle", "land": "land",
             "tables": "tables", "layouts": "layouts", "components": "component"}  # fmt: skip
    for table, rows in game().rows.items():
        yield f"table.{table}"
        yield from (f"{names[table]}.{id}" for id in rows)
    for raid in ("live", "draft", "orders"):
        for switch in game().switches({"raid": raid}):
            yield from (f"switch.{switch.name}", f"switch.{switch.name}.text")
            yield from (f"switch.{switch.name}.{value}{text}" for value in switch.values for text in ("", ".text"))
    for decision in decisions():
        yield from (f"ask.{snake(decision.__name__)}", f"notation.{snake(decision.__name__)}")
        yield from (f"choice.{verb}" for verb in decision.verbs)
    yield from (f"choice.{verb}" for verb in ("ranks", "land", "fog", "spin", "goods", "sand"))
    for file in RULES.glob("*.py"):
        yield from re.findall(r"\"((?:source|reason)\.\w+)\"", file.read_text(encoding="utf-8"))


def facts_of(template: Template) -> set[str]:
    conditions = {part.fact for part in template if isinstance(part, Passage)}
    return conditions | {fact for slot, _ in slots(template) if isinstance(slot, Slot) for fact in slot.facts}


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    assert sorted({id for id in everything() if id not in texts(lang)}) == []
    assert "game.tumult" in domain(lang, "core").messages


def test_languages_have_the_same_messages_with_the_same_facts() -> None:
    german, english = texts("de"), texts("en")
    assert german.keys() == english.keys()
    for id in german:
        assert [facts_of(parse(form)) for form in german[id]] == [facts_of(parse(form)) for form in english[id]], id
    assert not [id for forms in (german, english) for id, form in forms.items() if not all(form)]


@both_languages
def test_sentences_are_calm_and_lead_to_messages_that_exist(lang: str) -> None:
    for id, forms in texts(lang).items():
        for form in forms:
            assert "!" not in form.replace("[!", ""), id
            for slot, _ in slots(parse(form)):
                if isinstance(slot, Include):
                    assert slot.id in texts(lang)
                elif slot.kind.startswith("#"):
                    assert f"count.{slot.kind[1:]}" in texts(lang), id


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


def reasons() -> Iterator[tuple[str, set[str]]]:
    """Every reason in the rules with the facts that it is given."""
    for file in sorted(RULES.glob("*.py")):
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
                    facts: ast.expr = call.args[2] if len(call.args) > 2 else ast.Dict([], [])
                    facts = dicts[facts.id] if isinstance(facts, ast.Name) else facts
                    assert isinstance(facts, ast.Dict)
                    yield str(says.value), {str(ast.literal_eval(key)) for key in facts.keys if key is not None}


@both_languages
def test_every_reason_can_be_said(lang: str) -> None:
    words = Words(lang, "tumult", names=("Anna", "Bert"))
    found = dict(reasons())
    assert {id for id in texts(lang) if id.startswith("reason.")} == set(found)
    for says, provided in found.items():
        for n in range(9):
            facts = {fact: SAMPLES[fact][n % len(SAMPLES[fact])] for fact in provided}
            assert words.reason(Reason("", says, facts)).endswith(".")


@both_languages
@pytest.mark.parametrize("raid", ["live", "draft", "orders"])
def test_a_whole_game_can_be_told(lang: str, raid: str) -> None:
    words = Words(lang, "tumult", names=("Anna", "Bert", "Cleo"))
    random = Random(raid)
    match = kronrat.Match(game(), 3, {"raid": raid, "variant": "gamblers"}, "told")
    told = list(match.opening)
    while not match.over:
        seat = random.choice(match.state.deciding())
        decision, options = match.state.decision(seat), match.state.options(seat)
        assert decision is not None
        choice = ("submit",) if ("submit",) in options and random.random() < 0.2 else random.choice(options)
        assert words.ask(decision)[-1] in ".?"
        assert words.choice(choice, decision)
        told += match.play(seat, choice)
    assert all(words.event(event).endswith(".") for event in told)
    assert all(words.choice(line.choice) for line in match.journal.lines if line.seat == CHANCE)
    assert all(words.standing(result) for result in match.state.standing())


@both_languages
def test_whatever_the_terminal_says_has_its_words(lang: str) -> None:
    known = {**texts(lang), **domain(lang, "core").messages, **domain(lang, "cli").messages}
    for call in ast.walk(ast.parse((SOURCE / "cli" / "tumult.py").read_text(encoding="utf-8"))):
        match call:
            case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(id)), *_]):
                assert id in known
