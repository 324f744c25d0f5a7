"""The games of a ladder, played anywhere, and what is kept of each: plain data, one object for a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter, process_time
from typing import Any

from kronrat.arena.chunks import same_game
from kronrat.arena.driver import play_out
from kronrat.arena.ladder import Bout, Ladder
from kronrat.arena.series import Plain
from kronrat.bots import Bot, Turn
from kronrat.core.flow import Choice
from kronrat.core.game import Game


class Watch:
    """Counts the choices of a bot and the milliseconds that they take."""

    def __init__(self) -> None:
        self.choices = 0
        self.total = 0.0
        self.longest = 0.0

    def note(self, ms: float) -> None:
        self.choices += 1
        self.total += ms
        self.longest = max(self.longest, ms)

    def plain(self, busy: float) -> list[Any]:
        """As processor time, if this is the share of it in the time that passed."""
        return [self.choices, round(busy * self.total, 3), round(busy * self.longest, 3)]


class Timed(Bot):
    """Another bot with a watch."""

    def __init__(self, bot: Bot, watch: Watch) -> None:
        self.bot = bot
        self.watch = watch

    def decide(self, turn: Turn) -> Choice:
        began = perf_counter()
        choice = self.bot.decide(turn)
        self.watch.note(1000 * (perf_counter() - began))
        return choice

    def delay(self, turn: Turn) -> int | None:
        return self.bot.delay(turn)

    def title(self) -> str:
        return self.bot.title()


def cut(ladder: Ladder, numbers: Iterable[int]) -> Iterator[Plain]:
    """Chunks of as many games as there are seats: small, because a game of bots that think takes long."""
    plain, chunk = ladder.plain(), list[int]()
    for number in numbers:
        chunk.append(number)
        if len(chunk) == ladder.seats:
            yield {"ladder": plain, "numbers": chunk}
            chunk = []
    if chunk:
        yield {"ladder": plain, "numbers": chunk}


def play_bouts(chunk: Plain) -> Plain:
    """Play the games of one chunk."""
    ladder = Ladder.from_plain(chunk["ladder"])
    game = same_game(ladder.game, ladder.data, ladder.rules, ladder.digest)
    results: list[Plain] = []
    for number in chunk["numbers"]:
        try:
            results.append(play_bout(game, ladder, ladder.bout(number)))
        except Exception as error:
            error.add_note(f"in game {number} of seed {ladder.seed!r}")
            raise
    return {"results": results}


def play_bout(game: Game, ladder: Ladder, bout: Bout) -> Plain:
    """Its number, places, points and perhaps luck by seat, whether a limit ended it, and the watches of both bots.

    A watch tells processor time. It is asked for once a game only, because asking can take longer than a choice.
    """
    state = game.new(ladder.seats, ladder.options)
    watches = {bout.alone: Watch(), bout.others: Watch()}
    bots = [Timed(ladder.make(name), watches[name]) for name in bout.seating(ladder.seats)]
    began, began_work = perf_counter(), process_time()
    luck = ladder.luck_of(bout)
    play_out(state, bots, ladder.dice(bout), ladder.bot_dice(bout), luck)
    busy = min(1.0, (process_time() - began_work) / (perf_counter() - began))
    standing = sorted(state.standing(), key=lambda result: result.seat)
    return {
        "number": bout.number,
        "places": [result.place for result in standing],
        "scores": [result.score for result in standing],
        **({} if luck is None else {"luck": luck.of}),
        "cut_short": game.cut_short(state),
        "spent": [watches[name].plain(busy) for name in (bout.alone, bout.others)],
    }
