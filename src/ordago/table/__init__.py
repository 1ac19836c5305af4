"""One live table: seats, clocks, stand-in bots, phrases, the game. A pure fold of events, no I/O."""

from ordago.table.decide import decide
from ordago.table.desk import By
from ordago.table.fold import after
from ordago.table.table import Table

__all__ = ["By", "Table", "after", "decide"]
