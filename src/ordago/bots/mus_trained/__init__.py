"""The trained bots of Mus: `lance`, solved lance by lance, and `maestro`, which knows the score and remembers.

They play at tables of four in pairs with the usual hands, after the solutions in the files of this room; at any other
table they play as the odds bot does. `ordago train` makes the files from nothing (`ordago.training`).
"""

from ordago.bots.mus_trained.bot import LanceBot, MaestroBot

__all__ = ["LanceBot", "MaestroBot"]
