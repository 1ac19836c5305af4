"""Where tables are kept and how workers tell each other, for tests that must pass on all of them.

`backend` is a parameter of tests: SQLite within one process, PostgreSQL with its own notices, PostgreSQL with Redis.
The last two carry the marker `services`. Each test gets a database of its own.
"""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from ordago.service import open_store
from ordago.service.bus import Bus, LocalBus, open_bus
from ordago.service.database import Place
from ordago.service.sql import SqlStore
from tools.services import Postgres, Redis, running

SERVICES = [
    pytest.param("postgres", marks=pytest.mark.services),
    pytest.param("redis", marks=pytest.mark.services),
]
"""PostgreSQL with each broker."""


class Backend:
    """A database of a test, and the buses of the workers that share it."""

    def __init__(self, kind: str, place: Place, bus_url: str | None) -> None:
        self.kind = kind
        self.place = place
        self.bus_url = bus_url
        self._local = LocalBus()

    async def store(self) -> SqlStore:
        """A store of one worker."""
        return await open_store(self.place)

    def bus(self) -> Bus:
        """A bus of one worker; within one process it is the same for all."""
        return open_bus(self.bus_url) if self.bus_url else self._local

    @property
    def options(self) -> list[str]:
        """The options of `ordago serve` for it."""
        if isinstance(self.place, Path):
            return ["--data", str(self.place)]
        return ["--database", self.place, *(["--bus", self.bus_url] if self.bus_url else [])]


@pytest.fixture(scope="session")
def services() -> Iterator[tuple[Postgres, Redis]]:
    """PostgreSQL and Redis, started for this run of tests. Tests that disturb them leave them as they were."""
    with running(synced=False) as started:
        yield started


def backend_of(kind: str, request: pytest.FixtureRequest) -> Backend:
    """A new database of this kind."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return Backend(kind, folder / "tables", None)
    postgres, redis = request.getfixturevalue("services")
    place = postgres.make(f"test_{secrets.token_hex(6)}")
    return Backend(kind, place, redis.url if kind == "redis" else place)


@pytest.fixture(params=["sqlite", *SERVICES])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each of them in turn."""
    return backend_of(request.param, request)


@pytest.fixture(params=SERVICES)
def shared(request: pytest.FixtureRequest) -> Backend:
    """A database that several workers share, with each broker."""
    return backend_of(request.param, request)
