"""How much one client may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Network, ip_address

from starlette.datastructures import Address


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


class Buckets:
    """One bucket for each client; if there are too many, the least recently used are dropped."""

    def __init__(self, make: Callable[[], Bucket], most: int = 10_000) -> None:
        self._make = make
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        bucket = self._buckets.pop(client, None) or self._make()
        if len(self._buckets) >= self._most:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[client] = bucket  # the most recently used is last
        return bucket.take()


def client_of(address: Address | None) -> str:
    """What counts as one client: an address, or with IPv6 the network of one household or machine."""
    host = address.host if address else ""
    try:
        ip = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(ip, IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(IPv6Network((ip, 64), strict=False))
