"""The bot of two seats: Mus for two as `ordago.solver` solved it; elsewhere it plays as `rule`."""

from ordago.bots.mus_two.book import fits
from ordago.bots.mus_two.bot import Duo

__all__ = ["Duo", "fits"]
