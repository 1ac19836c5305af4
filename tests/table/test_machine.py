"""A table under people who do anything at any time: whatever is refused or done, it stays whole."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ordago.errors import OrdagoError
from ordago.table import commands as do
from ordago.table.clocks import wakes_at
from ordago.table.powers import may

from .world import HOST, World

PEOPLE = st.sampled_from([HOST, "ane", "jon", "", "stranger"])
CHAIRS = st.integers(0, 7)
WORDS = st.sampled_from(["M", "X", "P", "E2", "Q", "N", "O", "D", "~duples", "+2", "T", "7H", "1=Ro", "", ":", "~x>2"])
IDS = st.text("abc", max_size=2)

POWER_OF = {"start": do.Start(fill=True), "lock": do.Lock(on=True), "pause": do.Pause(on=True)}


class Tables(RuleBasedStateMachine):
    """Commands of every kind, by anybody, in any order, and time that passes."""

    @initialize(game=st.sampled_from(["mus", "mos"]), seed=st.integers(0, 99), clock=st.booleans())
    def open(self, game: str, seed: int, clock: bool) -> None:
        options: dict[str, Any] = {"clock": {"move": 5, "reserve": 10} if clock else None, "patience": 20}
        self.world = World(game, seed, given=options)

    def attempt(self, command: do.Command, who: str) -> None:
        before = self.world.table
        try:
            self.world.do(command, who)
        except OrdagoError:
            assert self.world.table is before, "a refused command changes nothing"

    @rule(who=PEOPLE, chair=CHAIRS)
    def sit(self, who: str, chair: int) -> None:
        self.attempt(do.Sit(chair=chair, name=who), who)

    @rule(who=PEOPLE)
    def stand(self, who: str) -> None:
        self.attempt(do.Stand(), who)

    @rule(who=PEOPLE, fill=st.booleans())
    def start(self, who: str, fill: bool) -> None:
        self.attempt(do.Start(fill=fill), who)

    @rule(who=PEOPLE, word=WORDS, name=IDS)
    def act(self, who: str, word: str, name: str) -> None:
        self.attempt(do.Act(word=word, id=name), who)

    @rule(who=PEOPLE, chair=CHAIRS, on=st.booleans(), which=st.integers(0, 5))
    def rule_the_table(self, who: str, chair: int, on: bool, which: int) -> None:
        commands = [do.Kick(chair=chair), do.Lock(on=on), do.Pause(on=on), do.Fill(chair=chair)]
        commands += [do.HandOver(chair=chair), do.Rematch()]
        self.attempt(commands[which], who)

    @rule(who=PEOPLE, deal=st.integers(0, 3), share=st.sampled_from(["ab" * 16, "AB" * 16, "", "zz" * 16]))
    def share(self, who: str, deal: int, share: str) -> None:
        self.attempt(do.Share(deal=deal, share=share), who)

    @rule(who=PEOPLE, phrase=st.sampled_from(["hello", "good_game", "no_crying", "mine"]))
    def say(self, who: str, phrase: str) -> None:
        self.attempt(do.Say(phrase=phrase), who)

    @rule(who=PEOPLE)
    def hurry_or_ready(self, who: str) -> None:
        self.attempt(do.Hurry(), who)
        self.attempt(do.Ready(), who)

    @rule(chair=st.integers(1, 4), back=st.booleans(), who=PEOPLE)
    def come_and_go(self, chair: int, back: bool, who: str) -> None:
        self.attempt(do.Came() if back else do.Lost(chair=chair, since=self.world.now), who if back else "")

    @rule(seconds=st.integers(0, 90))
    def wait(self, seconds: int) -> None:
        self.world.now += 1000 * seconds
        self.attempt(do.Tick(), "")

    @rule(away=st.integers(0, 100))
    def restart(self, away: int) -> None:
        self.world.now += 1000 * away
        self.attempt(do.Resume(seen=self.world.now - 1000 * away), "")

    @rule(steps=st.integers(1, 12))
    def bots(self, steps: int) -> None:
        for _ in range(steps):
            table = self.world.table
            if table.turn and table.seat(table.turn).by_bot and not table.paused_at:
                self.world.bot()

    @invariant()
    def the_log_is_the_truth(self) -> None:
        if hasattr(self, "world"):
            assert self.world.refolded() == self.world.table

    @invariant()
    def nothing_due_is_left_undone(self) -> None:
        if hasattr(self, "world"):
            self.attempt(do.Tick(), "")
            due = wakes_at(self.world.table)
            assert due is None or due > self.world.now

    @invariant()
    def nobody_sits_twice_and_the_host_is_one(self) -> None:
        if not hasattr(self, "world"):
            return
        people = [seat.who for seat in self.world.table.seats if seat.who]
        assert len(people) == len(set(people))
        assert all(bool(seat.who) == (seat.kind == "human") for seat in self.world.table.seats)
        assert self.world.table.host

    @invariant()
    def what_one_may_do_is_what_is_done(self) -> None:
        """A power that a client is told of is not refused, and one that it is not told of is."""
        if not hasattr(self, "world"):
            return
        table, log = self.world.table, list(self.world.log)
        for who in (HOST, "ane"):
            for word, command in POWER_OF.items():
                try:
                    self.world.do(command, who)
                    done = True
                except OrdagoError:
                    done = False
                self.world.table, self.world.log = table, list(log)
                assert done == (word in may(table, who)), (word, who)


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
