"""The game that the tests of the frame are played with: the first installed one whose tests can press its page.

Such a game has a module `tests/games/<id>/browser/stage.py` with what a `Stage` has.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

import pytest

from kronrat.shelf import list_games, load
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.positions import Position


class Stage(Protocol):
    """What the tests of the frame need from a game."""

    PAGE: type[TablePage]
    KINDS: Collection[str]  # of questions
    USUAL: str  # one of them: it has many answers, and when it is answered another seat is asked the same

    def position_of(self, kind: str) -> Position:
        """Where the first of three people is asked this."""

    def usual(self, seats: int = 3, seat: int = 0, people: int = 0) -> Position:
        """Where a seat is asked the usual question, with at least six answers."""

    def secret(self, seats: int = 3) -> Position:
        """Where the first seat is asked the usual question and knows what the others do not."""

    def ended(self, seats: int = 3) -> Position:
        """A game that is over."""


def _stages() -> list[str]:
    named = {game: f"tests.games.{game}" for game in list_games()}
    found = {game: name for game, name in named.items() if find_spec(name) and find_spec(f"{name}.browser")}
    return [game for game, name in found.items() if find_spec(f"{name}.browser.stage")]


GAME = load(_stages()[0])
STAGE = cast(Stage, import_module(f"tests.games.{GAME.id}.browser.stage"))
PAGE = STAGE.PAGE


def every_kind() -> pytest.MarkDecorator:
    """A test for every kind of question, of which the usual one runs often."""
    return each("kind", STAGE.KINDS, [STAGE.USUAL])
