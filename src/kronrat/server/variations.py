"""Tables that go on from a moment of a finished game: what they begin with, worked out from its journal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kronrat.core.bends import bends_text
from kronrat.core.flow import CLOCK
from kronrat.core.game import Game
from kronrat.core.header import options_of, seats_of
from kronrat.core.journal import Journal
from kronrat.core.replay import Replay
from kronrat.core.seeds import KEYED_DICE, ONE_STREAM, SealedSeed, TableSeed, seed_bytes
from kronrat.core.variation import NoSuchMoment, beginning
from kronrat.server import wire
from kronrat.server.records import Lined, Origin
from kronrat.server.refusal import Refusal


@dataclass(frozen=True)
class Begun:
    """What a table that is a variation begins with."""

    game: str
    options: dict[str, str]
    seats: int
    dice: int  # the version of the dice
    origin: Origin
    nonces: list[str]  # with the same dice: what was added to them there
    secret: bytes | None  # that of the dice, where they are the same and have one
    lines: list[Lined]


def begin(
    game: Game, journal: Journal, wish: wire.NewVariation, table: str = "", by_bots: Collection[int] = ()
) -> Begun:
    """What the wish leads to; raises `Refusal` where the game has no such moment, `BrokenJournal` for a bad journal.

    `by_bots` are the numbers of the lines that a bot chose.
    """
    anew_for = next((number for number, seat in enumerate(wish.seats) if seat.kind == "me"), 0)
    place = _before_clock(game, journal, wish.at)
    try:
        begun = beginning(game, journal, place, anew_for if wish.dice == "new" else None)
    except NoSuchMoment as problem:
        raise Refusal("no_moment") from problem
    if len(wish.seats) != seats_of(journal):
        raise Refusal("malformed")
    bots = {id(journal.lines[number - 1]) for number in by_bots}
    seed = begun.seed
    assert not isinstance(seed, SealedSeed)
    nonces = [nonce.hex() for nonce in seed.nonces] if isinstance(seed, TableSeed) else []
    plain = "" if seed is None or nonces else seed_bytes(seed).hex()
    return Begun(
        game=game.id,
        options=game.settle_options(options_of(journal)),
        seats=seats_of(journal),
        dice=KEYED_DICE if begun.keyed else ONE_STREAM,
        origin=Origin(bends_text(begun.bends), table, plain),
        nonces=nonces,
        secret=seed.secret if isinstance(seed, TableSeed) else None,
        lines=[Lined(str(line), id(line) in bots) for line in begun.lines],
    )


def _before_clock(game: Game, journal: Journal, place: int) -> int:
    """A moment while a clock ran cannot be gone back to: then it is the one at which the clock began."""
    lines = [journal.lines[number - 1] for number in journal.counting()]
    if not game.real_time(game.settle_options(options_of(journal))) or not 0 <= place <= len(lines):
        return place
    run, began = Replay(game, Journal(dict(journal.header), lines)), 0
    for number in range(1, place + 1):
        before = run.match.state.decision(CLOCK)
        run.step()
        began = began if before is not None else number
    return place if run.match.state.decision(CLOCK) is None else began
