"""When the cards of the modules speak: Winter, start and end of the year, end of the game, several at one moment."""

import pytest

from kronrat.core.events import Event
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BonusDieGained,
    BuildingBuilt,
    DiceRolled,
    EnemyRevealed,
    GameEnded,
    GoodsGained,
    MusterRolled,
    OrderSet,
    PhaseBegan,
    ReinforcementsSent,
    SoldiersDismissed,
    SoldiersGained,
    TokenGained,
    TokensRevealed,
    VpChanged,
    YearBegan,
)
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg, Roll
from tests.marks import rule

HIGH: dict[int, Roll | list[Roll]] = {1: (5, 6, 6), 2: (6, 6, 6)}  # for the others, so that seat 0 comes first


def told(table: Kingsburg) -> list[str]:
    """What happened, each with the seat and the card where there is one: `SoldiersGained 0 damsel`."""
    return [said(event) for event in table.events]


def said(event: Event) -> str:
    facts = event.facts()
    words = [type(event).__name__]
    if "seat" in facts:
        words.append(str(facts["seat"]))
    if "source" in facts:
        words.append(str(facts["source"]).rpartition(".")[2])
    return " ".join(words)


# -- Winter --------------------------------------------------------------------------------------------------------

WINTER = (
    SoldiersGained,
    ReinforcementsSent,
    TokensRevealed,
    MusterRolled,
    EnemyRevealed,
    BattleFought,
    SoldiersDismissed,
    GoodsGained,
    VpChanged,
    YearBegan,
)


def winter(modules: str) -> Kingsburg:
    """Seat 0 has the Damsel, seat 1 the Carpenter and a Military Academy, seat 2 the Minstrel, last in turn order."""
    table = Kingsburg(3, modules=modules).order(2, 0, 1).governor(0, "damsel").governor(1, "carpenter")
    table.governor(2, "minstrel").give(1, "military_academy").give(0, vp=20).give(1, vp=9).give(2, vp=20)
    table.enemy("e4_goblins_5").give(2, soldiers=3).begin(8, die=2, muster={1: 6})
    if "army" in modules:
        table.play("2 token 2", "0 token 2", "1 token 2")
    return table


@rule("KB2-TIME-1")
def test_the_order_of_winter() -> None:
    table = winter("buildings,governors")
    heard = [said(event) for event in table.events if isinstance(event, WINTER)]
    assert heard[: heard.index("YearBegan") + 1] == [
        "SoldiersGained 0 damsel",
        "ReinforcementsSent",
        "MusterRolled 1 military_academy",
        "SoldiersGained 1 military_academy",  # 6 instead of 2
        "EnemyRevealed",
        "BattleFought 2",  # 5: a draw
        "BattleFought 0",  # 3: defeat
        "VpChanged 0 e4_goblins_5",
        "BattleFought 1",  # 6 and the Makeshift Defenses: victory
        "GoodsGained 1 e4_goblins_5",
        "VpChanged 1 strongest",
        "SoldiersDismissed",
        "GoodsGained 1 carpenter",
        "YearBegan",
    ]
    assert [table.strength(seat) for seat in range(3)] == [3, 7, 5]


@rule("KB2-TIME-1")
def test_the_order_of_winter_with_army_tokens() -> None:
    table = winter("buildings,governors,army")
    heard = [said(event) for event in table.events if isinstance(event, WINTER)]
    assert heard[:5] == [
        "SoldiersGained 0 damsel",
        "TokensRevealed",
        "MusterRolled 1 military_academy",
        "SoldiersGained 1 military_academy",  # 3 instead of 2
        "EnemyRevealed",
    ]
    assert [line for line in heard if line.startswith("BattleFought")] == [f"BattleFought {n}" for n in (2, 0, 1)]
    assert heard.index("SoldiersDismissed") < heard.index("GoodsGained 1 carpenter") < heard.index("YearBegan")
    assert [table.strength(seat) for seat in range(3)] == [3, 4, 5]


@rule("KB2-TIME-1")
def test_start_of_winter_effects_come_before_tokens_are_chosen() -> None:
    table = Kingsburg(3, modules="governors,army").governor(1, "damsel").begin(8, alone=True)
    assert table.player(1).soldiers == 1
    assert table.view(0)["players"][1]["soldiers"] == 1  # everybody sees it before choosing
    assert table.state.deciding() == (0, 1, 2)


# -- start of the year ---------------------------------------------------------------------------------------------


@rule("KB2-TIME-2")
@pytest.mark.parametrize("year", [1, 2, 5])
def test_the_start_of_the_year_is_before_phase_one(year: int) -> None:
    table = Kingsburg(3, modules="governors").governor(0, "innkeeper").begin_year(year)
    assert told(table)[:3] == ["YearBegan", "TokenGained 0 innkeeper", "PhaseBegan"]
    assert table.heard(PhaseBegan)[0].phase == 1


@rule("KB2-TIME-2")
@pytest.mark.parametrize(("free", "helped"), [(3, 1), (2, None), (1, 0), (0, 0)])
def test_what_is_built_there_counts_for_the_ties_of_phase_one(free: int, helped: int | None) -> None:
    table = Kingsburg(3, modules="governors").governor(0, "sorcerer").give(1, "market").give(2, "embassy")
    table.begin_year(3)
    for building in ("inn", "statue", "palisade")[:free]:
        table.play(f"0 use sorcerer {building}")
    if free < 3:
        table.play("0 done")
    assert [event.seat for event in table.heard(BonusDieGained)] == ([] if helped is None else [helped])
    if helped is None:  # seats 0 and 1 are tied on two buildings and no goods
        assert table.options() == ["take gold", "take wood", "take stone"]


@rule("KB2-TIME-2")
def test_a_token_gained_there_is_no_good() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "innkeeper").begin_year(1)
    assert (table.player(0).plus2, table.deciding) == (1, 0)  # still tied with the others at nothing
    table.play("0 take gold", "1 take gold", "2 take gold")
    assert table.heard(BonusDieGained) == []


@rule("KB2-TIME-2")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_several_players_follow_the_turn_order_at_the_start_of_the_year(order: tuple[int, ...]) -> None:
    table = Kingsburg(3, modules="governors").governor(0, "sorcerer").governor(1, "innkeeper").order(*order)
    table.begin_year(3)
    assert table.deciding == 0
    assert len(table.heard(TokenGained)) == (order[0] == 1)
    table.play("0 use sorcerer inn", "0 done")
    kinds = [type(event) for event in table.events if isinstance(event, BuildingBuilt | TokenGained | PhaseBegan)][:3]
    assert kinds == [*([BuildingBuilt, TokenGained] if order[0] == 0 else [TokenGained, BuildingBuilt]), PhaseBegan]


# -- end of the year -----------------------------------------------------------------------------------------------


@rule("KB2-TIME-3")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0)])
def test_the_end_of_the_year_in_turn_order_and_the_minstrel_last(order: tuple[int, ...]) -> None:
    table = Kingsburg(4, modules="governors").order(*order)
    for seat, card in enumerate(("minstrel", "carpenter", "miner", "sculptor")):
        table.governor(seat, card)
    table.enemy("e5_demons_9").give(0, vp=5).give(1, vp=5).give(2, vp=6).give(3, vp=7).begin(8, die=1)
    table.accept()
    heard = told(table)
    start, end = heard.index("SoldiersDismissed"), heard.index("YearBegan")
    gains = {1: "GoodsGained 1 carpenter", 2: "GoodsGained 2 miner", 3: "GoodsGained 3 sculptor"}
    assert heard[start + 1 : end] == [*[gains[seat] for seat in order if seat], "VpChanged 0 minstrel"]
    assert [table.goods(seat) for seat in range(4)] == ["", "1w", "1g", "1s"]


@rule("KB2-TIME-3")
def test_the_end_of_the_year_comes_after_the_battle_and_before_the_next_year() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "carpenter").enemy("e1_goblins_2").begin(8, die=1)
    table.accept()
    assert (table.state.year, table.goods(0)) == (2, "1w")  # the wood of the card is not taken by the Goblins
    assert table.state.enemies[0] == "e2_goblins_4"
    assert table.heard(BonusDieGained) == []  # and it counts for phase 1 of the next year
    assert (table.deciding, table.verbs()) == (1, {"take"})


# -- end of the game -----------------------------------------------------------------------------------------------


@rule("KB2-END-1")
def test_the_order_of_the_end_of_the_game() -> None:
    table = Kingsburg(3, modules="governors,army").order(2, 1, 0).governor(0, "sculptor").governor(2, "minstrel")
    table.give(0, "cathedral", vp=10, gold=3).give(1, "cathedral", vp=12, wood=5).give(2, vp=11)
    for seat, token in enumerate((4, 2, 3)):
        table.player(seat).tokens = (token,)
    table.end_year(5).accept()
    assert told(table) == [
        "GoodsGained 0 sculptor",
        "VpChanged 1 cathedral",  # 12 + 2
        "VpChanged 0 cathedral",  # 10 + 2: the fourth good is the stone of the Sculptor
        "VpChanged 2 army_token",  # 11 + 3
        "VpChanged 1 army_token",  # 14 + 2
        "VpChanged 0 army_token",  # 12 + 4
        "VpChanged 2 minstrel",  # 14: nobody has fewer
        "GameEnded",
    ]
    assert [table.vp(seat) for seat in range(3)] == [16, 16, 15]
    assert [event.winners for event in table.heard(GameEnded)] == [(1,)]  # 5 goods against 4


@rule("KB2-END-1")
def test_the_minstrel_may_win_the_game_at_the_very_end() -> None:
    table = Kingsburg(2, modules="governors").governor(0, "minstrel").give(0, vp=20).give(1, vp=20, gold=9).end_year(5)
    assert table.vp(0) == 22
    assert [event.winners for event in table.heard(GameEnded)] == [(0,)]


@rule("KB2-END-1")
def test_the_good_of_the_last_year_breaks_a_tie() -> None:
    table = Kingsburg(2, modules="governors").governor(0, "miner").give(0, vp=20).give(1, vp=20).end_year(5)
    assert [event.winners for event in table.heard(GameEnded)] == [(0,)]


@rule("KB2-END-1")
def test_in_year_five_the_minstrel_speaks_once() -> None:
    table = Kingsburg(2, modules="governors").governor(0, "minstrel").give(1, vp=9).end_year(5)
    assert table.vp_from(0, "governor.minstrel") == [1]


# -- totals after rerolls ------------------------------------------------------------------------------------------


@rule("KB-TIME-3")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_the_prince_waits_for_the_rerolls_of_all_players(order: tuple[int, ...]) -> None:
    table = Kingsburg(3, modules="governors").order(*order).governor(0, "prince").give(1, "chapel")
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: [(1, 1, 2), (3, 4, 5)], 2: (6, 6, 6)}, alone=True)
    assert (table.deciding, table.options()) == (1, ["done", "use chapel"])
    table.play("1 use chapel")
    assert (table.deciding, table.options()) == (0, ["done", "use prince"])
    table.play("0 use prince")
    assert table.heard(OrderSet)[0].order == (1, 0, 2)  # 12, 13, 18


@rule("KB-TIME-3")
def test_the_prince_waits_for_the_own_rerolls_too() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "prince").give(0, "chapel")
    table.begin(SPRING, rolls={0: [(1, 2, 3), (4, 6, 6)], **HIGH}, alone=True)
    assert table.options() == ["done", "use chapel"]
    assert table.refuse("0 use prince").rule == "KB-TIME-9"
    table.play("0 use chapel")
    assert "use" not in table.verbs()  # 16 is too much for him
    table = Kingsburg(3, modules="governors").governor(0, "prince").give(0, "chapel")
    table.begin(SPRING, rolls={0: [(1, 5, 5), (1, 2, 3)], **HIGH}, alone=True)
    assert "use" not in table.verbs()  # 11 is too much for both


@rule("KB-TIME-3")
def test_after_that_there_is_no_reroll_any_more() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "prince").give(0, "chapel").give(1, "chapel")
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: (1, 2, 3), 2: (6, 6, 6)}, alone=True)
    table.play("0 done", "1 done")
    assert table.options() == ["done", "use prince"]
    reason = table.refuse("0 use chapel")
    assert (reason.rule, reason.facts) == ("KB-TIME-9", {"card": "building.chapel"})
    table.play("0 done")
    assert table.verbs() == {"influence", "pass"}


@rule("KB-TIME-3")
@pytest.mark.parametrize(("again", "tokens"), [((1, 1, 6), 2), ((1, 2, 6), 0)])
def test_the_heiress_looks_at_the_total_after_all_rerolls(again: Roll, tokens: int) -> None:
    table = Kingsburg(3, modules="governors").governor(0, "heiress").give(0, "chapel")
    table.begin(SPRING, rolls={0: [(1, 2, 3), again], **HIGH}, alone=True)
    assert (table.options(), table.heard(TokenGained)) == (["done", "use chapel"], [])
    table.play("0 use chapel")
    assert table.player(0).plus2 == tokens


@rule("KB-TIME-3")
def test_the_heiress_waits_for_the_rerolls_of_others() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "heiress").give(1, "chapel")
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: [(1, 2, 3), (4, 5, 6)], 2: (6, 6, 6)}, alone=True)
    assert table.heard(TokenGained) == []
    table.play("1 use chapel")
    kinds = [type(event) for event in table.events if isinstance(event, DiceRolled | TokenGained | OrderSet)]
    assert kinds == [DiceRolled, DiceRolled, DiceRolled, DiceRolled, TokenGained, OrderSet]


@rule("KB-TIME-3")
def test_several_who_look_at_the_total_follow_the_old_turn_order() -> None:
    table = Kingsburg(3, modules="governors").order(2, 0, 1).governor(0, "heiress").governor(2, "prince")
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: (6, 6, 6), 2: (1, 2, 4)}, alone=True)
    assert (table.deciding, table.heard(TokenGained)) == (2, [])
    table.play("2 use prince")
    assert [event.seat for event in table.heard(TokenGained)] == [0]


# -- several own effects at one moment -----------------------------------------------------------------------------


def recruiting(soldiers: int) -> Kingsburg:
    table = Kingsburg(3, modules="buildings,governors").governor(0, "general_gov")
    return table.give(0, "training_camp", soldiers=soldiers).begin(7, alone=True)


@rule("KB-TIME-2")
@pytest.mark.parametrize(("first", "soldiers"), [("training_camp", 3), ("general_gov", 2)])
def test_the_owner_chooses_whether_general_or_training_camp_comes_first(first: str, soldiers: int) -> None:
    table = recruiting(soldiers=1)
    assert (table.deciding, table.options()) == (0, ["first training_camp", "first general_gov"])
    table.play(f"0 first {first}")
    assert (table.player(0).soldiers, table.state.over) == (soldiers, True)
    sources = [event.source for event in table.heard(SoldiersGained)]
    camp, general = "building.training_camp", "governor.general_gov"
    assert sources == ([camp, general] if first == "training_camp" else [general])  # looked at again after the first


@rule("KB-TIME-2")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (2, 3), (3, 4)])
def test_where_the_order_does_not_matter_nobody_is_asked(before: int, after: int) -> None:
    table = recruiting(before)
    assert (table.player(0).soldiers, table.state.over) == (after, True)


@rule("KB-TIME-2")
def test_only_own_effects_of_this_moment_can_come_first() -> None:
    table = recruiting(soldiers=1)
    for wrong in ("first military_academy", "first damsel", "first recruiting_station"):
        assert table.refuse(f"0 {wrong}").rule == "KB-TIME-9"
    for wrong in ("first", "first dragon", "first training_camp general_gov"):
        assert table.refuse(f"0 {wrong}").rule == "CORE-FORM"


@rule("KB-TIME-1")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_several_players_with_effects_before_recruiting_follow_the_turn_order(order: tuple[int, ...]) -> None:
    table = Kingsburg(3, modules="buildings,governors").order(*order).governor(0, "general_gov")
    table.give(0, "training_camp", soldiers=1).give(1, "training_camp").begin(7, alone=True)
    assert table.deciding == 0
    assert table.player(1).soldiers == (order[0] == 1)  # who comes before has finished, who comes after has not begun
    table.play("0 first general_gov")
    assert [table.player(seat).soldiers for seat in (0, 1)] == [2, 1]


@rule("KB-TIME-1")
def test_one_player_finishes_all_trades_of_a_season_before_the_next_begins() -> None:
    table = Kingsburg(3, modules="buildings,governors").governor(2, "peddler")
    table.give(0, "quarry", wood=1, stone=1).give(1, "sawmill", wood=1).give(2, wood=1)
    table.begin(SUMMER, rolls={0: (4, 4, 4), 1: (6, 6, 6), 2: (1, 2, 5)}, alone=True).all_pass()
    while "build" in table.verbs():
        table.play(f"{table.deciding} pass")
    asked = []
    while not table.state.over:
        asked.append(table.deciding)
        table.play(f"{table.deciding} {table.options()[-1]}")
    assert asked == [2, 0, 0, 1]


@rule("KB-TIME-2")
def test_buildings_and_governor_are_offered_together_and_looked_at_again_after_each() -> None:
    table = Kingsburg(3, modules="buildings,governors").governor(0, "peddler").give(0, "goldsmith", stone=1)
    table.begin(SUMMER, rolls={0: (1, 2, 5), **HIGH}, alone=True).all_pass().play("0 pass")
    assert set(table.options()) == {"done", "use quarry", "use peddler stone gold", "use peddler stone wood"}
    table.play("0 use peddler stone wood")
    assert table.options() == ["done", "use sawmill"]  # wood newly allows the Sawmill, and no stone is left
    table.play("0 use sawmill")
    assert table.options() == ["done", "use goldsmith"]


@rule("KB2-TIME-1")
def test_the_kings_die_comes_after_the_damsel_for_everybody() -> None:
    table = Kingsburg(3, modules="governors").order(2, 1, 0).governor(0, "damsel").begin(8, die=3, alone=True)
    kinds = [
        type(event) for event in table.events if isinstance(event, SoldiersGained | ReinforcementsSent | EnemyRevealed)
    ]
    assert kinds == [SoldiersGained, ReinforcementsSent, EnemyRevealed]


@rule("KB2-TIME-3")
def test_points_of_the_battle_are_counted_before_the_minstrel() -> None:
    table = Kingsburg(2, modules="governors").governor(0, "minstrel").give(0, vp=6).give(1, vp=8)
    table.enemy("e1_zombies_4").begin(8, die=1)  # both lose 2 points
    assert table.vp_from(0, "governor.minstrel") == [1]
    assert [table.vp(seat) for seat in (0, 1)] == [5, 6]
