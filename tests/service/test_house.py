"""Hosting: bots that play on, chairs of the absent, restarts, two processes at one table."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
import structlog

from ordago.errors import OrdagoError
from ordago.service import House, schema
from ordago.service.host import Host
from ordago.table import commands as do
from ordago.table.clocks import RESTART_GRACE, turn_times
from tests.backends import Backend

AWAY = 7 * 3600 * 1000
"""How long a server is away, in milliseconds."""


async def kill(house: House) -> None:
    """End a worker in the middle of things: it tells nobody."""
    for task in house._tasks:
        task.cancel()
    for host in house.hosts.values():
        await host.close()
    await house.bus.close()
    await house.store.close()


async def pass_by(backend: Backend, worker: str, milliseconds: int) -> None:
    """Make the database believe that a worker was last heard of so much longer ago."""
    store = await backend.store()
    async with store._engine.execution_options(writes=True).begin() as connection:
        seen, until = schema.workers.c.seen_at - milliseconds, schema.workers.c.until - milliseconds
        change = sa.update(schema.workers).where(schema.workers.c.id == worker)
        await connection.execute(change.values(seen_at=seen, until=until))
    await store.close()


def nobody() -> None:  # a connection that looks away
    pass


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


async def until(host: Host, what: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until it is so, on a busy machine for long."""
    loop = asyncio.get_running_loop()
    latest = loop.time() + seconds
    while not what():
        assert loop.time() < latest, "it never came to be"
        await asyncio.sleep(0.01)


async def advance(clock: Clock, host: Host, seconds: float) -> None:
    """Move the clock, and let the table see it."""
    clock.now += int(seconds * 1000)
    host.wake()
    await asyncio.sleep(0.05)


def run(backend: Backend, story: Callable[[House, Clock], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        clock = Clock()
        house = House(await backend.store(), backend.bus(), clock=clock)
        await house.start()
        await story(house, clock)
        await house.close()

    asyncio.run(all_of_it())


def test_a_quick_table_starts_when_its_maker_comes_and_bots_play(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.quick("me", "Ana", "mus", given={"clock": None})
        assert host.table.phase == "waiting"
        await host.attach("me", lambda: None)
        assert host.table.phase == "playing"
        await advance(clock, host, 3)
        await until(host, lambda: host.table.deal == 1)
        for _ in range(1200):
            if host.table.turn == 1 or host.table.between:
                break
            await advance(clock, host, 2)
        assert host.table.turn == 1 or host.table.between

    run(backend, story)


def test_a_lost_connection_is_away_then_held_then_given_back(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.open("me", "mus", given={"clock": None, "patience": 60})
        await host.command(do.Sit(chair=1, name="Ana"), "me")
        await host.attach("me", nobody)
        await host.attach("me", nobody)  # a second tab
        await host.command(do.Start(fill=True), "me")
        host.detach("me", nobody)
        await advance(clock, host, 30)
        assert host.table.seat(1).present, "one tab is still open"
        await host.attach("watcher", nobody)
        host.detach("me", nobody)
        gone = clock.now
        await advance(clock, host, 14.9)
        assert host.table.seat(1).present
        await advance(clock, host, 0.2)
        await until(host, lambda: not host.table.seat(1).present)
        assert host.table.seat(1).away_since == gone
        await advance(clock, host, 45)
        await until(host, lambda: host.table.seat(1).held)
        await host.attach("me", nobody)
        assert host.table.seat(1).present

    run(backend, story)


def test_clocks_go_on_after_a_kill_with_the_time_away_and_the_grace_given_back(backend: Backend) -> None:
    async def story() -> None:
        clock = Clock()
        first = House(await backend.store(), clock=clock)
        await first.start()
        host = await first.open("me", "mus", given={"clock": {"move": 10, "reserve": 20}})
        people = ("me", "ane", "jon", "iker")
        for chair, who in enumerate(people, 1):
            await host.command(do.Sit(chair=chair, name=who), who)
            await host.attach(who, nobody)
        await host.command(do.Start(), "me")
        await advance(clock, host, 2.5)
        await until(host, lambda: host.table.turn > 0)
        before = turn_times(host.table)
        assert before is not None
        clock.now += 4000
        state, seen = host.table.state, clock.now
        await first._keeper._beat()  # the last one; then the process is killed
        await kill(first)
        await pass_by(backend, first.worker, AWAY)
        clock.now += AWAY
        second = House(await backend.store(), clock=clock)
        await second.start()
        again = await second.host(host.table.id)
        times = turn_times(again.table)
        assert times is not None
        assert again.table.state == state
        assert 0 <= times[1] - clock.now - (before[1] - seen + RESTART_GRACE) < 1000, "what passes while this runs"
        await advance(clock, again, 14.9)
        assert again.table.seat(again.table.turn).present, "everybody has time to come back"
        await second.close()

    asyncio.run(story())


def test_two_processes_at_one_table_lose_and_double_nothing(backend: Backend) -> None:
    """Each has its own store and fold; a shared bus tells them of each other."""

    async def story() -> None:
        houses = [House(await backend.store(), backend.bus()) for _ in range(2)]
        one = await houses[0].open("me", "mus", given={"clock": None})
        two = await houses[1].host(one.table.id)
        assert two is not one
        people = [f"p{number}" for number in range(12)]

        async def ask(number: int, who: str) -> str:
            host = (one, two)[number % 2]
            try:
                await host.command(do.Sit(chair=number % 4 + 1, name=who, id=f"{number}"), who)
            except OrdagoError as error:
                return error.code
            return "ok"

        answers = await asyncio.gather(*(ask(number, who) for number, who in enumerate(people)))
        assert answers.count("ok") == 4
        assert set(answers) <= {"ok", "seat-taken", "table-busy"}
        await until(one, lambda: one.sequence == two.sequence == 5)
        assert one.table == two.table
        assert {seat.who for seat in one.table.seats} == {
            who for who, answer in zip(people, answers, strict=True) if answer == "ok"
        }
        for house in houses:
            await house.close()

    asyncio.run(story())


@contextmanager
def store_away(house: House) -> Iterator[None]:
    """No commit of the house's store comes to anything."""

    async def broken(batch: object) -> None:
        raise sa.exc.OperationalError("insert", {}, Exception("disk full"))

    store: Any = house.store
    commit, store.writer.commit = store.writer.commit, broken
    yield
    store.writer.commit = commit


def test_a_store_that_is_away_acknowledges_nothing_and_play_resumes_by_itself(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.open("me", "mus", given={"clock": None})
        with store_away(house):
            with pytest.raises(OrdagoError) as refused:
                await host.command(do.Sit(chair=1, name="Ana"), "me")
            assert refused.value.code == "storage-down"
            assert host.table.chair_of("me") == 0
        await host.command(do.Sit(chair=1, name="Ana"), "me")
        assert host.table.chair_of("me") == 1

    run(backend, story)


def test_a_bot_that_fails_does_not_stop_the_table(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    from ordago.service import clockwork

    def broken(*_: object) -> str:
        raise RuntimeError("a bot's fault, with the cards in its hand")

    monkeypatch.setattr(clockwork, "bot_word", broken)

    async def story(house: House, clock: Clock) -> None:
        host = await house.quick("me", "Ana", "mus", given={"clock": None})
        await host.attach("me", nobody)
        await advance(clock, host, 3)
        for _ in range(1200):
            if host.table.turn == 1:
                word = host.table.played.write_act(
                    host.table.state, host.table.played.time_out_act(host.table.played.view(host.table.state, 1))
                ).partition(":")[2]
                await host.command(do.Act(word=word), "me")
            elif host.table.between and host.table.state is not None:
                break
            await advance(clock, host, 2)
        assert host.table.between

    with structlog.testing.capture_logs() as logs:
        run(backend, story)
    told = [one for one in logs if one["event"] == "bot-failed"]
    assert told
    assert {one["reason"] for one in told} == {"RuntimeError"}
    assert "cards" not in str(logs)
