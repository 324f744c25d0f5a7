"""The peers' own suites, for every kind of table; every day for one table of each game."""

from __future__ import annotations

import io
import subprocess
import sys
import unittest
import warnings
from collections.abc import Mapping
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from kronrat import rl
from kronrat.rl.seats import SeatsEnv
from tests.rl.tables import called, kinds, usual

Options = Mapping[str, str]
every_day = pytest.mark.parametrize(("game", "seats", "options"), usual(), ids=called)
every_kind = pytest.mark.parametrize(("game", "seats", "options"), list(kinds()), ids=called)


def petting_zoo(game: str, seats: int, options: Options, mask: str, cycles: int) -> None:
    def made(render_mode: str | None = None) -> SeatsEnv:
        return rl.aec(game, seats, options, mask=mask, render_mode=render_mode)

    with warnings.catch_warnings():
        if mask == "info":  # otherwise it complains that an observation is a dictionary, as those of its own games are
            warnings.simplefilter("error")
        api_test(made(), num_cycles=cycles)
        api_test(OrderEnforcingWrapper(AssertOutOfBoundsWrapper(made())), num_cycles=cycles)
        seed_test(made, num_cycles=cycles // 2)
        render_test(made)


@every_day
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_petting_zoo(game: str, seats: int, options: Options, mask: str) -> None:
    petting_zoo(game, seats, options, mask, 40)


@pytest.mark.full
@every_kind
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_petting_zoo_with_every_table(game: str, seats: int, options: Options, mask: str) -> None:
    petting_zoo(game, seats, options, mask, 300)


def gymnasium_env(game: str, seats: int, options: Options, seat: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(rl.gym(game, seat, ["random"] * (seats - 1), options), skip_render_check=True)


@every_day
def test_gymnasium(game: str, seats: int, options: Options) -> None:
    gymnasium_env(game, seats, options, 0)


@pytest.mark.full
@every_kind
def test_gymnasium_with_every_table(game: str, seats: int, options: Options) -> None:
    for seat in range(seats):
        gymnasium_env(game, seats, options, seat)


def parameters(seats: int, options: Options) -> dict[str, Any]:
    written = ";".join([f"{name}:{value.replace(',', '+')}" for name, value in options.items()])
    return {"players": seats, "options": written, "seed": 3}


@pytest.mark.full
@every_kind
def test_open_spiel_with_every_table(game: str, seats: int, options: Options) -> None:
    import pyspiel
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    from kronrat.rl import openspiel

    openspiel.register()
    played = pyspiel.load_game(openspiel.PREFIX + game, parameters(seats, options))
    pyspiel.random_sim_test(played, num_sims=1, serialize=True, verbose=False)
    suite = type("Partial", (EnforceAPIOnPartialTreeBase,), {"game_name": openspiel.PREFIX + game, "game": played})
    done = unittest.TextTestRunner(io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(suite))
    assert done.testsRun > 4
    assert [what for _, what in [*done.failures, *done.errors]] == []


@pytest.mark.full
def test_the_integration_tests_of_open_spiel() -> None:
    script = (
        "from kronrat.rl import openspiel; openspiel.register(); import runpy, sys; "
        "sys.argv = ['api_test', '--test_only_games=kronrat_.*']; "
        "runpy.run_module('open_spiel.integration_tests.api_test', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=1_500, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    assert "OK" in done.stderr
