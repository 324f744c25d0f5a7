"""Every kind of table there is: games, numbers of seats, and each option with each of its values."""

from __future__ import annotations

from collections.abc import Iterator

import kronrat


def kinds() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Tables without a clock: all seat counts as the game is usually played, and every value of every option."""
    for name in kronrat.list_games():
        game = kronrat.load(name)
        for seats in game.seat_counts:
            yield name, seats, {}
        for switch in game.switches({}):
            for value in switch.values:
                options = {switch.name: value}
                if value != switch.default and not game.real_time(game.settle_options(options)):
                    yield name, next(seats for seats in game.seat_counts if _can_begin(game, seats, options)), options


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
