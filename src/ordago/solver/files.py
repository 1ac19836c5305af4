"""Files that are written whole or not at all."""

from pathlib import Path

from ordago.errors import OrdagoError


def replace(path: Path, data: bytes) -> None:
    """Put these bytes in the place of a file. Raises OrdagoError `file-unwritable`."""
    beside = path.with_name(f"{path.name}.part")
    try:
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)  # there only if something, or Ctrl-C, came in between
    except OSError as error:
        raise OrdagoError("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None
