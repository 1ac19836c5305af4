"""Leases and presence: one worker runs a table's clocks, another takes over, and nobody is missed who is elsewhere."""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from ordago.errors import Refusal
from ordago.service import House, keeper, leases, sql, writer
from ordago.service.host import Host
from ordago.service.sql import SqlStore
from ordago.service.store import Conflict, Sockets
from ordago.service.summary import row_of
from ordago.table import after, creation
from ordago.table import commands as do
from ordago.table.events import Acted, AnyEvent, Away, Held, Locked, Restarted
from tests.backends import Backend
from tests.service.test_house import Clock, advance, kill, nobody, pass_by, run, until
from tools.services import Postgres, Redis

PEOPLE = ("me", "ane", "jon", "iker")


@pytest.fixture
def long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases of half a minute, and as much patience: no machine is so slow that one ends in the middle of a test."""
    monkeypatch.setattr(leases, "LEASE", 30_000)
    for module in (sql, writer):
        monkeypatch.setattr(module, "PATIENCE", 30.0)


async def new_table(store: SqlStore, table: str) -> None:
    event = creation.opening(1, table, "host", "mus")
    await store.append(table, 1, [event], row_of(after(None, event), 1))


async def move(store: SqlStore, table: str, first: int, lease: str) -> None:
    events: list[AnyEvent] = [Locked(at=first, on=True)]
    opened = after(None, creation.opening(1, table, "host", "mus"))
    await store.append(table, first, events, row_of(opened, first), lease)


@pytest.mark.usefixtures("long_leases")
def test_a_lease_is_held_by_one_until_it_is_not_heard_of_any_more(backend: Backend) -> None:
    async def story() -> None:
        store = await backend.store()
        await new_table(store, "a")
        await new_table(store, "b")
        assert (await store.beat("one", ["a", "b", "nothing"])).held == {"a": 0, "b": 0}
        assert (await store.beat("two", ["a", "b"])).held == {}
        assert (await store.beat("one", ["a"])).held == {"a": 0}, "who holds it may ask again"
        await store.release("one", ["b"])
        assert (await store.beat("two", ["a", "b"])).held == {"b": 0}
        await move(store, "a", 2, "one")
        with pytest.raises(Conflict):
            await move(store, "a", 3, "two")
        await pass_by(backend, "one", 60_000)
        with pytest.raises(Conflict):
            await move(store, "a", 3, "one")
        beat = await store.beat("two", ["a"])
        assert 60_000 <= beat.held["a"] < 90_000
        await move(store, "a", 3, "two")
        beat = await store.beat("one", ["a"])
        assert beat.lapsed
        assert 60_000 <= beat.gap < 90_000
        assert beat.held == {}
        await store.close()

    asyncio.run(story())


@pytest.mark.usefixtures("long_leases")
def test_of_many_who_want_a_free_lease_at_once_one_gets_it(backend: Backend) -> None:
    async def story() -> None:
        stores = [await backend.store() for _ in range(3)]
        names = [f"t{number}" for number in range(20)]
        for name in names:
            await new_table(stores[0], name)
        wishes = [store.beat(f"w{number}", random.sample(names, 20)) for number, store in enumerate(stores * 3)]
        beats = await asyncio.gather(*wishes)
        assert sorted(table for beat in beats for table in beat.held) == sorted(names)
        for store in stores:
            await store.close()

    asyncio.run(story())


@pytest.mark.usefixtures("long_leases")
def test_who_departs_leaves_its_leases_and_its_connections_at_once(backend: Backend) -> None:
    async def story() -> None:
        store = await backend.store()
        await new_table(store, "a")
        await store.beat("one", ["a"], [Sockets("a", "ane", 2), Sockets("a", "jon", 0, 7_000)])
        assert await store.elsewhere("one", ["a"]) == []
        found = {one.who: one for one in await store.elsewhere("two", ["a", "b"])}
        assert found["ane"] == Sockets("a", "ane", 2)
        assert (found["jon"].count, 7_000 <= found["jon"].gone < 37_000) == (0, True)
        await store.depart("one")
        found = {one.who: one for one in await store.elsewhere("two", ["a"])}
        assert (found["ane"].count, found["ane"].gone < 30_000) == (0, True)
        assert "a" in (await store.beat("two", ["a"])).held
        await store.close()

    asyncio.run(story())


async def match(house: House, **given: Any) -> str:
    """A match of four people who are all connected at this worker; its table."""
    host = await house.open("me", "mus", given={"clock": None, "pace": "fast", **given})
    for chair, who in enumerate(PEOPLE, 1):
        await host.command(do.Sit(chair=chair, name=who), who)
        await host.attach(who, nobody)
    await host.command(do.Start(), "me")
    return host.table.id


def story_of(backend: Backend, story: Callable[[House, House], Awaitable[None]]) -> None:
    """Something that happens at two workers."""

    async def all_of_it() -> None:
        houses = [House(await backend.store(), backend.bus()) for _ in range(2)]
        for house in houses:
            await house.start()
        try:
            await story(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(all_of_it())


NEVER = 3_600_000
"""In a test of what does not wait: longer than any test, in milliseconds."""


async def choose(host: Host, chair: int) -> None:
    """The person on this chair, whose turn it is, does what the table would do for them."""
    table = host.table
    act = table.played.time_out_act(table.played.view(table.state, chair))
    word = table.played.write_act(table.state, act).partition(":")[2]
    await host.command(do.Act(word=word), table.seat(chair).who)


@pytest.mark.slow
def test_bots_and_deals_go_on_at_the_other_worker_when_theirs_dies_and_do_not_wait_until_people_are_back(
    shared: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["ordago.table.decide"], "RESTART_GRACE", NEVER)

    async def story(one: House, two: House) -> None:
        host = await one.quick("me", "Ana", "mus", given={"clock": None, "pace": "fast", "between": 5})
        await host.attach("me", nobody)
        there = await two.host(host.table.id)
        await there.attach("watcher", nobody)
        await until(host, lambda: there.table.deal > 0)
        assert host.leased
        assert not there.leased
        await kill(one)
        await there.attach("me", nobody)
        await until(there, lambda: there.leased)
        await until(there, lambda: any(isinstance(step.event, Restarted) for step in there.steps))
        while not there.table.between:
            await until(there, lambda: there.table.turn == 1 or there.table.between)
            if there.table.turn == 1:
                await choose(there, 1)
        await there.command(do.Ready(), "me")
        await there.command(do.Share(deal=there.table.deal + 1, share="0f" * 16), "me")
        await until(there, lambda: not there.table.between)
        log = await two.log(host.table.id)
        assert sum(isinstance(event, Restarted) for event in log) == 1

    story_of(shared, story)


def test_people_play_on_at_another_worker_while_the_lease_of_one_that_died_runs(
    shared: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", NEVER)

    async def story(one: House, two: House) -> None:
        host, there = one.hosts[table := await match(one)], await two.host(table)
        await until(host, lambda: there.table.turn > 0)
        await kill(one)
        for _ in range(4):
            before = there.sequence
            await choose(there, there.table.turn)
            assert there.sequence > before
        assert not there.leased

    story_of(shared, story)


def test_what_a_worker_did_that_stops_in_order_is_taken_up_at_once(
    shared: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", NEVER)
    monkeypatch.setattr(keeper, "BEAT", NEVER / 1000)

    async def story(one: House, two: House) -> None:
        open_here, open_nowhere = await match(one), await match(one)
        there = await two.host(open_here)
        await until(there, lambda: all(one.hosts[table].leased for table in (open_here, open_nowhere)))
        await until(there, lambda: bool(two.bus.connected and one.bus.connected))  # type: ignore[attr-defined]
        await one.close()
        await until(there, lambda: there.leased)
        await until(there, lambda: open_nowhere in two.hosts and two.hosts[open_nowhere].leased)

    story_of(shared, story)


@pytest.mark.parametrize("again", [0, 1_000])
def test_the_time_that_a_table_stood_is_given_back_also_when_it_cannot_be_stored_at_once(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, again: int
) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = house.hosts[await match(house)]
        await until(host, lambda: host.leased)
        refused: list[Any] = []

        async def not_stored(command: Any) -> None:
            refused.append(command)
            raise Refusal("storage-down")

        with monkeypatch.context() as stuck:
            stuck.setattr(host, "by_itself", not_stored)
            await host.take(300_000)
        assert refused
        assert not host.leased, "its clocks stand until it can be told"
        clock.now += 1_000
        await host.take(again)
        assert host.leased
        told = [step.event for step in host.steps if isinstance(step.event, Restarted)]
        assert [event.shift for event in told] in ([301_000], [300_000]), "a beat may have been quicker"
        await host.take(0)
        assert len([step for step in host.steps if isinstance(step.event, Restarted)]) == 1, "once"

    run(backend, story)


def test_who_comes_back_while_another_is_noted_as_away_is_there(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = house.hosts[await match(house)]
        note = host.by_itself

        async def slowly(command: Any) -> None:
            await note(command)
            if isinstance(command, do.Lost):
                await host.attach("jon", nobody)

        monkeypatch.setattr(host, "by_itself", slowly)
        for who in ("ane", "jon"):
            host.detach(who, nobody)
        await advance(clock, host, 16)
        await until(host, lambda: not host.table.seat(2).present)
        assert host.table.seat(3).present

    run(backend, story)
    told = capsys.readouterr()
    assert "table-failed" not in told.out + told.err


@pytest.mark.slow
def test_who_is_connected_elsewhere_is_not_missed_and_who_left_there_is_missed_since_then(shared: Backend) -> None:
    async def story(one: House, two: House) -> None:
        table = await match(one, patience=5)
        host, there = one.hosts[table], await two.host(table)
        await there.attach("jon", nobody)
        await until(host, lambda: host.attendance.elsewhere["jon"] == 1)
        host.detach("jon", nobody)
        host.detach("ane", nobody)
        left = one.now()
        await until(host, lambda: there.table.seat(2).held)
        away = [step.event for step in there.steps if isinstance(step.event, Away)]
        assert [event.chair for event in away] == [2]
        assert left - 500 <= away[0].since <= left + 500
        held = next(step.event for step in there.steps if isinstance(step.event, Held))
        assert held.at - left >= 5_000, "the patience of the table"
        assert there.table.seat(3).present
        there.detach("jon", nobody)
        await until(host, lambda: host.table.seat(3).held)
        await there.attach("ane", nobody)
        await until(host, lambda: host.table.seat(2).present)

    story_of(shared, story)


@pytest.mark.slow
def test_with_the_broker_gone_others_see_every_act_all_the_same(shared: Backend) -> None:
    async def story(one: House, two: House) -> None:
        table = await match(one)
        host, there = one.hosts[table], await two.host(table)
        for bus in (one.bus, two.bus):
            for task in bus._tasks:  # type: ignore[attr-defined]
                task.cancel()
        await asyncio.sleep(0.1)
        for _ in range(4):
            await host.command(do.Say(phrase="hello"), "me")
            await until(there, lambda: there.sequence == host.sequence)

    story_of(shared, story)


def test_a_notice_comes_at_once_where_the_broker_is_there(shared: Backend) -> None:
    async def story() -> None:
        heard: list[tuple[str, int]] = []
        one, two = shared.bus(), shared.bus()
        two.subscribe(lambda table, number: heard.append((table, number)))
        while not (two.connected and one.connected):  # type: ignore[attr-defined]
            await asyncio.sleep(0.05)
        for number in range(5):
            await one.publish("a", number)
            await asyncio.sleep(0.02)
        await one.publish("b", 7)
        async with asyncio.timeout(60):
            while not {("a", 4), ("b", 7)} <= set(heard):
                await asyncio.sleep(0.02)
        await one.close()
        await two.close()

    asyncio.run(story())


@pytest.mark.slow
def test_while_the_database_stands_still_nothing_is_acknowledged_and_play_resumes_by_itself(
    shared: Backend, services: tuple[Postgres, Redis]
) -> None:
    async def story(one: House, two: House) -> None:
        table = await match(one, clock={"move": 5, "reserve": 0})
        host, there = one.hosts[table], await two.host(table)
        await until(host, lambda: host.table.turn > 0)
        services[0].pause()
        try:
            with pytest.raises(Refusal) as refused:
                await host.command(do.Say(phrase="hello", id="said"), "me")
            assert refused.value.code == "storage-down"
            await until(there, lambda: host.trouble == there.trouble == "storage-down")
            await asyncio.sleep(6)  # longer than the turn that runs
        finally:
            services[0].go_on()
        await until(there, lambda: host.trouble == there.trouble == "")
        await until(there, lambda: any(isinstance(step.event, Restarted) for step in there.steps))
        accepted = False
        while not accepted:  # what waited for the database may yet fail
            with suppress(Refusal):
                await host.command(do.Say(phrase="hello", id="said"), "me")
                accepted = True
        log = await one.log(table)
        assert sum(event.cid == "me:said" for event in log) == 1
        back = next(at for at, event in enumerate(log) if isinstance(event, Restarted))
        early = [event for event in log[:back] if isinstance(event, Acted) and event.why]
        assert early == [], "nobody's time ran out meanwhile"

    story_of(shared, story)
