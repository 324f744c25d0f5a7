"""One person at a table with bots: the match, who sits where, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping

from kronrat.arena.record import let_bots_play
from kronrat.bots import Bot
from kronrat.cli.drawing import drawing_of
from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.journal import Journal
from kronrat.core.match import Match
from kronrat.words import Words


class Session:
    """A match of one human seat against bots. `secret` is that of the dice in hex, if they have one."""

    def __init__(
        self, match: Match, me: int, bots: Mapping[int, Bot], dice: Dice, words: Words, secret: str = ""
    ) -> None:
        self.match = match
        self.game = match.game
        self.me = me
        self.words = words
        self.drawing = drawing_of(match.game.id)
        self.secret = secret
        self._bots = bots
        self._dice = dice

    @property
    def question(self) -> Decision:
        """What I am asked now."""
        decision = self.match.state.decision(self.me)
        assert decision is not None
        return decision

    @property
    def rule(self) -> str:
        """The rule by which I am asked."""
        return self.question.rule or self.question.forced_by(self.match.state)

    @property
    def played(self) -> int:
        """How many lines the journal has; an undo adds some too."""
        return len(self.match.journal.lines)

    def options(self) -> list[Choice]:
        return self.match.state.options(self.me)

    def foresee(self, choice: Choice) -> list[Event]:
        return self.match.state.preview(self.me, choice)

    def choose(self, choice: Choice) -> list[Event]:
        """Make my choice; raises IllegalChoice."""
        return self.match.play(self.me, choice)

    def others_play(self) -> list[Event]:
        """Let everybody else choose until it is my turn again or the game is over."""
        return let_bots_play(self.match, self._bots, self._dice)

    @property
    def undo_is_free(self) -> bool:
        """Whether nobody has to agree if I take back my newest choice."""
        return self.match.undo_is_free(self.me)

    def undo(self) -> Choice:
        """Take back my newest choice and all that followed, since bots always agree. Raises UndoRefused."""
        number = self.match.newest(self.me)
        self.match.undo(self.me, consent=True)
        assert number is not None
        return self.match.journal.lines[number - 1].choice

    def text(self) -> str:
        """The journal as it goes into a file of my own: with the secret of the dice, so that the game can go on."""
        journal = self.match.journal
        header = {**journal.header, "secret": self.secret} if self.secret else journal.header
        return Journal(header, journal.lines, journal.checks).text()
