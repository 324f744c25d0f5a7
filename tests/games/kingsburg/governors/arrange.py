"""What the tests of the governors have in common: a table with such cards, and the steps in which they matter."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from kronrat.core.flow import CHANCE
from kronrat.games.kingsburg.rules import game, setup
from kronrat.games.kingsburg.rules.events import GoodsPaid, PhaseBegan
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll

SEASONS = (SPRING, SUMMER, AUTUMN)
YEARS = (1, 2, 3, 4, 5)
PLENTY = {"gold": 9, "wood": 9, "stone": 9}
HIGH: dict[int, Roll | list[Roll]] = {1: (5, 6, 6), 2: (6, 6, 6)}  # for the others, so that seat 0 comes first
ASCENDING: tuple[Roll, ...] = ((3, 4, 5), (4, 4, 5), (4, 5, 5), (4, 5, 6), (5, 5, 6))


def governed(*ids: str, seats: int = 3, modules: str = "governors", data: Path | None = None) -> Kingsburg:
    """The first seats play these governors, the others none; `data` is a folder with corrected component data."""
    table = Kingsburg(seats, "2e", data, modules=modules)
    for seat, id in enumerate(ids):
        table.governor(seat, id)
    return table


def opening(*kept: str, data: Path | None = None) -> Kingsburg:
    """A game from the very first draw: each seat keeps one of these governors, and seat 0 is first in turn order."""
    table = Kingsburg(len(kept), "2e", data, modules="governors")
    state = table.state = cast(game.Kingsburg, table.state.game).new(
        len(kept), {"edition": "2e", "modules": "governors"}
    )
    state.listener = table.events.append
    unwanted = [id for id in state.tables.governors if id not in kept]
    state.settle()
    while state.deciding() == (CHANCE,):
        step = state.stack[-1]
        if isinstance(step, setup.DealGovernors):
            hand = (kept[step.owner], unwanted.pop(), unwanted.pop())
            state.play(CHANCE, ("deal", step.owner, *[id for id in state.tables.governors if id in hand]))
        elif isinstance(step, setup.DrawOrder):
            state.play(CHANCE, ("order", *range(len(kept))))
        else:
            state.play(CHANCE, state.sample(table.dice))
    return table.play(*[f"{seat} keep {id}" for seat, id in enumerate(kept)])


def corrected(folder: Path, id: str, fields: str) -> Path:
    """A folder with component data in which these fields of a governor differ."""
    (folder / "governors.toml").write_text(f"[{id}]\n{fields}\n", encoding="utf-8")
    return folder


# -- steps ---------------------------------------------------------------------------------------------------------


def rolled(table: Kingsburg, *rolls: Roll, bonus: int = 0, phase: int = SPRING) -> Kingsburg:
    """Seat 0 has rolled first this, then that, with so many bonus dice; the others roll high. No phase follows."""
    if bonus:
        table.give(0, extra_dice=bonus)
    table.begin(phase, rolls={0: list(rolls), **HIGH}, alone=True)
    return table.play(f"0 bonus {bonus}") if bonus else table


def faces(table: Kingsburg) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Player dice and bonus dice of seat 0."""
    return table.player(0).dice, table.player(0).bonus


def building(table: Kingsburg, *order: int, phase: int = SUMMER, year: int = 1, alone: bool = True) -> Kingsburg:
    """Step d is reached without any help of advisors; the seats build in this order, or as they sit, and in the
    other seasons of the year too."""
    seats = order or tuple(range(table.state.seats))
    rolls: dict[int, Roll | list[Roll]] = {seat: [ASCENDING[place]] * 3 for place, seat in enumerate(seats)}
    return table.begin(phase, year, rolls=rolls, alone=alone).all_pass()


def rest(table: Kingsburg, phase: int) -> Kingsburg:
    """Everybody does as little as possible until the next time that this phase begins."""
    heard = len(table.events)
    while PhaseBegan("KB-YEAR-1", phase) not in table.events[heard:]:
        seat = table.state.deciding()[0]
        offer = table.options(seat)
        idle = [option for option in offer if option in ("pass", "done", "decline")]
        table.play(f"{seat} {(idle or offer)[0]}")
    return table


# -- what happened -------------------------------------------------------------------------------------------------


def paid(table: Kingsburg, seat: int = 0) -> list[tuple[int, int, int]]:
    """What this seat paid since `begin`, each time."""
    return [(e.gold, e.wood, e.stone) for e in table.heard(GoodsPaid) if e.seat == seat]


def offered(table: Kingsburg, id: str) -> list[str]:
    """The options that name this card."""
    return [option for option in table.options() if id in option.split()]
