"""What a rival who learned a trained bot's play wins from it, counted on fresh deals: how exploitable it is at least.

One rival in place of a single player, at each seat, and a pair. A real best answer wins no less, so the figures are
lower bounds. A pair that is shown all cards learns in the same way: what it wins is a lower bound of what luck leaves.
"""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ordago.arena.figures import Figure, mean, wilson
from ordago.bots.mus_trained.hands import Floats
from ordago.bots.mus_trained.store import Trained
from ordago.training import habits
from ordago.training.deals import BLANK, REMEMBERS, SEES, Tables
from ordago.training.jit import verify_compiler
from ordago.training.play import juegos, no_memory, zones_of
from ordago.training.response import BOT, PAIR, RIVAL, Words, as_the_bot, better, gains_of, try_words, words_for
from ordago.training.stages import Progress, Stages

FORMAT = 1

JUEGO = 80
"""Gains are given in 80ths of a juego, which is about what a stone is worth."""

SEATS = (0, 1, 2, 3)


class Gains(msgspec.Struct, frozen=True):
    """What rivals who learned win on `deals` fresh deals, from scores of all sorts, in 80ths of a juego a deal.

    `seats`: one that replaces a single player, by its place from the mano on; `pair`: both of a side. `juegos` is the
    share of whole juegos that this pair wins, and `sees` that of a pair who are shown the cards. All with 95 %.
    """

    bot: str
    deals: int
    seats: tuple[Figure, Figure, Figure, Figure]
    pair: Figure
    juegos: Figure
    sees: Figure


def gains(bot: Trained, deals: int, seed: int, folder: Path, progress: Progress, rounds: int = 3) -> Gains:
    """Learn against a bot in rounds of so many deals and count on as many; stages are kept in a folder.

    Raises OrdagoError `train-needs-numba`, `train-folder`, `checkpoint-broken`, `file-unwritable`.
    """
    verify_compiler()
    known = hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in bot[1:])).hexdigest()
    plan = {"format": FORMAT, "gains": known, "deals": deals, "seed": seed}
    learning = _Learning(bot, Stages(folder, {**plan, "rounds": rounds}, progress), deals, seed, rounds)
    one, two, three, four = (_figure(learning.answer(f"seat-{seat}", seat)["gain"]) for seat in SEATS)
    pair = learning.answer("pair", PAIR)
    sees = learning.answer("sees", PAIR, SEES)
    seats = (one, two, three, four)
    return Gains(bot.bot, deals, seats, _figure(pair["gain"]), _figure(pair["juegos"]), _figure(sees["juegos"]))


def _figure(kept: Any) -> Figure:
    return Figure(*kept.tolist())


class _Learning:
    """Rivals of one bot."""

    def __init__(self, bot: Trained, stages: Stages, deals: int, seed: int, rounds: int) -> None:
        self.bot = bot
        self.stages = stages
        self.deals = deals
        self.seed = seed
        self.rounds = rounds
        self.juego: Floats = bot.juego.astype(np.float64)
        self.tables = _against_itself(bot, stages)
        self.usual: Any = self.tables.words[BOT].copy()

    def answer(self, name: str, seat: int, knows: int | None = None) -> dict[str, Any]:
        """Words of a rival learned in some rounds, each settled on other deals, and what they win on fresh ones."""
        return self.stages.stage(name, lambda: self._answer(name, seat, knows))

    def _answer(self, name: str, seat: int, knows: int | None) -> dict[str, Any]:
        tables = self.tables
        tables.remembers[RIVAL] = tables.remembers[BOT] if knows is None else knows
        choice = as_the_bot()
        for number in range(self.rounds):
            self._say(choice, seat)
            tried = try_words(tables, self.juego, self._dice(seat, 2 * number), self.deals, seat)
            choice = self._settled([choice, *better(tried, choice)], seat, number)
            self.stages.progress(name, number + 1, self.rounds)
        self._say(choice, seat)
        found = {"gain": self._gain(seat, self._dice(seat, 2 * self.rounds))}
        if seat == PAIR:
            many = max(self.deals // 10, 2)
            won, _ = juegos(tables, self._dice(seat, 2 * self.rounds + 1), many)
            found["juegos"] = np.array(wilson(many - won, many))
        return found

    def _settled(self, choices: list[Words], seat: int, number: int) -> Words:
        """The best of these on deals of their own; the first of equal ones."""
        gained = []
        for choice in choices:
            self._say(choice, seat)
            gained.append(gains_of(self.tables, self.juego, self._dice(seat, 2 * number + 1), self.deals, seat).mean())
        return choices[int(np.argmax(gained))]

    def _gain(self, seat: int, seed: int) -> Any:
        return JUEGO * np.array(mean(gains_of(self.tables, self.juego, seed, self.deals, seat).tolist()))

    def _say(self, choice: Words, seat: int) -> None:
        self.tables.words[RIVAL] = words_for(choice, self.usual, self.bot.grid, seat)

    def _dice(self, seat: int, number: int) -> int:
        return self.seed * 1000 + 100 * (seat + 1) + number


def _against_itself(bot: Trained, stages: Stages) -> Tables:
    """The bot, and a rival that is still the same; one without a talk of its own cuts and throws as `odds`."""
    if bot.cuts.size:
        cuts, throws = bot.cuts / 255, bot.throws / 255
    else:
        talk = stages.stage("talk", habits.odds_talk)
        cuts, throws = talk["cuts"], talk["throws"]
    odds, told = (bot.odds.astype(float), bot.told.astype(float)) if bot.odds.size else no_memory()
    knows = REMEMBERS if bot.odds.size else BLANK
    words = np.broadcast_to(bot.words / np.float32(255), (2, 2, *bot.words.shape)).copy()
    return Tables(
        words, np.stack([cuts, cuts]), np.stack([throws, throws]), zones_of(bot.grid), np.array([knows, knows]), odds,
        told,
    )  # fmt: skip
