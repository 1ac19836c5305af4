"""Compiled functions. Training needs numba (the extra `batch`): without it an hour would become days."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from ordago.errors import OrdagoError

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function, compiled at its first call where numba is installed."""
    try:
        numba: Any = import_module("numba")
    except ImportError:
        return function
    found: F = numba.njit(function, fastmath=True)
    return found


def verify_compiler() -> None:
    """Raise OrdagoError `train-needs-numba` where functions cannot be compiled."""
    try:
        import_module("numba")
    except ImportError:
        raise OrdagoError("train-needs-numba") from None
