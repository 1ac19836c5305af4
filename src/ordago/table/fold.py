"""The fold of events that gives a table. No I/O, no clock, no randomness.

`after(table, event)` is the only way a table changes. What may happen is decided elsewhere (`ordago.table.decide`);
here it is only done, so that the log of a table gives the same table on every machine and in every later version.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ordago.games import GAMES
from ordago.table import events as ev
from ordago.table.seats import EMPTY, Seat
from ordago.table.table import Coming, FairDeal, Table, quiet


def opened(event: ev.Opened) -> Table:
    """The table as it is made."""
    return Table(
        id=event.table,
        game=event.game,
        preset=event.preset,
        changes=event.changes,
        options=event.options,
        rules=GAMES[event.game].rules(event.preset, event.changes),
        players=event.players,
        seats=(EMPTY,) * event.players,
        host=event.who,
        quick=event.quick,
    )


def after(table: Table | None, event: ev.AnyEvent) -> Table:
    """The table after an event."""
    if table is None:
        assert isinstance(event, ev.Opened), "a table begins by being opened"
        return opened(event)
    changed = _after(table, event)
    if event.cid:
        changed = replace(changed, done=changed.done.then(event.cid))
    return changed


def _after(table: Table, event: ev.AnyEvent) -> Table:
    match event:
        case ev.Acted():
            return _acted(table, event)
        case ev.Dealt():
            return _dealt(table, event)
        case ev.Committed():
            return replace(table, coming=Coming(event.seed, event.at, ("",) * table.players))
        case ev.Shared():
            assert table.coming is not None
            shares = _put(table.coming.shares, event.chair, event.share)
            return replace(table, coming=replace(table.coming, shares=shares))
        case ev.Readied():
            return replace(table, ready=(*table.ready, event.chair), ready_at=event.at)
        case ev.Hurried():
            return replace(table, hurried=(*table.hurried, event.chair))
        case ev.Sat():
            return _sat(table, event)
        case ev.Stood():
            return _left(table, event.chair, event.at)
        case ev.Kicked():
            who = table.seat(event.chair).who
            kicked = (*table.kicked, who) if who else table.kicked
            return replace(_left(table, event.chair, event.at), kicked=kicked)
        case ev.Botted():
            seat = _bot(table, event.chair)
            return _seated(table, event.chair, replace(seat, reserve=table.seat(event.chair).reserve))
        case ev.Away():
            return _seated(table, event.chair, replace(table.seat(event.chair), away_since=event.since))
        case ev.Held():
            return _seated(table, event.chair, replace(table.seat(event.chair), held=True))
        case ev.Back():
            return _back(table, event)
        case ev.Hosted():
            return replace(table, host=table.seat(event.chair).who)
        case ev.Locked():
            return replace(table, locked=event.on)
        case ev.Paused():
            return replace(table, paused_at=event.at) if event.on else _resumed(table, event.at)
        case ev.Started():
            return _started(table)
        case ev.Ruled():
            return _ruled(table, event)
        case ev.Restarted():
            return _restarted(table, event)
    return table  # phrases change nothing


def _put(items: tuple[Any, ...], chair: int, item: Any) -> tuple[Any, ...]:
    return (*items[: chair - 1], item, *items[chair:])


def _seated(table: Table, chair: int, seat: Seat) -> Table:
    return replace(table, seats=_put(table.seats, chair, seat))


def _bot(table: Table, chair: int) -> Seat:
    return Seat("bot", name=f"Bot {chair}", bot=table.options.bot)


def _sat(table: Table, event: ev.Sat) -> Table:
    old = table.chair_of(event.who)
    if old:
        table = _seated(table, old, EMPTY)
    seat = Seat("human", event.who, event.name, reserve=table.seat(event.chair).reserve)
    table = _seated(table, event.chair, seat)
    if table.turn == event.chair:
        table = _turn_begins(table, event.at)
    return replace(table, seated={**table.seated, event.who: event.chair})


def _left(table: Table, chair: int, at: int) -> Table:
    """The chair without its person or bot: in play a bot goes on, else it is free; another person becomes the host."""
    who = table.seat(chair).who
    seat = replace(_bot(table, chair), reserve=table.seat(chair).reserve) if table.phase == "playing" else EMPTY
    table = _seated(table, chair, seat)
    if table.turn == chair:
        table = replace(table, turn_since=at)
    heirs = [other.who for other in table.seats if other.kind == "human"]
    return replace(table, host=heirs[0]) if heirs and who == table.host else table


def _back(table: Table, event: ev.Back) -> Table:
    was_held = table.seat(event.chair).held
    table = _seated(table, event.chair, replace(table.seat(event.chair), away_since=0, held=False))
    return _turn_begins(table, event.at) if was_held and table.turn == event.chair else table


def _started(table: Table) -> Table:
    reserve = table.options.clock.reserve * 1000 if table.options.clock else 0
    return replace(
        table,
        phase="playing",
        quick=False,
        match=table.match + (table.phase == "over"),
        seats=tuple(replace(seat, reserve=reserve) for seat in table.seats),
        start=None,
        before=None,
        state=None,
        coming=None,
        fair=(),
        ready=(),
        hurried=(),
        seated={},
    )


def _ruled(table: Table, event: ev.Ruled) -> Table:
    seats = (*table.seats, *[EMPTY] * event.players)[: event.players]
    return replace(
        table,
        preset=event.preset,
        changes=event.changes,
        rules=table.played.rules(event.preset, event.changes),
        players=event.players,
        options=event.options,
        seats=seats,
    )


def _dealt(table: Table, event: ev.Dealt) -> Table:
    assert table.coming is not None
    game = table.played
    before = table.state if table.state is not None else game.opening(table.rules, event.deal)
    state = before.apply(game.deal_act(before, event.deal))
    dealt = replace(
        table,
        start=table.start if table.start is not None else before,
        before=before,
        state=state,
        coming=None,
        fair=(*table.fair, FairDeal(table.coming.seed, event.shares)),
        ready=(),
        hurried=(),
        seated={seat.who: chair for chair, seat in enumerate(table.seats, 1) if seat.who},
    )
    return _turn_begins(dealt, event.at)


def _acted(table: Table, event: ev.Acted) -> Table:
    game = table.played
    act = game.parse_act(table.state, event.token)
    turn, state = table.state.turn, table.state.apply(act)
    changed = replace(table, state=state)
    if not quiet(event.token, game) and (act.seat == turn or state.turn != turn):
        changed = _turn_begins(_spent(changed, turn, event.at), event.at)
    if state.deal_over:
        changed = replace(changed, over_since=event.at, ready=(), ready_at=0)
    return replace(changed, phase="over") if state.match_over else changed


def _spent(table: Table, chair: int, at: int) -> Table:
    """The reserve of the chair less what its turn took beyond the time of a decision."""
    clock = table.options.clock
    if clock is None or not chair or table.seat(chair).by_bot:
        return table
    over = at - table.turn_since - 1000 * clock.move
    seat = table.seat(chair)
    return _seated(table, chair, replace(seat, reserve=max(0, seat.reserve - over))) if over > 0 else table


def _resumed(table: Table, at: int) -> Table:
    """Clocks stood in the pause."""
    if not table.paused_at:
        return table
    shift = at - table.paused_at
    return replace(_moved(table, lambda since: since + shift), paused_at=0)


def _restarted(table: Table, event: ev.Restarted) -> Table:
    """Clocks stood for a while, what began meanwhile stood less; those of people stand until the grace is over."""
    if not event.grace:
        return _moved(table, lambda since: since + event.shift)
    moved = _moved(table, lambda since: min(since + event.shift, event.at))
    moved = replace(moved, grace_until=event.at + event.grace)
    return replace(moved, turn_since=moved.turn_since + event.grace) if _asks_person(moved) else moved


def _asks_person(table: Table) -> bool:
    return table.turn > 0 and not table.seat(table.turn).by_bot


def _turn_begins(table: Table, at: int) -> Table:
    """The turn begins, for a person not before the grace is over."""
    return replace(table, turn_since=max(at, table.grace_until) if _asks_person(table) else at)


def _moved(table: Table, moved: Callable[[int], int]) -> Table:
    """Every clock moved."""
    coming = table.coming
    return replace(
        table,
        turn_since=moved(table.turn_since),
        over_since=moved(table.over_since),
        ready_at=moved(table.ready_at) if table.ready_at else 0,
        coming=replace(coming, since=moved(coming.since)) if coming else None,
        seats=tuple(
            replace(seat, away_since=moved(seat.away_since)) if seat.away_since else seat for seat in table.seats
        ),
    )
