"""A table of Kingsburg for tests: arrange in one line, name the act, state the result.

    table = Kingsburg(seats=2).give(0, "market").begin(SPRING, rolls={0: (4, 4, 1)})
    table.play("0 influence 10 4 4 1 market")

CHANCE is answered from what the test has laid ready (`rolls`, `neutral`, `reinforcements`, `muster`) and otherwise
from fixed dice, so nothing is left to luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self, cast

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice
from kronrat.games.kingsburg.rules import game, rolling, setup, winter
from kronrat.games.kingsburg.rules.events import BattleFought, PhaseBegan, VpChanged
from kronrat.games.kingsburg.rules.hooks import Building, update_hand
from kronrat.games.kingsburg.rules.state import AUTUMN, SPRING, SUMMER, WINTER, Player, State
from kronrat.games.kingsburg.rules.year import EndGame, EndYear, Phase, Year
from kronrat.testing.builder import Builder

__all__ = [
    "AUTUMN",
    "SPRING",
    "SUMMER",
    "Kingsburg",
    "Printed",
    "Roll",
    "about_to_build",
    "building_turn",
    "everywhere",
    "full_game",
    "large_sheet_turn",
    "modifiers",
    "rules",
]

Roll = tuple[int, ...] | tuple[tuple[int, ...], tuple[int, ...]]  # dice, or dice and bonus dice


@cache
def rules() -> game.Kingsburg:
    return cast(game.Kingsburg, kronrat.load("kingsburg"))


class Kingsburg(Builder):
    """A position of Kingsburg, set up by hand."""

    state: State

    def __init__(self, seats: int = 2, edition: str = "2e", data: str | Path | None = None, **options: str) -> None:
        """`data` is a folder with corrected component data."""
        loaded = rules() if data is None else cast(game.Kingsburg, kronrat.load("kingsburg", data))
        super().__init__(loaded.new(seats, {"edition": edition, **options}))
        self.state.stack.clear()
        self.state.enemies = ("e1_goblins_3", "e2_goblins_4", "e3_goblins_5", "e4_goblins_6", "e5_barbarians_7")
        self.rolls: dict[int, list[Roll]] = {}
        self.neutral: list[tuple[int, ...]] = []
        self.reinforcements: list[int] = []
        self.muster: dict[int, list[int]] = {}

    # -- arrange -------------------------------------------------------------------------------------------------

    def give(self, seat: int, *buildings: str, **amounts: int) -> Self:
        """Buildings (with all to their left, and without their points) and `gold=2, vp=3 …` for a seat."""
        me = self.state.players[seat]
        rows = list(me.rows)
        for id in buildings:
            building = self.state.tables.cards[id]
            assert isinstance(building, Building)
            row = self.state.sheet.row_of(building)
            assert row is not None, f"{id} is not on this sheet"
            rows[row] = max(rows[row], building.printed.column)
        me.rows = tuple(rows)
        update_hand(self.state, me)
        for name, amount in amounts.items():
            assert hasattr(me, name), name
            setattr(me, name, amount)
        return self

    def governor(self, seat: int, id: str) -> Self:
        """The governor that a seat has kept."""
        self.state.players[seat].governor = id
        update_hand(self.state, self.state.players[seat])
        return self

    def order(self, *seats: int) -> Self:
        self.state.order = seats
        return self

    def envoy(self, seat: int) -> Self:
        self.state.envoy = seat
        return self

    def enemy(self, id: str) -> Self:
        """The enemy on top of the stack."""
        self.state.enemies = (id, *self.state.enemies[1:])
        return self

    def occupy(self, rank: int, seat: int, *faces: int) -> Self:
        """Dice that are already on an advisor."""
        self.state.court[rank] = (*self.state.court[rank], (seat, *faces))
        return self

    def begin(
        self,
        phase: int,
        year: int = 1,
        rolls: Mapping[int, Roll | list[Roll]] | None = None,
        neutral: Iterable[tuple[int, ...]] = (),
        die: int | None = None,
        alone: bool = False,
        muster: Mapping[int, int] | None = None,
    ) -> Self:
        """Start this phase of this year and go on to the first real choice. The rest of the year follows, unless the
        phase is to be played `alone`. `muster` are reinforcement dice of the players' own."""
        for seat, faces in (rolls or {}).items():
            self.rolls[seat] = list(faces) if isinstance(faces, list) else [faces]
        self.neutral += neutral
        self.reinforcements += [] if die is None else [die]
        for seat, face in (muster or {}).items():
            self.muster.setdefault(seat, []).append(face)
        state = self.state
        state.listener = self.events.append
        state.stack.clear()
        Year(year).run(state)
        while not (isinstance(state.stack[-1], Phase) and state.stack[-1].phase == phase):
            state.stack.pop()
        if alone:
            del state.stack[:-2]  # all but the marker of this phase and what happens in it
        self.events.clear()
        return self.until_asked()

    def begin_year(self, year: int) -> Self:
        """Start a year from its very beginning, before phase 1."""
        self.state.listener = self.events.append
        self.state.stack[:] = [Year(year)]
        self.events.clear()
        return self.until_asked()

    def deal(self, *hands: str) -> Self:
        """The end of the set-up: these governors are dealt to the seats, and each is about to keep one."""
        self.state.listener = self.events.append
        fresh = self.state.game.new(self.state.seats, self.state.switches.options)
        before = (setup.DrawEnemy, setup.DrawOrder)
        self.state.stack[:] = [step for step in fresh.stack if not isinstance(step, before)]
        for seat, hand in enumerate(hands):
            self.state.play(CHANCE, ("deal", seat, *hand.split()))
        return self.until_asked()

    def end_year(self, year: int) -> Self:
        """Go straight to the end of a year."""
        self.state.listener = self.events.append
        self.state.year, self.state.phase = year, WINTER
        self.state.stack[:] = [EndYear()]
        return self.until_asked()

    def end_game(self) -> Self:
        self.state.listener = self.events.append
        self.state.stack[:] = [EndGame()]
        return self.until_asked()

    # -- act -----------------------------------------------------------------------------------------------------

    def play(self, *lines: str) -> Self:
        """Checked choices, written as in a journal: `0 influence 8 3 5`. CHANCE answers by itself in between."""
        for line in lines:
            super().play(line).until_asked()
        return self

    def all_pass(self) -> Self:
        """Everybody passes until the influencing of this season is over."""
        now = self.state.year, self.state.phase
        while "influence" in self.verbs() and (self.state.year, self.state.phase) == now:
            self.play(f"{self.deciding} pass")
        return self

    def accept(self) -> Self:
        """Take every gain that is asked for, until something else is asked."""
        while not self.state.over and "accept" in self.verbs():
            self.play(f"{self.deciding} {self.options()[0]}")
        return self

    def until_phase(self, phase: int) -> Self:
        """Answer every question by its last option (mostly: pass) until the next time that this phase begins."""
        heard = len(self.events)
        while PhaseBegan("KB-YEAR-1", phase) not in self.events[heard:]:
            seat = self.state.deciding()[0]
            self.state.apply(seat, self.state.options(seat)[-1])
            self.until_asked()
        return self

    def idle(self) -> Self:
        """Everybody does as little as possible until the phase that is played alone is over."""
        while not self.state.over:
            seat = self.state.deciding()[0]
            offer = self.state.options(seat)
            idle = [choice for choice in offer if choice[0] in ("pass", "done", "decline")]
            self.state.apply(seat, (idle or offer)[0])
            self.until_asked()
        return self

    def plunder(self) -> Self:
        """A battle that everybody loses: it costs one building each, and nothing else."""
        enemies = self.state.enemies
        self.enemy("e5_demons_9").begin(8, die=1, alone=True)
        self.state.enemies = enemies
        return self

    def chance(self) -> Choice:
        """What is laid ready for this roll, or else the fixed dice."""
        step = self.state.stack[-1]
        if isinstance(step, rolling.RollDice) and self.rolls.get(step.owner):
            own, bonus = _split(self.rolls[step.owner].pop(0))
            return ("roll", step.owner, *own, "bonus", *bonus) if bonus else ("roll", step.owner, *own)
        if isinstance(step, rolling.RollNeutral) and self.neutral:
            return ("neutral", *self.neutral.pop(0))
        if isinstance(step, winter.Reinforce) and self.reinforcements:
            return ("reinforce", self.reinforcements.pop(0))
        if isinstance(step, winter.RollOwn) and self.muster.get(step.owner):
            return ("muster", step.owner, self.muster[step.owner].pop(0))
        return super().chance()

    # -- state ---------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def goods(self, seat: int) -> str:
        """`2g 1w` as the examples write it; an empty text for nothing."""
        me = self.player(seat)
        counts = ((me.gold, "g"), (me.wood, "w"), (me.stone, "s"))
        return " ".join(f"{count}{letter}" for count, letter in counts if count)

    def vp(self, seat: int) -> int:
        return self.player(seat).vp

    def buildings(self, seat: int) -> set[str]:
        return {card.id for card in self.player(seat).hand.cards}

    def strength(self, seat: int) -> int:
        """The combat strength of this seat in the battle since `begin`."""
        (battle,) = [event for event in self.heard(BattleFought) if event.seat == seat]
        return battle.strength

    def vp_from(self, seat: int, source: str) -> list[int]:
        """The points that this seat got from something since `begin`, one number for each time."""
        return [event.vp for event in self.heard(VpChanged) if event.seat == seat and event.source == source]

    def reach(self, seat: int) -> set[int]:
        """The ranks within reach of the seat that decides now."""
        return {int(choice[1]) for choice in self.state.options(seat) if choice[0] == "influence"}


def full_game(seats: int = 3, edition: str = "2e", seed: str = "a game") -> tuple[kronrat.Match, list[Event]]:
    """A whole game in which everybody does as little as possible, and all that happened in it."""
    match = kronrat.Match(rules(), seats, {"edition": edition}, seed=seed)
    events = list(match.opening)
    while not match.over:
        (seat,) = match.state.deciding()
        events += match.play(seat, match.state.options(seat)[-1])
    return match, events


def building_turn(edition: str, *standing: str, seats: int = 3, **amounts: int) -> Kingsburg:
    """Seat 0 is about to build, first of all, with these buildings and goods; no other phase follows."""
    return about_to_build(Kingsburg(seats, edition).give(0, *standing, **amounts))


def large_sheet_turn(*standing: str, **amounts: int) -> Kingsburg:
    """The same for three players with seven rows each."""
    return about_to_build(Kingsburg(3, modules="buildings").give(0, *standing, **amounts))


def about_to_build(table: Kingsburg) -> Kingsburg:
    """Seat 0 is about to build, first of all; no other phase follows."""
    first_edition = not table.state.switches.second_edition
    with_bonus_die = first_edition and "farms" in table.buildings(0)  # in the second edition it is left out
    mine: Roll = ((1, 2, 5), (1,)) if with_bonus_die else (1, 2, 5)
    rolls: dict[int, Roll | list[Roll]] = {0: mine, 1: (4, 4, 5), 2: (4, 5, 5), 3: (4, 5, 6)}
    neutral = [(6, 6, 6), (6, 6)] if table.state.seats == 2 else []
    return table.begin(SPRING, rolls=rolls, neutral=neutral, alone=True).until("build")


class Printed(NamedTuple):
    """What a province sheet says about one building; `left` is its neighbour, which must be built first."""

    id: str
    left: str
    gold: int
    wood: int
    stone: int
    vp: int

    def turn(self, edition: str, **amounts: int) -> Kingsburg:
        """Seat 0 may build it and has exactly what it costs, but for the amounts named."""
        standing = [self.left] if self.left else []
        return building_turn(edition, *standing, **{**self.cost, **amounts})

    def large_sheet_turn(self, **amounts: int) -> Kingsburg:
        """The same on the sheet with seven rows."""
        standing = [self.left] if self.left else []
        return large_sheet_turn(*standing, **{**self.cost, **amounts})

    @property
    def cost(self) -> dict[str, int]:
        return {"gold": self.gold, "wood": self.wood, "stone": self.stone}


ONE_OF_EACH = {
    "barbarians": "e1_barbarians_2",
    "goblins": "e1_goblins_3",
    "orcs": "e1_orcs_3",
    "zombies": "e1_zombies_4",
    "demons": "e3_demons_6",
    "dragons": "e5_dragons_9",
}


def modifiers(edition: str, *standing: str, modules: str = "") -> dict[str, int]:
    """What these buildings (and all to their left) add to the combat strength, for each type of enemy."""
    found: dict[str, int] = {}
    for type, enemy in ONE_OF_EACH.items():
        table = Kingsburg(2, edition, modules=modules).give(0, *standing).enemy(enemy).begin(8, die=1, alone=True)
        found[type] = table.strength(0) - table.strength(1)
    return found


def everywhere(modifier: int, **against: int) -> dict[str, int]:
    """The same modifier against every type of enemy, but for those named: to compare with `modifiers`."""
    return {**dict.fromkeys(ONE_OF_EACH, modifier), **against}


def _split(roll: Roll) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if roll and isinstance(roll[0], tuple):
        own, bonus = roll
        return tuple(sorted(own)), tuple(sorted(bonus))
    return tuple(sorted(roll)), ()
