"""One folder for each game: no source file outside it names the game, or a card, place, step or sprite of it.

It looks for names that nobody uses by chance:

- the id, the title and the class of a game, and the beginning of its rules' ids, wherever they are,
- ids of rows and values of options that are made of several words (`stone_bridge`), and the classes of steps and events
  that are (`CrossBridge`), wherever they are,
- ids of rows and symbols that are a single word (`ferry`), and what steps and events are called in messages
  (`cross_bridge`): only where they are ids, which is between quotes or behind a dot between quotes. In a sentence they
  are words like any other, or a name in the code like any other.
- symbols of a sprite (`#i-ferry`), wherever they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kronrat.box import Box, box_ids, box_of
from kronrat.core import flow
from kronrat.core.events import Event
from kronrat.server.pages import WEB
from kronrat.shelf import load, tables_of
from kronrat.words import Words, languages
from kronrat.words.sentences import snake

ROOT = Path(__file__).parent.parent
KINDS = (".py", ".js", ".ts", ".css", ".toml", ".po", ".svg", ".html", "")
SYMBOL = re.compile(r'\bid="i-([^"]+)"')
MADE_OF_SEVERAL = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)+|[A-Z][a-z]+([A-Z][a-z]+)+")
SHORTEST = 3  # letters; shorter ids (`a1`) mean nothing by themselves

# Words that games use as ids too, and what they are where the frame or a test of it writes them between quotes.
EVERYDAY = {
    "any": "a type of the scripts",
    "areas": "of the page, which Tab leads to",
    "board": "where the page draws a game",
    "broken": "what a planted mistake, or a notice, may be",
    "deeds": "what a game counts for its result",
    "field": "of a form or a header",
    "game_ended": "how games of all kinds say that they are over",
    "green": "a colour, also that of a seat",
    "seasons": "the chapters of a result",
    "spring": "empty room that gives way",
    "squire": "a level of the bots",
    "tools": "the folder, and the right end of the header",
    "ShowPlans": "a step of the example too",
}


@dataclass(frozen=True)
class Names:
    """What a game calls its own."""

    prefix: str  # of the ids of its rules
    anywhere: frozenset[str]
    as_ids: frozenset[str]
    symbols: frozenset[str]

    def pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<![\w-]){self.prefix}(?=-)|(?<!\w)(?:{_one_of(self.anywhere)})(?!\w)"
            rf"|(?<=[\"'`.])(?:{_one_of(self.as_ids)})(?=[\"'`])"
            rf"|(?<=\bi-)(?:{_one_of(self.symbols)})(?![\w-])"
        )


def _one_of(words: frozenset[str]) -> str:
    return "|".join(map(re.escape, sorted(words))) or "(?!)"


def symbols(file: Path) -> frozenset[str]:
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8"))) if file.is_file() else frozenset()


def names_of(box: Box) -> Names:
    game = load(box.id)
    titles = {Words(lang, box.id).say(f"game.{box.id}") for lang in languages()}
    steps = game.steps.keys() - vars(flow).keys()
    classes = {name for name in steps | set(events_of(box)) if MADE_OF_SEVERAL.fullmatch(name)}
    rows = {id for rows in tables_of(box.id).rows.values() for id in rows}
    values = {value for switch in game.switches({}) for value in switch.values}
    drawn = symbols(box.web / "sprite.svg") - symbols(WEB / "sprite.svg")
    several = {id for id in rows | values if MADE_OF_SEVERAL.fullmatch(id)}
    single = {id for id in rows | drawn if not MADE_OF_SEVERAL.fullmatch(id) and len(id) >= SHORTEST}
    anywhere = {box.id, type(game).__name__, *titles, *several, *classes}
    as_ids = single | {snake(name) for name in classes}
    return Names(box.prefix, frozenset(anywhere - EVERYDAY.keys()), frozenset(as_ids - EVERYDAY.keys()), drawn)


def events_of(box: Box) -> Iterator[str]:
    """The classes of what can happen in a game, without what can happen in every game."""
    waiting = Event.__subclasses__()
    for kind in waiting:
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"{box.package}."):
            yield kind.__name__


def sources() -> Iterator[Path]:
    """Every source file that is outside the folders of all games. An example is a game of its own."""
    theirs = [ROOT / place / game for place in ("src/kronrat/games", "tests/games") for game in box_ids()]
    for folder in ("src", "tests", "tools"):
        for file in sorted((ROOT / folder).rglob("*")):
            inside = any(file.is_relative_to(folder) for folder in theirs)
            if file.is_file() and file.suffix in KINDS and not inside and "vendor" not in file.parts:
                yield file


every_game = pytest.mark.parametrize("game", box_ids())


@every_game
def test_nothing_outside_its_folders_names_a_game(game: str) -> None:
    pattern = names_of(box_of(game)).pattern()
    found = [
        f"{file.relative_to(ROOT)}:{number}: {', '.join(sorted({hit[0] for hit in hits}))}"
        for file in sources()
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if (hits := list(pattern.finditer(line)))
    ]
    assert not found, "\n".join(found)


@every_game
def test_a_name_would_be_found(game: str) -> None:
    """Otherwise the test above proves nothing."""
    names = names_of(box_of(game))
    pattern, word, symbol = names.pattern(), min(names.as_ids), min(names.symbols)
    event = min(set(events_of(box_of(game))) & names.anywhere)
    told = (
        f"# as in {game}",
        f'@rule("{names.prefix}-1")',
        f'say("card.{word}")',
        f"'{word}'",
        f"<use href='#i-{symbol}'>",
        f"isinstance(news, {event})",
        f'news["event"] == "{snake(event)}"',
    )
    assert all(pattern.search(line) for line in told)
    assert not pattern.search(f"# {word} is a word like any other")
    assert len(names.anywhere) > 10
    assert len(list(sources())) > 200


def test_every_exception_is_needed() -> None:
    """A word that no game uses, or nobody else writes as an id, need not be an exception."""
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in sources() if file != Path(__file__)]
    for word in EVERYDAY:
        named = re.compile(
            rf"[\"'`.]{word}[\"'`]|\b{word}\b" if MADE_OF_SEVERAL.fullmatch(word) else rf"[\"'`.]{word}[\"'`]"
        )
        assert any(named.search(text) for text in texts), word
