"""Records golden journals: games of any rules whose players choose by fixed dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.match import Match

FOLDER = Path(__file__).parent


def anything(options: list[Choice], chooser: Dice) -> Choice:
    return options[chooser.below(len(options))]


@dataclass(frozen=True)
class Golden:
    """One game to record. At each new turn of its calendar, and at the end, the journal gets the position's digest."""

    game: str
    name: str
    seats: int
    options: Mapping[str, str]
    calendar: str  # where the state counts what the journal is checked by
    choose: Callable[[list[Choice], Dice], Choice] = anything

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}-{self.name}-{self.seats}.journal"

    def record(self) -> Match:
        match = Match(kronrat.load(self.game), self.seats, self.options, seed=f"golden {self.name} {self.seats}")
        chooser = Dice(seed_of_text(f"golden choices {self.name} {self.seats}"))
        turn = 0
        while not match.over:
            if self.turn(match) != turn:
                turn = self.turn(match)
                match.checkpoint()
            deciding = match.state.deciding()
            seat = deciding[chooser.below(len(deciding))]
            match.play(seat, self.choose(match.state.options(seat), chooser))
        match.checkpoint()
        match.journal.header["scores"] = scores(match)
        return match

    def turn(self, match: Match) -> int:
        state: Any = match.state
        return int(getattr(state, self.calendar))

    def write(self) -> Path:
        self.path.write_text(self.record().journal.text(), encoding="utf-8")
        return self.path


def scores(match: Match) -> str:
    """The points of all seats, for the reader of a journal and for the test."""
    points = {result.seat: result.score for result in match.state.standing()}
    return " ".join(str(points[seat]) for seat in range(match.state.seats))
