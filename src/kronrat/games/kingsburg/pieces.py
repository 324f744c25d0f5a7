"""What may be put on a table of Kingsburg by hand: the time, the enemy, and what is in front of each player."""

from __future__ import annotations

from functools import partial
from typing import Final

from kronrat.games.kingsburg.rules.hooks import Building, update_hand
from kronrat.games.kingsburg.rules.setup import governor_deck
from kronrat.games.kingsburg.rules.state import (
    AUTUMN,
    NO_TOKEN,
    NOBODY,
    RECRUITMENT,
    SPRING,
    SUMMER,
    WINTER,
    YEARS,
    Player,
    State,
)
from kronrat.games.kingsburg.rules.year import Year
from kronrat.pieces import Misfit, Piece, skip_to

PHASES: Final = (SPRING, SUMMER, AUTUMN, RECRUITMENT, WINTER)  # those in which somebody is asked, or dice fall
MOST: Final = 99  # more than anybody ever has
AMOUNTS: Final = {
    "gold": "good.gold",
    "wood": "good.wood",
    "stone": "good.stone",
    "plus2": "term.plus2",
    "soldiers": "term.soldiers",
}


def pieces(state: State) -> list[Piece]:
    if any([isinstance(step, Year) for step in state.stack]):
        return []
    years = tuple([str(year) for year in range(1, YEARS + 1)])
    phases = tuple([str(phase) for phase in sorted({state.phase, *PHASES})])
    to_year, to_phase = partial(_go_to, state, phase=SPRING), partial(_go_to, state, state.year)
    found = [
        Piece("year", "web.kb.year", str(state.year), to_year, values=years, names="year"),
        Piece("phase", "term.season", str(state.phase), to_phase, values=phases, names="phase"),
    ]
    if state.enemies:
        pile = tuple(state.tables.piles[state.tables.enemies[state.enemies[0]].year])
        found.append(
            Piece("enemy", "term.enemy", state.enemies[0], partial(_enemy, state), values=pile, names="enemy_card")
        )
    for seat in range(state.seats):
        found += _of(state, seat)
    return found


def _of(state: State, seat: int) -> list[Piece]:
    """What is in front of a player."""
    me = state.players[seat]
    lowest = -MOST if state.switches.negative_vp else 0
    found = [Piece("vp", "term.vp", me.vp, partial(setattr, me, "vp"), seat, lowest, MOST)]
    for name, says in AMOUNTS.items():
        found.append(Piece(name, says, int(getattr(me, name)), partial(setattr, me, name), seat, most=MOST))
    found.append(Piece("envoy", "term.envoy", state.envoy == seat, partial(_envoy, state, seat), seat))
    sheet = tuple([building for row in state.sheet.ids for building in row])
    built = tuple([card.id for card in me.hand.buildings])
    found.append(
        Piece("buildings", "table.buildings", built, partial(_build, state, me), seat, values=sheet, names="building")
    )
    if state.switches.governor_deck:
        deck = ("", *governor_deck(state))
        found.append(
            Piece(
                "governor",
                "term.governor",
                me.governor,
                partial(_rule, state, seat),
                seat,
                values=deck,
                names="governor",
            )
        )
    return found


def _go_to(state: State, year: int | str, phase: int | str) -> None:
    """The beginning of a phase, as if nobody had rolled yet; the rest of the year follows."""
    year, phase = int(year), int(phase)
    drawn = {state.tables.enemies[id].year: id for id in state.enemies}
    state.enemies = tuple([drawn.get(y, state.tables.piles[y][0]) for y in range(year, YEARS + 1)])
    state.revealed = False
    state.court = [() for _ in state.court]
    state.passed = ()
    for me in state.players:
        me.dice = me.bonus = ()
        me.token, me.peeked = NO_TOKEN, False
    state.stack.clear()
    Year(year).run(state)
    skip_to(state, phase)
    state.settle()


def _enemy(state: State, id: str) -> None:
    state.enemies = (id, *state.enemies[1:])


def _envoy(state: State, seat: int, has: bool) -> None:
    state.envoy = seat if has else NOBODY


def _build(state: State, me: Player, wanted: tuple[str, ...]) -> None:
    """Rows have no gaps: what is missing on the left is named. [KB-P2d-3]"""
    rows: list[int] = []
    for row in state.sheet.rows:
        built = [building.id in wanted for building in row]
        count = sum(built)
        if not all(built[:count]):
            raise Misfit("KB-P2d-3", "reason.row_order", building=_last(row, built), missing=row[built.index(False)].id)
        rows.append(count)
    me.rows = tuple(rows)
    update_hand(state, me)


def _last(row: list[Building], built: list[bool]) -> str:
    return [building.id for building, there in zip(row, built, strict=True) if there][-1]


def _rule(state: State, seat: int, id: str) -> None:
    """A governor; nobody else may have the same one. [KB2-MOD2-1]"""
    for other, rival in enumerate(state.players):
        if id and other != seat and rival.governor == id:
            rival.governor = ""
            update_hand(state, rival)
    state.players[seat].governor = id
    update_hand(state, state.players[seat])
