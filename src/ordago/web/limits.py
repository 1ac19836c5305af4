"""How much is too much: requests by address, messages by connection and table. Bounded in memory."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from ordago.web.settings import Settings

COUNTING = ("redis", "rediss", "valkey", "valkeys")
"""Schemes of brokers that count."""

MOST_BUCKETS = 10_000
"""How many tables' buckets are kept; the oldest go first."""


class Bucket:
    """So many at once, so many a second after that."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = burst, rate
        self._clock = clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Shared(Protocol):
    """What workers count together."""

    async def hit(self, rate: RateLimitItem, kind: str, names: list[str]) -> int:
        """Count a request; how many seconds to wait, 0 where it is allowed."""

    async def close(self) -> None:
        """Stop."""


def shared(broker: str | None, secret: str) -> Shared | None:
    """Counts in the broker at this address, of people hidden by the secret; None where it is none that counts.

    It must be one that a bus was opened for.
    """
    if broker is None or broker.partition(":")[0] not in COUNTING:
        return None
    from ordago.web.shared_limits import SharedCounts  # what it needs is an extra

    return SharedCounts(broker, secret)


class Limits:
    """All limits of a server. With `shared`, some requests are counted together with the other workers as well."""

    def __init__(self, settings: Settings, shared: Shared | None = None) -> None:
        self.settings = settings
        self._shared = shared
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._rates: dict[str, RateLimitItem] = {
            kind: parse(getattr(settings, kind)) for kind in ("reads", "writes", "openings", "sockets")
        }
        self._tables: dict[str, Bucket] = {}
        self.addresses: Counter[str] = Counter()
        self.people: Counter[str] = Counter()

    def hit(self, kind: str, *names: str) -> int:
        """Count a request of these addresses and people; how many seconds to wait, 0 where it is allowed."""
        rate = self._rates[kind]
        for name in names:
            if name and not self._limiter.hit(rate, kind, name):
                return max(1, int(self._limiter.get_window_stats(rate, kind, name).reset_time - time.time()) + 1)
        return 0

    async def hit_shared(self, kind: str, *names: str) -> int:
        """The same, at all workers together."""
        wait = self.hit(kind, *names)
        if wait or self._shared is None:
            return wait
        return await self._shared.hit(self._rates[kind], kind, [name for name in names if name])

    async def close(self) -> None:
        """Let go of what is shared."""
        if self._shared is not None:
            await self._shared.close()

    def table(self, table: str) -> bool:
        """Whether one more message for this table is allowed now."""
        bucket = self._tables.get(table)
        if bucket is None:
            if len(self._tables) >= MOST_BUCKETS:
                del self._tables[next(iter(self._tables))]
            bucket = self._tables[table] = Bucket(self.settings.table_burst, self.settings.table_rate)
        return bucket.take()

    def connect(self, address: str, who: str) -> bool:
        """Count a connection; False, and not counted, where there are too many of the address or the person."""
        if self.addresses[address] >= self.settings.sockets_per_address:
            return False
        if who and self.people[who] >= self.settings.sockets_per_person:
            return False
        self.addresses[address] += 1
        if who:
            self.people[who] += 1
        return True

    def disconnect(self, address: str, who: str) -> None:
        """The connection is gone."""
        for counter, name in ((self.addresses, address), (self.people, who)):
            if name:
                counter[name] -= 1
                if counter[name] <= 0:
                    del counter[name]
