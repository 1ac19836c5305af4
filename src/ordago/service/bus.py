"""Announces "table T is at N". It carries no event and may lose notices: whoever listens reads the log."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]


class Bus(Protocol):
    """The three methods that a broker must offer."""

    async def publish(self, table: str, sequence: int) -> None:
        """Tell every listener, here and elsewhere, that the table's log has come to this number."""

    def subscribe(self, listener: Listener) -> None:
        """Call this for each notice from now on. It must not wait."""

    async def close(self) -> None:
        """Stop."""


class LocalBus:
    """Within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    async def publish(self, table: str, sequence: int) -> None:
        """Tell the listeners."""
        for listener in self._listeners:
            listener(table, sequence)

    def subscribe(self, listener: Listener) -> None:
        """Add a listener."""
        self._listeners.append(listener)

    async def close(self) -> None:
        """Forget the listeners."""
        self._listeners.clear()
