"""A table of Tumult Royal for tests: arrange it in a line, do one thing, look at the result."""

from __future__ import annotations

from functools import cache
from typing import cast

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice, Reason, Step
from kronrat.core.notation import parse_choice, parse_seat
from kronrat.games.tumult.rules.game import TumultRoyal
from kronrat.games.tumult.rules.raid import tiles_of
from kronrat.games.tumult.rules.state import HIDDEN, NOBODY, TILES, State

LETTERS = "mfxvc"


@cache
def game() -> TumultRoyal:
    return cast(TumultRoyal, kronrat.load("tumult"))


class Royal:
    """Seats 0, 1, 2 … have the ranks 1, 2, 3 …, and nothing happens until `run` or `play`."""

    def __init__(self, seats: int = 3, **options: str) -> None:
        self.state: State = game().new(seats, options)
        self.told: list[Event] = []
        self.state.listener = self.told.append
        self.state.stack.clear()

    # -- arranging -------------------------------------------------------------------------------------------------

    def fresh(self) -> Royal:
        """From the very beginning, with the ranks in seat order and the landscape laid."""
        self.state = game().new(self.state.seats, game().options_of(self.state))
        self.state.listener = self.told.append
        self.play(f"* ranks {' '.join(map(str, range(self.state.seats)))}")
        for seat in range(self.state.seats):
            self.play(f"{seat} side male")
        return self.roll().roll()

    def first_statues(self) -> Royal:
        """Everybody takes the first meadow there is."""
        while self.state.phase == 0:
            seat = self.state.deciding()[0]
            self.state.play(seat, self.state.options(seat)[0])
        return self

    def ranks(self, *order: int) -> Royal:
        self.state.order = order
        return self

    def demand(self, *numbers: int) -> Royal:
        self.state.demand = (numbers * 3)[:3]  # type: ignore[assignment]
        return self

    def goods(self, centre: str = "", *castles: str) -> Royal:
        """Tiles that lie open: those of the centre, then those of each seat."""
        tiles: list[int] = []
        slots: list[int] = []
        for owner, words in enumerate((centre, *castles), NOBODY):
            tiles += [TILES.index(word) for word in words.split()]
            slots += [owner] * len(words.split())
        self.state.tiles, self.state.slots, self.state.shown = tuple(tiles), slots, True
        return self

    def hidden(self, words: str) -> Royal:
        """Tiles face down in the slots, nothing robbed yet; `raid` begins there."""
        self.state.tiles = tuple([TILES.index(word) for word in words.split()])
        self.state.slots = [NOBODY] * len(self.state.tiles)
        self.state.shown = False
        return self

    def land(self, *rows: str) -> Royal:
        """The upper left of the board by letters; what is not said lies face down."""
        width = self.state.ground.width
        fields = [HIDDEN] * self.state.ground.size
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                fields[r * width + c] = LETTERS.find(letter)
        self.state.fields = fields
        return self

    def owns(self, seat: int, *fields: tuple[int, int]) -> Royal:
        for row, column in fields:
            self.state.owners[self.state.ground.field(row, column)] = seat
        return self

    def followers(self, *numbers: int, supply: int | None = None) -> Royal:
        for player, number in zip(self.state.players, numbers, strict=False):
            player.followers = number
        held = sum(player.followers for player in self.state.players)
        self.state.supply = 105 - held if supply is None else supply
        return self

    def statues(self, *numbers: int) -> Royal:
        for player, number in zip(self.state.players, numbers, strict=True):
            player.statues = number
        return self

    def kings(self, *chronicle: int) -> Royal:
        self.state.chronicle = chronicle
        self.state.round = len(chronicle) + 1
        return self

    def mercy(self, *seats: int) -> Royal:
        for seat, player in enumerate(self.state.players):
            player.mercy = seat in seats
        return self

    # -- doing -----------------------------------------------------------------------------------------------------

    def run(self, *steps: Step) -> Royal:
        """These steps, up to the first question."""
        self.told.clear()
        self.state.push(*steps)
        self.state.settle()
        return self

    def play(self, *lines: str) -> Royal:
        """Lines like `0 lift 3`, checked."""
        for line in lines:
            seat, _, choice = line.partition(" ")
            self.state.play(parse_seat(seat), parse_choice(choice))
        return self

    def roll(self, seed: str = "any") -> Royal:
        """CHANCE says whatever it says."""
        self.state.play(CHANCE, self.state.sample(Dice(seed_of_text(seed))))
        return self

    def random(self, seed: str, stop_at: type[Step] | None = None) -> Royal:
        """Everybody chooses anything until that question comes, or to the end."""
        dice, chooser = Dice(seed_of_text(seed)), Dice(seed_of_text(f"{seed} choices"))
        while self.state.stack and not (stop_at and isinstance(self.state.stack[-1], stop_at)):
            deciding = self.state.deciding()
            seat = deciding[chooser.below(len(deciding))]
            options = self.state.options(seat)
            self.state.apply(seat, self.state.sample(dice) if seat == CHANCE else options[chooser.below(len(options))])
        return self

    # -- looking ---------------------------------------------------------------------------------------------------

    def options(self, seat: int) -> set[str]:
        return {" ".join(map(str, choice)) for choice in self.state.options(seat)}

    def refusal(self, line: str) -> Reason:
        seat, _, words = line.partition(" ")
        choice: Choice = parse_choice(words)
        reason = self.state.why_not(parse_seat(seat), choice)
        assert reason is not None, f"{line} is allowed"
        return reason

    def castle(self, seat: int) -> str:
        return " ".join(tiles_of(self.state, seat))

    @property
    def centre(self) -> str:
        return " ".join(tiles_of(self.state, NOBODY))

    def all_followers(self) -> list[int]:
        return [player.followers for player in self.state.players]

    def all_statues(self) -> list[int]:
        return [player.statues for player in self.state.players]

    def heard(self, name: str) -> list[Event]:
        """What was told under that name, in order."""
        return [event for event in self.told if type(event).__name__ == name]
