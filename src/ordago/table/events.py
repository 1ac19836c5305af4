"""What happens at a table, as small records: the log is the truth, and the table is its fold.

An event is stored as JSON; its fields may get new neighbours with a default, never another meaning. `at` is when, in
milliseconds since 1970. `cid` names the command that it answers, so that a command sent twice is done once.
"""

from typing import Any

import msgspec

from ordago.table.options import Options


class Event(msgspec.Struct, frozen=True, tag_field="e", tag=str.lower, kw_only=True, omit_defaults=True):
    """Something that happened."""

    at: int
    cid: str = ""


class Opened(Event, frozen=True):
    """The table was made by `who`. `quick`: it starts by itself when its maker is there."""

    table: str
    game: str
    preset: str
    changes: dict[str, Any]
    players: int
    options: Options
    who: str
    quick: bool = False


class Ruled(Event, frozen=True):
    """The host changed the rules before the match."""

    preset: str
    changes: dict[str, Any]
    players: int
    options: Options


class Sat(Event, frozen=True):
    """A person took a chair, leaving another one where they had one."""

    chair: int
    who: str
    name: str


class Stood(Event, frozen=True):
    """A person left their chair for good; in play a bot goes on."""

    chair: int


class Botted(Event, frozen=True):
    """A bot took an empty chair."""

    chair: int


class Kicked(Event, frozen=True):
    """The host emptied a chair; a person may not sit again."""

    chair: int


class Away(Event, frozen=True):
    """A person lost the connection, at `since`."""

    chair: int
    since: int


class Held(Event, frozen=True):
    """A bot holds the chair of somebody away."""

    chair: int


class Back(Event, frozen=True):
    """A person is there again."""

    chair: int


class Hosted(Event, frozen=True):
    """The person on this chair is the host now."""

    chair: int


class Locked(Event, frozen=True):
    """Nobody new may sit, or may again."""

    on: bool


class Paused(Event, frozen=True):
    """Clocks and bots stand still, or go on."""

    on: bool


class Started(Event, frozen=True):
    """A match begins."""


class Committed(Event, frozen=True):
    """The seed of the next deal was drawn; only its commitment is told."""

    seed: str


class Shared(Event, frozen=True):
    """A seated client gave its share to the next deal."""

    chair: int
    share: str


class Dealt(Event, frozen=True):
    """The next deal, as the keys of a record, with the shares that went into it."""

    deal: dict[str, Any]
    shares: tuple[str, ...]


class Acted(Event, frozen=True):
    """An act of the game as the record's token; `why` is `timeout` where the table acted for the chair."""

    token: str
    why: str = ""


class Readied(Event, frozen=True):
    """A person is ready for the next deal."""

    chair: int


class Hurried(Event, frozen=True):
    """A person asks for bots that play on quickly, until the end of the deal."""

    chair: int


class Phrased(Event, frozen=True):
    """Somebody said a phrase."""

    chair: int
    phrase: str


class Restarted(Event, frozen=True):
    """For `shift` milliseconds nobody ran the clocks: they count for nobody. People get `grace` more to come back.

    Logs of before have no `grace`: there it is part of `shift`, and bots and deals waited for it as well.
    """

    shift: int
    grace: int = 0


AnyEvent = (
    Opened
    | Ruled
    | Sat
    | Stood
    | Botted
    | Kicked
    | Away
    | Held
    | Back
    | Hosted
    | Locked
    | Paused
    | Started
    | Committed
    | Shared
    | Dealt
    | Acted
    | Readied
    | Hurried
    | Phrased
    | Restarted
)
"""Every kind of event."""

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """The event as it is stored."""
    return _ENCODER.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The event that was stored. Raises msgspec.ValidationError for anything else."""
    return _DECODER.decode(data)
