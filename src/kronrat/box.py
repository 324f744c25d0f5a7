"""The box of a game: one object that says what is in its folder, and how boxes are found.

A game is a package with a `BOX`, named in the entry-point group `kronrat.games`. Ours come through the same door as
everybody else's:

    [project.entry-points."kronrat.games"]
    pearls = "pearl_divers:BOX"

What is in the box is found by its place in the folder:

    rules/      the rules; `Box.rules` names the Game class
    data/       *.toml and schema.py: what is printed on the components; may be missing
    words/      en.po, de.po: every word of the game
    book/       rules.en.md, rules.de.md, rulings.md: the rule catalogue
    learned/    *.json: values learned for bots; may be missing
    terminal.py how the terminal draws it; may be missing
    still.py    what a notebook shows of it, see `kronrat.still`; may be missing
    lessons/    first games that are explained step by step, see `kronrat.lessons`; may be missing
    trials/     a part of the game to be tried again and again, see `kronrat.lessons`; may be missing
    coach.py    what a beginner is told at the first encounter, see `kronrat.coaching`; may be missing
    favourites.py what somebody had at the end of a game, for profiles, see `kronrat.favourites`; may be missing
    pieces.py   what may be put on a table by hand, see `kronrat.pieces`; may be missing
    lasting.json how much of a loss lasts, as `kronrat calibrate` has measured; may be missing
    sureness.json how far chances of victory can be trusted where they are too sure, measured likewise; may be missing
    ratings.json how strong bots are in it, as `kronrat arena` has measured; may be missing
    testing.py  builders of positions for its tests; may be missing, and may be a package
    web/        index.js, table.css, sprite.svg, art.svg: how the page draws it; may be missing

A game of several parts, such as scenarios, names their packages in `Box.parts`. Each has folders like those of a box,
and what is in them is added to the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import cast

from kronrat.core.game import BadOption, Game

GROUP = "kronrat.games"


@dataclass(frozen=True)
class FirstTable:
    """The table of newcomers who want to play at once: bots beside their own seat, and rules for a first game."""

    bots: Sequence[str] = ("page", "page")
    options: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Box:
    """What the rest of Kronrat has to know about a game before it opens the box."""

    id: str
    package: str  # the name of the package that is the box
    rules: str  # the Game class, as `module:Class` inside the package
    prefix: str  # what the ids of its rules begin with
    minutes: tuple[int, int]  # how long people play, at least and at most
    weight: int = 2  # how demanding it is: 1 light, 2 medium, 3 demanding
    first: FirstTable = field(default_factory=FirstTable)
    round: Sequence[str] = ()  # what happens in a round, as drawings of the page; the words are `box.round.<number>`
    parts: Sequence[str] = ()  # the names of packages that add to the game, such as its scenarios

    @property
    def folder(self) -> Path:
        return _folder_of(self.package)

    @property
    def part_folders(self) -> list[Path]:
        """The folders of the parts; each may have rules, data, words and a book beside those of the game."""
        return [_folder_of(part) for part in self.parts]

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def words(self) -> Path:
        return self.folder / "words"

    @property
    def book(self) -> Path:
        return self.folder / "book"

    @property
    def web(self) -> Path:
        return self.folder / "web"

    @property
    def has_page_drawing(self) -> bool:
        """Whether the game brings its own drawing for the browser; the page has a plain one for all others."""
        return (self.web / "index.js").is_file()

    def game_class(self) -> type[Game]:
        module, _, name = self.rules.partition(":")
        return cast(type[Game], getattr(import_module(f"{self.package}.{module}"), name))

    def schema(self) -> ModuleType | None:
        """What a row of the component data may hold; None for a game without such data."""
        return import_module(f"{self.package}.data.schema") if (self.data / "schema.py").is_file() else None

    def terminal(self) -> ModuleType | None:
        """How the terminal draws the game, if the box says so."""
        return import_module(f"{self.package}.terminal") if (self.folder / "terminal.py").is_file() else None

    def still(self) -> ModuleType | None:
        """How a notebook draws the game, if the box says so."""
        return import_module(f"{self.package}.still") if (self.folder / "still.py").is_file() else None

    def coaches(self) -> list[ModuleType]:
        """What beginners are told, by the game and by its parts, as far as they have anything to tell."""
        return self._modules("coach")

    def favourites(self) -> list[ModuleType]:
        """What the game and its parts say about what somebody had at the end."""
        return self._modules("favourites")

    def pieces(self) -> list[ModuleType]:
        """What the game and its parts let somebody put on a table by hand."""
        return self._modules("pieces")

    def _modules(self, name: str) -> list[ModuleType]:
        """The modules of this name in the folders of the game and of its parts, where there are any."""
        homes = [(self.package, self.folder), *zip(self.parts, self.part_folders, strict=True)]
        return [import_module(f"{package}.{name}") for package, folder in homes if (folder / f"{name}.py").is_file()]

    def testing(self) -> ModuleType | None:
        """Builders of positions for tests, if the box has any."""
        there = (self.folder / "testing.py").is_file() or (self.folder / "testing" / "__init__.py").is_file()
        return import_module(f"{self.package}.testing") if there else None


def _folder_of(package: str) -> Path:
    found = import_module(package).__file__
    assert found is not None
    return Path(found).parent


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def box_ids() -> tuple[str, ...]:
    """The ids of all installed games."""
    return tuple(_entries())


@cache
def box_of(game: str) -> Box:
    """The box of one game."""
    if game not in _entries():
        raise BadOption(f"there is no game {game!r}; there are {', '.join(_entries())}")
    return cast(Box, _entries()[game].load())
