"""A match of a table as a record: what is exported when it is over."""

from typing import Any

from ordago.core import Record, fair
from ordago.table.table import Table


def record(table: Table) -> Record:
    """The match at this table as far as it has come; its seeds are in it."""
    assert table.state is not None
    extras: tuple[dict[str, Any], ...] = tuple(
        {"fair": fair.table(bytes.fromhex(deal.seed), deal.shares)} for deal in table.fair
    )
    return Record(
        table.game,
        table.start,
        tuple(table.state.history),
        tuple(seat.name or f"{chair}" for chair, seat in enumerate(table.seats, 1)),
        {"table": {"match": table.match, "bots": [at for at, seat in enumerate(table.seats, 1) if seat.kind == "bot"]}},
        extras,
    )


def revealed(table: Table, deal: int) -> bool:
    """Whether the seed of this deal may be shown: the match is over, or the deal is and the table shows seeds then."""
    if table.phase != "playing":
        return True
    return table.options.reveal == "deal" and (deal < table.deal or table.between)
