"""How much one client may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """A bucket of tokens that fills up again at a steady rate; each request takes one."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, burst: int, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.tokens = float(burst)
        self.filled = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def full(self) -> bool:
        return self.tokens + (time.monotonic() - self.filled) * self.rate >= self.burst


class Buckets:
    """One bucket for each client; those that are full again are forgotten."""

    def __init__(self, make: Callable[[], Bucket], most: int = 10_000) -> None:
        self._make = make
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        if client not in self._buckets:
            if len(self._buckets) >= self._most:
                self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
            if len(self._buckets) >= self._most:
                return False
            self._buckets[client] = self._make()
        return self._buckets[client].take()
