"""Several windows of one person, several people for one chair: each chair has one will."""

import asyncio
from typing import Any

import msgspec

from ordago.service.host import Host
from ordago.table import commands as do

from .world import Venue, Wire, settle

PEOPLE = ("host", "ane", "jon", "iker")


async def seated(venue: Venue, **settings: Any) -> Host:
    """A table of Mus of four people whose first deal waits for somebody; nobody is connected yet."""
    host = await venue.house.open("host", "mus", settings=settings, given={"clock": None})
    for chair, who in enumerate(PEOPLE, 1):
        await host.command(do.Sit(chair=chair, name=who), who)
    await host.command(do.Start(), "host")
    await venue.wait(host, 3)
    assert host.table.turn
    return host


def answers(wire: Wire) -> list[str]:
    """What the server said to commands, by code."""
    found = [msgspec.json.decode(text) for text in wire.sent]
    return [message.get("code", "ok") for message in found if message["t"] in ("ok", "refused")]


def test_two_windows_that_act_at_once_do_it_once() -> None:
    async def play() -> None:
        venue = Venue()
        host = await seated(venue)
        who = PEOPLE[host.table.turn - 1]
        one, two = await venue.connect(host, who), await venue.connect(host, who)
        acts = len(host.table.state.history)
        one.say(t="act", id="from one", word="M")
        two.say(t="act", id="from two", word="M")
        await settle()
        assert sorted(answers(one) + answers(two)) == ["not-your-turn", "ok"]
        assert len(host.table.state.history) == acts + 1
        assert one.last()["view"] == two.last()["view"], "both windows show it"
        await venue.close()

    asyncio.run(play())


def test_who_sits_still_is_told_that_the_database_is_away_and_that_it_is_back() -> None:
    async def play() -> None:
        venue = Venue()
        host = await seated(venue)
        wire = await venue.connect(host, "ane")
        told = []
        for happens in (venue.house.unstored, venue.house.answered):
            happens()
            await settle()
            told.append(wire.last()["table"]["trouble"])
        assert told == ["storage-down", ""]
        await venue.close()

    asyncio.run(play())


def test_a_person_is_away_only_when_the_last_window_is_closed() -> None:
    async def play() -> None:
        venue = Venue()
        host = await seated(venue)
        wires = [await venue.connect(host, who) for who in PEOPLE]
        second = await venue.connect(host, "ane")
        await venue.leave(wires[1])
        await venue.wait(host, 40)
        assert host.table.seat(2).present
        await venue.leave(second)
        await venue.wait(host, 14)
        assert host.table.seat(2).present, "a network may be gone for a moment"
        await venue.wait(host, 2)
        assert not host.table.seat(2).present
        assert wires[0].last()["table"]["seats"][1]["connected"] is False
        again = await venue.connect(host, "ane")
        assert host.table.seat(2).present
        assert again.last()["view"]["hand"]
        await venue.close()

    asyncio.run(play())


def test_who_leaves_the_chair_in_one_window_watches_in_the_other_and_sees_no_hand_any_more() -> None:
    async def play() -> None:
        venue = Venue()
        host = await seated(venue)
        one, two = await venue.connect(host, "ane"), await venue.connect(host, "ane")
        assert two.last()["view"]["hand"]
        one.say(t="stand", id="s")
        await settle()
        for wire in (one, two):
            last = wire.last()
            assert (last["table"]["you"]["chair"], last["table"]["delayed"], last["view"]) == (0, True, None)
        two.say(t="act", id="a", word="M")
        await settle()
        assert answers(two) == ["not-seated"]
        assert host.table.seat(2).kind == "bot"
        await venue.close()

    asyncio.run(play())


def test_of_two_people_who_want_one_chair_one_gets_it() -> None:
    async def play() -> None:
        venue = Venue()
        host = await venue.house.open("host", "mus")
        wires = [await venue.connect(host, who) for who in ("ane", "jon")]
        for wire in wires:
            wire.say(t="sit", id="mine", chair=2)
        await settle()
        assert sorted(answers(wires[0]) + answers(wires[1])) == ["ok", "seat-taken"]
        chairs = [wire.last()["table"]["you"]["chair"] for wire in wires]
        assert sorted(chairs) == [0, 2]
        assert host.table.chair_of(("ane", "jon")[chairs.index(2)]) == 2
        await venue.close()

    asyncio.run(play())


def test_who_goes_in_the_middle_of_mus_discard_or_answer_finds_the_exact_place_again() -> None:
    async def play() -> set[str]:
        venue = Venue()
        host = await seated(venue)
        wires = {who: await venue.connect(host, who) for who in PEOPLE}
        moments = set()
        for step in range(40):
            state = host.table.state
            if host.table.between:
                break
            who = PEOPLE[state.turn - 1]
            lance = state.lance
            moments.add("answer" if lance is not None and lance.bettor else state.phase)
            before = wires[who].last()
            await venue.leave(wires[who])
            await venue.wait(host, 5)
            wires[who] = await venue.connect(host, who)
            after = msgspec.json.decode(wires[who].sent[0])
            assert after["view"] == before["view"]
            assert after["table"]["clock"] == before["table"]["clock"]
            legal = {option["kind"]: option for option in after["view"]["legal"]}
            if "D" in legal:
                word = "D" + legal["D"]["cards"][0]
            elif "M" in legal:
                word = "M" if not state.rounds else "X"
            else:
                word = next(word for word in ("N", "E", "P") if word in legal)
                word = "E2" if word == "E" else word
            wires[who].say(t="act", id=f"act {step}", word=word)
            await settle()
            assert answers(wires[who])[-1:] == ["ok"]
        await venue.close()
        return moments

    moments = asyncio.run(play())
    assert {"mus", "discard", "answer", "grande"} <= moments
