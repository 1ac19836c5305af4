"""What the chairs of one table see of its game: views and their JSON, kept while a state stands.

Of a view only what is new is written: what everybody is told once for all, and of the acts those that came since.
Everything comes out of the game's own views, whose allow-list alone decides who sees what.
"""

from typing import Any

import msgspec

from ordago.core import Game
from ordago.games import wire
from ordago.service.host import Step
from ordago.table import Table, news
from ordago.table.news import News

ENCODE = msgspec.json.Encoder().encode


class Sight:
    """The views of one game by chair; 0 is a watcher's."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._wire = wire(game.name)
        self._views: dict[int, list[tuple[Any, Any]]] = {}  # of the last two states
        self._public: tuple[Any, bytes] = None, b""
        self._own: dict[int, tuple[Any, bytes]] = {}
        self._acts: dict[int, tuple[tuple[Any, ...], list[bytes]]] = {}

    def written(self, state: Any, chair: int, everything: bool) -> tuple[bytes, bytes, bytes]:
        """A view as JSON, in pieces: what all are told alike is the same one for all.

        Without `everything` only as many acts are told as the game's messages carry.
        """
        view = self.view(state, chair)
        return self._public_json(state), self._own_json(state, view), self._acts_json(view, everything)

    def news(self, step: Step, chair: int) -> list[News]:
        """What a chair learns of the game by a step."""
        return news.of_game(step.before, step.event, step.after, chair, self.view)

    def view(self, state: Any, chair: int) -> Any:
        """The view of a chair, worked out once."""
        kept = self._views.setdefault(chair, [])
        for of, view in kept:
            if of is state:
                return view
        view = self._game.view(state, chair)
        self._views[chair] = [*kept[-1:], (state, view)]
        return view

    def _public_json(self, state: Any) -> bytes:
        """What everybody is told, up to where the rest follows; out of a watcher's view, who sees no more than that."""
        of, written = self._public
        if of is not state:
            written = ENCODE(self._wire.public_json(self.view(state, 0)))[:-1] + b","
            self._public = state, written
        return written

    def _own_json(self, state: Any, view: Any) -> bytes:
        of, written = self._own.get(view.seat, (None, b""))
        if of is not state:
            written = ENCODE(self._wire.own_json(view))[1:-1]
            self._own[view.seat] = state, written
        return written

    def _acts_json(self, view: Any, everything: bool) -> bytes:
        acts, written = self._acts.get(view.seat, ((), []))
        if view.acts[: len(acts)] != acts:  # another deal, or something became known in the middle
            acts, written = (), []
        if len(view.acts) > len(acts):
            said = self._wire.said_json
            written = written + [ENCODE(said(act, view.rules)) for act in view.acts[len(acts) :]]
            self._acts[view.seat] = view.acts, written
        most = self._wire.MOST_ACTS
        skipped = 0 if everything or most is None else max(0, len(written) - most)
        return b',"acts":[' + b",".join(written[skipped:]) + b'],"acts_skipped":%d}' % skipped


def news_json(one: News, table: Table) -> dict[str, Any]:
    """An entry as plain values: the same for everybody who learns the same."""
    match one.code:
        case "said":
            return {"code": "said", "act": wire(table.game).said_json(one.of, table.rules)}
        case "award":
            return {"code": "award", "award": wire(table.game).award_json(one.of, table.rules)}
        case "deal":
            return {"code": "deal", "deal": one.deal}
        case "phrase":
            return {"code": "phrase", "chair": one.chair, "name": one.name, "phrase": one.phrase}
    return {"code": one.code, "chair": one.chair, "name": one.name} if one.chair else {"code": one.code}
