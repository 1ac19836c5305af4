"""Requests that all workers count together, where they have a Redis or Valkey; while it is away each counts its own.

Of whoever asks only a keyed hash is told to the broker, and for as long as a limit looks back.
"""

import asyncio
import hashlib
import time
from contextlib import suppress

import structlog
from limits import RateLimitItem
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.asyncio import BlockingConnectionPool
from redis.exceptions import RedisError

from ordago.service.redis_bus import address_of

LOG = structlog.get_logger("ordago.web")

ANSWERS = 0.5
"""So many seconds a request waits for the broker at most."""

CONNECTIONS = 8
"""So many connections to the broker at most."""

LEAVES = 10.0
"""After so many seconds a broker that did not answer is asked again."""


class SharedCounts:
    """Counts in a broker. `url` is its address, `secret` a text that its workers share and nobody else knows."""

    def __init__(self, url: str, secret: str) -> None:
        address = address_of(url)
        self._pool = BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            timeout=ANSWERS,
            socket_timeout=ANSWERS,
            socket_connect_timeout=ANSWERS,
        )
        storage = RedisStorage(
            f"async+{address}",
            implementation="redispy",
            key_prefix="ordago",
            connection_pool=self._pool,  # type: ignore[arg-type]  # documented, and left out of the type
        )
        self._limiter = FixedWindowRateLimiter(storage)
        self._key = hashlib.blake2b(secret.encode()).digest()
        self._away_until = 0.0

    async def hit(self, rate: RateLimitItem, kind: str, names: list[str]) -> int:
        """Count a request; how many seconds to wait, 0 where it is allowed or the broker is away."""
        if time.monotonic() < self._away_until:
            return 0
        try:
            async with asyncio.timeout(ANSWERS):
                for name in map(self._hidden, names):
                    if not await self._limiter.hit(rate, kind, name):
                        stands = await self._limiter.get_window_stats(rate, kind, name)
                        return max(1, int(stands.reset_time - time.time()) + 1)
        except (RedisError, OSError) as error:  # a timeout is an OSError
            self._away_until = time.monotonic() + LEAVES
            LOG.warning("broker-lost", part="limits", reason=type(error).__name__)
        return 0

    async def close(self) -> None:
        """Close every connection; one that cannot be closed any more is nothing to anybody."""
        with suppress(Exception):
            await self._pool.disconnect()

    def _hidden(self, name: str) -> str:
        return hashlib.blake2b(name.encode(), digest_size=16, key=self._key).hexdigest()
