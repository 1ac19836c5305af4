"""Files that are written whole or not at all, and checkpoints read again."""

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from ordago.errors import OrdagoError

Kept = TypeVar("Kept")

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""Of a mode, those that let anybody write; without them a file is read-only for the superuser as well."""


def write_whole(path: Path, data: bytes | str) -> None:
    """Put this in the place of a file, text as UTF-8. Raises OrdagoError `file-unwritable`.

    Whatever comes in between, Ctrl-C or a machine that stops, leaves the old file or the new one. A file keeps its
    mode, and one that may not be written is left alone; a link stays a link; a pipe or a device is written to.
    """
    written = data.encode() if isinstance(data, str) else data
    with _told(path):
        if path.exists() and not path.is_file():
            path.write_bytes(written)
            return
        place = Path(os.path.realpath(path))
        _verify_changeable(place)
        with _draft(place) as draft:
            with draft.open("xb") as file:
                file.write(written)
                file.flush()
                os.fsync(file.fileno())
            if place.exists():
                shutil.copymode(place, draft)
            os.replace(draft, place)
        _settle(place.parent)


def verify_writable(path: Path) -> None:
    """Refuse a place for a file before anything is worked out for it; folders that are missing are made.

    Raises OrdagoError `file-unwritable`.
    """
    with _told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            _verify_special(path)
            return
        place = Path(os.path.realpath(path))
        _verify_changeable(place)
        with _draft(place) as draft:
            draft.touch(exist_ok=False)


def read_checkpoint(path: Path, read: Callable[[bytes], Kept], ours: Callable[[Kept], bool]) -> Kept | None:
    """What was kept in a file, None where there is no file.

    Raises OrdagoError `checkpoint-broken` for a file that cannot be read, `checkpoint-other` for one that is not ours.
    """
    try:
        kept = read(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=error.strerror or str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OrdagoError("checkpoint-broken", file=str(path), reason=str(error)) from None
    if not ours(kept):
        raise OrdagoError("checkpoint-other", file=str(path))
    return kept


def _verify_changeable(place: Path) -> None:
    """Refuse a file that somebody made read-only: another one in its place needs only its folder's permission."""
    if place.exists() and not (place.stat().st_mode & WRITABLE and os.access(place, os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _verify_special(path: Path) -> None:
    """Refuse what is no place for a file, without opening it: who reads from a pipe would take that for its end."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OrdagoError("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None


@contextmanager
def _draft(place: Path) -> Iterator[Path]:
    """A name in the same folder that nobody else uses; what is left under it goes."""
    draft = place.with_name(f".{place.name}.{secrets.token_hex(4)}.part")
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)  # there only if something, or Ctrl-C, came in between


def _settle(folder: Path) -> None:
    """Let the disk know what the folder holds now, where a folder can be told so: not on Windows, not everywhere."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
