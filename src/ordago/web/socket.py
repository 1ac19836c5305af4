"""Sockets from the handshake until somebody has one: who may come in, to which table (`docs/protocol.md`)."""

from contextlib import suppress

import structlog
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from ordago.errors import OrdagoError
from ordago.service.host import Host
from ordago.service.store import Unavailable
from ordago.web.connection import Connection
from ordago.web.line import EXTENSION, TOO_MUCH
from ordago.web.origins import allowed
from ordago.web.server_state import Server

LOG = structlog.get_logger("ordago.socket")

FORBIDDEN, UNKNOWN, LATER = 4403, 4404, 1013
"""Close codes: wrong origin, no such table, the database is away."""

GONE = (RuntimeError, WebSocketDisconnect, ClientDisconnected)
"""What answering a handshake raises whose client is gone already."""


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
    else:
        host = None
        try:
            host = await _accepted(server, socket, table)
        finally:
            if host is None:
                server.limits.disconnect(address, who)
        if host is not None:
            await Connection(server, socket.scope["extensions"][EXTENSION], host, who, address).open()


async def _accepted(server: Server, socket: WebSocket, table: str) -> Host | None:
    """The table, with the handshake answered; None where somebody was refused, or had gone already."""
    try:
        host = await server.house.host(table)
        await host.current()
    except OrdagoError:
        await _refuse(server, socket, UNKNOWN, "table")
        return None
    except Unavailable:
        await _refuse(server, socket, LATER, "storage")
        return None
    if sum(host.sockets.values()) >= server.settings.sockets_per_table:
        await _refuse(server, socket, TOO_MUCH, "limit")
        return None
    try:
        await socket.accept()
    except GONE:
        return None
    return host


async def _refuse(server: Server, socket: WebSocket, code: int, why: str) -> None:
    """Say no: a browser learns a close code only of a socket that was opened, so the origin alone is refused before."""
    server.metrics.refused.labels(why).inc()
    LOG.info("socket-refused", why=why)
    with suppress(*GONE):
        if code != FORBIDDEN and socket.client_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.close(code)
