"""Chunks of a series: games first to first+count-1, played anywhere. Work and result are plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from kronrat.arena.driver import play_out
from kronrat.arena.record import let_bots_play
from kronrat.arena.series import Keys, Plain, Series
from kronrat.arena.sums import Key, Sums
from kronrat.bots import make_bot, short_name
from kronrat.core.events import Event
from kronrat.core.flow import State
from kronrat.core.game import BadOption, Game
from kronrat.core.match import Match
from kronrat.data import DataError
from kronrat.shelf import load

_CHUNKS_PER_JOB = 16  # so many that no process waits long for the last one
_LARGEST = 100


def cut(series: Series, games: int, jobs: int, journals: bool = False) -> Iterator[Plain]:
    """The chunks of a series, played with or without journals. Where it is cut does not change the result."""
    size = max(1, min(_LARGEST, games // (jobs * _CHUNKS_PER_JOB)))
    for first in range(0, games, size):
        count = min(size, games - first)
        yield {"series": series.plain(), "first": first, "count": count, "journals": journals}


def play_chunk(chunk: Plain) -> Plain:
    """Play the games of one chunk; returns their sums, and the journals by the number of the game if asked for."""
    series = Series.from_plain(chunk["series"])
    game = same_game(series.game, series.data, series.rules, series.digest)
    sums = Sums()
    journals: dict[int, str] = {}
    for number in range(chunk["first"], chunk["first"] + chunk["count"]):
        try:
            if chunk["journals"]:
                journals[number] = record_game(game, series, number, sums)
            else:
                play_game(game, series, number, sums)
        except Exception as error:
            error.add_note(f"in game {number} of seed {series.seed!r}")
            raise
    return {"sums": sums.plain(), "journals": journals}


@lru_cache(maxsize=4)
def same_game(id: str, data: str | None, rules: int, digest: str) -> Game:
    """The game that a series was checked with; raises BadOption if its rules or data differ here."""
    try:
        game = load(id, data)
    except DataError as problem:
        raise BadOption(str(problem)) from None
    for what, here, expected in (("rules", game.rules_version, rules), ("data", game.data_digest, digest)):
        if here != expected:
            raise BadOption(f"{id} cannot be played here: {what} {here} instead of {expected}, those of the series")
    return game


def play_game(game: Game, series: Series, number: int, sums: Sums) -> None:
    state = game.new(series.seats, series.options)
    ear = Ear(series.keys)
    if series.keys:
        state.listener = ear.hear
    bots = [make_bot(bot) for bot in series.seating(number)]
    decisions = play_out(state, bots, series.dice(number), series.bot_dice(number))
    _add(sums, series, number, state, decisions, ear)


def record_game(game: Game, series: Series, number: int, sums: Sums) -> str:
    """The same game, slower, and its journal as text."""
    match = Match(game, series.seats, series.options, series.seed_of(number))
    match.journal.header["bots"] = " ".join([short_name(bot) for bot in series.seating(number)])
    bots = {seat: make_bot(bot) for seat, bot in enumerate(series.seating(number))}
    ear = Ear(series.keys)
    for event in [*match.opening, *let_bots_play(match, bots, series.bot_dice(number))]:
        ear.hear(event)
    match.checkpoint()
    decisions = sum([line.seat in bots for line in match.journal.lines])
    _add(sums, series, number, match.state, decisions, ear)
    return match.journal.text()


def _add(sums: Sums, series: Series, number: int, state: State, decisions: int, ear: Ear) -> None:
    game = state.game
    traits = [game.traits(state, seat) for seat in range(series.seats)]
    sums.add_game(series.seating(number), state.standing(), decisions, ear.heard, traits, game.cut_short(state))


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
