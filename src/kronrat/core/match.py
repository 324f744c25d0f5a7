"""A match: one game being played, with its journal and its dice. It answers CHANCE by itself."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from kronrat.core import dice as fair
from kronrat.core.dice import Dice
from kronrat.core.events import Event, SealsBroken
from kronrat.core.flow import CHANCE, Choice, IllegalChoice, Reason, State, Together
from kronrat.core.game import Game
from kronrat.core.journal import HIDDEN, BrokenJournal, Journal, Line, join_pairs, split_pairs
from kronrat.core.notation import choice_text, seat_text

NONCE_BYTES = 16
CHECKPOINTS, APART = 4, 16  # how many earlier positions a match keeps, and how many choices lie between two of them


@dataclass(frozen=True)
class TableSeed:
    """The dice of a table: a secret the host committed to, and what each human seat added afterwards."""

    secret: bytes
    nonces: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if len(self.secret) != fair.SEED_BYTES:
            raise ValueError(f"a secret has {fair.SEED_BYTES} bytes")
        if not self.nonces:
            raise ValueError("a table needs a nonce: without one its commitment would be its seed")
        if any(len(nonce) != NONCE_BYTES for nonce in self.nonces):
            raise ValueError(f"a nonce has {NONCE_BYTES} bytes")

    @property
    def seed(self) -> bytes:
        return fair.seed_of_table(self.secret, self.nonces)


Seed = str | bytes | TableSeed | None
UNKNOWN = b""  # the seed of a journal whose secret is still kept


def fresh_table_seed(players: int = 1) -> TableSeed:
    """The seed of a table whose players leave their nonces to the program."""
    return TableSeed(fair.fresh_secret(), tuple([fair.fresh_secret()[:NONCE_BYTES] for _ in range(players)]))


@dataclass(frozen=True, slots=True)
class _Mark:
    """What the match remembers of a line, to judge whether it can still be taken back."""

    dice_after: int
    sealed: bool  # given inside a sealed phase
    unsealed: bool  # its answer was the last one of a sealed phase
    revealed: bool  # somebody learned something hidden through it
    witnesses: tuple[int, ...] | None


class _Positions:
    """A few positions that a match has been in, so that taking something back need not begin at the beginning.

    The newest one lies before the newest choice, which is the one mostly taken back.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, State]] = []  # after how many choices, and the position; it is never played on

    def note(self, choices: int, state: State) -> None:
        """Keep the position after so many choices, just before the next one."""
        kept = self._kept
        if kept and kept[-1][0] == choices:
            return
        if kept and kept[-1][0] % APART:
            kept.pop()
        kept.append((choices, state.clone()))
        if len(kept) > CHECKPOINTS + 1:
            del kept[0]

    def before(self, choices: int) -> tuple[int, State] | None:
        """The newest position after at most so many choices, to play on; those behind it are forgotten."""
        while self._kept and self._kept[-1][0] > choices:
            self._kept.pop()
        if not self._kept:
            return None
        reached, state = self._kept[-1]
        return reached, state.clone()


class UndoRefused(ValueError):
    """This choice cannot be taken back, or not without the others' consent."""


class WrongLine(ValueError):
    """A line that cannot follow here: the dice fall otherwise, or an undo takes back what has to stand."""


class Match:
    """State, journal and dice of one game.

    `seed` is a text (its SHA-256 is the seed), 32 bytes, or a `TableSeed`. Without one a fresh secret is drawn, of
    which only the commitment is published until the game is over. With `follow` the match waits for a journal to
    answer CHANCE, and the seed may be `UNKNOWN`.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        seed: Seed = None,
        follow: bool = False,
    ) -> None:
        game.check_seats(seats)
        self.game = game
        self.options = game.settle_options(options or {})
        self._table_seed = _table_seed(seed)
        self._dice = _dice(seed if self._table_seed is None else self._table_seed)
        self.journal = Journal(_header(game, seats, self.options, self._dice_header(seed)))
        self._marks: list[_Mark] = []
        self._counting: list[int] = []  # what `journal.counting` would tell, without reading all lines each time
        self._private: list[int] = []  # the lines that not everybody may know at once
        self._positions = _Positions()
        self.state: State = game.new(seats, self.options)
        self.opening: list[Event] = [] if follow else self._roll()

    def _dice_header(self, seed: Seed) -> dict[str, str]:
        if self._table_seed is None:
            return {"seed": _seed_bytes(seed).hex()}
        nonces = ",".join(nonce.hex() for nonce in self._table_seed.nonces)
        return {"commitment": fair.commitment(self._table_seed.secret), "nonces": nonces}

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    def play(self, seat: int, choice: Choice, ms: int | None = None) -> list[Event]:
        """Make a seat's choice, checked, and let CHANCE speak until somebody must decide. Returns what happened."""
        self._check_choice(seat, choice, ms)
        events = self._append(Line(seat, choice, ms))
        return events + self._roll()

    def lines_of(self, seat: int, choice: Choice, ms: int | None = None) -> list[Line]:
        """What `play` would add to the journal, the answers of CHANCE included; nothing is played yet."""
        self._check_choice(seat, choice, ms)
        world = self.state.clone()
        world.apply(seat, choice)
        return [Line(seat, choice, ms), *self._rolls_of(world)]

    def lines_of_opening(self) -> list[Line]:
        """What CHANCE says before the first choice."""
        return self._rolls_of(self.state.clone())

    def _rolls_of(self, world: State) -> list[Line]:
        """The answers of CHANCE in this world from here on; the dice of the match stay where they are."""
        dice, rolls = cast(Dice, self._dice), list[Line]()
        position = dice.position
        while world.deciding() == (CHANCE,):
            answer = world.sample(dice)
            rolls.append(Line(CHANCE, answer))
            world.apply(CHANCE, answer)
        dice.position = position
        return rolls

    def _check_choice(self, seat: int, choice: Choice, ms: int | None) -> None:
        reason = self.state.why_not(seat, choice)
        if reason is None and seat == CHANCE:
            reason = Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": self.state.deciding()})
        if reason is not None:
            raise IllegalChoice(seat, choice, reason)
        if ms is not None and (type(ms) is not int or ms < 0):
            raise ValueError(f"{ms!r} is no time in milliseconds")
        if self._dice is None:
            raise ValueError("the dice of this match are a secret that was not revealed")

    def _roll(self) -> list[Event]:
        events: list[Event] = []
        while self._dice is not None and self.state.deciding() == (CHANCE,):
            events += self._append(Line(CHANCE, self.state.sample(self._dice)))
        return events

    def _append(self, line: Line) -> list[Event]:
        state, events = self.state, list[Event]()
        top = state.stack[-1]
        decision = state.decision(line.seat)
        sealed = isinstance(top, Together) and top.sealed
        witnesses = (line.seat,) if sealed or decision is None else decision.witnesses(state)
        self._positions.note(len(self._counting), state)
        state.listener = events.append
        state.apply(line.seat, line.choice)
        state.listener = None
        self.journal.lines.append(line)
        position = 0 if self._dice is None else self._dice.position
        unsealed = any([isinstance(event, SealsBroken) for event in events])
        revealed = any([event.reveals for event in events])
        self._marks.append(_Mark(position, sealed, unsealed, revealed, witnesses))
        self._counting.append(len(self._marks))
        if witnesses is not None:
            self._private.append(len(self._marks))
        if state.over and self._table_seed is not None:
            self.journal.header["secret"] = self._table_seed.secret.hex()
        return events

    def follow(self, line: Line) -> list[Event]:
        """Take over a line that was played elsewhere: checked like any other, the dice against the seed if known."""
        if line.undoes is not None:
            self._follow_undo(line, line.undoes)
            return []
        reason = self.state.why_not(line.seat, line.choice)
        if reason is not None:
            raise IllegalChoice(line.seat, line.choice, reason)
        if line.seat == CHANCE and self._dice is not None:
            drawn = self.state.sample(self._dice)
            if drawn != line.choice:
                raise WrongLine(f"the seed gives '* {choice_text(drawn)}', found '* {choice_text(line.choice)}'")
        return self._append(line)

    def _follow_undo(self, line: Line, number: int) -> None:
        """A choice is taken back only while it is the last one, or the seat's newest of a phase still sealed."""
        is_last = number == self._counting[-1]
        stands = is_last or (self.newest(line.seat) == number and self._still_sealed(self._from(number)))
        if self.over or not stands:
            raise WrongLine(f"choice {number} could not be taken back here")
        struck = self._strike(line)
        try:
            self._rebuild(struck)
        except IllegalChoice as problem:
            raise WrongLine(f"the rest does not stand without choice {number}") from problem

    @property
    def dice_known(self) -> bool:
        return self._dice is not None

    # -- undo ----------------------------------------------------------------------------------------------------

    def newest(self, seat: int) -> int | None:
        """The number of the seat's newest choice that still counts."""
        for n in reversed(self._counting):
            if self.journal.lines[n - 1].seat == seat >= 0:
                return n
        return None

    def _from(self, number: int) -> list[int]:
        """This choice and all later ones that still count."""
        return self._counting[bisect_left(self._counting, number) :]

    def undo_is_free(self, seat: int) -> bool:
        """Whether the seat may take back its newest choice without asking anybody."""
        number = self.newest(seat)
        if number is None or self.over:
            return False
        later = self._from(number)
        if any([self._marks[n - 1].revealed for n in later]):
            return False
        return len(later) == 1 or self._still_sealed(later)

    def _still_sealed(self, numbers: list[int]) -> bool:
        """Whether all these choices belong to a sealed phase that is not over."""
        return all([self._marks[n - 1].sealed and not self._marks[n - 1].unsealed for n in numbers])

    def undo(self, seat: int, consent: bool = False, ms: int | None = None) -> None:
        """Take back the seat's newest choice; with the others' consent also what followed it.

        The dice go back too, so the same chance answers come again in the same order.
        """
        self._rebuild(min([self._strike(line) for line in self.lines_of_undo(seat, consent, ms)]))

    def lines_of_undo(self, seat: int, consent: bool = False, ms: int | None = None) -> list[Line]:
        """What `undo` would add to the journal; nothing is taken back yet."""
        number = self.newest(seat)
        if self.over:
            raise UndoRefused("the game is over and its dice are known")
        if number is None:
            raise UndoRefused("this seat has no choice to take back")
        if self.undo_is_free(seat):
            taken = [number]
        elif consent:
            taken = self._from(number)
        else:
            raise UndoRefused("dice were rolled, somebody learned something or chose since: the others must agree")
        return [Line(self.journal.lines[n - 1].seat, ("undo", n), ms) for n in reversed(taken)]

    def _strike(self, line: Line) -> int:
        """Let a choice count no more; returns how many of those that count were made before it."""
        number = cast(int, line.undoes)
        self.journal.lines.append(line)
        self._marks.append(_Mark(0, sealed=False, unsealed=False, revealed=False, witnesses=None))
        place = bisect_left(self._counting, number)
        del self._counting[place]
        return place

    def _rebuild(self, struck: int) -> None:
        """The state is the replay of the choices that count, where those before the struck one are as they were.

        The later ones are checked again, for they were made in another position.
        """
        reached, self.state = self._positions.before(struck) or (0, self.game.new(self.state.seats, self.options))
        for done in range(reached, len(self._counting)):
            line = self.journal.lines[self._counting[done] - 1]
            self._positions.note(done, self.state)
            if done < struck:
                self.state.apply(line.seat, line.choice)
            else:
                self.state.play(line.seat, line.choice)
        self.journal.header.pop("secret", None)
        if self._dice is not None:
            rolled = [n for n in reversed(self._counting) if self.journal.lines[n - 1].seat == CHANCE]
            self._dice.position = self._marks[rolled[0] - 1].dice_after if rolled else 0

    # -- the journal as others may see it -------------------------------------------------------------------------

    def journal_for(self, seat: int | None) -> Journal:
        """The journal with what this seat may not know yet left out; the full one once the game is over."""
        if self.over:
            return Journal(dict(self.journal.header), self.journal.lines[:], dict(self.journal.checks))
        hidden = self.hidden_from(seat)
        lines = [
            Line(line.seat, HIDDEN, line.ms) if n in hidden else line for n, line in enumerate(self.journal.lines, 1)
        ]
        header = {name: value for name, value in self.journal.header.items() if name not in ("seed", "secret")}
        return Journal(header, lines)

    def hidden_from(self, seat: int | None) -> set[int]:
        """The numbers of the lines whose answers this seat may not know yet."""
        if self.over:
            return set()
        hidden = {n for n in self._private if seat not in cast(tuple[int, ...], self._marks[n - 1].witnesses)}
        sealed = [n for n in hidden if self._marks[n - 1].sealed]
        if sealed:
            counting = set(self._counting)
            opened = next((n for n in reversed(self._counting) if self._marks[n - 1].unsealed), 0)
            hidden -= {n for n in sealed if n <= opened and n in counting}
        return hidden

    def checkpoint(self) -> None:
        """Write the digest of the present position into the journal."""
        self.journal.checks[len(self.journal.lines)] = self.game.digest(self.state)


class Replay:
    """Plays a journal line by line, checking every choice, every stated digest and, if the seed is known, the dice."""

    def __init__(self, game: Game, journal: Journal, seed: TableSeed | None = None) -> None:
        header = journal.header
        for name, mine in (("game", game.id), ("rules", str(game.rules_version)), ("data", game.data_digest)):
            if header.get(name) != mine:
                raise BrokenJournal(journal.row_of_header(name), f"{name} is {header.get(name)!r}, expected {mine!r}")
        self.source = journal
        self.chance_checked = 0
        known = _known_seed(journal) if seed is None else seed
        self.match = _begin(game, journal, known)
        self._done = 0
        self._check(0)

    @property
    def finished(self) -> bool:
        return self._done == len(self.source.lines)

    def step(self) -> list[Event]:
        """Play the next line."""
        number = self._done + 1
        line = self.source.lines[self._done]
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
    """The match that a journal tells, ready to go on where its dice are known."""
    return Replay(game, journal, seed).run()


def verify(game: Game, journal: Journal) -> int:
    """Prove that every chance answer came from the committed seed, in order; returns how many were checked."""
    if _known_seed(journal) is None:
        raise BrokenJournal(1, "expected the revealed secret in the header: without it the dice cannot be checked")
    run = Replay(game, journal)
    run.run()
    if not run.chance_checked:
        raise BrokenJournal(1, "no die was rolled, so there is nothing to check")
    return run.chance_checked


def _begin(game: Game, journal: Journal, seed: Seed) -> Match:
    """A match at its very first decision, before CHANCE has spoken."""
    header = journal.header
    seats = header.get("seats", "")
    if not seats.isascii() or not seats.isdigit() or len(seats) > 2:
        raise BrokenJournal(journal.row_of_header("seats"), "expected 'seats' and a number")
    if "options" not in header:
        raise BrokenJournal(1, "expected a line 'options' in the header")
    try:
        options = split_pairs(header["options"].split())
        match = Match(game, int(seats), options, UNKNOWN if seed is None else seed, follow=True)
    except ValueError as problem:
        raise BrokenJournal(journal.row_of_header("options"), str(problem)) from problem
    match.journal.header = {name: value for name, value in header.items() if name != "secret"}
    return match


def _known_seed(journal: Journal) -> Seed:
    """The seed a header tells, checked against its commitment; None while the secret is kept."""
    header = journal.header
    if "seed" in header and "commitment" in header:
        raise BrokenJournal(
            journal.row_of_header("seed"), "a seed stands beside a commitment; only its secret can open it"
        )
    if "seed" in header:
        return _hex(journal, "seed", header["seed"], fair.SEED_BYTES)
    if "secret" not in header:
        return None
    secret = _hex(journal, "secret", header["secret"], fair.SEED_BYTES)
    parts = [part for part in header.get("nonces", "").split(",") if part]
    if not parts:
        raise BrokenJournal(journal.row_of_header("nonces"), "expected at least one nonce")
    if fair.commitment(secret) != header.get("commitment"):
        raise BrokenJournal(journal.row_of_header("secret"), "the secret does not fit its commitment")
    return TableSeed(secret, tuple([_hex(journal, "nonces", part, NONCE_BYTES) for part in parts]))


def _hex(journal: Journal, name: str, text: str, size: int) -> bytes:
    if not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise BrokenJournal(journal.row_of_header(name), f"expected {2 * size} hexadecimal digits as {name}")
    return bytes.fromhex(text)


def _table_seed(seed: Seed) -> TableSeed | None:
    if seed is None:
        return fresh_table_seed()
    return seed if isinstance(seed, TableSeed) else None


def _dice(seed: Seed) -> Dice | None:
    if isinstance(seed, TableSeed):
        return Dice(seed.seed)
    return None if seed == UNKNOWN else Dice(_seed_bytes(seed))


def _seed_bytes(seed: Seed) -> bytes:
    if isinstance(seed, str):
        return fair.seed_of_text(seed)
    if isinstance(seed, bytes):
        return seed
    raise TypeError("no seed")


def _header(game: Game, seats: int, options: Mapping[str, str], dice: Mapping[str, str]) -> dict[str, str]:
    return {
        "game": game.id,
        "rules": str(game.rules_version),
        "data": game.data_digest,
        "seats": str(seats),
        "options": join_pairs(options),
        **dice,
    }
