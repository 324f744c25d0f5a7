"""What no suite asks: that nothing hidden shows, copies and pickles, buffers, names, and that one can learn from it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import kronrat
from kronrat import rl
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import BadOption
from tests.rl.tables import called, kinds, usual

GAME = kronrat.list_games()[0]
every_game = pytest.mark.parametrize("game", kronrat.list_games())
every_day = pytest.mark.parametrize(("game", "seats", "options"), usual(), ids=called)
every_kind = pytest.mark.parametrize(("game", "seats", "options"), list(kinds()), ids=called)


def some_plays(game: str, seats: int, options: dict[str, str], count: int, apart: int = 23) -> list[rl.Play]:
    """Positions on the way through random games."""
    random, found = Random(game), list[rl.Play]()
    play = rl.Table(game, seats, options).play("some")
    while len(found) < count:
        for _ in range(apart):
            play = rl.Table(game, seats, options).play(f"{len(found)}") if play.over else play
            play.step(random.randrange(len(play.options)))
        if not play.over:
            found.append(copy.deepcopy(play))
    return found


def nothing_hidden_shows(game: str, seats: int, options: dict[str, str], count: int) -> None:
    rules = kronrat.load(game)
    for number, play in enumerate(some_plays(game, seats, options, count)):
        codes = rl.Encoding(rules, play.state)
        for seat in range(seats):
            other = copy.deepcopy(play)
            other.state = rules.redeal(play.state, seat, Dice(seed_of_text(f"another world {number}")))
            assert other.observation(seat) == play.observation(seat)
            if seat == play.seat:
                other.options = other.state.options(seat)
                assert other.options == play.options
                assert (codes.option_rows(other.options) == codes.option_rows(play.options)).all()
                assert other.afterstates() == play.afterstates()


@every_day
def test_encodings_are_equal_in_all_worlds_that_a_seat_cannot_tell_apart(
    game: str, seats: int, options: dict[str, str]
) -> None:
    nothing_hidden_shows(game, seats, options, 6)


@pytest.mark.full
@every_kind
def test_encodings_are_equal_in_all_worlds_at_every_table(game: str, seats: int, options: dict[str, str]) -> None:
    nothing_hidden_shows(game, seats, options, 60)


def walk(env: Any, steps: int) -> list[Any]:
    """What an AEC environment shows on the way, always with the last action that there is."""
    seen: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            break
        observation, reward, ended, _, info = env.last()
        seen.append((observation["observation"].tolist(), reward, ended, env.agent_selection))
        env.step(None if ended else int(np.flatnonzero(info["action_mask"])[-1]))
    return seen


@every_game
def test_environments_are_copied_and_pickled_and_go_on_alike(game: str) -> None:
    env = rl.aec(game, 3, bots={1: "greedy"})
    env.reset(seed=5)
    walk(env, 12)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = walk(env, 12)
    for other in copies:
        assert walk(other, 12) == expected
    single = rl.gym(game, 0, ["random"])
    single.reset(seed=5)
    for other in (copy.deepcopy(single), pickle.loads(pickle.dumps(single))):
        assert (other.step(1)[0] == copy.deepcopy(single).step(1)[0]).all()
    games = rl.batch(game, 2, count=2, seed="copies")
    again = pickle.loads(pickle.dumps(games))
    games.step([1, 0])
    again.step([1, 0])
    assert (again.observations == games.observations).all()


@every_game
def test_a_batch_plays_the_same_games_as_one_after_the_other(game: str) -> None:
    games, random = rl.batch(game, 2, count=3, seed="alike"), Random(1)
    alone = [games.table.play(f"alike/{place}/1") for place in range(3)]
    ended = set[int]()
    for _ in range(30):
        actions = [random.randrange(int(count)) for count in games.masks.sum(axis=1)]
        games.step(actions)
        for place in set(range(3)) - ended:
            alone[place].step(actions[place])
            if alone[place].over:
                ended.add(place)
                assert games.ended[place]
                assert np.allclose(games.rewards[place], alone[place].rewards())
            else:
                assert games.observations[place].tolist() == pytest.approx(alone[place].observation(games.seats[place]))
                assert games.masks[place].sum() == len(alone[place].options)


def test_a_batch_goes_on_with_the_next_game_and_writes_into_arrays_of_the_caller() -> None:
    columns = len(rl.batch(GAME, 2, count=1).encoding.columns)
    mine: dict[str, Any] = {
        "observations": np.zeros((4, columns), np.float32),
        "masks": np.zeros((4, 128), np.int8),
        "rewards": np.ones((4, 2), np.float32),
    }
    games = rl.batch(GAME, 2, count=4, seed="buffers", **mine)
    assert games.observations is mine["observations"]
    ends = 0
    for _ in range(400):
        games.step([0] * 4)
        assert (games.rewards.sum(axis=1) == pytest.approx(0, abs=1e-6)) if ends else True
        assert (games.rewards.any(axis=1) <= games.ended).all()
        ends += int(games.ended.sum())
    assert ends > 4
    assert mine["masks"].any(axis=1).all()
    with pytest.raises(ValueError, match="rewards has to be"):
        rl.batch(GAME, 2, count=4, rewards=np.zeros((4, 3), np.float32))


def test_a_vector_of_tables_says_when_it_begins_anew_and_never_reuses_an_array() -> None:
    env = rl.gym_vector(GAME, against=["random"], count=2)
    seen, infos = env.reset(seed=2)
    ended = np.zeros(2, np.bool_)
    for _ in range(300):
        kept = seen.copy()
        after, rewards, ends, cut, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert (seen == kept).all()
        assert not np.shares_memory(seen, after)
        assert not (ends & ended).any(), "the step after an end begins the next game"
        assert not cut.any()
        assert ((rewards != 0) <= ends).all()
        seen, ended = after, ends
    assert env.metadata["autoreset_mode"].name == "NEXT_STEP"


def test_ids_of_choices_are_stable_and_apart() -> None:
    for game in kronrat.list_games():
        rules = kronrat.load(game)
        choices = {option for play in some_plays(game, 3, {}, 40) for option in play.options}
        ids = {rl.stable_id(rules, choice) for choice in choices}
        assert len(ids) == len(choices) > 20
        assert all(0 <= id < 2**63 for id in ids)
    here = rl.stable_id(kronrat.load(GAME), ("pass",))
    script = f"import kronrat; from kronrat import rl; print(rl.stable_id(kronrat.load({GAME!r}), ('pass',)))"
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert here == int(there)


def test_what_cannot_be_an_environment_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="nobody is left to learn"):
        rl.aec(GAME, 2, bots={0: "random", 1: "random"})
    with pytest.raises(BadOption, match="there are seats 0 to 1"):
        rl.aec(GAME, 2, bots={7: "random"})
    with pytest.raises(BadOption, match="the mask can be"):
        rl.aec(GAME, 2, mask="face")
    clocks = [
        (game.id, options)
        for game in map(kronrat.load, kronrat.list_games())
        for switch in game.switches({})
        for options in [{switch.name: value} for value in switch.values]
        if game.real_time(game.settle_options(options))
    ]
    assert clocks
    for name, options in clocks:
        with pytest.raises(BadOption, match="keep no clock"):
            rl.Table(name, 2, options)


@pytest.mark.full
def test_a_small_learner_improves_against_random() -> None:
    """A straight line through what random games brought, then the best afterstate by that line."""
    games, random = rl.batch(GAME, 2, count=40, seed="lessons"), Random(3)
    seen: list[list[tuple[Any, int]]] = [[] for _ in range(40)]
    rows, won = list[Any](), list[float]()
    while len(won) < 40_000:
        for place in range(40):
            seen[place].append((games.observations[place].copy(), int(games.seats[place])))
        games.step([random.randrange(int(count)) for count in games.masks.sum(axis=1)])
        for place in np.flatnonzero(games.ended).tolist():
            rows += [row for row, _ in seen[place]]
            won += [float(games.rewards[place, seat]) for _, seat in seen[place]]
            seen[place] = []
    known = np.column_stack([np.array(rows), np.ones(len(rows))])
    line = np.linalg.solve(known.T @ known + 10 * np.eye(known.shape[1]), known.T @ np.array(won))
    against, shares = rl.Table.against(GAME, 0, ["random"]), list[float]()
    for number in range(60):
        play = against.play(f"exam {number}")
        while not play.over:
            play.step(int((np.array(play.afterstates()) @ line[:-1]).argmax()))
        shares.append(play.rewards()[0])
    assert np.mean(shares) > 0.3, "from -0.5, everything lost, to 0.5, everything won; chance is 0"
