"""Sitting down: a new table as it was asked for, or the one in a saved game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kronrat.arena.record import bot_dice
from kronrat.bots import LEVELS, USUAL, Bot, Budget, list_bots, make_bot, short_name
from kronrat.cli.errors import Refused
from kronrat.cli.files import read_game
from kronrat.cli.session import Session
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import words_of
from kronrat.core.flow import CHANCE
from kronrat.core.game import BadOption, Game
from kronrat.core.header import seats_of
from kronrat.core.journal import BrokenJournal
from kronrat.core.match import Match
from kronrat.core.replay import replay
from kronrat.core.seeds import Seed, TableSeed, fresh_table_seed
from kronrat.core.variation import NoSuchMoment, play_on
from kronrat.shelf import load
from kronrat.words import Words

ME = 0
HUMAN = "human"  # marks the person among the bots in the header of a saved game
USUAL_SEATS = 4
GOES_ON = "--resume goes on with the game as it was set up"


@dataclass(frozen=True)
class Moment:
    """From where somebody wants to play on."""

    file: Path
    line: int | None
    dice: str
    seat: int | None


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    game: str
    seats: int | None = None
    bots: str | None = None
    options: Sequence[str] = field(default_factory=tuple)
    seed: str | None = None
    lang: str | None = None
    name: str | None = None
    data: Path | None = None
    resume: Path | None = None
    think_ms: float | None = None
    moment: Moment | None = None

    @property
    def budget(self) -> Budget | None:
        return None if self.think_ms is None else Budget(ms=self.think_ms)


def open_table(wishes: Wishes) -> Session:
    if wishes.moment is not None:
        return _varied_table(wishes, wishes.moment)
    return _new_table(wishes) if wishes.resume is None else _saved_table(wishes, wishes.resume)


def _new_table(wishes: Wishes) -> Session:
    game = load(wishes.game, wishes.data)
    seats = _seat_count(game, wishes.seats)
    seed = fresh_table_seed() if wishes.seed is None else wishes.seed
    match = Match(game, seats, settings(wishes.options), seed)
    if game.real_time(match.options):
        raise BadOption(f"the terminal keeps no clock: choose one of {', '.join(_without_clock(game, match.options))}")
    return _seated(wishes, match, ME, seed)


def _seated(wishes: Wishes, match: Match, me: int, seed: Seed) -> Session:
    """Bots in all seats but mine."""
    game, seats = match.game, match.state.seats
    wanted = _repeated(names_in(USUAL if wishes.bots is None else wishes.bots), seats - 1)
    wanted.insert(me, HUMAN)
    bots = {seat: make_bot(bot, wishes.budget) for seat, bot in enumerate(wanted) if seat != me}
    sitting = [short_name(bot) for bot in wanted]
    mine, *others = _names([bots[seat] for seat in sorted(bots)], wishes)
    names = (*others[:me], mine, *others[me:])
    match.journal.header |= {"bots": " ".join(sitting), "names": "|".join(names)}
    words = words_of(wishes.lang, game.id, game.variant(match.options), names)
    secret = seed.secret.hex() if isinstance(seed, TableSeed) else ""
    return Session(match, me, bots, bot_dice(seed), words, secret)


def _seat_count(game: Game, wanted: int | None) -> int:
    if wanted is None:
        return USUAL_SEATS if USUAL_SEATS in game.seat_counts else game.seat_counts[-1]
    game.check_seats(wanted)
    return wanted


def _repeated(bots: Sequence[str], seats: int) -> list[str]:
    if len(bots) > seats:
        raise BadOption(f"{len(bots)} bots are too many for the seats beside you: {seats}")
    return [bots[seat % len(bots)] for seat in range(seats)]


def _names(bots: Sequence[Bot], wishes: Wishes) -> tuple[str, ...]:
    """Bots are named after their kind, with a number if there are several of it."""
    mine = (wishes.name or "").strip() or words_of(wishes.lang).say("cli.human")
    if "|" in mine or not mine.isprintable():
        raise BadOption("--name: a name has no | and no control characters")
    met: Counter[str] = Counter()
    names = [mine]
    titles = [_title(bot.title(), words_of(wishes.lang)) for bot in bots]
    for title in titles:
        met[title] += 1
        names.append(f"{title} {met[title]}" if titles.count(title) > 1 else title)
    return tuple(names)


def _title(title: str, words: Words) -> str:
    """A level has a name in each language, any other bot one of its own."""
    return words.say(f"bot.{title}") if title in LEVELS else title[:1].upper() + title[1:]


# -- a saved game ------------------------------------------------------------------------------------------------


def _varied_table(wishes: Wishes, moment: Moment) -> Session:
    """The table at a moment of a saved game."""
    same = moment.dice == "same"
    if moment.dice not in ("same", "new"):
        raise Refused(f"--dice {moment.dice}: expected same or new")
    settled = {
        "--seats": wishes.seats is not None,
        "--option": bool(wishes.options),
        "--seed": same and wishes.seed is not None,
        "--resume": wishes.resume is not None,
    }
    given = [option for option, is_given in settled.items() if is_given]
    if given:
        raise Refused(f"--from plays on from a saved game as it was; leave out {', '.join(given)}")
    file = moment.file
    journal, game = read_game(file, wishes.data)
    if game.id != wishes.game:
        raise Refused(f"{file}: is a game of {game.id}, not of {wishes.game}")
    sitting = journal.header.get("bots", "").split()
    me = moment.seat if moment.seat is not None else sitting.index(HUMAN) if HUMAN in sitting else ME
    last = len(journal.lines)
    if moment.line is None or not 0 <= moment.line <= last:
        raise Refused(f"--at: say after which line to play on, from 0 to {last}")
    place = len([number for number in journal.counting() if number <= moment.line])
    fresh: Seed = fresh_table_seed() if wishes.seed is None else wishes.seed
    try:
        if not 0 <= me < seats_of(journal):
            raise NoSuchMoment(f"there is no seat {me}")
        match = play_on(game, journal, place, None if same else me, fresh)
        seed = match.seed_in_force if same else fresh
    except (BrokenJournal, NoSuchMoment) as problem:
        raise Refused(f"{file}: {problem}") from None
    if game.real_time(match.options):
        raise Refused(f"{file}: the terminal keeps no clock")
    return _seated(wishes, match, me, seed)


def _saved_table(wishes: Wishes, file: Path) -> Session:
    settled = {
        "--seats": wishes.seats is not None,
        "--bots": wishes.bots is not None and set(names_in(wishes.bots)) <= set(list_bots()),
        "--option": bool(wishes.options),
        "--seed": wishes.seed is not None,
        "--name": wishes.name is not None,
    }
    given = [option for option, is_given in settled.items() if is_given]
    if given:
        raise Refused(f"{GOES_ON}; leave out {', '.join(given)}")
    journal, game = read_game(file, wishes.data)
    if game.id != wishes.game:
        raise Refused(f"{file}: is a game of {game.id}, not of {wishes.game}")
    try:
        match = replay(game, journal)
    except BrokenJournal as problem:
        raise Refused(f"{file}: {problem}") from None
    if match.over:
        raise Refused(f"{file}: this game is over; kronrat replay shows it")
    if "seed" not in journal.header and "secret" not in journal.header:
        raise Refused(f"{file}: line 1: expected the secret of the dice, without which the game cannot go on")
    if match.state.deciding() == (CHANCE,):
        end = journal.rows[-1] + 1 if journal.rows else len(journal.header) + 3
        raise Refused(f"{file}: line {end}: expected a chance answer, found the end of the file")
    sitting = journal.header.get("bots", "").split()
    if len(sitting) != match.state.seats or sitting.count(HUMAN) != 1:
        raise Refused(f"{file}: line 1: expected in the header who sits where: bots human BOT …")
    me = sitting.index(HUMAN)
    bots = {seat: make_bot(bot, wishes.budget) for seat, bot in _bots_again(sitting, wishes, file).items()}
    words = words_of(wishes.lang, game.id, game.variant(match.options), journal.names)
    return Session(match, me, bots, bot_dice(None), words, journal.header.get("secret", ""))


def _bots_again(sitting: Sequence[str], wishes: Wishes, file: Path) -> dict[int, str]:
    """Which bot is in which seat. One that is not installed has to be named again: a saved game never runs code."""
    strange = [bot for bot in dict.fromkeys(sitting) if bot != HUMAN and bot not in list_bots()]
    named = [] if wishes.bots is None else names_in(wishes.bots)
    unasked = [bot for bot in named if short_name(bot) not in strange]
    if unasked:
        raise Refused(f"{GOES_ON}; leave out --bots {','.join(unasked)}")
    known = {short_name(bot): bot for bot in named}
    missing = [bot for bot in strange if bot not in known]
    if missing:
        raise Refused(f"{file}: has bots that are not installed here; name them with --bots: {', '.join(missing)}")
    return {seat: known.get(bot, bot) for seat, bot in enumerate(sitting) if bot != HUMAN}


def _without_clock(game: Game, options: Mapping[str, str]) -> list[str]:
    """What to choose instead, so that a table needs no clock."""
    return [
        f"{switch.name}={value}"
        for switch in game.switches(options)
        for value in ([] if switch.many else switch.values)
        if not game.real_time({**options, switch.name: value})
    ]
