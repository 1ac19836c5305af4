"""Commands of one table: what waits together is stored together, in order, and each gets its own answer."""

import asyncio
import gc
import weakref
from typing import Any

from ordago.errors import OrdagoError
from ordago.service import House
from ordago.service.bus import LocalBus
from ordago.table import commands as do
from ordago.table.events import Locked, Sat
from tests.backends import Backend
from tests.service.test_house import Clock, nobody, run, store_away
from tests.web.world import Memory


async def answer(host: Any, command: do.Command, who: str) -> str:
    try:
        await host.command(command, who)
    except OrdagoError as error:
        return error.code
    return "ok"


def test_commands_that_wait_go_in_one_commit_in_their_order_and_each_has_its_own_answer(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.open("me", "mus", given={"clock": None})
        store: Any = house.store
        before = store.writer.commits
        wishes = [
            answer(host, do.Sit(chair=1, name="Ana"), "me"),
            answer(host, do.Sit(chair=2, name="Ane"), "ane"),
            answer(host, do.Sit(chair=2, name="Jon"), "jon"),
            answer(host, do.Lock(on=True), "jon"),
            answer(host, do.Lock(on=True), "me"),
            answer(host, do.Sit(chair=3, name="Jon"), "jon"),
        ]
        answers = await asyncio.gather(*wishes)
        assert answers == ["ok", "ok", "seat-taken", "not-host", "ok", "locked"]
        kinds = [type(step.event) for step in host.steps]
        assert kinds[-3:] == [Sat, Sat, Locked]
        assert store.writer.commits - before == 2, "the first by itself, and the rest while that was stored"
        log = await house.log(host.table.id)
        assert len(log) == host.sequence

    run(backend, story)


def test_the_row_of_a_table_is_written_when_it_says_something_else_and_once_a_minute(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.open("me", "mus", given={"clock": None, "listed": True})
        began = clock.now
        seen = []
        for seconds, command in (
            (0, do.Sit(chair=1, name="Ana")),
            (10, do.Say(phrase="hello")),
            (10, do.Lock(on=True)),
            (50, do.Say(phrase="luck")),
            (20, do.Say(phrase="hello")),
        ):
            clock.now += 1000 * seconds
            await host.command(command, "me")
            [row] = await house.store.rows(listed=True)
            seen.append((row.changed_at - began, row.summary["people"], row.summary["locked"]))
        assert seen == [(0, 1, False), (0, 1, False), (20_000, 1, True), (20_000, 1, True), (90_000, 1, True)]
        assert await house.store.ends([host.table.id]) == {host.table.id: host.sequence}

    run(backend, story)


def test_where_the_store_is_away_nothing_of_what_waits_is_done_and_everybody_is_told(backend: Backend) -> None:
    async def story(house: House, clock: Clock) -> None:
        host = await house.open("me", "mus", given={"clock": None})
        people = ("me", "ane", "jon")
        wishes = [answer(host, do.Sit(chair=chair, name=who), who) for chair, who in enumerate(people, 1)]
        with store_away(house):
            assert await asyncio.gather(*wishes) == ["storage-down"] * 3
        assert host.sequence == len(await house.log(host.table.id)) == 1
        assert await answer(host, do.Sit(chair=1, name="Ana"), "me") == "ok"

    run(backend, story)


def test_a_worker_that_has_not_heard_of_an_act_does_not_refuse_for_it(shared: Backend) -> None:
    async def story() -> None:
        houses = [House(await shared.store(), LocalBus()) for _ in range(2)]  # neither hears of the other
        one = await houses[0].open("me", "mus", given={"clock": None})
        two = await houses[1].host(one.table.id)
        for chair, who in enumerate(("me", "ane", "jon", "iker"), 1):
            assert await answer(one, do.Sit(chair=chair, name=who), who) == "ok"
        assert two.sequence < one.sequence
        assert await answer(two, do.Start(fill=False), "me") == "ok"
        assert await answer(one, do.Start(fill=False), "me") == "not-waiting"
        assert one.sequence == two.sequence
        for house in houses:
            await house.close()

    asyncio.run(story())


def test_a_table_that_somebody_asks_for_is_not_let_go_before_they_come() -> None:
    async def story() -> None:
        house = House(Memory())
        host = await house.quick("me", "Ana", "mus", given={"clock": None})
        host.leased, host.attendance.idle_since = False, 0
        assert await house.host(host.table.id) is host
        await house._let_go()
        assert await house.host(host.table.id) is host
        host.attendance.idle_since = 0
        await house._let_go()
        assert host.table.id not in house.hosts
        await house.close()

    asyncio.run(story())


def test_of_a_table_that_is_let_go_nothing_is_left_to_the_search_for_circles() -> None:
    async def story() -> None:
        house = House(Memory())
        gc.disable()
        try:
            host = await house.quick("me", "Ana", "mus", given={"clock": None})
            await host.attach("me", nobody)
            host.detach("me", nobody)
            host.leased, host.attendance.idle_since = False, 0
            await house._let_go()
            gone = weakref.ref(host)
            del host
            async with asyncio.timeout(60):
                while gone() is not None:
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()
        await house.close()

    asyncio.run(story())
