"""The bot that plays on to quiet moments: repeatable, within its budget, and blind to what is hidden."""

from __future__ import annotations

from itertools import islice

import pytest

import kronrat
from kronrat.bots import Bot, Budget, Judge, Search, Turn, list_bots, make_bot
from kronrat.bots.search import FEWEST, Contender
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice, State
from kronrat.core.playout import play_on
from kronrat.core.policy import AnyChoice, LookAhead
from tests.bots.positions import positions

every_game = pytest.mark.parametrize("game", kronrat.list_games())
QUICK = Budget(positions=150)


def choice_of(bot: Bot, state: State, seat: int, seed: str = "bot") -> Choice:
    return bot.decide(Turn(state, seat, Dice(seed_of_text(seed))))


class Pensive(Search):
    """A search whose own seat thinks in its playouts, too."""

    thinks = 2


def bots() -> list[Bot]:
    """All installed ones, the levels among them, and the search itself; none of them thinks for long."""
    return [*[make_bot(name, QUICK) for name in list_bots()], Search(QUICK), Pensive(QUICK)]


@every_game
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(game: str) -> None:
    for state, seat in positions(game):
        truth = state.game.redeal(state, seat, Dice(seed_of_text("another truth")))
        for bot, other in zip(bots(), bots(), strict=True):
            assert choice_of(bot, truth, seat) == choice_of(other, state, seat), bot.title()


@every_game
@pytest.mark.parametrize("kind", [Search, Pensive])
def test_thinking_is_repeatable_and_changes_nothing(kind: type[Search], game: str) -> None:
    for state, seat in positions(game):
        before = state.game.digest(state)
        choice = choice_of(kind(QUICK), state, seat)
        assert choice in state.options(seat)
        assert choice_of(kind(QUICK), state, seat) == choice
        assert state.game.digest(state) == before


@every_game
def test_an_answer_in_several_choices_is_given_to_its_end(game: str) -> None:
    for state, seat in positions(game):
        bot, told = Search(QUICK), list[Choice]()
        answer, _ = Search(QUICK).think(Turn(state, seat, Dice(seed_of_text("bot"))))
        after = state.clone()
        while len(told) < len(answer):
            told.append(choice_of(bot, after, seat))
            after.play(seat, told[-1])
        assert len(answer) == 1 or tuple(told) == answer


class Watched(Judge):
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def shares(self, world: State) -> list[float]:
        self.asked += 1
        return super().shares(world)


@every_game
def test_a_larger_budget_sees_more_and_none_still_gives_a_choice(game: str) -> None:
    seen: list[int] = []
    for positions_allowed in (0, 20, 400):
        watched = Watched()
        for state, seat in islice(positions(game, apart=20), 3):
            choice_of(Search(Budget(positions=positions_allowed), watched), state, seat)
        seen.append(watched.asked)
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert seen[2] > seen[1] > 0


@every_game
def test_a_seat_that_thinks_in_its_playouts_asks_its_judge_on_the_way(game: str) -> None:
    asked: dict[type[Search], int] = {}
    for kind in (Search, Pensive):
        watched = Watched()
        for state, seat in islice(positions(game, apart=20), 3):
            bot = kind(Budget(positions=100_000), watched)
            bot.worlds = 2
            choice_of(bot, state, seat)
        asked[kind] = watched.asked
    assert asked[Pensive] > asked[Search]


def test_a_budget_in_milliseconds_ends_too() -> None:
    state, seat = next(positions(kronrat.list_games()[0]))
    assert choice_of(Search(Budget(ms=1)), state, seat) in state.options(seat)


def contender(*found: float) -> Contender:
    made = Contender((), 0.0, 0)
    made.found.extend(found)
    return made


def test_thinking_ends_where_it_can_change_nothing() -> None:
    leader = contender(0.6, 0.5, 0.7, 0.6)
    assert leader.settles(contender(0.5, 0.4, 0.6, 0.5))  # always behind
    assert leader.settles(contender(0.6, 0.5, 0.7, 0.6))  # the same
    assert not leader.settles(contender(0.5, 0.6, 0.4, 0.7))  # behind by chance
    assert not leader.settles(contender(0.6, 0.5, 0.7, 0.58))  # nearly the same, and the next world may tell more


@every_game
def test_a_choice_that_is_settled_does_not_use_up_its_budget(game: str) -> None:
    """Nobody can tell the candidates apart, so as few worlds as possible are looked at."""

    class Indifferent(Watched):
        def shares(self, world: State) -> list[float]:
            self.asked += 1
            return [1 / world.seats] * world.seats

    watched, thoughts = Indifferent(), 0
    for state, seat in islice(positions(game, apart=20), 3):
        choice_of(Search(Budget(positions=1_000_000), watched), state, seat)
        thoughts += 1
    assert 0 < watched.asked <= thoughts * FEWEST * Search.width * 2


class Upside(Judge):
    """Prefers what is worst for the seat that decides."""

    def shares(self, world: State) -> list[float]:
        return [-share for share in super().shares(world)]


def test_it_does_what_its_judge_prefers() -> None:
    """Somewhere: in many positions several candidates come to the same."""
    game = kronrat.list_games()[0]
    differ = [
        choice_of(Search(QUICK), state, seat) != choice_of(Search(QUICK, Upside()), state, seat)
        for state, seat in positions(game)
    ]
    assert any(differ)


class Looking(LookAhead):
    """Always looks, even where the game has an instinct."""

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        return (self.best(state, seat, state.game.distinct(state, seat)),)


@every_game
def test_a_policy_counts_what_it_looks_at_and_plays_to_the_end(game: str) -> None:
    rules, dice = kronrat.load(game), Dice(seed_of_text("policy"))
    state = rules.new(rules.seat_counts[0])
    policy = Looking()
    assert play_on(state, AnyChoice(), dice, rules.quiet, 1, 500) < 500
    made = play_on(state, policy, dice, rules.quiet, 1, 500)
    assert made < 500
    assert rules.quiet(state)
    assert policy.tried >= made // 2
