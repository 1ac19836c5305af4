"""What a bot is: a player that sees a view only and answers with an act and the reason for it."""

import random
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from ordago.core.acts import Act


class Reason(msgspec.Struct, frozen=True):
    """Why a bot acted: a stable code, and the parameters of its sentence (`ordago.tell`).

    It speaks of the bot's own cards, so it is for after the showdown.
    """

    code: str
    params: dict[str, Any] = {}


class Choice(msgspec.Struct, frozen=True):
    """An act, and why; None where there is nothing to tell."""

    act: Act
    why: Reason | None = None


class Bot(Protocol):
    """A player. It keeps nothing between decisions: everything it knows is in the view."""

    @property
    def name(self) -> str:
        """The name by which it is asked for."""

    def choose(self, view: Any, rng: random.Random) -> Choice:
        """What the bot does now, one of `view.legal`; randomness is handed in.

        Raises ValueError where the view's seat may do nothing.
        """


Mixed = list[tuple[float, Choice]]
"""A decision before the dice: choices with their weights, which need not add up to 1."""


def drawn(mixed: Mixed, point: float) -> Choice:
    """The choice at `point`, a number from 0 up to 1, of the weights laid end to end. Raises ValueError for none."""
    if not mixed:
        raise ValueError("nothing to choose from")
    left = point * sum(weight for weight, _ in mixed)
    for weight, choice in mixed:
        left -= weight
        if left < 0:
            return choice
    return mixed[-1][1]


def scaled(mixed: Mixed, by: float) -> Mixed:
    """The same choices with weights that add up to `by`."""
    total = sum(weight for weight, _ in mixed)
    return [(by * weight / total, choice) for weight, choice in mixed]


def acts_of(mixed: Iterable[tuple[float, Choice]]) -> dict[Act, float]:
    """The probability of each act in a decision."""
    pairs = list(mixed)
    total = sum(weight for weight, _ in pairs)
    found: dict[Act, float] = {}
    for weight, choice in pairs:
        found[choice.act] = found.get(choice.act, 0.0) + weight / total
    return found
