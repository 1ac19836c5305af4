"""When the table must act by itself: turns that run out, absent people, the next deal. Pure functions of a table.

Times are milliseconds. The table waits for nobody longer than its options say, whoever has gone.
"""

from ordago.table.table import Table

SHARE_WAIT = 2_000
"""How long a deal waits for the shares of people who are there."""

BREATH = 1_500
"""The shortest time between two deals."""

ABSENT_AFTER = 15_000
"""How long a connection may be lost before the person counts as away."""

RESTART_GRACE = 10_000
"""How long people have to come back after the server was away, beside the time that it was away: until then no time of
theirs runs, no bot takes their chair, and no deal goes without their share. Bots act meanwhile, and deals come."""


def away_after(table: Table) -> int:
    """How long after the last connection was lost a person is told to be away."""
    return min(ABSENT_AFTER, 1000 * table.options.patience)


def held_at(table: Table, chair: int) -> int:
    """When a bot takes over the chair of somebody away; 0: nobody is."""
    seat = table.seat(chair)
    if seat.kind != "human" or not seat.away_since or seat.held:
        return 0
    return max(seat.away_since + 1000 * table.options.patience, table.grace_until)


def turn_times(table: Table) -> tuple[int, int] | None:
    """When the free time and the reserve of the running turn end; None without a clock or where no person is asked."""
    clock, chair = table.options.clock, table.turn
    if clock is None or not chair or table.seat(chair).by_bot:
        return None
    free = table.turn_since + 1000 * clock.move
    return free, free + table.seat(chair).reserve


def deal_at(table: Table) -> int | None:
    """When the next deal comes, as things stand; None where none is due."""
    if table.phase != "playing" or table.coming is None or not table.between:
        return None
    people = table.people()
    due = table.coming.since
    if table.state is not None:
        everybody = all(chair in table.ready for chair in people)
        due = table.over_since + (BREATH if everybody else 1000 * table.options.between)
        due = max(due, table.ready_at) if everybody else due
    if any(not table.coming.shares[chair - 1] for chair in people):
        due = max(due, table.coming.since + SHARE_WAIT, table.grace_until)
    return due


def wakes_at(table: Table) -> int | None:
    """The next time at which `decide` has something to do for a tick; None: nothing is due, or all stands still."""
    if table.phase != "playing" or table.paused_at:
        return None
    away = [chair for chair, seat in enumerate(table.seats, 1) if seat.away_since]
    times = [time for chair in away if (time := held_at(table, chair))]
    turn = turn_times(table)
    if turn is not None:
        times.append(turn[1])
    deal = deal_at(table)
    if deal is not None:
        times.append(deal)
    return min(times, default=None)
