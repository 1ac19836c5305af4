"""A player of any game that throws dice: every kind of act that it may make now is equally likely."""

import random
from typing import Any

from ordago.bots.bot import Choice
from ordago.core.game import Game


class Uniform:
    """The floor of every ladder of bots."""

    name = "uniform"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, rng: random.Random) -> Choice:
        """A random kind of act out of those that are legal, and a random act of that kind."""
        if not view.legal:
            raise ValueError("this seat may do nothing now")
        return Choice(self.game.act_from(view.seat, rng.choice(view.legal), rng))
