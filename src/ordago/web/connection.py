"""One connection at a table: what its client says and is sent (`docs/protocol.md`).

It always sends the table as it is now, and nothing while its line is full, so that what waits for a slow client is
never more than one snapshot and a few answers: a sleeping phone delays nobody.
"""

import asyncio
from typing import Any

import msgspec
import structlog

from ordago.errors import OrdagoError
from ordago.service.host import Host
from ordago.service.store import Unavailable
from ordago.service.traces import TRACES
from ordago.table import commands as do
from ordago.web.limits import Bucket
from ordago.web.line import TOO_MUCH, Line
from ordago.web.messages import Ping, id_in, understood
from ordago.web.server_state import Server
from ordago.web.sight import ENCODE
from ordago.web.snapshot import delayed

LOG = structlog.get_logger("ordago.socket")

TOO_SLOW, FAILED = 4408, 1011
"""Close codes: slow client, a fault of ours."""

MOST_NONSENSE = 3
"""So many messages that are no command close the connection."""

MOST_STRIKES = 40
"""So many messages over the limit close it."""

MOST_ANSWERS = 64
"""So many answers may wait for a client that does not read."""

NOT_LATE = -1
"""In the place of how far somebody has seen the game late who sees it as it is."""


class Connection:
    """One connection at a table. It lives by what it is told: by its line, by the table, and by its own timers."""

    __slots__ = (
        "_loop",
        "address",
        "answers",
        "body",
        "bucket",
        "busy",
        "closing",
        "count",
        "host",
        "inbox",
        "later",
        "line",
        "nonsense",
        "opened",
        "over",
        "pictures",
        "seen",
        "server",
        "shown",
        "stirring",
        "stood",
        "strikes",
        "stuck",
        "task",
        "who",
    )

    def __init__(self, server: Server, line: Line, host: Host, who: str, address: str) -> None:
        self.server = server
        self.line = line
        self.host = host
        self.who = who
        self.address = address
        self.pictures = server.pictures(host)
        self.bucket = Bucket(server.settings.burst, server.settings.rate)
        self.inbox: list[bytes] = []  # what came while something else was done
        self.answers: list[bytes] = []
        self.nonsense = self.strikes = 0
        self.count = 0
        self.stood: tuple[int, int, int, str] | None = None  # what the table was made of when last looked at
        self.seen = 0  # how far the table's steps were told
        self.shown = NOT_LATE  # how far the game's were, where it is seen late
        self.body = 0  # what was sent last, as its hash: two thousand connections would keep five megabytes
        self.closing = 0
        self.opened = self.over = self.stirring = False
        self.busy = True
        self.task: asyncio.Task[None] | None = None  # the command under way
        self.stuck: asyncio.TimerHandle | None = None  # gives up a line that stays full
        self.later: asyncio.TimerHandle | None = None  # shows the next step to somebody who sees the game late
        self._loop = asyncio.get_running_loop()

    async def open(self) -> None:
        """Begin to serve."""
        self.server.connections.add(self)
        self.server.metrics.sockets.inc()
        self.line.take(self)
        if self.over:
            return  # gone before anything was said
        try:
            await self.host.attach(self.who, self.stirred)
        except BaseException:
            self._failed()
            raise
        if not self.over:
            self.seen = self.host.sequence
            self.opened = True
            self.stirred()
            self._go_on()

    def close(self, code: int) -> None:
        """End the connection with this code, after what waits was sent, if it can be."""
        self.closing = self.closing or code
        self.stirred()

    def gone(self) -> None:
        """The line is closed, or closes."""
        if self.over:
            return
        self.over = True
        for timer in (self.stuck, self.later):
            if timer is not None:
                timer.cancel()
        self.server.connections.discard(self)
        self.server.metrics.sockets.dec()
        self.server.limits.disconnect(self.address, self.who)
        self.host.detach(self.who, self.stirred)

    def _failed(self) -> None:
        LOG.error("socket-failed", table=self.host.table.id, exc_info=True)
        self.line.end(FAILED)
        self.gone()

    # What the client says

    def said(self, text: bytes) -> None:
        """A message has come; one is done after the other."""
        if self.busy:
            self.inbox.append(text)
            self.line.hold(True)
        elif not (self.closing or self.over):
            self._hear(text)

    def _go_on(self) -> None:
        self.busy = False
        while self.inbox and not (self.busy or self.closing or self.over):
            self._hear(self.inbox.pop(0))
        if not self.busy:
            self.line.hold(False)

    def _hear(self, text: bytes) -> None:
        if not self.bucket.take() or not self.server.limits.table(self.host.table.id):
            self.strikes += 1
            self._turn_down(text, "too-fast", self.strikes >= MOST_STRIKES)
            return
        command = understood(text)
        if command is None:
            self.nonsense += 1
            self._turn_down(text, "malformed", self.nonsense >= MOST_NONSENSE)
            return
        if isinstance(command, Ping):
            self._answer({"t": "pong", "now": self.server.house.now()})
        else:
            self.busy = True
            self.task = self._loop.create_task(self._carry_out(command))

    def _turn_down(self, text: bytes, why: str, enough: bool) -> None:
        """Refuse a message that is not looked into; where that was often enough, close."""
        self._count(why)
        self._refused(id_in(text), why)
        if enough:
            self.close(TOO_MUCH)

    async def _carry_out(self, command: do.ClientCommand) -> None:
        """Do a command to its end, whether or not the client is still there."""
        try:
            await self._do(command)
        except Exception:
            self._failed()
        self.task = None
        self._go_on()

    async def _do(self, command: do.ClientCommand) -> None:
        with TRACES.span("command", kind=type(command).__name__.lower()) as span:
            span.set_attribute("ordago.outcome", await self._done(command))

    async def _done(self, command: do.ClientCommand) -> str:
        """Do a command and answer it; what came of it: `ok`, or the code of the refusal."""
        if isinstance(command, do.Sit):
            try:
                name = await self.server.house.store.name_of(self.who) if self.who else ""
            except Unavailable:
                self._refused(command.id, "storage-down")
                return "storage-down"
            command = msgspec.structs.replace(command, name=name or "")
        try:
            await self.host.carry_out(command, self.who)
        except OrdagoError as error:
            self._count("refused")
            self._refused(command.id, error.code, error.params)
            return error.code
        self._count("ok")
        self._answer({"t": "ok", "id": command.id})
        return "ok"

    def _count(self, outcome: str) -> None:
        self.server.metrics.outcome(outcome).inc()

    def _refused(self, name: str, code: str, params: dict[str, Any] | None = None) -> None:
        self._answer({"t": "refused", "id": name, "code": code, "params": params or {}})

    def _answer(self, message: dict[str, Any]) -> None:
        self.answers.append(ENCODE(message))
        if len(self.answers) < MOST_ANSWERS:
            self.stirred()
        elif self.line.full:
            self.close(TOO_SLOW)
        else:
            self._send(self._waiting())

    # What the client sees

    def stirred(self) -> None:
        """Something has happened: look at it soon, once for all that happens until then."""
        if not self.stirring:
            self.stirring = True
            self._loop.call_soon(self._look)

    def filled(self) -> None:
        """The client does not take what it is sent. It may be a while before it does."""
        if self.stuck is None:
            self.stuck = self._loop.call_later(self.server.settings.send_seconds, self.close, TOO_SLOW)

    def emptied(self) -> None:
        """The client has taken it."""
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None
        self.stirred()

    def _look(self) -> None:
        self.stirring = False
        if not self.opened or self.over:
            return
        try:
            if not self.line.full:
                chair = self.host.table.chair_of(self.who)
                late = delayed(self.host.table, chair)
                texts, message = self._waiting(), self._table(chair, late)
                if message is not None:
                    texts.append(message)
                if texts:
                    self._send(texts)
                if late or self.later is not None:
                    self._wait_for_late(late)
        except Exception:
            self._failed()
        if self.closing:
            self.line.end(self.closing)
            self.gone()

    def _wait_for_late(self, late: bool) -> None:
        """Come back when the next step is due for somebody who sees the game late."""
        if self.later is not None:
            self.later.cancel()
            self.later = None
        if late:
            now = self.server.house.now()
            due = self.host.late.next_at(now)
            if due is not None:
                self.later = self._loop.call_later((due - now) / 1000, self.stirred)

    def _table(self, chair: int, late: bool) -> bytes | None:
        """The table as it is now; None where nothing of it changed for this viewer."""
        host, first, now = self.host, self.count == 0, self.server.house.now()
        shown = host.late.shown(now) if late else NOT_LATE
        stands = host.sequence, shown, host.watchers, host.trouble
        if stands == self.stood:
            return None
        self.stood = stands
        body = self.pictures.snapshot(host, self.who, chair, first, now)
        news = [] if first else self._news(late, now)
        self.seen, self.shown = host.sequence, shown
        if hash(body) == self.body and not news and not first:
            return None
        self.body = hash(body)
        self.count += 1
        head = b'{"t":"table","seq":%d,"now":%d,' % (self.count, now)
        return b"".join((head, *body, b',"news":[', b",".join(news), b"]}"))

    def _news(self, late: bool, now: int) -> list[bytes]:
        """What this viewer was not told yet, of each step that told them something."""
        host, pictures = self.host, self.pictures
        steps = min(host.sequence - self.seen, len(host.steps))
        news = [pictures.news_of(host.steps[-back], self.who) for back in range(steps, 0, -1)]
        if late and self.shown != NOT_LATE:
            news += [pictures.late_news_of(step) for step in host.late.since(self.shown, now)]
        return [told for told in news if told]

    def _waiting(self) -> list[bytes]:
        """The answers that were not sent yet."""
        answers, self.answers = self.answers, []
        return answers

    def _send(self, texts: list[bytes]) -> None:
        self.server.metrics.sent.inc(sum(map(len, texts)))
        self.line.tell(texts)
