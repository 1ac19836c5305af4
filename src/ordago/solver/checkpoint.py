"""A training on disk, to be gone on with: written whole or not at all, and taken up only by the plan it belongs to."""

import hashlib
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from ordago.core.files import read_checkpoint, write_whole
from ordago.errors import OrdagoError
from ordago.solver.passes import Numbers, Policy
from ordago.solver.plan import Plan


class Learner(Protocol):
    """A training: all that its next step depends on, in arrays that are filled in place."""

    @property
    def iteration(self) -> int:
        """How many were done."""

    @property
    def regrets(self) -> Policy:
        """Regrets by block."""

    @property
    def totals(self) -> Policy:
        """What is added up, and whatever else belongs to it."""

    def step(self) -> None:
        """One iteration."""

    def resume(self, iteration: int) -> None:
        """Go on after this iteration, with the arrays filled."""


class Kept(msgspec.Struct, frozen=True):
    """The first line of the file; behind it regrets and sums, block by block, as they are in memory."""

    plan: Plan
    iteration: int
    sha256: str
    version: int = 1


def save(path: Path, plan: Plan, training: Learner) -> None:
    """Keep what was learnt so far. Raises OrdagoError `file-unwritable`."""
    data = b"".join(block.tobytes() for block in (*training.regrets, *training.totals))
    head = Kept(plan, training.iteration, hashlib.sha256(data).hexdigest())
    write_whole(path, msgspec.json.encode(head) + b"\n" + data)


def load(path: Path, plan: Plan, training: Learner) -> None:
    """Take up what was kept of this plan; nothing where there is no file.

    Raises OrdagoError `checkpoint-broken` for a file that cannot be read or is damaged, `checkpoint-other` for another
    plan's.
    """
    found = read_checkpoint(path, _read, lambda found: found[0].plan == plan)
    if found is None:
        return
    kept, data = found
    blocks = (*training.regrets, *training.totals)
    if hashlib.sha256(data).hexdigest() != kept.sha256 or len(data) != sum(block.nbytes for block in blocks):
        raise OrdagoError("checkpoint-broken", file=str(path), reason="its digest is not that of what it holds")
    _fill(blocks, data)
    training.resume(kept.iteration)


def _read(whole: bytes) -> tuple[Kept, bytes]:
    line, _, data = whole.partition(b"\n")
    return msgspec.json.decode(line, type=Kept), data


def _fill(blocks: tuple[Numbers, ...], data: bytes) -> None:
    at = 0
    for block in blocks:
        block[...] = np.frombuffer(data, block.dtype, block.size, at).reshape(block.shape)
        at += block.nbytes
