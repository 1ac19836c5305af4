"""Mus at random, but for the órdago: the floor that a bot must beat without living off a rival who shouts all day."""

import random

from ordago.bots.bot import Choice, Mixed, acts_of, drawn
from ordago.bots.uniform import Uniform
from ordago.core.acts import Act
from ordago.mus.game import MUS
from ordago.mus.view import View

ORDAGO = 0.01
"""How likely an órdago is where one may be shouted."""


class Tempered:
    """Like `uniform`, with an órdago once in a hundred times that it might."""

    name = "tempered"

    def __init__(self) -> None:
        self._uniform = Uniform(MUS)

    def choose(self, view: View, rng: random.Random) -> Choice:
        """A choice drawn by its weight. Raises ValueError where the view's seat may do nothing."""
        return drawn(self._mixed(view), rng.random())

    def action_probabilities(self, view: View) -> dict[Act, float]:
        """How likely each act is."""
        return acts_of(self._mixed(view))

    def _mixed(self, view: View) -> Mixed:
        quiet = sum(option.kind != "O" for option in view.legal)
        loud = len(view.legal) - quiet if quiet else 0
        found: Mixed = []
        for option in view.legal:
            weight = ORDAGO if loud and option.kind == "O" else (1.0 - ORDAGO * loud) / (quiet or 1)
            found += [(weight * chance, Choice(act)) for act, chance in self._uniform.chances(view.seat, option)]
        return found
