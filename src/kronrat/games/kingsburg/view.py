"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from typing import Any

from kronrat.core.dice import Dice
from kronrat.games.kingsburg.standing import standing
from kronrat.games.kingsburg.state import NOBODY, Player, State
from kronrat.games.kingsburg.tables import TOP_RANK


def view(state: State, seat: int | None) -> dict[str, Any]:
    """All that this seat may know, as plain data. Everything is open but the enemies to come. [KB-INFO-1, KB-INFO-2]"""
    return {
        "game": "kingsburg",
        "options": dict(state.switches.options),
        "seat": seat,
        "seats": state.seats,
        "year": state.year,
        "phase": state.phase,
        "order": list(state.order),
        "deciding": list(state.deciding()),
        "over": state.over,
        "enemy": enemy_known(state, seat),
        "enemy_open": state.revealed,
        "enemy_range": list(state.tables.strength_range(state.year)),
        "envoy": None if state.envoy == NOBODY else state.envoy,
        "court": {str(r): [list(group) for group in state.court[r]] for r in range(1, TOP_RANK + 1) if state.court[r]},
        "passed": list(state.passed),
        "players": [_player(player) for player in state.players],
        "standing": [[s.seat, s.place, s.score, [list(tie) for tie in s.ties]] for s in standing(state)],
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "vp": player.vp,
        "gold": player.gold,
        "wood": player.wood,
        "stone": player.stone,
        "soldiers": player.soldiers,
        "plus2": player.plus2,
        "extra_dice": player.extra_dice,
        "dice": list(player.dice),
        "bonus": list(player.bonus),
        "buildings": [card.id for card in player.hand.cards],
        "used": list(player.used),
        "peeked": player.peeked,
    }


def enemy_known(state: State, seat: int | None) -> str | None:
    """This year's enemy, for those who may know it."""
    if not state.enemies:
        return None
    peeked = seat is not None and state.players[seat].peeked
    return state.enemies[0] if state.revealed or peeked else None


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """A world that looks the same to this seat: every enemy it does not know is drawn anew from its pile."""
    world = state.clone()
    known = 0 if enemy_known(state, seat) is None else 1
    drawn: list[str] = list(state.enemies[:known])
    for id in state.enemies[known:]:
        pile = state.tables.enemies_of(state.tables.enemies[id].year)
        drawn.append(pile[dice.below(len(pile))].id)
    world.enemies = tuple(drawn)
    return world
