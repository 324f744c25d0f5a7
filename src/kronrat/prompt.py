"""A match at a prompt or in a notebook: choices typed as text, refusals in sentences, the table drawn."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from io import StringIO
from typing import TYPE_CHECKING, Any, overload

from kronrat.chart import Chart
from kronrat.core import match as core
from kronrat.core.dice import SEED_BYTES, Dice
from kronrat.core.events import Event
from kronrat.core.flow import Choice, IllegalChoice, Reason
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.core.notation import choice_text
from kronrat.core.replay import Replay
from kronrat.core.seeds import TableSeed
from kronrat.core.variation import play_on as core_play_on

if TYPE_CHECKING:
    from rich.console import Console

    from kronrat.cli.session import Session
    from kronrat.words import Words

NEAREST = 3  # options that a refusal names
WIDTH = 100  # of a table in text
PAGE = '<pre style="font-family:ui-monospace,monospace;line-height:1.25;overflow-x:auto">{code}</pre>'


class Refusal(IllegalChoice):
    """A choice that the rules refuse, in a sentence: why, by which rule, and what could be chosen instead.

    >>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example")
    >>> try:
    ...     match.play("dance")
    ... except kronrat.Refusal as refused:
    ...     refusal = refused
    >>> refusal.reason.rule
    'CORE-FORM'
    >>> refusal.nearest == match.choices()[:3]
    True
    """

    def __init__(self, seat: int, choice: Choice, reason: Reason, sentence: str, nearest: Sequence[Choice]) -> None:
        super().__init__(seat, choice, reason)
        self.sentence = sentence
        self.nearest = list(nearest)
        listed = ", ".join([repr(choice_text(option)) for option in nearest])
        self.args = (f"{sentence} [{reason.rule}]" + (f" You could play {listed}." if listed else ""),)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refusal, (self.seat, self.choice, self.reason, self.sentence, self.nearest)


class Match(core.Match):
    """One game being played, with its journal and its dice, which answer for chance.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> match = kronrat.Match(game, seats=2, seed="an example")
    >>> (seat,) = match.deciding
    >>> events = match.play(match.choices()[0])  # a tuple, or as text: match.play("pass")
    >>> match.state.seats, match.over
    (2, False)

    `seed` is a text (its SHA-256 is the seed), 32 bytes, or a `TableSeed`; without one a fresh secret is drawn, of
    which only the commitment is published until the game is over. `print(match)` draws the table, a notebook shows it
    in colours, and `match.chart()` is how the scores went. `fork` and `copy.deepcopy` make a second match, and a match
    can be pickled.
    """

    lang = "en"  # in which it speaks: set it to "de" for German

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return self.state.deciding()

    def choices(self, seat: int | None = None) -> list[Choice]:
        """Every legal choice of a seat, by default of the one that is asked, in a fixed order."""
        return self.state.options(self._meant() if seat is None else seat)

    @overload
    def play(self, seat: str | Choice, /, *, ms: int | None = None) -> list[Event]: ...
    @overload
    def play(self, seat: int, choice: str | Choice, ms: int | None = None) -> list[Event]: ...
    def play(self, seat: int | str | Choice, choice: str | Choice | None = None, ms: int | None = None) -> list[Event]:
        """Make a choice, as a tuple or as text, and let chance answer. Returns what happened; raises `Refusal`.

        Where one seat is asked it need not be named: `play("pass")` instead of `play(0, "pass")`. Text is read as in
        the terminal: in any case, with names in place of ids, dice and goods in any order.
        """
        if not isinstance(seat, int):
            choice, seat = seat, self._meant()
        if isinstance(choice, str):
            choice = self._read(seat, choice)
        try:
            return super().play(seat, () if choice is None else choice, ms)
        except IllegalChoice as refused:
            raise self._told(refused) from None

    def why_not(self, choice: str | Choice, seat: int | None = None) -> str | None:
        """Why a choice is not possible now, in a sentence with its rule; None if it is."""
        asked = self._meant() if seat is None else seat
        meant = self._read(asked, choice) if isinstance(choice, str) else choice
        reason = self.state.why_not(asked, meant)
        return None if reason is None else str(self._told(IllegalChoice(asked, meant, reason)))

    def _meant(self) -> int:
        """The seat that is asked, if it is only one."""
        seats = [seat for seat in self.deciding if seat >= 0]
        if not seats:
            return 0  # the game is over, and whatever is chosen is refused for that
        if len(seats) > 1:
            raise ValueError(f"seats {', '.join(map(str, seats))} are asked together: name one, as in play(0, choice)")
        return seats[0]

    def _read(self, seat: int, typed: str) -> Choice:
        """The choice that a text means; one that cannot be read is left to the rules to refuse."""
        from kronrat.cli.typed import read_choice
        from kronrat.core.notation import BadNotation

        try:
            return read_choice(self._session(seat), typed)
        except BadNotation:
            return tuple(typed.split())

    def _told(self, refused: IllegalChoice) -> Refusal:
        seat, choice, options = refused.seat, refused.choice, self.state.options(refused.seat)
        texts = {choice_text(option): option for option in options}
        near = get_close_matches(choice_text(choice), texts, NEAREST) or list(texts)[:NEAREST]
        sentence = self._words().reason(refused.reason)
        return Refusal(seat, choice, refused.reason, sentence, [texts[one] for one in near])

    # -- how it looks --------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        game = self.game
        when = " ".join([f"{name} {number}" for name, number in game.caption(self.state).items()])
        return f"<Match {game.id}, {self.state.seats} seats, {when}: {self._now()}>"

    def _now(self) -> str:
        """Who won, or who is asked what."""
        if self.over:
            best = [result for result in self.state.standing() if result.place == 1]
            return f"over, seat {' and '.join([str(result.seat) for result in best])} won with {best[0].score}"
        asked = [seat for seat in self.deciding if seat >= 0]
        question = self.state.decision(asked[0])
        assert question is not None
        return f"{'seat' if len(asked) == 1 else 'seats'} {', '.join(map(str, asked))}: {self._words().ask(question)}"

    def table(self, seat: int | None = None) -> str:
        """The table in text, as a seat sees it; by default as the first seat that is asked does, with its choices."""
        out = self._drawn(seat, StringIO())
        return out.file.getvalue() if isinstance(out.file, StringIO) else ""

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        """The table for a notebook, with the drawings of the page; the terminal's in colours where a game has none."""
        from kronrat import still

        drawn, words = still.still_of(self.game.id), self._words()
        if drawn is None:
            return self._drawn(None, StringIO(), record=True).export_html(inline_styles=True, code_format=PAGE)
        asked = [seat for seat in self.deciding if seat >= 0]
        viewer = asked[0] if asked else None
        view = self.game.view(self.state, viewer)
        options = [] if viewer is None else [choice_text(option) for option in self.choices(viewer)]
        return still.html(drawn, words, self.game.id, view, self._said(words, viewer), options)

    def _said(self, words: Words, viewer: int | None) -> str:
        """What this seat is asked, or who has won."""
        from kronrat.cli.telling import outcome

        question = None if viewer is None else self.state.decision(viewer)
        return outcome(words, self.state.standing()) if question is None else words.ask(question)

    def chart(self) -> Chart:
        """How the scores went, as a picture for a notebook or a file.

        >>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example")
        >>> match.chart().svg().startswith("<svg")
        True
        """
        counting = [self.journal.lines[number - 1] for number in self.journal.counting()]
        run = Replay(self.game, Journal(dict(self.journal.header), counting))
        scores = [self._scores(run.match)]
        while not run.finished:
            run.step()
            scores.append(self._scores(run.match))
        words = self._words()
        title = words.say(f"game.{self.game.id}") if words.has(f"game.{self.game.id}") else self.game.id
        return Chart(title, [words.player(seat) for seat in range(self.state.seats)], scores)

    def _scores(self, match: core.Match) -> list[int]:
        scores = {result.seat: result.score for result in match.state.standing()}
        return [scores[seat] for seat in range(match.state.seats)]

    def _drawn(self, seat: int | None, file: StringIO, record: bool = False) -> Console:
        from rich.console import Console

        from kronrat.cli.drawing import drawing_of
        from kronrat.cli.options import print_options
        from kronrat.cli.telling import print_standing

        out = Console(
            file=file, force_jupyter=False, width=WIDTH, record=record, markup=False, highlight=False, emoji=False
        )
        asked = [one for one in self.deciding if one >= 0]
        viewer = seat if seat is not None else asked[0] if asked else None
        words = self._words()
        drawing_of(self.game.id).draw(out, words, self.game.rows, self.game.view(self.state, viewer))
        if self.over:
            print_standing(out, words, self.state.standing())
        elif viewer in asked:
            print_options(out, self._session(viewer))
        return out

    def _words(self) -> Words:
        from kronrat.words import Words

        return Words(self.lang, self.game.id, self.game.variant(self.options), self.journal.names)

    def _session(self, seat: int) -> Session:
        from kronrat.cli.session import Session

        return Session(self, seat, {}, Dice(bytes(SEED_BYTES)), self._words())

    # -- copies --------------------------------------------------------------------------------------------------

    def __copy__(self) -> Match:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        other = self.fork()
        assert isinstance(other, Match)
        other.lang = self.lang
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        seed = self._seed if isinstance(self._seed, TableSeed) else None
        return _again, (self.game, self.journal.text(), seed, self.lang)


def replay(game: Game, journal: Journal | str, seed: TableSeed | None = None) -> Match:
    """The match that a journal records, ready to be played on if its dice are known.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> match = kronrat.Match(game, 2, seed="an example")
    >>> again = kronrat.replay(game, match.journal.text())
    >>> game.digest(again.state) == game.digest(match.state)
    True
    """
    read = Journal.parse(journal) if isinstance(journal, str) else journal
    match = Replay(game, read, seed, Match).run()
    assert isinstance(match, Match)
    return match


def play_on(
    game: Game,
    journal: Journal | str,
    place: int,
    anew_for: int | None = None,
    seed: str | bytes | TableSeed | None = None,
) -> Match:
    """A match that goes on from a moment of a finished game, after `place` lines that were not taken back.

    The dice are the same: what fell falls again, and what was hidden stays as it was. With `anew_for` they are new,
    from `seed` or a fresh secret, and all that this seat did not know is dealt anew. The journal names its origin.

    >>> game = kronrat.load(kronrat.list_games()[0])
    >>> match = kronrat.Match(game, 2, seed="an example")
    >>> played = [match.play(match.choices(match.deciding[0])[0]) for _ in range(3)]
    >>> again = kronrat.play_on(game, match.journal, len(match.journal.lines) - 1)
    >>> kronrat.verify_origin(game, again.journal, match.journal).lines == len(match.journal.lines) - 1
    True
    """
    read = Journal.parse(journal) if isinstance(journal, str) else journal
    match = core_play_on(game, read, place, anew_for, seed, Match)
    assert isinstance(match, Match)
    return match


def _again(game: Game, journal: str, seed: TableSeed | None, lang: str) -> Match:
    """A match that was pickled."""
    match = replay(game, journal, seed)
    match.lang = lang
    return match
