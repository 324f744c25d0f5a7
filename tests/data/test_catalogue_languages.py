"""The rule catalogues of all languages are the same catalogue: rule by rule the same facts in other words."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from kronrat import rulebook
from kronrat.shelf import list_games
from kronrat.words import languages

TRANSLATED = sorted((lang, game) for game in list_games() for lang in languages() if lang != rulebook.ENGLISH)

LINK = re.compile(r"\]\(([^)]*)\)")


class Section(NamedTuple):
    """What is below a heading; `name` is the id of a rule or the number of a chapter, as in `4a.`."""

    name: str
    title: str
    body: str
    book: Path

    @property
    def numbers(self) -> list[str]:
        """Figures, and the years and columns from II on: I would be an English word too."""
        return sorted(re.findall(r"\d+|\b(?:II|III|IV|V)\b", LINK.sub("", self.body)))

    @property
    def code(self) -> list[str]:
        return sorted(re.findall(r"`[^`]+`", self.body))

    @property
    def mentioned(self) -> list[str]:
        return sorted(id for id in re.findall(r"[A-Z0-9]+(?:-\w+)+", self.body) if id in IDS)

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.body)


def sections(game: str, lang: str = rulebook.ENGLISH) -> list[Section]:
    """All chapters and rules of a catalogue, in their order."""
    sections: list[Section] = []
    for book in rulebook.books_of(game):
        text = (book / f"rules.{lang}.md").read_text(encoding="utf-8")
        found = re.findall(r"^##+ (\S+) (.+)\n((?:(?!##).*\n?)*)", text, re.MULTILINE)
        sections += [Section(name, title, body.strip(), book) for name, title, body in found]
    return sections


IDS = {section.name for game in list_games() for section in sections(game) if "-" in section.name}

every_translation = pytest.mark.parametrize(("lang", "game"), TRANSLATED)


def test_every_game_is_there_in_every_language() -> None:
    for game in list_games():
        for book in rulebook.books_of(game):
            assert {file.name for file in book.glob("rules.*.md")} == {f"rules.{lang}.md" for lang in languages()}


@every_translation
def test_chapters_and_rules_are_the_same_in_the_same_order(lang: str, game: str) -> None:
    names = [section.name for section in sections(game, lang)]
    assert names == [section.name for section in sections(game)]
    assert len(names) > 100


@every_translation
def test_every_rule_tells_the_same_facts(lang: str, game: str) -> None:
    for english, other in zip(sections(game), sections(game, lang), strict=True):
        assert other.code == english.code, other.name
        if other.name in IDS:
            assert other.numbers == english.numbers, other.name
            assert other.mentioned == english.mentioned, other.name
            assert len(re.findall(r"^- ", other.body, re.MULTILINE)) == len(
                re.findall(r"^- ", english.body, re.MULTILINE)
            ), other.name


@every_translation
def test_every_rule_leads_to_the_same_rulings(lang: str, game: str) -> None:
    for english, other in zip(sections(game), sections(game, lang), strict=True):
        assert other.links == english.links, other.name
        for link in other.links:
            assert (other.book / link.partition("#")[0]).is_file(), link


@every_translation
def test_no_text_was_left_in_english(lang: str, game: str) -> None:
    for english, other in zip(sections(game), sections(game, lang), strict=True):
        if other.name in IDS:
            assert other.body not in ("", english.body), other.name
        own = re.sub(r"\[[^\]]*\]\([^)]*\)|`[^`]+`", "", other.body)
        assert not re.search(r"\b(the|and|of|with|each|Given|When|Then|Ruling|Here)\b", own), other.name


# -- as the program reads them ----------------------------------------------------------------------------------------


@every_translation
def test_the_program_reads_both(lang: str, game: str) -> None:
    english, other = rulebook.rules_of(game), rulebook.rules_of(game, lang)
    assert [rule.id for rule in other] == [rule.id for rule in english]
    assert {rule.lang for rule in english} == {"en"}
    assert {rule.lang for rule in other} == {lang}
    # a chapter of one language is one chapter of the other
    assert len({(rule.chapter, twin.chapter) for rule, twin in zip(other, english, strict=True)}) == len(
        {rule.chapter for rule in other}
    )


def test_a_game_without_a_catalogue_in_a_language_is_read_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "rules.en.md").write_text("## 1. Goal\n\n### LU-1 Home\n\nGo home.\n", encoding="utf-8")
    monkeypatch.setattr(rulebook, "box_of", lambda _: SimpleNamespace(book=tmp_path / "book", part_folders=[]))
    (rule,) = rulebook.rules_of("ludo", "de")
    assert rule == rulebook.Rule("LU-1", "Home", "1. Goal", "Go home.", "en")
