"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.core.dice import Dice
from tests.tiny.coves import all_coves
from tests.tiny.state import NO_COVE, SHORE, Player, State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything on the table, and what this seat keeps hidden from the others."""
    return {
        "game": "pearls",
        "options": dict(state.settings),
        "seat": seat,
        "seats": state.seats,
        "round": state.round,
        "pile": state.pile,
        "deck": len(state.deck),
        "dived": list(state.dived),
        "deciding": list(state.deciding()),
        "over": state.over,
        "players": [_player(player, own=n == seat) for n, player in enumerate(state.players)],
    }


def _player(player: Player, own: bool) -> dict[str, Any]:
    return {
        "pearls": player.pearls,
        "wares": list(player.wares),
        "has_cove": player.cove != NO_COVE,
        "divers_out": len(player.plan),
        "cove": player.cove if own else None,
        "plan": list(player.plan) if own else None,
    }


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """All cards that the seat has not seen are dealt anew, and others' plans made anew for the cards they get."""
    world = state.clone()
    world.offer = None  # the open question may read what is dealt anew
    others = [player for n, player in enumerate(world.players) if n != seat]
    unseen = sorted([player.cove for player in others if player.cove != NO_COVE] + list(state.deck))
    cards = [unseen[place] for place in dice.shuffled(len(unseen))]
    for player in others:
        if player.cove == NO_COVE:
            continue  # then all divers are at the shore
        player.cove = cards.pop()
        if player.plan:
            last = player.cove if dice.below(2) else SHORE
            player.plan = (*[SHORE] * (len(player.plan) - 1), last)
    world.deck = tuple(cards)
    return world


def coves_out(view: Mapping[str, Any]) -> dict[str, Any]:
    """The cards of which the viewer cannot know who has them, if anybody."""
    seen = [*view["dived"], *[player["cove"] for player in view["players"]]]
    return {"coves": [cove for cove in all_coves(view["seats"]) if cove not in seen]}
