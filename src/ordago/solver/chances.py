"""The chance to win a game of Mus for two from every score, as a file of the package.

One line of JSON says what it is (`format`, `target`, `sha256` of the rest); then float64, little-endian, by the mano's
score and the other's. `ordago solve chances` makes it anew from the shipped solution (`ordago.solver.results`).
"""

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from ordago.core.files import write_whole
from ordago.errors import OrdagoError
from ordago.solver.worth import Values

CHANCES_FILE = "two.chances"
FORMAT = "ordago-chances 1"


def write_chances(chances: Values, path: Path) -> None:
    """Write the table. Raises OrdagoError `file-unwritable`."""
    data = chances.astype("<f8").tobytes()
    head = {"format": FORMAT, "target": len(chances), "sha256": digest_of(chances)}
    write_whole(path, json.dumps(head).encode() + b"\n" + data)


def digest_of(chances: Values) -> str:
    """Names a table."""
    return hashlib.sha256(chances.astype("<f8").tobytes()).hexdigest()


def read_chances(path: Path) -> Values:
    """Read the table. Raises OrdagoError `solution-broken` where it is missing, of another version or damaged."""
    try:
        line, _, data = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        if head["format"] == FORMAT and head["sha256"] == hashlib.sha256(data).hexdigest():
            return np.frombuffer(data, "<f8").reshape(head["target"], head["target"]).astype(np.float64)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise OrdagoError("solution-broken", file=str(path), reason="it is missing or damaged")


def chances_path() -> Path:
    """Where the package keeps its table of chances."""
    return Path(str(files("ordago.solver") / CHANCES_FILE))


@cache
def shipped_chances() -> Values:
    """The shipped table. Raises OrdagoError `solution-broken`."""
    return read_chances(chances_path())
