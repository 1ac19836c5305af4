"""What was played so far, on disk: written whole or not at all, and taken up only by the contest that it belongs to."""

from pathlib import Path
from typing import Literal

import msgspec

from ordago.arena.contest import Contest, Kind, Row
from ordago.core.files import read_checkpoint, write_whole

Rows = dict[Kind, dict[int, Row]]
"""What was played, by kind and number."""


class Kept(msgspec.Struct, frozen=True):
    """The file: the contest, and its rows."""

    contest: Contest
    rows: Rows
    version: Literal[1] = 1


def load(path: Path, contest: Contest) -> Rows:
    """What was kept of this contest; nothing where there is no file.

    Raises OrdagoError `checkpoint-broken`, and `checkpoint-other` for another contest's.
    """
    kept = read_checkpoint(path, msgspec.json.Decoder(Kept).decode, lambda kept: kept.contest == contest)
    return kept.rows if kept else {}


def save(path: Path, contest: Contest, rows: Rows) -> None:
    """Keep what was played. Raises OrdagoError `file-unwritable`."""
    write_whole(path, msgspec.json.encode(Kept(contest, rows)))
