"""A training on disk, to be gone on with: written whole or not at all, and taken up only by the plan it belongs to."""

import hashlib
from pathlib import Path

import msgspec
import numpy as np

from ordago.errors import OrdagoError
from ordago.solver.cfr import Training
from ordago.solver.files import replace
from ordago.solver.passes import Numbers
from ordago.solver.plan import Plan


class Kept(msgspec.Struct, frozen=True):
    """The first line of the file; behind it regrets and sums, block by block, as they are in memory."""

    plan: Plan
    iteration: int
    sha256: str
    version: int = 1


def save(path: Path, plan: Plan, training: Training) -> None:
    """Keep what was learnt so far. Raises OrdagoError `file-unwritable`."""
    data = b"".join(block.tobytes() for block in (*training.regrets, *training.totals))
    head = Kept(plan, training.iteration, hashlib.sha256(data).hexdigest())
    replace(path, msgspec.json.encode(head) + b"\n" + data)


def load(path: Path, plan: Plan, training: Training) -> None:
    """Take up what was kept of this plan; nothing where there is no file.

    Raises OrdagoError `checkpoint-broken` for a file that cannot be read or is damaged, `checkpoint-other` for another
    plan's.
    """
    try:
        line, _, data = path.read_bytes().partition(b"\n")
        kept = msgspec.json.decode(line, type=Kept)
    except FileNotFoundError:
        return
    except OSError as error:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=error.strerror or str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=str(error)) from None
    if kept.plan != plan:
        raise OrdagoError("checkpoint-other", file=str(path))
    blocks = (*training.regrets, *training.totals)
    if hashlib.sha256(data).hexdigest() != kept.sha256 or len(data) != sum(block.nbytes for block in blocks):
        raise OrdagoError("checkpoint-broken", file=str(path), reason="its digest is not that of what it holds")
    _fill(blocks, data)
    training.resume(kept.iteration)


def _fill(blocks: tuple[Numbers, ...], data: bytes) -> None:
    at = 0
    for block in blocks:
        block[...] = np.frombuffer(data, block.dtype, block.size, at).reshape(block.shape)
        at += block.nbytes
