"""The odds that people see at the table: counted from their view, and the same as the rules make of every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from kronrat.arena.record import record
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE
from kronrat.core.match import Match
from kronrat.games.kingsburg.rules.events import BattleFought
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.rules.winter import ChooseToken, Winter
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, Kingsburg, rules

RESULTS = ("victory", "draw", "defeat")


def odds(table: Kingsburg, seat: int | None = 0) -> dict[str, Any]:
    return table.state.game.hints(table.view(seat), "odds")


def spring(table: Kingsburg, *roll: int) -> Kingsburg:
    """Seat 0 comes first with these dice; the others have rolled high."""
    return table.begin(SPRING, rolls={0: roll, 1: (6, 6, 6), 2: (6, 6, 5)})


# -- the battle ----------------------------------------------------------------------------------------------------


def test_odds_against_an_unknown_enemy_count_every_card_and_every_face() -> None:
    battle = odds(spring(Kingsburg(3).give(0, "guard_tower", "farms", soldiers=2), 2, 3, 5))["battle"]
    assert battle["enemies"] == 5
    # strengths 2, 2, 3, 3, 4 against 2 and a die: 3 to 8
    assert battle["more"] == [[26, 3, 1], [29, 1, 0], [30, 0, 0]]
    assert battle["tokens"] == {}


def test_a_seat_that_has_looked_knows_better() -> None:
    table = spring(Kingsburg(3).give(0, peeked=True).enemy("e1_zombies_4"), 2, 3, 5)
    assert odds(table)["battle"]["more"][0] == [2, 1, 3]
    assert odds(table)["battle"]["enemies"] == 1
    assert sum(odds(table, 1)["battle"]["more"][0]) == 30


def test_a_draw_is_a_victory_behind_a_wall() -> None:
    table = spring(Kingsburg(3).give(0, "stone_wall", peeked=True).enemy("e1_orcs_3"), 2, 3, 5)
    assert odds(table)["battle"]["more"] == [[6, 0, 0]]  # Palisade and Stone Wall make 2, the die at least 1


def test_an_own_reinforcement_die_counts_if_it_is_larger() -> None:
    table = Kingsburg(3, modules="buildings").give(0, "military_academy", peeked=True).enemy("e1_zombies_4")
    battle = odds(spring(table, 2, 3, 5))["battle"]
    assert battle["more"][0] == [27, 5, 4]  # the larger of two dice, and 1 for the Makeshift Defenses


def test_army_tokens_have_odds_of_their_own() -> None:
    table = Kingsburg(3, modules="army").give(0, soldiers=1, peeked=True).enemy("e1_orcs_3")
    table.player(0).tokens = (0, 1, 3)
    battle = odds(table.begin(AUTUMN))["battle"]
    assert battle["more"] == []
    assert battle["tokens"] == {
        "0": [[0, 0, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]],
        "1": [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
        "3": [[1, 0, 0]],
    }


def test_a_token_that_is_chosen_is_the_one_that_comes() -> None:
    table = Kingsburg(2, modules="army").begin(8)
    table.play("0 token 1")
    assert list(odds(table)["battle"]["tokens"]) == ["1"]
    assert len(odds(table, 1)["battle"]["tokens"]) > 1


def test_no_odds_once_the_enemy_is_there_nor_for_spectators() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "damsel").governor(1, "fairy").governor(2, "knight")
    table.give(0, "chapel", gold=2).enemy("e5_demons_9").begin(8, year=5, die=1)
    assert table.verbs() == {"spare", "decline"}
    assert odds(table)["battle"] is None
    assert odds(spring(Kingsburg(3), 2, 3, 5), None)["battle"] is None


TABLES = ({"edition": "1e"}, {"edition": "2e"}, {"modules": "buildings"}, {"modules": "buildings,army"})


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_is_counted_is_what_the_rules_make_of_every_card_and_die(options: dict[str, str]) -> None:
    """At every eighth question of a game, for who is asked: the battle as if it came now, fought in all cases."""
    whole = record(rules(), 2, ["greedy"], options, "odds of battles")
    match = Match(rules(), 2, whole.options, "odds of battles", roll=False)
    compared = 0
    for number, line in enumerate(whole.journal.lines):
        state: Any = match.state
        if line.seat >= 0 and number % 8 == 0:
            battle = rules().hints(rules().view(state, line.seat), "odds")["battle"]
            if battle is not None:
                ways = battle["tokens"].items() if battle["tokens"] else [("", battle["more"])]
                for token, more in ways:
                    for soldiers, cases in enumerate(more[:2]):
                        assert shares(cases) == fought(state, line.seat, soldiers, token), (number, token, soldiers)
                        compared += 1
        match.follow(line)
    assert compared > 20


def shares(cases: list[int]) -> dict[str, Fraction]:
    return {result: Fraction(n, sum(cases)) for result, n in zip(RESULTS, cases, strict=True) if n}


def fought(state: State, seat: int, soldiers: int, token: str) -> dict[str, Fraction]:
    """How the battle of this moment ends, with all enemies that the seat considers possible and all dice."""
    found: Counter[str] = Counter()
    peeked = state.players[seat].peeked
    enemies = [state.enemies[0]] if peeked else [e.id for e in state.tables.enemies_of(state.year)]
    for enemy in enemies:
        world = state.clone()
        world.offer = None
        world.phase, world.enemies = 8, (enemy, *state.enemies[1:])
        world.players[seat].soldiers += soldiers
        world.stack.clear()
        Winter().run(world)
        world.stack.pop()  # what cards do before
        world.settle()
        for result, weight in endings(world, seat, token):
            found[result] += weight
    return {result: Fraction(n, sum(found.values())) for result, n in found.items()}


def endings(world: State, seat: int, token: str) -> Iterator[tuple[str, int]]:
    """The result of a seat in every case, with its weight."""
    asked = world.deciding()[0]
    if asked == CHANCE:
        answers = world.outcomes() or []
    elif isinstance(world.decision(asked), ChooseToken) and asked == seat:
        answers = [(("token", int(token)), 1)]
    else:
        answers = [(world.options(asked)[0], 1)]
    for answer, weight in answers:
        branch = world.clone()
        events: list[Event] = []
        branch.listener = events.append
        branch.apply(asked, answer)
        told = [event.outcome for event in events if isinstance(event, BattleFought) and event.seat == seat]
        for result, part in [(told[0], 1)] if told else endings(branch, seat, token):
            yield result, weight * part


# -- rivals --------------------------------------------------------------------------------------------------------


def test_the_rivals_who_can_take_an_advisor() -> None:
    rivals = odds(spring(Kingsburg(3), 1, 2, 3))["rivals"]
    assert rivals["6"] == [1, 2]
    assert rivals["5"] == [2]
    assert "1" not in rivals
