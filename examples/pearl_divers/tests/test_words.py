"""Both catalogues say everything that the game can want to say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kronrat.core.events import Event
from kronrat.core.flow import Chance, Decision
from kronrat.words.sentences import snake
from kronrat.words.template import Slot, parse, slots
from pearl_divers import BOX
from pearl_divers.rules import events
from pearl_divers.testing import game

PEARLS = game()
LANGUAGES = ("de", "en")
both_languages = pytest.mark.parametrize("lang", LANGUAGES)


def texts(lang: str) -> dict[str, tuple[str, ...]]:
    with (BOX.words / f"{lang}.po").open("rb") as stream:
        catalogue = read_po(stream, locale=lang, abort_invalid=True)
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            id = message.id if isinstance(message.id, str) else message.id[0]
            found[id] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


def told() -> list[type[Event]]:
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    return [kind for kind in kinds if kind is not Event]


def wanted() -> Iterator[str]:
    yield from (f"event.{snake(kind.__name__)}" for kind in told())
    for step in PEARLS.steps.values():
        if issubclass(step, Decision) and not issubclass(step, Chance):
            yield from (f"ask.{snake(step.__name__)}", f"notation.{snake(step.__name__)}")
            yield from (f"choice.{verb}" for verb in step.verbs)
    for switch in PEARLS.switches({}):
        yield from (f"switch.{switch.name}", f"switch.{switch.name}.text")
        for value in switch.values:
            yield from (f"switch.{switch.name}.{value}", f"switch.{switch.name}.{value}.text")
    for ware in PEARLS.rows["wares"]:
        yield from (f"ware.{ware}", f"a_ware.{ware}", f"ware.{ware}.text")
    view = PEARLS.view(PEARLS.new(2), 0)
    shown = view.keys() | view["players"][0].keys() | view["market"][0].keys()
    frame = {"game", "options", "seat", "seats", "rounds", "deciding", "over", "standing", "players", "wishes"}
    yield from (f"term.{key}" for key in shown - frame)
    for source in (Path(events.__file__).parent).glob("*.py"):
        yield from re.findall(r'"(reason\.[a-z_]+)"', source.read_text(encoding="utf-8"))


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    assert set(wanted()) - set(texts(lang)) == set()
    assert all(all(forms) for forms in texts(lang).values())


def test_both_languages_say_the_same_with_the_same_facts() -> None:
    german, english = texts("de"), texts("en")
    assert german.keys() == english.keys()
    for id, forms in german.items():
        facts = [{part for form in said for part, _ in slots(parse(form))} for said in (forms, english[id])]
        assert {part.facts for part in facts[0] if isinstance(part, Slot)} == {
            part.facts for part in facts[1] if isinstance(part, Slot)
        }, id


@both_languages
def test_a_message_about_an_event_names_its_facts_only(lang: str) -> None:
    for kind in told():
        known = {field.name for field in fields(kind)}
        for form in texts(lang)[f"event.{snake(kind.__name__)}"]:
            assert {fact for part, _ in slots(parse(form)) if isinstance(part, Slot) for fact in part.facts} <= known
