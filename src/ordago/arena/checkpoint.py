"""What was played so far, on disk: written whole or not at all, and taken up only by the contest that it belongs to."""

import os
import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from ordago.arena.contest import Contest, Kind, Row
from ordago.errors import OrdagoError

Rows = dict[Kind, dict[int, Row]]
"""What was played, by kind and number."""


class Kept(msgspec.Struct, frozen=True):
    """The file: the contest, and its rows."""

    contest: Contest
    rows: Rows
    version: Literal[1] = 1


def load(path: Path, contest: Contest) -> Rows:
    """What was kept of this contest; nothing where there is no file.

    Raises OrdagoError `checkpoint-broken`, `checkpoint-other` for another contest's, and `file-unwritable` for a file
    that cannot be read.
    """
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise OrdagoError("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=str(error)) from None
    if kept.contest != contest:
        raise OrdagoError("checkpoint-other", file=str(path))
    return kept.rows


def save(path: Path, contest: Contest, rows: Rows) -> None:
    """Keep what was played. Raises OrdagoError `file-unwritable`."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(Kept(contest, rows)))
            os.replace(beside, path)
        finally:
            Path(beside).unlink(missing_ok=True)  # there only if something, or Ctrl-C, came in between
    except OSError as error:
        raise OrdagoError("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None
