"""Dice that anyone can check: the stream against a second implementation, fairness, and commitments."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronrat.core.dice import Dice, commitment, fresh_secret, seed_of_table, seed_of_text
from kronrat.testing.conformance import assert_frequencies
from tests.profile import PROFILE, steady

SEED = bytes(range(32))
KNOWN_FACES = [3, 1, 3, 2, 4, 6, 3, 1, 5, 1, 4, 2, 5, 3, 5, 4, 5, 1, 1, 3]
KNOWN_SHUFFLE = [6, 0, 4, 1, 5, 3, 8, 2, 7, 9]
KNOWN_BYTES = 31  # 29 draws, two of which were thrown away


def stream(seed: bytes) -> Iterator[int]:
    """The bytes as the contract describes them: BLAKE2b of a counter, keyed with the seed."""
    for number in count():
        yield from hashlib.blake2b(number.to_bytes(8, "big"), key=seed, digest_size=64).digest()


def draw(data: Iterator[int], below: int) -> int:
    """Whole bytes as a number; values beyond the last full multiple of `below` are thrown away."""
    if below == 1:
        return 0
    size = 1 if below <= 256 else (below.bit_length() + 7) // 8
    while True:
        value = int.from_bytes(bytes([next(data) for _ in range(size)]), "big")
        if value < 256**size // below * below:
            return value % below


def test_known_answers() -> None:
    dice = Dice(SEED)
    assert [dice.below(6) + 1 for _ in range(20)] == KNOWN_FACES
    assert dice.shuffled(10) == KNOWN_SHUFFLE
    assert dice.position == KNOWN_BYTES


@steady
@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**40), max_size=40))
def test_every_draw_follows_from_the_seed(seed: bytes, counts: list[int]) -> None:
    dice, data = Dice(seed), stream(seed)
    assert [dice.below(n) for n in counts] == [draw(data, n) for n in counts]


def test_many_small_draws_follow_from_the_seed() -> None:
    dice, data = Dice(SEED), stream(SEED)
    for below in [*range(1, 300)] * 5:
        assert dice.below(below) == draw(data, below)


@steady
@given(st.lists(st.integers(2, 1000), min_size=1, max_size=150), st.data())
def test_the_stream_can_be_set_back_anywhere(counts: list[int], data: st.DataObject) -> None:
    dice = Dice(SEED)
    places, drawn = [], []
    for below in counts:
        places.append(dice.position)
        drawn.append(dice.below(below))
    back = data.draw(st.integers(0, len(counts) - 1))
    dice.position = places[back]
    assert dice.position == places[back]
    assert [dice.below(below) for below in counts[back:]] == drawn[back:]


def test_position_counts_bytes_across_blocks() -> None:
    dice = Dice(SEED)
    for used in range(200):
        assert dice.position == used
        dice.below(256)
    for place in (0, 1, 63, 64, 65, 128, 199):
        dice.position = place
        assert dice.position == place


def test_one_face_costs_nothing() -> None:
    dice = Dice(SEED)
    assert dice.below(1) == 0
    assert dice.position == 0


@pytest.mark.parametrize("faces", [2, 3, 5, 6, 7, 10, 100, 200, 255, 256, 257])
def test_every_face_is_as_likely(faces: int) -> None:
    dice = Dice(seed_of_text(f"fair {faces}"))
    draws = max(PROFILE.samples, 20 * faces)
    assert_frequencies(Counter([dice.below(faces) for _ in range(draws)]), dict.fromkeys(range(faces), 1))


def test_rolls_are_in_ascending_order_and_fair() -> None:
    dice = Dice(SEED)
    rolls = [tuple(dice.roll(2)) for _ in range(PROFILE.samples)]
    weights = {(a, b): 1 if a == b else 2 for a in range(1, 7) for b in range(a, 7)}
    assert_frequencies(Counter(rolls), weights)


def test_every_permutation_is_as_likely() -> None:
    dice = Dice(SEED)
    shuffles = [tuple(dice.shuffled(4)) for _ in range(max(PROFILE.samples, 1_200))]
    assert_frequencies(Counter(shuffles), dict.fromkeys(permutations(range(4)), 1))


@pytest.mark.parametrize("count", [0, 1, 2, 52, 300])
def test_a_shuffle_is_a_permutation(count: int) -> None:
    assert sorted(Dice(SEED).shuffled(count)) == list(range(count))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytes(64)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dice(seed)


def test_seeds_and_commitments_are_plain_sha_256() -> None:
    secret, nonces = b"s" * 32, [b"a" * 16, b"b" * 16]
    assert seed_of_text("Kronrat") == hashlib.sha256(b"Kronrat").digest()
    assert seed_of_text("König") == hashlib.sha256("König".encode()).digest()
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
    assert seed_of_table(secret, nonces) == hashlib.sha256(b"s" * 32 + b"a" * 16 + b"b" * 16).digest()


def test_the_order_of_the_nonces_matters() -> None:
    assert seed_of_table(SEED, [b"a" * 16, b"b" * 16]) != seed_of_table(SEED, [b"b" * 16, b"a" * 16])


def test_a_fresh_secret_is_fresh() -> None:
    secrets = {fresh_secret() for _ in range(10)}
    assert len(secrets) == 10
    assert {len(secret) for secret in secrets} == {32}
