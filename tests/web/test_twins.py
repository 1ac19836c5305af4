"""Twin worlds: two games that differ only in cards a viewer may not know give that viewer the same bytes.

World A is played at random. World B has the same deck but for exchanges of cards that the viewer never saw; the same is
said and thrown in it (discards by place in the hand). Where such an exchange changes a public fact (who has pares) or
what may be said, the twin is no twin and another one is tried.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ordago.core import fair
from ordago.errors import OrdagoError
from ordago.table import commands as do
from ordago.web.replay import replay

from .world import Venue, settle

PEOPLE = ("host", "ane", "jon", "iker")

TABLES: list[dict[str, Any]] = [
    {"game": "mus", "settings": {"senas": "common"}},
    {"game": "mus", "settings": {"senas": "fem", "mus_talk": "open_cut", "discard_order": "simultaneous"}},
    {"game": "mus", "settings": {"kings": 4, "mus_visto": "forced", "expose_probability": 0.05}},
    {"game": "mos", "settings": {}},
    {"game": "mos", "settings": {"draw_timing": "each_play", "peek_pile": True}},
]

NONSENSE = ("E2", "Q", "O", "perete", "~duples", "D1o", "T", "2C", "x")
"""What the viewer tries besides: refusals must not tell either."""


RECONNECTS_AT = 4
"""After so many acts the viewer opens a second connection."""


class Twin:
    """One of two worlds: the deck is given, and so is what happens, if this is the second."""

    def __init__(
        self,
        table: dict[str, Any],
        deck: list[int],
        viewer: int,
        script: list[tuple[int, str]] | None,
        signs: bool = True,
    ) -> None:
        self.wishes, self.deck, self.viewer, self.signing = table, deck, viewer, signs
        self.script, self.said = script, list[tuple[int, str]]()
        self.facts: list[Any] = []
        self.known: set[int] = set()
        self.traffic: list[str] = []
        self.replays: list[bytes] = []

    async def play(self, rng: random.Random, steps: int) -> None:
        venue = Venue()
        wishes = {"settings": self.wishes["settings"], "given": {"clock": None, "sena_seen": 0.0, "delay": "none"}}
        host = await venue.house.open("host", self.wishes["game"], **wishes)
        for chair, who in enumerate(PEOPLE, 1):
            await host.command(do.Sit(chair=chair, name=who), who)
        me = PEOPLE[self.viewer - 1] if self.viewer else "watcher"
        wires = [await venue.connect(host, me)]
        await host.command(do.Start(fill=True), "host")
        await venue.wait(host, 3)
        self.learn(host)
        for step in range(steps):
            if host.table.between:
                break
            chair, word = self.script[step] if self.script else self.choose(host.table, rng)
            for nonsense in NONSENSE[step % 3 :: 3]:
                if self.viewer and host.table.turn != self.viewer:
                    wires[-1].say(t="act", id=f"n{step}{nonsense}", word=nonsense)
            await settle()
            await self.signs(host)
            try:
                await host.command(do.Act(word=self.spelt(host.table, chair, word)), PEOPLE[chair - 1])
            except OrdagoError:
                self.facts.append("refused")
                break
            await settle()
            self.said.append((chair, word))
            self.learn(host)
            if host.table.between:
                break
            if step == RECONNECTS_AT:
                wires.append(await venue.connect(host, me))
        log = await venue.house.log(host.table.id)
        for seat in ("own", "0", "all"):
            try:
                self.replays.append(msgspec.json.encode(replay(log, 0, 1, me, seat)))
            except OrdagoError as error:
                self.replays.append(msgspec.json.encode([error.code, error.params]))
        self.traffic = [text.replace(host.table.id, "table") for wire in wires for text in wire.sent]
        await venue.close()

    def learn(self, host: Any) -> None:
        """What the viewer knows now, and what everybody does."""
        game, state = host.table.played, host.table.state
        view = game.view(state, self.viewer)
        self.known |= set(view.hand)
        self.known |= {card for cards in getattr(view, "cards", {}).values() for card in cards}
        for seen in view.acts:
            for name in ("cards", "card"):
                found = getattr(seen, name, ())
                self.known |= set(found) if isinstance(found, tuple) else {found}
        turned = [
            seen for seen in view.acts if type(seen).__name__ == "Expose"
        ]  # which of the dealt cards were turned up
        public = [getattr(view, name, None) for name in ("declared", "trump", "awards", "score", "hand_sizes", "out")]
        shown = state.hands if getattr(state, "shown", False) else None
        self.facts.append((public, state.turn, state.deal_over, turned, shown))

    def choose(self, table: Any, rng: random.Random) -> tuple[int, str]:
        chair = table.turn
        options = [one for one in table.state.legal(chair) if one.kind != "~" and one.kind != "perete"]
        option = rng.choice(options)
        if option.kind == "D":
            places = rng.sample(range(len(option.cards)), rng.randint(option.least, option.most))
            return chair, "D" + ",".join(map(str, sorted(places)))
        act = table.played.act_from(chair, option, rng)
        return chair, table.played.write_act(table.state, act).partition(":")[2]

    def spelt(self, table: Any, chair: int, word: str) -> str:
        """The word as it is said in this world: thrown cards are told by their places in the hand."""
        if table.game != "mus" or not word.startswith("D"):
            return word
        from ordago.cards.spanish import NAMES

        hand = table.state.hands[chair - 1]
        return "D" + "".join(NAMES[hand[int(place)]] for place in word[1:].split(",") if place)

    async def signs(self, host: Any) -> None:
        """Rivals give every sign that is true in their world; the viewer notices none."""
        if host.table.game != "mus" or not self.signing:
            return
        for chair in range(1, 5):
            if self.viewer and (chair - self.viewer) % 2 == 0:
                continue
            for option in host.table.state.legal(chair):
                if option.kind == "~":
                    await host.command(do.Act(word=f"~{option.codes[0]}"), PEOPLE[chair - 1])


def twins(
    table: dict[str, Any],
    seed: int,
    viewer: int,
    steps: int,
    swaps: int,
    wanted: Callable[[Twin], bool] = lambda one: True,
) -> tuple[Twin, Twin]:
    """A world, and another one that differs in cards that the viewer has not seen. Gives up where it is no twin."""
    rng = random.Random(seed)
    deck = pack(table["game"])
    rng.shuffle(deck)
    one = world(table, deck, viewer, None, seed, steps)
    hidden = [at for at, card in enumerate(deck) if card not in one.known]
    assume(len(hidden) > 1 and wanted(one))
    other = list(deck)
    for _ in range(swaps):
        first, second = rng.sample(hidden, 2)
        other[first], other[second] = other[second], other[first]
    two = world(table, other, viewer, one.said, seed, len(one.said))
    assume(one.facts == two.facts and one.said == two.said)
    return one, two


def pack(game: str) -> list[int]:
    from ordago.cards import french, spanish

    return list(spanish.DECK if game == "mus" else french.DECK)


def world(
    table: dict[str, Any],
    deck: list[int],
    viewer: int,
    script: list[tuple[int, str]] | None,
    seed: int,
    steps: int,
    signs: bool = True,
) -> Twin:
    twin = Twin(table, deck, viewer, script, signs)

    def as_given(self: fair.Stream, cards: Any) -> None:
        cards.sort(key=deck.index)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair.Stream, "shuffle", as_given)
        patch.setattr("secrets.token_hex", lambda size: "0" * 2 * size)
        asyncio.run(twin.play(random.Random(seed), steps))
    return twin


@settings(max_examples=40, deadline=None)
@given(
    table=st.sampled_from(TABLES),
    seed=st.integers(0, 2**32),
    viewer=st.integers(0, 4),
    steps=st.integers(1, 24),
    swaps=st.integers(1, 3),
)
def test_hidden_cards_change_no_byte(table: dict[str, Any], seed: int, viewer: int, steps: int, swaps: int) -> None:
    one, two = twins(table, seed, viewer, steps, swaps)
    assert len(one.traffic) > 1
    assert one.traffic == two.traffic
    assert one.replays == two.replays


@settings(max_examples=10, deadline=None)
@given(table=st.sampled_from(TABLES[:3]), seed=st.integers(0, 2**32), viewer=st.integers(0, 4), swaps=st.integers(1, 3))
def test_a_finished_deal_is_replayed_without_a_byte_of_what_its_viewer_never_saw(
    table: dict[str, Any], seed: int, viewer: int, swaps: int
) -> None:
    """Before the match is over: what others threw, what stayed in the stock, the señas that nobody noticed."""
    one, two = twins(table, seed, viewer, 400, swaps, lambda one: one.facts[-1][2])
    assert one.traffic == two.traffic
    own, watched, everything = map(msgspec.json.decode, one.replays)
    assert len(own["frames"]) > 2
    assert own["seat"] == viewer
    assert watched["seat"] == 0
    assert everything[0] == "match-running"
    assert one.replays == two.replays


@settings(max_examples=10, deadline=None)
@given(table=st.sampled_from(TABLES[:2]), seed=st.integers(0, 2**32), viewer=st.integers(0, 4))
def test_senas_that_a_viewer_did_not_notice_leave_no_trace(table: dict[str, Any], seed: int, viewer: int) -> None:
    """The twin's rivals make no sign at all; neither what is sent nor a replay may tell."""
    deck = pack("mus")
    random.Random(seed).shuffle(deck)
    one = world(table, deck, viewer, None, seed, 400)
    two = world(table, deck, viewer, one.said, seed, len(one.said), signs=False)
    assert one.traffic == two.traffic
    assert one.replays == two.replays


async def late(game: str, seed: int, other: int, acts: int) -> list[str] | None:
    """What a watcher one deal late is sent through the first deal and so many acts of the second, which is another one
    for each `other`; None where that deal is over sooner."""
    venue, rng = Venue(), random.Random(seed)
    secrets = iter([bytes(32), other.to_bytes(32, "big")])
    venue.house._seeds = lambda: next(secrets, bytes(32))
    settings = {"senas": "common"} if game == "mus" else {"match": "fixed", "games": 9}
    host = await venue.house.open("host", game, settings=settings, given={"clock": {"move": 600, "reserve": 5}})
    for chair, who in enumerate(PEOPLE, 1):
        await host.command(do.Sit(chair=chair, name=who), who)
    wires = [await venue.connect(host, "watcher")]
    await host.command(do.Start(), "host")
    await venue.wait(host, 3)
    done = 0
    while done < acts:
        table = host.table
        if table.phase == "over" or table.deal > 2 or (table.deal == 2 and table.between):
            await venue.close()
            return None
        if table.between:
            for who in PEOPLE:
                await host.command(do.Ready(), who)
            await venue.wait(host, 3)
            rng = random.Random(other)
            continue
        kinds = [option for option in table.state.legal(table.turn) if option.kind not in ("M", "O")]
        act = table.played.act_from(table.turn, rng.choice(kinds), rng)
        word = table.played.write_act(table.state, act).partition(":")[2]
        await host.command(do.Act(word=word), PEOPLE[table.turn - 1])
        await venue.wait(host, 0.7)
        done += table.deal == 2
        if done == 3:
            wires.append(await venue.connect(host, "another"))
    if host.table.between:  # the last of the acts ended the deal
        await venue.close()
        return None
    log = await venue.house.log(host.table.id)
    with pytest.raises(OrdagoError) as refused:
        replay(log, 0, 2, "watcher", "own")
    sent = [text for wire in wires for text in wire.sent]
    sent += [str(refused.value), str(replay(log, 0, 1, "watcher", "own"))]
    name = host.table.id
    await venue.close()
    return [text.replace(name, "table") for text in sent]


@settings(max_examples=10, deadline=None)
@given(
    game=st.sampled_from(["mus", "mos"]),
    seed=st.integers(0, 2**32),
    others=st.lists(st.integers(1, 2**32), min_size=2, max_size=2, unique=True),
    acts=st.integers(1, 12),
)
def test_a_watcher_one_deal_late_is_sent_no_byte_of_the_running_deal(
    game: str, seed: int, others: list[int], acts: int
) -> None:
    """Not even what is public in it: the twins play the same first deal, and quite another second one."""
    one, two = (asyncio.run(late(game, seed, other, acts)) for other in others)
    assume(one is not None and two is not None)
    assert one == two
    assert len(one or ()) > 5


@pytest.mark.parametrize("part", ["public_json", "own_json"])
def test_the_search_finds_a_leak_when_there_is_one(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison sees the difference when a view shows one card too many."""
    from ordago.mus import wire

    def leaky(*seen: Any) -> dict[str, Any]:
        return {**plain(*seen), "leak": sum(leak[0][:20])}

    plain = getattr(wire, part)
    monkeypatch.setattr(wire, part, leaky)
    leak = [pack("mus")]
    one = world(TABLES[0], leak[0], 1, None, 3, 3)
    hidden = [at for at, card in enumerate(leak[0]) if card not in one.known]
    other = list(leak[0])
    a, b = hidden[0], hidden[-1]
    other[a], other[b] = other[b], other[a]
    leak[0] = other
    two = world(TABLES[0], other, 1, one.said, 3, len(one.said))
    assert one.traffic != two.traffic
