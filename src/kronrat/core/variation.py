"""Playing on from a moment of another game: with the same dice ("what if"), or with new ones ("how good is it").

With the same dice all stays as it was: what fell falls again, and what was hidden is what it was. With new dice the
truth of the other game would answer a question that nobody at the table could ask, so whatever the seat that plays on
did not know is dealt anew by `Game.redeal`, from the new dice; what others had answered in a phase that is still
sealed, they answer again.

A variation is a journal of its own. It repeats the lines before the moment and names its origin, so that it can be
checked alone, and against its origin line by line (`verify_origin`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from kronrat.core.bends import Bend, bends_of, bends_text
from kronrat.core.game import Game
from kronrat.core.header import has_keyed_dice, options_of, seats_of, seed_of
from kronrat.core.journal import BrokenJournal, Journal, Line
from kronrat.core.match import Match
from kronrat.core.replay import Replay
from kronrat.core.seeds import SealedSeed, Seed, fresh_table_seed, seed_bytes

# What makes a game this one and no other; names, times and what was taken back do not.
_IDENTITY = ("game", "rules", "data", "seats", "options", "dice", "origin", "seed", "commitment", "nonces")


class NoSuchMoment(ValueError):
    """A moment that the game did not have, or at which it was over."""


@dataclass(frozen=True)
class Beginning:
    """What a variation begins with."""

    lines: list[Line]
    bends: tuple[Bend, ...]
    seed: Seed | None  # None: new dice are to be drawn
    keyed: bool


def digest_of(journal: Journal) -> str:
    """A name for a game that was played: the same for every copy of its journal."""
    header = {name: journal.header[name] for name in _IDENTITY if name in journal.header}
    lines = [Line(line.seat, line.choice) for line in _counting(journal)]
    return sha256(Journal(header, lines).text().encode()).hexdigest()


def beginning(game: Game, journal: Journal, place: int, anew_for: int | None = None) -> Beginning:
    """The lines before a moment: after `place` lines that count, with the same dice, or with new ones for a seat."""
    if isinstance(seed_of(journal), SealedSeed):
        raise BrokenJournal(
            1, "expected the revealed secret in the header: nobody plays on from a game that still runs"
        )
    counting = _counting(journal)
    if not 0 <= place <= len(counting):
        raise NoSuchMoment(f"the game has lines 0 to {len(counting)}, not {place}")
    if anew_for is not None and not 0 <= anew_for < seats_of(journal):
        raise NoSuchMoment(f"there is no seat {anew_for}")
    before, digest = bends_of(journal, seats_of(journal)), digest_of(journal)
    lines, kept = counting[:place], tuple([bend for bend in before if bend.lines <= place])
    match = _reach(game, journal, lines, before)
    if match.over:
        raise NoSuchMoment("the game is over here")
    seed, keyed = match.seed_in_force, has_keyed_dice(journal)
    assert not isinstance(seed, SealedSeed)
    if anew_for is None:
        return Beginning(lines, (*kept, Bend(place, digest, place)), seed, keyed)
    sealed = match.sealed_by_others(anew_for)
    fixed = max([bend.lines for bend in kept], default=0)
    lines = [line for number, line in enumerate(lines, 1) if number <= fixed or number not in sealed]
    bend = Bend(place, digest, len(lines), anew_for, seed_bytes(seed))
    return Beginning(lines, (*kept, bend), None, keyed)


def play_on(
    game: Game,
    journal: Journal,
    place: int,
    anew_for: int | None = None,
    seed: Seed | None = None,
    kind: type[Match] = Match,
) -> Match:
    """A match that goes on from a moment of a finished game, after `place` lines that count.

    With the same dice, unless `anew_for` names a seat: then hidden things are dealt anew from what it knew, with new
    dice from `seed`, or from a fresh one.
    """
    begun = beginning(game, journal, place, anew_for)
    own = begun.seed if begun.seed is not None else fresh_table_seed() if seed is None else seed
    options = options_of(journal)
    match = kind(game, seats_of(journal), options, own, roll=False, keyed=begun.keyed, bends=begun.bends)
    for line in begun.lines:
        match.follow(line)
    while (roll := match.next_roll()) is not None:
        match.opening += match.append(roll)
    return match


def verify_origin(game: Game, journal: Journal, origin: Journal) -> Bend:
    """Prove that a journal is a variation of this one, and return where it begins; raises `BrokenJournal`.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> match = kronrat.Match(game, 2, seed="an example")
    >>> try:
    ...     kronrat.verify_origin(game, match.journal, match.journal)
    ... except kronrat.BrokenJournal as broken:
    ...     print(broken)
    line 1: expected a line 'origin' in the header: this is no variation
    """
    bends = bends_of(journal, seats_of(journal))
    if not bends:
        raise BrokenJournal(1, "expected a line 'origin' in the header: this is no variation")
    last, row = bends[-1], journal.row_of_header("origin")
    if last.digest != digest_of(origin):
        raise BrokenJournal(row, "it names another origin")
    try:
        begun = beginning(game, origin, last.place, last.seat)
    except NoSuchMoment as problem:
        raise BrokenJournal(row, str(problem)) from problem
    if begun.bends != bends or begun.keyed != has_keyed_dice(journal):
        raise BrokenJournal(row, "it does not begin as its origin does")
    if begun.seed is not None and seed_of(journal) != begun.seed:
        raise BrokenJournal(row, "it does not have the dice of its origin")
    for number, (mine, theirs) in enumerate(zip(journal.lines, begun.lines, strict=False), 1):
        if (mine.seat, mine.choice) != (theirs.seat, theirs.choice):
            raise BrokenJournal(journal.row_of(number), f"expected '{theirs}' as in its origin, found '{mine}'")
    return last


def _counting(journal: Journal) -> list[Line]:
    return [journal.lines[number - 1] for number in journal.counting()]


def _reach(game: Game, journal: Journal, lines: list[Line], bends: Sequence[Bend]) -> Match:
    """The match after the first lines of a journal, those alone that count; later bends are still to come."""
    header, kept = dict(journal.header), [bend for bend in bends if bend.lines <= len(lines)]
    header.pop("origin", None)
    if kept:
        header["origin"] = bends_text(kept)
    later = [bend.seed for bend in bends if bend.lines > len(lines) and bend.seat is not None]
    if later:
        header = {name: value for name, value in header.items() if name not in ("commitment", "nonces", "secret")}
        header["seed"] = later[0].hex()
    return Replay(game, Journal(header, lines)).run()
