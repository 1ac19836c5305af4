"""Exact chances at Mus: what a hand wins in each lance, alone and with its partner, and which cards to throw.

`odds()` answers a question about one hand, `discards()` weighs what may be thrown, `table()` holds all hands at once.
Needs numpy; nothing else in the house does, so this room is imported where it is used.
"""

from ordago.odds.advice import Advice, advise, average_gain
from ordago.odds.discards import Discard, discards
from ordago.odds.known import Known
from ordago.odds.pairs import FIELDS, Table, table
from ordago.odds.question import LanceOdds, Odds, Sign, odds

__all__ = [
    "FIELDS",
    "Advice",
    "Discard",
    "Known",
    "LanceOdds",
    "Odds",
    "Sign",
    "Table",
    "advise",
    "average_gain",
    "discards",
    "odds",
    "table",
]
