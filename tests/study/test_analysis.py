"""An analysis as text and by the rules: what comes back, and what is refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kronrat
from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice, State
from kronrat.core.game import Game
from kronrat.core.journal import BrokenJournal
from kronrat.study.analysis import DEEPEST, NESTED, Analysis, Node, play, position_of, unfold
from tests.pearls import Tiny

WRONG: list[Any] = [-(10**9), 10**9, "nonsense", None, [[]]]
GAMES = [kronrat.load(game) for game in kronrat.list_games()] + [Tiny()]


def choice_of(state: State, random: Random, dice: Dice) -> tuple[int, Choice]:
    """What somebody may choose here, or chance answer."""
    seat = random.choice(state.deciding())
    return seat, state.clone().sample(dice) if seat == CHANCE else random.choice(state.options(seat))


def walk(game: Game, seats: int, seed: str, length: int = 150) -> Iterator[State]:
    """The positions of a game that nobody plays well."""
    random, dice = Random(seed), Dice(seed_of_text(seed))
    state = game.new(seats, game.left_alone({}))
    while not state.over and length:
        yield state
        state.play(*choice_of(state, random, dice))
        length -= 1
    if state.over:
        yield state


def grown(game: Game, seed: str, size: int = 80) -> Analysis:
    """A tree with many branches and notes."""
    random, dice = Random(seed), Dice(seed_of_text(seed))
    start = game.new(min(game.seat_counts), game.left_alone({}))
    analysis = Analysis(game.dump(start), "Tried", ("A", "B"), "first\nsecond")
    states, tried = {-1: start}, set[tuple[int, int, Choice]]()
    for number in range(size):
        parent = random.choice(list(states)) if random.random() < 0.3 else len(analysis.nodes) - 1
        state = states[parent].clone()
        if state.over:
            continue
        seat, choice = choice_of(state, random, dice)
        if (parent, seat, choice) not in tried:
            tried.add((parent, seat, choice))
            play(state, seat, choice)
            states[len(analysis.nodes)] = state
            analysis.nodes.append(Node(parent, seat, choice, f"note {number}" if number % 5 == 0 else ""))
    return analysis


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_tree_comes_back_from_its_text_and_every_branch_is_played(game: Game) -> None:
    for seed in ("a", "b", "c"):
        analysis = grown(game, seed)
        text = analysis.text()
        again = Analysis.parse(text)
        assert again.text() == text
        assert (again.title, again.names, again.note) == ("Tried", ("A", "B"), "first\nsecond")
        ways, back = ({tuple(way(one, place)) for place in range(len(one.nodes))} for one in (analysis, again))
        assert ways == back
        assert len(unfold(game, again, lambda node, played: (node, played))) == len(analysis.nodes)


def way(analysis: Analysis, place: int) -> Iterator[tuple[int, Choice, str]]:
    """The choices and notes that lead to one, backwards."""
    while place >= 0:
        node = analysis.nodes[place]
        yield node.seat, node.choice, node.note
        place = node.parent


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_position_of_play_is_one_to_begin_with(game: Game) -> None:
    for seats in game.seat_counts:
        for state in walk(game, seats, f"positions {seats}"):
            dump = json.loads(json.dumps(game.dump(state)))
            assert game.digest(position_of(game, dump)) == game.digest(state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(game: Game) -> None:
    """Every number that is far too large or too small is noticed, wherever in the position it stands."""
    random = Random(3)
    for state in list(walk(game, max(game.seat_counts), "planted"))[::12]:
        dump = json.loads(json.dumps(game.dump(state)))
        for value in WRONG:
            planted = json.loads(json.dumps(dump))
            _plant(planted["fields"], value, random)
            with pytest.raises(BrokenDump, match=r"\w+ \w+"):
                position_of(game, planted)


def _plant(where: Any, value: Any, random: Random) -> None:
    """Put a value somewhere in place of a number."""
    places = list(_numbers(where))
    box, key = random.choice(places)
    box[key] = value


def _numbers(where: Any) -> Iterator[tuple[Any, Any]]:
    parts = where.items() if isinstance(where, dict) else enumerate(where) if isinstance(where, list) else ()
    for key, part in list(parts):
        if type(part) is int:
            yield where, key
        yield from _numbers(part)


def test_who_is_asked_something_without_an_answer_is_no_position() -> None:
    game = GAMES[0]
    dump = game.dump(game.new(2))
    with pytest.raises(BrokenDump):
        position_of(game, {**dump, "stack": [["!Nothing"]]})
    with pytest.raises(BrokenDump):
        position_of(game, {**dump, "more": 1})


HEAD = "kronrat-analysis 1\nposition {}\n\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("kronrat 1\n\n", 1),
        ("kronrat-analysis 1\ntitle x\ntitle y\n\n", 3),
        ("kronrat-analysis 1\nposition 7\n\n", 2),
        (HEAD + "(\n", 4),
        (HEAD + "0 pass\n)\n", 5),
        (HEAD + "0 pass\n(\n1 pass\n", 7),
        (HEAD + "0 Pass\n", 4),
        (HEAD + "pass\n", 4),
        (HEAD + "0 pass\n" + "(\n0 pass\n" * (NESTED + 1), 5 + 2 * NESTED),
        (HEAD + "0 pass\n" * (DEEPEST + 1), 4 + DEEPEST),
        (HEAD + "0 pass\n; " + "x" * 2_000 + "\n", 4),
    ],
)
def test_what_is_no_analysis_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BrokenJournal) as refused:
        Analysis.parse(text)
    assert refused.value.line == line


def test_a_choice_against_the_rules_is_refused_with_its_line() -> None:
    game = GAMES[0]
    analysis = Analysis(game.dump(game.new(2)), nodes=[Node(-1, 0, ("dance",))])
    with pytest.raises(BrokenJournal, match="line 5: '0 dance' is not possible there"):
        unfold(game, Analysis.parse(analysis.text()), lambda node, played: None)
