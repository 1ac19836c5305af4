"""What fails: workers, the database, the broker, any cable, and clocks."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tools.cluster import Process
from tools.network import Cable
from tools.services import Postgres, Redis


class Nemesis:
    """Breaks one thing after the other, and mends it. `cables` are those of each worker."""

    def __init__(
        self,
        workers: list[Process],
        cables: list[list[Cable]],
        postgres: Postgres,
        redis: Redis,
        dice: random.Random,
    ) -> None:
        self.workers, self.cables, self.postgres, self.redis, self.dice = workers, cables, postgres, redis, dice
        self.done: Counter[str] = Counter()

    async def run(self, seconds: float) -> None:
        """Go on for so long; afterwards everything runs."""
        faults = [
            *(self.kill, self.restart, self.freeze, self.skew, self.pull, self.silence),
            *(self.freeze_database, self.crash_database, self.no_broker),
        ]
        until, order = time.monotonic() + seconds, list[Callable[[], Any]]()
        while time.monotonic() < until:
            if not order:
                order = self.dice.sample(faults, len(faults))
            fault = order.pop()
            self.done[fault.__name__] += 1
            await fault()
            await asyncio.sleep(self.dice.uniform(0.5, 3))

    async def kill(self) -> None:
        """A worker dies and is started again."""
        worker = self.dice.choice(self.workers)
        await asyncio.to_thread(worker.kill)
        await asyncio.sleep(self.dice.uniform(0, 4))
        worker.start()
        await worker.ready()

    async def restart(self) -> None:
        """A worker is told to stop and is started again."""
        worker = self.dice.choice(self.workers)
        await asyncio.to_thread(worker.stop)
        worker.start()
        await worker.ready()

    async def freeze(self) -> None:
        """A worker stands still, sometimes so long that its leases are gone when it goes on."""
        worker = self.dice.choice(self.workers)
        worker.send(signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.5, 9))
        worker.send(signal.SIGCONT)

    async def skew(self) -> None:
        """The clock of a worker's machine jumps, forwards or back."""
        self.dice.choice(self.workers).skew(self.dice.randint(-3600, 3600))

    async def pull(self) -> None:
        """A worker's connections to the database, the broker or the players are cut, and no new ones come about."""
        cable = self.dice.choice(self.dice.choice(self.cables))
        cable.pull()
        await asyncio.sleep(self.dice.uniform(0, 9))
        cable.mend()

    async def silence(self) -> None:
        """Nothing comes through on a cable of a worker, and nobody hangs up; then all of it comes at once."""
        cable = self.dice.choice(self.dice.choice(self.cables))
        cable.silence()
        await asyncio.sleep(self.dice.uniform(0.5, 9))
        cable.mend()

    async def freeze_database(self) -> None:
        """The database stands still."""
        self.postgres.pause()
        await asyncio.sleep(self.dice.uniform(0.5, 8))
        self.postgres.go_on()

    async def crash_database(self) -> None:
        """The database dies as if the power had failed, and is started again."""
        await asyncio.to_thread(self.postgres.stop, signal.SIGQUIT)
        await asyncio.sleep(self.dice.uniform(0, 3))
        await asyncio.to_thread(self.postgres.start)

    async def no_broker(self) -> None:
        """The broker is away for a while."""
        await asyncio.to_thread(self.redis.stop)
        await asyncio.sleep(self.dice.uniform(0.5, 6))
        await asyncio.to_thread(self.redis.start)
