"""What the open list and the counts of the house need of a table, without its log."""

from msgspec.structs import replace

from ordago.service.store import FRESH, Row
from ordago.table import Table


def row_of(table: Table, at: int) -> Row:
    """The row of a table; `at` is when it changed."""
    kinds = [seat.kind for seat in table.seats]
    return Row(
        id=table.id,
        phase=table.phase,
        listed=table.options.listed,
        changed_at=at,
        summary={
            "id": table.id,
            "game": table.game,
            "preset": table.preset,
            "phase": table.phase,
            "players": table.players,
            "people": kinds.count("human"),
            "bots": kinds.count("bot"),
            "free": kinds.count("empty"),
            "names": [seat.name for seat in table.seats if seat.kind == "human"],
            "locked": table.locked,
        },
    )


def fresh(kept: Row, row: Row) -> bool:
    """Whether the row that is kept says what this one would, but for when the table changed, and was written lately."""
    return (
        kept.changed_at <= row.changed_at < kept.changed_at + FRESH and replace(kept, changed_at=row.changed_at) == row
    )
