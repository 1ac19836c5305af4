"""The odds bot of Mus: exact chances beside its own cards and exact draws, with the rule bot's way of betting."""

from ordago.bots.mus_odds.bot import OddsBot

__all__ = ["OddsBot"]
