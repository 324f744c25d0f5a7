"""Journals played again: every choice, every stated digest and, where the seed is known, the dice are checked."""

from __future__ import annotations

from kronrat.core.bends import bends_of
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, IllegalChoice
from kronrat.core.game import Game
from kronrat.core.header import check_version, has_keyed_dice, options_of, seats_of, seed_of
from kronrat.core.journal import HIDDEN, STILL_HIDDEN, BrokenJournal, Journal, Line
from kronrat.core.match import Match, WrongLine
from kronrat.core.notation import choice_text, seat_text
from kronrat.core.seeds import SealedSeed, Seed, TableSeed


class Replay:
    """Plays a journal line by line."""

    def __init__(self, game: Game, journal: Journal, seed: TableSeed | None = None, kind: type[Match] = Match) -> None:
        check_version(game, journal)
        self.source = journal
        self.chance_checked = 0
        known = seed_of(journal) if seed is None else seed
        self.match = _begin(game, journal, known, kind)
        self._done = 0
        self._check(0)

    @property
    def finished(self) -> bool:
        return self._done == len(self.source.lines)

    def step(self) -> list[Event]:
        """Play the next line."""
        number = self._done + 1
        line = self.source.lines[self._done]
        if line.choice == HIDDEN:
            raise BrokenJournal(self.source.row_of(number), STILL_HIDDEN)
        try:
            events = self.match.follow(line)
        except IllegalChoice as refusal:
            raise BrokenJournal(self.source.row_of(number), self._expected(line, refusal)) from refusal
        except WrongLine as problem:
            raise BrokenJournal(self.source.row_of(number), str(problem)) from problem
        self.chance_checked += line.seat == CHANCE and line.undoes is None and self.match.dice_known
        self._done = number
        self._check(number)
        return events

    def _check(self, number: int) -> None:
        """Compare the digest stated after this line, if there is one."""
        stated = self.source.checks.get(number)
        if stated is None:
            return
        if stated != self.match.game.digest(self.match.state):
            raise BrokenJournal(
                self.source.check_rows.get(number, 1), f"expected the position {stated[:40]}, found another"
            )
        self.match.journal.checks[number] = stated

    def run(self) -> Match:
        """Play all lines."""
        while not self.finished:
            self.step()
        return self.match

    def _expected(self, line: Line, refusal: IllegalChoice) -> str:
        state = self.match.state
        found = f"found '{line}' ({refusal.reason.rule})"
        seats = state.deciding()
        if not seats:
            return f"expected the end of the game, {found}"
        if line.seat not in seats:
            return f"expected a choice of seat {', '.join(map(seat_text, seats))}, {found}"
        options = state.options(line.seat)
        listed = " | ".join(choice_text(option) for option in options[:8])
        more = " | …" if len(options) > 8 else ""
        return f"expected {listed or 'a chance answer'}{more}, {found}"


def replay(game: Game, journal: Journal, seed: TableSeed | None = None) -> Match:
    """The match that a journal records, ready to be played on if its dice are known."""
    return Replay(game, journal, seed).run()


def verify(game: Game, journal: Journal) -> int:
    """Prove that every chance answer came from the committed seed, in order; returns how many were checked.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> kronrat.verify(game, kronrat.Match(game, 2, seed="an example").journal) > 0
    True
    """
    if isinstance(seed_of(journal), SealedSeed):
        raise BrokenJournal(1, "expected the revealed secret in the header: without it the dice cannot be checked")
    run = Replay(game, journal)
    run.run()
    if not run.chance_checked:
        raise BrokenJournal(1, "no die was rolled, so there is nothing to check")
    return run.chance_checked


def _begin(game: Game, journal: Journal, seed: Seed, kind: type[Match]) -> Match:
    """A match at its very first decision, before CHANCE has answered."""
    seats = seats_of(journal)
    bends = bends_of(journal, seats)
    if isinstance(seed, SealedSeed) and any([bend.seat is not None for bend in bends]):
        raise BrokenJournal(1, "expected the revealed secret in the header: what was dealt anew follows from it")
    try:
        match = kind(game, seats, options_of(journal), seed, roll=False, keyed=has_keyed_dice(journal), bends=bends)
    except BrokenJournal:
        raise
    except ValueError as problem:
        raise BrokenJournal(journal.row_of_header("options"), str(problem)) from problem
    match.journal.header = {name: value for name, value in journal.header.items() if name != "secret"}
    return match
