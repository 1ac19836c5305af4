"""Workers of Ordago as processes of this machine that share a database and a broker, and clients that play by the
protocol: for tests of what happens when something of it fails."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import websockets

from tools.services import free_port

SKEWED = """
import signal, sys, time
place, ahead = sys.argv.pop(1), 0
def look(*_):
    global ahead
    with open(place) as file:
        ahead = int(file.read())
look()
signal.signal(signal.SIGUSR2, look)
seconds, nanoseconds = time.time, time.time_ns
time.time = lambda: seconds() + ahead
time.time_ns = lambda: nanoseconds() + ahead * 1_000_000_000
from ordago.cli import main
main()
"""
"""A worker on a machine whose clock is wrong by as many seconds as a file says; at SIGUSR2 it jumps."""

ANSWERS = 8.0
"""After so many seconds without an answer a client hangs up and asks elsewhere."""


class Process:
    """A worker, or a whole server of several, on a port of its own."""

    def __init__(self, options: list[str], log: Path, ahead: int = 0) -> None:
        self.port = free_port()
        self.log = log
        self._ahead = log.with_name(f"{log.name}.ahead")
        self._ahead.write_text(str(ahead))
        serve = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--url", "http://ordago.test", "--no-open"]
        self.command = [sys.executable, "-c", SKEWED, str(self._ahead), *serve, "--lang", "en", *options]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start; it is some time before it answers."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)

    def send(self, sign: int) -> None:
        """Send a signal, if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(sign)

    def skew(self, ahead: int) -> None:
        """Let the clock of its machine jump: it is ahead by so many seconds from now on. It must answer already."""
        self._ahead.write_text(str(ahead))
        self.send(signal.SIGUSR2)

    def kill(self) -> None:
        """End it in the middle of things."""
        self.send(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self.send(signal.SIGCONT)
        self.send(signal.SIGTERM)
        self.wait()

    def wait(self) -> None:
        """Wait until it has ended."""
        if self.process is not None:
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    async def ready(self, seconds: float = 60) -> None:
        """Wait until it answers. Where it could not start, for a database that was slow, it is started again, as by
        whatever watches over it. Raises TimeoutError with the end of what it said.
        """
        for _ in range(int(seconds / 0.1)):
            if self.process is not None and self.process.poll() is not None:
                self.start()
            with suppress(OSError):
                await asyncio.to_thread(ask, self.port, "/healthz")
                return
            await asyncio.sleep(0.1)
        raise TimeoutError(self.log.read_text("utf-8", "replace")[-3000:])

    def children(self) -> list[int]:
        """The workers of a server of several."""
        assert self.process is not None
        pid = self.process.pid
        found = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [child for child in found if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]

    def end(self) -> None:
        """End it and all that it started."""
        with suppress(OSError, AssertionError):
            workers = self.children()
            self.kill()
            for worker in workers:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
        self.kill()


def ask(port: int, path: str, body: Any = None, token: str = "", seconds: float = ANSWERS) -> Any:
    """The answer to a request. Raises OSError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=seconds) as answer:
        return json.load(answer)


class Client:
    """Somebody who plays at a table, over whichever worker answers, and writes down everything that is said.

    `seen` holds the messages of each connection in turn, `acknowledged` the ids of acts that were answered with `ok`.
    An act without an answer is sent again with its id, as the protocol asks.
    """

    def __init__(self, ports: list[int], table: str, token: str, who: str, dice: random.Random) -> None:
        self.ports = ports
        self.table = table
        self.token = token
        self.who = who
        self.dice = dice
        self.seen: list[list[dict[str, Any]]] = []
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.closed: list[int] = []
        self.sent = 0
        self.stopping = False
        self._unanswered: dict[str, Any] | None = None
        self._last: dict[str, Any] = {}

    async def run(self) -> None:
        """Play until told to stop."""
        while not self.stopping:
            port = self.dice.choice(self.ports)
            headers = {"Authorization": f"Bearer {self.token}"}
            url = f"ws://127.0.0.1:{port}/ws/{self.table}"
            try:
                async with websockets.connect(
                    url, additional_headers=headers, open_timeout=3, close_timeout=1, ping_interval=None
                ) as socket:
                    self.seen.append([])
                    await self._talk(socket)
            except websockets.ConnectionClosed as closed:
                self.closed.append(closed.rcvd.code if closed.rcvd else 1006)
            except (OSError, TimeoutError, websockets.WebSocketException):
                pass
            await asyncio.sleep(self.dice.uniform(0.2, 1.0))

    async def _talk(self, socket: websockets.ClientConnection) -> None:
        told = asyncio.get_running_loop().time()
        if self._unanswered is not None:
            await socket.send(json.dumps(self._unanswered))
        while not self.stopping:
            try:
                async with asyncio.timeout(0.5):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                if self._unanswered is not None and asyncio.get_running_loop().time() - told > ANSWERS:
                    return
                if self._unanswered is None:
                    await self._say(socket)
                continue
            told = asyncio.get_running_loop().time()
            if message["t"] == "table":
                self.seen[-1].append(message)
                self._last = message
            elif self._unanswered is not None and message.get("id") == self._unanswered["id"]:
                self._answered(message)
                if message["t"] == "refused":  # at once again would be too fast
                    await asyncio.sleep(self.dice.uniform(0.1, 0.5))
                else:  # what to do next depends on the table after it
                    continue
            if self._unanswered is None:
                await self._say(socket)

    def _answered(self, message: dict[str, Any]) -> None:
        assert self._unanswered is not None
        again = message["t"] == "refused" and message["code"] in ("storage-down", "table-busy", "too-fast")
        if message["t"] == "refused":
            self.refused.append(message["code"])
        elif self._unanswered["t"] == "act":
            self.acknowledged.append(message["id"])
        if not again:
            self._unanswered = None

    async def _say(self, socket: websockets.ClientConnection) -> None:
        command = self._wish(self._last) if self._last else None
        if command is not None:
            self.sent += 1
            self._unanswered = {**command, "id": f"{self.sent}-{self.dice.randbytes(6).hex()}"}
            await socket.send(json.dumps(self._unanswered))

    def _wish(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What to do now, as far as the last snapshot says."""
        table, view = message["table"], message["view"]
        chair = table["you"]["chair"]
        if not chair or table["phase"] == "waiting":
            return None
        if table["phase"] == "over":
            return {"t": "rematch"} if table["you"]["host"] else None
        if table["fair"]["next"] and table["fair"]["next"]["share"]:
            return {"t": "share", "deal": table["fair"]["next"]["deal"], "share": self.dice.randbytes(16).hex()}
        if table["between"]:
            return {"t": "ready"} if chair not in table["between"]["ready"] else None
        word = self._word(view) if view and view["turn"] == chair else ""
        return {"t": "act", "word": word} if word else None

    def _word(self, view: dict[str, Any]) -> str:
        kinds = [option["kind"] for option in view["legal"]]
        if view["game"] == "mos":
            return self.dice.choice(kinds) if kinds else ""
        if "D" in kinds:
            return "D" + "".join(view["hand"][: self.dice.randint(1, 2)])
        calm = [kind for kind in ("M", "X", "P", "Q", "N") if kind in kinds] or [
            kind for kind in ("O",) if kind in kinds
        ]
        if "E" in kinds and self.dice.random() < 0.15:
            return "E2"
        return self.dice.choice(calm) if calm else ""


async def open_table(
    ports: list[int], dice: random.Random, game: str = "mus", **options: Any
) -> tuple[str, list[Client]]:
    """A table with four people, started, and a watcher who sees it live; the fifth client is the watcher."""
    people = []
    for name in ("Ana", "Jon", "Iker", "Ane", "Eye"):
        told = await asyncio.to_thread(ask, dice.choice(ports), "/api/me", {"name": name})
        people.append(told["token"])
    wishes = {"game": game, "name": "Ana", "options": {"delay": "none", "pace": "fast", **options}}
    opened = await asyncio.to_thread(ask, dice.choice(ports), "/api/tables", wishes, people[0])
    table = opened["id"]
    for chair, token in enumerate(people[1:4], 2):
        await command(dice.choice(ports), table, token, {"t": "sit", "chair": chair})
    await command(dice.choice(ports), table, people[0], {"t": "start", "fill": False})
    names = [json.loads(_payload(token)) for token in people]
    return table, [
        Client(ports, table, token, who, random.Random(dice.random())) for token, who in zip(people, names, strict=True)
    ]


def _payload(token: str) -> bytes:
    """What a token signs."""
    import base64

    text = token.split(".")[0]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def command(port: int, table: str, token: str, message: dict[str, Any]) -> None:
    """Ask one thing of a table. Raises AssertionError where it is refused."""
    url, headers = f"ws://127.0.0.1:{port}/ws/{table}", {"Authorization": f"Bearer {token}"}
    async with websockets.connect(url, additional_headers=headers, ping_interval=None) as socket:
        await socket.send(json.dumps({**message, "id": "once"}))
        while True:
            answer = json.loads(await asyncio.wait_for(socket.recv(), ANSWERS))
            if answer["t"] != "table":
                assert answer["t"] == "ok", answer
                return
