"""Connections that break at any moment, through whole matches: nothing is lost, nothing is done twice.

Whoever comes back is shown the exact table.
"""

import asyncio
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from ordago.service.host import Host
from ordago.table import commands as do
from ordago.table.events import Acted, decode

from .world import Venue, Wire

PEOPLE = ("host", "ane", "jon", "iker")


class Client:
    """Somebody who knows only what came over their own connection, and sends again what was not answered."""

    def __init__(self, venue: Venue, host: Host, who: str, rng: random.Random) -> None:
        self.venue, self.host, self.who, self.rng = venue, host, who, rng
        self.waiting: dict[str, dict[str, Any]] = {}
        self.done: list[str] = []
        self.broken = 0
        self.wire: Wire | None = None
        self.read = 0
        self.last: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []

    async def connect(self) -> None:
        self.wire, self.read = await self.venue.connect(self.host, self.who), 0
        await self.look()
        for message in list(self.waiting.values()):
            await self.say(message)

    async def look(self) -> None:
        """Read what came."""
        assert self.wire is not None
        sent = self.wire.sent[self.read :]
        self.read = len(self.wire.sent)
        for text in sent:
            message = msgspec.json.decode(text)
            if message["t"] == "table":
                assert message["seq"] == 1 or message["seq"] == self.last["seq"] + 1, "no snapshot is left out"
                self.last = message
                self.news += message["news"]
            elif message["id"] in self.waiting:
                late = self.waiting[message["id"]]["t"] != "act"  # a share or a readiness that came after the deal
                assert message["t"] == "ok" or late, message
                del self.waiting[message["id"]]
                self.done.append(message["id"])

    async def say(self, message: dict[str, Any]) -> None:
        """Send a command; now and then the connection breaks before, after, or before the answer is read."""
        self.waiting[message["id"]] = message
        assert self.wire is not None
        breaks = self.rng.random()
        if breaks > 0.1:
            self.wire.say(**message)
        for _ in range(self.rng.randint(0, 25) if breaks < 0.3 else 25):
            await asyncio.sleep(0)
        if breaks < 0.3:
            await self.break_off()
        else:
            await self.look()

    async def break_off(self) -> None:
        """The network is gone, and after a while there again; nothing of what was on its way is read."""
        self.broken += 1
        assert self.wire is not None
        await self.venue.leave(self.wire)
        await self.venue.wait(self.host, self.rng.choice((0, 1, 40, 90)))
        await self.connect()

    async def play(self, number: int) -> bool:
        """Do what there is to do, as far as this client knows; whether there was something."""
        await self.look()
        table, view = self.last["table"], self.last["view"]
        name = f"{self.who}-{number}"
        share = (table["fair"]["next"] or {}).get("share")
        if share:
            deal = table["fair"]["next"]["deal"]
            await self.say({"t": "share", "id": name, "deal": deal, "share": self.rng.randbytes(16).hex()})
            return True
        if "ready" in table["can"]:
            await self.say({"t": "ready", "id": name})
            return True
        if view and view["legal"] and view["turn"] == table["you"]["chair"] and table["phase"] == "playing":
            await self.say({"t": "act", "id": name, "word": self.word(view)})
            return True
        return False

    def word(self, view: dict[str, Any]) -> str:
        """A word of those that the protocol page lets me make of the options."""
        options = [option for option in view["legal"] if option["kind"] not in ("~", "O", "M", "perete")]
        option = self.rng.choice(options)
        kind = str(option["kind"])
        if kind == "D":
            return kind + "".join(self.rng.sample(option["cards"], option["least"]))
        return f"{kind}{option['least']}" if kind in ("E", "+") and option["most"] else kind


async def match(game: str, seed: int) -> tuple[Host, list[Client], list[Acted]]:
    venue, rng = Venue(), random.Random(seed)
    settings = {"target": 25, "juegos_to_win_vaca": 1} if game == "mus" else {}
    host = await venue.house.open("host", game, settings=settings, given={"clock": None, "patience": 600})
    for chair, who in enumerate(PEOPLE, 1):
        await host.command(do.Sit(chair=chair, name=who), who)
    clients = [Client(venue, host, who, rng) for who in PEOPLE]
    for client in clients:
        await client.connect()
    await host.command(do.Start(), "host")
    for number in range(3000):
        if host.table.phase == "over":
            break
        if not await rng.choice(clients).play(number):
            await venue.wait(host, 0.3)
        if not number % 40:
            await rng.choice(clients).break_off()
    for client in clients:
        await client.look()
        fresh = msgspec.json.decode((await venue.connect(host, client.who)).sent[0])
        assert {**client.last, "seq": 0, "now": 0, "news": 0, "view": 0} == {
            **fresh,
            "seq": 0,
            "now": 0,
            "news": 0,
            "view": 0,
        }
        await client.break_off()
        assert client.last["view"] == fresh["view"], "who comes back sees what somebody new sees"
    log = [event for event in map(decode, venue.house.store.logs[host.table.id]) if isinstance(event, Acted)]  # type: ignore[attr-defined]
    await venue.close()
    return host, clients, log


@pytest.mark.parametrize("game", ["mus", "mos"])
@pytest.mark.parametrize("seed", [1, 2])
def test_connections_break_through_a_whole_match_and_the_table_is_exact(game: str, seed: int) -> None:
    host, clients, log = asyncio.run(match(game, seed))
    assert host.table.phase == "over"
    assert sum(client.broken for client in clients) > 20
    named = Counter(event.cid for event in log if event.cid)
    assert set(named.values()) <= {1}, "no act is done twice"
    for client in clients:
        answered = [name for name in client.done if f"{client.who}:{name}" in named]
        assert sorted(answered) == sorted(name.partition(":")[2] for name in named if name.startswith(f"{client.who}:"))
        assert not client.waiting, "every command was answered in the end"
