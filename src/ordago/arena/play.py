"""One deal played by bots: every seat has its own dice, and the cards come from a stream of their own.

Where bots tell their probabilities the arena draws from them, and keeps book of the luck of the draw: what the act that
was drawn is guessed to bring, less what all acts are guessed to bring by their probabilities. Its mean is zero whatever
the guesses are worth, so that a part of it may be taken off a result (`ordago.arena.result`).
"""

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ordago.arena.scoring import Scoring
from ordago.bots import Bot, Outside
from ordago.core.acts import Act
from ordago.core.fair import Stream
from ordago.core.game import Game

LONGEST = 100_000
"""More acts than any deal has; a deal that has more never ends."""

SEEN = 0.15
"""Chance that a rival notices a seña."""

Noticed = Callable[[Any, Act, random.Random], Act]
"""A view, an act and dice: the act as the table makes it."""


@dataclass
class Meter:
    """What a bot cost: decisions, the seconds they took, and those that were no legal act in time."""

    decisions: int = 0
    seconds: float = 0.0
    illegal: int = 0

    def add(self, other: "Meter") -> None:
        """Count these as well."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.illegal += other.illegal


@dataclass
class Seat:
    """Who sits on a chair: a bot, its dice, and the meter of its player."""

    bot: Bot
    dice: random.Random
    meter: Meter


@dataclass
class Course:
    """A deal in play; `luck` sums, by side, what was taken for luck, where `measured`."""

    game: Game
    scoring: Scoring
    noticed: Noticed
    seats: Sequence[Seat]
    cards: random.Random
    table_dice: random.Random
    side: int = 0
    measured: bool = False
    luck: float = field(default=0.0)

    def play(self, state: Any) -> Any:
        """The state after the next deal."""
        game = self.game
        for act in game.dealer_acts(state, self.cards):
            state = state.apply(act)
        for _ in range(LONGEST):
            if state.deal_over:
                return state
            if state.turn:
                state = state.apply(self._act(state))
            else:
                for act in game.dealer_acts(state, self.cards):
                    state = state.apply(act)
        raise AssertionError(f"a deal of {game.name} did not end within {LONGEST} acts")

    def _act(self, state: Any) -> Act:
        """What the seat on turn does; what it does when its time is up, where its bot fails."""
        seat = self.seats[state.turn - 1]
        view = self.game.view(state, state.turn)
        began = time.perf_counter()
        try:
            act, chances = decided(seat.bot, view, seat.dice)
        except Exception:  # whatever a bot does wrong, the deal goes on
            act, chances = None, {}
        seat.meter.seconds += time.perf_counter() - began
        seat.meter.decisions += 1
        if act is None or act.seat != state.turn or not state.can(act):
            seat.meter.illegal += 1
            return self.game.time_out_act(view)
        if self.measured and len(chances) > 1:
            self._measure(state, act, chances)
        return self.noticed(view, act, self.table_dice)

    def _measure(self, state: Any, act: Act, chances: dict[Act, float]) -> None:
        expected = 0.0
        known: dict[type[Act], float] = {}
        for likely, chance in chances.items():
            # Bets of all sizes are guessed to bring the same: one guess for each kind of act is enough.
            kind = type(likely)
            guess = known[kind] if kind in known else self.scoring.guess(state, likely, self.side)
            if guess is None:
                return
            known[kind] = guess
            expected += chance * guess
        self.luck += known[type(act)] - expected


def decided(bot: Bot, view: Any, dice: random.Random) -> tuple[Act, dict[Act, float]]:
    """The bot's act, and how likely each was, empty where it does not say; drawn here where it says."""
    if isinstance(bot, Outside):
        answer = bot.ask(view, dice.getrandbits(32))
        chances = answer.chances
    elif (tells := getattr(bot, "action_probabilities", None)) is not None:
        chances = tells(view)
    else:
        return bot.choose(view, dice).act, {}
    point = dice.random()
    for act, chance in chances.items():
        point -= chance
        if point < 0:
            return act, chances
    return next(reversed(chances)), chances


def stream(*words: object) -> Stream:
    """The cards that belong to these words, the same everywhere."""
    return Stream(hashlib.sha256(text_of(words).encode()).digest())


def dice(*words: object) -> random.Random:
    """The dice that belong to these words."""
    return random.Random(text_of(words))


def text_of(words: Sequence[object]) -> str:
    """The words as one text."""
    return "/".join(map(str, ("arena", *words)))
