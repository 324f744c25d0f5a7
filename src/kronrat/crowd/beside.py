"""People beside bots: whether tables of people are served as quickly while bots think at others.

At every table with bots one client sits who answers at once while the bots are wanted, and not at all while they are
not: then the bots of that table wait, too. Rounds with and without them take turns.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from kronrat.crowd.tables import AT_ONCE, PATIENCE_S, WARM_UP, Party, Plan, Seat, Server, Tables, at, some_address
from kronrat.server import wire

CHOSEN = "kronrat_bot_choices_total"
CALM_S = 0.5  # so long nothing happens at the tables with bots before a round without them begins


@dataclass(frozen=True)
class Bots:
    """Which bots sit at how many tables, and how many rounds are measured with and without them."""

    name: str
    tables: int
    seats: int  # of them at each table, beside one person
    rounds: int


@dataclass(frozen=True)
class Beside:
    """What was found: how late people's choices were seen, without bots and with them."""

    plan: Plan
    bots: Bots
    choices: int  # of people in all rounds of one kind
    median_ms: float
    p99_ms: float
    median_with_bots_ms: float
    p99_with_bots_ms: float
    bot_choices: int
    failures: int  # choices of bots for which a quick one chose
    p99_of_rounds: list[tuple[float, float]]  # without and with them

    @property
    def later_ms(self) -> float:
        return self.p99_with_bots_ms - self.p99_ms


class Company(Party):
    """One client and bots; when a game is over, the next begins."""

    async def sit(self, server: Server, plan: Plan, bots: Bots, listening: asyncio.TaskGroup) -> None:
        origin = some_address(self._dice)
        token = await server.welcome("Guest", origin)
        id = await server.open_table(plan.game, 1, token, origin, [bots.name] * bots.seats, **plan.options)
        seat = Seat(0, self, await server.connect(id, 0, token))
        self.seats, self.over = [seat], False
        listening.create_task(seat.listen())

    async def keep_company(
        self, awake: asyncio.Event, server: Server, plan: Plan, bots: Bots, listening: asyncio.TaskGroup
    ) -> None:
        """Answer at once whatever is asked, as long as the bots are awake; for ever."""
        while True:
            await awake.wait()
            if self.over:
                await self.close()
                await self.sit(server, plan, bots, listening)
            for seat in self._asked():
                options, seat.options = seat.options, []
                choice = self._dice.choice(options)
                await seat.say(wire.Play(secrets.token_hex(10), seat.version, seat.number, choice))
            self._changed.clear()
            if not self.over:
                await self._changed.wait()


async def measure_beside(address: str, plan: Plan, bots: Bots, tell: Callable[[str], None]) -> Beside:
    """Play at a fresh server, with and without bots in turn, and say how it went."""
    server, dice = Server(address), random.Random(1)
    awake, late = asyncio.Event(), (list[float](), list[float]())
    tell("warming up")
    for _ in range(WARM_UP):
        async with Tables(server, plan, 1, dice) as alone:
            await alone.play_out()
    tell("opening tables")
    async with Tables(server, plan, plan.tables, dice) as people, asyncio.TaskGroup() as others:
        companies = [Company(dice) for _ in range(bots.tables)]
        for first in range(0, bots.tables, AT_ONCE):
            group = companies[first : first + AT_ONCE]
            await asyncio.gather(*[company.sit(server, plan, bots, others) for company in group])
        playing = [others.create_task(company.keep_company(awake, server, plan, bots, others)) for company in companies]
        awake.set()
        await _until_chosen(server, bots.tables)
        rounds: list[tuple[float, float]] = []
        for number in range(bots.rounds):
            found: list[list[float]] = []
            for with_bots in (False, True):
                tell(f"round {number + 1} of {bots.rounds}, {'with' if with_bots else 'without'} bots")
                if with_bots:
                    awake.set()
                else:
                    awake.clear()
                    await _calm(server)
                found.append(sorted(await people.play_by_the_clock(plan.rate, plan.seconds)))
                late[with_bots].extend(found[-1])
            rounds.append((at(found[0], 0.99), at(found[1], 0.99)))
        counts = await server.counts()
        for task in playing:
            task.cancel()
        await asyncio.gather(*[company.close() for company in companies])
    without, beside = sorted(late[False]), sorted(late[True])
    return Beside(
        plan=plan,
        bots=bots,
        choices=len(without),
        median_ms=at(without, 0.5),
        p99_ms=at(without, 0.99),
        median_with_bots_ms=at(beside, 0.5),
        p99_with_bots_ms=at(beside, 0.99),
        bot_choices=int(counts.get(CHOSEN, 0)),
        failures=int(counts.get("kronrat_bot_failures_total", 0)),
        p99_of_rounds=rounds,
    )


async def _until_chosen(server: Server, times: int) -> None:
    """Until bots have chosen so often: their processes have begun to think."""
    async with asyncio.timeout(PATIENCE_S):
        while (await server.counts()).get(CHOSEN, 0.0) < times:
            await asyncio.sleep(CALM_S)


async def _calm(server: Server) -> None:
    """Until no bot has chosen anything for a while."""
    made = -1.0
    while made != (made := (await server.counts()).get(CHOSEN, 0.0)):
        await asyncio.sleep(CALM_S)
