"""What clients may say, as it comes over the socket (`docs/protocol.md`)."""

from contextlib import suppress

import msgspec

from ordago.table import commands as do
from ordago.web.settings import MOST_BYTES


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping"):
    """A client wants to know whether the connection lives."""


DECODER: msgspec.json.Decoder[do.ClientCommand | Ping] = msgspec.json.Decoder(do.ClientCommand | Ping)

WRONG = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What reading nonsense raises."""


def understood(text: bytes) -> do.ClientCommand | Ping | None:
    """What a message says; None where it is nonsense."""
    if len(text) > MOST_BYTES:
        return None
    try:
        return DECODER.decode(text)
    except WRONG:
        return None


def id_in(text: bytes) -> str:
    """The id of a message that was not understood, so that its sender knows which one; empty where there is none."""
    if len(text) > MOST_BYTES:
        return ""
    with suppress(*WRONG):
        found = msgspec.json.decode(text)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:40]
    return ""
