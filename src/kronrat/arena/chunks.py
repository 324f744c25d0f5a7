"""Chunks of a series: games first to first+count-1, played anywhere. Work and result are plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from kronrat.arena.driver import play_out
from kronrat.arena.series import Keys, Plain, Series
from kronrat.arena.sums import Key, Sums
from kronrat.bots import make_bot
from kronrat.core.events import Event
from kronrat.core.game import Game
from kronrat.shelf import load

_CHUNKS_PER_JOB = 16  # enough that no process waits long for the last one
_LARGEST = 100


def cut(series: Series, games: int, jobs: int) -> Iterator[Plain]:
    """The chunks of a series. How it is cut changes nothing in the result."""
    size = max(1, min(_LARGEST, games // (jobs * _CHUNKS_PER_JOB)))
    for first in range(0, games, size):
        yield {"series": series.plain(), "first": first, "count": min(size, games - first)}


def play_chunk(chunk: Plain) -> Plain:
    """Play the games of one chunk; returns their sums."""
    series = Series.from_plain(chunk["series"])
    game = _game(series.game, series.data)
    sums = Sums()
    for number in range(chunk["first"], chunk["first"] + chunk["count"]):
        try:
            play_game(game, series, number, sums)
        except Exception as error:
            error.add_note(f"in game {number} of seed {series.seed!r}")
            raise
    return sums.plain()


@lru_cache(maxsize=4)
def _game(id: str, data: str | None) -> Game:
    return load(id, data)


def play_game(game: Game, series: Series, number: int, sums: Sums) -> None:
    bots = series.seating(number)
    state = game.new(series.seats, series.options)
    ear = Ear(series.keys)
    if series.keys:
        state.listener = ear.hear
    decisions = play_out(state, [make_bot(bot) for bot in bots], series.dice(number), series.bot_dice(number))
    traits = [game.traits(state, seat) for seat in range(series.seats)]
    sums.add_game(bots, state.standing(), decisions, ear.heard, traits, game.cut_short(state))


class Ear:
    """Counts the events that were asked for."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.heard: Counter[Key] = Counter()

    def hear(self, event: Event) -> None:
        kind = type(event).__name__
        facts = self.keys.get(kind)
        if facts is not None:
            self.heard[(kind, *[getattr(event, fact) for fact in facts])] += 1
