"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.core.game import Standing
from pearl_divers.rules.coves import all_coves
from pearl_divers.rules.diving import DIVERS, TO_REEF
from pearl_divers.rules.market import stock
from pearl_divers.rules.printed import pearls_of, price, worth
from pearl_divers.rules.state import NO_COVE, REEF, SHORE, Player, State


class WareView(TypedDict):
    """One line of the market."""

    ware: str
    price: int
    worth: int
    left: int


class PlayerView(TypedDict):
    """One seat: what is hidden from the viewer is None."""

    pearls: int
    hand: int
    wares: list[str]
    divers: int  # still at home
    in_water: bool
    has_cove: bool
    cove: int | None
    plan: list[int] | None


class View(TypedDict):
    """The table as one seat sees it."""

    game: str
    options: dict[str, str]
    seat: int | None
    seats: int
    round: int
    rounds: int
    phase: str
    pile: int
    reef: int
    deck: int
    dived: list[int]
    market: list[WareView]
    deciding: list[int]
    over: bool
    standing: list[tuple[int, int, int, list[tuple[str, int]]]]
    wishes: list[Choice]  # what this seat may expect to be offered, possible now or not
    players: list[PlayerView]


def view(state: State, seat: int | None, standing: list[Standing]) -> View:
    """Everything on the table, and what this seat keeps hidden from the others."""
    return {
        "game": "pearls",
        "options": dict(state.settings),
        "seat": seat,
        "seats": state.seats,
        "round": state.round,
        "rounds": state.rounds,
        "phase": state.phase,
        "pile": state.pile,
        "reef": pearls_of(state, "reef") if state.reef else 0,
        "deck": len(state.deck),
        "dived": list(state.dived),
        "market": [_ware(state, ware) for ware in state.sold],
        "deciding": list(state.deciding()),
        "over": state.over,
        "standing": [(line.seat, line.place, line.score, list(line.ties)) for line in standing],
        "players": [_player(player, own=n == seat) for n, player in enumerate(state.players)],
        "wishes": _wishes(state, seat) if seat is not None else [],
    }


def _wishes(state: State, seat: int) -> list[Choice]:
    if state.phase == "grab":
        return [("grab", 1), ("grab", 2)]
    if state.phase == "market":
        return [("buy", ware) for ware in state.sold]
    cove = state.players[seat].cove
    return [("place", SHORE), *([TO_REEF] if state.reef else []), *([("place", cove)] if cove != NO_COVE else [])]


def _ware(state: State, ware: str) -> WareView:
    return {"ware": ware, "price": price(state, ware), "worth": worth(state, ware), "left": stock(state, ware)}


def _player(player: Player, own: bool) -> PlayerView:
    return {
        "pearls": player.pearls,
        "hand": player.hand,
        "wares": list(player.wares),
        "divers": DIVERS - len(player.plan),
        "in_water": player.swims,
        "has_cove": player.cove != NO_COVE,
        "cove": player.cove if own and player.cove != NO_COVE else None,
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
        if player.cove != NO_COVE:
            player.cove = cards.pop()
        plans = possible_plans(state, player)
        if len(plans) > 1:
            player.plan = plans[dice.below(len(plans))]
    world.deck = tuple(cards)
    return world


def possible_plans(state: State, player: Player) -> list[tuple[int, ...]]:
    """Every plan of a player that has as many divers out, the shore first."""
    places = [SHORE, *([REEF] if state.reef else []), *([player.cove] if player.cove != NO_COVE else [])]
    out = len(player.plan)
    if out == 0:
        return [()]
    if out == 1:
        return [(place,) for place in places]
    pairs = [(one, other) for at, one in enumerate(places) for other in places[at:]]
    cove = player.cove if player.cove != NO_COVE else None
    return [(min(pair), max(pair)) for pair in pairs if pair != (cove, cove)]


def coves_out(view: Mapping[str, Any]) -> dict[str, Any]:
    """The cards of which the viewer cannot know who has them, if anybody."""
    seen = [*view["dived"], *[player["cove"] for player in view["players"]]]
    return {"coves": [cove for cove in all_coves(view["seats"]) if cove not in seen]}
