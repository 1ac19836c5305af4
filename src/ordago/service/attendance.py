"""Who is connected to a table: here, at other workers, and who of those at the table is connected nowhere."""

from collections import Counter
from collections.abc import Callable, Iterable

from ordago.service.store import Sockets
from ordago.table import Table


class Attendance:
    """Who is there. `table` and `now` give the table and the time in milliseconds as they are when it asks."""

    def __init__(self, table: Callable[[], Table], now: Callable[[], int]) -> None:
        self.sockets: Counter[str] = Counter()
        self.elsewhere: Counter[str] = Counter()  # sockets at other workers
        self.idle_since = now()
        self._table = table
        self._now = now
        self._lost: dict[str, int] = {}
        self._watchers: int | None = None

    def changed(self) -> None:
        """Somebody sat down or stood up."""
        self._watchers = None

    def come(self, who: str) -> None:
        """A connection opens."""
        self.sockets[who] += 1
        self._watchers = None
        self._lost.pop(who, None)

    def go(self, who: str) -> None:
        """A connection has closed."""
        self.sockets[who] -= 1
        self._watchers = None
        self.idle_since = self._now()
        if self.sockets[who] <= 0:
            del self.sockets[who]
            if who and self._table().chair_of(who) and not self.elsewhere[who]:
                self._lost[who] = self._now()

    def noticed(self, others: Iterable[Sockets]) -> bool:
        """Who is connected at other workers, and who left there and when; whether that is something new."""
        before, self.elsewhere = self.elsewhere, Counter()
        self._watchers = None
        left: dict[str, int] = {}
        for one in others:
            self.elsewhere[one.who] += one.count
            left[one.who] = max(left.get(one.who, 0), self._now() - one.gone)
        self.miss(left)
        return +self.elsewhere != before

    def miss(self, left: dict[str, int]) -> None:
        """Note who is at the table and connected nowhere: since they left, as far as that is known."""
        for seat in self._table().seats:
            if self.here(seat.who):
                self._lost.pop(seat.who, None)
            elif seat.present:
                self._lost.setdefault(seat.who, left.get(seat.who, self._now()))

    def here(self, who: str) -> bool:
        """Whether somebody is connected, to whichever worker."""
        return self.sockets[who] > 0 or self.elsewhere[who] > 0

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected, to whichever worker."""
        return bool(self.sockets) or any(self.elsewhere.values())

    @property
    def watchers(self) -> int:
        """How many connections belong to nobody at the table."""
        if self._watchers is None:
            seated = {seat.who for seat in self._table().seats if seat.who}
            places = (self.sockets, self.elsewhere)
            self._watchers = sum(count for place in places for who, count in place.items() if who not in seated)
        return self._watchers

    def gone_for(self, who: str) -> int:
        """For how many milliseconds somebody at the table has been connected nowhere; 0 where that is not so."""
        now = self._now()
        return now - self._lost.get(who, now)

    def missing(self) -> dict[str, int]:
        """Who counts as present at the table and is connected nowhere, and since when."""
        if not self._lost:
            return self._lost
        table = self._table()
        for who in list(self._lost):
            chair = table.chair_of(who)
            if not chair or not table.seat(chair).present or self.here(who):
                del self._lost[who]
        return self._lost
