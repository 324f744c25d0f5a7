"""Golden journals: whole games whose players choose by fixed dice, recorded once.

They must replay to the same positions for ever, and recording them again must give the same text. Otherwise the rules
changed, and with them the version of the rules.

    golden = Golden("my_game", "usual", 2, {}, calendar="round", folder=Path(__file__).parent / "golden")
    golden.write()    # once
    golden.check()    # in a test, for ever
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.journal import Journal
from kronrat.core.match import Match
from kronrat.core.replay import replay, verify
from kronrat.shelf import load


def anything(options: list[Choice], chooser: Dice) -> Choice:
    """One of the options, each with the same chance."""
    return options[chooser.below(len(options))]


@dataclass(frozen=True)
class Golden:
    """One game to record. At each new turn of its calendar, and at the end, the journal gets the position's digest."""

    game: str
    name: str
    seats: int
    options: Mapping[str, str]
    calendar: str  # the field of the state that says when the journal is checked
    folder: Path  # where the journal is
    choose: Callable[[list[Choice], Dice], Choice] = anything

    @property
    def path(self) -> Path:
        """The file of this journal."""
        return self.folder / f"{self.game}-{self.name}-{self.seats}.journal"

    def record(self) -> Match:
        """Play the game anew."""
        game = load(self.game)
        match = Match(game, self.seats, game.left_alone(self.options), f"golden {self.name} {self.seats}", keyed=False)
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
        """Which year or round it is, by the field that `calendar` names."""
        state: Any = match.state
        return int(getattr(state, self.calendar))

    def journal(self) -> Journal:
        """What was recorded."""
        return Journal.parse(self.path.read_text(encoding="utf-8"))

    def check(self) -> None:
        """Fails unless the journal replays as it was, with the dice of its seed, and would be recorded the same now."""
        journal, game = self.journal(), load(self.game)
        match = replay(game, journal)
        assert match.over, f"{self.path.name} does not hold a whole game"
        assert scores(match) == journal.header["scores"], f"{self.path.name} ends with other scores"
        verify(game, journal)
        assert self.record().journal.text() == journal.text(), f"{self.path.name} would be recorded differently now"

    def write(self) -> Path:
        """Record the game into its file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.record().journal.text(), encoding="utf-8")
        return self.path


def scores(match: Match) -> str:
    """The points of all seats, for the reader of a journal and for the test."""
    points = {result.seat: result.score for result in match.state.standing()}
    return " ".join(str(points[seat]) for seat in range(match.state.seats))
