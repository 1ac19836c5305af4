"""What people, bots and the clock ask of a table. These structs are also what a client sends (`docs/protocol.md`)."""

from typing import Annotated, Any

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=200)]
Chair = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Command(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True):
    """A request. `id` is the sender's own name for it; the same one is done once."""

    id: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Act(Command, frozen=True):
    """An act of the game, in the record's words without the chair."""

    word: Text


class Ready(Command, frozen=True):
    """The next deal may come."""


class Share(Command, frozen=True):
    """Randomness for a deal."""

    deal: int
    share: Text


class Say(Command, frozen=True):
    """A phrase."""

    phrase: Text


class Hurry(Command, frozen=True):
    """Bots may play on quickly."""


class Sit(Command, frozen=True):
    """Take a chair; `name` is filled in by the server."""

    chair: Chair
    name: Text = ""


class Stand(Command, frozen=True):
    """Leave the chair."""


class Start(Command, frozen=True):
    """Begin the match; `fill` puts bots on empty chairs."""

    fill: bool = False


class Fill(Command, frozen=True):
    """A bot on this chair, or (0) on all empty ones."""

    chair: Chair = 0


class Kick(Command, frozen=True):
    """Empty this chair."""

    chair: Chair


class Lock(Command, frozen=True):
    """Let nobody new sit, or do."""

    on: bool


class Pause(Command, frozen=True):
    """Stop the clocks, or let them run."""

    on: bool


class HandOver(Command, frozen=True, tag="hand_over"):
    """Make the person on this chair the host."""

    chair: Chair


class Rules(Command, frozen=True):
    """Other rules, before the match."""

    preset: Text
    settings: dict[str, Any]
    players: Chair
    options: dict[str, Any]


class Rematch(Command, frozen=True):
    """The next match at this table."""


ClientCommand = (
    Act | Ready | Share | Say | Hurry | Sit | Stand | Start | Fill | Kick | Lock | Pause | HandOver | Rules | Rematch
)
"""What a client may send."""


class Tick(Command, frozen=True):
    """Do what is due by now."""


class BotActs(Command, frozen=True):
    """What a bot does on its turn, thought up in the position after `acts` acts; an empty word: it failed."""

    chair: Chair
    word: str
    acts: int


class Lost(Command, frozen=True):
    """The person on this chair has had no connection since then."""

    chair: Chair
    since: int


class Came(Command, frozen=True):
    """The person has a connection."""


class Resume(Command, frozen=True):
    """Nobody ran the clocks; `seen` is when somebody was last known to."""

    seen: int


HouseCommand = Tick | BotActs | Lost | Came | Resume
"""What only the house itself may ask."""
