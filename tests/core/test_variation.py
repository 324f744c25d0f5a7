"""Variations: games that go on from a moment of another one, with the same dice or with new ones."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from kronrat.arena.record import record
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.journal import BrokenJournal, Journal, Line
from kronrat.core.match import Match
from kronrat.core.replay import Replay, replay, verify
from kronrat.core.seeds import TableSeed
from kronrat.core.undo import UndoRefused
from kronrat.core.variation import NoSuchMoment, beginning, digest_of, play_on, verify_origin
from kronrat.shelf import list_games, load
from tests.shelf import table_seed

every_game = pytest.mark.parametrize("id", list_games())
BOTH_DICE = pytest.mark.parametrize("keyed", [True, False])


@cache
def played(id: str, keyed: bool = True) -> Match:
    game = load(id)
    return record(game, 3, ["random"], game.left_alone({}), table_seed(2), keyed=keyed)


def places(match: Match, count: int = 4) -> list[int]:
    """Some moments, the first of all among them."""
    return [0, *sorted(Random(match.game.id).sample(range(1, len(match.journal.lines) - 1), count))]


def read(match: Match) -> Journal:
    """The journal as it comes out of a file, with its secret."""
    seed = match.seed_in_force
    secret = {"secret": seed.secret.hex()} if isinstance(seed, TableSeed) else {}
    return Journal.parse(Journal({**match.journal.header, **secret}, match.journal.lines).text())


def wander(match: Match, choices: int, seed: int) -> Match:
    """Choose at random, and take back now and then."""
    random = Random(seed)
    for _ in range(choices):
        if match.over:
            break
        seat = match.state.deciding()[0]
        match.play(seat, random.choice(match.state.options(seat)))
        if random.random() < 0.2 and match.state.stack and match.newest(seat):
            match.undo(seat, consent=True)
    return match


# -- the same dice ---------------------------------------------------------------------------------------------------


@every_game
@BOTH_DICE
def test_the_same_choices_with_the_same_dice_are_the_same_game(id: str, keyed: bool) -> None:
    origin = played(id, keyed)
    for place in places(origin):
        match = play_on(origin.game, origin.journal, place)
        while not match.over:
            line = origin.journal.lines[len(match.journal.lines)]
            match.play(line.seat, line.choice, line.ms)
        assert match.journal.lines == origin.journal.lines
        assert origin.game.digest(match.state) == origin.game.digest(origin.state)
        assert verify(origin.game, read(match)) == verify(origin.game, origin.journal)
        assert verify_origin(origin.game, read(match), origin.journal).place == place


@every_game
def test_hidden_things_stay_as_they_were_with_the_same_dice(id: str) -> None:
    origin = played(id)
    for place in places(origin):
        run = Replay(origin.game, Journal(dict(origin.journal.header), origin.journal.lines[:place]))
        truth = run.run()
        again = play_on(origin.game, origin.journal, place)
        if truth.state.deciding() == again.state.deciding():  # else it had to roll first
            assert origin.game.digest(again.state) == origin.game.digest(truth.state)


# -- new dice --------------------------------------------------------------------------------------------------------


@every_game
@BOTH_DICE
def test_with_new_dice_the_seat_sees_what_it_saw_and_the_journal_says_it_all(id: str, keyed: bool) -> None:
    origin = played(id, keyed)
    game = origin.game
    for place in places(origin):
        begun = beginning(game, origin.journal, place, anew_for=1)
        before = Replay(game, Journal(dict(origin.journal.header), begun.lines)).run()
        match = play_on(game, origin.journal, place, anew_for=1, seed=table_seed(1))
        if before.state.deciding() == match.state.deciding():
            assert game.view(match.state, 1) == game.view(before.state, 1)
        wander(match, 60, place)
        journal = read(match)
        again = replay(game, journal)
        assert game.digest(again.state) == game.digest(match.state)
        assert verify_origin(game, journal, origin.journal).seat == 1


@every_game
def test_what_is_dealt_anew_does_not_depend_on_what_was_hidden(id: str) -> None:
    """Two games that look the same to a seat give it the same table: nothing hidden leaves by this door."""
    origin = played(id)
    game = origin.game
    for place in places(origin, 6):
        truth = Replay(game, Journal(dict(origin.journal.header), origin.journal.lines[:place])).run().state
        worlds = [truth, game.redeal(truth, 0, _dice("one")), game.redeal(truth, 0, _dice("two"))]
        dealt = {game.digest(game.redeal(world, 0, _dice("the same"))) for world in worlds}
        assert len(dealt) == 1


def _dice(text: str) -> Dice:
    return Dice(seed_of_text(text))


def test_others_answer_again_what_they_had_answered_in_secret() -> None:
    found = 0
    for id in list_games():
        origin = played(id)
        run = Replay(origin.game, origin.journal)
        for place in range(1, len(origin.journal.lines)):
            run.step()
            sealed = run.match.sealed_by_others(0)
            if sealed and found < 5:
                found += 1
                begun = beginning(origin.game, origin.journal, place, anew_for=0)
                assert len(begun.lines) == place - len(sealed)
                assert beginning(origin.game, origin.journal, place).lines == origin.journal.lines[:place]
                match = wander(play_on(origin.game, origin.journal, place, anew_for=0, seed="x"), 20, 1)
                assert verify_origin(origin.game, read(match), origin.journal).lines == len(begun.lines)
    assert found


# -- undo ------------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("anew_for", [None, 0])
def test_only_what_was_played_since_is_taken_back(id: str, anew_for: int | None) -> None:
    origin = played(id)
    game, place = origin.game, len(origin.journal.lines) // 2
    match = play_on(game, origin.journal, place, anew_for, None if anew_for is None else table_seed(1))
    lines, at = len(match.journal.lines), game.digest(match.state)
    for seat in range(3):
        assert match.newest(seat) is None
        assert not match.undo_is_free(seat)
        with pytest.raises(UndoRefused):
            match.undo(seat, consent=True)
    seat = match.state.deciding()[0]
    choice = match.state.options(seat)[0]
    match.play(seat, choice)
    after = game.digest(match.state), match.journal.lines[lines:]
    match.undo(seat, consent=True)
    assert game.digest(match.state) == at
    count = len(match.journal.lines)
    match.play(seat, choice)
    assert (game.digest(match.state), match.journal.lines[count:]) == after  # the dice were set back too
    fork = match.fork()
    assert game.digest(wander(fork, 10, 3).state) == game.digest(replay(game, read(fork)).state)


# -- variations of variations, and lies ------------------------------------------------------------------------------


@every_game
def test_a_variation_may_be_varied_before_and_after_its_bend(id: str) -> None:
    origin = played(id)
    game, middle = origin.game, len(origin.journal.lines) // 2
    for first in (None, 0):
        one = read(wander(play_on(game, origin.journal, middle, first, None if first is None else "one"), 15, 1))
        for place in (middle // 2, middle + 4):
            for second in (None, 1):
                two = wander(play_on(game, one, place, second, None if second is None else "two"), 15, 2)
                assert verify_origin(game, read(two), one).place == place
                assert game.digest(replay(game, read(two)).state) == game.digest(two.state)
                with pytest.raises(BrokenJournal):
                    verify_origin(game, read(two), origin.journal)


def test_a_lie_about_the_origin_is_found() -> None:
    origin = played(list_games()[0])
    game, lines = origin.game, origin.journal.lines
    same = read(wander(play_on(game, origin.journal, 40), 5, 1))
    fresh = read(wander(play_on(game, origin.journal, 40, 0, "new"), 5, 1))
    other = record(game, 3, ["random"], game.left_alone({}), "another game").journal
    for journal in (same, fresh):
        assert verify_origin(game, journal, origin.journal).digest == digest_of(origin.journal)
        for lie in (
            other,
            Journal(dict(origin.journal.header), lines[:-1]),
            Journal({**origin.journal.header, "nonces": "00" * 16}, lines),
        ):
            with pytest.raises(BrokenJournal):
                verify_origin(game, journal, lie)
        for found in ("x", "40", f"40 {'0' * 64} 40 same", f"40 {'0' * 64} 41 same", f"9999 {'0' * 64} 9999 same"):
            with pytest.raises(BrokenJournal):
                verify_origin(game, Journal({**journal.header, "origin": found}, journal.lines), origin.journal)
    stated = fresh.header["origin"].replace(" new 0 ", " new 9 ")
    with pytest.raises(BrokenJournal, match="cannot be"):
        replay(game, Journal({**fresh.header, "origin": stated}, fresh.lines))
    sealed = {name: value for name, value in fresh.header.items() if name != "seed"}
    with pytest.raises(BrokenJournal, match="dealt anew"):
        replay(game, Journal(sealed, fresh.lines))


def test_nobody_plays_on_where_there_is_nothing_to_play() -> None:
    origin = played(list_games()[0])
    game, journal = origin.game, origin.journal
    for place, seat in ((-1, None), (len(journal.lines), None), (len(journal.lines) + 1, None), (3, 3), (3, -1)):
        with pytest.raises(NoSuchMoment):
            play_on(game, journal, place, seat)
    running = Journal({name: value for name, value in journal.header.items() if name != "secret"}, journal.lines[:40])
    with pytest.raises(BrokenJournal, match="still runs"):
        play_on(game, running, 20)
    with pytest.raises(BrokenJournal, match="still runs"):
        play_on(game, running, 20, anew_for=0)


def test_a_digest_names_the_game_and_not_the_file() -> None:
    journal = played(list_games()[0]).journal
    timed = Journal({**journal.header, "names": "Ada|Bo|Cy"}, [Line(one.seat, one.choice, 7) for one in journal.lines])
    assert digest_of(timed) == digest_of(journal)
    assert digest_of(Journal(dict(journal.header), journal.lines[:-1])) != digest_of(journal)
