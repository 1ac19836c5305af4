"""What a table does by itself: clocks that run out, the next deal, who has gone away, and its bots.

It is done by the one worker that holds the table's lease. One timer stands for whatever comes next.
"""

import asyncio
import random
from typing import TYPE_CHECKING

import structlog

from ordago.bots import bot_for
from ordago.errors import Refusal
from ordago.service.tasks import ended
from ordago.table import Table
from ordago.table import commands as do
from ordago.table.clocks import away_after, wakes_at
from ordago.table.options import bot_named

if TYPE_CHECKING:
    from ordago.service.host import Host

LOG = structlog.get_logger("ordago.table")

THINKING = {"normal": (700, 1800), "fast": (150, 350)}
"""How long a bot takes, in milliseconds; drawn before it looks at its cards, so that time tells nothing."""

HURRIED = (40, 80)
"""The same where everybody wants to get on."""

BOT_SECONDS = 5.0
"""A bot that thinks longer has failed."""

AGAIN, AFTER_FAULT = 0.5, 2.0
"""After so many seconds it is tried again: where the database is away or others were quicker; after a fault."""


class Clockwork:
    """The clocks and bots of one table."""

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0  # when the timer rings, in milliseconds
        self._acting: asyncio.Task[None] | None = None
        self._thinking = (-1, 0)

    def look(self) -> None:
        """Something may have changed: see to what is due, and set the timer for what will be."""
        if self._acting is not None:
            return  # it looks again when that is done
        host, house = self._host, self._host.house
        due = self._due()
        if due is not None and not host.leased:
            house.wants(host.table.id)
        if due is None or not (host.leased and house.steady):
            self._stop()
        elif due <= (now := house.now()):
            self._stop()
            self._acting = self._loop.create_task(self._see_to_it(), name=f"table {host.table.id}")
        elif self._timer is None or due != self._at:
            self._stop()
            self._at = due
            self._timer = self._loop.call_later((due - now) / 1000, self._ring)

    async def close(self) -> None:
        """Stop; the table itself is in the log."""
        self._stop()
        if self._acting is not None:
            await ended([self._acting])

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self.look()

    async def _see_to_it(self) -> None:
        try:
            await self._act()
        except Refusal:  # the database is away or others are quicker
            await asyncio.sleep(AGAIN)
        except Exception:  # a fault must be seen, and must not stop the clocks of the table for good
            LOG.exception("table-failed", table=self._host.table.id)
            await asyncio.sleep(AFTER_FAULT)
        self._acting = None
        self.look()

    def _due(self) -> int | None:
        table = self._host.table
        times = [time for time in (wakes_at(table), self._bot_at()) if time is not None]
        times += [since + away_after(table) for since in self._host.attendance.missing().values()]
        return min(times, default=None)

    async def _act(self) -> None:
        host = self._host
        now = host.house.now()
        for who in list(host.attendance.missing()):
            since = host.attendance.missing().get(who, now)  # who has come back in the meantime is not missed
            if since + away_after(host.table) <= now:
                await host.by_itself(do.Lost(chair=host.table.chair_of(who), since=since))
        tick = wakes_at(host.table)
        if tick is not None and tick <= now:
            await host.by_itself(do.Tick())
        bot = self._bot_at()
        if bot is not None and bot <= now:
            await self._bot_acts()

    def _bot_at(self) -> int | None:
        """When the bot on turn acts; None where none is, or nobody is there to see it."""
        table, dice = self._host.table, self._host.house.dice
        if not table.turn or table.paused_at or not table.seat(table.turn).by_bot:
            return None
        if not self._host.attendance.anybody and not table.people():
            return None
        if table.hurry:
            return table.turn_since + dice.randint(*HURRIED)
        if self._thinking[0] != table.turn_since:
            self._thinking = (table.turn_since, dice.randint(*THINKING[table.options.pace]))
        return table.turn_since + self._thinking[1]

    async def _bot_acts(self) -> None:
        table, chair = self._host.table, self._host.table.turn
        word = ""
        try:
            async with asyncio.timeout(BOT_SECONDS):
                word = await asyncio.to_thread(bot_word, table, chair)
        except Exception as error:  # whatever a bot does wrong, the table goes on as if its time had run out
            # Not what it says: that may be of its cards.
            LOG.warning("bot-failed", table=table.id, chair=chair, reason=type(error).__name__)
        await self._host.by_itself(do.BotActs(chair=chair, word=word, acts=len(table.state.history)))


def bot_word(table: Table, chair: int) -> str:
    """What the bot on this chair does, as the record's word: it sees its view and nothing else."""
    game = table.played
    bot = bot_for(game, bot_named(game, table.seat(chair).bot or table.options.bot))
    act = bot.choose(game.view(table.state, chair), random.Random()).act
    return game.write_act(table.state, act).partition(":")[2]
