"""What the people will probably have left: the same as in all the ways in which the tiles may lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kronrat.games.tumult.rules.mood import Spin
from kronrat.games.tumult.rules.state import KINDS, NOBODY, TILES
from kronrat.games.tumult.testing import Royal, game

ASIDE = 6  # with two players
FACES = sorted(game().tables.grounds[2].tiles)


def left(table: Royal, seat: int | None = 0) -> dict[str, Any]:
    found: dict[str, Any] = game().hints(game().view(table.state, seat), "odds")["left"]
    return found


def raided(centre: int, **options: str) -> Royal:
    """A draft of two players in which so many tiles are left in the centre; the viewer has seen some."""
    table = Royal(2, raid="draft", own_tiles="shown", **options).demand(4)
    state = table.state
    state.tiles = tuple(FACES[place] for place in game_order())
    slots = len(FACES) - ASIDE
    state.slots = [NOBODY] * centre + [0, 0] + [1] * (slots - centre - 2)
    state.shown, state.phase, state.round = False, 2, 1
    state.stack.append(Spin())  # any question: the game goes on
    state.players[0].seen = 0b11 << centre | 1  # the own tiles, and one that was put back
    return table


def game_order() -> list[int]:
    """Any order of the tiles."""
    return sorted(range(len(FACES)), key=lambda place: place * 8 % len(FACES))


def ways(table: Royal, seat: int, more: int) -> Iterator[list[int]]:
    """The tiles that are left, in all ways in which unseen tiles may lie and `more` tiles may be robbed."""
    state = table.state
    known = [slot for slot in range(len(state.slots)) if state.players[seat].seen >> slot & 1]
    free = [slot for slot, owner in enumerate(state.slots) if owner == NOBODY]
    unseen = [face for slot, face in enumerate(state.tiles) if slot not in known]
    hidden = [slot for slot in free if slot not in known]
    for lying in combinations(unseen, len(hidden)):
        faces = {**dict(zip(hidden, lying, strict=True)), **{slot: state.tiles[slot] for slot in free if slot in known}}
        # Which of the hidden places a tile lies in makes no difference: any tile is as likely robbed as any other.
        for staying in combinations(free, len(free) - more):
            yield [faces[slot] for slot in staying]


def symbols(tiles: list[int], kind: int) -> int:
    return sum(face % 3 + 1 for face in tiles if face // 3 == kind)


def test_what_is_counted_is_what_lies_there_in_all_cases() -> None:
    for centre, most in ((4, 2), (6, 0)):
        table = raided(centre)
        for more in range(most + 1):
            cases = list(ways(table, 0, more))
            for kind, good in enumerate(KINDS):
                enough = sum(symbols(tiles, kind) >= 4 for tiles in cases) / len(cases)
                found = left(table)[good]
                assert abs(found["enough"][more] - 1_000 * enough) <= 1, (centre, more, good)
                if not more:
                    assert abs(found["likely"] - 10 * sum(symbols(tiles, kind) for tiles in cases) / len(cases)) <= 0.5


def test_who_has_seen_less_knows_less() -> None:
    table = raided(4)
    assert left(table) != left(table, 1)
    assert left(table, 1) == left(table, None)


def test_before_the_raid_nothing_is_robbed() -> None:
    table = Royal(2, raid="draft").demand(3)
    table.state.phase = 1
    table.state.stack.append(Spin())
    found = left(table)
    bread = sum(face % 3 + 1 for face in FACES if TILES[face].startswith("b"))
    assert found["bread"]["likely"] == round(10 * bread * (len(FACES) - ASIDE) / len(FACES))
    assert found["bread"]["enough"][0] > 950
    assert found["bread"]["enough"] == sorted(found["bread"]["enough"], reverse=True)


def test_gamblers_count_every_number_of_the_disc() -> None:
    table = raided(4, variant="gamblers")
    table.state.demand = (0, 0, 0)
    found = left(table)["marble"]
    spins = game().tables.spins
    cases = list(ways(table, 0, 0))
    met = sum(weight for tiles in cases for number, weight in spins if symbols(tiles, 1) >= number)
    assert found["demand"] is None
    assert abs(found["enough"][0] - 1_000 * met / len(cases) / sum(weight for _, weight in spins)) <= 1


def test_once_the_tiles_are_open_there_is_nothing_to_guess() -> None:
    table = raided(4)
    table.state.shown = True
    assert left(table) is None
    table.state.phase = 4
    assert left(table) is None
