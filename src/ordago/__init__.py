"""Ordago: the open home of the card games Mus and Møs.

Look for a thing by the name of its room: `cards` is what a card is, `core` what every game shares, `mus` the game of
Mus, `bots` the players, `cli` the terminal. Each room's `__init__` gathers its public names. docs/house.md is the plan.
"""

__version__ = "0.1.0"
