"""Every kind of table there is: games, numbers of seats, and each option with each of its values."""

from __future__ import annotations

from collections.abc import Iterator

import kronrat
from kronrat.core.game import Switch

MOST_NUMBERS = 8  # in the values of an option; of more than that the smallest and the greatest will do


def kinds() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Tables without a clock: every set of options below, with all seat counts that it is for."""
    for name in kronrat.list_games():
        game = kronrat.load(name)
        for options in option_sets(game):
            if options:  # only as it is usually played is a game without an end as long as that
                options = {**_shortest(game, options), **options}
            if not game.real_time(game.settle_options(options)):
                for seats in game.seat_counts:
                    if _can_begin(game, seats, options):
                        yield name, seats, options


def option_sets(game: kronrat.Game) -> Iterator[dict[str, str]]:
    """As usually played, every value of every option, and with it those of the options that are there only then."""
    usual = game.switches({})
    yield {}
    for switch in usual:
        for options in _settings(switch):
            yield options
            for other in game.switches(options):
                if other not in usual and other.name != switch.name:
                    yield from [{**options, **further} for further in _settings(other)]


def _settings(switch: Switch) -> Iterator[dict[str, str]]:
    """Each value but that which counts if nothing is said, and all at once where several may be chosen."""
    numbers = [value for value in switch.values if value.isdigit()]
    left_out = numbers[1:-1] if len(numbers) > MOST_NUMBERS else []
    for value in [*switch.values, *([",".join(switch.values)] if switch.many and switch.values else [])]:
        if value != switch.default and value not in left_out:
            yield {switch.name: value}


def _shortest(game: kronrat.Game, options: dict[str, str]) -> dict[str, str]:
    """The least number where bots alone would be given an end."""
    return {
        switch.name: next(value for value in switch.values if value.isdigit())
        for switch in game.switches(options)
        if switch.alone
    }


def _can_begin(game: kronrat.Game, seats: int, options: dict[str, str]) -> bool:
    """Some values need more than two players."""
    try:
        game.new(seats, options)
    except kronrat.BadOption:
        return False
    return True


def usual() -> list[tuple[str, int, dict[str, str]]]:
    """One table of each game."""
    return [(name, 2, {}) for name in kronrat.list_games()]


def called(kind: object) -> str:
    return "-".join(kind.values()) or "usual" if isinstance(kind, dict) else str(kind)
