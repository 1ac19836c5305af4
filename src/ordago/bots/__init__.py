"""Players for the games of the house: each sees a view only and answers with an act.

`bot_names(game)` lists them from the weakest up, `bot_for(game, name)` makes one. A bot of one game is a line in
`PLACES`; `uniform` plays them all. `cmd:` and a command is a program that plays (`ordago.bots.outside`).
"""

import importlib

from ordago.bots.bot import Bot, Choice, Reason
from ordago.bots.outside import PREFIX, Outside
from ordago.bots.uniform import Uniform
from ordago.core.game import Game
from ordago.errors import OrdagoError

__all__ = ["Bot", "Choice", "Outside", "Reason", "bot_for", "bot_names", "verify_name"]

PLACES: dict[str, dict[str, str]] = {
    "mus": {
        "tempered": "ordago.bots.tempered:Tempered",
        "rule": "ordago.bots.mus_rule:RuleBot",
        "odds": "ordago.bots.mus_odds:OddsBot",
        "duo": "ordago.bots.mus_two:Duo",
        "lance": "ordago.bots.mus_trained:LanceBot",
        "maestro": "ordago.bots.mus_trained:MaestroBot",
    },
    "mos": {"habits": "ordago.bots.mos_habits:HabitsBot", "lookout": "ordago.bots.mos_lookout:LookoutBot"},
}
"""For each game its own bots by name, from the weakest up, and the class of each; imported when asked for."""

WITH_CHARACTER = dict.fromkeys(("lance", "maestro"), ("bold", "careful", "talkative"))
"""Bots that can be asked for with a character: `maestro:bold`."""


def bot_names(game: Game) -> tuple[str, ...]:
    """The names of the game's bots, the weakest first."""
    return (Uniform.name, *PLACES.get(game.name, {}))


def verify_name(game: Game, name: str) -> None:
    """Raise OrdagoError `bot-unknown` where no bot of the game has this name and it is no command either."""
    plain, _, character = name.partition(":")
    with_character = character in WITH_CHARACTER.get(plain, ()) and plain in bot_names(game)
    if name not in bot_names(game) and not with_character and not name.startswith(PREFIX):
        raise OrdagoError("bot-unknown", bot=name, bots=", ".join(bot_names(game)))


def bot_for(game: Game, name: str) -> Bot:
    """The bot of this name, or behind this command. Raises OrdagoError `bot-unknown`."""
    verify_name(game, name)
    if name.startswith(PREFIX):
        return Outside(game, name.removeprefix(PREFIX))
    if name == Uniform.name:
        return Uniform(game)
    plain, _, character = name.partition(":")
    module, _, attribute = PLACES[game.name][plain].partition(":")
    made = getattr(importlib.import_module(module), attribute)
    bot: Bot = made(character) if character else made()
    return bot
