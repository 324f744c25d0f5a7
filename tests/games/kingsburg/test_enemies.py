"""The 25 enemy cards, against a table of their own, and what they do to winners and losers."""

from collections import Counter

import pytest

from kronrat.games.kingsburg.rules.events import BuildingDestroyed
from kronrat.games.kingsburg.testing import Kingsburg, rules
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

# Id, then what a loser loses (g, w, s; `any` = goods of choice; b = buildings) and what a winner gains.
CARDS = """
e1_barbarians_2 | 1 any, 1 b           | 1 g
e1_goblins_2    | 1 w, 1 s, 1 b, 1 vp  | 1 w
e1_goblins_3    | 1 g, 1 b             | 1 s
e1_orcs_3       | 2 any, 1 vp          | 1 g
e1_zombies_4    | 2 vp                 | 1 vp
e2_goblins_3    | 2 w, 2 s, 1 b, 1 vp  | 1 w
e2_goblins_4    | 2 g, 1 b             | 1 s
e2_orcs_4       | 2 any, 1 b           | 1 g
e2_barbarians_5 | 2 any, 1 vp          | 1 g
e2_zombies_5    | 2 vp                 | 1 vp
e3_goblins_4    | 3 w, 3 s, 1 b, 1 vp  | 1 w
e3_goblins_5    | 3 g, 1 b             | 1 s
e3_orcs_5       | 2 any, 1 b           | 1 g
e3_zombies_6    | 2 vp                 | 1 vp
e3_demons_6     | 2 g, 1 w, 1 s, 1 vp  | 1 vp
e4_goblins_5    | 4 w, 4 s, 1 b, 1 vp  | 1 w
e4_goblins_6    | 4 g, 1 b             | 1 s
e4_demons_6     | 4 any, 1 vp          | 1 g, 1 vp
e4_orcs_7       | 2 any, 1 b           | 1 any
e4_zombies_7    | 2 vp                 | 1 vp
e5_barbarians_7 | 8 vp                 | 1 vp
e5_barbarians_8 | 1 b                  | 1 vp
e5_demons_8     | 1 b, 2 vp            | 2 vp
e5_demons_9     | 1 b                  | 2 vp
e5_dragons_9    | 5 vp                 | 3 vp
"""

KEYS = ("g", "w", "s", "any", "b", "vp")
Amounts = dict[str, int]


def amounts(text: str) -> Amounts:
    found = dict.fromkeys(KEYS, 0)
    for part in text.split(","):
        count, key = part.split()
        found[key] = int(count)
    return found


TABLE = {
    cells[0].strip(): (amounts(cells[1]), amounts(cells[2]))
    for cells in [line.split("|") for line in CARDS.strip().splitlines()]
}
each_card = pytest.mark.parametrize("id", TABLE)


def printed(id: str) -> tuple[int, str, int]:
    """Year, type and strength, which are in the name of a card."""
    year, type, strength = id.split("_")
    return int(year[1:]), type, int(strength)


# -- the cards -----------------------------------------------------------------------------------------------------


@rule("KB-SETUP-6")
def test_there_are_these_25_cards_and_no_others() -> None:
    assert set(rules().tables.enemies) == set(TABLE)
    assert len(TABLE) == 25
    assert Counter(printed(id)[0] for id in TABLE) == dict.fromkeys((1, 2, 3, 4, 5), 5)
    by_type = {"goblins": 8, "barbarians": 4, "orcs": 4, "zombies": 4, "demons": 4, "dragons": 1}
    assert Counter(printed(id)[1] for id in TABLE) == by_type


@each_card
def test_what_is_printed_on_each_card(id: str) -> None:
    enemy = rules().tables.enemies[id]
    assert (enemy.year, enemy.type, enemy.strength) == printed(id)
    penalty, reward = TABLE[id]
    takes = (*enemy.takes, enemy.takes_any, enemy.takes_buildings, enemy.takes_vp)
    gives = (*enemy.gives, enemy.gives_any, 0, enemy.gives_vp)
    assert takes == tuple(penalty.values())
    assert gives == tuple(reward.values())


@rule("KB-INFO-3")
@both_editions
@pytest.mark.parametrize(("year", "range"), [(1, (2, 4)), (2, (3, 5)), (3, (4, 6)), (4, (5, 7)), (5, (7, 9))])
def test_strength_range_of_each_year(edition: str, year: int, range: tuple[int, int]) -> None:
    strengths = [strength for in_year, _, strength in map(printed, TABLE) if in_year == year]
    assert (min(strengths), max(strengths)) == range
    assert rules().tables.strength_range(year) == range
    table = Kingsburg(3, edition).begin(2, year=year)
    assert table.view()["enemy_range"] == list(range)  # anybody may know it


@rule("KB-SETUP-6")
@pytest.mark.parametrize("year", [1, 2, 3, 4, 5])
def test_each_year_draws_from_its_own_five_cards(year: int) -> None:
    state = rules().new(3)
    for earlier in range(1, year):
        state.play(-1, ("enemy", next(id for id in TABLE if printed(id)[0] == earlier)))
    outcomes = state.outcomes()
    assert outcomes is not None
    assert {(choice[1], weight) for choice, weight in outcomes} == {(id, 1) for id in TABLE if printed(id)[0] == year}


# -- the cards in battle -------------------------------------------------------------------------------------------

PLENTY = 9


def fight(edition: str, id: str) -> Kingsburg:
    """Seat 0 wins, seat 1 has the enemy's strength, seat 2 has one less and loses, seat 3 wins with more."""
    strength = printed(id)[2]
    table = Kingsburg(4, edition).give(0, soldiers=strength).give(1, soldiers=strength - 1)
    table.give(2, "merchants_guild", soldiers=strength - 1)  # its row makes weaker by one, against anybody
    table.give(2, gold=PLENTY, wood=PLENTY, stone=PLENTY).give(3, soldiers=strength + 1)
    for seat in range(4):
        table.give(seat, vp=20)
    return table.enemy(id).begin(8, year=printed(id)[0], die=1, alone=True)


@rule("KB-P8-5", "KB-P8-18", "KB-P8-19")
@both_editions
@each_card
def test_each_card_rewards_and_punishes_as_printed(edition: str, id: str) -> None:
    table = fight(edition, id)
    penalty, reward = TABLE[id]
    if reward["any"]:
        table.play("0 take wood")
    if penalty["any"]:
        table.play(f"2 lose {' '.join(['gold'] * penalty['any'])}")
    table.idle()

    strength = printed(id)[2]
    assert [table.strength(seat) for seat in range(4)] == [strength + 1, strength, strength - 1, strength + 2]
    winner, equal, loser, strongest = (table.player(seat) for seat in range(4))
    assert (winner.gold, winner.wood, winner.stone) == (reward["g"], reward["w"] + reward["any"], reward["s"])
    assert winner.vp == 20 + reward["vp"]
    assert strongest.vp == 20 + reward["vp"] + 1
    assert (equal.gold, equal.wood, equal.stone, equal.vp) == (0, 0, 0, 20)
    left = (PLENTY - penalty["g"] - penalty["any"], PLENTY - penalty["w"], PLENTY - penalty["s"])
    assert (loser.gold, loser.wood, loser.stone) == left
    fallen = [event.building for event in table.heard(BuildingDestroyed)]
    assert fallen == ["merchants_guild"] * penalty["b"]
    assert loser.vp == 20 - penalty["vp"] - 4 * penalty["b"]
    assert loser.soldiers == winner.soldiers == 0


@rule("KB-P8-14")
@both_editions
@pytest.mark.parametrize("id", [id for id, (penalty, _) in TABLE.items() if penalty["any"]])
def test_goods_of_choice_are_the_losers_choice(edition: str, id: str) -> None:
    table = fight(edition, id).until("lose")
    needs = TABLE[id][0]["any"]
    assert len(table.options()) == {1: 3, 2: 6, 4: 15}[needs]
    reason = table.refuse(f"2 lose {' '.join(['gold'] * (needs + 1))}")
    assert (reason.rule, reason.facts) == ("KB-P8-14", {"needs": needs, "has": needs + 1})
