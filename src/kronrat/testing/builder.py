"""Builders of positions: arrange a table in one line, name the act, look at the result.

    table = MyTable(seats=2).holds(0, "gold gold")       # what is arranged is the game's own
    table.run(Build(0)).play("0 build inn")               # and all that follows is alike in every game
    assert table.options(1) == ["pass"]

A box offers its builders in its module `testing`; `builders("my_game")` finds them. Whatever a builder arranges, it has
all that is written here: a state to look at, the events heard, choices as text, reasons, views, and a CHANCE that
answers the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar, overload

from kronrat.box import box_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice, Decision, IllegalChoice, Reason, Step
from kronrat.core.game import BadOption, Game
from kronrat.core.notation import choice_text, parse_choice, parse_seat

E_ = TypeVar("E_", bound=Event)
MOST_CHOICES = 100_000  # of a game that is played at random


class Builder:
    """A position, set up by hand. A game's own builder adds methods that arrange it."""

    state: Any
    events: list[Event]  # all that happened since the last `run`

    def __init__(self, state: Any) -> None:
        self.events = []
        self.dice = Dice(seed_of_text("fixed dice of the tests"))
        self.take(state)

    def take(self, state: Any) -> Self:
        """Go on with another state."""
        self.state = state
        state.listener = self.events.append
        return self

    @property
    def game(self) -> Game:
        """The rules of the game in the making."""
        found: Game = self.state.game
        return found

    # -- doing -----------------------------------------------------------------------------------------------------

    def run(self, *steps: Step) -> Self:
        """Run these steps, up to the first question."""
        self.events.clear()
        self.state.push(*steps)
        self.state.settle()
        return self

    def ask(self, question: Decision) -> Self:
        """Put a question on top as it is, even if it has a single answer: for `refuse`."""
        self.state.stack.append(question)
        self.state.offer = None
        return self

    def play(self, *lines: str) -> Self:
        """Checked choices, written as in a journal: `0 build inn`, and `*` for CHANCE."""
        for line in lines:
            self.state.play(*read(line))
        return self

    def roll(self, seed: str = "any") -> Self:
        """Let CHANCE answer from the dice of this seed."""
        self.state.play(CHANCE, self.state.sample(Dice(seed_of_text(seed))))
        return self

    def chance(self) -> Choice:
        """What CHANCE answers now unless a test says otherwise: from fixed dice."""
        choice: Choice = self.state.sample(self.dice)
        return choice

    def until_asked(self) -> Self:
        """Let CHANCE answer until a seat must decide, or the game is over."""
        self.state.settle()
        while self.state.deciding() == (CHANCE,):
            self.state.play(CHANCE, self.chance())
        return self

    def until(self, verb: str) -> Self:
        """Answer every question by its last option until a seat may use this verb."""
        self.until_asked()
        while verb not in self.verbs():
            assert not self.state.over, f"nobody could {verb}"
            seat = self.state.deciding()[0]
            self.state.apply(seat, self.state.options(seat)[-1])
            self.until_asked()
        return self

    def random(self, seed: str, stop_at: type[Step] | None = None) -> Self:
        """Every seat chooses anything until that question comes, or to the end, which must come some day."""
        dice, chooser = Dice(seed_of_text(seed)), Dice(seed_of_text(f"{seed} choices"))
        for _ in range(MOST_CHOICES):
            if not self.state.stack or (stop_at and isinstance(self.state.stack[-1], stop_at)):
                return self
            deciding = self.state.deciding()
            seat = deciding[chooser.below(len(deciding))]
            options = self.state.options(seat)
            self.state.apply(seat, self.state.sample(dice) if seat == CHANCE else options[chooser.below(len(options))])
        raise AssertionError(f"no end after {MOST_CHOICES} choices; `Game.left_alone` has the options for random play")

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def deciding(self) -> int:
        """The one seat that must decide."""
        (seat,) = self.state.deciding()
        return int(seat)

    def options(self, seat: int | None = None) -> list[str]:
        """The options of a seat, or of the one that must decide, as text and in their order."""
        return [choice_text(choice) for choice in self.state.options(self.deciding if seat is None else seat)]

    def verbs(self) -> set[str]:
        """The first words of all options."""
        return {str(choice[0]) for seat in self.state.deciding() for choice in self.state.options(seat)}

    def why_not(self, line: str) -> Reason | None:
        """The reason why this choice would be refused, or None if it is legal."""
        reason: Reason | None = self.state.why_not(*read(line))
        return reason

    def refuse(self, line: str) -> Reason:
        """The reason why this choice is refused; fails if it is legal, and checks that `play` refuses it too."""
        reason = self.why_not(line)
        assert reason is not None, f"{line} is allowed"
        assert _refusal_of(self.state, line) == reason, f"{line}: `play` and `why_not` do not agree"
        return reason

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What this seat may know; without a seat, what a spectator may."""
        return self.game.view(self.state, seat)

    @overload
    def heard(self, kind: type[E_]) -> list[E_]: ...

    @overload
    def heard(self, kind: str) -> list[Event]: ...

    def heard(self, kind: type[E_] | str) -> list[E_] | list[Event]:
        """All events of a kind, or of that name, in order."""
        if isinstance(kind, str):
            return [event for event in self.events if type(event).__name__ == kind]
        return [event for event in self.events if isinstance(event, kind)]


def _refusal_of(state: Any, line: str) -> Reason | None:
    try:
        state.play(*read(line))
    except IllegalChoice as refusal:
        return refusal.reason
    return None


def read(line: str) -> tuple[int, Choice]:
    """A seat and its choice, as a journal writes them."""
    seat, _, choice = line.partition(" ")
    return parse_seat(seat), parse_choice(choice)


def builders(game: str) -> dict[str, Callable[..., Builder]]:
    """The builders of an installed game by name; all of them can be called with `seats` and options of the game."""
    module = box_of(game).testing()
    if module is None:
        raise BadOption(f"{game} brings no builders of positions")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Builder)]
    return {kind.__name__: kind for kind in kinds if kind is not Builder}
