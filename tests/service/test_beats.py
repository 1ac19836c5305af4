"""A beat that the database answers too late, when its worker has given it up, has not been."""

import asyncio

import pytest

from ordago.service import leases, sql
from ordago.service.store import Unavailable
from tests.backends import Backend
from tests.service.test_leases import new_table
from tools.services import Postgres, Redis


def test_a_late_beat_neither_hides_that_its_worker_was_away_nor_takes_a_lease_that_nobody_knows_of(
    shared: Backend, services: tuple[Postgres, Redis], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        store = await shared.store()
        await new_table(store, "a")
        monkeypatch.setattr(sql, "PATIENCE", 0.5)
        monkeypatch.setattr(leases, "LEASE", 500)
        await store.beat("one", ["a"])
        await store.beat("two")
        services[0].pause()
        try:
            for worker, wanted in (("one", []), ("two", ["a"])):
                with pytest.raises(Unavailable):
                    await store.beat(worker, wanted)
        finally:
            services[0].go_on()
        monkeypatch.undo()
        while store._late:  # the database answers them now
            await asyncio.sleep(0.01)
        assert (await store.beat("two", ["a"])).held["a"] >= 1_000, "for so long nobody had it"
        assert (await store.beat("one")).gap >= 1_000
        await store.close()

    asyncio.run(story())
