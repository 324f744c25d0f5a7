"""Ladders: who meets whom, the same result wherever it is played, ratings that find the strengths behind the games."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from math import log10
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kronrat.arena.bouts import play_bout
from kronrat.arena.climbing import climb
from kronrat.arena.ladder import Ladder
from kronrat.arena.luck import adjusted
from kronrat.arena.picture import draw
from kronrat.arena.ratings import MIDDLE, rankings_of, rate
from kronrat.arena.report import Report
from kronrat.arena.series import Plain
from kronrat.bots import Budget, Search, make_bot, takes_budget
from kronrat.core.game import BadOption
from tests.shelf import ANY, any_game

BOTS = ("random", "points", "kronrat.bots.greedy:Points")  # quick ones


def ladder(
    *bots: str, seats: int = 2, seed: str = "l", positions: int | None = None, ms: float | None = None
) -> Ladder:
    return Ladder(ANY, seats, {}, bots or BOTS, seed, positions, ms).checked()


def timeless(report: Report) -> Plain:
    """All of a report that does not depend on the machine."""
    plain = report.plain()
    for bot in plain["bots"].values():
        del bot["ms_mean"], bot["ms_max"]
    return plain


def scores_in(file: Path) -> dict[int, tuple[int, ...]]:
    """The points of each game that a file of results holds."""
    results = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return {result["number"]: tuple(result["scores"]) for result in results}


# -- who meets whom ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_every_bot_sits_alone_in_every_seat_against_every_other_with_the_same_dice(seats: int) -> None:
    some = ladder(seats=seats)
    bouts = [some.bout(number) for number in range(some.games(2 * seats))]
    for table in (0, 1):
        met = [(tuple(bout.seating(seats)), bout.table) for bout in bouts if bout.table == table]
        expected = set()
        for alone, others in permutations(BOTS, 2):
            for seat in range(seats):
                seating = [others] * seats
                seating[seat] = alone
                expected.add((tuple(seating), table))
        assert len(met) == len(set(met))
        assert set(met) == expected
    assert {bout.table for bout in bouts} == {0, 1}
    dice = [some.dice(bout).roll(9) for bout in bouts]
    assert len({tuple(roll) for roll in dice}) == 2


def test_rotations_are_never_cut_and_more_games_begin_with_the_same_ones() -> None:
    some = ladder("random", "greedy", seats=3)
    assert some.games(4) == some.games(6) == 12
    assert some.games(7) == 18
    assert ladder("random", "greedy").games(5) == 6


def test_what_cannot_be_compared_is_refused() -> None:
    for bots in (("greedy",), ("greedy", "greedy")):
        with pytest.raises(BadOption, match="at least two"):
            ladder(*bots)
    with pytest.raises(BadOption, match="not in both"):
        ladder(positions=1, ms=1)
    with pytest.raises(BadOption, match="no bot"):
        ladder("greedy", "nobody")
    with pytest.raises(BadOption, match="at least 1"):
        climb(ladder(), 0)


def test_a_budget_reaches_the_bots_that_take_one() -> None:
    assert takes_budget(Search)
    bot = make_bot("kronrat.bots.search:Search", Budget(positions=7))
    assert isinstance(bot, Search)
    assert bot.budget.positions == 7
    assert make_bot("greedy", Budget(positions=7)).title() == "greedy"


# -- playing -----------------------------------------------------------------------------------------------------


def test_processes_do_not_change_the_result() -> None:
    some = ladder("random", "kronrat.bots.search:Search", positions=40)
    assert timeless(climb(some, 2, jobs=1)) == timeless(climb(some, 2, jobs=2))


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    some, file = ladder(), tmp_path / "results"
    whole = timeless(climb(some, 8))
    climb(some, 4, file=file)
    kept = file.read_bytes()
    file.write_bytes(kept[:-20])  # the last line was being written
    assert timeless(climb(some, 8, file=file)) == whole
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + some.games(8)
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == list(range(some.games(8)))
    assert timeless(climb(some, 4, file=file)) == timeless(climb(some, 4))  # fewer games are a part of it


def test_only_games_that_are_wanted_are_played_and_they_are_the_same_as_ever(tmp_path: Path) -> None:
    some, first, whole = ladder(), tmp_path / "first", tmp_path / "whole"
    report = climb(some, 2, file=first, wanted=lambda bout: bout.others == BOTS[1])
    climb(some, 2, file=whole)
    assert report.games == 2
    some_kept, all_kept = [scores_in(file) for file in (first, whole)]
    assert len(some_kept) == 2
    assert some_kept.items() < all_kept.items()


def test_results_of_another_ladder_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "results"
    climb(ladder(), 2, file=file)
    with pytest.raises(BadOption, match="another ladder"):
        climb(ladder(seed="m"), 2, file=file)
    file.write_text("something else\n", encoding="utf-8")
    with pytest.raises(BadOption, match="not a file of results"):
        climb(ladder(), 2, file=file)


def test_the_report_adds_up() -> None:
    some = ladder(seats=3)
    report = climb(some, 6)
    plain = report.plain(1.0)
    assert list(plain["bots"]) == list(plain["cross"]) == list(BOTS)
    for bot, row in plain["bots"].items():
        assert {"games", "share", "low", "high", "rating", "ms_mean", "ms_max"} <= row.keys()
        assert row["games"] == sum(cell["games"] for cell in plain["cross"][bot].values()) == 12
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["rating_low"] <= row["rating"] <= row["rating_high"]
        assert row["ms_max"] >= row["ms_mean"] >= 0
    assert plain["games"] == 36
    assert plain["parity"] == pytest.approx(1 / 3, abs=1e-4)
    assert sum(report.ratings.values()) / len(BOTS) == pytest.approx(MIDDLE)


def test_with_two_seats_the_shares_of_a_pair_make_one() -> None:
    cross = climb(ladder(), 4).cross
    for bot, other in permutations(BOTS, 2):
        assert cross[bot][other].won + cross[other][bot].won == pytest.approx(cross[bot][other].games)


def test_a_game_says_who_came_in_where_and_how_long_they_thought() -> None:
    some = ladder("greedy", "random")
    results = [play_bout(any_game(), some, some.bout(number)) for number in range(some.games(2))]
    for result in results:
        assert 1 in result["places"]
        assert (result["scores"][0] > result["scores"][1]) == (result["places"] == [1, 2])
    assert all(choices > 0 and longest <= total for result in results for choices, total, longest in result["spent"])


# -- ratings -----------------------------------------------------------------------------------------------------


def chances(strengths: dict[str, float], seated: tuple[str, ...]) -> dict[tuple[str, ...], float]:
    """How likely every ranking of these seats is."""
    found: dict[tuple[str, ...], float] = {}
    for order in permutations(seated):
        chance = 1.0
        for place, bot in enumerate(order):
            chance *= strengths[bot] / sum(strengths[other] for other in order[place:])
        found[order] = found.get(order, 0.0) + chance
    return found


def test_ratings_find_the_strengths_behind_the_rankings() -> None:
    strengths = {"a": 1.0, "b": 4.0, "c": 10.0}
    seen: dict[tuple[str, ...], float] = {}
    for seated in (("a", "b", "b", "b"), ("a", "a", "c"), ("b", "c"), ("c", "a", "b")):
        for ranking, chance in chances(strengths, seated).items():
            seen[ranking] = seen.get(ranking, 0.0) + 1e6 * chance
    found = rate(seen, "b")
    assert found["b"] == MIDDLE
    assert found["a"] == pytest.approx(MIDDLE - 400 * log10(4), abs=0.1)
    assert found["c"] == pytest.approx(MIDDLE + 400 * log10(2.5), abs=0.1)
    assert sum(rate(seen).values()) / 3 == pytest.approx(MIDDLE)


def test_a_bot_that_always_wins_has_a_rating_too() -> None:
    found = rate({("a", "b"): 10.0}, "b")
    assert 400 < found["a"] - found["b"] < 2_000


def test_a_shared_place_counts_as_all_orders_in_equal_parts() -> None:
    assert rankings_of(["a", "b"], [1, 2]) == {("a", "b"): 1}
    assert rankings_of(["a", "b"], [1, 1]) == {("a", "b"): 0.5, ("b", "a"): 0.5}
    assert rankings_of(["a", "b", "a"], [2, 1, 2]) == {("b", "a", "a"): 1}
    assert rate({("a", "b"): 0.5, ("b", "a"): 0.5}) == pytest.approx({"a": MIDDLE, "b": MIDDLE})


# -- the picture -------------------------------------------------------------------------------------------------


def test_the_picture_shows_every_bot_with_its_rating() -> None:
    report = climb(ladder(), 2)
    root = ElementTree.fromstring(draw(report, "A <title>", "rating"))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "A <title>" in texts
    for bot, rating in report.ratings.items():
        assert bot in texts
        assert f"{rating:.0f}" in texts


def test_luck_is_noted_for_every_seat_and_changes_no_game() -> None:
    plain = Ladder(ANY, 2, {}, ("greedy", "random"), "luck").checked()
    with_luck = replace(plain, luck=2)
    for number in range(2):
        known, found = (play_bout(any_game(), one, one.bout(number)) for one in (plain, with_luck))
        assert known["scores"] == found["scores"]
        assert len(found["luck"]) == 2
        assert sum(found["luck"]) == pytest.approx(0)  # what one seat gains the other loses
        assert any(found["luck"])
    assert Ladder.from_plain(with_luck.plain()) == with_luck
    assert "luck" not in plain.plain()


def test_luck_that_explains_results_is_taken_out() -> None:
    lucks = [0.3, -0.1, 0.2, -0.4, 0.0, 0.1]
    skill, error = adjusted([0.5 + luck for luck in lucks], lucks) or (0.0, 1.0)
    assert skill == pytest.approx(0.5)
    assert error == pytest.approx(0)
    same = adjusted([1.0, 0.0, 1.0, 0.0], [0.0] * 4)
    assert same is not None
    assert same[0] == 0.5
    assert adjusted([1.0, 0.0], [0.1, 0.2]) is None
