"""Goal of the game, set-up, and what is open and what is hidden."""

from itertools import permutations

import pytest

from kronrat import CHANCE, Match
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import BadOption
from kronrat.games.kingsburg.rules.events import DiceRolled, EnemyRevealed, GameEnded
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg, full_game, rules
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def first_decision(seats: int, edition: str) -> State:
    """A game whose set-up is done."""
    state = Match(rules(), seats, {"edition": edition}, seed="set-up").state
    assert isinstance(state, State)
    return state


# -- goal --------------------------------------------------------------------------------------------------------


@rule("KB-GOAL-1")
def test_most_points_at_the_end_of_year_five_win_whatever_else_one_owns() -> None:
    table = Kingsburg(seats=3).give(0, "cathedral", "embassy", vp=30).give(1, vp=32, gold=9).give(2, vp=33)
    table.end_year(4)
    assert table.heard(GameEnded) == []
    table.end_year(5)
    assert [event.winners for event in table.heard(GameEnded)] == [(2,)]


# -- set-up ------------------------------------------------------------------------------------------------------


@rule("KB-SETUP-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_play(seats: int) -> None:
    state = first_decision(seats, "2e")
    assert len(state.players) == len(state.order) == seats


@rule("KB-SETUP-1")
@both_editions
@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_other_numbers_of_players_are_refused(seats: int, edition: str) -> None:
    with pytest.raises(BadOption, match="2 to 5"):
        rules().new(seats, {"edition": edition})


@rule("KB-SETUP-9")
@both_editions
def test_markers_begin_in_phase_one_of_year_one_and_nobody_holds_the_envoy(edition: str) -> None:
    view = rules().view(first_decision(3, edition), None)
    assert (view["year"], view["phase"], view["envoy"]) == (1, 1, None)


@rule("KB-SETUP-2")
def test_material_of_the_supply() -> None:
    box = rules().rows["components"]
    for edition in ("1e", "2e"):
        pieces = [box[name][edition] for name in ("gold", "wood", "stone", "plus2_tokens", "bonus_dice")]
        assert pieces == [25, 20, 15, 20, 6]
    assert (box["soldier_tokens"]["1e"], box["soldier_tokens"]["2e"]) == (0, 20)


@rule("KB-SETUP-3")
def test_goods_never_run_out_and_may_be_held_without_limit() -> None:
    table = Kingsburg(seats=3).give(0, gold=25, wood=20, stone=15)
    table.occupy(16, 1, 6, 6, 4).occupy(13, 1, 6, 6, 1).occupy(15, 0, 5, 5, 5).begin(SUMMER).all_pass()
    assert table.goods(0) == "26g 21w 16s"
    assert table.goods(1) == "4g 3s"


@rule("KB-SETUP-3")
def test_tokens_and_soldiers_never_run_out() -> None:
    table = Kingsburg(seats=3).give(0, plus2=20, soldiers=20)
    table.occupy(7, 0, 6, 1).occupy(7, 1, 6, 1).occupy(10, 0, 6, 4).begin(SUMMER).all_pass()
    table.play("0 take gold", "1 take gold")
    assert [table.player(0).plus2, table.player(1).plus2, table.player(0).soldiers] == [21, 1, 22]


@rule("KB-SETUP-3")
@both_editions
def test_bonus_dice_never_run_out(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, extra_dice=7).give(1, extra_dice=1).begin(SPRING)
    if edition == "2e":
        table.play("0 bonus 7", "1 bonus 1")
    assert [len(event.bonus) for event in table.heard(DiceRolled)] == [7, 1, 0]


@rule("KB-SETUP-3")
def test_building_tokens_never_run_out_although_the_first_edition_has_seventeen() -> None:
    table = Kingsburg(seats=3, edition="1e").give(0, "cathedral", "merchants_guild", "wizards_guild", "fortress")
    table.give(0, "barricade", wood=1, stone=1).begin(SPRING).all_pass()
    assert table.player(0).buildings == 17
    assert table.play("0 build crane").player(0).buildings == 18


@rule("KB-SETUP-4")
def test_each_player_has_three_dice_and_a_province_sheet() -> None:
    table = Kingsburg(seats=5).give(3, wood=1).begin(SPRING)
    assert sorted((event.seat, len(event.dice)) for event in table.heard(DiceRolled)) == [(n, 3) for n in range(5)]
    table.all_pass().play("3 build barricade")
    assert [table.buildings(seat) for seat in range(5)] == [set(), set(), set(), {"barricade"}, set()]


@rule("KB-SETUP-5")
@both_editions
def test_first_turn_order_is_random_and_everybody_begins_at_nothing(edition: str) -> None:
    state = rules().new(3, {"edition": edition})
    for _ in range(5):
        state.play(CHANCE, state.sample(Dice(seed_of_text("enemies"))))
    orders = state.outcomes()
    assert orders is not None
    assert sorted(choice for choice, _ in orders) == [("order", *order) for order in permutations(range(3))]
    assert len({weight for _, weight in orders}) == 1
    state.play(CHANCE, ("order", 2, 0, 1))
    assert state.order == (2, 0, 1)
    assert state.deciding() == (2,)
    assert [(player.vp, player.soldiers) for player in state.players] == [(0, 0)] * 3


@rule("KB-SETUP-5")
def test_the_drawn_turn_order_differs_from_game_to_game() -> None:
    firsts = {Match(rules(), 3, seed=f"game {n}").state.deciding() for n in range(30)}
    assert firsts == {(0,), (1,), (2,)}


@rule("KB-SETUP-6")
@both_editions
def test_one_unseen_card_of_each_year_makes_the_enemy_stack(edition: str) -> None:
    state = rules().new(2, {"edition": edition})
    cards = rules().rows["enemies"]
    for year in range(1, 6):
        draws = state.outcomes()
        decision = state.decision(CHANCE)
        assert draws is not None
        assert decision is not None
        pile = [str(choice[1]) for choice, _ in draws]
        assert sorted(pile) == sorted(id for id, card in cards.items() if card["year"] == year)
        assert len(pile) == 5
        assert len({weight for _, weight in draws}) == 1
        assert decision.witnesses(state) == ()
        state.play(CHANCE, ("enemy", pile[-1]))
    assert [cards[id]["year"] for id in state.enemies] == [1, 2, 3, 4, 5]


@rule("KB-SETUP-6")
def test_every_enemy_card_may_be_drawn() -> None:
    stacks = [Match(rules(), 2, seed=f"game {n}").state for n in range(80)]
    drawn = {id for state in stacks if isinstance(state, State) for id in state.enemies}
    assert drawn == set(rules().rows["enemies"])


@rule("KB-SETUP-6")
@both_editions
def test_the_stack_is_met_from_year_one_on_top_to_year_five_at_the_bottom(edition: str) -> None:
    match, events = full_game(edition=edition)
    drawn = [str(line.choice[1]) for line in match.journal.lines if line.choice[0] == "enemy"]
    met = [event.enemy for event in events if isinstance(event, EnemyRevealed)]
    assert met == drawn
    assert [rules().rows["enemies"][id]["year"] for id in met] == [1, 2, 3, 4, 5]


@rule("KB-SETUP-7")
@both_editions
def test_everybody_starts_with_nothing(edition: str) -> None:
    for player in rules().view(first_decision(5, edition), None)["players"]:
        amounts = [player[name] for name in ("vp", "gold", "wood", "stone", "soldiers", "plus2", "extra_dice")]
        assert amounts == [0] * 7
        assert player["buildings"] == []


@rule("KB-SETUP-8")
@both_editions
def test_the_sheet_has_the_five_rows_b_to_f_of_four_buildings(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=90, wood=90, stone=90)
    columns = []
    for _ in range(4):
        table.begin(SPRING).until("build")
        columns.append(sorted(line.removeprefix("build ") for line in table.options(0) if line != "pass"))
        table.give(0, *columns[-1])
    assert columns == [
        ["barricade", "guard_tower", "inn", "palisade", "statue"],
        ["blacksmith", "chapel", "crane", "market", "stable"],
        ["barracks", "church", "farms", "stone_wall", "town_hall"],
        ["cathedral", "embassy", "fortress", "merchants_guild", "wizards_guild"],
    ]


@rule("KB-SETUP-8")
def test_rows_a_and_g_are_on_the_other_side_of_the_sheet() -> None:
    table = Kingsburg(seats=3).give(0, gold=9, wood=9, stone=9).begin(SPRING).all_pass()
    table.refuse("0 build sawmill")
    table.refuse("0 build makeshift_defenses")


# -- open and hidden ---------------------------------------------------------------------------------------------


@rule("KB-INFO-1")
@pytest.mark.parametrize("watching", [0, 1, None])
def test_all_that_lies_on_the_table_is_open_to_everybody(watching: int | None) -> None:
    table = Kingsburg(seats=3, edition="1e").envoy(1)
    table.give(1, "market", gold=3, wood=2, stone=1, plus2=4, soldiers=5, vp=6, extra_dice=1)
    table.begin(SPRING, rolls={0: (1, 1, 1), 1: ((2, 3, 4), (5,)), 2: (6, 6, 6)}).play("0 influence 2 1 1")
    view = table.view(watching)
    shown = view["players"][1]
    amounts = [shown[name] for name in ("gold", "wood", "stone", "plus2", "soldiers", "vp")]
    assert amounts == [3, 2, 1, 4, 5, 6]
    assert (shown["buildings"], shown["dice"], shown["bonus"]) == (["inn", "market"], [2, 3, 4], [5])
    assert (view["envoy"], view["order"], view["court"]) == (1, [0, 1, 2], {"2": [[0, 1, 1]]})


def stacked(*enemies: str) -> Kingsburg:
    """A table in Spring with this enemy stack."""
    table = Kingsburg(seats=3)
    table.state.enemies = enemies
    return table.begin(SPRING, rolls=dict.fromkeys(range(3), (1, 2, 3)))


@rule("KB-INFO-2")
@pytest.mark.parametrize("watching", [0, 1, 2, None])
def test_nobody_can_tell_one_enemy_stack_from_another(watching: int | None) -> None:
    one = stacked("e1_goblins_3", "e2_goblins_4", "e3_goblins_5", "e4_goblins_6", "e5_barbarians_7")
    other = stacked("e1_zombies_4", "e2_orcs_4", "e3_demons_6", "e4_orcs_7", "e5_dragons_9")
    assert one.view(watching) == other.view(watching)
    assert one.view(watching)["enemy"] is None


@rule("KB-INFO-2")
def test_the_enemy_lies_open_during_the_battle_only() -> None:
    table = Kingsburg(seats=3).enemy("e4_orcs_7").give(0, gold=2, wood=2).begin(7)
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == [None] * 4
    table.begin(8, die=1)
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == ["e4_orcs_7"] * 4
    table.play("0 lose gold gold")
    assert table.view()["year"] == 2
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == [None] * 4


@rule("KB-INFO-2")
def test_a_look_at_the_top_card_informs_only_the_seat_that_looked() -> None:
    table = Kingsburg(seats=3).enemy("e1_zombies_4").occupy(10, 1, 5, 5).begin(SUMMER).all_pass()
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == [None, "e1_zombies_4", None, None]
    worlds = [rules().redeal(table.state, 1, Dice(seed_of_text(f"world {n}"))) for n in range(60)]
    assert {world.enemies[0] for world in worlds} == {"e1_zombies_4"}
    assert [len({world.enemies[n] for world in worlds}) for n in range(1, 5)] == [5, 5, 5, 5]
    strangers = [rules().redeal(table.state, 0, Dice(seed_of_text(f"world {n}"))) for n in range(60)]
    assert len({world.enemies[0] for world in strangers}) == 5


@rule("KB-INFO-3")
@pytest.mark.parametrize(("year", "strengths"), [(1, [2, 4]), (2, [3, 5]), (3, [4, 6]), (4, [5, 7]), (5, [7, 9])])
def test_everybody_knows_how_strong_this_years_enemy_may_be(year: int, strengths: list[int]) -> None:
    table = Kingsburg(seats=3).begin(SPRING, year=year)
    assert [table.view(seat)["enemy_range"] for seat in (0, None)] == [strengths, strengths]
