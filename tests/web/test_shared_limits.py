"""Limits that workers count together in Redis, and each for itself while it is away."""

import asyncio
import secrets
import urllib.error
from pathlib import Path

import pytest
from redis import Redis as Driver

from ordago.web import shared_limits
from ordago.web.limits import Limits, shared
from ordago.web.settings import Settings
from tests.backends import backend_of
from tools.cluster import Process, ask
from tools.services import Postgres, Redis

pytestmark = pytest.mark.services

SETTINGS = Settings(url="http://table.example", openings="10/hour", reads="10/hour")


def workers(url: str) -> list[Limits]:
    """The limits of two workers."""
    return [Limits(SETTINGS, shared(url, "secret")) for _ in range(2)]


async def allowed(workers: list[Limits], address: str) -> int:
    """How many openings of an address are allowed that come to one worker and the other in turn."""
    return sum([not await workers[number % 2].hit_shared("openings", address, "") for number in range(40)])


def test_workers_count_together_and_tell_the_broker_nobodys_address(services: tuple[Postgres, Redis]) -> None:
    url, address = services[1].url, f"192.0.2.7-{secrets.token_hex(4)}"

    async def story() -> None:
        two = workers(url)
        assert await allowed(two, address) == 10
        assert 1 <= await two[0].hit_shared("openings", address) <= 3601
        assert await allowed(two, f"{address}-another") == 10
        for limits in two:
            await limits.close()

    asyncio.run(story())
    with Driver.from_url(url) as driver:
        keys = [key.decode() for key in driver.keys("ordago*")]
        assert keys
        assert not [key for key in keys if "192.0.2" in key]
        assert all(0 < driver.ttl(key) <= 3600 for key in keys)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["stopped", "frozen"])
def test_while_the_broker_is_away_each_worker_counts_for_itself_and_nobody_waits_for_it_twice(
    fault: str, services: tuple[Postgres, Redis], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_limits, "LEAVES", 3600.0)
    redis, asked = services[1], list[str]()

    def hidden(name: str) -> str:
        asked.append(name)
        return name

    async def story() -> None:
        two = workers(redis.url)
        for limits in two:
            counts: shared_limits.SharedCounts = limits._shared  # type: ignore[assignment]
            monkeypatch.setattr(counts, "_hidden", hidden)
        address = secrets.token_hex(8)
        assert await allowed(two, address) == 20
        assert len(asked) == 2, "each has asked once"
        for limits in two:
            await limits.close()

    redis.stop() if fault == "stopped" else redis.pause()
    try:
        asyncio.run(story())
    finally:
        redis.start() if fault == "stopped" else redis.go_on()


def test_a_broker_that_only_tells_counts_nothing() -> None:
    assert shared("postgresql://ordago@db/ordago", "secret") is None
    assert shared(None, "secret") is None


@pytest.mark.slow
def test_who_opens_tables_at_two_workers_in_turn_opens_no_more_than_at_one(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    backend = backend_of("redis", request)
    both = [Process(backend.options, tmp_path / f"log{number}") for number in range(2)]

    async def story() -> None:
        for process in both:
            process.start()
        for process in both:
            await process.ready()
        codes = []
        for number in range(80):
            try:
                await asyncio.to_thread(ask, both[number % 2].port, "/api/quick", {"game": "mus", "name": "Ana"})
                codes.append(200)
            except urllib.error.HTTPError as refused:
                codes.append(refused.code)
        assert (codes.count(200), codes[-20:]) == (60, [429] * 20)

    try:
        asyncio.run(story())
    finally:
        for process in both:
            process.end()
