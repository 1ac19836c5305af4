"""All hands at once: the exact counts of every hand, seat and lance at a table of four in pairs, default rules.

The file `pairs.odds` is shipped with the package. One line of JSON says what it is (`format`, `shape`, `fields`,
`sha256` of the rest); then int64, little-endian. `build()` makes it from nothing, and a test compares.
"""

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ordago.core.files import write_whole
from ordago.errors import OrdagoError
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules, rules
from ordago.odds.pack import Counts, Pack, pack_for, ways
from ordago.odds.question import seats_of
from ordago.odds.tally import Lines, Progress, Rivals, Tally, tally

FILE = "pairs.odds"
FORMAT = "ordago-odds 1"

FIELDS = ("me", "pair", "played", "won", "ours", "theirs")
"""What is counted for every hand, seat and lance; as in `LanceOdds`. `ours` and `theirs` count deals times stones."""

SEATS = (1, 2, 3, 4)
DEALS = 58905 * 35960 * 20475
"""Ways to deal three hands beside mine: the denominator of every count."""


class Table:
    """The table: `counts[hand, seat - 1, lance, field]` exactly, and `values`, the same divided by `DEALS`.

    Hands are in the order of `names`; lances in that of `mus.count.LANCES`, fields in that of `FIELDS`.
    """

    def __init__(self, counts: Counts) -> None:
        self.pack = pack_for(Rules().hand)
        self.counts = counts
        self.values: npt.NDArray[np.float64] = counts / DEALS
        self.names = self.pack.names
        self._at = {name: at for at, name in enumerate(self.names)}

    def at(self, hand: str) -> int:
        """The row of a hand, named by its letters from high to low (`RR71`). Raises KeyError."""
        return self._at[hand]

    def chance(self, hand: str, seat: int, lance: str, field: str) -> float:
        """One entry: a chance, or for `ours` and `theirs` the stones expected if everybody passes."""
        return float(self.values[self.at(hand), seat - 1, LANCES.index(lance), FIELDS.index(field)])


@cache
def table() -> Table:
    """The shipped table, read once. Raises OrdagoError `odds-table` where the file is missing, old or damaged."""
    try:
        return Table(read((files("ordago.odds") / FILE).read_bytes()))
    except OSError:
        raise OrdagoError("odds-table", file=FILE) from None


def read(data: bytes) -> Counts:
    """The counts of a file. Raises OrdagoError `odds-table`."""
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        intact = head["format"] == FORMAT and head["fields"] == list(FIELDS)
        if not intact or head["sha256"] != hashlib.sha256(rest).hexdigest():
            raise OrdagoError("odds-table", file=FILE)
        return np.frombuffer(rest, "<i8").reshape(head["shape"]).astype(np.int64)
    except (ValueError, KeyError, TypeError):
        raise OrdagoError("odds-table", file=FILE) from None


def write(counts: Counts) -> bytes:
    """The file of these counts."""
    rest = counts.astype("<i8").tobytes()
    head = {
        "format": FORMAT,
        "shape": list(counts.shape),
        "fields": list(FIELDS),
        "sha256": hashlib.sha256(rest).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + rest


def rebuild(path: Path, progress: Progress | None = None) -> None:
    """Make the table from nothing and write it. Raises OrdagoError `file-unwritable`."""
    write_whole(path, write(build(progress=progress)))


def default_path() -> Path:
    """Where the package keeps the table."""
    return Path(str(files("ordago.odds") / FILE))


def build(seats: tuple[int, ...] = SEATS, lances: tuple[str, ...] = LANCES, progress: Progress | None = None) -> Counts:
    """The counts of all hands for some seats and lances (others 0): some seconds a seat."""
    of = rules()
    pack = pack_for(of.hand)
    lines = every_hand(pack)
    rivals = Rivals(pack.two_hands, np.arange(len(pack.two_hands.hands)))
    counts = np.zeros((len(pack.hands), len(SEATS), len(LANCES), len(FIELDS)), np.int64)
    steps = [(seat, lance) for seat in seats for lance in lances]
    weights = ways(pack.counts, pack.hands)
    for number, (seat, lance) in enumerate(steps):

        def step(done: int, all_of: int, number: int = number) -> None:
            if progress is not None:
                progress(number * all_of + done, len(steps) * all_of)

        found = tally(lance, pack, of.count, seats_of(of, seat), pack.counts, lines, rivals, step)
        paso = getattr(of.count.paso_value, lance)
        # A line counts the ways to deal my hand as well; the table is given my hand.
        counts[:, seat - 1, LANCES.index(lance)] = _fields(found, paso) // weights[:, None]
    return counts


def every_hand(pack: Pack) -> Lines:
    """Each hand of mine with each of a partner; an option per hand of mine."""
    pairs = pack.two_hands
    mine = pairs.hands[:, 0]
    return Lines(
        starts=np.searchsorted(mine, np.arange(len(pack.hands))),
        mine=mine,
        others=pairs.hands[:, 1:],
        multisets=pairs.multisets,
        which=pairs.which,
        ways=pairs.splits * ways(pack.counts, pairs.multisets)[pairs.which],
    )


def _fields(found: Tally, paso: int) -> Counts:
    ours = sum((stones * deals for stones, deals in found.ours.items()), paso * found.pair_played)
    lost = found.played - found.pair_played
    theirs = sum((stones * deals for stones, deals in found.theirs.items()), paso * lost)
    return np.stack([found.me, found.pair, found.played, found.pair_played, ours, theirs], axis=1)
