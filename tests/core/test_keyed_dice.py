"""Dice with a stream for each moment: the same roll for the same seat whatever others chose; journals say so."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import kronrat
from kronrat import BrokenJournal, Journal, Match, replay, verify
from kronrat.core.dice import SEED_BYTES, Dice, KeyedDice, seed_of_text, stream_key
from kronrat.core.flow import CHANCE, CLOCK, Choice
from kronrat.core.game import Game
from tests.shelf import any_game, table_seed

every_game = pytest.mark.parametrize("game", kronrat.list_games())
SEED = bytes(range(SEED_BYTES))
CHOICES = 400

Weighed = tuple[tuple[Choice, int], ...]


def played(game: Game, seats: int, chooser: Dice) -> dict[tuple[str, int], tuple[Weighed, Choice]]:
    """What CHANCE could answer and did answer at every moment of a random game with the same dice."""
    state, dice = game.new(seats, game.left_alone({})), KeyedDice(SEED)
    found: dict[tuple[str, int], tuple[Weighed, Choice]] = {}
    met: Counter[str] = Counter()
    for _ in range(CHOICES):
        if state.over:
            break
        seat = next(seat for seat in state.deciding() if seat != CLOCK)
        if seat == CHANCE:
            moment, outcomes = state.moment(), state.outcomes()
            choice = state.sample(dice)
            if outcomes is not None:
                found[moment, met[moment]] = (tuple(outcomes), choice)
            met[moment] += 1
        else:
            options = state.options(seat)
            choice = options[chooser.below(len(options))]
        state.apply(seat, choice)
    return found


@every_game
def test_the_same_roll_falls_whatever_was_chosen(game: str) -> None:
    rules = kronrat.load(game)
    one, two = (played(rules, rules.seat_counts[-1], Dice(seed_of_text(name))) for name in ("one", "two"))
    common = [key for key in one if key in two and one[key][0] == two[key][0] and len(one[key][0]) > 1]
    assert common, "nothing was rolled twice"
    for key in common:
        assert one[key][1] == two[key][1], key


def test_a_seat_that_rolls_more_dice_shares_the_first_of_them() -> None:
    fewer, more = KeyedDice(SEED), KeyedDice(SEED)
    for dice in (fewer, more):
        dice.turn_to("1.2 0 Roll")
    assert not Counter(fewer.roll(3)) - Counter(more.roll(5))


def test_a_stream_follows_from_seed_moment_and_count() -> None:
    dice = KeyedDice(SEED)
    for count in range(2):
        dice.turn_to("3.1 2 Roll")
        key = hashlib.blake2b(f"3.1 2 Roll {count}".encode(), key=SEED, digest_size=SEED_BYTES).digest()
        assert stream_key(SEED, "3.1 2 Roll", count) == key
        plain = Dice(key)
        assert [dice.below(1000) for _ in range(30)] == [plain.below(1000) for _ in range(30)]


def test_moments_can_be_set_back_and_copied() -> None:
    dice, drawn = KeyedDice(SEED), list[int]()
    for moment in ("a", "b", "a", "a"):
        dice.turn_to(moment)
        drawn.append(dice.below(10**9))
    assert (dice.position, len(set(drawn))) == (4, 4)
    copy = dice.copy()
    dice.position = 1
    for moment, again in zip(("b", "a"), drawn[1:], strict=False):
        dice.turn_to(moment)
        assert dice.below(10**9) == again
    assert (dice.position, copy.position) == (3, 4)
    copy.turn_to("a")
    assert copy.below(10**9) not in drawn


# -- journals ----------------------------------------------------------------------------------------------------


def finished(keyed: bool) -> Match:
    match, chooser = Match(any_game(), 2, {}, table_seed(), keyed=keyed), Dice(SEED)
    while not match.over:
        seat = match.state.deciding()[0]
        options = match.state.options(seat)
        match.play(seat, options[chooser.below(len(options))])
        if match.undo_is_free(seat) and chooser.below(4) == 0:
            match.undo(seat)
        elif chooser.below(20) == 0 and match.state.stack:
            match.undo(seat, consent=True)
    match.checkpoint()
    return match


def test_a_journal_says_which_dice_it_has_and_is_verified_with_them() -> None:
    match = finished(keyed=True)
    text = match.journal.text()
    assert "\ndice 2\n" in text
    journal = Journal.parse(text)
    assert verify(any_game(), journal) > 10
    assert replay(any_game(), journal).journal.text() == text
    with pytest.raises(BrokenJournal, match="the seed gives"):
        verify(any_game(), Journal.parse(text.replace("\ndice 2\n", "\n")))
    with pytest.raises(BrokenJournal, match="dice is '3'"):
        verify(any_game(), Journal.parse(text.replace("\ndice 2\n", "\ndice 3\n")))


def test_a_journal_of_the_first_version_is_as_it_was() -> None:
    text = finished(keyed=False).journal.text()
    assert "\ndice " not in text
    assert verify(any_game(), Journal.parse(text)) > 10
    with pytest.raises(BrokenJournal, match="the seed gives"):
        verify(any_game(), Journal.parse(text.replace("\ncommitment ", "\ndice 2\ncommitment ")))
