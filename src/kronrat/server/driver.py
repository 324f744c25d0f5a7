"""What happens at a table without a person: bots answer, clocks run out, and grace times end.

Bots play with people: as long as they hold the seats of all of them, the game waits.

Where the rules have a clock of their own, `kronrat.server.timekeeper` keeps it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from kronrat.bots import Bot, BotFailed, Greedy, Turn, installed_bot
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.flow import Choice, State
from kronrat.server import planning
from kronrat.server.correspondence import plan_errand
from kronrat.server.live import LiveTable
from kronrat.server.minds import Question, Thought, ponder
from kronrat.server.planning import Draft
from kronrat.server.table import Table, errands
from kronrat.server.timekeeper import Timekeeper

log = logging.getLogger(__name__)

_STAND_IN_S = 5.0  # for the quick bot that chooses instead of another


class Driver:
    """Drives one table. Where several processes serve it, the one that holds its lease does."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.office = live.office
        self.dice = Dice(fresh_secret())  # for the bots alone
        self._bots: dict[str, Bot] = {}
        self._mind = asyncio.Lock()  # the bots of a table share their dice, so they think one after the other
        self._timekeeper = Timekeeper(live, self._decide)
        self._epoch: int | None = None
        self._leased_until = 0
        self._holdable: frozenset[int] = frozenset()  # as last announced

    async def run(self) -> None:
        """Do what is due, then wait for the next thing, until cancelled."""
        try:
            while True:
                self.live.changed.clear()
                due = await self._work()
                if due is None:
                    await self.live.changed.wait()
                else:
                    await self.office.clock.wait(self.live.changed, due)
        finally:
            self._timekeeper.rest()

    def next_due(self) -> int | None:
        """When something is to be done here without a person; None if nothing is."""
        table = self.live.table
        times = errands(table)
        if table.seating.deserted and table.timing.clock is None:
            return min(times, default=None)
        times += table.timing.deadlines().values()
        times += [self.live.moved] * bool(self.live.orders.waiting())
        if table.real_time:
            times += self._timekeeper.times()
            if table.timing.clock is not None and self.office.store.shared:
                times.append(self._leased_until - self.office.settings.lease_ms // 2 + 1)  # renewed before it is lost
        if not table.timing.is_asked:
            times += [self._bot_time() for seat in table.deciding() if table.bot_of(seat)]
        return min(times, default=None)

    def _bot_time(self) -> int:
        """Bots take their time while somebody looks on."""
        pause = self.office.settings.bot_pause_ms if self.live.connections else 0
        return self.live.moved + pause

    async def _work(self) -> int | None:
        """Do what is due now; returns when something will be next, None if nothing is to come."""
        now = self.office.clock.now()
        race = self.live.contest.race
        queued = None if race is None else race.next_due()
        if queued is not None and queued <= now:
            await self.live.contest.settle_due()
            return now
        due = self.next_due()
        if due is not None and due <= now:
            if await self._leads(now):
                await self._act(now)
                return now
            due = now + self.office.settings.lease_ms // 2
        if self.live.table.real_time:
            self._timekeeper.think()
        self._tell_holdable()
        self.live.audience.release()
        attendance = self.live.attendance
        graces = [attendance.holdable_from(seat) for seat in attendance.left]
        late = self.live.audience.next_release()
        times = [time for time in [*graces, due, queued, late] if time is not None and time > now]
        return min(times, default=None)

    def _tell_holdable(self) -> None:
        """Announce that a grace time has ended: no command does."""
        attendance = self.live.attendance
        if not attendance.left and not self._holdable:
            return
        before, self._holdable = self._holdable, attendance.presence().holdable
        if before != self._holdable:
            self.live.audience.tell_people()

    async def _leads(self, now: int) -> bool:
        store, settings = self.office.store, self.office.settings
        if not store.shared:
            return True
        if now > self._leased_until - settings.lease_ms // 2:
            self._epoch = await store.lease(self.live.id, self.office.name, now, now + settings.lease_ms)
            self._leased_until = now + settings.lease_ms if self._epoch is not None else 0
        return self._epoch is not None

    async def _act(self, now: int) -> None:
        table = self.live.table
        if any(due <= now for due in errands(table)):
            async with self.live.alone() as table:
                draft = self._errand(table, now)
                if draft is not None:
                    await self._keep(draft)
            return
        if table.seating.deserted and table.timing.clock is None:
            return
        if self.live.orders.waiting():
            async with self.live.alone():
                await self.live.orders.carry_out()
            return
        if any(due <= now for due in table.timing.deadlines().values()):
            async with self.live.alone() as table:
                late = [int(seat) for seat, due in table.timing.deadlines().items() if due <= now]
                if late:
                    await self._keep(planning.plan_time_over(table, late, now))
            return
        if table.real_time and await self._keep_time(now):
            return
        seat = next((seat for seat in table.deciding() if table.bot_of(seat)), None)
        if seat is None or self._bot_time() > now:
            return
        asked = table.timing.asked[seat]
        choice, _ = await self._decide(seat)
        async with self.live.alone() as table:
            same = table.timing.asked.get(seat) == asked
            if same and table.bot_of(seat) and not table.seating.deserted:
                await self._keep(planning.plan_choice(table, seat, choice, self.office.clock.now()))
                self.office.counts["bot_choices"] += 1

    def _errand(self, table: Table, now: int) -> Draft | None:
        if table.stage == "gathering":
            return planning.plan_filling(table, self.live.attendance.presence().here, now)
        return plan_errand(table, now)

    async def _keep_time(self, now: int) -> bool:
        """Do what is due because of a clock of the rules; returns whether nothing else is to be done."""
        async with self.live.alone():
            draft = self._timekeeper.plan(now)
            if draft is not None:
                await self._keep(draft)
                return True
        if self.live.table.timing.is_asked:
            await self._timekeeper.move_hands(now)
            return True
        return False

    async def _keep(self, draft: Draft) -> None:
        if not await self.live.keep(draft, self._epoch):
            self._leased_until = 0  # perhaps another process leads now: ask again before the next attempt

    async def _decide(self, seat: int) -> Thought:
        """The bot's choice. For a bot that fails or thinks too long a quick one chooses: the table must go on."""
        table = self.live.table
        assert table.match is not None
        state = table.match.state.clone()
        options = state.options(seat)
        level = table.bot_of(seat)
        try:
            kind = installed_bot(level)
            choice, delay = await (self._quick if kind.quick else self._elsewhere)(kind, state, seat)
            if choice in options:
                return choice, delay
            log.error("bot %s chose %r, which is not possible", level, choice)
        except Exception:
            log.exception("bot %s failed at table %s", level, self.live.id)
        self.office.counts["bot_failures"] += 1
        self._bots.pop(level, None)
        choice = await self._instead(state, seat)
        return choice, table.game.delay(choice, self.dice)

    async def _quick(self, kind: type[Bot], state: State, seat: int) -> Thought:
        """The thought of a bot that needs no process for it, with those of others at the table kept apart."""
        bot = self._bots.setdefault(self.live.table.bot_of(seat), kind())
        async with self._mind, self.office.thinking, asyncio.timeout(self.office.settings.bot_patience_s):
            return await _in_background(lambda: ponder(bot, Turn(state, seat, self.dice)))

    async def _elsewhere(self, kind: type[Bot], state: State, seat: int) -> Thought:
        settings = self.office.settings
        told_s = min(self.live.row.think_s, settings.longest_think_s)
        ms = 1_000.0 * told_s if told_s else settings.bot_ms
        question = Question(f"{kind.__module__}:{kind.__qualname__}", self.live.id, state, seat, ms)
        return await self.office.minds.think(question, settings.bot_patience_s + told_s)

    async def _instead(self, state: State, seat: int) -> Choice:
        """What is chosen for a bot that has failed: what looks best at once, and never anything by chance."""
        try:
            async with self._mind, self.office.thinking, asyncio.timeout(_STAND_IN_S):
                choice, _ = await _in_background(lambda: ponder(Greedy(), Turn(state, seat, self.dice)))
                return choice
        except Exception:
            log.exception("nothing could be chosen instead at table %s", self.live.id)
            return state.options(seat)[0]


def _in_background(decide: Callable[[], Thought]) -> asyncio.Future[Thought]:
    """Decide in a thread of its own: if it hangs, nothing waits for it, neither other bots nor the server's end."""
    answer: Future[Thought] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            answer.set_result(decide())
        except BaseException as problem:  # even one that would otherwise end the server
            failure = BotFailed(repr(problem))
            failure.__cause__ = problem
            answer.set_exception(failure)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return asyncio.wrap_future(answer)
