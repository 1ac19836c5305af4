"""Clients of Ordago that play Mus at random, written against `docs/protocol.md`."""

import asyncio
import json
import secrets
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from play import Figures, Pace, Table
from processes import Process, free_port
from sockets import Silent, Socket, connect

SEATS = 4
LIKELY = {"M": 2, "X": 3, "P": 8, "Q": 4, "N": 4, "E": 3, "+": 1, "D": 1}
"""How often each kind is chosen; no órdago, so that matches last as long as people's."""


class Option(msgspec.Struct):
    """What a seat may do."""

    kind: str
    least: int = 0
    most: int = 0
    cards: list[str] = []


class View(msgspec.Struct):
    """What of a view the players look at."""

    turn: int
    acts: list[msgspec.Raw]
    legal: list[Option]


class Next(msgspec.Struct):
    """The deal to come."""

    deal: int
    share: bool


class Fair(msgspec.Struct):
    """Whether a share is wanted."""

    next: Next | None


class Between(msgspec.Struct):
    """Who is ready for the next deal."""

    ready: list[int]


class TableNow(msgspec.Struct):
    """What of a table the players look at."""

    phase: str
    match: int
    deal: int
    fair: Fair
    between: Between | None


class Message(msgspec.Struct):
    """Any message of the server."""

    t: str
    id: str = ""
    table: TableNow | None = None
    view: View | None = None
    code: str = ""


AGAIN = {"storage-down", "table-busy"}
"""Refusals after which the same command is sent again: the disk was too slow, or others too quick."""

DECODE = msgspec.json.Decoder(Message).decode


class Player:
    """One seat."""

    def __init__(self, chair: int, table: Table) -> None:
        self.chair = chair
        self.table = table
        self.socket: Socket
        self.seated = asyncio.Event()
        self.dealt = asyncio.Event()
        self._count = 0
        self._asked: dict[str, bytes] = {}
        self._stood: Any = None
        self._shared = self._readied = self._rematched = (0, 0)

    def on_close(self, code: int) -> None:
        """The connection has ended."""
        self.table.figures.closed.append(code)

    def on_text(self, text: bytes) -> None:
        """Look at a message, and do what a person would."""
        figures = self.table.figures
        figures.bytes += len(text)
        figures.messages += 1
        message = DECODE(text)
        if message.t == "refused":
            if message.code not in AGAIN:
                raise RuntimeError(f"refused: {message.code}")
            figures.again += 1
            asyncio.get_running_loop().call_later(1, self._send, self._asked[message.id])
        if message.t == "ok":
            self._asked.pop(message.id)
            figures.commands += 1
            self.seated.set()
        if message.t != "table" or message.table is None:
            return
        now, view = message.table, message.view
        deal = (now.match, now.deal)
        coming = now.fair.next
        if coming is not None and coming.share and self._shared != (now.match, coming.deal):
            self._shared = (now.match, coming.deal)
            self.say(t="share", deal=coming.deal, share=secrets.token_hex(16))
        if view is None:
            return
        self.dealt.set()
        stands = (deal, now.phase, view.turn, len(view.acts))
        if stands != self._stood:
            self._stood = stands
            self.table.saw(self.chair)
            if view.turn == self.chair and now.phase == "playing" and now.between is None:
                legal = view.legal
                self.table.turn(lambda: self.say(t="act", word=self.word(legal)))
        if now.between is not None and self.chair not in now.between.ready and self._readied != deal:
            self._readied = deal
            asyncio.get_running_loop().call_later(self.table.pace.wait(), self.say, "ready")
        if now.phase == "over" and self.chair == 1 and self._rematched != deal:
            self._rematched = deal
            asyncio.get_running_loop().call_later(self.table.pace.wait(), self.say, "rematch")

    def word(self, legal: list[Option]) -> str:
        """An act at random, as it is said."""
        dice = self.table.pace.dice
        options = [option for option in legal if option.kind in LIKELY]
        [one] = dice.choices(options, [LIKELY[option.kind] for option in options])
        if one.kind == "D":
            return "D" + "".join(dice.sample(one.cards, dice.randint(one.least, one.most)))
        return f"{one.kind}{one.least}" if one.kind in "E+" and one.most else one.kind

    def say(self, t: str, **more: Any) -> None:
        """Send a command."""
        self._count += 1
        name = f"{self.chair}-{self._count}"
        self._asked[name] = msgspec.json.encode({"t": t, "id": name, **more})
        self._send(self._asked[name])

    def _send(self, text: bytes) -> None:
        if not self.socket.transport.is_disconnected:
            self.socket.send(text)


class Ordago:
    """The server of this project, its store on disk as it always is."""

    def __init__(self, name: str = "ordago", shared: tuple[str, ...] = ()) -> None:
        """With `shared`, on this database instead, by this broker, with so many workers."""
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="load-")
        self._port = free_port()
        server = str(Path(__file__).parent / "ordago_server.py")
        data = shared or (str(Path(self._folder.name) / "data"),)
        command = [sys.executable, server, str(self._port), *data]
        self._process = Process(command, Path(self._folder.name), f"http://127.0.0.1:{self._port}/healthz")
        self.pid = self._process.pid
        self._tokens: dict[int, str] = {}

    async def tables(self, number: int, pace: Pace, figures: Figures) -> list[Any]:
        """So many tables, everybody seated by the protocol and the first cards dealt."""
        found: list[Any] = []
        for begin in range(0, number, 25):
            found += await asyncio.gather(*(self._table(pace, figures) for _ in range(begin, min(begin + 25, number))))
        return found

    async def _table(self, pace: Pace, figures: Figures) -> list[Player]:
        table = Table(SEATS, pace, figures)
        players = [Player(chair, table) for chair in range(1, SEATS + 1)]
        people = [await self._person() for _ in players]
        options = {"clock": None}
        made = await asyncio.to_thread(self._ask, "/api/tables", {"game": "mus", "options": options}, people[0])
        for player, token in zip(players, people, strict=True):
            await self._open(made["id"], token, player)
            if player.chair > 1:
                player.say(t="sit", chair=player.chair)
                await player.seated.wait()
        players[0].say(t="start", fill=False)
        await asyncio.gather(*(player.dealt.wait() for player in players))
        self._tokens[id(players[1])] = made["id"] + " " + people[1]
        return players

    async def _open(self, table: str, token: str, client: Player | Silent) -> None:
        url = f"ws://127.0.0.1:{self._port}/ws/{table}"
        await connect(url, {"Authorization": f"Bearer {token}"}, client)

    async def _person(self) -> str:
        return str((await asyncio.to_thread(self._ask, "/api/me", {"name": "Ana"}))["token"])

    async def stalled(self, table: Any) -> None:
        """A second connection of the person on chair 2, which stops reading."""
        name, token = self._tokens[id(table[1])].split()
        phone = Silent()
        await self._open(name, token, phone)
        phone.socket.stall()

    def _ask(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        url = f"http://127.0.0.1:{self._port}{path}"
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)

    def close(self) -> None:
        """Stop the server and remove its data."""
        self._process.close()
        self._folder.cleanup()
