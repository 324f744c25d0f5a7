"""Module 3, army tokens: chosen in secret instead of the King's die, gone afterwards, and the last one scores."""

from itertools import permutations

import pytest

from kronrat import Match
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.undo import UndoRefused
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    EnemyRevealed,
    MusterRolled,
    ReinforcementsSent,
    TokensRevealed,
    VpChanged,
)
from kronrat.games.kingsburg.rules.state import NO_TOKEN, State
from kronrat.games.kingsburg.testing import Kingsburg, rules
from tests.marks import rule

TOKENS = (0, 1, 1, 2, 3, 4)
NUMBERS = ["token 0", "token 1", "token 2", "token 3", "token 4"]


def winter(seats: int = 3) -> Kingsburg:
    """Winter begins; nobody has chosen."""
    return Kingsburg(seats, modules="army").begin(8, alone=True)


def redealt(state: State, seat: int | None, worlds: int = 60) -> list[State]:
    return [rules().redeal(state, seat, Dice(seed_of_text(f"world {n}"))) for n in range(worlds)]


# -- the tokens ----------------------------------------------------------------------------------------------------


@rule("KB2-MOD3-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_has_six_tokens(seats: int) -> None:
    state = Match(rules(), seats, {"modules": "army"}, seed="set-up").state
    assert isinstance(state, State)
    assert [player["tokens"] for player in rules().view(state, None)["players"]] == [[0, 1, 1, 2, 3, 4]] * seats


@rule("KB2-MOD3-1")
@pytest.mark.parametrize("modules", ["", "buildings", "buildings,governors"])
def test_without_the_module_nobody_has_tokens_and_the_king_rolls(modules: str) -> None:
    table = Kingsburg(3, modules=modules).begin(8, die=2, alone=True)
    assert [table.player(seat).tokens for seat in range(3)] == [()] * 3
    assert [event.soldiers for event in table.heard(ReinforcementsSent)] == [2]
    assert table.end_game().vp_from(0, "source.army_token") == []


@rule("KB2-MOD3-1")
@pytest.mark.parametrize("number", [-1, 5, 6])
def test_there_are_no_other_numbers(number: int) -> None:
    assert winter().refuse(f"0 token {number}").rule == "KB2-MOD3-1"


# -- choosing ------------------------------------------------------------------------------------------------------


@rule("KB2-MOD3-2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_choose_at_the_same_time_before_the_enemy_is_revealed(seats: int) -> None:
    table = winter(seats)
    for seat in range(seats):
        assert table.state.deciding() == tuple(range(seat, seats))
        assert table.options(seat) == NUMBERS
        assert table.heard(EnemyRevealed) == []
        assert table.view(seat)["enemy"] is None
        table.play(f"{seat} token 2")
    assert table.state.over
    told = [event for event in table.events if isinstance(event, TokensRevealed | EnemyRevealed | BattleFought)]
    assert [type(event) for event in told] == [TokensRevealed, EnemyRevealed, *[BattleFought] * seats]


@rule("KB2-MOD3-2")
def test_there_is_no_reinforcement_die() -> None:
    table = winter().play("0 token 0", "1 token 0", "2 token 0")
    assert table.heard(ReinforcementsSent) == []
    assert table.heard(MusterRolled) == []
    assert [table.strength(seat) for seat in range(3)] == [0, 0, 0]


@rule("KB2-MOD3-2")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_it_does_not_matter_who_chooses_first(order: tuple[int, ...]) -> None:
    table = winter()
    for seat in order:
        table.play(f"{seat} token {(4, 0, 2)[seat]}")
    assert [event.tokens for event in table.heard(TokensRevealed)] == [(4, 0, 2)]
    assert [table.strength(seat) for seat in range(3)] == [4, 0, 2]
    assert [event.seat for event in table.heard(BattleFought)] == [0, 1, 2]  # results in turn order


@rule("KB2-MOD3-2")
def test_nobody_chooses_twice_or_passes() -> None:
    table = winter().play("1 token 3")
    assert table.refuse("1 token 2").rule == "CORE-NOT-ASKED"
    assert table.refuse("0 pass").rule == "CORE-FORM"
    assert table.refuse("0 token 1 2").rule == "CORE-FORM"
    assert table.refuse("0 token").rule == "CORE-FORM"


@rule("KB2-MOD3-2")
def test_who_has_equal_tokens_left_is_still_asked() -> None:
    table = Kingsburg(3, modules="army")
    table.player(0).tokens = (1, 1)
    table.begin(8, year=5, alone=True)
    assert table.state.deciding() == (0, 1, 2)
    assert table.options(0) == ["token 1"]


# -- soldiers ------------------------------------------------------------------------------------------------------


@rule("KB2-MOD3-3")
def test_each_gains_the_soldiers_of_the_own_token() -> None:
    table = Kingsburg(3, modules="army").give(0, soldiers=3).give(1, "guard_tower", soldiers=1)
    table.begin(8, alone=True).play("0 token 1", "1 token 4", "2 token 3")
    assert [table.strength(seat) for seat in range(3)] == [3 + 1, 1 + 1 + 4, 3]


@rule("KB2-MOD3-3")
@pytest.mark.parametrize(
    ("number", "left"), [(0, (1, 1, 2, 3, 4)), (1, (0, 1, 2, 3, 4)), (2, (0, 1, 1, 3, 4)), (4, (0, 1, 1, 2, 3))]
)
def test_the_revealed_token_leaves_the_game(number: int, left: tuple[int, ...]) -> None:
    table = winter().play(f"0 token {number}", "1 token 3", "2 token 3")
    assert [table.player(seat).tokens for seat in range(3)] == [left, (0, 1, 1, 2, 4), (0, 1, 1, 2, 4)]
    assert [table.player(seat).token for seat in range(3)] == [NO_TOKEN] * 3


@rule("KB2-MOD3-3")
def test_a_used_token_cannot_be_used_again_but_there_are_two_ones() -> None:
    table = winter().play("0 token 1", "1 token 4", "2 token 4").begin(8, year=2, alone=True)
    assert (table.options(0), table.options(1)) == (NUMBERS, NUMBERS[:-1])
    assert table.refuse("1 token 4").rule == "KB2-MOD3-3"
    table.play("0 token 1", "1 token 3", "2 token 3").begin(8, year=3, alone=True)
    assert table.options(0) == ["token 0", "token 2", "token 3", "token 4"]
    assert table.refuse("0 token 1").rule == "KB2-MOD3-3"


# -- the end of the game -------------------------------------------------------------------------------------------


@rule("KB2-MOD3-4")
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_the_unused_token_scores_its_number(left: int) -> None:
    table = Kingsburg(2, modules="army").give(0, vp=10).give(1, vp=10)
    table.player(0).tokens, table.player(1).tokens = (left,), (0,)
    table.end_year(5)
    assert [table.vp(seat) for seat in (0, 1)] == [10 + left, 10]
    assert table.vp_from(0, "source.army_token") == ([left] if left else [])


@rule("KB2-MOD3-4")
@pytest.mark.parametrize("year", [1, 4])
def test_tokens_score_at_the_end_of_the_game_only(year: int) -> None:
    table = Kingsburg(3, modules="army").end_year(year)
    assert table.heard(VpChanged) == []
    assert table.player(0).tokens == TOKENS


def last_token(match: Match, pick: int) -> list[VpChanged]:
    """Play on to the end, always with the lowest (0) or highest (-1) token; the points of the tokens that are left."""
    points: list[VpChanged] = []
    while not match.over:
        seat = match.state.deciding()[0]
        options = match.state.options(seat)
        chosen: Choice = options[pick] if options[0][0] == "token" else options[-1]
        points += [event for event in match.play(seat, chosen) if isinstance(event, VpChanged)]
    return [event for event in points if event.source == "source.army_token"]


@rule("KB2-MOD3-4")
@pytest.mark.parametrize(("pick", "scored"), [(0, [(0, 4), (1, 4)]), (-1, [])])
def test_in_five_years_five_tokens_are_used(pick: int, scored: list[tuple[int, int]]) -> None:
    match = Match(rules(), 2, {"modules": "army"}, seed="five winters")
    points = last_token(match, pick)
    assert sorted((event.seat, event.vp) for event in points) == scored
    assert isinstance(match.state, State)
    assert [player.tokens for player in match.state.players] == [(4,) if scored else (0,)] * 2
    used = [line.choice[1] for line in match.journal.lines if line.choice[0] == "token" and line.seat == 0]
    assert used == ([0, 1, 1, 2, 3] if scored else [4, 3, 2, 1, 1])


# -- what is secret ------------------------------------------------------------------------------------------------


@rule("KB2-MOD3-5")
@pytest.mark.parametrize("watching", [1, 2, None])
def test_others_cannot_tell_which_token_was_chosen(watching: int | None) -> None:
    worlds = [winter().play(f"0 token {number}") for number in (0, 1, 4)]
    views = [table.view(watching) for table in worlds]
    assert views[0] == views[1] == views[2]
    assert [view["players"][0]["tokens"] for view in views] == [[0, 1, 1, 2, 3, 4]] * 3
    assert "token" not in views[0]["players"][0]
    assert [table.options(1) for table in worlds] == [NUMBERS] * 3
    assert [table.options(2) for table in worlds] == [NUMBERS] * 3
    assert [len(table.events) for table in worlds] == [len(worlds[0].events)] * 3


@rule("KB2-MOD3-5")
def test_the_own_choice_is_known_to_oneself() -> None:
    table = winter().play("0 token 3")
    assert table.view(0)["players"][0]["token"] == 3
    assert table.view(1)["players"][1]["token"] == NO_TOKEN
    assert "token" not in table.view(0)["players"][1]


@rule("KB2-MOD3-5")
def test_the_tokens_that_are_left_are_open() -> None:
    table = winter().play("0 token 4", "1 token 0", "2 token 1")
    for watching in (0, 1, 2, None):
        tokens = [player["tokens"] for player in table.view(watching)["players"]]
        assert tokens == [[0, 1, 1, 2, 3], [1, 1, 2, 3, 4], [0, 1, 2, 3, 4]]


@rule("KB2-MOD3-5")
@pytest.mark.parametrize("number", [0, 4])
def test_in_a_world_dealt_anew_the_others_may_have_chosen_any_token(number: int) -> None:
    table = winter().play(f"0 token {number}", "1 token 2")
    for seat in (2, None):
        worlds = redealt(table.state, seat)
        assert {world.players[0].token for world in worlds} == set(TOKENS)
        assert {world.players[1].token for world in worlds} == set(TOKENS)
        assert {world.players[2].token for world in worlds} == {NO_TOKEN}
        assert {world.players[0].tokens for world in worlds} == {TOKENS}
        assert all(rules().view(world, seat) == rules().view(table.state, seat) for world in worlds)


@rule("KB2-MOD3-5")
def test_in_a_world_dealt_anew_the_own_choice_stands_and_used_tokens_stay_away() -> None:
    table = winter().play("0 token 3", "1 token 4", "2 token 0").begin(8, year=2, alone=True)
    table.play("0 token 0", "1 token 3")
    worlds = redealt(table.state, 0)
    assert {world.players[0].token for world in worlds} == {0}
    assert {world.players[1].token for world in worlds} == {0, 1, 2, 3}
    for world in worlds[:5]:
        world.play(2, ("token", 1))
        assert world.players[0].tokens == (1, 1, 2, 4)  # it can be played on


@rule("KB2-MOD3-5")
def test_the_last_to_choose_cannot_foresee_the_others() -> None:
    previews = [
        winter().play(f"0 token {number}", f"1 token {number}").state.preview(2, ("token", 1)) for number in (0, 4)
    ]
    assert previews[0] == previews[1]
    assert not any(isinstance(event, TokensRevealed | EnemyRevealed) for event in previews[0])


# -- the journal ---------------------------------------------------------------------------------------------------


def match_in_winter() -> Match:
    """A match with three players in its first Winter, before anybody has chosen a token."""
    match = Match(rules(), 3, {"modules": "army"}, seed="winter")
    while match.state.options(match.state.deciding()[0])[0][0] != "token":
        (seat,) = match.state.deciding()
        match.play(seat, match.state.options(seat)[-1])
    return match


def lines_of(match: Match, seat: int | None, count: int) -> list[str]:
    return [str(line) for line in match.journal_for(seat).lines[-count:]]


@rule("KB2-MOD3-5")
def test_the_journal_hides_a_choice_until_all_have_chosen() -> None:
    match = match_in_winter()
    match.play(0, ("token", 4))
    match.play(2, ("token", 1))
    assert lines_of(match, 0, 2) == ["0 token 4", "2 hidden"]
    assert lines_of(match, 1, 2) == ["0 hidden", "2 hidden"]
    assert lines_of(match, 2, 2) == ["0 hidden", "2 token 1"]
    assert lines_of(match, None, 2) == ["0 hidden", "2 hidden"]
    match.play(1, ("token", 0))
    for seat in (0, 1, 2, None):
        shown = [str(line) for line in match.journal_for(seat).lines]
        assert {"0 token 4", "1 token 0", "2 token 1"} <= set(shown)


@rule("KB2-MOD3-5")
def test_the_tokens_of_an_earlier_winter_stay_open_when_the_next_are_chosen() -> None:
    match = match_in_winter()
    for seat in (0, 1, 2):
        match.play(seat, ("token", 2))
    while match.state.options(match.state.deciding()[0])[0][0] != "token":
        (seat,) = match.state.deciding()
        match.play(seat, match.state.options(seat)[-1])
    match.play(0, ("token", 4))
    shown = [
        str(line) for line in match.journal_for(1).lines if line.choice[0] in ("token", "hidden") and line.seat >= 0
    ]
    assert shown == ["0 token 2", "1 token 2", "2 token 2", "0 hidden"]


@rule("KB2-MOD3-5")
def test_a_choice_may_be_taken_back_while_it_is_sealed() -> None:
    match = match_in_winter()
    match.play(0, ("token", 4))
    match.play(1, ("token", 2))
    assert match.undo_is_free(0)
    match.undo(0)
    assert match.state.deciding() == (0, 2)
    assert isinstance(match.state, State)
    assert [player.token for player in match.state.players] == [NO_TOKEN, 2, NO_TOKEN]  # the other choice stands
    match.play(0, ("token", 0))
    assert match.undo_is_free(1)
    match.play(2, ("token", 3))
    for seat in (0, 1, 2):
        assert not match.undo_is_free(seat)  # now all know all
        with pytest.raises(UndoRefused):
            match.undo(seat)
    assert [player.tokens for player in match.state.players] == [(1, 1, 2, 3, 4), (0, 1, 1, 3, 4), (0, 1, 1, 2, 4)]


@rule("KB2-MOD3-5")
def test_a_choice_taken_back_is_never_shown_to_others() -> None:
    match = match_in_winter()
    match.play(0, ("token", 4))
    match.undo(0)
    match.play(0, ("token", 0))
    match.play(1, ("token", 1))
    match.play(2, ("token", 1))
    for seat in (1, 2, None):
        assert "0 token 4" not in [str(line) for line in match.journal_for(seat).lines]
        assert "0 token 0" in [str(line) for line in match.journal_for(seat).lines]
    assert "0 token 4" in [str(line) for line in match.journal_for(0).lines]
