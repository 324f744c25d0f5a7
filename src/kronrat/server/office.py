"""What all tables of a process share."""

from __future__ import annotations

import asyncio
from collections import Counter

from kronrat.server.bus import Bus
from kronrat.server.clock import Clock
from kronrat.server.deals import Deals
from kronrat.server.metrics import Metrics
from kronrat.server.minds import Minds
from kronrat.server.settings import Settings
from kronrat.server.store import Store

BOTS_AT_ONCE = 2  # threads in which quick bots think; more of them would only take the interpreter from the tables


class Office:
    def __init__(self, store: Store, bus: Bus, clock: Clock, settings: Settings, name: str) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        self.settings = settings
        self.name = name
        self.since = clock.now()  # when this process began to serve
        self.counts: Counter[str] = Counter()
        self.metrics = Metrics(self.counts)
        self.deals = Deals(store)
        self.ended = asyncio.Event()  # set whenever the result of a game was kept, to be counted
        self.thinking = asyncio.Semaphore(BOTS_AT_ONCE)
        self.minds = Minds(figures=settings.figures)  # for bots that take longer

    def begin(self, newest: int) -> None:
        """Begin to serve, not before the newest record that is kept."""
        self.clock.not_before(newest)
        self.since = self.clock.now()
