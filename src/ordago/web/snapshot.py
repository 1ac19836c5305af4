"""What a viewer is sent: the table as the protocol writes it (`Table`, `View`), and the news of a step.

Everything is built by allow-list from the table and from the game's view of this viewer's chair. What several viewers
are sent alike is worked out once.
"""

from typing import Any

import msgspec

from ordago.bots import bot_names
from ordago.core import Game, fair
from ordago.service.host import Host, Step
from ordago.table import Table, news
from ordago.table.clocks import held_at, turn_times
from ordago.table.news import News
from ordago.table.phrases import sayable
from ordago.table.powers import may, rights_of
from ordago.table.record import revealed
from ordago.web.sight import ENCODE, Sight, news_json


def delayed(table: Table, chair: int) -> bool:
    """Whether somebody on this chair (0: a watcher) sees the table one deal late."""
    return not chair and table.options.delay == "deal"


class Common(msgspec.Struct, frozen=True):
    """What of a table is the same for all its viewers, as JSON where it is only passed on."""

    front: bytes  # up to where the rest of the table follows
    seats: tuple[msgspec.Raw, ...]  # by whose chair it is told to; 0: to a watcher
    rights: tuple[Any, ...]  # all that decides who may do and say what
    fair: tuple[msgspec.Raw, ...]  # by whether the viewer's share is wanted


class Pictures:
    """What the viewers of one table are sent. Tables, states and rules never change: what follows from one is kept."""

    def __init__(self, link: str, game: Game) -> None:
        self._link = link
        self._sight = Sight(game)
        self._fixed: tuple[Any, bytes] = None, b""
        self._commons: dict[tuple[bool, int, int], Common] = {}
        self._of: Table | None = None
        self._chairs: dict[bool, tuple[Any, str, bool, tuple[msgspec.Raw, ...]]] = {}
        self._fair: dict[bool, tuple[Any, tuple[msgspec.Raw, ...]]] = {}
        self._mine: dict[int, tuple[Any, bytes]] = {}  # by chair: what it was made of, and it
        self._step: Step | None = None
        self._of_table: list[News] = []  # of that step
        self._news: list[tuple[list[News], bytes]] = []  # of that step, as written

    def snapshot(self, host: Host, who: str, chair: int, first: bool, now: int) -> tuple[bytes, ...]:
        """`table` and `view` of a message to one viewer, as pieces of JSON; what others are sent too is the same piece.

        The first message of a connection carries all acts of the deal.
        """
        table = host.table
        late = delayed(table, chair)
        shown = host.late.table(now) if late else table
        view: tuple[bytes, ...] = (b"null",)
        if shown is not None and shown.state is not None:
            view = self._sight.written(shown.state, chair, first)
        common = self._common(host, late, now)
        return common.front, self._mine_json(host, who, chair, common), b',"view":', *view

    def news_of(self, step: Step, who: str) -> bytes:
        """What the viewer learns from a step, entries with commas between; of the game only if they see it live."""
        chair = step.after.chair_of(who)
        if self._step is not step:
            self._step, self._news = step, []
            self._of_table = news.of_table(step.before, step.event, step.after)
        late = delayed(step.after, chair)
        return self._news_json(step, self._of_table + ([] if late else self._sight.news(step, chair)))

    def late_news_of(self, step: Step) -> bytes:
        """What a watcher learns of the game when a step is shown one deal late."""
        self._step, self._news = None, []
        return self._news_json(step, self._sight.news(step, 0))

    def _news_json(self, step: Step, found: list[News]) -> bytes:
        """Entries as JSON; who learns the same is told it in the same bytes."""
        for of, written in self._news:
            if of == found:
                return written
        written = ENCODE([news_json(one, step.after) for one in found])[1:-1]
        self._news.append((found, written))
        return written

    def _mine_json(self, host: Host, who: str, chair: int, common: Common) -> bytes:
        """What of the table is told to this viewer in their way, the end of it."""
        table = host.table
        wanted = chair > 0 and table.coming is not None and not table.coming.shares[chair - 1]
        seats, fair = common.seats[chair], common.fair[wanted]
        made_of = common.rights, seats, fair, who, host.trouble
        of, written = self._mine.get(chair, (None, b""))
        if of != made_of:
            mine = {
                "seats": seats,
                "you": {
                    "chair": chair,
                    "host": bool(who) and who == table.host,
                    "known": bool(who),
                    "kicked": who in table.kicked,
                },
                "phrases": sayable(table.game, table.options.listed, table.between) if chair else (),
                "fair": fair,
                "trouble": host.trouble,
                "can": may(table, who),
            }
            written = ENCODE(mine)[1:]
            self._mine[chair] = made_of, written
        return written

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
            front=self._fixed_json(table) + _open(ENCODE(front))[1:],
            seats=self._seats_json(table, late),
            rights=rights_of(table),
            fair=self._fair_json(table, played, dealt, late),
        )

    def _fair_json(self, table: Table, played: Table, dealt: int, late: bool) -> tuple[msgspec.Raw, ...]:
        """How fair the deal is and the next will be, for who need not send a share for it, and for who should."""
        given = played.fair[dealt - 1].commitment if dealt else ""
        known = bool(dealt) and (table.match > played.match or revealed(table, dealt))
        coming = None if late or table.coming is None else table.coming.commitment
        made_of = dealt, given, known, table.deal + 1, coming
        of, written = self._fair.get(late, (None, ()))
        if of != made_of:
            told = {"algorithm": fair.ALGORITHM, "deal": dealt, "commitment": given, "revealed": known}
            following = coming and {"deal": table.deal + 1, "commitment": coming}
            both = [told | {"next": following and {**following, "share": share}} for share in (False, True)]
            written = tuple(msgspec.Raw(ENCODE(one)) for one in both)
            self._fair[late] = made_of, written
        return written

    def _seats_json(self, table: Table, late: bool) -> tuple[msgspec.Raw, ...]:
        """All chairs, as they are told to a watcher and to each chair; they change seldomer than the table."""
        seats, host, playing, told = self._chairs.get(late, (None, "", False, ()))
        if seats is not table.seats or host != table.host or playing != (table.phase == "playing"):
            chairs = range(1, table.players + 1)
            lists = ([_seat(table, at, at == to, late) for at in chairs] for to in (0, *chairs))
            told = tuple(msgspec.Raw(ENCODE(seats)) for seats in lists)
            self._chairs[late] = table.seats, table.host, table.phase == "playing", told
        return told

    def _fixed_json(self, table: Table) -> bytes:
        """How the table begins: what does not change while it is played at."""
        made_of = table.preset, table.rules, table.changes, table.options
        if self._fixed[0] != made_of:
            fixed = {
                "id": table.id,
                "link": self._link,
                "game": table.game,
                "preset": table.preset,
                "rules": table.played.flat_rules(table.rules),
                "changes": table.changes,
                "options": table.options,
            }
            self._fixed = made_of, b'"table":' + _open(ENCODE(fixed))
        return self._fixed[1]


def _open(written: bytes) -> bytes:
    """An object without its end, so that more of it can follow."""
    return written[:-1] + b","


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
