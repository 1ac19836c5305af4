"""What a command does to a table: the events that follow, or a refusal. Nothing is changed; time and dice are given.

`decide(table, command, by)` answers with events, each with the table that follows when `after` is folded over them, one
after the other. A command that was answered before gives none.
"""

from collections.abc import Callable
from typing import Any

from ordago.core import fair
from ordago.errors import OrdagoError, Refusal
from ordago.table import commands as do
from ordago.table import events as ev
from ordago.table import powers
from ordago.table.clocks import RESTART_GRACE, deal_at, held_at, turn_times
from ordago.table.dealing import next_acts, next_deal
from ordago.table.desk import By, Desk
from ordago.table.phrases import PHRASES, sayable
from ordago.table.table import Table, quiet
from ordago.tell import teller


def decide(table: Table, command: do.Command, by: By) -> list[tuple[ev.AnyEvent, Table]]:
    """The events of a command, each with the table after it; none where it changes nothing.

    Raises Refusal or NotationError.
    """
    cid = f"{by.who}:{command.id}" if command.id and by.who else ""
    if cid and cid in table.done:
        return []
    desk = Desk(table, by, cid)
    HANDLERS[type(command)](desk, command)
    _go_on(desk)
    return desk.done


def _go_on(desk: Desk) -> None:
    """What the dealer does at once: serving, and drawing the seed of the next deal when one begins to be needed."""
    while desk.table.phase == "playing" and not desk.table.between and not desk.table.turn:
        _dealer(desk, next_acts(desk.table))
    if desk.table.phase == "playing" and desk.table.coming is None:
        desk.do(ev.Committed, seed=desk.by.seed().hex())


def _dealer(desk: Desk, acts: list[Any]) -> None:
    for act in acts:
        desk.do(ev.Acted, token=desk.table.played.write_act(desk.table.state, act))


def _act(desk: Desk, command: do.Act) -> None:
    chair = desk.chair
    desk.in_deal()
    _acts(desk, chair, command.word)


def _acts(desk: Desk, chair: int, word: str) -> None:
    """An act of a chair; who notices a seña is the table's business, whatever the word says."""
    table = desk.table
    game = table.played
    token = f"{chair}:{word}"
    act = game.parse_act(table.state, token)
    if quiet(token, game):
        act = teller(table.game).noticed(game.view(table.state, chair), act, table.options.sena_seen, desk.by.rng)
    table.state.verify(act)
    desk.do(ev.Acted, token=game.write_act(table.state, act))


def _bot_acts(desk: Desk, command: do.BotActs) -> None:
    """What a bot thought up, as long as the position is still the one that it saw; what the rules refuse times out."""
    chair, table = command.chair, desk.table
    stale = not table.turn or table.turn != chair or len(table.state.history) != command.acts
    if stale or table.paused_at or not table.seat(chair).by_bot:
        return
    try:
        _acts(desk, chair, command.word)
    except OrdagoError:
        _times_out(desk, chair)


def _times_out(desk: Desk, chair: int, why: str = "") -> None:
    table, game = desk.table, desk.table.played
    act = game.time_out_act(game.view(table.state, chair))
    desk.do(ev.Acted, token=game.write_act(table.state, act), why=why)


def _ready(desk: Desk, command: do.Ready) -> None:
    chair = desk.chair
    desk.playing()
    if desk.table.between and desk.table.state is not None and chair not in desk.table.ready:
        desk.do(ev.Readied, chair=chair)


def _share(desk: Desk, command: do.Share) -> None:
    chair, coming = desk.chair, desk.table.coming
    if not fair.is_share(command.share):
        raise Refusal("share-malformed")
    if coming is None or command.deal != desk.table.deal + 1 or coming.shares[chair - 1]:
        raise Refusal("share-not-wanted", deal=command.deal)
    desk.do(ev.Shared, chair=chair, share=command.share)


def _say(desk: Desk, command: do.Say) -> None:
    chair, table = desk.chair, desk.table
    if command.phrase not in PHRASES:
        raise Refusal("phrase-unknown", phrase=command.phrase)
    if command.phrase not in sayable(table.game, table.options.listed, table.between):
        raise Refusal("phrase-not-now", phrase=command.phrase)
    desk.do(ev.Phrased, chair=chair, phrase=command.phrase)


def _hurry(desk: Desk, command: do.Hurry) -> None:
    chair = desk.chair
    desk.in_deal()
    if chair not in desk.table.hurried:
        desk.do(ev.Hurried, chair=chair)


def _tick(desk: Desk, command: do.Tick) -> None:
    """Everything that is due: bots for the absent, a turn that ran out, the next deal."""
    now = desk.by.now
    if desk.table.phase != "playing" or desk.table.paused_at:
        return
    for chair in range(1, desk.table.players + 1):
        if 0 < held_at(desk.table, chair) <= now:
            desk.do(ev.Held, chair=chair)
    times = turn_times(desk.table)
    if times and times[1] <= now:
        _times_out(desk, desk.table.turn, why="timeout")
    due = deal_at(desk.table)
    if due is not None and due <= now:
        _deal(desk)


def _deal(desk: Desk) -> None:
    table = desk.table
    assert table.coming is not None
    before, (deal, *others) = next_deal(table)
    desk.do(ev.Dealt, deal=table.played.deal_table(before, deal), shares=table.coming.shares)
    _dealer(desk, others)


def _lost(desk: Desk, command: do.Lost) -> None:
    seat = desk.table.seat(command.chair)
    if seat.present:
        desk.do(ev.Away, chair=command.chair, since=command.since)


def _came(desk: Desk, command: do.Came) -> None:
    chair = desk.table.chair_of(desk.by.who)
    if chair and not desk.table.seat(chair).present:
        desk.do(ev.Back, chair=chair)
    if desk.table.quick and desk.table.phase == "waiting" and desk.by.who == desk.table.host:
        powers.begin(desk)


def _resume(desk: Desk, command: do.Resume) -> None:
    """The server is back: the time that it was away counts for nobody, and people get a grace."""
    if desk.table.phase == "playing" and not desk.table.paused_at:
        desk.do(ev.Restarted, shift=max(0, desk.by.now - command.seen), grace=RESTART_GRACE)


HANDLERS: dict[type[do.Command], Callable[[Desk, Any], None]] = {
    do.Act: _act,
    do.BotActs: _bot_acts,
    do.Ready: _ready,
    do.Share: _share,
    do.Say: _say,
    do.Hurry: _hurry,
    do.Tick: _tick,
    do.Lost: _lost,
    do.Came: _came,
    do.Resume: _resume,
    **powers.HANDLERS,
}
"""What each command does."""
