"""A table that is played again and again: its rules, who sits there, and one game after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kronrat.bots import Bot, Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice, State
from kronrat.core.game import BadOption
from kronrat.core.judgement import shares_of
from kronrat.shelf import load

BotLike = Bot | str


class Table:
    """A game, its options and the bots at some of its seats; the others are for learners.

    >>> from kronrat import rl
    >>> table = rl.Table(kronrat.list_games()[0], 3, bots={1: "random"})
    >>> table.learners
    (0, 2)
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        bots: Mapping[int, BotLike] | None = None,
    ) -> None:
        self.game = load(game)
        self.game.check_seats(seats)
        self.seats = seats
        self.options = self.game.settle_options(self.game.left_alone(options or {}))
        if self.game.real_time(self.options):
            raise BadOption("environments keep no clock: choose options without real time")
        self.bots = {seat: make_bot(bot) for seat, bot in (bots or {}).items()}
        if not all(0 <= seat < seats for seat in self.bots):
            raise BadOption(f"there are seats 0 to {seats - 1}, but bots at {', '.join(map(str, self.bots))}")
        self.learners = tuple([seat for seat in range(seats) if seat not in self.bots])
        if not self.learners:
            raise BadOption("every seat has a bot: nobody is left to learn")

    @staticmethod
    def against(game: str, seat: int, others: Sequence[BotLike], options: Mapping[str, str] | None = None) -> Table:
        """One learner at this seat, and bots at all others, in their order around the table."""
        seats = len(others) + 1
        return Table(game, seats, options, {(seat + 1 + place) % seats: bot for place, bot in enumerate(others)})

    def play(self, seed: str) -> Play:
        """A game of this table at the first question to a learner; the same seed gives the same dice."""
        return Play(self, seed)


class Play:
    """One game. `seat` is the learner who is asked, and `options` what it may choose; both are empty at the end.

    >>> from kronrat import rl
    >>> play = rl.Table(kronrat.list_games()[0], 2).play("an example")
    >>> while not play.over:
    ...     play.step(0)
    >>> [round(share, 3) for share in [sum(play.rewards())]]
    [0.0]
    """

    def __init__(self, table: Table, seed: str) -> None:
        self.table = table
        self.state: State = table.game.new(table.seats, table.options)
        self.dice = Dice(seed_of_text(seed))
        self._bots_dice = Dice(seed_of_text(f"bots of {seed}"))
        self.seat = CHANCE
        self.options: list[Choice] = []
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.stack

    def step(self, place: int) -> None:
        """Choose the option at this place in the list; a number beyond its end begins again at the first."""
        self.state.apply(self.seat, self.options[place % len(self.options)])
        self._go_on()

    def choose(self, choice: Choice) -> None:
        """Choose one of the options."""
        self.step(self.options.index(choice))

    def _go_on(self) -> None:
        """Let chance and bots answer until a learner is asked."""
        state, bots = self.state, self.table.bots
        while state.stack:
            seat = state.deciding()[0]
            if seat == CHANCE:
                state.apply(seat, state.sample(self.dice))
            elif seat in bots:
                state.apply(seat, bots[seat].decide(Turn(state, seat, self._bots_dice)))
            else:
                self.seat, self.options = seat, state.options(seat)
                return
        self.seat, self.options = CHANCE, []

    def rewards(self) -> list[float]:
        """At the end what each seat has won, together nothing: its share of the result less an even share."""
        if self.state.stack:
            return [0.0] * self.table.seats
        even = 1 / self.table.seats
        return [share - even for share in shares_of(self.state.standing())]

    def observation(self, seat: int) -> list[float]:
        """The position as a seat knows it, in numbers; `Encoding.columns` names them."""
        return self.table.game.features(self.state, int(seat))  # compiled rules take no number of NumPy

    def afterstates(self) -> list[list[float]]:
        """For each option of the seat that is asked, its observation once it has chosen so and before chance answers.

        They are looked up in a world that the seat cannot tell from the true one, so nothing hidden shows in them.
        """
        game, seat = self.table.game, self.seat
        world = game.imagine(self.state, seat, Dice(seed_of_text("afterstates")))
        found: list[list[float]] = []
        for option in self.options:
            after = world.clone()
            after.apply(seat, option)
            found.append(game.features(after, seat))
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        other = Play.__new__(Play)
        other.table, other.state, other.dice = self.table, self.state.clone(), self.dice.copy()
        other._bots_dice = self._bots_dice.copy()
        other.seat, other.options = self.seat, self.options[:]
        return other
