"""The German rules of Kingsburg say their edition, and their examples are told step by step."""

from __future__ import annotations

import re

from tests.data.test_catalogue_languages import IDS, sections

EDITIONS = {
    "(both)": "(beide)",
    "(1e)": "(1. Ausgabe)",
    "(2e)": "(2. Ausgabe)",
    "(2e, modules)": "(2. Ausgabe, Module)",
}


def test_a_german_rule_says_its_edition_first() -> None:
    for english, german in zip(sections("kingsburg"), sections("kingsburg", "de"), strict=True):
        if german.name in IDS:
            mark = re.match(r"\(.+?\)", english.body)
            assert mark is not None
            assert german.body.startswith(f"{EDITIONS[mark[0]]} "), german.name
            assert not re.search(r"\b[12]e\b", german.body), german.name


def test_german_examples_are_given_when_then() -> None:
    examples = [section for section in sections("kingsburg", "de") if "-EX-" in section.name]
    assert len(examples) == 54
    for example in examples:
        assert re.search(r"^- Gegeben: .*^- Wenn .*^- Dann ", example.body, re.MULTILINE | re.DOTALL), example.name
