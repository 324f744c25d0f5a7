"""The catalogues are complete, agree with each other, and lead to messages that exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.shelf import list_games
from kronrat.words import Words, languages
from kronrat.words.catalogue import OURS, OWN, domain
from kronrat.words.template import Include, Passage, Slot, Template, parse, slots

SOURCES = sorted(Path(kronrat.__file__).parent.rglob("*.po"))
DOMAINS = (*OURS, *list_games())
BUILT_IN = {"amounts", *Words("en")._kinds}
both_languages = pytest.mark.parametrize("lang", languages())
every_domain = pytest.mark.parametrize("name", DOMAINS)


def test_no_message_is_written_twice() -> None:
    """The second one would silently take the place of the first."""
    for file in SOURCES:
        ids = re.findall(r'(?m)^msgid "(.+)"$', file.read_text(encoding="utf-8"))
        assert [id for id, n in Counter(ids).items() if n > 1] == [], file


def texts(lang: str, *names: str) -> dict[str, tuple[str, ...]]:
    return {id: forms for name in names for id, forms in domain(lang, name).messages.items()}


def templates(lang: str, name: str) -> Iterator[tuple[str, Template]]:
    for id, forms in texts(lang, name).items():
        for form in forms:
            yield id, parse(form)


def kind_of(slot: Slot) -> str:
    """The beginning of the ids of the messages that a slot leads to, even for a list."""
    many, _, kind = slot.kind.partition("_")
    return kind if many in ("each", "list") and kind else slot.kind


def facts_of(form: str) -> tuple[set[tuple[tuple[str, ...], str]], set[str]]:
    template = parse(form)
    named = {(slot.facts, slot.kind) for slot, _ in slots(template) if isinstance(slot, Slot)}
    return named, {part.fact for part in template if isinstance(part, Passage)}


def test_german_and_english_are_there() -> None:
    assert languages() == ("de", "en")
    for lang in languages():
        assert {file.stem for file in (OWN / lang).iterdir()} == set(OURS)
        assert all((box_of(game).words / f"{lang}.po").is_file() for game in list_games())


@both_languages
def test_no_message_of_ours_is_in_two_files_or_empty(lang: str) -> None:
    ids = [id for name in OURS for id in domain(lang, name).messages]
    assert len(ids) == len(set(ids))
    assert [id for id, forms in texts(lang, *DOMAINS).items() if not all(forms)] == []
    assert [id for id in ids if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*(@[a-z0-9]+)?", id)] == []


@both_languages
def test_a_game_may_say_what_a_page_says_of_all_games(lang: str) -> None:
    ours = domain(lang, "web").messages["web.end.built"]
    for game in list_games():
        assert Words(lang, game).say("web.end.built") not in ours
    assert Words(lang).say("web.end.built") in ours


@every_domain
def test_languages_have_the_same_messages_with_the_same_facts(name: str) -> None:
    german, english = texts("de", name), texts("en", name)
    assert {id for id in german if "@" not in id} == {id for id in english if "@" not in id}
    for id in german.keys() & english.keys():
        assert len(german[id]) == len(english[id]), id
        assert [facts_of(form) for form in german[id]] == [facts_of(form) for form in english[id]], id


@every_domain
@both_languages
def test_a_variant_differs_from_what_it_replaces(lang: str, name: str) -> None:
    for id in texts(lang, name):
        plain, at, _ = id.partition("@")
        assert not at or texts(lang, name)[plain] != texts(lang, name)[id], id


@every_domain
@both_languages
def test_messages_lead_to_messages_that_exist(lang: str, name: str) -> None:
    ids = texts(lang, *DOMAINS).keys() if name in OURS else texts(lang, *OURS, name).keys()  # pages name every game
    kinds = {id.rpartition(".")[0] for id in ids}
    for id, template in templates(lang, name):
        for slot, _ in slots(template):
            if isinstance(slot, Include):
                assert slot.id in ids, id
            elif slot.kind.startswith("#"):
                assert f"count.{slot.kind[1:]}" in ids, id
            elif slot.kind == "amounts":
                assert all(f"count.{fact}" in ids for fact in slot.facts), id
            else:
                assert slot.kind in BUILT_IN or kind_of(slot) in kinds, id


@every_domain
@both_languages
def test_sentences_are_calm(lang: str, name: str) -> None:
    assert [id for id, forms in texts(lang, name).items() if any("!" in form.replace("[!", "") for form in forms)] == []
