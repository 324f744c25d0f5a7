"""What a bot is asked and what it is told."""

from __future__ import annotations

from typing import Any, ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, State
from kronrat.core.game import Game


class Turn:
    """One question to a bot: its seat, its options, and the doors to what that seat may know.

    The driver holds the true state; a bot reaches it only as a view or as a redealt world.

    >>> from kronrat.core.dice import Dice, seed_of_text
    >>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example")
    >>> turn = kronrat.Turn(match.state, match.deciding[0], Dice(seed_of_text("of the bot")))
    >>> turn.options == match.choices(turn.seat), turn.view["seat"] == turn.seat
    (True, True)
    """

    __slots__ = ("_truth", "choice", "dice", "game", "options", "seat")

    def __init__(self, state: State, seat: int, dice: Dice) -> None:
        self._truth = state
        self.game: Game = state.game
        self.seat = seat
        self.options: list[Choice] = state.options(seat)
        self.dice = dice  # the bot's own, apart from the dice of the game
        self.choice: Choice = ()  # what the bot has decided, when it is asked for its delay

    @property
    def view(self) -> dict[str, Any]:
        """All that the seat may know, as plain data."""
        return self.game.view(self._truth, self.seat)

    def redeal(self, dice: Dice) -> State:
        """A full state that agrees with all that the seat knows; the rest is dealt anew."""
        world: State = self.game.redeal(self._truth, self.seat, dice)
        return world

    def imagine(self, dice: Dice) -> State:
        """A redealt world in which what others have chosen in secret makes sense."""
        world: State = self.game.imagine(self._truth, self.seat, dice)
        return world


class Bot:
    """Answers turns. Whatever it remembers comes from the turns it was given.

    >>> class First(kronrat.Bot):
    ...     def decide(self, turn):
    ...         return turn.options[0]
    >>> First().title()
    'First'
    """

    name: ClassVar[str] = ""  # what it is called at a table; the name of its class if empty
    quick: ClassVar[bool] = False  # it decides at once; a server lets all others think in processes of their own
    slowness: ClassVar[int] = 100  # its thinking time, in percent of a usual player's

    def decide(self, turn: Turn) -> Choice:
        """One of `turn.options`."""
        raise NotImplementedError

    def delay(self, turn: Turn) -> int | None:
        """In real time: how many milliseconds `turn.choice` takes, as a human hand would; None to do nothing."""
        usual = turn.game.delay(turn.choice, turn.dice)
        return None if usual is None else usual * self.slowness // 100

    def title(self) -> str:
        """What it is called at a table."""
        return self.name or type(self).__name__
