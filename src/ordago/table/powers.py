"""Who sits where, and what the host may do."""

from collections.abc import Callable
from typing import Any

from ordago.errors import Refusal
from ordago.table import commands as do
from ordago.table import events as ev
from ordago.table.creation import checked_rules
from ordago.table.desk import Desk
from ordago.table.options import bot_named, options
from ordago.table.seats import clean_name
from ordago.table.table import Table


def rights_of(table: Table) -> tuple[Any, ...]:
    """All of a table that `may` asks about, and the phrases that may be said: where it is the same, so are they."""
    people = table.seats, table.host, table.kicked
    moment = table.phase, table.state is None, table.between, table.ready, table.hurried
    return *people, *moment, table.locked, table.options.listed


def may(table: Table, who: str) -> list[str]:
    """What an identity may do beside playing, as words; it asks about nothing that `rights_of` leaves out."""
    chair = table.chair_of(who)
    playing, waiting = table.phase == "playing", table.phase == "waiting"
    found: list[str] = []
    if who and (not chair or waiting) and not table.locked and who not in table.kicked:
        found += ["sit"] if any(seat.kind != "human" for seat in table.seats) else []
    if chair:
        found.append("stand")
        if playing and not table.between:
            found += ["hurry"] if chair not in table.hurried else []
        elif playing and table.state is not None:
            found += ["ready"] if chair not in table.ready else []
    if who and table.host == who:
        found += _of_host(table, who, playing, waiting)
    return found


def _of_host(table: Table, who: str, playing: bool, waiting: bool) -> list[str]:
    allowed = {
        "start": waiting,
        "fill": "empty" in [seat.kind for seat in table.seats],
        "kick": True,
        "lock": True,
        "pause": playing,
        "hand_over": any(seat.kind == "human" and seat.who != who for seat in table.seats),
        "rules": waiting,
        "rematch": table.phase == "over",
    }
    return [word for word, is_allowed in allowed.items() if is_allowed]


def begin(desk: Desk) -> None:
    """The match begins, with bots on empty chairs."""
    _fill_all(desk)
    desk.do(ev.Started)


def _host(desk: Desk) -> None:
    if not desk.by.who or desk.by.who != desk.table.host:
        raise Refusal("not-host")


def _a_chair(desk: Desk, chair: int) -> None:
    if not 1 <= chair <= desk.table.players:
        raise Refusal("no-such-chair", chair=chair)


def _sit(desk: Desk, command: do.Sit) -> None:
    table, who = desk.table, desk.by.who
    if not who:
        raise Refusal("no-identity")
    _a_chair(desk, command.chair)
    old, seat = table.chair_of(who), table.seat(command.chair)
    if who in table.kicked:
        raise Refusal("kicked")
    if table.locked and not old:
        raise Refusal("locked")
    if seat.kind == "human":
        raise Refusal("seat-taken", chair=command.chair)
    if table.phase == "playing" and not table.between and table.seated.get(who, command.chair) != command.chair:
        raise Refusal("seat-not-now", chair=command.chair)  # whoever has seen a hand of this deal sees no other
    if old and table.phase == "playing":
        raise Refusal("seat-not-now", chair=command.chair)
    name = clean_name(command.name) or f"Guest {command.chair}"
    desk.do(ev.Sat, chair=command.chair, who=who, name=name)


def _stand(desk: Desk, command: do.Stand) -> None:
    desk.do(ev.Stood, chair=desk.chair)


def _start(desk: Desk, command: do.Start) -> None:
    _host(desk)
    if desk.table.phase != "waiting":
        raise Refusal("not-waiting")
    if not command.fill and any(seat.kind == "empty" for seat in desk.table.seats):
        raise Refusal("seats-empty")
    begin(desk)


def _fill(desk: Desk, command: do.Fill) -> None:
    _host(desk)
    if not command.chair:
        _fill_all(desk)
        return
    _a_chair(desk, command.chair)
    if desk.table.seat(command.chair).kind != "empty":
        raise Refusal("seat-taken", chair=command.chair)
    desk.do(ev.Botted, chair=command.chair)


def _fill_all(desk: Desk) -> None:
    for chair, seat in enumerate(desk.table.seats, 1):
        if seat.kind == "empty":
            desk.do(ev.Botted, chair=chair)


def _kick(desk: Desk, command: do.Kick) -> None:
    _host(desk)
    _a_chair(desk, command.chair)
    seat = desk.table.seat(command.chair)
    if seat.who == desk.by.who:
        raise Refusal("not-yourself")
    if seat.kind == "human" or (seat.kind == "bot" and desk.table.phase != "playing"):
        desk.do(ev.Kicked, chair=command.chair)


def _lock(desk: Desk, command: do.Lock) -> None:
    _host(desk)
    if desk.table.locked != command.on:
        desk.do(ev.Locked, on=command.on)


def _pause(desk: Desk, command: do.Pause) -> None:
    _host(desk)
    desk.playing()
    if bool(desk.table.paused_at) != command.on:
        desk.do(ev.Paused, on=command.on)


def _hand_over(desk: Desk, command: do.HandOver) -> None:
    _host(desk)
    _a_chair(desk, command.chair)
    if desk.table.seat(command.chair).kind != "human":
        raise Refusal("nobody-there", chair=command.chair)
    if desk.table.seat(command.chair).who != desk.table.host:
        desk.do(ev.Hosted, chair=command.chair)


def _rules(desk: Desk, command: do.Rules) -> None:
    _host(desk)
    table = desk.table
    if table.phase != "waiting":
        raise Refusal("not-waiting")
    chosen = checked_rules(table.played, command.preset, command.settings, command.players or None)
    if any(seat.kind == "human" for seat in table.seats[chosen.players :]):
        raise Refusal("seats-in-use", players=chosen.players)
    wanted = options(command.options, table.options)
    bot_named(table.played, wanted.bot)
    desk.do(ev.Ruled, preset=chosen.preset, changes=chosen.changes, players=chosen.players, options=wanted)


def _rematch(desk: Desk, command: do.Rematch) -> None:
    _host(desk)
    if desk.table.phase != "over":
        raise Refusal("not-over")
    begin(desk)


HANDLERS: dict[type[do.Command], Callable[[Desk, Any], None]] = {
    do.Sit: _sit,
    do.Stand: _stand,
    do.Start: _start,
    do.Fill: _fill,
    do.Kick: _kick,
    do.Lock: _lock,
    do.Pause: _pause,
    do.HandOver: _hand_over,
    do.Rules: _rules,
    do.Rematch: _rematch,
}
"""What each of these commands does."""
