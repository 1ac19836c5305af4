"""Attacks: nonsense on the socket, forged and old tokens, guessed links, two for one chair, acts raced against time."""

import asyncio
import math
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ordago.service import House
from ordago.table import commands as do
from ordago.table.clocks import turn_times
from ordago.table.events import Acted
from ordago.web import connection, guests, messages
from ordago.web.app import create_app
from ordago.web.guests import Guests
from ordago.web.settings import Settings
from tools import fuzz_socket

from .world import Memory, Venue, settle

SMALL = ["--minutes", "5", "--messages", "1200", "--seed", "7"]


def test_no_message_of_the_corpus_or_like_them_makes_the_server_fail_or_moves_anybody() -> None:
    assert fuzz_socket.main(SMALL) == 0


def test_every_message_of_the_corpus_is_answered_from_every_side() -> None:
    async def story() -> None:
        for playing in (False, True):
            attack = await fuzz_socket.Attack().start(playing)
            for text in fuzz_socket.kept():
                for side in fuzz_socket.SIDES:
                    assert await attack.send(side, text), text
            await attack.close()

    with fuzz_socket.watched() as faults:
        asyncio.run(story())
    assert not faults


@pytest.mark.parametrize("fault", ["exception", "theft", "babble"])
def test_the_search_finds_a_fault_where_there_is_one(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = connection.Connection._do

    async def wrong(self: connection.Connection, command: do.ClientCommand) -> None:
        if fault == "exception" and isinstance(command, do.Hurry):
            raise KeyError("a fault")
        if fault == "theft" and isinstance(command, do.Sit):
            await self.host.command(do.Stand(), "jon")
        if fault == "babble" and isinstance(command, do.Say):
            self._answer({"t": "card", "card": "Ro"})
        await honest(self, command)

    monkeypatch.setattr(connection.Connection, "_do", wrong)
    assert fuzz_socket.main(SMALL) == 1


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
KINDS = (
    "act",
    "ready",
    "share",
    "say",
    "sit",
    "kick",
    "lock",
    "rules",
    "hand_over",
    "ping",
    "tick",
    "botacts",
    "resume",
)
FIELDS = (
    "id",
    "word",
    "chair",
    "deal",
    "share",
    "phrase",
    "on",
    "fill",
    "preset",
    "settings",
    "players",
    "options",
    "name",
)


@given(
    kind=st.sampled_from(KINDS) | st.text(max_size=8),
    fields=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6),
)
def test_a_message_is_a_command_of_the_page_or_refused_and_never_one_of_the_house(
    kind: str, fields: dict[str, Any]
) -> None:
    text = msgspec.json.encode({"t": kind, **fields})
    try:
        command = messages.DECODER.decode(text)
    except msgspec.DecodeError:
        return
    assert not isinstance(command, do.HouseCommand)
    again = msgspec.to_builtins(command)
    assert again["t"] == kind
    for name, value in again.items():
        assert name == "t" or name not in fields or fields[name] == value, "what was sent is what is understood"


@given(text=st.text(max_size=300).map(str.encode) | st.binary(max_size=300))
def test_any_text_is_decoded_or_refused(text: bytes) -> None:
    try:
        messages.DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        messages.id_in(text)


@given(at=st.integers(0, 200), letter=st.characters(codec="ascii", categories=["L", "N"]), cut=st.integers(0, 20))
def test_a_token_with_one_letter_changed_or_cut_off_is_nobodys(at: int, letter: str, cut: int) -> None:
    token = TOKEN
    at %= len(token)
    forged = token[:at] + letter + token[at + 1 :]
    for one in (forged, token[: len(token) - 1 - cut], token + letter, token[::-1], token.upper()):
        if one != token:
            assert GUESTS.read(one) in ("", "ane"), one
            assert GUESTS.read(one) == "" or _same_bytes(one, token)


def _same_bytes(one: str, token: str) -> bool:
    """The last letter of base64 has bits that say nothing: another one there is the same signature."""
    return one[:-1] == token[:-1] and len(one) == len(token)


GUESTS = Guests(["key"])
TOKEN = GUESTS.token("ane")


def test_a_token_of_a_key_that_was_changed_twice_is_nobodys() -> None:
    old = Guests(["first"]).token("ane")
    assert Guests(["first", "second"]).read(old) == "ane"
    assert Guests(["second", "third"]).read(old) == ""


def test_a_token_is_good_for_its_time_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "LASTS", -1)
    assert GUESTS.read(TOKEN) == ""


def test_links_cannot_be_guessed_and_who_tries_is_stopped() -> None:
    here = "http://table.example"
    settings = Settings(url=here, origins=frozenset({here}), reads="50/minute", sockets="50/minute")
    with TestClient(create_app(House(Memory()), settings), base_url=here, headers={"Origin": here}) as client:
        made = {client.post("/api/tables", json={"game": "mus"}).json()["id"] for _ in range(20)}
        bits = [int(name, 16).bit_length() for name in made]
        assert len(made) == 20
        assert {len(name) for name in made} == {20}
        assert max(bits) > 70
        assert math.log2(16**20) >= 80
        answers = [client.get(f"/api/tables/{random.Random(at).randbytes(10).hex()}").status_code for at in range(60)]
    assert set(answers[:50]) == {404}
    assert set(answers[50:]) == {429}


def test_of_many_who_want_a_chair_at_once_one_gets_it() -> None:
    async def story() -> None:
        venue = Venue()
        host = await venue.house.open("host", "mus", given={"clock": None})
        wires = {who: await venue.connect(host, who) for who in (f"guest {number}" for number in range(20))}
        for wire in wires.values():
            wire.say(t="sit", id="s", chair=3)
        for _ in range(10):
            await settle()
        answers = [
            message["t"]
            for wire in wires.values()
            for message in map(msgspec.json.decode, wire.sent)
            if message.get("id") == "s"
        ]
        assert sorted(answers) == ["ok"] + ["refused"] * 19
        owner = host.table.seat(3).who
        for who, wire in wires.items():
            assert wire.last()["table"]["you"]["chair"] == (3 if who == owner else 0)
        await venue.close()

    asyncio.run(story())


@pytest.mark.parametrize("first", ["act", "clock"])
@pytest.mark.parametrize("late", [-1, 0, 1])
def test_an_act_that_comes_as_time_runs_out_is_done_or_refused_and_the_turn_is_had_once(first: str, late: int) -> None:
    async def story() -> None:
        venue = Venue()
        host = await venue.house.open("host", "mus", given={"clock": {"move": 5, "reserve": 0}})
        people = ("host", "ane", "jon", "iker")
        for chair, who in enumerate(people, 1):
            await host.command(do.Sit(chair=chair, name=who), who)
        wires = {who: await venue.connect(host, who) for who in people}
        await host.command(do.Start(), "host")
        await venue.wait(host, 3)
        chair = host.table.turn
        who, times, acts = host.table.seat(chair).who, turn_times(host.table), len(host.table.state.history)
        assert times is not None
        venue.now = times[1] + late
        if first == "clock":
            host.wake()
        wires[who].say(t="act", id="now", word="M")
        host.wake()
        await settle()
        await settle()
        [answer] = [one for one in map(msgspec.json.decode, wires[who].sent) if one.get("id") == "now"]
        log = [event for event in await venue.house.log(host.table.id) if isinstance(event, Acted)]
        assert len(log) == len(host.table.state.history) - 1 == acts
        assert log[0].token.startswith(f"{chair}:")
        assert (log[0].why == "timeout") == (answer["t"] == "refused")
        assert answer["t"] == "ok" or answer["code"] in ("not-your-turn", "talk-is-over")
        await venue.close()

    asyncio.run(story())
