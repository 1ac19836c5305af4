"""What a viewer learns from an event: what they see that they did not see before, and what happened at the table.

Entries are codes with parameters, in plain values. Acts and awards stay objects of the game; the sender writes them.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ordago.table import events as ev
from ordago.table.table import Table


class News(msgspec.Struct, frozen=True, gc=False):
    """Something that a viewer learns. `of` is an act or an award of the game as the viewer saw it."""

    code: str
    chair: int = 0
    name: str = ""
    phrase: str = ""
    deal: int = 0
    of: Any = None


OF_GAME = (ev.Acted, ev.Dealt)
"""The events of the game itself."""

CHAIRS: dict[type[Any], str] = {
    ev.Stood: "stood",
    ev.Botted: "bot",
    ev.Away: "away",
    ev.Held: "stand_in",
    ev.Back: "back",
    ev.Kicked: "kicked",
    ev.Readied: "ready",
}
"""The code of events that are about a chair."""

PLAIN: dict[type[Any], str] = {
    ev.Started: "started",
    ev.Ruled: "rules",
    ev.Restarted: "restarted",
    ev.Hurried: "hurry",
}
"""The code of events that are about the table."""


def of_table(before: Table, event: ev.AnyEvent, after: Table) -> list[News]:
    """What everybody may know: who came, went, paused …, is the host now, and that a deal began or ended."""
    told = _of_event(before, event, after)
    if after.host != before.host:
        chair = after.chair_of(after.host)
        told.append(News("host", chair, after.seat(chair).name))
    return told


def _of_event(before: Table, event: ev.AnyEvent, after: Table) -> list[News]:
    match event:
        case ev.Sat():
            return [News("sat", event.chair, event.name)]
        case ev.Locked():
            return [News("locked" if event.on else "unlocked")]
        case ev.Paused():
            return [News("paused" if event.on else "resumed")]
        case ev.Phrased():
            return [News("phrase", event.chair, after.seat(event.chair).name, phrase=event.phrase)]
        case ev.Started() if before.phase == "over":
            return [News("rematch")]
        case ev.Stood() | ev.Botted() | ev.Away() | ev.Held() | ev.Back() | ev.Kicked() | ev.Readied():
            name = before.seat(event.chair).name or after.seat(event.chair).name
            return [News(CHAIRS[type(event)], event.chair, name)]
    code = PLAIN.get(type(event))
    return [News(code)] if code else []


def of_game(
    before: Table, event: ev.AnyEvent, after: Table, seat: int, view: Callable[[Any, int], Any] | None = None
) -> list[News]:
    """What the seat (0: a watcher) saw of the game; `view` gives views of states, where somebody keeps them."""
    if not isinstance(event, OF_GAME):
        return []
    view = view or after.played.view
    now = view(after.state, seat)
    if isinstance(event, ev.Dealt):
        return [News("deal", deal=after.deal), *said((), now.acts)]
    then = view(before.state, seat)
    found = said(then.acts, now.acts)
    if event.why == "timeout":
        found.insert(0, News("timeout", before.turn, before.seat(before.turn).name))
    then_awards, awards = getattr(then, "awards", ()), getattr(now, "awards", ())
    found += [News("award", of=award) for award in awards[len(then_awards) :]]
    if after.between:
        found.append(News("deal_over"))
    if after.phase == "over":
        found.append(News("match_over"))
    return found


def said(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[News]:
    """The acts that were not there before, in order; some may have become known in the middle."""
    if after[: len(before)] == before:  # nearly always
        return [News("said", act.seat, of=act) for act in after[len(before) :]]
    found, at = [], 0
    for act in after:
        if at < len(before) and before[at] == act:
            at += 1
        else:
            found.append(News("said", act.seat, of=act))
    return found
