"""One table in this process: its fold, and the commands that it is asked to do, one after the other.

Nothing here matters: all of it is rebuilt from the log. The table may be open in other workers too: whoever holds its
lease lets its clocks and bots act, the others only listen.
"""

import asyncio
import random
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import accumulate
from typing import Protocol

import msgspec

from ordago.errors import OrdagoError, Refusal
from ordago.service.attendance import Attendance
from ordago.service.bus import Bus
from ordago.service.clockwork import Clockwork
from ordago.service.late import Late
from ordago.service.store import Conflict, Row, Sockets, Store, Unavailable
from ordago.service.summary import fresh, row_of
from ordago.service.traces import TRACES
from ordago.table import By, Table, after, decide
from ordago.table import commands as do
from ordago.table.events import AnyEvent, Restarted

TRIES = 8
"""How often a lost race is tried again."""

STEPS = 100
"""How many of the last steps are kept for news; who is further behind gets the table without them."""

MOST_TOGETHER = 32
"""How many commands are decided and stored in one piece at most."""


NOT_STORED = ("storage-down", "table-busy")
"""What a command is refused with that may be done all the same when it is tried again."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One event with the table before and after it."""

    sequence: int
    before: Table
    event: AnyEvent
    after: Table


class Wish(msgspec.Struct, eq=False):
    """A command that somebody waits for. With a lease, it is done only where that worker holds it."""

    command: do.Command
    who: str
    lease: str
    done: "asyncio.Future[None]"


class Surroundings(Protocol):
    """What a host needs of its house."""

    store: Store
    bus: Bus
    dice: random.Random
    worker: str
    down: bool

    @property
    def steady(self) -> bool:
        """Whether the database was heard of lately, so that leases hold and time runs."""

    def now(self) -> int:
        """The time in milliseconds."""

    def seed(self) -> bytes:
        """A new server seed."""

    def stored(self, events: int, seconds: float) -> None:
        """Count what was stored."""

    def unstored(self) -> None:
        """The database did not answer."""

    def wants(self, table: str) -> None:
        """Something is to be done at this table: its lease is wanted soon."""


class Host:
    """A table that is played here."""

    def __init__(self, house: Surroundings, log: list[AnyEvent]) -> None:
        self.house = house
        self.late = Late()
        self.steps: deque[Step] = deque(maxlen=STEPS)
        self.leased = False
        self.wakers: set[Callable[[], None]] = set()
        self._lock = asyncio.Lock()
        self._wishes: deque[Wish] = deque()
        self._row: Row | None = None  # the one in the store, where it was written here
        self._stood_since = 0  # since when nobody held the lease, as long as the log does not say so
        self.table = after(None, log[0])
        self.sequence, self.last_event_at = 1, log[0].at
        # No circle with those who serve it: all objects are searched for them seldom, and a table let go of is large.
        me: Host = weakref.proxy(self)
        self.attendance = Attendance(lambda: me.table, house.now)
        self._take(log[1:], folded(self.table, log[1:]))
        self.attendance.miss({})
        self._clockwork = Clockwork(me)
        self._clockwork.look()

    # What is asked of the table

    async def command(self, command: do.Command, who: str = "") -> None:
        """Decide a command and store what follows; returns once that is on disk.

        Raises Refusal or NotationError where the table or the rules say no, Refusal `table-busy` where others were
        quicker again and again, `storage-down` where the database did not say that it is stored. What has begun is
        finished, whoever goes away.
        """
        await asyncio.shield(asyncio.ensure_future(self.carry_out(command, who)))

    async def by_itself(self, command: do.Command) -> None:
        """A command of the house, done only as long as this worker holds the lease."""
        await asyncio.shield(asyncio.ensure_future(self.carry_out(command, lease=self.house.worker)))

    async def carry_out(self, command: do.Command, who: str = "", lease: str = "") -> None:
        """The same, for somebody who is never stopped in the middle.

        What several want while something is being stored is decided and stored together, in their order.
        """
        wish = Wish(command, who, lease, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        async with self._lock:
            while not wish.done.done():
                await self._fulfil()
        await wish.done

    async def _fulfil(self) -> None:
        """Do the commands that wait, as many as go together."""
        together: list[Wish] = []
        lease = self._wishes[0].lease
        while self._wishes and self._wishes[0].lease == lease and len(together) < MOST_TOGETHER:
            together.append(self._wishes.popleft())
        refusals: list[BaseException | None]
        try:
            refusals = await self._store(together, lease)
        except Unavailable:
            self.house.unstored()
            refusals = [Refusal("storage-down")] * len(together)
        except BaseException as error:
            refusals = [error] * len(together)
        for wish, refusal in zip(together, refusals, strict=True):
            if refusal is None:
                wish.done.set_result(None)
            else:
                wish.done.set_exception(refusal)

    async def _store(self, wishes: list[Wish], lease: str) -> list[BaseException | None]:
        """Decide commands and store what follows; what each of them is refused with."""
        for _ in range(TRIES):
            events, tables, refusals = self._decided(wishes)
            if any(refusals) and not self.house.store.alone and await self._catch_up():
                continue  # refused by a table as it was: another worker has done something that was not heard of yet
            if not events:
                return refusals
            if await self._append(events, tables, lease):
                await self.house.bus.publish(self.table.id, self.sequence)
                return refusals
            if not await self._catch_up() and lease:  # nobody was quicker: the lease is somebody else's
                self.leased = False
                return [None] * len(wishes)
        return [Refusal("table-busy")] * len(wishes)

    def _decided(self, wishes: list[Wish]) -> tuple[list[AnyEvent], list[Table], list[BaseException | None]]:
        """The events of these commands one after the other, the table after each, and what is refused."""
        events: list[AnyEvent] = []
        tables: list[Table] = []
        refusals: list[BaseException | None] = []
        now = max(self.house.now(), self.last_event_at)
        for wish in wishes:
            table = tables[-1] if tables else self.table
            by = By(wish.who, now, self.house.seed, self.house.dice)
            try:
                with TRACES.span("decide"):
                    more = decide(table, wish.command, by)
            except OrdagoError as refusal:
                refusals.append(refusal)
            else:
                refusals.append(None)
                events += [event for event, _ in more]
                tables += [table for _, table in more]
        return events, tables, refusals

    async def heard(self, sequence: int) -> None:
        """The log has come to this number: read what is new, and let everybody know."""
        if sequence > self.sequence:
            async with self._lock:
                with suppress(Unavailable):  # it is asked again soon
                    await self._catch_up()
        self.wake()

    def wake(self) -> None:
        """Let the connections and the clocks look at the table again."""
        self._clockwork.look()
        for waker in list(self.wakers):
            waker()

    async def _append(self, events: list[AnyEvent], tables: list[Table], lease: str) -> bool:
        began = asyncio.get_running_loop().time()
        row = row_of(tables[-1], self.house.now())
        stays = self._row is not None and fresh(self._row, row)
        try:
            with TRACES.span("store", events=len(events)):
                await self.house.store.append(self.table.id, self.sequence + 1, events, None if stays else row, lease)
        except Conflict:
            return False
        self._row = self._row if stays else row
        self.house.stored(len(events), asyncio.get_running_loop().time() - began)
        self._take(events, tables)
        return True

    async def _catch_up(self) -> bool:
        """Read what others wrote; whether there was anything."""
        events = await self.house.store.load(self.table.id, self.sequence + 1)
        if events:
            self._row = None
        self._take(events, folded(self.table, events))
        return bool(events)

    def _take(self, events: list[AnyEvent], tables: list[Table]) -> None:
        """Go on with these events; `tables` are what comes of each."""
        seats = self.table.seats
        for event, table in zip(events, tables, strict=True):
            self.sequence += 1
            self.last_event_at = event.at
            if isinstance(event, Restarted):
                self._stood_since = 0
            step = Step(self.sequence, self.table, event, table)
            self.table = table
            self.steps.append(step)
            self.late.take(step)
        if self.table.seats is not seats:
            self.attendance.changed()

    # Who is there

    async def current(self) -> None:
        """Before a connection: nobody comes back to less than they saw at another worker. Raises Unavailable."""
        if not self.house.store.alone:
            async with self._lock:
                news = await self._catch_up()
            if news:
                self.wake()

    async def attach(self, who: str, waker: Callable[[], None]) -> None:
        """A connection opens."""
        self.wakers.add(waker)
        self.attendance.come(who)
        if who:
            with suppress(Refusal):  # no connection fails because the table cannot be written now; see `greet`
                await self.command(do.Came(), who)
        self.wake()

    @property
    def ungreeted(self) -> list[str]:
        """Who is connected and counts as away: their coming could not be written at once."""
        return [seat.who for seat in self.table.seats if seat.who and not seat.present and self.sockets[seat.who]]

    async def greet(self) -> None:
        """Note that they are there."""
        for who in self.ungreeted:
            with suppress(Refusal):
                await self.command(do.Came(), who)

    def detach(self, who: str, waker: Callable[[], None]) -> None:
        """A connection has closed."""
        self.wakers.discard(waker)
        self.attendance.go(who)
        self.wake()

    def noticed(self, others: Iterable[Sockets]) -> None:
        """Who is connected at other workers, and who left there and when."""
        if self.attendance.noticed(others):
            self.wake()

    @property
    def sockets(self) -> Counter[str]:
        """How many connections everybody has to this worker."""
        return self.attendance.sockets

    @property
    def trouble(self) -> str:
        """The code of what is wrong with the house, empty where nothing is."""
        return "storage-down" if self.house.down else ""

    @property
    def watchers(self) -> int:
        """How many connections belong to nobody at the table."""
        return self.attendance.watchers

    @property
    def idle(self) -> bool:
        """Whether this worker has nothing to do here: nobody is connected, and no clock of it runs for anybody."""
        return not self.sockets and not (self.leased and (self.table.people() or self.attendance.anybody))

    @property
    def busy(self) -> bool:
        """Whether the clocks of the table may have something to do, so that somebody must hold its lease."""
        return self.table.phase == "playing" or bool(self.table.people())

    # What happens by itself

    async def take(self, gap: int) -> None:
        """This worker holds the lease from now on. For `gap` milliseconds nobody did: they count for nobody.

        As long as the log cannot be told so nothing happens by itself; the next beat tries again.
        """
        self.stood(gap)
        self.leased = True
        if self._stood_since:
            try:
                await self.by_itself(do.Resume(seen=self._stood_since))
            except Refusal as refusal:
                self.leased = refusal.code not in NOT_STORED
            if self.leased:
                self._stood_since = 0
        self.wake()

    def stood(self, gap: int) -> None:
        """Nobody held the lease for `gap` milliseconds, which is not in the log yet."""
        if gap:
            since = self.house.now() - gap
            self._stood_since = min(self._stood_since or since, since)

    async def close(self) -> None:
        """Stop the clocks of this process; the table itself is in the log."""
        await self._clockwork.close()


def folded(table: Table, events: Iterable[AnyEvent]) -> list[Table]:
    """The table after each of these events."""
    return list(accumulate(events, after, initial=table))[1:]
