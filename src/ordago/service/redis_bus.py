"""Notices by the publish and subscribe of Redis or Valkey, which deliver at most once."""

from collections.abc import AsyncIterator

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ordago.errors import OrdagoError
from ordago.service.bus import ANSWERS, CHANNEL, BrokerBus
from ordago.service.store import address_shown

PINGS = 5.0
"""After so many seconds of silence the connection is asked whether it lives."""


def address_of(url: str) -> str:
    """The address as the driver takes it, also that of a Valkey."""
    return "redis" + url.removeprefix("valkey") if url.startswith("valkey") else url


class RedisBus(BrokerBus):
    """Over a server of Redis or Valkey."""

    def __init__(self, url: str) -> None:
        try:
            self._redis = Redis.from_url(
                address_of(url),
                socket_connect_timeout=ANSWERS,
                socket_timeout=ANSWERS,
                socket_keepalive=True,
                health_check_interval=int(PINGS),
            )
        except (ValueError, RedisError):
            raise OrdagoError("bus-unknown", url=address_shown(url)) from None
        super().__init__()

    async def hear(self) -> AsyncIterator[str]:
        """The notices of everybody."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            yield ""
            while True:
                message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is not None:
                    yield message["data"].decode()

    async def connect(self) -> None:
        """Ask whether it is there."""
        await self._redis.ping()

    async def send(self, notices: list[str]) -> None:
        """Tell these, in one go."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for notice in notices:
                pipe.publish(CHANNEL, notice)
            await pipe.execute()

    async def disconnect(self) -> None:
        """Close every connection."""
        await self._redis.aclose()
