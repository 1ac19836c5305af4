"""A training on disk, to be gone on with: written whole or not at all, and taken up only by the plan it belongs to."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

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


class Headed(Protocol):
    """What the first line of a file says."""

    @property
    def sha256(self) -> str:
        """The digest of what stands behind it."""


Head = TypeVar("Head", bound=Headed)

DAMAGED = "its digest is not that of what it holds"


def write_headed(path: Path, head: Headed, data: bytes) -> None:
    """Write a line of JSON and what stands behind it. Raises OrdagoError `file-unwritable`."""
    write_whole(path, msgspec.json.encode(head) + b"\n" + data)


def read_headed(path: Path, kind: type[Head], ours: Callable[[Head], bool]) -> tuple[Head, bytes] | None:
    """The line and what stands behind it; None where there is no file.

    Raises OrdagoError `checkpoint-broken` for a file that cannot be read or is damaged, `checkpoint-other` for one that
    is not ours.
    """

    def read(whole: bytes) -> tuple[Head, bytes]:
        line, _, data = whole.partition(b"\n")
        return msgspec.json.decode(line, type=kind), data

    found = read_checkpoint(path, read, lambda one: ours(one[0]))
    if found and hashlib.sha256(found[1]).hexdigest() != found[0].sha256:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=DAMAGED)
    return found


def save(path: Path, plan: Plan, training: Learner) -> None:
    """Keep what was learnt so far. Raises OrdagoError `file-unwritable`."""
    data = b"".join(block.tobytes() for block in (*training.regrets, *training.totals))
    head = Kept(plan, training.iteration, hashlib.sha256(data).hexdigest())
    write_headed(path, head, data)


def load(path: Path, plan: Plan, training: Learner) -> None:
    """Take up what was kept of this plan; nothing where there is no file.

    Raises OrdagoError `checkpoint-broken` for a file that cannot be read or is damaged, `checkpoint-other` for another
    plan's.
    """
    found = read_headed(path, Kept, lambda kept: kept.plan == plan)
    if found is None:
        return
    kept, data = found
    blocks = (*training.regrets, *training.totals)
    if len(data) != sum(block.nbytes for block in blocks):
        raise OrdagoError("checkpoint-broken", file=str(path), reason=DAMAGED)
    _fill(blocks, data)
    training.resume(kept.iteration)


def _fill(blocks: tuple[Numbers, ...], data: bytes) -> None:
    at = 0
    for block in blocks:
        block[...] = np.frombuffer(data, block.dtype, block.size, at).reshape(block.shape)
        at += block.nbytes
