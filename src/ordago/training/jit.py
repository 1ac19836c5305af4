"""Compiled functions. Training needs numba (the extra `batch`): without it an hour would become days."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from ordago.batch.compiled import compiling
from ordago.errors import OrdagoError

F = TypeVar("F", bound=Callable[..., Any])

# Tables of hands, trees and draws are made by these rooms and compiled in, so code of another state of them is no good.
_house = Path(__file__).parent.parent
_with_arrays = compiling(*(_house / room for room in ("training", "bots", "odds", "mus")), fastmath=True)


def compiled(function: F) -> F:
    """The function, compiled at its first call where numba is installed; it may make arrays."""
    return _with_arrays(function)


def verify_compiler() -> None:
    """Raise OrdagoError `train-needs-numba` where functions cannot be compiled."""
    try:
        import_module("numba")
    except ImportError:
        raise OrdagoError("train-needs-numba") from None
