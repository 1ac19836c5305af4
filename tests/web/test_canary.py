"""Canaries: every byte to every viewer through whole matches is searched for cards; logs hold none at all."""

import asyncio
import re
from typing import Any

import msgspec
import pytest

from ordago.cards import french, spanish
from ordago.games import wire
from ordago.service.host import Host
from ordago.table import Table, after
from ordago.table import commands as do
from ordago.table.events import Acted, Dealt
from ordago.web.connection import TOO_SLOW

from .world import Venue, Wire, settle

PEOPLE = ("host", "ane", "jon", "iker")
SPANISH = re.compile(r'"([1-7SCR][oceb])"')
FRENCH = re.compile(r'"([2-9TJQKA][CDHS])"')


def told(text: str, pattern: re.Pattern[str]) -> set[str]:
    return set(pattern.findall(text))


def knowable(host: Host, seat: int, names: tuple[str, ...]) -> set[str]:
    """The cards that the state itself says this seat may know, from what was laid and dealt, not from its view."""
    state = host.table.state
    if host.table.game == "mus":
        if state.shown:
            return {names[card] for hand in state.hands for card in hand}
        own = {names[card] for card in state.hands[seat - 1]} if seat else set()
        return own | {names[card] for _, card in state.exposed}
    from ordago.mos.hand import unpacked

    own = {names[card] for card in unpacked(state.hands[seat - 1])} if seat and state.hands else set()
    return own | {names[card] for unit in state.table for card in unit}


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_nobody_is_sent_a_card_that_is_not_theirs_to_see(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pattern, names = (SPANISH, spanish.NAMES) if game == "mus" else (FRENCH, french.NAMES)
    leaks: list[Any] = []

    async def match() -> int:
        venue = Venue()
        given = {"clock": None, "delay": "none"}
        settings = {"target": 10, "juegos_to_win_vaca": 1, "senas": "common"} if game == "mus" else {}
        host = await venue.house.open("host", game, settings=settings, given=given)
        for chair, who in enumerate(PEOPLE, 1):
            await host.command(do.Sit(chair=chair, name=who), who)
        wires: dict[int, Wire] = {chair: await venue.connect(host, who) for chair, who in enumerate(PEOPLE, 1)}
        wires[0] = await venue.connect(host, "")
        late = await venue.connect(host, "")
        await host.command(do.Start(), "host")
        seen: dict[int, set[str]] = {seat: set() for seat in wires}
        public: set[str] = set()
        deal = read = 0
        while host.table.phase == "playing":
            table = host.table
            if not table.turn:
                for who in PEOPLE:
                    if table.state is not None and table.between:
                        await host.command(do.Ready(), who)
                await venue.wait(host, 3)
            else:
                options = [one for one in table.state.legal(table.turn) if one.kind not in ("~", "M")]
                option = venue.house.dice.choice(options)
                act = table.played.act_from(table.turn, option, venue.house.dice)
                word = table.played.write_act(table.state, act).partition(":")[2]
                if game == "mos":
                    public |= {names[card] for card in getattr(act, "cards", ())}
                await host.command(do.Act(word=word), PEOPLE[table.turn - 1])
                await settle()
            if host.table.deal != deal:
                deal, public = host.table.deal, set()
                seen = {seat: set() for seat in wires}
            if host.table.state is not None:
                if game == "mos" and host.table.state.trump >= 0:
                    public.add(names[host.table.state.trump_card])
                for seat, wire in wires.items():
                    seen[seat] |= knowable(host, seat, names)
                    for text in wire.sent[read:] if seat == 1 else wire.sent[-2:]:
                        cards = told(text, pattern) - seen[seat] - public
                        if cards and msgspec.json.decode(text).get("table", {}).get("deal") == deal:
                            leaks.append((seat, deal, cards))
                read = len(wires[1].sent)
        sent = sum(len(text) for wire in (*wires.values(), late) for text in wire.sent)
        await venue.close()
        return sent

    sent = asyncio.run(match())
    assert sent > 50_000, "the match was seen"
    assert leaks == []
    logs = capsys.readouterr()
    assert not told(logs.out + logs.err, pattern)


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_a_delayed_watcher_sees_each_step_of_a_deal_while_the_next_one_is_played_and_nothing_sooner(game: str) -> None:
    """Every message is held against the log; the steps are those that the log has, in order, none left out."""

    async def watch() -> tuple[list[dict[str, Any]], list[bytes], int]:
        venue = Venue()
        settings = {"senas": "common"} if game == "mus" else {"match": "fixed", "games": 3}
        host = await venue.house.open("host", game, settings=settings, given={"clock": None})
        for chair, who in enumerate(PEOPLE, 1):
            await host.command(do.Sit(chair=chair, name=who), who)
        watcher = await venue.connect(host, "")
        await host.command(do.Start(), "host")
        public: list[bytes] = []
        shown = 0
        for _ in range(4000):
            table, before = host.table, len(watcher.sent)
            if table.phase == "over" and host.late.next_at(venue.now) is None:
                break
            if table.turn:
                legal = [one for one in table.state.legal(table.turn) if one.kind not in ("M", "O")]
                option = venue.house.dice.choice(legal)
                act = table.played.act_from(table.turn, option, venue.house.dice)
                word = table.played.write_act(table.state, act).partition(":")[2]
                await host.command(do.Act(word=word), PEOPLE[table.turn - 1])
                await settle()
                if host.table.phase == "playing":
                    assert len(watcher.sent) == before, "an act of the running deal sends the watcher nothing"
                await venue.wait(host, venue.house.dice.choice((0.5, 1, 2)))
            elif table.state is not None and table.between and table.phase == "playing":
                for who in PEOPLE:
                    await host.command(do.Ready(), who)
                await venue.wait(host, 3)
            else:
                await venue.wait(host, 3)
            for text in watcher.sent[shown:]:
                message = msgspec.json.decode(text)["table"]
                assert message["deal"] < host.table.deal or host.table.phase == "over"
            shown = len(watcher.sent)
        folded: Table | None = None
        for event in await venue.house.log(host.table.id):
            folded = after(folded, event)
            if isinstance(event, Acted | Dealt):
                public.append(encoded(wire(game).view_json(folded.played.view(folded.state, 0), wire(game).MOST_ACTS)))
        deals = host.table.deal
        await venue.close()
        return [msgspec.json.decode(text) for text in watcher.sent], public, deals

    messages, public, deals = asyncio.run(watch())
    assert messages[0]["view"] is None
    assert (messages[-1]["table"]["phase"], messages[-1]["table"]["deal"]) == ("over", deals)
    assert deals > 1
    assert [one["deal"] for message in messages for one in message["news"] if one["code"] == "deal"] == [
        *range(1, deals + 1)
    ]
    told = [one["act"] for message in messages for one in message["news"] if one["code"] == "said"]
    last = msgspec.json.decode(public[-1])["acts"]
    assert told[-len(last) :] == last
    views = [encoded(message["view"]) for message in messages if message["view"]]
    assert set(views) <= set(public), "no position that the public did not see"
    assert len(set(views)) > len(set(public)) / 4, "step by step, not deal by deal"
    places = [public.index(view) for view in views]
    assert places == sorted(places)


def encoded(view: dict[str, Any]) -> bytes:
    return msgspec.json.encode(view, order="sorted")


def test_a_client_that_takes_no_message_for_long_is_let_go_and_one_that_is_only_quiet_is_not() -> None:
    async def stuck() -> None:
        venue = Venue(send_seconds=0.1)
        host = await venue.house.open("host", "mus", given={"clock": None})
        await host.command(do.Sit(chair=1, name="h"), "host")
        quiet, asleep = await venue.connect(host, "host"), await venue.connect(host, "")
        await asyncio.sleep(0.5)
        assert quiet.closed is asleep.closed is None

        asleep.fill()
        await host.command(do.Lock(on=True), "host")
        for _ in range(400):
            await asyncio.sleep(0.01)
            if asleep.closed:
                break
        assert asleep.closed == TOO_SLOW
        assert quiet.closed is None
        await venue.close()

    asyncio.run(stuck())


def test_a_sleeping_client_delays_nobody_and_keeps_no_more_than_one_snapshot() -> None:
    async def sleepy() -> None:
        venue = Venue(send_seconds=30)
        host = await venue.house.open("host", "mus", given={"clock": None})
        await host.command(do.Sit(chair=1, name="h"), "host")
        awake, asleep = await venue.connect(host, "host"), await venue.connect(host, "")
        asleep.fill()
        before = len(asleep.sent)
        for number in range(50):
            await host.command(do.Lock(on=number % 2 == 0), "host")
            await settle()
        assert len(awake.sent) >= 50
        asleep.empty()
        await settle()
        assert len(asleep.sent) - before <= 2
        assert asleep.last()["table"] | {"you": 0, "can": 0, "phrases": 0, "seats": 0, "delayed": 0, "fair": 0} == (
            awake.last()["table"] | {"you": 0, "can": 0, "phrases": 0, "seats": 0, "delayed": 0, "fair": 0}
        )
        await venue.close()

    asyncio.run(sleepy())
