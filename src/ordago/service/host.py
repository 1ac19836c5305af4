"""One table in this process: its fold, who is connected, and the task that lets clocks and bots act.

Nothing here matters: all of it is rebuilt from the log. Commands of one table are decided one after the other. The
table may be open in other workers too: whoever holds its lease lets its clocks and bots act, the others only listen.
"""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import accumulate
from typing import Protocol

import msgspec
import structlog

from ordago.bots import bot_for
from ordago.errors import Refusal
from ordago.service.bus import Bus
from ordago.service.late import Late
from ordago.service.store import Conflict, Sockets, Store, Unavailable
from ordago.service.summary import row_of
from ordago.service.traces import TRACES
from ordago.table import By, Table, after, decide
from ordago.table import commands as do
from ordago.table.clocks import away_after, wakes_at
from ordago.table.events import AnyEvent
from ordago.table.options import bot_named

LOG = structlog.get_logger("ordago.table")

TRIES = 8
"""How often a lost race is tried again."""

STEPS = 400
"""How many of the last steps are kept for news; who is further behind gets the table without them."""

THINKING = {"normal": (700, 1800), "fast": (150, 350)}
"""How long a bot takes, in milliseconds; drawn before it looks at its cards, so that time tells nothing."""

HURRIED = (40, 80)
"""The same where everybody wants to get on."""

BOT_SECONDS = 5.0
"""A bot that thinks longer has failed."""


class Step(msgspec.Struct, frozen=True):
    """One event with the table before and after it."""

    sequence: int
    before: Table
    event: AnyEvent
    after: Table


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
        self.sockets: Counter[str] = Counter()
        self.elsewhere: Counter[str] = Counter()  # sockets at other workers
        self.leased = False
        self.wakers: set[Callable[[], None]] = set()
        self.idle_since = house.now()
        self._lost: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._stir = asyncio.Event()
        self._thinking = (-1, 0)
        self._watchers: int | None = None  # counted again after somebody came, went or sat down
        self.table = after(None, log[0])
        self.sequence, self.last_event_at = 1, log[0].at
        self._take(log[1:], folded(self.table, log[1:]))
        self._miss({})
        self._task = asyncio.create_task(self._run(), name=f"table {self.table.id}")

    # What is asked of the table

    async def command(self, command: do.Command, who: str = "") -> None:
        """Decide a command and store what follows; returns once that is on disk.

        Raises Refusal or NotationError where the table or the rules say no, Refusal `table-busy` where others were
        quicker again and again, `storage-down` where the database did not say that it is stored. What has begun is
        finished, whoever goes away.
        """
        await asyncio.shield(asyncio.ensure_future(self.carry_out(command, who)))

    async def carry_out(self, command: do.Command, who: str = "") -> None:
        """The same, for somebody who does not stop in the middle."""
        await self._command(command, who, "")

    async def _by_itself(self, command: do.Command) -> None:
        """A command of the house, done only as long as this worker holds the lease."""
        await asyncio.shield(asyncio.ensure_future(self._command(command, "", self.house.worker)))

    async def _command(self, command: do.Command, who: str, lease: str) -> None:
        try:
            async with self._lock:
                for _ in range(TRIES):
                    now = max(self.house.now(), self.last_event_at)
                    with TRACES.span("decide"):
                        events = decide(self.table, command, By(who, now, self.house.seed, self.house.dice))
                    if not events or await self._append(events, lease):
                        break
                    if not await self._catch_up() and lease:  # nobody was quicker: the lease is somebody else's
                        self.leased = False
                        return
                else:
                    raise Refusal("table-busy")
        except Unavailable:
            self.house.unstored()
            raise Refusal("storage-down") from None
        if events:
            await self.house.bus.publish(self.table.id, self.sequence)

    async def heard(self, sequence: int) -> None:
        """The log has come to this number: read what is new, and let everybody know."""
        if sequence > self.sequence:
            async with self._lock:
                with suppress(Unavailable):  # it is asked again soon
                    await self._catch_up()
        self.wake()

    def wake(self) -> None:
        """Let the connections and the clocks look at the table again."""
        self._stir.set()
        for waker in list(self.wakers):
            waker()

    async def _append(self, events: list[AnyEvent], lease: str) -> bool:
        tables = folded(self.table, events)
        began = asyncio.get_running_loop().time()
        row = row_of(tables[-1], self.house.now())
        try:
            with TRACES.span("store", events=len(events)):
                await self.house.store.append(self.table.id, self.sequence + 1, events, row, lease)
        except Conflict:
            return False
        self.house.stored(len(events), asyncio.get_running_loop().time() - began)
        self._take(events, tables)
        return True

    async def _catch_up(self) -> bool:
        """Read what others wrote; whether there was anything."""
        events = await self.house.store.load(self.table.id, self.sequence + 1)
        self._take(events, folded(self.table, events))
        return bool(events)

    def _take(self, events: list[AnyEvent], tables: list[Table]) -> None:
        """Go on with these events; `tables` are what comes of each."""
        for event, table in zip(events, tables, strict=True):
            self.sequence += 1
            self.last_event_at = event.at
            step = Step(self.sequence, self.table, event, table)
            self.table = table
            self.steps.append(step)
            self.late.take(step)
        self._watchers = None

    # Who is there

    async def attach(self, who: str, waker: Callable[[], None]) -> None:
        """A connection opens."""
        self.wakers.add(waker)
        self.sockets[who] += 1
        self._watchers = None
        self._lost.pop(who, None)
        if not self.house.store.alone:
            async with self._lock:
                with suppress(Unavailable):  # nobody comes back to less than they saw at another worker
                    await self._catch_up()
        if who:
            with suppress(Refusal):  # no connection fails because the table cannot be written now; see `greet`
                await self.command(do.Came(), who)
        self.wake()

    async def greet(self) -> None:
        """Note everybody who is connected and counts as away: their coming could not be written at once."""
        for chair, seat in enumerate(self.table.seats, 1):
            if self.sockets[seat.who] and not self.table.seat(chair).present:
                with suppress(Refusal):
                    await self.command(do.Came(), seat.who)

    def detach(self, who: str, waker: Callable[[], None]) -> None:
        """A connection has closed."""
        self.wakers.discard(waker)
        self.sockets[who] -= 1
        self._watchers = None
        if self.sockets[who] <= 0:
            del self.sockets[who]
            if who and self.table.chair_of(who) and not self.elsewhere[who]:
                self._lost[who] = self.house.now()
        self.idle_since = self.house.now()
        self.wake()

    def noticed(self, others: Iterable[Sockets]) -> None:
        """Who is connected at other workers, and who left there and when."""
        before, self.elsewhere = self.elsewhere, Counter()
        self._watchers = None
        left: dict[str, int] = {}
        for one in others:
            self.elsewhere[one.who] += one.count
            left[one.who] = max(left.get(one.who, 0), self.house.now() - one.gone)
        self._miss(left)
        if +self.elsewhere != before:
            self.wake()

    def _miss(self, left: dict[str, int]) -> None:
        """Note who is at the table and connected nowhere: since they left, as far as that is known."""
        for seat in self.table.seats:
            if self.here(seat.who):
                self._lost.pop(seat.who, None)
            elif seat.present:
                self._lost.setdefault(seat.who, left.get(seat.who, self.house.now()))

    def here(self, who: str) -> bool:
        """Whether somebody is connected, to whichever worker."""
        return self.sockets[who] > 0 or self.elsewhere[who] > 0

    @property
    def trouble(self) -> str:
        """The code of what is wrong with the house, empty where nothing is."""
        return "storage-down" if self.house.down else ""

    @property
    def watchers(self) -> int:
        """How many connections belong to nobody at the table."""
        if self._watchers is None:
            seated = {seat.who for seat in self.table.seats if seat.who}
            places = (self.sockets, self.elsewhere)
            self._watchers = sum(count for place in places for who, count in place.items() if who not in seated)
        return self._watchers

    def gone_for(self, who: str) -> int:
        """For how many milliseconds somebody at the table has been connected nowhere; 0 where that is not so."""
        now = self.house.now()
        return now - self._lost.get(who, now)

    @property
    def idle(self) -> bool:
        """Whether this worker has nothing to do here: nobody is connected, and no clock of it runs for anybody."""
        return not self.sockets and not (self.leased and (self.table.people() or +self.elsewhere))

    @property
    def busy(self) -> bool:
        """Whether the clocks of the table may have something to do, so that somebody must hold its lease."""
        return self.table.phase == "playing" or bool(self.table.people())

    # What happens by itself

    async def take(self, gap: int) -> None:
        """This worker holds the lease from now on. For `gap` milliseconds nobody did: they count for nobody."""
        self.leased = True
        if gap:
            with suppress(Refusal):
                await self._by_itself(do.Resume(seen=max(self.house.now() - gap, self.last_event_at)))
        self.wake()

    async def close(self) -> None:
        """Stop the clocks of this process; the table itself is in the log."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._stir.clear()
            due, ours = self._due(), self.leased and self.house.steady
            if due is not None and not self.leased:
                self.house.wants(self.table.id)
            if due is None or due > self.house.now() or not ours:
                seconds = None if due is None or not ours else (due - self.house.now()) / 1000
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self._stir.wait()
                continue
            try:
                await self._act()
            except Refusal:  # the database is away or others are quicker: try again soon
                await asyncio.sleep(0.5)
            except Exception:  # a fault must be seen, and must not stop the clocks of the table for good
                LOG.exception("table-failed", table=self.table.id)
                await asyncio.sleep(2)

    def _due(self) -> int | None:
        times = [time for time in (wakes_at(self.table), self._bot_at()) if time is not None]
        times += [since + away_after(self.table) for who, since in self._lost.items() if self._misses(who)]
        return min(times, default=None)

    def _misses(self, who: str) -> bool:
        chair = self.table.chair_of(who)
        return bool(chair) and self.table.seat(chair).present and not self.here(who)

    async def _act(self) -> None:
        now = self.house.now()
        for who, since in list(self._lost.items()):
            if not self._misses(who):
                self._lost.pop(who, None)  # who came back while another was noted is gone from here already
            elif since + away_after(self.table) <= now:
                await self._by_itself(do.Lost(chair=self.table.chair_of(who), since=since))
        tick = wakes_at(self.table)
        if tick is not None and tick <= now:
            await self._by_itself(do.Tick())
        bot = self._bot_at()
        if bot is not None and bot <= now:
            await self._bot_acts()

    def _bot_at(self) -> int | None:
        """When the bot on turn acts; None where none is, or nobody is there to see it."""
        table = self.table
        if not table.turn or table.paused_at or not table.seat(table.turn).by_bot:
            return None
        if not self.sockets and not +self.elsewhere and not table.people():
            return None
        if table.hurry:
            return table.turn_since + self.house.dice.randint(*HURRIED)
        if self._thinking[0] != table.turn_since:
            self._thinking = (table.turn_since, self.house.dice.randint(*THINKING[table.options.pace]))
        return table.turn_since + self._thinking[1]

    async def _bot_acts(self) -> None:
        table, chair = self.table, self.table.turn
        word = ""
        with suppress(Exception):  # whatever a bot does wrong, the table goes on as if its time had run out
            async with asyncio.timeout(BOT_SECONDS):
                word = await asyncio.to_thread(bot_word, table, chair)
        await self._by_itself(do.BotActs(chair=chair, word=word, acts=len(table.state.history)))


def folded(table: Table, events: Iterable[AnyEvent]) -> list[Table]:
    """The table after each of these events."""
    return list(accumulate(events, after, initial=table))[1:]


def bot_word(table: Table, chair: int) -> str:
    """What the bot on this chair does, as the record's word: it sees its view and nothing else."""
    game = table.played
    bot = bot_for(game, bot_named(game, table.seat(chair).bot or table.options.bot))
    act = bot.choose(game.view(table.state, chair), random.Random()).act
    return game.write_act(table.state, act).partition(":")[2]
