"""The options of a table, and points below zero."""

import pytest

from kronrat.core.game import BadOption
from kronrat.games.kingsburg.rules.events import DiceRolled
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg, rules
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


@rule("KB-OPT-1")
def test_defaults_of_the_editions() -> None:
    names = ("edition", "plus2", "negative_vp", "merchants_guild")
    first, second = rules().settle_options({"edition": "1e"}), rules().settle_options({"edition": "2e"})
    assert [first[name] for name in names] == ["1e", "group", "yes", "gold"]
    assert [second[name] for name in names] == ["2e", "season", "yes", "gold"]


@rule("KB-OPT-1")
def test_the_second_edition_is_played_if_nothing_is_said() -> None:
    assert rules().settle_options({}) == rules().settle_options({"edition": "2e"})
    assert rules().view(rules().new(3), None)["options"]["edition"] == "2e"


@rule("KB-OPT-1")
def test_what_is_said_counts_more_than_the_default() -> None:
    given = {"edition": "1e", "plus2": "season", "negative_vp": "no", "merchants_guild": "choice"}
    settled = rules().settle_options(given)
    assert {name: settled[name] for name in given} == given


@rule("KB-OPT-1")
@pytest.mark.parametrize(
    "given",
    [
        {"dragons": "yes"},
        {"Edition": "2e"},
        {"edition": "3e"},
        {"edition": ""},
        {"plus2": "two"},
        {"plus2": "group,season"},
        {"edition": "1e", "negative_vp": "maybe"},
        {"merchants_guild": "wood"},
    ],
)
def test_unknown_options_and_values_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        rules().new(3, given)


@rule("KB-OPT-2")
@both_editions
@pytest.mark.parametrize(("plus2", "again"), [("group", True), ("season", False)])
def test_tokens_by_group_or_by_season(plus2: str, again: bool, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, plus2=plus2).give(0, plus2=3)
    table.begin(SUMMER, rolls={0: (1, 3, 6), 1: (6, 6, 6), 2: (6, 6, 6)})
    assert table.refuse("0 influence 5 1 plus2 plus2").rule == "KB-P2b-4"
    table.play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert ("influence 5 3 plus2" in table.options(0)) == again
    if again:
        assert table.play("0 influence 5 3 plus2", "0 influence 8 6 plus2").player(0).plus2 == 0
    else:
        assert table.refuse("0 influence 5 3 plus2").rule == "KB-P2b-13"


def smuggled(vp: int, negative_vp: str) -> Kingsburg:
    """Seat 0 with these points has influenced the Smuggler."""
    table = Kingsburg(seats=3, edition="1e", negative_vp=negative_vp).give(0, vp=vp).occupy(14, 0, 6, 6, 2)
    return table.begin(SUMMER, alone=True).all_pass()


@rule("KB-OPT-3")
@pytest.mark.parametrize(("vp", "offered"), [(0, False), (1, True)])
def test_without_negative_points_the_smuggler_wants_a_point_to_be_there(vp: int, offered: bool) -> None:
    table = smuggled(vp, negative_vp="no")
    assert ("take" in table.verbs()) == offered
    if offered:
        assert table.play("0 take gold gold gold").vp(0) == 0
    assert "take" in smuggled(vp, negative_vp="yes").verbs()


@rule("KB-OPT-3")
@pytest.mark.parametrize(("negative", "expected"), [("no", [0, 0, 2]), ("yes", [-3, -2, 2])])
def test_losses_stop_at_nothing_or_do_not(negative: str, expected: list[int]) -> None:
    table = Kingsburg(seats=3, edition="1e", negative_vp=negative).enemy("e5_demons_8")  # 1 building, 2 VP
    table.give(0, "statue", vp=2).give(2, vp=4).begin(8, die=1, alone=True)
    assert [table.vp(seat) for seat in range(3)] == expected


@rule("KB-OPT-3")
def test_the_second_edition_has_negative_points() -> None:
    with pytest.raises(BadOption, match="KB-OPT-3"):
        rules().new(3, {"edition": "2e", "negative_vp": "no"})
    assert rules().settle_options({"edition": "2e", "negative_vp": "yes"})["negative_vp"] == "yes"


@rule("KB-OPT-4")
@both_editions
@pytest.mark.parametrize(("good", "goods"), [("gold", "1g"), ("wood", "1w"), ("stone", "1s")])
def test_the_guild_of_merchants_by_choice_gives_any_good_before_the_roll(good: str, goods: str, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, merchants_guild="choice").give(0, "merchants_guild").begin(SPRING)
    assert table.options(0) == ["take gold", "take wood", "take stone", "decline"]
    assert table.heard(DiceRolled) == []
    assert table.refuse("0 take gold gold").rule == "KB-OPT-4"
    assert table.play(f"0 take {good}").goods(0) == goods
    assert "take" not in table.verbs()


@rule("KB-OPT-4")
@both_editions
def test_by_default_it_gives_gold(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "merchants_guild").begin(SPRING)
    assert table.goods(0) == "1g"
    assert "take" not in table.verbs()


@rule("KB2-VP-1")
def test_points_below_zero_are_kept_as_they_are() -> None:
    table = Kingsburg(seats=3).occupy(14, 0, 6, 6, 2).give(0, vp=0).begin(SUMMER).all_pass()
    assert table.play("0 take gold gold gold").view()["players"][0]["vp"] == -1
    table = Kingsburg(seats=3).enemy("e5_barbarians_7").give(0, vp=1).give(2, vp=-1)
    table.begin(8, die=1, alone=True)
    assert [table.vp(seat) for seat in range(3)] == [-7, -8, -9]
    assert [place.seat for place in table.state.standing()] == [0, 1, 2]


@rule("KB2-VP-1")
def test_points_from_below_zero_count_up_through_zero() -> None:
    table = Kingsburg(seats=3).give(0, vp=-1).occupy(1, 0, 1).begin(SUMMER, alone=True).all_pass()
    assert table.vp(0) == 0


@rule("KB2-VP-1")
@both_editions
def test_points_have_no_upper_limit(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, vp=59).give(1, vp=58).occupy(17, 0, 6, 6, 5)
    table.begin(SUMMER, alone=True).all_pass().play("0 take gold gold")
    assert table.vp(0) == 62
    assert table.state.standing()[0].seat == 0
