"""What every game of the house shares: the Game protocol, acts, history, settings and the record."""

from ordago.core.acts import Act, Option
from ordago.core.game import Game, State, View
from ordago.core.history import EMPTY, History
from ordago.core.record import Record, read_record, write_record
from ordago.core.report import error_report, report

__all__ = [
    "EMPTY",
    "Act",
    "Game",
    "History",
    "Option",
    "Record",
    "State",
    "View",
    "error_report",
    "read_record",
    "report",
    "write_record",
]
