"""What is worked out in stages, each kept in a folder as soon as it is done: a stopped run goes on from there."""

import io
import json
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import msgspec
import numpy as np

from ordago.core.files import read_checkpoint, verify_writable, write_whole
from ordago.errors import OrdagoError

Progress = Callable[[str, int, int], None]
"""Is told the stage, how much of it is done, and of how much."""

Stage = dict[str, Any]
"""Arrays by name."""


class Stages:
    """The stages of one plan in its folder.

    Raises OrdagoError `train-folder` for a folder of another plan, `checkpoint-broken` for a file in it that cannot be
    read, `file-unwritable`.
    """

    def __init__(self, folder: Path, plan: dict[str, Any], progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        said = json.loads(json.dumps(plan))
        kept = folder / "plan.json"
        verify_writable(kept)
        if read_checkpoint(kept, msgspec.json.decode, lambda _: True) not in (None, said):
            raise OrdagoError("train-folder", folder=str(folder))
        write_whole(kept, json.dumps(said))

    def has(self, name: str) -> bool:
        """Whether a stage is done."""
        return self._path(name).exists()

    def stage(self, name: str, make: Callable[[], Stage]) -> Stage:
        """A stage's arrays, read or made and kept."""
        if not self.has(name):
            self.progress(name, 0, 1)
            self._keep(name, make())
        return self._read(name)

    def parts(self, name: str, count: int, make: Callable[[list[int]], Iterable[tuple[int, Stage]]]) -> list[Stage]:
        """A stage of many parts, each kept by itself; those that are missing are made, in any order."""
        missing = [part for part in range(count) if not self.has(f"{name}-{part}")]
        done = count - len(missing)
        self.progress(name, done, count)
        if missing:
            for part, found in make(missing):
                self._keep(f"{name}-{part}", found)
                done += 1
                self.progress(name, done, count)
        return [self._read(f"{name}-{part}") for part in range(count)]

    def _keep(self, name: str, found: Stage) -> None:
        """Write a stage down."""
        packed = io.BytesIO()
        np.savez_compressed(packed, **found)
        write_whole(self._path(name), packed.getvalue())

    def _read(self, name: str) -> Stage:
        path = self._path(name)
        try:
            with np.load(io.BytesIO(path.read_bytes())) as kept:
                return dict(kept)
        except (OSError, ValueError, EOFError, BadZipFile, zlib.error) as error:
            raise OrdagoError("checkpoint-broken", file=str(path), reason=str(error)) from None

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.npz"
