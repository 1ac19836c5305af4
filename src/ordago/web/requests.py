"""Requests that come in good time, also those that ask for a socket.

uvicorn closes a connection that is quiet after an answer, and waits for ever for one that says nothing at first, or
stops or drips in the middle of a request: any number of them would be held open. It builds on uvicorn's class for HTTP
on `h11`, which is always there.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVES = 10.0
"""So many seconds a request may take to come: from when the line is opened or its first byte comes to its last."""

TAKES = 30.0
"""So many seconds an answer may wait for the other end to take any more of it."""

COMING = (h11.IDLE, h11.SEND_BODY)
"""States of the other end that has a request to begin or to end."""


class PromptRequests(H11Protocol):
    """uvicorn's connection for HTTP; where it is too slow it is cut off."""

    _coming: asyncio.TimerHandle | None = None
    _going: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Somebody is there."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Let the time run while a request is coming; a socket that was asked for is no affair of ours any more."""
        coming = self.conn.their_state in COMING and self.transport.get_protocol() is self
        if coming and self._coming is None:
            self._coming = self.loop.call_later(ARRIVES, self.transport.abort)
        elif not coming and self._coming is not None:
            self._coming.cancel()
            self._coming = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The request is whole and asks for a socket, which has the line from now on."""
        super().handle_websocket_upgrade(event)
        self._stop()

    def pause_writing(self) -> None:
        """The other end does not take what waits."""
        super().pause_writing()
        self._going = self._going or self.loop.call_later(TAKES, self.transport.abort)

    def resume_writing(self) -> None:
        """It has taken most of it."""
        super().resume_writing()
        if self._going is not None:
            self._going.cancel()
            self._going = None

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        self._stop()

    def _stop(self) -> None:
        for timer in (self._coming, self._going):
            if timer is not None:
                timer.cancel()
        self._coming = self._going = None
