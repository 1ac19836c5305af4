"""One source, two speeds: functions over flat integers, compiled by numba where it is installed.

Numba comes with the optional extra `batch`. Without it (or with its own switch NUMBA_DISABLE_JIT=1) the same functions
run as plain Python over lists and give the same results, some hundred times slower. Compiled code is kept on disk;
what is kept belongs to one state of these sources, so that an upgrade never runs the code of an earlier release.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ordago.errors import OrdagoError


def _optional(module: str) -> Any:
    """A module of numba, or None where numba is not installed; untyped either way."""
    try:
        return import_module(module)
    except ImportError:
        return None


_numba = _optional("numba")
_FunctionCache: Any = _optional("numba.core.caching").FunctionCache if _numba else object

COMPILED: bool = _numba is not None and not _numba.config.DISABLE_JIT
"""Whether the functions of this room are compiled in this process."""

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _digest(rooms: tuple[Path, ...]) -> str:
    """Names the state of what is in these folders."""
    found = hashlib.sha256()
    for room in rooms:
        for path in sorted(room.rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                found.update(path.read_bytes())
    return found.hexdigest()


class _Cache(_FunctionCache):  # type: ignore[misc]  # numba has no types
    """Numba's cache of one function looks only at that function's file; this one looks at what it calls as well."""

    def __init__(self, function: Callable[..., Any], rooms: tuple[Path, ...]) -> None:
        super().__init__(function)
        self._rooms = rooms

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (*super()._index_key(sig, codegen), _digest(self._rooms))


def compiling(*rooms: Path, **options: Any) -> Callable[[F], F]:
    """What makes functions that are compiled at their first call where numba is there, with these options of numba's.

    `rooms` are the folders on whose state the compiled code depends, with the numbers that it takes from there.
    """

    def compiled(function: F) -> F:
        if not COMPILED:
            return function
        found = _numba.njit(function, **options)
        found._cache = _Cache(function, rooms)
        compiled_function: F = found
        return compiled_function

    return compiled


def compiled(function: F) -> F:
    """The function, compiled at its first call where numba is there.

    It must not make arrays: numba's counting of references is switched off, since the caller of the outermost function
    holds every array anyway, and counting at each inner call would take more than half of the time.
    """
    return _lean(function)


_lean = compiling(Path(__file__).parent, nogil=True, forceinline=True, error_model="numpy", _nrt=False)


def held(array: np.ndarray[Any, Any]) -> Any:
    """The array as the functions of this room take it: itself where they are compiled, else nested lists."""
    return np.ascontiguousarray(array) if COMPILED else array.tolist()


def acts_held(acts: np.ndarray[Any, Any], rows: int) -> Any:
    """Acts for so many rows as `held` gives them, in 32 bits. Raises OrdagoError `batch-acts` for another array."""
    if acts.shape != (rows,) or acts.dtype.kind not in "iu":
        raise OrdagoError("batch-acts", shape=list(acts.shape), dtype=str(acts.dtype), rows=rows)
    narrow = acts.astype(np.int32, copy=False)
    if acts.dtype.itemsize > narrow.dtype.itemsize:
        narrow = np.where(narrow == acts, narrow, -1)  # a number too wide for 32 bits is no act
    return held(narrow)


def shown(given: Any, dtype: Any = np.int32) -> np.ndarray[Any, Any]:
    """What is held, as an array; where functions are compiled it is the same memory."""
    array: np.ndarray[Any, Any] = given if COMPILED else np.array(given, dtype=dtype)
    return array
