"""What viewers of a table must have been told. That is the model: the log, folded, and the views of it."""

from types import SimpleNamespace
from typing import Any

import msgspec

from ordago.service.host import STEPS, Step
from ordago.service.late import Late
from ordago.table import Table, after
from ordago.table.events import AnyEvent, Dealt
from ordago.web.snapshot import Pictures
from tools.history.cards import more_known

LINK = "http://ordago.test/t/"
"""Where tables are said to be found."""


class Told:
    """What viewers of a table must have been told: the log, folded, and the views of it."""

    def __init__(self, table: str, log: list[AnyEvent]) -> None:
        self.log = log
        self.tables: list[Table] = []
        self._bodies: dict[tuple[int, str, bool], Any] = {}
        self._news: dict[tuple[int, str], list[Any]] = {}
        self._knowable: list[dict[int, set[str]]] = []
        before: Table | None = None
        for event in log:
            begins = isinstance(event, Dealt)
            before = after(before, event)
            self.tables.append(before)
            known = {} if begins or not self._knowable else self._knowable[-1]
            self._knowable.append(more_known(before, known))
        self._pictures = Pictures(LINK + table, self.tables[0].played)

    def knowable(self, first: int, last: int, who: str) -> set[str]:
        """The cards that the positions after the events from one to another say somebody may know of these deals."""
        chair = self.tables[last - 1].chair_of(who)
        of = self._knowable[first - 1 : last]
        return {card for known in of for card in known.get(0, set()) | known.get(chair, set())}

    def body(self, at: int, who: str, first: bool) -> Any:
        """The snapshot for somebody after the event of this number, without what is not of the table."""
        key = at, who, first
        if key not in self._bodies:
            host: Any = SimpleNamespace(table=self.tables[at - 1], late=Late(), watchers=0, trouble="")
            pieces = self._pictures.snapshot(host, who, host.table.chair_of(who), first, 0)
            body = msgspec.json.decode(b"{" + b"".join(pieces) + b"}")
            self._bodies[key] = _plain(body["table"]), body["view"]
        return self._bodies[key]

    def news(self, at: int, who: str) -> list[Any]:
        """The news of the event of this number for somebody."""
        key = at, who
        if key not in self._news:
            step = Step(at, self.tables[at - 2], self.log[at - 1], self.tables[at - 1])
            self._news[key] = msgspec.json.decode(b"[" + self._pictures.news_of(step, who) + b"]")
        return self._news[key]

    def places(self, message: dict[str, Any], who: str, first: bool, before: list[int]) -> list[int]:
        """The events after which somebody may have been sent this; the message before came after one of `before`.

        There may be several: an event that a viewer learns nothing of changes nothing for them.
        """
        wanted = _plain(message["table"]), message["view"]
        if first:
            return [at for at in range(before[0], len(self.log) + 1) if self.body(at, who, True) == wanted]
        found: set[int] = set()
        for last in before:
            news: list[Any] = []
            for at in range(last, len(self.log) + 1):
                news = news + (self.news(at, who) if at > last else [])
                if news != message["news"][: len(news)]:
                    break
                if len(news) == len(message["news"]) and self.body(at, who, False) == wanted:
                    found.add(at)
            if not found:  # was the worker so far behind that it knows the last steps only?
                found |= {
                    at
                    for at in range(last + STEPS + 1, len(self.log) + 1)
                    if self._late(at, who) == (*wanted, message["news"])
                }
        return sorted(found)

    def _late(self, at: int, who: str) -> tuple[Any, Any, list[Any]]:
        """What is told after this event to somebody who was told nothing of many before it."""
        news = [one for step in range(at - STEPS + 1, at + 1) for one in self.news(step, who)]
        return *self.body(at, who, False), news

    def difference(self, message: dict[str, Any], who: str, first: bool, last: int) -> str:
        """In what a message differs from what could have been told after the event of this number or a later one."""
        wanted, given = {"table": _plain(message["table"]), "view": message["view"]}, message["news"]
        news: list[Any] = []
        found: list[str] = []
        for at in range(last, len(self.log) + 1):
            news = news + (self.news(at, who) if at > last and not first else [])
            if not first and news != given[: len(news)]:
                return "; ".join([*found, f"after {at} of {len(self.log)} the news would begin {news}, not {given}"])
            if first or len(news) == len(given):
                table, view = self.body(at, who, first)
                found.append(f"after {at} {_differing(wanted, {'table': table, 'view': view})}")
        return "; ".join([*found[:3], f"{len(news)} news in all, not {len(given)}"])


def _differing(given: Any, wanted: Any, place: str = "") -> str:
    """Where two messages differ."""
    if isinstance(given, dict) and isinstance(wanted, dict):
        keys = [key for key in {**given, **wanted} if given.get(key) != wanted.get(key)]
        return ", ".join(_differing(given.get(key), wanted.get(key), f"{place}.{key}") for key in keys)
    return f"{place} is {given}, not {wanted}"


def _plain(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("watchers", "trouble")}
