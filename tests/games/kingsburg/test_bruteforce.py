"""Influence by brute force: every sentence the notation can form is held against the rules, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from kronrat.core.flow import Choice
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.testing import SPRING, Kingsburg
from tests.marks import rule
from tests.profile import PROFILE

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Sentence:
    """`influence RANK die… [bonus die…] [plus2] [market] [envoy]`"""

    rank: int
    own: Faces
    bonus: Faces
    plus2: bool
    market: bool
    envoy: bool

    def choice(self) -> Choice:
        words: list[str | int] = ["influence", self.rank, *self.own]
        words += ["bonus", *self.bonus] if self.bonus else []
        words += [word for word in ("plus2", "market", "envoy") if getattr(self, word)]
        return tuple(words)


@dataclass(frozen=True)
class Position:
    """What decides whether a placement is legal, and nothing else."""

    own: Faces
    bonus: Faces
    tokens: int
    token_used: bool  # this season
    one_token_a_season: bool
    market: bool  # built and not used this season
    envoy: bool
    taken: frozenset[int]

    def allows(self, sentence: Sentence) -> bool:
        """The rules of placing, read one after the other."""
        total = sum(sentence.own) + sum(sentence.bonus) + 2 * sentence.plus2
        misses = (-1, 1) if sentence.market else (0,)
        return (
            len(sentence.own) >= 1  # KB-P2b-5
            and all(sentence.own.count(face) <= self.own.count(face) for face in sentence.own)  # KB-P2b-3
            and all(sentence.bonus.count(face) <= self.bonus.count(face) for face in sentence.bonus)  # KB-P2b-6
            and (not sentence.plus2 or self.tokens > 0)  # KB-P2b-4
            and not (sentence.plus2 and self.token_used and self.one_token_a_season)  # KB-P2b-13
            and (not sentence.market or self.market)  # KB-BLD-MARKET-1
            and sentence.rank - total in misses  # KB-P2b-3
            and 1 <= sentence.rank <= 18  # KB-P2b-11
            and sentence.envoy == (sentence.rank in self.taken)  # KB-P2b-7, KB-P5-9
            and (not sentence.envoy or self.envoy)  # KB-P5-3
        )


@cache
def rolls(most: int) -> list[Faces]:
    """Every group of dice up to so many, none included."""
    return [faces for count in range(most + 1) for faces in combinations_with_replacement(range(1, 7), count)]


def sentences(own: int, bonus: int) -> Iterator[Sentence]:
    flags = product((False, True), repeat=3)
    for (plus2, market, envoy), mine, extra in product(flags, rolls(own), rolls(bonus)):
        total = sum(mine) + sum(extra) + 2 * plus2
        for rank in {*range(total - 2, total + 3), 0, 1, 18, 19}:
            yield Sentence(rank, mine, extra, plus2, market, envoy)


def random_position(random: Random) -> Position:
    def roll(count: int) -> Faces:
        return tuple(sorted(random.choices(range(1, 7), k=count)))

    return Position(
        own=roll(random.choice((1, 2, 3, 3))),
        bonus=roll(random.choice((0, 0, 1, 2))),
        tokens=random.randrange(3),
        token_used=random.randrange(2) == 0,
        one_token_a_season=random.randrange(2) == 0,
        market=random.randrange(2) == 0,
        envoy=random.randrange(2) == 0,
        taken=frozenset(random.sample(range(1, 19), random.randrange(10))),
    )


def laid_out(position: Position) -> State:
    """The position on a real table; seat 0 is to place."""
    limit = "season" if position.one_token_a_season else "group"
    table = Kingsburg(seats=3, plus2=limit).give(0, *["market"] * position.market, plus2=position.tokens)
    table.begin(SPRING, rolls={0: (1, 1, 1), 1: (6, 6, 6), 2: (6, 6, 6)})
    state = table.state
    me = state.players[0]
    me.dice, me.bonus = position.own, position.bonus
    me.used = ("plus2",) if position.token_used else ()
    state.envoy = 0 if position.envoy else 1
    for rank in position.taken:
        state.court[rank] = ((2, 1),)
    state.offer = None
    assert state.deciding() == (0,)
    return state


@rule("KB-P2b-3", "KB-P2b-4", "KB-P2b-5", "KB-P2b-6", "KB-P2b-7", "KB-P2b-10", "KB-P2b-11", "KB-P2b-12", "KB-P5-9")
@pytest.mark.parametrize("number", range(PROFILE.positions))
def test_options_are_just_the_sentences_that_the_rules_allow(number: int) -> None:
    random = Random(f"brute force {number}")
    position = random_position(random)
    state = laid_out(position)
    every = list(sentences(own=3, bonus=2))
    legal = {sentence.choice() for sentence in every if position.allows(sentence)}
    assert set(state.options(0)) == legal | {("pass",)}
    for sentence in random.sample(every, 2_000):
        choice = sentence.choice()
        assert (state.why_not(0, choice) is None) == (choice in legal), choice
