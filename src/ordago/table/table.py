"""One live table as a frozen value, and what can be known of it."""

from functools import lru_cache
from typing import Any

import msgspec

from ordago.core import Game, fair
from ordago.games import GAMES
from ordago.table.options import Options
from ordago.table.remembered import Remembered
from ordago.table.seats import Seat


class Coming(msgspec.Struct, frozen=True, gc=False):
    """The next deal: its seed, since when it is committed, and the shares that have come, by chair."""

    seed: str
    since: int
    shares: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """What everybody may know of the seed."""
        return commitment(self.seed)


class FairDeal(msgspec.Struct, frozen=True, gc=False):
    """The seed and the shares of a deal that was dealt."""

    seed: str
    shares: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """What everybody knows of the seed from before the deal."""
        return commitment(self.seed)


@lru_cache(maxsize=1024)
def commitment(seed: str) -> str:
    """The commitment to a seed in hexadecimal, worked out once: every picture of a table shows it."""
    return fair.commitment(bytes.fromhex(seed))


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table as it stands.

    `phase` is `waiting`, `playing` or `over`. `match` counts matches from 1, `fair` holds the deals of this one.
    `start` is the state before the match, `before` that before the running deal, `state` the position (None before the
    first deal). `turn_since`, `over_since` and `ready_at` are when the running turn began, when the last deal ended and
    when the last person was ready. Until `grace_until` no time of a person runs: a turn of theirs may begin later than
    now. `seated` says which chair each identity had in the running deal, `done` names the last commands.
    """

    id: str
    game: str
    preset: str
    changes: dict[str, Any]
    options: Options
    rules: Any
    players: int
    seats: tuple[Seat, ...]
    host: str
    quick: bool = False
    phase: str = "waiting"
    match: int = 1
    start: Any = None
    before: Any = None
    state: Any = None
    coming: Coming | None = None
    fair: tuple[FairDeal, ...] = ()
    locked: bool = False
    paused_at: int = 0
    kicked: tuple[str, ...] = ()
    turn_since: int = 0
    over_since: int = 0
    ready_at: int = 0
    grace_until: int = 0
    ready: tuple[int, ...] = ()
    hurried: tuple[int, ...] = ()
    seated: dict[str, int] = {}
    done: Remembered = Remembered()

    @property
    def played(self) -> Game:
        """The game."""
        return GAMES[self.game]

    @property
    def deal(self) -> int:
        """The deal of this match that runs or ran last, from 1."""
        return len(self.fair)

    @property
    def turn(self) -> int:
        """The chair that the table waits for; 0: none."""
        return self.state.turn if self.phase == "playing" and self.state is not None else 0

    @property
    def between(self) -> bool:
        """Whether no deal is running."""
        return self.phase != "playing" or self.state is None or bool(self.state.deal_over)

    def chair_of(self, who: str) -> int:
        """The chair of an identity; 0: none."""
        if who:
            for at, seat in enumerate(self.seats, 1):
                if seat.who == who:
                    return at
        return 0

    def seat(self, chair: int) -> Seat:
        """Who sits on this chair."""
        return self.seats[chair - 1]

    def people(self) -> list[int]:
        """The chairs of persons who are there."""
        return [at for at, seat in enumerate(self.seats, 1) if seat.present]

    @property
    def hurry(self) -> bool:
        """Whether everybody who is there wants the bots to play on."""
        people = self.people()
        return bool(self.hurried) and all(chair in self.hurried for chair in people)


def quiet(token: str, game: Game) -> bool:
    """Whether an act is a sign: nobody may tell from a clock that it was made."""
    word = token.partition(":")[2]
    return any(word.startswith(kind) for kind in game.unlisted)
