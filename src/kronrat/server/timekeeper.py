"""While a clock of the rules runs at a table: keeps it, answers for CLOCK, and moves the hands of bots.

The clock is kept by the process that drives the table, and a record says so: the countdown begins
there. Another process that finds it running takes over what was left at the newest line, and records that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from weakref import WeakMethod

from kronrat.core.flow import CLOCK, Choice
from kronrat.server import planning
from kronrat.server.live import LiveTable
from kronrat.server.minds import Thought
from kronrat.server.planning import Draft
from kronrat.server.timing import Running


@dataclass(frozen=True)
class Act:
    """What a bot is about to do, and when."""

    choice: Choice
    due: int


class Timekeeper:
    """For one table in real time."""

    def __init__(self, live: LiveTable, decide: Callable[[int], Coroutine[Any, Any, Thought]]) -> None:
        self.live = live
        self.office = live.office
        self._decide = WeakMethod(decide)  # not a reference cycle with its driver, so that a table that rests is freed
        self._clock: Running | None = None  # of what follows
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._coming: dict[int, Act] = {}
        self._resting: set[int] = set()  # bots that chose to do nothing

    @property
    def _keeps(self) -> bool:
        clock = self.live.table.timing.clock
        return clock is not None and clock.keeper == self.office.name

    def times(self) -> list[int]:
        """When something is to be done here."""
        table, race = self.live.table, self.live.contest.race
        if table.timing.is_asked and not self._keeps:
            return [self.live.moved]
        times = [due for _, _, due in self._lapses()]
        if race is not None:
            times.append(race.last_call + 1)
            times += [act.due for act in self._coming.values()]
        return times

    def plan(self, now: int) -> Draft | None:
        """The first thing that is due, if any is."""
        table, race = self.live.table, self.live.contest.race
        if table.match is None:
            return None
        if table.timing.is_asked and not self._keeps:
            return planning.plan_clock(table, self.office.name, self.office.settings.resume_pause_ms, now)
        for seat, choice, due in self._lapses():
            if due <= now:
                return planning.plan_choice(table, seat, choice, now)
        if race is not None and now > race.last_call:
            return planning.plan_choice(table, CLOCK, table.match.state.options(CLOCK)[0], now)
        return None

    def _lapses(self) -> list[tuple[int, Choice, int]]:
        """What is chosen for people who stay silent, and when."""
        table, left = self.live.table, self.live.attendance.left
        if table.match is None:
            return []
        found: list[tuple[int, Choice, int]] = []
        begin = 0 if table.timing.clock is None else table.timing.clock.begin
        patience = table.timing.patience() if self.live.attendance.anybody_here() else {}
        for seat in table.deciding():
            if seat not in left and seat not in patience:
                continue
            lapse = None if table.bot_of(seat) else table.game.lapse(table.match.state, seat)
            if lapse is not None and lapse.away_ms is not None and seat in left:
                found.append((seat, lapse.choice, max(begin, left[seat]) + lapse.away_ms))
            if lapse is not None and seat in patience:
                found.append((seat, lapse.choice, patience[seat]))
        return found

    # -- bots --------------------------------------------------------------------------------------------------------

    def think(self) -> None:
        """Let every bot without a plan think."""
        table, race = self.live.table, self.live.contest.race
        if not self._keeps or race is None:
            self.rest()
            return
        if self._clock != table.timing.clock:
            self._clock = table.timing.clock
            self._resting.clear()
        for seat in table.deciding():
            busy = seat in self._thinking or seat in self._coming or seat in self._resting or race.has_claim_of(seat)
            if table.bot_of(seat) and not busy:
                self._thinking[seat] = asyncio.create_task(self._think(seat))

    async def _think(self, seat: int) -> None:
        if seat not in self.live.table.deciding():
            del self._thinking[seat]
            return
        decide = self._decide()
        if decide is None:
            return
        choice, delay = await decide(seat)
        self._thinking.pop(seat, None)
        clock = self.live.table.timing.clock
        if delay is None:
            self._resting.add(seat)
        elif clock is not None:
            self._coming[seat] = Act(choice, max(clock.begin, self.office.clock.now()) + delay)
        self.live.changed.set()

    async def move_hands(self, now: int) -> None:
        """Let the bots do what is due, as fast as a hand may be; plans that are no longer possible are dropped."""
        for seat, act in list(self._coming.items()):
            race = self.live.contest.race
            if act.due > now or race is None:
                continue
            earliest = race.earliest(seat, act.choice)
            if earliest > now:
                self._coming[seat] = Act(act.choice, earliest)
            else:
                del self._coming[seat]
                await self.live.contest.enter_bot(seat, act.choice)

    def rest(self) -> None:
        """Drop the plans of the bots."""
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()
        self._coming.clear()
        self._resting.clear()
        self._clock = None
