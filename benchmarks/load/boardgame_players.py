"""Clients of the control: boardgame.io's protocol (Socket.IO 4 over a WebSocket) spoken as its own client does."""

import asyncio
import json
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from play import Figures, Pace, Table
from processes import Process, free_port
from sockets import Socket, connect

SEATS = 4
GAME = "cards"
HOME = Path(__file__).parent / "boardgame"


class Lance(msgspec.Struct):
    """A round of betting."""

    bettor: int


class Hand(msgspec.Struct):
    """What one seat holds."""

    hand: list[str]


class Game(msgspec.Struct):
    """What of the game's state the players look at."""

    stage: str
    players: dict[str, Hand]
    lance: Lance | None


class Context(msgspec.Struct):
    """Whose turn it is."""

    current: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    """The state as one player gets it."""

    game: Game = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The answer to a client that comes."""

    state: State


EVENT = msgspec.json.Decoder(list[msgspec.Raw]).decode
STATE = msgspec.json.Decoder(State).decode
SYNCED = msgspec.json.Decoder(Synced).decode
NAME = msgspec.json.Decoder(str).decode


class Player:
    """One seat."""

    def __init__(self, chair: int, table: Table, match: str, credentials: str) -> None:
        self.chair = chair
        self.table = table
        self.match = match
        self.credentials = credentials
        self.socket: Socket
        self.dealt = asyncio.Event()
        self._number = -1
        self._asked = False

    @property
    def name(self) -> str:
        """The seat as boardgame.io names it."""
        return str(self.chair - 1)

    def on_close(self, code: int) -> None:
        """The connection has ended."""
        self.table.figures.closed.append(code)

    def on_text(self, text: bytes) -> None:
        """Look at a packet, and do what a person would."""
        figures = self.table.figures
        figures.bytes += len(text)
        figures.messages += 1
        kind = text[:2]
        if kind[:1] == b"0":
            self.socket.send(b"40/" + GAME.encode() + b",")
        elif kind[:1] == b"2":
            self.socket.send(b"3")
        elif kind == b"40":
            self.emit("sync", self.match, self.name, self.credentials, SEATS)
        elif kind == b"42":
            self.on_event(EVENT(text[text.index(b",") + 1 :]))

    def on_event(self, event: list[msgspec.Raw]) -> None:
        """What an event of the server says."""
        name = NAME(event[0])
        if name == "update":
            self.on_state(STATE(event[2]))
        elif name == "sync":
            self.on_state(SYNCED(event[2]).state)
        elif name not in ("matchData", "chat"):
            raise RuntimeError(f"what is {name}?")

    def on_state(self, state: State) -> None:
        """The state is new."""
        self.dealt.set()
        if state.number <= self._number:
            return
        self._number = state.number
        self.table.figures.commands += self._asked
        self._asked = False
        self.table.saw(self.chair)
        if state.context.current == self.name:
            self.table.turn(lambda: self.act(state))

    def act(self, state: State) -> None:
        """An act at random, weighted like those at Mus."""
        self._asked = True
        dice, game = self.table.pace.dice, state.game
        if game.stage == "talk":
            move: tuple[str, Any] = ("say", dice.random() < 0.4)
        elif game.stage == "throw":
            move = ("throwAway", dice.sample(game.players[self.name].hand, dice.randint(1, 4)))
        elif game.lance is not None and game.lance.bettor < 0:
            move = ("pass", None) if dice.random() < 0.73 else ("bet", 2)
        else:
            move = ("answer", True) if dice.random() < 0.5 else ("answer", False)
            if dice.random() < 0.1:
                move = ("bet", 2)
        payload = {"type": move[0], "args": [move[1]], "playerID": self.name, "credentials": self.credentials}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self._number, self.match, self.name)

    def emit(self, *event: Any) -> None:
        """Send an event."""
        if not self.socket.transport.is_disconnected:
            self.socket.send(b"42/" + GAME.encode() + b"," + msgspec.json.encode(event))


class Boardgame:
    """boardgame.io, installed from npm into a folder that is removed afterwards."""

    def __init__(self, modules: Path, on_disk: bool) -> None:
        self.name = "boardgame.io on disk" if on_disk else "boardgame.io"
        self._folder = tempfile.TemporaryDirectory(prefix="load-")
        self._port = free_port()
        shutil.copy(HOME / "server.js", modules)
        command = ["node", str(modules / "server.js"), str(self._port)]
        command += [str(Path(self._folder.name) / "data")] if on_disk else []
        url = f"http://127.0.0.1:{self._port}/games"
        self._process = Process(command, Path(self._folder.name), url, {"NODE_ENV": "production"})
        self.pid = self._process.pid

    async def tables(self, number: int, pace: Pace, figures: Figures) -> list[Any]:
        """So many matches, everybody joined and connected."""
        found: list[Any] = []
        for begin in range(0, number, 25):
            found += await asyncio.gather(*(self._table(pace, figures) for _ in range(begin, min(begin + 25, number))))
        return found

    async def _table(self, pace: Pace, figures: Figures) -> list[Player]:
        table = Table(SEATS, pace, figures)
        made = await asyncio.to_thread(self._ask, f"/games/{GAME}/create", {"numPlayers": SEATS})
        match, players = made["matchID"], []
        for chair in range(1, SEATS + 1):
            body = {"playerID": str(chair - 1), "playerName": "Ana"}
            joined = await asyncio.to_thread(self._ask, f"/games/{GAME}/{match}/join", body)
            player = Player(chair, table, match, joined["playerCredentials"])
            await self._open(player)
            players.append(player)
        await asyncio.gather(*(player.dealt.wait() for player in players))
        return players

    async def _open(self, player: Player) -> None:
        await connect(f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket", {}, player)

    async def stalled(self, table: Any) -> None:
        """A second connection of the person on chair 2, which stops reading."""
        second = table[1]
        other = Player(second.chair, Table(SEATS, Pace((9e9, 9e9)), Figures()), second.match, second.credentials)
        await self._open(other)
        await other.dealt.wait()
        other.socket.stall()

    def _ask(self, path: str, body: Any) -> Any:
        url = f"http://127.0.0.1:{self._port}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def close(self) -> None:
        """Stop the server."""
        self._process.close()
        self._folder.cleanup()


def install(folder: Path) -> Path:
    """Install what `package.json` names into a folder, unless it is there already."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        shutil.copy(HOME / "package.json", folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder
