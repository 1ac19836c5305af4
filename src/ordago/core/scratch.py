"""Folders for a while: they go with the process that made them, at the latest when the next one of their kind is made.

A process that is killed leaves its folder behind. The lock on it is gone with the process, so others can tell.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

if sys.platform != "win32":  # there nothing is cleared away after the killed
    from fcntl import LOCK_EX, LOCK_NB, flock

LOCK = "lock"
"""The file in such a folder that its process holds locked."""

YOUNG = 60
"""A folder is made and locked within so many seconds; until then it is nobody else's."""


@contextmanager
def scratch_folder(kind: str) -> Iterator[Path]:
    """A folder of this kind, its name's beginning, until the block ends."""
    for old in left_behind(kind):
        shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=kind, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (folder / LOCK).open("w") as lock:
            _hold(lock)
            yield folder


def left_behind(kind: str) -> list[Path]:
    """The folders of this kind whose process is gone."""
    return [folder for folder in Path(tempfile.gettempdir()).glob(f"{kind}*") if _is_left(folder / LOCK)]


def _is_left(lock: Path) -> bool:
    with suppress(OSError):  # somebody holds it, or it is another user's
        if lock.stat().st_mtime < time.time() - YOUNG:
            with lock.open("r+") as file:
                return _hold(file)
    return False


def _hold(file: TextIO) -> bool:
    """Lock a file at once, until it is closed. Raises OSError where somebody else holds it."""
    if sys.platform == "win32":
        return False
    flock(file, LOCK_EX | LOCK_NB)
    return True
