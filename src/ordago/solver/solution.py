"""A policy as a file: one line of JSON that says what it is, then numbers, compressed.

First what each hand may expect, as float32, the mano's hands and the postre's; then the probabilities in 255ths.
Of every decision all acts but the last are written; the last is what is missing to 255. `exploitability` and the rest
of `ordago solve check` are found from what was read, so they speak of the very file.
"""

import hashlib
import zlib
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from ordago.errors import OrdagoError
from ordago.solver.checkpoint import write_headed
from ordago.solver.layout import Layout
from ordago.solver.passes import Numbers, Policy
from ordago.solver.plan import SCORES, Plan

FORMAT = "ordago-solution 1"
FILE = "two.solution"
WHOLE = 255
"""Probability 1 in the file."""

VALUE = np.dtype("<f4")
"""How a value is written."""


class Head(msgspec.Struct, frozen=True):
    """The first line.

    `hands` is how many hands there are, `numbers` how many probabilities, `sha256` the digest of what is stored.
    """

    format: str
    plan: Plan
    iterations: int
    hands: int
    numbers: int
    sha256: str


class Solution(msgspec.Struct, frozen=True):
    """A policy with its plan: whole 255ths, block by block, the last act of each decision left out.

    `values` are what each hand may expect, the mano's hands and then the postre's, where both play by the policy.
    """

    plan: Plan
    iterations: int
    levels: bytes
    values: bytes = b""

    def expected(self) -> Numbers:
        """What each hand may expect, a row for the mano and one for the postre."""
        found: Numbers = np.frombuffer(self.values, VALUE).reshape(2, -1)
        return found

    def stored(self, layout: Layout) -> "Stored":
        """The probabilities as they are stored. Raises OrdagoError `solution-broken` where the tree is another one."""
        data, blocks, at = np.frombuffer(self.levels, np.uint8), [], 0
        if len(data) != written(layout):
            raise OrdagoError("solution-broken", file=FILE, reason="it is of another tree")
        for block in layout.choices:
            nodes, acts = block.shape
            shape = (nodes, acts - 1, len(layout.hands[block.hands]))
            size = shape[0] * shape[1] * shape[2]
            blocks.append(data[at : at + size].reshape(shape))
            at += size
        return Stored(blocks)

    def policy(self, layout: Layout, dtype: npt.DTypeLike = np.float32) -> Policy:
        """The probabilities. Raises OrdagoError `solution-broken` where the tree is another one."""
        return [_chances(block, dtype) for block in self.stored(layout).blocks]


class Stored:
    """Probabilities of which few are asked for: a byte each, worked out place by place."""

    def __init__(self, blocks: list[npt.NDArray[np.uint8]]) -> None:
        self.blocks = blocks

    def at(self, number: int, row: int) -> Numbers:
        """How likely each act is by hand, at this row of this block of decisions: `[act, hand]`."""
        found: Numbers = _chances(self.blocks[number][row : row + 1], np.float32)[0]
        return found


def _chances(block: npt.NDArray[np.uint8], dtype: npt.DTypeLike) -> Numbers:
    """The probabilities of all acts, by node, act and hand."""
    said = block.astype(dtype) / WHOLE
    return np.concatenate([said, 1 - said.sum(axis=1, keepdims=True)], axis=1).clip(0, 1)


def written(layout: Layout) -> int:
    """How many probabilities of a tree are written."""
    return sum(len(block.reach) * (block.acts - 1) * len(layout.hands[block.hands]) for block in layout.choices)


def solution_of(plan: Plan, iterations: int, policy: Policy) -> Solution:
    """The policy as it is written."""
    return Solution(plan, iterations, b"".join(rounded(block)[:, :-1].tobytes() for block in policy))


def rounded(block: Numbers) -> npt.NDArray[np.uint8]:
    """Probabilities in whole 255ths that add up: the largest remainders are rounded up (Hare and Niemeyer)."""
    exact = block.astype(np.float64) * WHOLE
    low = np.floor(exact)
    left = np.rint(WHOLE - low.sum(axis=1, keepdims=True))
    order = np.argsort(low - exact, axis=1, kind="stable")
    place = np.argsort(order, axis=1, kind="stable")
    return np.asarray(low + (place < left), np.uint8)


def write(solution: Solution, path: Path) -> None:
    """Write the file, whole or not at all. Raises OrdagoError `file-unwritable`."""
    data = zlib.compress(solution.values + solution.levels, 9)
    digest = hashlib.sha256(data).hexdigest()
    hands = len(solution.values) // (2 * VALUE.itemsize)
    head = Head(FORMAT, solution.plan, solution.iterations, hands, len(solution.levels), digest)
    write_headed(path, head, data)


def read(path: Path) -> Solution:
    """Read a file. Raises OrdagoError `solution-broken` for one that is missing, of another version or damaged."""

    def broken(reason: str) -> OrdagoError:
        return OrdagoError("solution-broken", file=str(path), reason=reason)

    try:
        line, _, data = path.read_bytes().partition(b"\n")
        head = msgspec.json.decode(line, type=Head)
    except OSError as error:
        raise broken(error.strerror or str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise broken("its first line is not that of a solution") from None
    if head.format != FORMAT:
        raise broken(f"its format is {head.format!r}, not {FORMAT!r}")
    if hashlib.sha256(data).hexdigest() != head.sha256:
        raise broken("its digest is not that of what it holds")
    try:
        stored = zlib.decompress(data, bufsize=head.numbers)
    except zlib.error as error:
        raise broken(str(error)) from None
    first = head.hands * 2 * VALUE.itemsize
    if len(stored) != first + head.numbers:
        raise broken("it holds another number of probabilities than it says")
    return Solution(head.plan, head.iterations, stored[first:], stored[:first])


def default_path(score: tuple[int, int] | None = None) -> Path:
    """Where the package keeps its solution of Mus for two, for stones or from a score."""
    name = FILE if score is None else f"two-{score[0]}-{score[1]}.solution"
    return Path(str(files("ordago.solver") / name))


def shipped_files() -> list[Path]:
    """The solutions that the package has: the one for stones, then those from a score."""
    return [default_path(), *map(default_path, SCORES)]
