"""Text over a WebSocket, by callbacks: the load generator must cost less than what it measures."""

from typing import Protocol

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect


class Client(Protocol):
    """Whoever speaks over a connection; `socket` is set before the first message comes."""

    socket: "Socket"

    def on_text(self, text: bytes) -> None:
        """A message has come."""

    def on_close(self, code: int) -> None:
        """The connection has ended with this code."""


class Silent:
    """A client that does nothing."""

    socket: "Socket"

    def on_text(self, text: bytes) -> None:
        """Nothing."""

    def on_close(self, code: int) -> None:
        """Nothing."""


class Socket(WSListener):
    """One connection."""

    def __init__(self, client: Client) -> None:
        self.transport: WSTransport
        self.client = client
        self._code = 1006

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self.transport = transport
        self.client.socket = self

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame has come."""
        if frame.msg_type == WSMsgType.TEXT:
            self.client.on_text(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self._code = int(frame.get_close_code())
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The connection has ended."""
        self.client.on_close(self._code)

    def send(self, text: bytes) -> None:
        """Send a message."""
        self.transport.send(WSMsgType.TEXT, text)

    def stall(self) -> None:
        """Stop reading, as a phone that has fallen asleep does."""
        self.transport.underlying_transport.pause_reading()


async def connect(url: str, headers: dict[str, str], client: Client) -> None:
    """Open a connection for a client."""
    await ws_connect(
        lambda: Socket(client),
        url,
        extra_headers=headers,
        websocket_handshake_timeout=60,
        read_buffer_init_size=2048,
    )
