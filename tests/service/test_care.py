"""A database is upgraded from every schema there was, checked, copied; people get their data, or are rid of it."""

import asyncio
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ordago.cli.app import build
from ordago.core import fair, read_record
from ordago.games import GAMES
from ordago.locale import translator
from ordago.service import House, database, open_store
from ordago.service.house import DAY
from ordago.table import commands as do
from tests.backends import Backend
from tools.services import Postgres, Redis

GOLDEN = Path(__file__).parent.parent / "golden" / "schemas"
STEPS = sorted((Path(database.__file__).parent / "migrations" / "versions").glob("v*.py"))
NEWEST = STEPS[-1].stem.removeprefix("v")


def run(*arguments: str, status: int = 0) -> str:
    found = CliRunner().invoke(
        build(translator("en")), ["db", *arguments, "--lang", "en"], env={**os.environ, "COLUMNS": "80"}
    )
    assert found.exit_code == status, (found.output, found.exception)
    return found.output


def stored(folder: Path, schema: str = NEWEST) -> Path:
    """A folder with the tables that a version with this schema left: one match over, one in play."""
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        connection.executescript((GOLDEN / f"{schema}.sql").read_text("utf-8"))
    return folder


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        assert connection.execute(statement, values).rowcount == 1
        connection.commit()


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        return connection.execute(query).fetchall()


def test_every_schema_that_there_was_has_tables_to_upgrade() -> None:
    assert {file.stem for file in GOLDEN.glob("*.sql")} == {step.stem.removeprefix("v") for step in STEPS}


@pytest.mark.parametrize("schema", sorted(file.stem for file in GOLDEN.glob("*.sql")))
def test_tables_of_every_earlier_version_are_all_there_after_the_upgrade(schema: str, tmp_path: Path) -> None:
    folder = stored(tmp_path, schema)
    events = rows(folder, "SELECT * FROM events ORDER BY table_id, sequence")
    people = rows(folder, "SELECT * FROM people")
    assert "up to date" in run("upgrade", "--data", str(folder))
    assert rows(folder, "SELECT * FROM events ORDER BY table_id, sequence") == events
    assert rows(folder, "SELECT * FROM people") == people
    assert rows(folder, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    found = json.loads(run("check", "--json", "--data", str(folder)))
    assert found["faults"] == []
    assert (found["tables"], found["events"]) == (2, len(events))
    assert found["deals"] >= 2


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (("DELETE FROM events WHERE table_id = 'over' AND sequence = 9",), "gap"),
        (
            (
                "UPDATE events SET data = ? WHERE table_id = 'over' AND sequence = 9",
                b'{"e":"acted","at":1,"token":"1:="}',
            ),
            "fold",
        ),
        (("UPDATE events SET data = ? WHERE table_id = 'over' AND sequence = 9", b"not an event"), "fold"),
        (("UPDATE tables SET last = 3 WHERE id = 'over'",), "row-differs"),
        (("DELETE FROM tables WHERE id = 'over'",), "row-missing"),
    ],
)
def test_a_check_finds_what_is_wrong_and_says_so_by_its_status(
    spoil: tuple[Any, ...], code: str, tmp_path: Path
) -> None:
    folder = stored(tmp_path)
    change(folder, *spoil)
    found = json.loads(run("check", "--json", "--data", str(folder), status=1))
    assert [fault["code"] for fault in found["faults"]] == [code]
    assert "Not all is as it should be." in run("check", "--data", str(folder), status=1)


def test_a_check_finds_a_seed_that_was_exchanged_after_the_deal(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    [(sequence, data)] = rows(
        folder,
        "SELECT sequence, data FROM events WHERE table_id = 'over' AND CAST(data AS TEXT) LIKE '%committed%' LIMIT 1",
    )
    event = json.loads(data)
    event["seed"] = "00" * 32
    spoil = "UPDATE events SET data = ? WHERE table_id = 'over' AND sequence = ?"
    change(folder, spoil, json.dumps(event).encode(), sequence)
    found = json.loads(run("check", "--json", "--data", str(folder), status=1))
    assert {fault["code"] for fault in found["faults"]} <= {"fair-cards", "fair-first"}
    assert found["faults"]


@pytest.mark.parametrize(
    "command", [("check",), ("upgrade",), ("backup", "copy"), ("export", "--table", "a"), ("forget", "a")]
)
@pytest.mark.parametrize("place", ["nothing", "empty", "file"])
def test_what_is_not_there_is_not_looked_after_and_nothing_is_made(
    command: tuple[str, ...], place: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("", "utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert run(*command, "--data", str(tmp_path / place), status=1).startswith("data-missing: ")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_database_of_something_else_is_not_looked_after_and_stays_as_it_was(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / database.FILE)) as connection:
        connection.execute("CREATE TABLE other (id)")
    assert run("check", "--data", str(tmp_path), status=1).startswith("data-missing: ")
    assert rows(tmp_path, "SELECT name FROM sqlite_master") == [("other",)]


@pytest.mark.services
def test_a_postgresql_that_nobody_served_yet_is_not_called_well(services: tuple[Postgres, Redis]) -> None:
    address = services[0].make("nothing_yet")
    for _ in range(2):
        assert run("check", "--database", address, status=1).startswith("data-missing: ")


def test_what_was_looked_at_is_counted_in_words(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    assert "Looked at: 2 tables, 31 events, 2 deals." in run("check", "--data", str(folder))
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        connection.executescript("DELETE FROM events WHERE table_id = 'over'; DELETE FROM tables WHERE id = 'over'")
    assert "Looked at: 1 table, 14 events, 1 deal." in run("check", "--data", str(folder))


def test_a_copy_made_in_use_holds_all_and_overwrites_nothing(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    copy = tmp_path / "copy" / database.FILE
    copy.parent.mkdir()
    with closing(sqlite3.connect(folder / database.FILE)) as busy:
        busy.execute("PRAGMA journal_mode=WAL")
        busy.execute("BEGIN IMMEDIATE")
        busy.execute("INSERT INTO house VALUES ('half', 'done')")
        run("backup", str(copy), "--data", str(folder))
        busy.rollback()
    for table in ("events", "tables", "people", "house"):
        assert rows(copy.parent, f"SELECT * FROM {table}") == rows(folder, f"SELECT * FROM {table}")
    run("check", "--data", str(copy.parent))
    before = copy.read_bytes()
    run("backup", str(copy), "--data", str(folder), status=1)
    assert copy.read_bytes() == before


def test_a_table_is_handed_out_whole_with_its_records(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    found = json.loads(run("export", "--table", "over", "--data", str(folder)))
    assert len(found["events"]) == rows(folder, "SELECT count(*) FROM events WHERE table_id = 'over'")[0][0]
    [text] = found["records"]
    record = read_record(text, GAMES)
    assert all(finding.ok for finding in fair.check(record, GAMES[record.game]))
    run("export", "--table", "nothing", "--data", str(folder), status=1)
    run("export", "--data", str(folder), status=2)


def test_a_person_gets_their_own_data_and_nobody_elses_and_no_hidden_card(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    text = run("export", "--person", "host", "--data", str(folder))
    found = json.loads(text)
    assert (found["name"], [table["id"] for table in found["tables"]]) == ("Ana", ["over", "running"])
    over, running = found["tables"]
    assert len(over["records"]) == 1
    assert running["records"] == []
    assert {event["e"] for event in running["events"]} <= {"opened", "sat"}
    assert "seed" not in json.dumps(running)


def test_who_asks_to_be_forgotten_is_gone_from_every_log_and_the_games_of_the_others_stay(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    everything = rows(folder, "SELECT * FROM events ORDER BY table_id, sequence")
    run("forget", "host", "--data", str(folder), status=1)
    assert rows(folder, "SELECT * FROM events ORDER BY table_id, sequence") == everything, "they sit at a running match"
    change(folder, "DELETE FROM tables WHERE id = 'running'")
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        connection.execute("DELETE FROM events WHERE table_id = 'running'")
        connection.commit()
    assert "1 table" in run("forget", "host", "--data", str(folder))
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        text = "\n".join(connection.iterdump())
        blobs = b"".join(data for (data,) in connection.execute("SELECT data FROM events"))
        blobs += b"".join(data for (data,) in connection.execute("SELECT summary FROM tables"))
    assert "Ana" not in text
    assert b"Ana" not in blobs
    assert b'"host"' not in blobs
    assert b"host:" not in blobs
    run("check", "--data", str(folder))
    run("export", "--person", "host", "--data", str(folder), status=1)


@pytest.mark.parametrize("person", ["nobody-like-this", "mus", "", "o"])
@pytest.mark.parametrize("command", [("forget",), ("export", "--person")])
def test_of_whom_nothing_is_kept_that_is_said_and_nothing_is_done(
    command: tuple[str, ...], person: str, tmp_path: Path
) -> None:
    folder = stored(tmp_path)
    everything = rows(folder, "SELECT * FROM events ORDER BY table_id, sequence")
    assert run(*command, person, "--data", str(folder), status=1).startswith("person-unknown: ")
    assert rows(folder, "SELECT * FROM events ORDER BY table_id, sequence") == everything


def test_who_is_known_by_name_only_is_forgotten_once(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    with closing(sqlite3.connect(folder / database.FILE)) as connection:
        connection.execute("INSERT INTO people (id, name, seen_at) VALUES ('ane', 'Ane', 1)")
        connection.commit()
    assert json.loads(run("export", "--person", "ane", "--data", str(folder)))["name"] == "Ane"
    assert "0 tables" in run("forget", "ane", "--data", str(folder))
    assert run("forget", "ane", "--data", str(folder), status=1).startswith("person-unknown: ")


@pytest.mark.parametrize(("days", "left"), [(1, 0), (30, 1)])
def test_what_nobody_touches_expires_after_the_days_that_the_operator_chose(
    days: int, left: int, tmp_path: Path
) -> None:
    async def story() -> None:
        now = 1_800_000_000_000
        store = await open_store(stored(tmp_path))
        await store.remember("guest", "Ana", now - 2 * DAY)
        house = House(store, clock=lambda: now, kept=days)
        await house.start()
        async with asyncio.timeout(60):
            while await store.load("over"):
                await asyncio.sleep(0.01)
        await house.close()

    asyncio.run(story())
    assert rows(tmp_path, "SELECT count(*) FROM people WHERE id = 'guest'") == [(left,)]
    assert rows(tmp_path, "SELECT count(*) FROM tables WHERE id = 'over'") == [(0,)]


def test_every_database_is_checked_copied_and_forgets(backend: Backend, tmp_path: Path) -> None:
    who = "0123456789abcdef"

    async def story() -> None:
        house = House(await backend.store(), backend.bus())
        await house.start()
        host = await house.open(who, "mus", given={"clock": None})
        await host.command(do.Sit(chair=1, name="Ana"), who)
        await host.command(do.Lock(on=True, id="lock"), who)
        await house.store.remember(who, "Ana", house.now())
        found = await house.store.data_of(who)
        assert (found["name"], [table["id"] for table in found["tables"]]) == ("Ana", [host.table.id])
        assert [event["e"] for event in found["tables"][0]["events"]] == ["opened", "sat", "locked"]
        assert await house.store.forget_person(who) == 1
        assert (await house.store.data_of(who))["tables"] == []
        assert [event for event in await house.log(host.table.id) if who in str(event)] == []
        await house.close()

    asyncio.run(story())
    assert json.loads(run("check", "--json", *backend.options[:2]))["faults"] == []
    copy = tmp_path / "copy"
    run("backup", str(copy), *backend.options[:2])
    assert copy.stat().st_size > 1000
