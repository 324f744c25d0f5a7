"""The five levels: named in both languages, repeatable, forgetful within bounds, and each with a budget of its own."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import kronrat
from kronrat.arena.climbing import climb
from kronrat.arena.ladder import Ladder
from kronrat.bots import LEVELS, Budget, Judge, Level, Turn, bot_class, make_bot, takes_budget
from kronrat.bots.levels import Page
from kronrat.bots.search import Answer, Contender, Spending
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK, State
from kronrat.core.numbers import add_up
from kronrat.words import Words
from tests.bots.positions import positions as positions_of
from tests.shelf import ANY

every_game = pytest.mark.parametrize("game", kronrat.list_games())

PAGES_GAMES = 4
PAGES_CHOICES = 150  # of each game, those of chance too


class Clear(Level):
    width = 1_000


class Hazy(Clear):
    haze = 1.5


class Forgetful(Level):
    forgets = 100


def contenders(bot: Level, state: State, seat: int, seed: str) -> tuple[list[Contender], dict[object, float]]:
    """What a bot considers, and what each candidate is worth without its weaknesses."""
    turn = Turn(state, seat, Dice(seed_of_text(seed)))
    world = turn.imagine(Dice(seed_of_text("world")))
    clear = Clear().contenders(turn, world, Spending(Budget()))
    return bot.contenders(turn, world, Spending(Budget())), {one.answer: one.guess for one in clear}


def test_all_levels_are_installed_and_named_in_both_languages() -> None:
    for level in LEVELS:
        kind = bot_class(level)
        assert issubclass(kind, Level)
        assert kind.name == level
        for lang in ("de", "en"):
            words = Words(lang)
            assert words.has(f"bot.{level}")
            assert words.say(f"web.about.{level}").endswith(".")


def test_only_the_strongest_can_be_told_how_long_to_think() -> None:
    assert [level for level in LEVELS if takes_budget(bot_class(level))] == [LEVELS[-1]]
    strongest = make_bot(LEVELS[-1], Budget(positions=5))
    assert isinstance(strongest, Level)
    assert strongest.budget.positions == 5


def test_higher_levels_think_more_and_forget_less() -> None:
    kinds = [bot_class(level) for level in LEVELS]
    assert all(issubclass(kind, Level) for kind in kinds)
    weaknesses = [(-kind.forgets, -kind.haze, kind.positions) for kind in kinds if issubclass(kind, Level)]
    assert weaknesses == sorted(weaknesses)


class Knowing(Judge):
    def level(self, world: State, name: str) -> Mapping[str, float]:
        return {"positions": 7.0, "thinks": 2.0, "forgets": 12.0, "haze": 0.5} if name == Level.name else {}


@pytest.mark.parametrize(
    ("budget", "positions", "thinks"), [(None, 7, 2), (Budget(positions=5), 5, 0)], ids=["usual", "told"]
)
def test_a_level_is_tuned_for_its_table_but_thinks_as_long_as_it_is_told(
    budget: Budget | None, positions: int, thinks: int
) -> None:
    level = Level(budget)
    level.judge = Knowing()
    world, _ = next(iter(positions_of(ANY)))
    tuned = {"positions": positions, "thinks": thinks, "forgets": 12, "haze": 0.5, "hasty": 0, "piecemeal": False}
    assert level.tuning(world) == tuned


def test_where_nothing_was_measured_a_level_has_the_numbers_of_its_class() -> None:
    level = make_bot(LEVELS[1])
    assert isinstance(level, Level)
    level.judge = Judge()
    world, _ = next(iter(positions_of(ANY)))
    assert level.tuning(world)["forgets"] == type(level).forgets


@every_game
def test_a_misjudgement_is_never_larger_than_a_part_of_what_is_at_stake(game: str) -> None:
    for state, seat in positions_of(game):
        found, clear = contenders(Hazy(), state, seat, "haze")
        values = list(clear.values())
        stake = max(values) - add_up(values) / len(values)
        for contender in found:
            assert -1e-9 <= clear[contender.answer] - contender.guess <= Hazy.haze * stake + 1e-9
        assert clear[found[0].answer] >= max(values) - Hazy.haze * stake - 1e-9  # nothing absurd


@every_game
def test_even_a_bot_that_forgets_everything_compares_two_options_or_has_one_that_is_useful(game: str) -> None:
    for state, seat in positions_of(game):
        found, clear = contenders(Forgetful(), state, seat, "forget")
        assert len(found) == min(2, len(clear)) or (len(found) == 1 and not leaves_it_at_that(found[0].answer))


class Piecemeal(Level):
    piecemeal = True


@every_game
def test_whoever_plans_piecemeal_compares_single_choices(game: str) -> None:
    for state, seat in positions_of(game):
        turn = Turn(state, seat, Dice(seed_of_text("piecemeal")))
        world = turn.imagine(Dice(seed_of_text("world")))
        assert Piecemeal().answers(turn, world) == [(option,) for option in state.game.distinct(world, seat)]
        assert Level().answers(turn, world) == state.game.candidates(world, seat)


class Watched(Page):
    """Counts how often it may leave it at that, how often it does, and how often although something is useful."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = self.idle = self.senseless = 0

    def contenders(self, turn: Turn, world: State, spending: Spending) -> list[Contender]:
        found = super().contenders(turn, world, spending)
        worth = {answer: self._guess(world, turn.seat, answer) for answer in self.answers(turn, world)}
        busy = [answer for answer in worth if not leaves_it_at_that(answer)]
        taken = found[0].answer
        self.asked += 0 < len(busy) < len(worth)
        if busy and leaves_it_at_that(taken):
            enough = min(worth[taken], turn.game.value(world, turn.seat))
            self.idle += 1
            self.senseless += max([worth[answer] for answer in busy]) >= enough
        return found


def leaves_it_at_that(answer: Answer) -> bool:
    return len(answer) == 1 and len(answer[0]) == 1


@every_game
def test_a_page_never_leaves_undone_what_is_useful(game: str) -> None:
    """It passes, stops and declines, but only where all else would leave it worse off."""
    rules, bots = kronrat.load(game), [Watched(), Watched()]
    for number in range(PAGES_GAMES):
        state = rules.new(2, rules.left_alone({}))
        dice, own = KeyedDice(seed_of_text(f"pages {number}")), Dice(seed_of_text(f"their own {number}"))
        for _ in range(PAGES_CHOICES):
            if state.over:
                break
            seat = next(seat for seat in state.deciding() if seat != CLOCK)
            state.apply(seat, state.sample(dice) if seat == CHANCE else bots[seat].decide(Turn(state, seat, own)))
    assert sum([bot.asked for bot in bots]) >= 100
    assert 0 < sum([bot.idle for bot in bots]) < sum([bot.asked for bot in bots]) / 2
    assert [bot.senseless for bot in bots] == [0, 0]


@pytest.mark.full
def test_levels_play_the_same_games_in_any_number_of_processes() -> None:
    ladder = Ladder(ANY, 2, {}, LEVELS[2:4], "levels").checked()
    one, two = (climb(ladder, 4, jobs).plain() for jobs in (1, 2))
    for plain in (one, two):
        for bot in plain["bots"].values():
            assert bot.pop("ms_mean") >= 0
            assert bot.pop("ms_max") >= 0
    assert one == two
