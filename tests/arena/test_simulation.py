"""Many games: the same result however they are spread over processes, bots that rotate, victories that are shared."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from kronrat import Journal, replay, verify
from kronrat.arena.chunks import cut, play_chunk, play_game
from kronrat.arena.executors import Here, Processes, Results, Work
from kronrat.arena.series import Plain, Series
from kronrat.arena.simulation import Result, play_series, simulate
from kronrat.arena.sums import Sums
from kronrat.core.game import BadOption, Standing
from kronrat.shelf import list_games, load
from tests.shelf import ANY, any_game, other_options

GAMES = 30
FIELDS = [
    "game", "options", "seats", "bots", "games", "finished", "decisions", "seconds", "decisions_per_s", "games_per_s",
    "mean_scores", "wins",
]  # fmt: skip


def series(*bots: str, seats: int = 4, seed: str = "s") -> Series:
    return Series(ANY, seats, {}, bots or ("random",), seed).checked()


def chunk_of(series: Series, first: int, count: int) -> Plain:
    return {"series": series.plain(), "first": first, "count": count, "journals": False}


def timeless(result: Result) -> Plain:
    """All of a result that does not depend on the machine."""
    return {name: value for name, value in result.plain().items() if not name.endswith(("seconds", "_per_s"))}


# -- results -----------------------------------------------------------------------------------------------------


def test_a_result_has_the_promised_fields() -> None:
    result = simulate(ANY, other_options(), 3, GAMES, ["random", "points"], "s")
    plain = json.loads(json.dumps(result.plain()))
    assert list(plain) == FIELDS
    assert plain["options"] == any_game().settle_options(other_options())
    assert (plain["game"], plain["seats"], plain["bots"]) == (ANY, 3, ["random", "points"])
    assert plain["games"] == plain["finished"] == GAMES
    assert plain["wins"].keys() == plain["mean_scores"].keys() == {"random", "points"}
    assert sum(plain["wins"].values()) == pytest.approx(GAMES)
    assert plain["decisions_per_s"] == pytest.approx(plain["decisions"] / plain["seconds"], rel=0.02)


def test_processes_do_not_change_the_result() -> None:
    alone = simulate(ANY, {}, 2, GAMES, ["random", "points"], "s", jobs=1)
    together = simulate(ANY, {}, 2, GAMES, ["random", "points"], "s", jobs=2)
    assert timeless(alone) == timeless(together)


def test_another_seed_gives_other_games() -> None:
    assert timeless(simulate(ANY, {}, 2, GAMES, ["random"], "s")) != timeless(
        simulate(ANY, {}, 2, GAMES, ["random"], "t")
    )


class Backwards:
    """An executor that gives results in an order of its own."""

    def run(self, work: Work, chunks: Iterable[Plain]) -> Results:
        yield from [work(chunk) for chunk in reversed(list(chunks))]


def test_neither_size_nor_order_of_chunks_changes_the_result() -> None:
    games = series("random", "points")
    whole = Sums.from_plain(play_chunk(chunk_of(games, 0, GAMES))["sums"])
    assert play_series(games, GAMES, executor=Backwards()) == whole
    assert play_series(games, GAMES, jobs=3, executor=Backwards()) == whole


@pytest.mark.parametrize("jobs", [None, 3])
def test_only_a_cluster_knows_how_many_it_has(jobs: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int | None]] = []

    def cluster(address: str, workers: int | None) -> Backwards:
        asked.append((address, workers))
        return Backwards()

    monkeypatch.setattr("kronrat.arena.simulation.Cluster", cluster)
    there = simulate(ANY, {}, 2, GAMES, ["random"], "s", jobs, cluster="there")
    assert asked == [("there", jobs)]
    assert timeless(there) == timeless(simulate(ANY, {}, 2, GAMES, ["random"], "s"))


def test_chunks_cover_every_game_once() -> None:
    for games, jobs in ((1, 1), (7, 2), (1_000, 4), (100_001, 2)):
        numbers = [(chunk["first"], chunk["count"]) for chunk in cut(series(), games, jobs)]
        assert numbers[0][0] == 0
        assert all(a + n == b for (a, n), (b, _) in pairwise(numbers))
        assert sum(numbers[-1]) == games


def test_work_and_results_travel_as_plain_data() -> None:
    chunk = next(cut(series("random", "points"), 2, 1))
    assert json.loads(json.dumps(chunk)) == chunk
    result = play_chunk(json.loads(json.dumps(chunk)))["sums"]
    assert Sums.from_plain(result).plain() == result


def test_a_failing_game_is_named() -> None:
    broken = replace(series(), options=dict.fromkeys(other_options(), "no such"))
    with pytest.raises(BadOption) as failure:
        list(Processes(1).run(play_chunk, [chunk_of(broken, 3, 1)]))
    assert "in game 3 of seed 's'" in failure.value.__notes__


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(ANY, {}, 2, 40, ["random"], "s", progress=lambda done, games: told.append((done, games)))
    assert told == sorted(told)
    assert told[-1] == (40, 40)
    assert len(told) > 5


def test_an_override_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{next(iter(any_game().rows))}.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert Series(ANY, 2, {}, ("random",), "s", ".").checked().data == str(tmp_path.resolve())


@pytest.mark.parametrize("other", [{"rules": 99}, {"digest": "0" * 64}])
def test_other_rules_or_data_are_not_summed(other: Plain) -> None:
    with pytest.raises(BadOption, match=rf"{ANY} cannot be played here: .* those of the series"):
        list(Here().run(play_chunk, [chunk_of(replace(series(), **other), 0, 1)]))


# -- journals ----------------------------------------------------------------------------------------------------


FEW = 3  # values of a switch that are all tried
TABLES = [
    (id, {switch.name: value})
    for id in list_games()
    for switch in load(id).switches({})[:2]
    for value in switch.values
    if len(switch.values) <= FEW
]


@pytest.mark.parametrize(("id", "options"), TABLES, ids=str)
def test_journals_tell_the_very_games_that_are_summed(id: str, options: dict[str, str]) -> None:
    games = Series(id, 3, options, ("random", "points"), "kept").checked()
    kept: dict[int, str] = {}
    sums = play_series(games, 3, keep=kept.__setitem__)
    assert sums == play_series(games, 3)
    assert sorted(kept) == [0, 1, 2]
    for number, text in kept.items():
        journal = Journal.parse(text)
        assert journal.header["bots"].split() == games.seating(number)
        assert replay(load(id), journal).over
        assert verify(load(id), journal) > 0


def test_every_journal_is_kept_once() -> None:
    kept: list[int] = []
    simulate(ANY, {}, 2, 40, ["random"], "s", jobs=2, keep=lambda number, _: kept.append(number))
    assert sorted(kept) == list(range(40))


# -- seats and victories -----------------------------------------------------------------------------------------


def test_bots_are_repeated_over_the_seats_and_move_on_each_game() -> None:
    games = series("random", "points", "greedy")
    assert [games.seating(number) for number in range(4)] == [
        ["random", "points", "greedy", "random"],
        ["random", "random", "points", "greedy"],
        ["greedy", "random", "random", "points"],
        ["points", "greedy", "random", "random"],
    ]
    assert games.seating(4) == games.seating(0)


def test_the_seat_of_a_bot_decides_which_score_is_its_own() -> None:
    games = series("random", "points", seats=2)
    game = any_game()
    sums = Sums()
    for number in range(6):
        play_game(game, games, number, sums)
    assert sums.seated == {"random": 6, "points": 6}
    assert sum(sums.wins.values()) == 6


def test_dice_of_games_and_bots_are_apart() -> None:
    games = series()
    streams = [games.dice(0), games.dice(1), games.bot_dice(0), games.bot_dice(1)]
    assert len({tuple(stream.roll(20)) for stream in streams}) == len(streams)
    assert games.dice(0).roll(20) == series().dice(0).roll(20) != series(seed="t").dice(0).roll(20)


def test_a_shared_victory_counts_in_parts() -> None:
    sums = Sums()
    shared = [Standing(1, 1, 30), Standing(0, 1, 30), Standing(2, 1, 30), Standing(3, 4, 20)]
    sums.add_game(["greedy", "random", "greedy", "random"], shared, 100, Counter(), [[]] * 4)
    sums.add_game(["greedy", "random", "greedy", "random"], [shared[0], Standing(0, 2, 10)], 50, Counter(), [[]] * 4)
    assert sums.wins == {"greedy": Fraction(2, 3), "random": Fraction(4, 3)}
    assert sums.winning_scores == {30: 2}
    assert (sums.games, sums.decisions) == (2, 150)


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, f"there are {ANY}"),
        ({"seats": 99}, f"{any_game().seat_counts[0]} to {any_game().seat_counts[-1]}"),
        ({"options": dict.fromkeys(other_options(), "3e")}, next(iter(other_options().values()))),
        ({"options": {"colour": "red"}}, f"it has {next(iter(other_options()))}"),
        ({"bots": ["random", "genius"]}, "there are page, squire"),
        ({"bots": ["random"] * 99}, "99 bots are too many"),
        ({"bots": []}, "at least one bot"),
        ({"games": 0}, "at least 1"),
        ({"jobs": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(change: Plain, complaint: str) -> None:
    asked: Plain = {"game": ANY, "options": {}, "seats": 4, "games": 1, "bots": ["random"], "seed": "s"}
    with pytest.raises(BadOption, match=complaint):
        simulate(**{**asked, **change})
