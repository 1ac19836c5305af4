"""The store: one writer wins, what was acknowledged is there, what waits together is committed together."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ordago.errors import OrdagoError
from ordago.service import transactions
from ordago.service.database import prepare
from ordago.service.sql import SqlStore, open_store
from ordago.service.store import Conflict, Unavailable, Unwritable
from ordago.service.summary import row_of
from ordago.table import after, creation
from ordago.table.events import AnyEvent, Locked
from tests.backends import Backend


def opening(table: str) -> Any:
    return creation.opening(1, table, "host", "mus")


async def append(store: SqlStore, table: str, first: int, events: list[AnyEvent]) -> None:
    await store.append(table, first, events, row_of(after(None, opening(table)), first))


async def new_table(store: SqlStore, table: str) -> None:
    await append(store, table, 1, [opening(table)])


def test_what_was_stored_is_read_back_in_order_also_after_closing(backend: Backend) -> None:
    events: list[AnyEvent] = [Locked(at=number, on=bool(number % 2)) for number in range(5)]

    async def write() -> None:
        store = await backend.store()
        await new_table(store, "a")
        await append(store, "a", 2, events[:2])
        await append(store, "a", 4, events[2:])
        await store.close()

    async def read() -> list[AnyEvent]:
        store = await backend.store()
        found = await store.load("a", 2)
        assert await store.load("b") == []
        await store.close()
        return found

    asyncio.run(write())
    assert asyncio.run(read()) == events


def test_of_two_who_write_the_same_number_one_wins_and_nothing_of_the_other_is_stored(backend: Backend) -> None:
    async def race() -> None:
        one, two = await backend.store(), await backend.store()
        await new_table(one, "a")
        tries = [
            append(store, "a", 2, [Locked(at=at, on=True), Locked(at=at, on=False)])
            for at, store in enumerate((one, two) * 8)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 15
        assert len(await one.load("a")) == 3
        for late in (1, 5):
            with pytest.raises(Conflict):
                await append(two, "a", late, [Locked(at=0, on=True)])
        await one.close()
        await two.close()

    asyncio.run(race())


def test_writes_that_wait_together_share_a_commit(backend: Backend) -> None:
    async def many() -> None:
        store = await backend.store()
        await asyncio.gather(*(new_table(store, f"t{number}") for number in range(60)))
        assert store.writer.commits <= 10
        rows = await store.rows(phase="waiting", limit=1000)
        assert len(rows) == 60
        await store.close()

    asyncio.run(many())


def test_one_refused_write_spoils_none_of_those_beside_it(backend: Backend) -> None:
    async def mixed() -> None:
        store = await backend.store()
        await new_table(store, "a")
        results = await asyncio.gather(
            append(store, "a", 2, [Locked(at=0, on=True)]),
            append(store, "a", 9, [Locked(at=0, on=True)]),
            new_table(store, "b"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert len(await store.load("a")) == 2
        assert len(await store.load("b")) == 1
        await store.close()

    asyncio.run(mixed())


@pytest.mark.parametrize(("name", "at"), [("half a letter: \ud83c", 1), ("Ana", 1 << 70)])
def test_what_the_database_cannot_store_fails_alone_and_its_fault_does_not_say_what_it_was(
    name: str, at: int, backend: Backend
) -> None:
    async def mixed() -> None:
        store = await backend.store()
        await new_table(store, "a")
        results = await asyncio.gather(
            append(store, "a", 2, [Locked(at=0, on=True)]),
            store.remember("ana", name, at),
            new_table(store, "a"),
            new_table(store, "b"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Unwritable, Conflict, type(None)]
        assert not {name, str(at)} & set(str(results[1]).split())
        assert results[1].__cause__ is None  # type: ignore[union-attr]
        assert len(await store.load("a")) == 2
        assert len(await store.load("b")) == 1
        assert await store.name_of("ana") is None
        await store.close()

    asyncio.run(mixed())


def test_a_database_that_is_away_is_asked_once_for_all_that_waits(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        store = await backend.store()
        asked: list[int] = []

        async def away(batch: list[Any]) -> list[Any]:
            asked.append(len(batch))
            raise sa.exc.OperationalError("insert", {}, Exception("disk full"))

        monkeypatch.setattr(store.writer, "commit", away)
        wishes = [store.remember(f"p{number}", "Ana", 1) for number in range(20)]
        results = await asyncio.gather(*wishes, return_exceptions=True)
        assert {type(result) for result in results} == {Unavailable}
        assert sum(asked) == 20
        await store.close()

    asyncio.run(story())


def test_commits_are_synced_in_write_ahead_mode(tmp_path: Path) -> None:
    async def modes() -> list[Any]:
        store = await open_store(tmp_path)
        async with store._engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        await store.close()
        return found

    assert asyncio.run(modes()) == ["wal", 2]


def test_a_database_of_a_later_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    async def use() -> None:
        await (await open_store(tmp_path)).close()

    asyncio.run(use())
    with sqlite3.connect(tmp_path / "ordago.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(OrdagoError) as refused:
        asyncio.run(use())
    assert refused.value.code == "data-newer"


def test_a_folder_that_cannot_be_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OrdagoError) as refused:
        asyncio.run(open_store(tmp_path / "file"))
    assert refused.value.code == "data-unusable"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mysql://somebody:secret@host/ordago", "database-unknown"),
        ("nonsense", "database-unknown"),
        ("postgresql://somebody:secret@host:port/ordago", "database-unknown"),
        ("postgresql://somebody:se/secret@127.0.0.1:1/ordago", "data-unusable"),
        ("postgresql+asyncpg://somebody:secret@host/ordago", "database-unknown"),
        ("postgresql://127.0.0.1:1/ordago?password=secret", "data-unusable"),
        ("postgresql://somebody:secret@127.0.0.1:1/ordago", "data-unusable"),
    ],
)
def test_an_address_that_cannot_be_is_refused_and_its_password_kept_secret(address: str, code: str) -> None:
    with pytest.raises(OrdagoError) as refused:
        asyncio.run(open_store(address))
    assert refused.value.code == code
    assert "secret" not in str(refused.value)


def test_a_closed_store_acknowledges_nothing(backend: Backend) -> None:
    async def late() -> None:
        store = await backend.store()
        await store.close()
        with pytest.raises(Unavailable):
            await new_table(store, "a")

    asyncio.run(late())


def test_what_is_being_read_when_the_store_is_closed_ends_with_it(backend: Backend) -> None:
    """Torn from its work a connection may never be let go of, and the process would never end."""

    async def story() -> None:
        store = await backend.store()
        await new_table(store, "a")
        for _ in range(20):
            reading = [asyncio.create_task(store.load("a", 1)) for _ in range(3)]
            for _ in range(3):
                await asyncio.sleep(0)
            for task in reading:
                task.cancel()
        on_their_way = set(store._late)
        assert on_their_way
        await store.close()
        assert not any(task.cancelled() for task in on_their_way)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(story())


def test_what_nobody_touched_for_long_is_forgotten(backend: Backend) -> None:
    async def forget() -> None:
        store = await backend.store()
        await new_table(store, "old")
        await store.remember("ane", "Ane", 5)
        await store.remember("jon", "Jon", 500)
        await store.forget(100)
        assert await store.load("old") == []
        assert (await store.name_of("ane"), await store.name_of("jon")) == (None, "Jon")
        await store.close()

    asyncio.run(forget())


def test_who_starts_at_the_same_time_upgrades_one_after_the_other(backend: Backend) -> None:
    async def together() -> None:
        stores = await asyncio.gather(*(backend.store() for _ in range(4)))
        await new_table(stores[0], "a")
        assert await stores[3].ends(["a", "b"]) == {"a": 1}
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(together())


def test_of_many_who_change_a_value_at_once_one_does(backend: Backend) -> None:
    async def race() -> None:
        one, two = await backend.store(), await backend.store()
        for old in (None, "first"):
            new = "second" if old else "first"
            tries = [store.swap("key", old, new) for store in (one, two) * 8]
            assert (await asyncio.gather(*tries)).count(True) == 1
            assert await two.value("key") == new
        await asyncio.gather(*(store.remember("ane", "Ane", at) for at, store in enumerate((one, two) * 8)))
        assert await one.name_of("ane") == "Ane"
        await one.close()
        await two.close()

    asyncio.run(race())


def test_the_schema_is_what_the_migrations_make(backend: Backend) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from ordago.service.schema import META

    async def difference() -> Any:
        store = await backend.store()
        async with store._engine.connect() as connection:
            found = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), META))
        await store.close()
        return found

    assert asyncio.run(difference()) == []


def test_a_connection_to_a_file_that_was_not_prepared_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would not wait for others, and its commits would be synced only where SQLite was built so."""
    tries = 0

    def failing(connection: Any) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise sqlite3.OperationalError("disk I/O error")
        prepare(connection)

    async def story() -> None:
        store = await open_store(tmp_path)
        monkeypatch.setattr(transactions, "prepare", failing)
        with pytest.raises(Unavailable):
            await new_table(store, "a")
        await new_table(store, "a")
        assert tries == 2
        await store.close()

    asyncio.run(story())
