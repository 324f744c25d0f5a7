"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from typing import Any

from kronrat.core.dice import Dice
from kronrat.games.kingsburg.rules.setup import governor_deck
from kronrat.games.kingsburg.rules.standing import standing
from kronrat.games.kingsburg.rules.state import NO_TOKEN, NOBODY, Player, State
from kronrat.games.kingsburg.rules.tables import Enemy


def view(state: State, seat: int | None) -> dict[str, Any]:
    """All that this seat may know, as plain data. Everything is open but the enemies to come. [KB-INFO-1, KB-INFO-2]"""
    known = enemy_known(state, seat)
    enemy = None if known is None else state.tables.enemies[known]
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
        "enemy": known,
        "enemy_open": state.revealed,
        "enemy_range": list(state.tables.strength_range(state.year)),
        "envoy": None if state.envoy == NOBODY else state.envoy,
        "court": {str(p): [list(group) for group in groups] for p, groups in enumerate(state.court) if groups},
        "passed": list(state.passed),
        "players": [_player(player, enemy, own=number == seat) for number, player in enumerate(state.players)],
        "standing": [[s.seat, s.place, s.score, [list(tie) for tie in s.ties]] for s in standing(state)],
    }


def _player(player: Player, enemy: Enemy | None, own: bool) -> dict[str, Any]:
    """What lies before a player, and how strong that makes him without reinforcements to come; what he chose in secret
    is told to himself only. [KB2-MOD2-8, KB2-MOD3-5]"""
    walls = player.hand.walls(enemy)
    secret = {"dealt": list(player.dealt), "chosen": player.chosen, "token": player.token} if own else {}
    return {
        **secret,
        "vp": player.vp,
        "gold": player.gold,
        "wood": player.wood,
        "stone": player.stone,
        "soldiers": player.soldiers,
        "walls": [list(wall) for wall in walls],
        "strength": player.soldiers + sum([battle for _, battle in walls]),
        "plus2": player.plus2,
        "extra_dice": player.extra_dice,
        "dice": list(player.dice),
        "bonus": list(player.bonus),
        "buildings": [card.id for card in player.hand.buildings],
        "governor": player.governor,
        "tokens": list(player.tokens),
        "used": list(player.used),
        "used_year": list(player.used_year),
        "peeked": player.peeked,
    }


def enemy_known(state: State, seat: int | None) -> str | None:
    """This year's enemy, for those who may know it."""
    if not state.enemies:
        return None
    peeked = seat is not None and state.players[seat].peeked
    return state.enemies[0] if state.revealed or peeked else None


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """A world that looks the same to this seat: what it does not know is drawn anew."""
    world = state.clone()
    world.offer = None  # what was offered in the true world
    known = 0 if enemy_known(state, seat) is None else 1
    drawn: list[str] = list(state.enemies[:known])
    for id in state.enemies[known:]:
        pile = state.tables.enemies_of(state.tables.enemies[id].year)
        drawn.append(pile[dice.below(len(pile))].id)
    world.enemies = tuple(drawn)
    _redeal_governors(world, seat, dice)
    for number, player in enumerate(world.players):
        if number != seat and player.token != NO_TOKEN:
            player.token = player.tokens[dice.below(len(player.tokens))]
    return world


def _redeal_governors(world: State, seat: int | None, dice: Dice) -> None:
    """Other seats hold any of the governors that the seat was not dealt; what they chose may be any of theirs."""
    others = [player for number, player in enumerate(world.players) if number != seat and player.dealt]
    if not others:
        return
    mine = () if seat is None else world.players[seat].dealt
    deck = [id for id in governor_deck(world) if id not in mine]
    order = [deck[place] for place in dice.shuffled(len(deck))]
    for player in others:
        hand, order = order[: len(player.dealt)], order[len(player.dealt) :]
        player.dealt = tuple([id for id in deck if id in hand])
        if player.chosen:
            player.chosen = player.dealt[dice.below(len(player.dealt))]
