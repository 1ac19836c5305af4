"""Whether an outside bot keeps to the protocol: it plays deals against a random player, and every fault is told."""

import random
from typing import Any

import msgspec

from ordago.arena.play import dice, stream
from ordago.arena.scoring import SCORING
from ordago.bots import Outside, bot_for
from ordago.core.game import Game
from ordago.errors import OrdagoError

WAITS = 5
"""How many times as long as allowed a slow answer is waited for, before the bot counts as silent."""

LINGER = 0.01
"""Seconds after each answer in which lines that nobody asked for are noticed as such."""

ENOUGH = 20
"""After so many faults the check ends."""


class Finding(msgspec.Struct, frozen=True):
    """What a check found: `faults` in order, each with how many decisions there had been."""

    decisions: int
    seconds: float
    slowest: float
    faults: tuple[tuple[int, OrdagoError], ...]

    @property
    def ok(self) -> bool:
        """Whether the bot keeps to the protocol."""
        return not self.faults


def check(command: str, game: Game, deals: int, move_time: float, seed: str = "check", noisy: bool = True) -> Finding:
    """Play so many deals, the bot on every other chair. Raises nothing that the bot could cause."""
    bot = Outside(game, command, move_time, WAITS * move_time, noisy)
    faults: list[tuple[int, OrdagoError]] = []
    seconds: list[float] = []
    decisions = 0
    rules = game.rules(game.default_preset, SCORING[game.name].ending)
    other = bot_for(game, "uniform")
    for number in range(deals):
        cards, rng = stream(seed, number), dice(seed, number)
        state: Any = game.start(rules, None, cards)
        while (not state.deal_over or not len(state.history)) and len(faults) < ENOUGH:
            if not state.turn:
                for act in game.dealer_acts(state, cards):
                    state = state.apply(act)
                continue
            view = game.view(state, state.turn)
            if state.turn % 2:
                act = other.choose(view, rng).act
            else:
                decisions += 1
                act, took = _asked(bot, view, rng, game, decisions, faults)
                seconds.append(took)
            state = state.apply(act)
    _close(bot, decisions, faults)
    return Finding(decisions, sum(seconds), max(seconds, default=0.0), tuple(faults))


def _asked(
    bot: Outside, view: Any, rng: random.Random, game: Game, number: int, faults: list[tuple[int, OrdagoError]]
) -> tuple[Any, float]:
    extra = bot.extra
    try:
        answer = bot.ask(view, rng.getrandbits(32))
        bot.drain(LINGER)
    except OrdagoError as error:
        faults.append((number, error))
        return game.time_out_act(view), 0.0
    finally:
        if bot.extra > extra:
            faults.append((number, OrdagoError("bot-extra-output", line=bot.extra_line)))
    if answer.seconds > bot.move_time:
        faults.append((number, OrdagoError("bot-slow", seconds=round(answer.seconds, 2), limit=bot.move_time)))
    return answer.act, answer.seconds


def _close(bot: Outside, number: int, faults: list[tuple[int, OrdagoError]]) -> None:
    """Goodbye, and lines after the last answer."""
    extra = bot.extra
    bot.drain(LINGER)
    if bot.extra > extra:
        faults.append((number, OrdagoError("bot-extra-output", line=bot.extra_line)))
    if not bot.close():
        faults.append((number, OrdagoError("bot-stays")))
