"""What the tests of a game's words ask of every game."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Chance, Choice, Decision, Reason
from kronrat.core.game import Game
from kronrat.words import Words
from kronrat.words.catalogue import domain
from kronrat.words.sentences import snake
from kronrat.words.template import Include, Passage, Slot, Template, parse, slots

SOURCE = Path(kronrat.__file__).parent
BUILT_IN = {"amounts", *Words("en")._kinds}


def decisions(game: Game) -> list[type[Decision]]:
    steps = game.steps.values()
    return [step for step in steps if issubclass(step, Decision) and not issubclass(step, Chance)]


def asked(game: Game) -> Iterator[str]:
    """The ids of the questions, and of the words that answer them."""
    for decision in decisions(game):
        yield from (f"ask.{snake(decision.__name__)}", f"notation.{snake(decision.__name__)}")
        yield from (f"choice.{verb}" for verb in decision.verbs)


def switched(game: Game, given: Mapping[str, str]) -> Iterator[str]:
    """The ids of the options that such a table has."""
    for switch in game.switches(given):
        yield from (f"switch.{switch.name}", f"switch.{switch.name}.text")
        yield from (f"switch.{switch.name}.{value}{text}" for value in switch.values for text in ("", ".text"))


def facts_of(template: Template) -> set[str]:
    conditions = {part.fact for part in template if isinstance(part, Passage)}
    return conditions | {fact for slot, _ in slots(template) if isinstance(slot, Slot) for fact in slot.facts}


def check_languages(game: str) -> None:
    """German and English have the same messages with the same facts, and none is empty."""
    german, english = domain("de", game).messages, domain("en", game).messages
    assert german.keys() == english.keys()
    for id in german:
        assert [facts_of(parse(form)) for form in german[id]] == [facts_of(parse(form)) for form in english[id]], id
    assert not [id for forms in (german, english) for id, form in forms.items() if not all(form)]


def check_sentences(lang: str, game: str) -> None:
    """They are calm and lead to messages that exist."""
    texts = domain(lang, game).messages
    kinds = {id.rpartition(".")[0] for id in texts} | BUILT_IN
    for id, forms in texts.items():
        for form in forms:
            assert "!" not in form.replace("[!", ""), id
            for slot, _ in slots(parse(form)):
                if isinstance(slot, Include):
                    assert slot.id in texts, id
                elif slot.kind.startswith("#"):
                    assert f"count.{slot.kind[1:]}" in texts, id
                else:
                    assert slot.kind.removeprefix("list_").removeprefix("each_") in kinds, id


def check_events(lang: str, game: str, *events: ModuleType) -> None:
    """Each has its sentence and all facts for it, and no sentence is without its event."""
    texts = domain(lang, game).messages
    known = [one for module in events for one in vars(module).values()]
    classes = [kind for kind in known if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]
    for kind in classes:
        provided = {field.name for field in fields(kind)}
        for form in texts[f"event.{snake(kind.__name__)}"]:
            assert facts_of(parse(form)) <= provided, kind
    told = {f"event.{snake(kind.__name__)}" for kind in classes}
    assert {id for id in texts if id.startswith("event.")} == told


def check_reasons(lang: str, game: str, samples: Mapping[str, tuple[object, ...]]) -> None:
    """Each that the rules give can be said with its facts, whatever they are."""
    words = Words(lang, game, names=("Anna", "Bert"))
    found = list(reasons(SOURCE / "games" / game))
    assert {id for id in domain(lang, game).messages if id.startswith("reason.")} == {says for says, _ in found}
    for says, provided in found:
        for n in range(max([len(samples[fact]) for fact in provided], default=1)):
            facts = {fact: samples[fact][n % len(samples[fact])] for fact in provided}
            assert words.reason(Reason("", says, facts)).endswith(".")


def reasons(rules: Path) -> Iterator[tuple[str, set[str]]]:
    """Every reason in the rules with the facts that it is given; a dict of facts may have been begun elsewhere."""
    for file in sorted(rules.rglob("*.py")):
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


def tell_a_game(lang: str, game: Game, options: Mapping[str, str], last_word: Choice | None = None) -> None:
    """A random game of three: every question, choice, event and standing has its words.

    One answer in five is the last word where there is one, or some questions would hardly end.
    """
    words = Words(lang, game.id, names=("Anna", "Bert", "Cleo"))
    random = Random(str(options))
    match = kronrat.Match(game, 3, game.left_alone(options), "told")
    told: list[Any] = list(match.opening)
    while not match.over:
        seat = random.choice(match.state.deciding())
        decision, choices = match.state.decision(seat), match.state.options(seat)
        assert decision is not None
        choice = random.choice(choices)
        if last_word in choices and random.random() < 0.2:
            choice = last_word
        assert words.ask(decision)[-1] in ".?"
        assert words.choice(choice, decision)
        told += match.play(seat, choice)
    assert all(words.event(event).endswith(".") for event in told)
    assert all(words.choice(line.choice) for line in match.journal.lines if line.seat == CHANCE)
    assert all(words.standing(result) for result in match.state.standing())
