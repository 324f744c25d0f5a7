"""People beside reviews: whether tables of people are served as quickly while the server reviews a finished game.

Games that were played out before are reviewed one after the other: in every second round a review is begun, and stopped
when the round is over.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass

from kronrat.crowd.tables import PATIENCE_S, Plan, Server, Tables, at, some_address

UNDER_WAY = "running"
PAUSE_S = 0.2  # between two looks at a review
CALM_S = 0.5  # after a round with a review, until its process is gone
GAMES = 3  # that are reviewed in turn


@dataclass(frozen=True)
class Reviewed:
    """What was found: how late people's choices were seen, without a review and beside one."""

    plan: Plan
    rounds: int  # of each kind
    whole: int  # of those with a review in which it lasted until the end
    choices: int  # of people in all rounds of one kind
    median_ms: float
    p99_ms: float
    median_with_review_ms: float
    p99_with_review_ms: float
    p99_of_rounds: list[tuple[float, float]]  # without and with one

    @property
    def later(self) -> float:
        """How much later 99 of 100 were seen, as a part of the time without a review."""
        return self.p99_with_review_ms / self.p99_ms - 1.0


class Reviewer:
    """Somebody who wants finished games reviewed."""

    def __init__(self, server: Server, token: str) -> None:
        self._server = server
        self._token = token

    async def begin(self, table: str) -> None:
        """Ask for a review, and wait until its process has found something."""
        await self._ask(table, "POST")
        async with asyncio.timeout(PATIENCE_S):
            while not (await self._ask(table, "GET")).get("outline"):
                await asyncio.sleep(PAUSE_S)

    async def stop(self, table: str) -> bool:
        """Whether it was still being made."""
        under_way = (await self._ask(table, "GET")).get("state") == UNDER_WAY
        await self._ask(table, "DELETE")
        return under_way

    async def _ask(self, table: str, method: str) -> dict[str, object]:
        path = f"/api/tables/{table}/review"
        found: dict[str, object] = json.loads(await self._server.look(path, self._token, method))
        return found


async def measure_reviewed(address: str, plan: Plan, rounds: int, tell: Callable[[str], None]) -> Reviewed:
    """Play at a fresh server, with and without a review in turn, and say how it went."""
    server, dice = Server(address), random.Random(1)
    late: tuple[list[float], list[float]] = ([], [])
    tell("playing the games that will be reviewed")
    async with Tables(server, plan, GAMES, dice) as finished:
        await finished.play_out()
        games = [party.table for party in finished.parties]
    reviewer = Reviewer(server, await server.welcome("Guest", some_address(dice)))
    tell("opening tables")
    whole, of_rounds = 0, list[tuple[float, float]]()
    async with Tables(server, plan, plan.tables, dice) as people:
        await people.play([1] * plan.tables)
        for number in range(rounds):
            found: dict[bool, list[float]] = {}
            for reviewed in (False, True) if number % 2 else (True, False):
                tell(f"round {number + 1} of {rounds}, {'with' if reviewed else 'without'} a review")
                if reviewed:
                    await reviewer.begin(games[number % GAMES])
                found[reviewed] = sorted(await people.play_by_the_clock(plan.rate, plan.seconds))
                late[reviewed].extend(found[reviewed])
                if reviewed:
                    whole += await reviewer.stop(games[number % GAMES])
                    await asyncio.sleep(CALM_S)
            of_rounds.append((at(found[False], 0.99), at(found[True], 0.99)))
    without, beside = sorted(late[False]), sorted(late[True])
    return Reviewed(
        plan=plan,
        rounds=rounds,
        whole=whole,
        choices=len(without),
        median_ms=at(without, 0.5),
        p99_ms=at(without, 0.99),
        median_with_review_ms=at(beside, 0.5),
        p99_with_review_ms=at(beside, 0.99),
        p99_of_rounds=of_rounds,
    )
