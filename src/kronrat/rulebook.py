"""The rule catalogues, one for each game and language: `rules.en.md` and the like in the `book` of its box.

Where a game has none in a language, its English one is read. Beside it, `rulings.md` says what was decided where a
rulebook is silent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from kronrat.box import box_ids, box_of

_HEADING = re.compile(r"### (\S+) (.+)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")

ENGLISH = "en"


class UnknownRule(LookupError):
    """A rule id that is not in any catalogue, or a word that is not in any rule."""


@dataclass(frozen=True)
class Rule:
    """One rule of a catalogue, in plain text; `lang` is the language it is written in."""

    id: str
    title: str
    chapter: str
    text: str
    lang: str


@dataclass(frozen=True)
class Ruling:
    """What was decided where a rulebook is silent, in plain text, and the rules that follow from it."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...]


@cache
def rulings_of(game: str) -> tuple[Ruling, ...]:
    """The rulings of one game, in the order of its book; none if it has no such page."""
    file = box_of(game).book / "rulings.md"
    if not file.is_file():
        return ()
    blocks = re.split(r"^### ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple([_ruling(box_of(game).prefix, *block.split("\n", 1)) for block in blocks])


def _ruling(prefix: str, title: str, body: str) -> Ruling:
    about = tuple(re.findall(rf"\b{prefix}\d?-[\w-]*\w", body.rpartition("- Rules:")[2]))
    return Ruling("ruling-" + re.sub(r"\W+", "-", title.lower()).strip("-"), title, _plain(body), about)


@cache
def rules(lang: str = ENGLISH) -> dict[str, Rule]:
    """All rules of all games by id, in the order of the catalogues."""
    return {rule.id: rule for game in box_ids() for rule in rules_of(game, lang)}


@cache
def rules_of(game: str, lang: str = ENGLISH) -> tuple[Rule, ...]:
    """The rules of one game in a language, or else in English, in the order of its catalogue; its parts follow."""
    return tuple([rule for book in books_of(game) for rule in _rules_in(book, lang)])


def books_of(game: str) -> list[Path]:
    """The folders with the catalogue of a game and of those of its parts that have one."""
    box = box_of(game)
    parts = [part / "book" for part in box.part_folders]
    return [box.book, *[book for book in parts if book.is_dir()]]


def _rules_in(book: Path, lang: str) -> list[Rule]:
    translated = book / f"rules.{lang}.md"
    if translated.is_file():
        return _read(translated.read_text(encoding="utf-8"), lang)
    return _read((book / f"rules.{ENGLISH}.md").read_text(encoding="utf-8"), ENGLISH)


def _read(text: str, lang: str) -> list[Rule]:
    rules: list[Rule] = []
    chapter = ""
    for block in re.split(r"^(?=##)", text, flags=re.MULTILINE):
        head, _, body = block.partition("\n")
        heading = _HEADING.fullmatch(head)
        if heading is not None:
            rules.append(Rule(heading[1], heading[2], chapter, _plain(body), lang))
        elif head.startswith("## "):
            chapter = head.removeprefix("## ")
    return rules


def _plain(markdown: str) -> str:
    """Without links, and with every paragraph and every item of a list on one line, to be wrapped where it is shown."""
    text = _LINK.sub(r"\1", markdown).replace("`", "")
    return re.sub(r"(?<!\n)\n(?!\n|- |\|)\s*", " ", text).strip()


def rule(id: str, lang: str = ENGLISH) -> Rule | None:
    """One rule, in whatever case its id was typed."""
    return {known.lower(): found for known, found in rules(lang).items()}.get(id.lower())


def rules_under(id: str, lang: str = ENGLISH) -> list[Rule]:
    """The rule of this id, or all rules whose ids begin with it; the error names similar ids."""
    exact = rule(id, lang)
    if exact is not None:
        return [exact]
    begin = f"{id.lower().rstrip('-')}-"
    begun = [found for known, found in rules(lang).items() if known.lower().startswith(begin)]
    if begun:
        return begun
    near = get_close_matches(id.upper(), [known.upper() for known in rules()], 3)
    names = [known for known in rules() if known.upper() in near]
    raise UnknownRule(f"there is no rule {id!r}" + (f"; did you mean {', '.join(names)}?" if names else ""))


def search(word: str, begin: str = "", lang: str = ENGLISH) -> list[Rule]:
    """The rules that contain a word, among those whose ids have this beginning."""
    wanted = word.lower()
    near = [rule for rule in rules(lang).values() if rule.id.lower().startswith(begin.lower())]
    found = [rule for rule in near if wanted in f"{rule.id} {rule.title} {rule.text}".lower()]
    if not found:
        raise UnknownRule(f"no rule {begin}{'… ' if begin else ''}contains {word!r}")
    return found
