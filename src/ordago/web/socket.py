"""Sockets from the handshake until somebody has one: who may come in, to which table (`docs/protocol.md`)."""

from contextlib import suppress

import structlog
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ordago.errors import OrdagoError
from ordago.service.store import Unavailable
from ordago.web.connection import TOO_MUCH, Connection
from ordago.web.line import EXTENSION
from ordago.web.origins import allowed
from ordago.web.server_state import Server

LOG = structlog.get_logger("ordago.socket")

FORBIDDEN, UNKNOWN, LATER = 4403, 4404, 1013
"""Close codes: wrong origin, no such table, the database is away."""


async def serve_sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """Every socket of the application; there is none but that of a table at `/ws/TABLE`."""
    place, _, table = scope["path"].rpartition("/")
    if place == "/ws" and table:
        await serve_socket(WebSocket(scope, receive, send), table)
    else:
        await send({"type": "websocket.close"})


async def serve_socket(socket: WebSocket, table: str) -> None:
    """Answer a handshake; the connection that comes of it lives by itself."""
    server: Server = socket.app.state.server
    headers, address = socket.headers, socket.client.host if socket.client else ""
    bearer = headers.get("authorization", "").lower().startswith("bearer ")
    who = server.guests.of(headers, socket.cookies)
    if not ("origin" not in headers and bearer and who) and not allowed(
        headers, socket.url.scheme, server.settings.origins
    ):
        await _refuse(server, socket, FORBIDDEN, "origin")
    elif server.limits.hit("sockets", address) or not server.limits.connect(address, who):
        await _refuse(server, socket, TOO_MUCH, "limit")
    elif not await _opened(server, socket, table, who, address):
        server.limits.disconnect(address, who)


async def _opened(server: Server, socket: WebSocket, table: str, who: str, address: str) -> bool:
    try:
        host = await server.house.host(table)
    except OrdagoError:
        await _refuse(server, socket, UNKNOWN, "table")
        return False
    except Unavailable:
        await _refuse(server, socket, LATER, "storage")
        return False
    if sum(host.sockets.values()) >= server.settings.sockets_per_table:
        await _refuse(server, socket, TOO_MUCH, "limit")
        return False
    try:
        await socket.accept()
    except (RuntimeError, WebSocketDisconnect):  # gone already
        return False
    line = socket.scope["extensions"][EXTENSION]
    await Connection(server, line, host, who, address).open()
    return True


async def _refuse(server: Server, socket: WebSocket, code: int, why: str) -> None:
    """Say no: a browser learns a close code only of a socket that was opened, so the origin alone is refused before."""
    server.metrics.refused.labels(why).inc()
    LOG.info("socket-refused", why=why)
    with suppress(RuntimeError, WebSocketDisconnect):
        if code != FORBIDDEN and socket.client_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.close(code)
