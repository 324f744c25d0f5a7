"""What the terminal needs from a game to draw it: the module `terminal` in the box of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from rich.console import Console

from kronrat.box import box_of
from kronrat.cli.chances import Odds
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Rows
from kronrat.still import TINCTURES
from kronrat.words import Words

View = Mapping[str, Any]
Foresee = Callable[[], list[Event]]  # what a choice would do, worked out only if somebody asks


_COLOURS = {"violet": "bright_magenta"}


def mark_of(seat: int) -> str:
    """One letter for each seat."""
    return chr(ord("A") + seat)


def colour_of(seat: int) -> str:
    """The colour of a seat on the terminal."""
    tincture = TINCTURES[seat % len(TINCTURES)]
    return _COLOURS.get(tincture, f"bright_{tincture}")


class Drawing(Protocol):
    """A module that draws one game, from a view and the printed tables alone."""

    HEADLINES: frozenset[str]  # events that begin something, by the name of their class
    KINDS: Mapping[str, str]  # table of component data -> the beginning of message ids about its entries

    def draw(self, out: Console, words: Words, rows: Rows, view: View) -> None:
        """The whole table as the viewer sees it."""

    def heading(self, words: Words, rows: Rows, choice: Choice) -> str:
        """Options with the same heading are grouped; an empty heading leaves an option on its own."""

    def label(self, words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
        """An option in words; below a heading, only what the heading does not say."""

    def detail(self, words: Words, rows: Rows, choice: Choice) -> str:
        """What is worth knowing about a choice beyond its words; often nothing."""

    def telling(self, words: Words, rows: Rows, event: Event) -> str:
        """An event in words, with what the tables add to it."""

    def without_names(self, words: Words, rows: Rows, typed: str) -> str:
        """What was typed in lower case, with ids in place of names."""

    def tidied(self, choice: Choice) -> Choice:
        """A choice with dice and goods in the order of the notation."""

    def odds(self, out: Console, words: Words, rows: Rows, view: View, odds: Odds) -> bool:
        """The game's answer to the topic of odds; false if there is nothing to tell just now."""

    def about(self, words: Words, rows: Rows, topic: str) -> str | None:
        """What there is to know about a card, by its id or its name."""


def drawing_of(game: str) -> Drawing:
    """The drawing of the box, or the plain one."""
    return cast(Drawing, box_of(game).terminal() or import_module("kronrat.cli.plain"))
