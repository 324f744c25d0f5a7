"""A match: one game being played, with its journal and its dice. It answers CHANCE by itself."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import mypyc_attr

from kronrat.core.bends import Bend, bends_text
from kronrat.core.dice import Dice, stream_key
from kronrat.core.events import Event, SealsBroken
from kronrat.core.flow import CHANCE, Choice, IllegalChoice, Reason, State, Together
from kronrat.core.game import Game
from kronrat.core.header import header_of
from kronrat.core.journal import HIDDEN, Journal, Line
from kronrat.core.notation import choice_text
from kronrat.core.pauses import Pause, Watch
from kronrat.core.seeds import SealedSeed, Seed, TableSeed, dice_of, fresh_table_seed, seed_bytes
from kronrat.core.undo import History, UndoRefused, mark_of


class WrongLine(ValueError):
    """A line that cannot follow here: the dice show something else, or an undo takes back what cannot be undone."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """State, journal and dice of one game.

    `seed` is a text (its SHA-256 is the seed), 32 bytes, or a `TableSeed`. Without one a fresh secret is drawn, of
    which only the commitment is published until the game is over. With `roll` off the match stops before its first
    chance answer, to follow a journal from there; then the seed may be a `SealedSeed`. Every moment has dice of its
    own, whatever was chosen before; with `keyed` off all draws come from one stream. `bends` are for a variation of
    another game, whose lines are to be followed first (`kronrat.core.variation`). `like` is for `fork` alone.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        seed: Seed | None = None,
        roll: bool = True,
        keyed: bool = True,
        bends: tuple[Bend, ...] = (),
        like: Match | None = None,
    ) -> None:
        if like is not None:
            self._become(like)
            return
        game.check_seats(seats)
        known: Seed = fresh_table_seed() if seed is None else seed
        self.game = game
        self.options = game.settle_options(options or {})
        self._seed = known
        self._keyed = keyed
        self._bends = bends
        self.watched = False  # whether pauses are kept
        self.pauses: list[Pause] = []  # in what followed from the newest line
        self._passed = 0  # how many of them are behind us
        self.dealt_anew: dict[int, State] = {}  # where new dice were taken, by the number of lines; not to be played on
        self._dice = dice_of(self.seed_in_force, keyed)
        self.journal = Journal(header_of(game, seats, self.options, known, keyed))
        if bends:
            self.journal.header["origin"] = bends_text(bends)
        self._history = History(self.journal.lines)
        self.state: State = game.new(seats, self.options)
        self._lent = False  # whether a fork remembers this very state as a position it has been in
        self._pass_bends()
        self.opening: list[Event] = self._roll() if roll else []

    def fork(self) -> Match:
        """A second copy of the match, which is played on independently.

        The fork remembers the present state instead of a copy of it, because usually only the fork is played on.
        """
        other = type(self)(self.game, self.state.seats, like=self)
        self._lent = True
        return other

    def _become(self, other: Match) -> None:
        self.game, self.options, self._seed, self.opening = other.game, other.options, other._seed, other.opening
        self._keyed, self._bends, self._passed = other._keyed, other._bends, other._passed
        self.watched, self.pauses = other.watched, []
        self.dealt_anew = dict(other.dealt_anew)
        self._dice = None if other._dice is None else other._dice.copy()
        self.journal = Journal(dict(other.journal.header), other.journal.lines[:], dict(other.journal.checks))
        self._history = other._history.fork(self.journal.lines)
        self.state, self._lent = other.state, True
        self._keep_position()

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def dice_known(self) -> bool:
        return self._dice is not None

    @property
    def dice(self) -> Dice | None:
        """A copy of the dice from which CHANCE answers next; None while they are secret."""
        return None if self._dice is None else self._dice.copy()

    def play(self, seat: int, choice: Choice, ms: int | None = None) -> list[Event]:
        """Make a seat's choice, checked, and let CHANCE answer until somebody must decide. Returns what happened."""
        events = self.append(self.line_of(seat, choice, ms))
        return events + self._roll()

    def _roll(self) -> list[Event]:
        events: list[Event] = []
        while (line := self.next_roll()) is not None:
            events += self.append(line)
        return events

    def lines_of(self, seat: int, choice: Choice, ms: int | None = None) -> list[Line]:
        """What `play` would add to the journal, the answers of CHANCE included; nothing is played yet."""
        ahead = self.fork()
        ahead.play(seat, choice, ms)
        return ahead.journal.lines[len(self.journal.lines) :]

    def line_of(self, seat: int, choice: Choice, ms: int | None = None) -> Line:
        """The line of a seat's choice, checked, for `append`."""
        reason = self.state.why_not(seat, choice)
        if reason is None and seat == CHANCE:
            reason = Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": self.state.deciding()})
        if reason is not None:
            raise IllegalChoice(seat, choice, reason)
        if ms is not None and (type(ms) is not int or ms < 0):
            raise ValueError(f"{ms!r} is not a time in milliseconds")
        if self._dice is None:
            raise ValueError("the dice of this match are secret and have not been revealed")
        return Line(seat, choice, ms)

    def next_roll(self) -> Line | None:
        """The line of what CHANCE answers now, for `append`; None if it is not asked or cannot be known."""
        if self._dice is None or self.state.deciding() != (CHANCE,):
            return None
        return Line(CHANCE, self.state.sample(self._dice))

    def append(self, line: Line) -> list[Event]:
        """Play a line that this match has just made itself, so that it need not be checked again."""
        if line.seat != CHANCE or self._lent:  # an answer of CHANCE is taken back together with the choice before it
            self._keep_position()
        state, events = self.state, list[Event]()
        top = state.stack[-1]
        decision = state.decision(line.seat)
        sealed = isinstance(top, Together) and top.sealed
        witnesses = (line.seat,) if sealed or decision is None else decision.witnesses(state)
        watch = Watch(state, self.game.remember, events) if self.watched else None
        state.listener = events.append if watch is None else watch
        state.apply(line.seat, line.choice)
        state.listener = None
        self.pauses = [] if watch is None else watch.pauses
        self._remember(events)
        position = 0 if self._dice is None else self._dice.position
        unsealed = any([isinstance(event, SealsBroken) for event in events])
        revealed = any([event.reveals for event in events])
        self._history.append(line, mark_of(position, sealed, unsealed, revealed, witnesses))
        if state.over and isinstance(self._seed, TableSeed):
            self.journal.header["secret"] = self._seed.secret.hex()
        self._pass_bends()
        return events

    def _remember(self, events: list[Event]) -> None:
        """Keep what everybody saw for later views."""
        state, remember = self.state, self.game.remember
        for event in events:
            if event.seen_by(None):
                state.memory = remember(state.memory, event)

    def _keep_position(self) -> None:
        """Remember the present position. A shared state stays as it is, and the match goes on with a copy."""
        positions, made = self._history.positions, len(self._history.counting)
        if self._lent:
            before, self.state, self._lent = self.state, self.state.clone(), False
            if not positions.has(made):
                positions.note(made, before)
        elif not positions.has(made):
            positions.note(made, self.state.clone())

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
        return self.append(line)

    def _follow_undo(self, line: Line, number: int) -> None:
        """Take back a choice, which must be the last one, or the seat's newest in a phase that is still sealed."""
        if self.over or self._passed < len(self._bends) or not self._history.stands_alone(line, number):
            raise WrongLine(f"choice {number} could not be taken back here")
        struck = self._history.strike(line)
        try:
            self._rebuild(struck)
        except IllegalChoice as problem:
            raise WrongLine(f"the later choices are not possible without choice {number}") from problem

    # -- variations ----------------------------------------------------------------------------------------------

    @property
    def bends(self) -> tuple[Bend, ...]:
        """Where this game left those that it is a variation of, the first one first."""
        return self._bends

    @property
    def seed_in_force(self) -> Seed:
        """What CHANCE answers from now: the own seed, or an earlier one until all new dice have been taken."""
        for bend in self._bends[self._passed :]:
            if bend.seat is not None:
                return bend.seed
        return self._seed

    def _pass_bends(self) -> None:
        """Where the lines of an origin end, nothing before can be taken back; with new dice the rest is dealt anew."""
        while self._passed < len(self._bends) and self._bends[self._passed].lines == len(self.journal.lines):
            bend = self._bends[self._passed]
            self._passed += 1
            if bend.seat is not None:
                seed = self.seed_in_force
                if isinstance(seed, SealedSeed):
                    raise WrongLine("what was dealt anew follows from the dice, which are secret")
                self._dice = dice_of(seed, self._keyed)
                dealer = Dice(stream_key(seed_bytes(seed), "dealt anew", bend.lines))
                self.state, self._lent = self.game.redeal(self.state, bend.seat, dealer), False
                self.dealt_anew[bend.lines] = self.state.clone()
                self.pauses = []  # those were in the world of before
            self._history.fix(0 if self._dice is None else self._dice.position)

    def sealed_by_others(self, seat: int) -> set[int]:
        """The numbers of the lines of other seats in a sealed phase that is not over."""
        return {number for number in self._history.still_sealed() if self._history.line(number).seat != seat}

    # -- undo ----------------------------------------------------------------------------------------------------

    def newest(self, seat: int) -> int | None:
        """The number of the seat's newest choice that still counts."""
        return self._history.newest(seat)

    def undo_is_free(self, seat: int) -> bool:
        """Whether the seat may take back its newest choice without asking anybody."""
        number = self.newest(seat)
        return number is not None and not self.over and self._history.is_free(number)

    def undo(self, seat: int, consent: bool = False, ms: int | None = None) -> None:
        """Take back the seat's newest choice; with the others' consent also what followed it.

        The dice go back too, so the same chance answers come again in the same order.
        """
        self._rebuild(min([self._history.strike(line) for line in self.lines_of_undo(seat, consent, ms)]))

    def lines_of_undo(self, seat: int, consent: bool = False, ms: int | None = None) -> list[Line]:
        """What `undo` would add to the journal; nothing is taken back yet."""
        number = self.newest(seat)
        if self.over:
            raise UndoRefused("the game is over and its dice are known")
        if number is None:
            raise UndoRefused("this seat has no choice to take back")
        if self._history.is_free(number):
            taken = [number]
        elif consent:
            taken = self._history.since(number)
        else:
            raise UndoRefused("dice were rolled, somebody has learned something or chosen since: the others must agree")
        return [Line(self._history.line(n).seat, ("undo", n), ms) for n in reversed(taken)]

    def _rebuild(self, struck: int) -> None:
        """Replay the choices that count; those before the one taken back are known to be legal.

        The later ones are checked again, because they were made in another position.
        """
        history, self._lent = self._history, False
        reached, self.state = history.positions.before(struck) or self._first_position()
        for done in range(reached, len(history.counting)):
            line = history.line(history.counting[done])
            if line.seat != CHANCE and not history.positions.has(done):
                history.positions.note(done, self.state.clone())
            events: list[Event] = []
            self.state.listener = events.append
            if done < struck:
                self.state.apply(line.seat, line.choice)
            else:
                self.state.play(line.seat, line.choice)
            self.state.listener = None
            self._remember(events)
        self.journal.header.pop("secret", None)
        if self._dice is not None:
            self._dice.position = history.dice_position()

    def _first_position(self) -> tuple[int, State]:
        """The position from which the lines that may be taken back were played, and how many choices were before."""
        if not self._bends:
            return 0, self.game.new(self.state.seats, self.options)
        if self._bends[-1].lines in self.dealt_anew:
            return self._bends[-1].lines, self.dealt_anew[self._bends[-1].lines].clone()
        again = type(self)(
            self.game, self.state.seats, self.options, self._seed, roll=False, keyed=self._keyed, bends=self._bends
        )
        for line in self.journal.lines[: self._bends[-1].lines]:
            again.append(line)
        return self._bends[-1].lines, again.state

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

    def hidden_from(self, seat: int | None, since: int = 1) -> set[int]:
        """The numbers of the lines from `since` on whose answers this seat may not know yet."""
        if self.over:
            return set()
        hidden = self._history.hidden_from(seat, since)
        for bend in self._bends[: self._passed]:
            if bend.seat is not None:  # what others knew was dealt anew, so that it says nothing true any more
                hidden |= {number for number in self._history.hidden_from(bend.seat, since) if number <= bend.lines}
        return hidden

    def checkpoint(self) -> None:
        """Write the digest of the present position into the journal."""
        self.journal.checks[len(self.journal.lines)] = self.game.digest(self.state)
