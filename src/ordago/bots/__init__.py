"""Players for the games of the house: each sees a view only and answers with an act.

`bot_names(game)` lists them from the weakest up, `bot_for(game, name)` makes one. A bot of one game is a line in
`PLACES`; `uniform` plays them all.
"""

import importlib

from ordago.bots.bot import Bot, Choice, Reason
from ordago.bots.uniform import Uniform
from ordago.core.game import Game
from ordago.errors import OrdagoError

__all__ = ["Bot", "Choice", "Reason", "bot_for", "bot_names"]

PLACES: dict[str, dict[str, str]] = {
    "mus": {"rule": "ordago.bots.mus_rule:RuleBot"},
}
"""For each game its own bots by name, from the weakest up, and the class of each; imported when asked for."""


def bot_names(game: Game) -> tuple[str, ...]:
    """The names of the game's bots, the weakest first."""
    return (Uniform.name, *PLACES.get(game.name, {}))


def bot_for(game: Game, name: str) -> Bot:
    """The bot of this name. Raises OrdagoError `bot-unknown`."""
    if name == Uniform.name:
        return Uniform(game)
    place = PLACES.get(game.name, {}).get(name)
    if place is None:
        raise OrdagoError("bot-unknown", bot=name, bots=", ".join(bot_names(game)))
    module, _, attribute = place.partition(":")
    bot: Bot = getattr(importlib.import_module(module), attribute)()
    return bot
