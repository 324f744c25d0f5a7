"""`kronrat bench server` and `kronrat bench race`: clients in one process measure a server in another."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kronrat.cli.bench_race import first_game
from kronrat.crowd.races import QUEUES, Contest, custom_of, is_in_real_time
from kronrat.crowd.tables import Plan, Report, shortest
from kronrat.shelf import list_games, load
from tests.cli.terminal import kronrat, refused

REPORT = Report(Plan("any", 200, 4, 200, 30, 120), 200, 5, 20, 40, 2, 0.4, 0.2, 500, 250, 200, 150)


@pytest.mark.full
def test_a_small_run() -> None:
    said = kronrat("bench", "server", "--tables", "3", "--seats", "2", "--rate", "20", "--seconds", "2", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["valid"]
    assert found["database"] == "SQLite"
    assert (
        found["plan"].items()
        >= {
            "game": list_games()[0],
            "tables": 3,
            "seats": 2,
            "rate": 20,
            "seconds": 2,
            "shortest": shortest(load(list_games()[0]), 2),
        }.items()
    )
    assert 0 < found["choices_a_second"] < 21
    assert 0 < found["median_ms"] <= found["p99_ms"] <= found["longest_ms"]
    assert 0 < found["cpu_ms"] < 1_000
    assert found["most_choices_a_second"] > 0


def test_a_run_in_which_games_would_end_is_refused() -> None:
    assert "games would end" in refused(kronrat("bench", "server", "--tables", "1"))


@pytest.mark.full
def test_a_small_run_beside_bots() -> None:
    size = ("--tables", "3", "--seats", "2", "--rate", "6", "--seconds", "2", "--repeat", "2", "--bot-tables", "2")
    said = kronrat("bench", "server", *size, "--bots", "page", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert (found["bots"]["name"], found["bots"]["tables"], found["bots"]["rounds"]) == ("page", 2, 2)
    assert found["choices"] == 2 * 2 * 6
    assert found["bot_choices"] >= 2
    assert found["failures"] == 0
    assert found["later_ms"] == found["p99_with_bots_ms"] - found["p99_ms"]
    assert len(found["p99_of_rounds"]) == 2


def test_people_beside_bots_do_not_come_to_an_end_either() -> None:
    assert "games would end" in refused(kronrat("bench", "server", "--tables", "1", "--bot-tables", "1"))


@pytest.mark.full
def test_a_small_run_beside_a_review() -> None:
    size = ("--tables", "3", "--seats", "2", "--rate", "6", "--seconds", "1", "--repeat", "2")
    said = kronrat("bench", "server", "--review", *size, "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert (found["rounds"], len(found["p99_of_rounds"])) == (2, 2)
    assert found["choices"] == 2 * 6
    assert 0 <= found["whole"] <= 2
    assert 0 < found["median_ms"] <= found["p99_ms"]
    assert 0 < found["median_with_review_ms"] <= found["p99_with_review_ms"]


def test_people_beside_a_review_do_not_come_to_an_end_either() -> None:
    assert "games would end" in refused(kronrat("bench", "server", "--review", "--tables", "1"))


@pytest.mark.parametrize(("share", "valid"), [(0.2, True), (0.85, True), (0.86, False)])
def test_clients_that_are_too_busy_measure_themselves(share: float, valid: bool) -> None:
    assert replace(REPORT, client_share=share).valid == valid


@pytest.mark.full
def test_a_small_run_of_races() -> None:
    size = ("--tables", "2", "--seats", "2", "--seconds", "2", "--rate", "3", "--contests", "3")
    said = kronrat("bench", "race", *size, "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["valid"]
    assert found["plan"] == {"game": first_game(), "tables": 2, "seats": 2, "rate": 3, "seconds": 2, "contests": 3}
    assert [crowd["queue"] for crowd in found["crowds"]] == ["fcfs", "fair"]
    for crowd in found["crowds"]:
        assert crowd["grants"] + sum(crowd["refused"].values()) == 2 * 2 * 2 * 3
        assert crowd["grants"] > 8
        assert 0 < crowd["median_ms"] <= crowd["p99_ms"] <= crowd["longest_ms"]
    assert found["crowds"][1]["median_ms"] > found["crowds"][0]["median_ms"]
    for contest in found["contests"]:
        assert contest["contests"] + contest["void"] == 3
        assert 0 <= contest["low"] <= contest["share"] <= contest["high"] <= 1


def test_a_raid_is_over_some_time() -> None:
    assert "over too soon" in refused(kronrat("bench", "race", "--seconds", "60"))


def test_the_share_of_contests() -> None:
    assert Contest("fair", 200, 90, 3, 0.38, 0.52).share == 0.45


def test_a_game_without_real_time_has_no_raids() -> None:
    slow = next(id for id in list_games() if not is_in_real_time(load(id)))
    assert "is not played in real time" in refused(kronrat("bench", "race", "--game", slow))


@pytest.mark.parametrize("queue", QUEUES)
def test_the_longest_raids_are_measured_with_each_queue(queue: str) -> None:
    game = load(first_game())
    custom = custom_of(game, queue)
    assert custom.tempo.fair == (queue == "fair")
    assert game.real_time(game.settle_options(custom.options))
    for switch in game.switches(custom.options):
        for value in switch.values if not switch.live else ():
            assert game.tempo(game.settle_options({**custom.options, switch.name: value})).lasts <= custom.tempo.lasts


@pytest.mark.full
def test_a_mix_of_games_with_spectators() -> None:
    size = ("--tables", "4", "--seats", "2", "--rate", "8", "--seconds", "2", "--spectators", "1")
    said = kronrat("bench", "server", "--game", "all", *size, "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    games = [found["plan"]["game"], *[other["game"] for other in found["plan"]["others"]]]
    assert games == list(list_games())
    assert found["choices_a_second"] > 0


def test_several_processes_need_a_database_that_they_can_share() -> None:
    assert "PostgreSQL" in refused(kronrat("bench", "server", "--processes", "2"))


@pytest.mark.full
def test_a_start_over_many_tables() -> None:
    said = kronrat("bench", "restart", "--tables", "300", "--seconds", "2", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["tables"] == 300
    assert found["loaded"] == 0  # nothing is due
    assert found["requests"] > 5


@pytest.mark.full
def test_a_player_beside_attackers() -> None:
    said = kronrat("bench", "hostile", "--seconds", "2", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)["attacks"]
    assert len(found) == 8
    assert all(one["choices"] for one in found)
