"""The protocol page says what is sent: its types have the fields of real messages, its commands are those accepted."""

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ordago.core import fair
from ordago.table import commands as do
from ordago.table import news
from ordago.table.powers import may

from .world import Venue

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def fields(name: str) -> tuple[set[str], set[str]]:
    """The fields of an interface on the page: all, and those that may be left out."""
    begins = PAGE.index(f"interface {name} {{") + len(f"interface {name} {{")
    depth = ends = 1
    for at, letter in enumerate(PAGE[begins:]):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if not depth:
            ends = begins + at
            break
    body = re.sub(r"//[^\n]*", "", PAGE[begins:ends])
    while re.search(r"[{<]", body):  # inner objects are not this interface's fields
        body = re.sub(r"\{[^{}]*\}|<[^<>]*>", "", body)
    names = re.findall(r"(\w+)(\??):", body)
    return {name for name, _ in names}, {name for name, mark in names if mark}


def check(name: str, value: dict[str, Any]) -> None:
    all_of_them, optional = fields(name)
    assert all_of_them - optional <= set(value) <= all_of_them, name


async def messages(game: str) -> list[dict[str, Any]]:
    """What somebody is sent during a deal."""
    venue = Venue()
    host = await venue.house.open("host", game, given={"clock": {"move": 20, "reserve": 9}})
    await host.command(do.Sit(chair=1, name="Ana"), "host")
    wire = await venue.connect(host, "host")
    wire.say(t="start", id="a", fill=True)
    wire.say(t="start", id="b", fill=True)
    wire.say(t="ping")
    await venue.wait(host, 3)
    for _ in range(400):
        await venue.wait(host, 35)
        if host.table.between and host.table.deal:
            break
    assert host.table.between
    assert host.table.deal
    await venue.close()
    return [msgspec.json.decode(text) for text in wire.sent]


@pytest.mark.parametrize(("game", "view"), [("mus", "MusView"), ("mos", "MosView")])
def test_the_types_on_the_page_are_those_of_real_messages(game: str, view: str) -> None:
    found = asyncio.run(messages(game))
    assert {message["t"] for message in found} == {"table", "ok", "refused", "pong"}
    names = {"ok": "Ok", "refused": "Refused", "pong": "Pong", "table": "TableMessage"}
    for message in found:
        check(names[message["t"]], message)
        if message["t"] != "table":
            continue
        check("Table", message["table"])
        for seat in message["table"]["seats"]:
            check("Seat", seat)
        if message["table"]["clock"]:
            check("Clock", message["table"]["clock"])
        check("Options", message["table"]["options"])
        if not message["view"]:
            continue
        check(view, message["view"])
        for act in message["view"]["acts"]:
            check("Said", act)
        for option in message["view"]["legal"]:
            check("Option", option)
        if game == "mus":
            for award in message["view"]["awards"]:
                check("Award", award)
            for lance in [*message["view"]["closed"], *filter(None, [message["view"]["lance"]])]:
                check("Lance", lance)
            for worth in message["view"]["worths"].values():
                check("Worth", worth)
    codes = {one["code"] for message in found for one in message.get("news", ())}
    assert {"deal", "said", "started"} <= codes
    assert all(f'"{code}"' in PAGE for code in codes)


def test_every_kind_of_news_and_every_power_stands_on_the_page() -> None:
    for code in {*news.CHAIRS.values(), *news.PLAIN.values(), "deal_over", "match_over", "timeout", "rematch"}:
        assert f'"{code}"' in PAGE, code

    async def powers() -> list[str]:
        venue = Venue()
        host = await venue.house.open("host", "mus")
        return may(host.table, "host")

    assert all(f'"{power}"' in PAGE for power in asyncio.run(powers()))


def test_the_commands_on_the_page_are_those_that_are_accepted() -> None:
    written = set(re.findall(r'\{ t: "(\w+)"', PAGE[PAGE.index("type ClientMessage") :]))
    accepted = {kind.__struct_config__.tag for kind in do.ClientCommand.__args__}
    assert written - {"ping"} == accepted


def test_the_algorithm_on_the_page_is_the_one_in_use() -> None:
    assert f"## The fair deal, `{fair.ALGORITHM}`" in PAGE
    assert f"{fair.ALGORITHM}/{fair.DECK}" in PAGE
    assert f"{fair.ALGORITHM}/{fair.FIRST}" in PAGE
