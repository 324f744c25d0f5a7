"""Games through a Match, with journal and undo: bots in some seats or in all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kronrat.arena.sandglass import Sandglass
from kronrat.bots import Bot, BotName, Turn, failure_of, make_bot, refuse
from kronrat.core.dice import Dice, fresh_secret, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CLOCK, Choice
from kronrat.core.game import Game
from kronrat.core.match import Match
from kronrat.core.seeds import SealedSeed, Seed, seed_bytes


def let_bots_play(match: Match, bots: Mapping[int, Bot], dice: Dice) -> list[Event]:
    """Let the seats with bots answer until somebody else has to, or the game is over. Returns what happened.

    Time is simulated while a CLOCK runs for bots alone.
    """
    events: list[Event] = []
    sandglass = Sandglass(bots, dice)
    while True:
        deciding = match.state.deciding()
        seat = next((seat for seat in deciding if seat in bots), None)
        if CLOCK in deciding and all(seat in bots or seat == CLOCK for seat in deciding):
            act = sandglass.next(match.state)
            events += match.play(act.seat, act.choice, act.ms)
            if CLOCK not in match.state.deciding():
                sandglass.rest()
        elif seat is not None:
            turn = Turn(match.state, seat, dice)
            choice = _choice(bots[seat], turn)
            if choice not in turn.options:
                refuse(bots[seat], match.state, seat, choice)
            events += match.play(seat, choice)
        else:
            return events


def _choice(bot: Bot, turn: Turn) -> Choice:
    try:
        return bot.decide(turn)
    except Exception as problem:
        raise failure_of(bot, problem) from problem


def record(
    game: Game,
    seats: int,
    bots: Sequence[BotName | Bot],
    options: Mapping[str, str] | None = None,
    seed: Seed | None = None,
    keyed: bool = True,
) -> Match:
    """One finished game of bots, which are repeated over the seats in order; `match.journal` records it."""
    match = Match(game, seats, game.left_alone(options or {}), seed, keyed=keyed)
    players = {seat: make_bot(bots[seat % len(bots)]) for seat in range(seats)}
    let_bots_play(match, players, bot_dice(seed))
    return match


def bot_dice(seed: Seed | None) -> Dice:
    """Dice for the bots of a match: fixed where the seed is, and always separate from those of the game."""
    if seed is None or isinstance(seed, SealedSeed):
        return Dice(fresh_secret())
    return Dice(seed_of_text(f"{seed if isinstance(seed, str) else seed_bytes(seed).hex()}/bots"))
