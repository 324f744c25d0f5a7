"""What dice can still reach, group after group: found once for each set of dice, for bots that look at many."""

from __future__ import annotations

from typing import Final

from kronrat.games.kingsburg.rules.hooks import Card
from kronrat.games.kingsburg.rules.influence import Faces, find_placements
from kronrat.games.kingsburg.rules.state import Player, State

TOKEN_WORD: Final = "plus2"


class Way:
    """One group of dice for the advisor of one rank, the tokens it costs, and what remains of the dice."""

    def __init__(self, rank: int, tokens: int, groups: int, rest: Reach | None) -> None:
        self.rank = rank
        self.tokens = tokens
        self.groups = groups  # how many more groups the rest may make
        self.rest = rest  # None without dice of the player's own


class Reach:
    """All that some dice can reach next."""

    def __init__(self) -> None:
        self.ways: list[Way] = []


Cards = tuple[Card, ...]  # those that may still shift the rank of a group

_known: Final[dict[tuple[Faces, Faces, int, Cards, bool], Reach]] = {}
_KEPT: Final = 20_000


def reach_of(state: State, me: Player) -> Reach:
    """What the dice of a player can reach with tokens and cards."""
    limited = state.switches.plus2_per_season
    tokens = me.plus2
    if limited and (tokens > 1 or TOKEN_WORD in me.used):
        tokens = 0 if TOKEN_WORD in me.used else 1
    shifting = me.hand.shifting
    if shifting and me.used:
        shifting = tuple([card for card in shifting if card.id not in me.used])
    return _reach(me.dice, me.bonus, min(tokens, len(me.dice)), shifting, limited)


def _reach(dice: Faces, bonus: Faces, tokens: int, shifting: Cards, limited: bool) -> Reach:
    key = (dice, bonus, tokens, shifting, limited)
    reach = _known.get(key)
    if reach is None:
        if len(_known) >= _KEPT:
            _known.clear()
        reach = Reach()
        _find_ways(reach, dice, bonus, tokens, shifting, limited)
        _known[key] = reach
    return reach


def _find_ways(reach: Reach, dice: Faces, bonus: Faces, tokens: int, shifting: Cards, limited: bool) -> None:
    """Every way once, the highest ranks first, so that a good one is found early."""
    shifts = [(card.id, shift) for card in shifting for shift in card.rank_shifts()]
    placements = find_placements(dice, bonus, tokens > 0, tuple(shifts))
    found: set[tuple[int, int, Faces, Faces, Cards]] = set()
    for placement in placements.all[::-1]:
        choice = placement.choice
        left, bonus_left = placement.dice, placement.bonus
        paid = 1 if TOKEN_WORD in choice else 0
        cards = tuple([card for card in shifting if card.id not in choice])
        way = (placement.rank, paid, left, bonus_left, cards)
        if way in found:
            continue
        found.add(way)
        rest: Reach | None = None
        if left:
            tokens_left = 0 if limited and paid else min(tokens - paid, len(left))
            rest = _reach(left, bonus_left, tokens_left, cards, limited)
        reach.ways.append(Way(placement.rank, paid, len(left), rest))
