"""A match in the terminal: one person and bots, or bots alone, told line by line."""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ordago.bots import Bot, Outside, Reason, bot_for
from ordago.cli import saves
from ordago.cli.rules import tell_rules
from ordago.cli.saves import Setup
from ordago.cli.voice import Voice
from ordago.core import Act, Record
from ordago.core.files import write_whole
from ordago.errors import OrdagoError
from ordago.games import GAMES
from ordago.tell import teller

PACE = 0.7
"""Seconds after what a bot did at a slow pace; at tables of many players a part of it."""

MANY = 7
"""From so many players on, what may wait is told together at any pace."""

RECENT = 30
"""How many lines of the log a match that is taken up again begins with."""

SKIP = ("skip", "saltar", "salta")
"""Words for going to the end of a deal, in any language."""

COMMANDS = {
    **dict.fromkeys(("h", "help", "ayuda"), "help"),
    **dict.fromkeys(("c", "cuenta", "score", "marcador", "tanteo"), "score"),
    **dict.fromkeys(("why", "porque", "por qué"), "why"),
    **dict.fromkeys(("log", "dicho"), "log"),
    **dict.fromkeys(("rules", "reglas"), "rules"),
    **dict.fromkeys(("quit", "exit", "salir"), "quit"),
}
"""Words that are no act, in any language."""


class Leaves(Exception):
    """The person leaves the table."""


class Match:
    """A match that is being played; `copy` is where its record is written after each deal."""

    def __init__(
        self, record: Record, setup: Setup, voice: Voice, copy: Path | None = None, slow: bool = False
    ) -> None:
        self.record = record
        self.setup = setup
        self.voice = voice
        self.copy = copy
        self.slow = slow
        self.game = GAMES[record.game]
        self.teller = teller(record.game)
        self.bots: dict[int, Bot] = {chair: bot_for(self.game, bot) for chair, bot in enumerate(setup.bots, 1) if bot}
        self.names = list(record.seats)
        self.failed: set[int] = set()
        self.state: Any = record.start
        self.brief = not slow or len(self.names) >= MANY
        self.untold: Any = None
        self.watches: bool | None = None
        self.through = False
        self.log: list[str] = []
        self.reasons: list[tuple[int, Reason]] = []
        self.told_reasons: list[tuple[int, Reason]] = []
        for act in record.acts:
            self._heard(self.state.apply(act), begins=self.game.is_deal(act))

    # The course of the match

    def play(self) -> bool:
        """Play until the match is over or the person leaves; return whether it is over."""
        try:
            while not self.state.match_over:
                self._step()
        except (Leaves, EOFError, KeyboardInterrupt):
            return False
        return True

    def introduce(self) -> None:
        """Say who sits where, which of them are bots, and what the game is about."""
        t = self.voice.t
        shown = [
            t.text("{player} (bot)", player=name) if bot else name
            for name, bot in zip(self.names, self.setup.bots, strict=True)
        ]
        self.voice.say(*self.teller.intro(self.game.view(self.state, self.setup.seat), self.names, t))
        self.voice.say(t.text("Order of play: {players}.", players=", ".join(shown)))
        if self.setup.seat:
            self.voice.say(t.text("? explains what you may say, h shows all words; quit saves and leaves."))

    def close(self) -> None:
        """Let go of bots that are programs of their own."""
        for bot in self.bots.values():
            if isinstance(bot, Outside):
                bot.close()

    def keep(self, place: Path) -> None:
        """Write the match, and its copy."""
        write_whole(place, saves.text_of(self.record, self.setup))
        self.keep_copy()

    def keep_copy(self) -> None:
        """Write the copy, where one is wanted."""
        if self.copy:
            write_whole(self.copy, saves.text_of(self.record, self.setup))

    def _step(self) -> None:
        state = self.state
        if not state.turn:
            if state.deal_over and len(state.history):
                self._between_deals()
            self._do(*self.game.dealer_acts(state, self._dice()))
        elif state.turn == self.setup.seat:
            self._do(self._ask())
        else:
            self._offer_to_skip()
            spoken = self._interruption()
            if spoken:
                self._do(spoken)
            elif self._do(self._bot_act(state.turn)) and self.slow:
                time.sleep(PACE * min(1, (MANY - 1) / len(self.names)))

    def _do(self, *acts: Act) -> bool:
        """Apply acts, all or none, and tell them; whether there was something to tell."""
        lines = []
        for act in acts:
            lines += self._heard(self.state.apply(act), begins=self.game.is_deal(act))
        self.record = replace(self.record, acts=tuple(self.state.history))
        if self.watches is False and not self.state.deal_over:
            return False
        self.voice.say(*lines)
        return bool(lines)

    def _heard(self, after: Any, begins: bool) -> list[str]:
        """Go on to a state; return what the person heard on the way, unless it may wait for what follows."""
        seat = self.setup.seat
        since = self.game.view(self.state, seat) if self.untold is None else self.untold
        view = self.game.view(after, seat)
        was_through, self.through = self.through, self.teller.is_through(view)
        goes_out = self.through and not was_through  # told at once: what is asked next follows from it
        waits = self.brief and self.teller.may_wait(view) and not goes_out
        lines = [] if waits else self.teller.heard(since, view, self.names, self.voice.t)
        self.untold = since if waits else None
        if begins:
            self.log, self.watches = [], None
        self.log += lines
        self.state = after
        return lines

    def _dice(self, *who: object) -> random.Random:
        """The dice for what happens now."""
        return random.Random("/".join(map(str, (self.setup.seed, len(self.state.history), *who))))

    def _bot_act(self, chair: int) -> Act:
        """What the bot of the chair does; one that fails or breaks the rules acts as if its time had run out."""
        view = self.game.view(self.state, chair)
        try:
            choice = self.bots[chair].choose(view, self._dice(chair))
            act = self._noticed(view, choice.act)
            if act.seat == chair and self.state.can(act):
                if choice.why:
                    self.reasons.append((chair, choice.why))
                return act
        except OrdagoError as error:
            self._complain(chair, error)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            self._complain(chair, OrdagoError("bot-failed", reason=repr(error)))
        else:
            self._complain(chair, OrdagoError("bot-failed", reason="bot-illegal-act"))
        return self.game.time_out_act(view)

    def _complain(self, chair: int, error: OrdagoError) -> None:
        """Say on stderr that a bot failed; once for each."""
        if chair not in self.failed:
            self.failed.add(chair)
            self.voice.complain(error, [self.names[chair - 1]])

    def _noticed(self, view: Any, act: Act) -> Act:
        return self.teller.noticed(view, act, self.setup.sena_seen, self._dice("seen"))

    def _between_deals(self) -> None:
        self.keep_copy()
        self.told_reasons, self.reasons = self.reasons, []
        if self.slow and self.setup.seat:
            while self._read(self.voice.t.text("Enter deals again, quit leaves: ")):
                pass

    # The person

    def _ask(self) -> Act:
        """Ask the person whose turn it is until they say something that the rules allow."""
        view = self.game.view(self.state, self.setup.seat)
        t = self.voice.t
        self.voice.say("", *self.teller.situation(view, self.names, t))
        self.voice.say(t.text("You may: {choices}. ? explains.", choices=self.teller.choices(view, t)))
        while True:
            act = self._act_in(self._read("> "), view)
            if act:
                return act

    def _offer_to_skip(self) -> None:
        """Ask once in a deal whether a person who has no more to do in it wants to see the rest."""
        seat = self.setup.seat
        if seat and self.watches is None and self.teller.is_through(self.game.view(self.state, seat)):
            self.voice.say(
                self.voice.t.text("You have no more to do in this deal. Enter watches on, skip goes to its end.")
            )
            self.watches = self._read("> ").casefold() not in SKIP

    def _interruption(self) -> Act | None:
        """What the person says out of turn, where the rules let them speak up; None if they wait."""
        seat = self.setup.seat
        view = self.game.view(self.state, seat)
        if not seat or not self.teller.may_interrupt(view):
            return None
        t = self.voice.t
        self.voice.say("", *self.teller.situation(view, self.names, t))
        self.voice.say(t.text("You may speak up: {choices}. Enter waits.", choices=self.teller.choices(view, t)))
        while True:
            words = self._read("> ")
            act = self._act_in(words, view)
            if act or not words:
                return act

    def _act_in(self, words: str, view: Any) -> Act | None:
        """The legal act in these words; None after telling why there is none."""
        if not words:
            return self.teller.obvious(view)
        if words.startswith("?"):
            self._explain(words[1:].strip(), view)
            return None
        try:
            act = self._noticed(view, self.teller.understood(view, words))
            self.state.verify(act)
        except OrdagoError as error:
            t = self.voice.t
            self.voice.say(self.teller.refused(view, error, self.names, t))
            self.voice.say(t.text("You may: {choices}. ? explains.", choices=self.teller.choices(view, t)))
            return None
        return act

    def _explain(self, words: str, view: Any) -> None:
        """What may be done now, or what these words would mean, or why they may not be said."""
        t = self.voice.t
        if not words:
            self.voice.say(*self.teller.meanings(view, self.names, t), t.text("h shows all words."))
            return
        try:
            act = self.teller.understood(view, words)
            self.state.verify(act)
        except OrdagoError as error:
            self.voice.say(self.teller.refused(view, error, self.names, t))
        else:
            self.voice.say(self.teller.meaning(view, act, self.names, t))

    def _read(self, prompt: str) -> str:
        """A line from the person; commands are done here, and the line asked for again.

        Raises EOFError at the end of the input, and Leaves.
        """
        while True:
            words = ask(prompt).strip()
            command = COMMANDS.get(words.casefold())
            if command == "quit":
                raise Leaves
            if command is None:
                return words
            getattr(self, f"_{command}")()

    def _help(self) -> None:
        t = self.voice.t
        self.voice.say(
            *self.teller.vocabulary(t),
            t.text("?: what each act means now. ? and an act: whether you may, and what it means."),
            t.text("c: the score. log: what was said in this deal. rules: the rules here."),
            t.text("why: what the bots thought in the deal before."),
            t.text("quit: leave; the match is saved."),
        )

    def _why(self) -> None:
        """The bots' reasons in the deal before, when their cards are no secret any more."""
        t = self.voice.t
        if not self.told_reasons:
            self.voice.say(t.text("After a deal the bots tell why they did what they did."))
        for chair, why in self.told_reasons:
            reason = self.teller.reason(why.code, why.params, t)
            if reason:
                self.voice.say(t.text("{player}: {reason}", player=self.names[chair - 1], reason=reason))

    def _score(self) -> None:
        self.voice.say(*self.teller.score(self.game.view(self.state, self.setup.seat), self.names, self.voice.t))

    def _log(self) -> None:
        self.voice.say(*self.log)

    def _rules(self) -> None:
        tell_rules(self.game, self.state.rules, self.voice)


def ask(prompt: str, tty: Callable[[], bool] = lambda: sys.stdin.isatty()) -> str:
    """A line of input. What comes through a pipe is printed too, so that the text reads as a conversation."""
    if tty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"), flush=True)
    if not line:
        raise EOFError
    return line
