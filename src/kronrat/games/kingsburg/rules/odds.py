"""The odds of the battle of this Winter, counted exactly from a view alone.

It is the battle as it would be at this moment: what cards may still add before it is not included.
"""

from __future__ import annotations

from typing import Final, TypedDict

from kronrat.core.flow import CHANCE
from kronrat.games.kingsburg.rules.hooks import Hand, Sheet
from kronrat.games.kingsburg.rules.outlook import hand_of
from kronrat.games.kingsburg.rules.state import NO_TOKEN, WINTER
from kronrat.games.kingsburg.rules.tables import Enemy, Tables
from kronrat.games.kingsburg.rules.view import PlayerView, View

DIE: Final = range(1, 7)

Cases = list[int]  # how many of all equally likely cases are victories, draws and defeats


class BattleOdds(TypedDict):
    """The battle of this Winter: with none more soldiers, with one more … until a victory is certain.

    Without army tokens in `more`, with them in `tokens`, for each that may still be chosen.
    """

    enemies: int  # how many cards are possible: one for who has looked at it
    more: list[Cases]
    tokens: dict[str, list[Cases]]


def battle_odds(tables: Tables, sheet: Sheet, view: View) -> BattleOdds | None:
    """What the seat that looks can expect; None once the enemy is revealed or the dice of Winter fall."""
    seat = view["seat"]
    fighting = view["enemy_open"] or (view["phase"] == WINTER and CHANCE in view["deciding"])
    if seat is None or fighting or view["over"] or view["step"] == "after":
        return None
    me = view["players"][seat]
    hand = hand_of(tables, sheet, me)
    known = view["enemy"]
    enemies = [tables.enemies[known]] if known else tables.enemies_of(view["year"])
    answer: BattleOdds = {"enemies": len(enemies), "more": [], "tokens": {}}
    if me["tokens"]:
        for token in _tokens(me):
            answer["tokens"][str(token)] = _with_more(hand, enemies, me["soldiers"], _mustered(hand, token))
    else:
        answer["more"] = _with_more(hand, enemies, me["soldiers"], _reinforced(hand))
    return answer


def _tokens(me: PlayerView) -> list[int]:
    """The army tokens that may come: all that are left, or the one that is chosen."""
    chosen = me.get("token", NO_TOKEN)
    return sorted(set(me["tokens"])) if chosen == NO_TOKEN else [chosen]


def _reinforced(hand: Hand) -> list[int]:
    """The soldiers that the King's die may bring, each with the same chance. [KB-P8-2]"""
    if hand.reinforcer is None:
        return list(DIE)
    return [max(sent, own) for sent in DIE for own in DIE]


def _mustered(hand: Hand, token: int) -> list[int]:
    """The same for an army token. [KB2-MOD3-2]"""
    return [token] if hand.reinforcer is None else [max(token, (own + 1) // 2) for own in DIE]


def _with_more(hand: Hand, enemies: list[Enemy], soldiers: int, reinforcements: list[int]) -> list[Cases]:
    """The cases with so many soldiers, with one more, and so on until all of them are victories."""
    found: list[Cases] = []
    while not found or found[-1][1] or found[-1][2]:
        found.append(_cases(hand, enemies, soldiers + len(found), reinforcements))
    return found


def _cases(hand: Hand, enemies: list[Enemy], soldiers: int, reinforcements: list[int]) -> Cases:
    """[KB-P8-5, KB-P8-18, KB-P8-19]"""
    cases = [0, 0, 0]
    for enemy in enemies:
        for sent in reinforcements:
            margin = soldiers + sent + hand.battle(enemy) - enemy.strength
            cases[0 if margin > 0 or (margin == 0 and hand.wins_ties) else 1 if margin == 0 else 2] += 1
    return cases
