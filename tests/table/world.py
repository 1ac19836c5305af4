"""A table with a clock and dice of its own, on which tests do what people, bots and time do."""

import random
from typing import Any

from ordago.bots import bot_for
from ordago.table import By, Table, after, creation, decide
from ordago.table import commands as do
from ordago.table.clocks import wakes_at
from ordago.table.events import AnyEvent, decode, encode

HOST = "host"


class World:
    """A table and its log; `now` is the time. Every event goes through its stored form."""

    def __init__(self, game: str = "mus", seed: int = 1, **wishes: Any) -> None:
        self.now = 1_000_000
        self.dice = random.Random(seed)
        self.log: list[AnyEvent] = []
        opening = creation.opening(self.now, "table", HOST, game, **wishes)
        self.log.append(decode(encode(opening)))
        self.table: Table = after(None, self.log[0])
        self._count = 0

    def do(self, command: do.Command, who: str = "") -> list[AnyEvent]:
        """Do a command and return what followed."""
        by = By(who, self.now, lambda: self.dice.randbytes(32), self.dice)
        events = []
        for decided, table in decide(self.table, command, by):
            event = decode(encode(decided))
            self.table = after(self.table, event)
            assert self.table == table, "the table that comes with an event is the one that follows from it"
            self.log.append(event)
            events.append(event)
        return events

    def act(self, word: str, who: str, name: str = "") -> list[AnyEvent]:
        """An act of a person."""
        self._count += 1
        return self.do(do.Act(word=word, id=name or f"act-{self._count}"), who)

    def sit_and_start(self, *people: str) -> "World":
        """These people sit from chair 1 on, the host first; bots fill the rest, and the first deal comes."""
        for chair, who in enumerate((HOST, *people), 1):
            self.do(do.Sit(chair=chair, name=who), who)
        self.do(do.Start(fill=True), HOST)
        self.until_turn()
        return self

    def tick(self) -> None:
        """Go on to the next time at which something is due, and do it."""
        due = wakes_at(self.table)
        assert due is not None
        self.now = max(self.now, due)
        self.do(do.Tick())

    def until_turn(self) -> None:
        """Let time pass until a deal waits for somebody."""
        while not self.table.turn and self.table.phase == "playing":
            self.tick()

    def bot(self) -> None:
        """The chair on turn acts at random, if a bot has it."""
        table = self.table
        view = table.played.view(table.state, table.turn)
        act = bot_for(table.played, "uniform").choose(view, self.dice).act
        word = table.played.write_act(table.state, act).partition(":")[2]
        self.do(do.BotActs(chair=table.turn, word=word, acts=len(table.state.history)))

    def play_on(self, most: int = 10_000) -> None:
        """Play to the end of the match: bots at random, people by the clock."""
        for _ in range(most):
            if self.table.phase != "playing":
                return
            if self.table.turn and self.table.seat(self.table.turn).by_bot:
                self.bot()
            else:
                self.tick()
        raise AssertionError("the match does not end")

    def refolded(self) -> Table:
        """The table again, from its log alone."""
        table: Table | None = None
        for event in self.log:
            table = after(table, decode(encode(event)))
        assert table is not None
        return table
