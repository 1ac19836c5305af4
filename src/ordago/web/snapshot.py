"""What a viewer is sent: the table as the protocol writes it (`Table`, `View`), and the news of a step.

Everything is built by allow-list from the table and from the game's view of this viewer's chair. What several viewers
are sent alike is worked out once.
"""

from functools import partial
from typing import Any

import msgspec

from ordago.bots import bot_names
from ordago.core import Game, fair
from ordago.games import wire
from ordago.service.host import Host, Step
from ordago.table import Table, news
from ordago.table.clocks import held_at, turn_times
from ordago.table.news import News
from ordago.table.phrases import sayable
from ordago.table.powers import may
from ordago.table.record import revealed

ENCODE = msgspec.json.Encoder().encode


def delayed(table: Table, chair: int) -> bool:
    """Whether somebody on this chair (0: a watcher) sees the table one deal late."""
    return not chair and table.options.delay == "deal"


class Common(msgspec.Struct, frozen=True):
    """What of a table is the same for all its viewers, as JSON where it is only passed on."""

    front: bytes
    seats: tuple[msgspec.Raw, ...]  # by whose chair it is told to; 0: to a watcher
    fair: dict[str, Any]
    coming: dict[str, Any] | None


class Pictures:
    """What the viewers of one table are sent. Tables, states and rules never change: what follows from one is kept."""

    def __init__(self, link: str) -> None:
        self._link = link
        self._rules: tuple[Any, bytes] = None, b""
        self._commons: dict[tuple[bool, int, int], Common] = {}
        self._of: Table | None = None
        self._chairs: dict[bool, tuple[Any, str, bool, tuple[msgspec.Raw, ...]]] = {}
        self._views: dict[int, list[tuple[Any, Any]]] = {}  # by chair: of the last two states
        self._written: dict[tuple[int, int | None], tuple[Any, bytes]] = {}  # by chair and acts: of the last state
        self._news: tuple[Step | None, list[News]] = None, []  # of the table, of the last step

    def snapshot(self, host: Host, who: str, chair: int, first: bool, now: int) -> tuple[bytes, bytes]:
        """Table and view for one viewer as JSON; the first ones of a connection carry all acts of the deal."""
        table = host.table
        late = delayed(table, chair)
        shown = host.late.table(now) if late else table
        view = b"null"
        if shown is not None and shown.state is not None:
            view = self._view_json(shown, chair, None if first else wire(table.game).MOST_ACTS)
        return self._table_json(host, who, chair, late, now), view

    def news_of(self, step: Step, who: str) -> list[dict[str, Any]]:
        """What the viewer learns from a step; of the game only if they do not see it late."""
        chair = step.after.chair_of(who)
        if self._news[0] is not step:
            self._news = step, news.of_table(step.before, step.event, step.after)
        found = self._news[1]
        if not delayed(step.after, chair):
            found = found + self._of_game(step, chair)
        return [encode_news(one, step.after, chair) for one in found]

    def late_news_of(self, step: Step) -> list[dict[str, Any]]:
        """What a watcher learns of the game when a step is shown one deal late."""
        return [encode_news(one, step.after, 0) for one in self._of_game(step, 0)]

    def _of_game(self, step: Step, chair: int) -> list[News]:
        view = partial(self._view, step.after.played)
        return news.of_game(step.before, step.event, step.after, chair, view)

    def _view(self, game: Game, state: Any, chair: int) -> Any:
        kept = self._views.setdefault(chair, [])
        for of, view in kept:
            if of is state:
                return view
        view = game.view(state, chair)
        self._views[chair] = [*kept[-1:], (state, view)]
        return view

    def _view_json(self, table: Table, chair: int, most: int | None) -> bytes:
        of, written = self._written.get((chair, most), (None, b""))
        if of is not table.state:
            written = ENCODE(wire(table.game).view_json(self._view(table.played, table.state, chair), most))
            self._written[chair, most] = table.state, written
        return written

    def _table_json(self, host: Host, who: str, chair: int, late: bool, now: int) -> bytes:
        table, common = host.table, self._common(host, late, now)
        coming = common.coming
        if coming is not None and table.coming is not None:
            coming = {**coming, "share": chair > 0 and not table.coming.shares[chair - 1]}
        mine = {
            "seats": common.seats[chair],
            "you": {
                "chair": chair,
                "host": bool(who) and who == table.host,
                "known": bool(who),
                "kicked": who in table.kicked,
            },
            "phrases": sayable(table.game, table.options.listed, table.between) if chair else (),
            "fair": {**common.fair, "next": coming},
            "trouble": host.trouble,
            "can": may(table, who),
        }
        return common.front[:-1] + b"," + ENCODE(mine)[1:]

    def _common(self, host: Host, late: bool, now: int) -> Common:
        if self._of is not host.table:
            self._of, self._commons = host.table, {}
        key = late, host.watchers, host.late.shown(now) if late else 0
        if key not in self._commons:
            shown = host.late.table(now) if late else host.table
            self._commons[key] = self._worked_out(host.table, shown, late, host.watchers)
        return self._commons[key]

    def _worked_out(self, table: Table, shown: Table | None, late: bool, watchers: int) -> Common:
        """The table; where it is seen late, how far the game has come is that of the table `shown`."""
        dealt, played = shown.deal if shown else 0, shown or table
        times = None if late or table.paused_at else turn_times(table)
        between = table.phase == "playing" and table.between and table.state is not None and not late
        clock = times and {"chair": table.turn, "since": table.turn_since, "move_ends": times[0], "ends": times[1]}
        front = {
            "id": table.id,
            "link": self._link,
            "game": table.game,
            "preset": table.preset,
            "rules": self._rules_json(table),
            "changes": table.changes,
            "options": table.options,
            "phase": played.phase,
            "match": played.match,
            "deal": dealt,
            "paused": bool(table.paused_at),
            "locked": table.locked,
            "watchers": watchers,
            "host": table.chair_of(table.host),
            "clock": clock,
            "between": {"ready": table.ready, "ends": table.over_since + 1000 * table.options.between}
            if between
            else None,
            "hurry": table.hurry and not late,
            "delayed": late,
        }
        return Common(
            front=ENCODE(front),
            seats=self._seats_json(table, late),
            fair={
                "algorithm": fair.ALGORITHM,
                "deal": dealt,
                "commitment": played.fair[dealt - 1].commitment if dealt else "",
                "revealed": bool(dealt) and (table.match > played.match or revealed(table, dealt)),
            },
            coming=None
            if late or table.coming is None
            else {"deal": table.deal + 1, "commitment": table.coming.commitment},
        )

    def _seats_json(self, table: Table, late: bool) -> tuple[msgspec.Raw, ...]:
        """All chairs, as they are told to a watcher and to each chair; they change seldomer than the table."""
        seats, host, playing, told = self._chairs.get(late, (None, "", False, ()))
        if seats is not table.seats or host != table.host or playing != (table.phase == "playing"):
            chairs = range(1, table.players + 1)
            lists = ([_seat(table, at, at == to, late) for at in chairs] for to in (0, *chairs))
            told = tuple(msgspec.Raw(ENCODE(seats)) for seats in lists)
            self._chairs[late] = table.seats, table.host, table.phase == "playing", told
        return told

    def _rules_json(self, table: Table) -> msgspec.Raw:
        if self._rules[0] is not table.rules:
            self._rules = table.rules, ENCODE(table.played.flat_rules(table.rules))
        return msgspec.Raw(self._rules[1])


def _seat(table: Table, at: int, you: bool, late: bool) -> dict[str, Any]:
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
        "you": you,
        "reserve": 0 if late else seat.reserve,
    }


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
