"""Figures of many games: how far they are, and numbers as the language writes them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from kronrat.arena.balance import Share
from kronrat.words import Words

_PATIENCE = 3.0  # seconds before progress is shown, and between two lines of it
_MOMENT = 0.2  # the same where one line is overwritten
_CLEAR = "\r\x1b[K"


class Progress:
    """Shows on stderr how far a long run is: in place on a terminal, line by line elsewhere."""

    def __init__(self, words: Words, says: str = "cli.progress") -> None:
        self.words = words
        self.says = says
        self.began = self.told = monotonic()
        self.in_place = sys.stderr.isatty()
        self.shown = False

    def __call__(self, done: int, games: int) -> None:
        now = monotonic()
        pause = _MOMENT if self.in_place and self.shown else _PATIENCE
        if now - self.told < pause:
            return
        self.told = now
        self.shown = True
        left = (now - self.began) / done * (games - done)
        text = self.words.say(self.says, done=done, games=games, seconds=round(left))
        if self.in_place:
            print(f"{_CLEAR}{text}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.in_place and self.shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)


@contextmanager
def progress_in(words: Words, says: str = "cli.progress") -> Iterator[Progress]:
    progress = Progress(words, says)
    try:
        yield progress
    finally:
        progress.close()


def number(words: Words, value: float, form: str) -> str:
    """A number by a format of Python, with the decimal sign of the language."""
    return f"{value:{form}}".replace(".", words.say("join.decimal"))


def victories(words: Words, share: Share) -> list[str]:
    """How many, their share of all games, and its interval, for three cells of a table."""
    low, high = share.interval
    interval = f"{number(words, 100 * low, '.1f')}–{number(words, 100 * high, '.1f')} %"
    return [number(words, share.won, "g"), f"{number(words, 100 * share.rate, '.1f')} %", interval]
