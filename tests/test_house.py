"""One folder a game: no source file outside the folders of a game names it, or a card, place, step or sprite of it.

What is looked for are names that nobody uses by chance:

- the id, the title and the class of a game, and the beginning of its rules' ids, wherever they stand,
- ids of rows that are made of several words (`stone_bridge`), and the classes of steps that are (`CrossBridge`),
  wherever they stand,
- ids of rows and symbols that are a single word (`ferry`): only where they stand as an id, which is
  between quotes or behind a dot between quotes. In a sentence they are words like any other.
- symbols of a sprite (`#i-ferry`), wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kronrat.box import Box, box_ids, box_of
from kronrat.server.pages import WEB
from kronrat.shelf import load, tables_of
from kronrat.words import Words, languages

ROOT = Path(__file__).parent.parent
KINDS = (".py", ".js", ".ts", ".css", ".toml", ".po", ".svg", ".html", "")
SYMBOL = re.compile(r'\bid="i-([^"]+)"')
MADE_OF_SEVERAL = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+|[A-Z][a-z]+([A-Z][a-z]+)+")
SHORTEST = 3  # letters; shorter ids (`a1`) stand for nothing by themselves

# Words that games use as ids too, and what they are where the frame or a test of it writes them between quotes.
EVERYDAY = {
    "any": "a type of the scripts",
    "areas": "of the page, which Tab leads to",
    "board": "where the page draws a game",
    "broken": "what a planted mistake, or a notice, may be",
    "deeds": "what a game counts for its result",
    "field": "of a form or a header",
    "green": "a colour, also that of a seat",
    "seasons": "the chapters of a result",
    "spring": "empty room that gives way",
    "tools": "the folder, and the right end of the header",
    "EndGame": "a step of the example too",
    "ShowPlans": "a step of the example too",
}


@dataclass(frozen=True)
class Names:
    """What a game calls its own."""

    anywhere: frozenset[str]
    as_ids: frozenset[str]
    symbols: frozenset[str]


def symbols(file: Path) -> frozenset[str]:
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8"))) if file.is_file() else frozenset()


def names_of(box: Box) -> Names:
    game = load(box.id)
    titles = {Words(lang, box.id).say(f"game.{box.id}") for lang in languages()}
    steps = {name for name in game.steps if name not in core_steps()}
    rows = {id for rows in tables_of(box.id).rows.values() for id in rows}
    drawn = symbols(box.web / "sprite.svg") - symbols(WEB / "sprite.svg")
    several = {id for id in rows | steps if MADE_OF_SEVERAL.fullmatch(id)}
    single = {id for id in rows | drawn if not MADE_OF_SEVERAL.fullmatch(id) and len(id) >= SHORTEST}
    prefix = f"{box.prefix}-"
    return Names(
        frozenset({box.id, type(game).__name__, prefix, *titles, *several} - EVERYDAY.keys()),
        frozenset(single - EVERYDAY.keys()),
        frozenset(drawn),
    )


def core_steps() -> set[str]:
    """Steps that every game may use."""
    from kronrat.core import flow

    return set(vars(flow))


def pattern_of(names: Names) -> re.Pattern[str]:
    def some(words: frozenset[str]) -> str:
        return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) or "(?!)"

    return re.compile(
        rf"(?<![\w-])(?:{some(names.anywhere)})(?<=-)|(?<!\w)(?:{some(names.anywhere)})(?!\w)"
        rf"|(?<=[\"'`.])(?:{some(names.as_ids)})(?=[\"'`])"
        rf"|(?<=\bi-)(?:{some(names.symbols)})(?![\w-])"
    )


def sources() -> Iterator[Path]:
    """Every source file that is outside the folders of all games. An example is a game of its own."""
    theirs = [ROOT / "src/kronrat/games" / game for game in box_ids()] + [
        ROOT / "tests/games" / game for game in box_ids()
    ]
    for folder in ("src", "tests", "tools"):
        for file in sorted((ROOT / folder).rglob("*")):
            inside = any(file.is_relative_to(folder) for folder in theirs)
            if file.is_file() and file.suffix in KINDS and not inside and "vendor" not in file.parts:
                yield file


@pytest.mark.parametrize("game", box_ids())
def test_nothing_outside_its_folders_names_a_game(game: str) -> None:
    pattern = pattern_of(names_of(box_of(game)))
    found = [
        f"{file.relative_to(ROOT)}:{number}: {', '.join(sorted({hit[0] for hit in hits}))}"
        for file in sources()
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if (hits := list(pattern.finditer(line)))
    ]
    assert not found, "\n".join(found)
