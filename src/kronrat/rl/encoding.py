"""Positions and choices as numbers: what the columns of an observation are, and three ways to name an action.

The place of an option in the list, with a mask, is what environments use. `stable_id` names the same choice in all
positions and games. `Encoding.option_rows` describes every option by its words, so that what was learned of one card
says something about others that are called alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from struct import pack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Game
from kronrat.core.notation import choice_text
from kronrat.data.entry import PROVENANCE

WIDTH = 128  # places for options; random play of our games meets 84 at most
OTHERS = 16  # columns for words that are in no table
NUMBERS = 8  # numbers that a choice may have


class Encoding:
    """The named numbers of a table with so many seats.

    >>> from kronrat import rl
    >>> table = rl.Table(kronrat.list_games()[0], 2)
    >>> play = table.play("an example")
    >>> encoding = rl.Encoding(table.game, play.state)
    >>> len(encoding.columns) == len(play.observation(0))
    True
    >>> encoding.option_rows(play.options).shape == (len(play.options), len(encoding.option_columns))
    True
    """

    def __init__(self, game: Game, state: Any, width: int = WIDTH) -> None:
        self.game = game
        self.width = width
        self.columns: tuple[str, ...] = game.feature_names(state)
        self.words = {word: place for place, word in enumerate(sorted(_words(game)))}
        self._format = f"{len(self.columns)}f"
        self._masks: NDArray[np.int8] = np.tri(width + 1, width, -1, np.int8)  # a row for each number of options

    def row(self, numbers: Sequence[float]) -> NDArray[np.float32]:
        """An observation as a new array. NumPy would take three times as long to read a list."""
        return np.frombuffer(bytearray(pack(self._format, *numbers)), np.float32)

    def mask(self, options: int) -> NDArray[np.int8]:
        """A new array with a one for each place in a list of so many options."""
        return np.copy(self._masks[min(options, self.width)])

    @property
    def version(self) -> str:
        """What columns and ids depend on: the game, its rules and its component data."""
        return version(self.game)

    @property
    def option_columns(self) -> tuple[str, ...]:
        """What the columns of `option_rows` are."""
        others = [f"other word {number}" for number in range(OTHERS)]
        return (*self.words, *others, *[f"number {place}" for place in range(NUMBERS)])

    def option_rows(self, options: Sequence[Choice]) -> NDArray[np.float32]:
        """A row for each option: how often each word is in it, and its numbers."""
        words = self.words
        first_number = len(words) + OTHERS
        rows = np.zeros((len(options), first_number + NUMBERS), np.float32)
        for row, option in zip(rows, options, strict=True):
            place = first_number
            for word in option:
                if isinstance(word, str):
                    row[words[word] if word in words else len(words) + _hash(word) % OTHERS] += 1
                elif place < len(row):
                    row[place] = word
                    place += 1
        return rows


def version(game: Game) -> str:
    """The game, its rules and its component data, as one word."""
    return f"{game.id}-{game.rules_version}-{game.data_digest[:12]}"


def stable_id(game: Game, choice: Choice) -> int:
    """A number of 63 bits for a choice, the same in every position, process and release with the same rules and data.

    >>> from kronrat import rl
    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> rl.stable_id(game, ("pass",)) == rl.stable_id(game, ("pass",)) != rl.stable_id(game, ("pass", 1))
    True
    """
    return _hash(f"{version(game)} {choice_text(choice)}")


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def _words(game: Game) -> set[str]:
    """The words that choices may have: the first words of answers, and all that is printed on components."""
    verbs = [verb for step in game.steps.values() if issubclass(step, Decision) for verb in step.verbs]
    printed = [word for table in game.rows.values() for entry, row in table.items() for word in (entry, *_strings(row))]
    return {*verbs, *printed}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in PROVENANCE:
                yield name
                yield from _strings(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _strings(one)
