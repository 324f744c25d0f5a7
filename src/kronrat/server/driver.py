"""What happens at a table without a person: bots answer, clocks run out, and grace times end."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from kronrat.bots import Bot, Turn, make_bot
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.flow import Choice
from kronrat.server.live import LiveTable
from kronrat.server.table import Body

log = logging.getLogger(__name__)


class Driver:
    """Drives one table. Where several processes serve it, the one that holds its lease does."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.office = live.office
        self.dice = Dice(fresh_secret())  # the bots' own
        self._bots: dict[str, Bot] = {}
        self._epoch: int | None = None
        self._leased_until = 0
        self._holdable: frozenset[int] = frozenset()  # as it was told last

    async def run(self) -> None:
        """Do what is due, then wait for the next thing, until cancelled."""
        while True:
            self.live.changed.clear()
            wait_ms = await self._work()
            if wait_ms is None:
                await self.live.changed.wait()
            elif wait_ms > 0:
                await self.office.clock.wait(self.live.changed, wait_ms / 1_000)

    def next_due(self) -> int | None:
        """When something is to be done here without a person; None if nothing is."""
        table = self.live.table
        times = list(table.deadlines().values())
        times += [self._bot_time() for seat in table.deciding() if table.bot_of(seat)]
        return min(times, default=None)

    def _bot_time(self) -> int:
        """Bots take their time while somebody looks on."""
        pause = self.office.settings.bot_pause_ms if self.live.connections else 0
        return self.live.table.moved + pause

    async def _work(self) -> int | None:
        """Do what is due now; returns how long nothing else will be."""
        now = self.office.clock.now()
        due = self.next_due()
        if due is not None and due <= now:
            if not await self._leads(now):
                return self.office.settings.lease_ms // 2
            await self._act(now)
            return 0
        self._tell_holdable()
        graces = [self.live.holdable_from(seat) for seat in self.live.left]
        times = [time - now for time in [*graces, due] if time is not None and time > now]
        return min(times, default=None)

    def _tell_holdable(self) -> None:
        """A grace time that ends is nobody's command, and still has to be told."""
        before, self._holdable = self._holdable, self.live.presence().holdable
        if before != self._holdable:
            self.live.tell_people()

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
        late = [int(seat) for seat, due in table.deadlines().items() if due <= now]
        if late:
            async with self.live.alone():
                current = [seat for seat in late if (due := self.live.table.deadline(seat)) is not None and due <= now]
                if current:
                    await self._keep(self.live.table.hold(current, now), now)
            return
        seat = next((seat for seat in table.deciding() if table.bot_of(seat)), None)
        if seat is None:
            return
        asked = table.asked[seat]
        choice = await self._decide(seat)
        async with self.live.alone() as table:
            if table.match is not None and table.asked.get(seat) == asked and table.bot_of(seat):
                time = self.office.clock.now()
                await self._keep(table.lines(table.match, seat, choice, time, bot=True), time)
                self.office.counts["bot_choices"] += 1

    async def _keep(self, bodies: list[Body], now: int) -> None:
        if not await self.live.keep(bodies, now, epoch=self._epoch):
            self._leased_until = 0  # perhaps another process leads now: ask again before the next attempt

    async def _decide(self, seat: int) -> Choice:
        """The bot's choice. One that fails or thinks too long is replaced by chance: the table must go on."""
        table = self.live.table
        assert table.match is not None
        state = table.match.state.clone()
        options = state.options(seat)
        level = table.bot_of(seat)
        try:
            bot = self._bots.setdefault(level, make_bot(level))
            async with self.office.thinking:
                thinking = _in_background(lambda: bot.decide(Turn(state, seat, self.dice)))
                choice = await asyncio.wait_for(thinking, self.office.settings.bot_patience_s)
            if choice in options:
                return choice
            log.error("bot %s chose %r, which is not possible", level, choice)
        except Exception:
            log.exception("bot %s failed at table %s", level, self.live.id)
        self.office.counts["bot_failures"] += 1
        self._bots.pop(level, None)
        return options[self.dice.below(len(options))]


class BotFailed(Exception):
    """Whatever a bot raised, even what would end the server if it were raised there."""


def _in_background(decide: Callable[[], Choice]) -> asyncio.Future[Choice]:
    """Decide in a thread of its own: if it hangs, nothing waits for it, neither other bots nor the server's end."""
    answer: Future[Choice] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            answer.set_result(decide())
        except BaseException as problem:
            failure = BotFailed(repr(problem))
            failure.__cause__ = problem
            answer.set_exception(failure)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return asyncio.wrap_future(answer)
