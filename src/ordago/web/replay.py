"""A finished deal step by step, out of the log: what one viewer saw then, or all of it once the match is over."""

from typing import Any

import msgspec

from ordago.core import fair
from ordago.errors import Refusal
from ordago.games import wire
from ordago.table import Table, after, news
from ordago.table.events import Acted, AnyEvent, Dealt
from ordago.table.record import revealed
from ordago.web.sight import news_json


class Played(msgspec.Struct, frozen=True):
    """An event of a deal with the table before and after it."""

    before: Table
    event: AnyEvent
    after: Table


def deal_steps(log: list[AnyEvent], match: int, deal: int) -> tuple[list[Played], Table]:
    """The steps of a deal, and the table at the end of its match (or now). Raises Refusal `no-such-deal`.

    `match` 0 is the latest one that has been dealt.
    """
    tables = match_tables(log)
    number = match or max(tables, default=0)
    if number not in tables or not 1 <= deal <= tables[number].deal:
        raise Refusal("no-such-deal", deal=deal)
    found: list[Played] = []
    table: Table | None = None
    for event in log:
        before, table = table, after(table, event)
        playing = isinstance(event, Acted | Dealt) and table.match == number and table.deal == deal
        if before is not None and playing:
            found.append(Played(before, event, table))
    return found, tables[number]


def match_tables(log: list[AnyEvent]) -> dict[int, Table]:
    """The table as it was after the last act of each match that was dealt, with those at it who played then."""
    found: dict[int, Table] = {}
    table: Table | None = None
    for event in log:
        table = after(table, event)
        if isinstance(event, Acted | Dealt):
            found[table.match] = table
    return found


def replay(log: list[AnyEvent], match: int, deal: int, who: str, seat: str) -> dict[str, Any]:
    """The answer of `GET /api/tables/{id}/deals/{n}`.

    Raises Refusal `no-such-deal`, `deal-running`, and `match-running` where all cards are asked for before the end.
    """
    steps, end = deal_steps(log, match, deal)
    last = steps[-1].after
    if not last.between:
        raise Refusal("deal-running", deal=deal)
    everything = seat == "all"
    if everything and end.phase == "playing":
        raise Refusal("match-running")
    chair = last.seated.get(who, 0) if seat == "own" and who else 0
    return {
        "id": last.id,
        "match": last.match,
        "deal": deal,
        "deals": end.deal,
        "game": last.game,
        "seat": chair,
        "names": [one.name for one in last.seats],
        "all": everything,
        "fair": _fair(end, deal),
        "frames": _frames(steps, chair, everything),
    }


def _frames(steps: list[Played], chair: int, everything: bool) -> list[dict[str, Any]]:
    """A frame for each step that the viewer saw; a sign that they did not notice leaves none, so that nothing tells."""
    frames: list[dict[str, Any]] = []
    for step in steps:
        frame = _frame(step, chair, everything)
        if everything or not frames or frame["news"] or frame["view"] != frames[-1]["view"]:
            frames.append(frame)
    return frames


def _frame(step: Played, chair: int, everything: bool) -> dict[str, Any]:
    table, game = step.after, step.after.played
    view = wire(table.game).view_json(game.view(table.state, chair), 0)
    found = {
        "at": step.event.at,
        "news": [news_json(one, table) for one in news.of_game(step.before, step.event, table, chair)],
        "view": view,
    }
    if everything:
        hands = game.deal_report(table.state)["hands"]
        found["hands"] = {str(at): hand for at, hand in enumerate(hands, 1)}
    return found


def _fair(table: Table, deal: int) -> dict[str, Any]:
    given = table.fair[deal - 1]
    return {
        "algorithm": fair.ALGORITHM,
        "commitment": given.commitment,
        "server_seed": given.seed if revealed(table, deal) else None,
        "shares": given.shares,
    }
