"""What a viewer sees of a table, as the message that a client shows: the table, the game's view, what is new."""

from typing import Any

from ordago.bots import bot_names
from ordago.core import fair
from ordago.games import wire
from ordago.service.host import Host, Step
from ordago.table import Table, news
from ordago.table.clocks import held_at, turn_times
from ordago.table.news import News
from ordago.table.phrases import sayable
from ordago.table.powers import may
from ordago.table.record import revealed


def delayed(table: Table, chair: int) -> bool:
    """Whether somebody on this chair (0: a watcher) sees the table one deal late."""
    return not chair and table.options.delay == "deal"


def snapshot(host: Host, who: str, link: str, first: bool) -> dict[str, Any]:
    """Table and view for one viewer; the first one of a connection carries all acts of the deal."""
    table = host.table
    chair = table.chair_of(who)
    late = delayed(table, chair)
    shown = host.shown if late else table
    view = None
    if shown is not None and shown.state is not None:
        most = None if first else wire(table.game).MOST_ACTS
        view = wire(table.game).view_json(table.played.view(shown.state, chair), most)
    return {"table": _table(host, who, chair, shown if late else None, late, link), "view": view}


def _table(host: Host, who: str, chair: int, shown: Table | None, late: bool, link: str) -> dict[str, Any]:
    table = host.table
    dealt = (shown.deal if shown else 0) if late else table.deal
    times = None if late or table.paused_at else turn_times(table)
    between = table.phase == "playing" and table.between and table.state is not None and not late
    return {
        "id": table.id,
        "link": link,
        "game": table.game,
        "preset": table.preset,
        "rules": table.played.flat_rules(table.rules),
        "changes": table.changes,
        "options": table.options,
        "phase": table.phase,
        "match": table.match,
        "deal": dealt,
        "paused": bool(table.paused_at),
        "locked": table.locked,
        "watchers": host.watchers,
        "seats": [_seat(table, at, chair, late) for at in range(1, table.players + 1)],
        "you": {"chair": chair, "host": bool(who) and who == table.host, "known": bool(who)},
        "host": table.chair_of(table.host),
        "clock": times and {"chair": table.turn, "since": table.turn_since, "move_ends": times[0], "ends": times[1]},
        "between": {"ready": table.ready, "ends": table.over_since + 1000 * table.options.between} if between else None,
        "hurry": table.hurry and not late,
        "phrases": sayable(table.game, table.options.listed, table.between) if chair else (),
        "fair": _fair(table, dealt, chair, late),
        "delayed": late,
        "can": may(table, who),
    }


def _seat(table: Table, at: int, chair: int, late: bool) -> dict[str, Any]:
    seat = table.seat(at)
    return {
        "chair": at,
        "kind": seat.kind,
        "name": seat.name,
        "bot": (seat.bot or bot_names(table.played)[-1]) if seat.kind == "bot" else "",
        "connected": seat.kind == "bot" or seat.present,
        "held": seat.held,
        "away_until": held_at(table, at) if table.phase == "playing" else 0,
        "host": bool(seat.who) and seat.who == table.host,
        "you": at == chair,
        "reserve": 0 if late else seat.reserve,
    }


def _fair(table: Table, dealt: int, chair: int, late: bool) -> dict[str, Any]:
    coming = None
    if table.coming is not None and not late:
        wanted = chair > 0 and not table.coming.shares[chair - 1]
        coming = {"deal": table.deal + 1, "commitment": table.coming.commitment, "share": wanted}
    return {
        "algorithm": fair.ALGORITHM,
        "deal": dealt,
        "commitment": table.fair[dealt - 1].commitment if dealt and dealt <= len(table.fair) else "",
        "next": coming,
        "revealed": bool(dealt) and revealed(table, dealt),
    }


def news_of(step: Step, who: str) -> list[dict[str, Any]]:
    """What the viewer learns from a step."""
    chair = step.after.chair_of(who)
    found = news.of_table(step.before, step.event, step.after)
    if not delayed(step.after, chair):
        found += news.of_game(step.before, step.event, step.after, chair)
    elif step.after.between and not step.before.between:
        found.append(News("deal_over"))
    return [encode_news(one, step.after, chair) for one in found]


def encode_news(one: News, table: Table, chair: int) -> dict[str, Any]:
    """An entry as plain values."""
    match one.code:
        case "said":
            return {"code": "said", "act": wire(table.game).said_json(one.of, chair, table.rules)}
        case "award":
            view = table.played.view(table.state, chair)
            return {"code": "award", "award": wire(table.game).award_json(one.of, view)}
        case "deal":
            return {"code": "deal", "deal": one.deal}
        case "phrase":
            return {"code": "phrase", "chair": one.chair, "name": one.name, "phrase": one.phrase}
    return {"code": one.code, "chair": one.chair, "name": one.name} if one.chair else {"code": one.code}
