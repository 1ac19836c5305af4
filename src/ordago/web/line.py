"""A socket as a connection at a table uses it: messages come by a call and go at once, without tasks and queues.

The handshake is ASGI's, as for everything else; whoever accepts the socket then takes its line, which is found in the
extensions of its scope.
"""

import asyncio
from http import HTTPStatus
from typing import Protocol

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from ordago.web.limits import Bucket

EXTENSION = "ordago.line"
"""The extension of a socket's scope that holds its line."""

WRITABLE = asyncio.Event()
"""What ASGI waits for before it sends; lines that are taken need none of their own."""

TEXT = 0x81
"""The first byte of a message's only frame: text, and the last frame."""

PIECE = 4096
"""So many bytes are taken apart at a time: with frames of six bytes a whole read would stop every table for seconds."""

TOO_MUCH = 4429
"""Close code: flood or nonsense."""

IDLE_FRAMES = 100, 20.0
"""Frames that are no message (pings, pongs, pieces) that may come at once, and a second after that."""


class User(Protocol):
    """Whoever has taken a line."""

    def said(self, text: bytes) -> None:
        """A message has come."""

    def filled(self) -> None:
        """No more can be sent for now: the other end does not take what waits."""

    def emptied(self) -> None:
        """Sending is possible again."""

    def gone(self) -> None:
        """The line is closed; told at least once."""


class Line(Protocol):
    """One end of a socket."""

    full: bool
    """Whether what was sent waits for the other end to take it."""

    def take(self, user: User) -> None:
        """From now on messages come to this user."""

    def tell(self, texts: list[bytes]) -> None:
        """Send messages; they are lost where the line is closed. On a full line they wait as well."""

    def hold(self, on: bool) -> None:
        """Take no more from the other end, or go on taking."""

    def end(self, code: int) -> None:
        """Close with this code, after what was sent."""


class _Over:
    """In the place of a queue of ASGI whose only message can be that the socket is gone."""

    __slots__ = ("_user",)

    def __init__(self, user: User) -> None:
        self._user = user

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """The socket is gone."""
        self._user.gone()


class SocketLine(WebSocketsSansIOProtocol):
    """uvicorn's socket: its handshake, its pings and its goodbyes, and a line in between."""

    full = False
    user: User | None = None
    idle: Bucket | None = None
    cut = False
    whole = False
    """Whether what has come so far ended where a frame did, no message in pieces among it."""

    # The handshake

    def handle_connect(self, event: Request) -> None:
        """Somebody wants a socket."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {EXTENSION: self}  # type: ignore[dict-item]  # ASGI lets it be anything

    async def run_asgi(self) -> None:
        """Let the application say yes or no; whoever takes the line keeps it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a handshake failed")
            self.send_500_response()
        if self.user is None and self.close_timer is None:
            self.transport.close()
        # Of no use from here on, and a third of what a quiet socket would hold; the parser keeps the request for good.
        self.request.headers.clear()
        del self.scope, self.request, self.response

    # What the other end does

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone, or is cut off."""
        super().connection_lost(exc)
        if self.user is not None:
            # Those who have lived long are searched for circles seldom: none may be left with the user, nor with the
            # parser, which goes on as long as it is not closed.
            self.user = None
            del self.queue
            self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Something has come: nearly always one short message, which needs no parser."""
        text = short_text(data) if self.whole and self.user is not None else None
        if text is not None:
            self._message(text)
            return
        if self.user is not None:
            self.whole = self.whole and whole_frames(data)
        else:  # until then a client says nothing but its handshake
            self.whole = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
        for at in range(0, len(data), PIECE):
            if self.cut:
                return
            super().data_received(data[at : at + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                # The library finds no handshake in it, for the length of a line, say, and answers itself if at all.
                self.cut = self.handshake_complete = self.close_sent = True
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()

    def _idled(self) -> None:
        """A frame that says nothing has come: too many of them end the line at once."""
        if self.idle is None:
            self.idle = Bucket(*IDLE_FRAMES)
        if self.cut or self.idle.take():
            return
        self.cut = True
        self.end(TOO_MUCH)
        self.transport.abort()

    def handle_ping(self) -> None:
        """A ping, which was answered already."""
        super().handle_ping()
        self._idled()

    def handle_pong(self, event: Frame) -> None:
        """A pong."""
        super().handle_pong(event)
        self._idled()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message."""
        super().handle_cont(event)
        self._idled()

    def shutdown(self) -> None:
        """The server stops."""
        try:
            super().shutdown()
        except InvalidState:  # the other end has said goodbye, and does not take ours
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.user is None:
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        self._message(text)

    def _message(self, text: bytes) -> None:
        if self.close_sent:
            self._idled()
        elif self.user is not None:
            self.user.said(text)

    def pause_writing(self) -> None:
        """The other end does not take what waits."""
        self.full = True
        if self.user is None:
            super().pause_writing()
        else:
            self.user.filled()

    def resume_writing(self) -> None:
        """It has taken most of it."""
        self.full = False
        if self.user is None:
            super().resume_writing()
        else:
            self.user.emptied()

    # The line

    def take(self, user: User) -> None:
        """From now on messages come to this user; those that came before the answer to the handshake do first."""
        early, self.queue = self.queue, _Over(user)  # type: ignore[assignment]  # all that uvicorn still puts there
        self.user, self.writable = user, WRITABLE
        while not early.empty():
            message = early.get_nowait()
            if message["type"] == "websocket.receive":
                user.said((message.get("text") or "").encode() or message.get("bytes") or b"")
            else:
                user.gone()
        self.hold(False)

    def tell(self, texts: list[bytes]) -> None:
        """Send messages, together: going to the system is most of what sending costs."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts)))

    def hold(self, on: bool) -> None:
        """Take no more from the other end, or go on taking."""
        if on != self.read_paused:
            self.read_paused = on
            if on:
                self.transport.pause_reading()
            elif not self.transport.is_closing():
                self.transport.resume_reading()

    def end(self, code: int) -> None:
        """Close with this code; an end that neither takes it nor answers is cut off after a while."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hold(False)
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def framed(text: bytes) -> bytes:
    """A message as a server's one frame (RFC 6455, 5.2): what `websockets` makes of it, without looking at it first."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2) + text
    return bytes((TEXT, 127)) + size.to_bytes(8) + text


def short_text(data: bytes) -> bytes | None:
    """The message in a client's one frame, where that is all there is and its size is told in one byte; else None."""
    size = len(data) - 6
    if 0 < size < 126 and data[0] == TEXT and data[1] == 128 | size:
        return apply_mask(data[6:], data[2:6])
    return None


def whole_frames(data: bytes) -> bool:
    """Whether this is any number of a client's whole frames of which none is a piece of a message."""
    at = 0
    while at + 6 <= len(data):
        size = data[at + 1] & 127
        if not data[at] & 128 or not data[at] & 15 or size > 125:
            return False
        at += 6 + size
    return at == len(data)
