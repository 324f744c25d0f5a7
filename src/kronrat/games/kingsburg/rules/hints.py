"""What players may ask about their view: which advisors the dice at hand can still reach together, and who else can."""

from __future__ import annotations

from typing import TypedDict

from kronrat.core.flow import Choice
from kronrat.games.kingsburg.rules.hooks import Sheet
from kronrat.games.kingsburg.rules.influence import Faces, Placement, Placements, find_placements
from kronrat.games.kingsburg.rules.odds import BattleOdds, battle_odds
from kronrat.games.kingsburg.rules.outlook import Outlook
from kronrat.games.kingsburg.rules.tables import TOP_RANK, Tables
from kronrat.games.kingsburg.rules.view import View

Plan = tuple[Choice, ...]


class RankSet(TypedDict):
    """Advisors that the dice can reach together, and the choices that do."""

    ranks: list[int]
    choices: list[list[str | int]]


class DicePlan(TypedDict):
    """What the dice at hand can still do."""

    sets: list[RankSet]


class Odds(TypedDict):
    """The battle of this Winter until it is fought; and for each free advisor the rivals whose dice can reach it."""

    battle: BattleOdds | None
    rivals: dict[str, list[int]]


class Hints(TypedDict):
    """The answers by topic."""

    dice: DicePlan
    outlook: Outlook
    odds: Odds


class _Reach:
    """The dice, tokens and cards of one player, as far as a view shows them."""

    def __init__(self, dice: Faces, bonus: Faces, tokens: int, shifts: tuple[tuple[str, int], ...]) -> None:
        self.dice = dice
        self.bonus = bonus
        self.tokens = tokens  # that may still be used this season
        self.shifts = shifts

    def placements(self) -> Placements:
        return find_placements(self.dice, self.bonus, self.tokens > 0, self.shifts)

    def after(self, placement: Placement) -> _Reach:
        """What is left once this group is placed."""
        tokens = self.tokens - ("plus2" in placement.choice)
        shifts = tuple([(card, shift) for card, shift in self.shifts if card not in placement.choice])
        return _Reach(placement.dice, placement.bonus, tokens, shifts)


def _reach_of(tables: Tables, view: View, seat: int) -> _Reach:
    me = view["players"][seat]
    tokens: int = me["plus2"]
    if view["options"]["plus2"] == "season":
        tokens = 0 if "plus2" in me["used"] else min(tokens, 1)
    cards = [tables.cards[id] for id in me["buildings"] if id not in me["used"]]
    shifts = tuple([(card.id, shift) for card in cards for shift in card.rank_shifts()])
    return _Reach(tuple(me["dice"]), tuple(me["bonus"]), tokens, shifts)


def dice_planner(tables: Tables, view: View) -> DicePlan:
    """All sets of free advisors that the viewer's dice can reach together."""
    seat, free = view["seat"], _free_ranks(view)
    plans: dict[tuple[int, ...], Plan] = {}
    if seat is not None and seat not in view["passed"]:
        _collect(_reach_of(tables, view, seat), free, (), plans)
    return {
        "sets": [{"ranks": list(ranks), "choices": [list(c) for c in plan]} for ranks, plan in sorted(plans.items())]
    }


def _free_ranks(view: View) -> list[int]:
    """The ranks of the advisors whom nobody influences yet."""
    return [rank for rank in range(1, TOP_RANK + 1) if str(rank) not in view["court"]]


def _collect(reach: _Reach, free: list[int], plan: Plan, plans: dict[tuple[int, ...], Plan]) -> None:
    """Every set of ranks, each with one plan that reaches it: the one that spends least."""
    if not reach.dice:
        return
    placements = reach.placements()
    for placement in placements.all:
        rank, choice = placement.rank, placement.choice
        if rank not in free:
            continue
        longer: Plan = (*plan, choice)
        ranks = tuple(sorted([int(c[1]) for c in longer]))
        known = plans.get(ranks)
        if known is None or _spent(longer) < _spent(known):
            plans[ranks] = longer
        remaining = [other for other in free if other != rank]
        _collect(reach.after(placement), remaining, longer, plans)


def _spent(plan: Plan) -> tuple[int, int]:
    """Cards and tokens used, then dice used."""
    words = [word for choice in plan for word in choice[2:]]
    extras = len([word for word in words if isinstance(word, str) and word != "bonus"])
    return extras, len(words)


def odds(tables: Tables, sheet: Sheet, view: View) -> Odds:
    """How the battle may end, and which advisors are contested: all of it counted, nothing guessed."""
    return {"battle": battle_odds(tables, sheet, view), "rivals": _rivals(tables, view)}


def _rivals(tables: Tables, view: View) -> dict[str, list[int]]:
    """For each free rank the rivals who could place a group of their open dice there now."""
    free = _free_ranks(view)
    taking: dict[int, list[int]] = {rank: [] for rank in free}
    for rival in range(view["seats"]):
        if rival != view["seat"] and rival not in view["passed"]:
            reachable = {placement.rank for placement in _reach_of(tables, view, rival).placements().all}
            for rank in free:
                if rank in reachable:
                    taking[rank].append(rival)
    return {str(rank): seats for rank, seats in taking.items() if seats}
