"""`kronrat play`: the terminal session. It shows, asks, explains and takes back; it knows no game by name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kronrat.bots import Adviser, Turn
from kronrat.cli.errors import Refused
from kronrat.cli.explain import explain
from kronrat.cli.files import check_new, write_new
from kronrat.cli.options import is_number, numbered_option, print_options
from kronrat.cli.session import Session
from kronrat.cli.speech import console
from kronrat.cli.telling import print_events, print_standing, print_table_options
from kronrat.cli.typed import print_notation, print_refusal, read_choice
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import ODDS
from kronrat.core.notation import BadNotation
from kronrat.core.undo import UndoRefused
from kronrat.rulebook import UnknownRule

with suppress(ImportError):
    import readline  # noqa: F401  (gives `input` a line that can be edited, where the system has it)


class Leave(Exception):
    """The player wants to go, or there is nothing more to read."""


def play_at(session: Session, save: Path | None) -> None:
    """Play until the game is over or the player leaves; then save the game if asked to."""
    if save is not None:
        check_new(save)
    human = Human(session, save is not None)
    try:
        human.run()
        human.finish(save)
    except Leave:
        human.say("cli.bye")
    finally:
        if save is not None:
            human.save(save)


class Human:
    """The person at the table, from the first question to the last; `kept` = the game goes into a file at its end."""

    def __init__(self, session: Session, kept: bool = False) -> None:
        self.session = session
        self.words = session.words
        self.out = console()
        self.kept = kept
        self.saved_at = -1  # how many lines the journal had when it was saved
        self.warned_at = -1  # and when I wanted to leave without saving it
        self.news: list[Event] = list(session.match.opening)
        self.drawn_for: tuple[int, type[Decision] | None] = (0, None)
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "odds": self.odds,
            "undo": self.undo,
            "table": self.show_table,
            "rules": self.rules,
            "save": self.save_as,
            "quit": self.quit,
        }

    def say(self, id: str, style: str | None = None, **facts: object) -> None:
        self.out.print(self.words.say(id, **facts), style=style)

    # -- the game ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """All questions of the game."""
        self.greet()
        while True:
            self.news += self.session.others_play()
            if self.session.match.over:
                return
            self.show()
            self.answer()

    def greet(self) -> None:
        header = self.session.match.journal.header
        self.say("cli.title", "bold", game=self.session.game.id)
        print_table_options(self.out, self.words, self.session.match.options)
        if "commitment" in header:
            self.say("cli.commitment", "dim", commitment=header["commitment"])
        else:
            self.say("cli.seed", "dim", seed=header["seed"])
        for bend in self.session.match.bends[-1:]:
            self.say(f"cli.varied.{'same' if bend.seat is None else 'new'}", at=bend.place)
        self.say("cli.welcome")

    def show(self) -> None:
        """What happened, the table, and what I can do."""
        if self.news:
            self.out.print()
            self.say("cli.log", "bold")
            print_events(self.out, self.words, self.session.game.rows, self.news, self.session.me)
            self.news = []
        played, kind = self.session.played, type(self.session.question)
        if self.drawn_for != (played - 1, kind):  # the same question again after my answer: nothing else has changed
            self.show_table("")
        self.drawn_for = (played, kind)
        print_options(self.out, self.session)

    def answer(self) -> None:
        """Read lines until a choice, or taking one back, has changed the position."""
        before = self.session.played
        while self.session.played == before:
            line = self.read()
            word, _, rest = line.partition(" ")
            word = word.lower()
            if line.startswith("?") or word == "help":
                explain(self.out, self.session, (line[1:] if line.startswith("?") else rest).strip())
            elif word in self.commands:
                self.commands[word](rest.strip())
            elif line:
                choice = self.choice_in(line)
                if choice is not None:
                    self.news = self.session.choose(choice)

    def choice_in(self, line: str) -> Choice | None:
        """The choice that was typed, as a number or in notation; None, with an explanation, if it is refused."""
        if is_number(line):
            return numbered_option(self.out, self.session, line)
        try:
            choice = read_choice(self.session, line)
        except BadNotation:
            self.unreadable()
            return None
        reason = self.session.match.state.why_not(self.session.me, choice)
        if reason is None:
            return choice
        if choice[0] not in self.session.question.verbs:
            self.unreadable()
            return None
        print_refusal(self.out, self.session, reason)
        return None

    def unreadable(self) -> None:
        self.say("cli.unreadable", "yellow")
        print_notation(self.out, self.session)

    def read(self) -> str:
        """One line that was typed; what comes from a pipe is shown, so that the output can be read on its own."""
        prompt = f"{self.words.say('cli.prompt')}> "
        try:
            line = input(prompt)
        except EOFError:
            self.out.print()
            raise Leave from None
        if not sys.stdin.isatty():
            self.out.print(line)
        return " ".join(line.split())

    # -- commands ------------------------------------------------------------------------------------------------

    def hint(self, _: str) -> None:
        """What the strongest bot would do, from what I know."""
        match, me, words = self.session.match, self.session.me, self.words
        found = Adviser().advise(Turn(match.state, me, Dice(fresh_secret())))
        if not found:
            self.say("cli.no_advice", "yellow")
        for advice in found:
            choice = "; ".join([words.choice(choice) for choice in advice.answer])
            percent, less = round(100 * advice.share), round(100 * advice.less)
            self.say("cli.advice_other" if less else "cli.advice", None, choice=choice, percent=percent, less=less)

    def odds(self, _: str) -> None:
        """How likely things are, from what I know."""
        session = self.session
        game, draw = session.game, getattr(session.drawing, "odds", None)  # not every game tells odds
        view = game.view(session.match.state, session.me)
        if draw is None or not draw(self.out, self.words, game.rows, view, game.hints(view, ODDS)):
            self.say("web.odds.none", "yellow")

    def undo(self, _: str) -> None:
        free = self.session.undo_is_free
        try:
            taken = self.session.undo()
        except UndoRefused:
            self.say("cli.undo_nothing", "yellow")
            return
        self.news = []
        self.say("cli.undone", choice=self.words.choice(taken))
        if not free:
            self.say("cli.undo_bots", "dim")

    def show_table(self, _: str) -> None:
        match, me = self.session.match, self.session.me
        self.session.drawing.draw(self.out, self.words, match.game.rows, match.game.view(match.state, me))

    def rules(self, id: str) -> None:
        from kronrat.cli.rules import show

        try:
            show(id or None, None, self.words.lang)
        except UnknownRule as problem:
            self.say("cli.error", "yellow", problem=str(problem))

    def save_as(self, name: str) -> None:
        if not name:
            self.say("cli.save_where", "yellow")
            return
        try:
            self.save(Path(name))
        except Refused as problem:
            self.say("cli.not_saved", "yellow", problem=str(problem))

    def save(self, file: Path) -> None:
        write_new(file, self.session.text())
        self.saved_at = self.session.played
        self.say("cli.saved", "green", path=str(file))
        if not self.session.match.over:
            self.say("cli.resume_hint", "dim", game=self.session.game.id, path=str(file))

    def quit(self, _: str) -> None:
        """Leave; a running game that is not saved is left only when asked twice."""
        played = self.session.played
        if self.kept or self.session.match.over or played in (self.saved_at, self.warned_at):
            raise Leave
        self.warned_at = played
        self.say("cli.quit_unsaved", "yellow")

    # -- the end -------------------------------------------------------------------------------------------------

    def finish(self, save: Path | None) -> None:
        """The last events, the standing, and the secret of the dice; the last chance to name a file."""
        self.out.print()
        print_events(self.out, self.words, self.session.game.rows, self.news)
        print_standing(self.out, self.words, self.session.match.state.standing())
        self.out.print()
        if self.session.secret:
            self.say("cli.secret", "dim", secret=self.session.secret)
        self.say("cli.verify_hint", "dim", path=save or self.words.say("cli.file"))
        if save is None:
            self.say("cli.over")
        while save is None:
            word, _, rest = self.read().partition(" ")
            if word in ("save", "table", "rules", "quit"):
                self.commands[word](rest.strip())
            elif word:
                self.say("cli.over", "yellow")
