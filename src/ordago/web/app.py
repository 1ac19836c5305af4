"""The application: HTTP by FastAPI, the game socket beside it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from ordago import __version__
from ordago.errors import OrdagoError, Refusal
from ordago.service import House
from ordago.service.store import Unavailable
from ordago.service.traces import TRACES
from ordago.web.api import api, error_answer
from ordago.web.guests import Guests, keys_of
from ordago.web.limits import shared
from ordago.web.pages import HEADERS, OVER_HTTPS, READ, nowhere, pages
from ordago.web.server_state import Server
from ordago.web.settings import MOST_BYTES, Settings
from ordago.web.socket import serve_sockets

LOG = structlog.get_logger("ordago.web")

OWN = ("127.0.0.1", "::1", "testclient")
"""Addresses that may read the metrics."""


class Application(FastAPI):
    """FastAPI whose sockets go past all that is made for requests: each layer costs memory while a socket is open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, a socket or the life of the application."""
        if scope["type"] == "websocket":
            scope["app"] = self
            await serve_sockets(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(house: House, settings: Settings, broker: str | None = None) -> FastAPI:
    """The application; the house is started when it starts and closed when it stops. In the broker workers count."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        keys = await keys_of(house)
        server = app.state.server = Server(house, settings, Guests(keys), shared(broker, keys[0]))
        await house.start()
        keeping = asyncio.create_task(server.guests.keep(house))
        LOG.info("started", version=__version__)
        yield
        keeping.cancel()
        await house.close()
        await server.limits.close()
        LOG.info("stopped")

    app = Application(title="Ordago", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.include_router(api)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.include_router(pages)
    app.add_exception_handler(OrdagoError, _refused)
    app.add_exception_handler(Unavailable, _down)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_here)
    app.middleware("http")(_every_request)
    return app


async def _metrics(request: Request) -> Response:
    server: Server = request.app.state.server
    address = request.client.host if request.client else ""
    if address not in OWN or "x-forwarded-for" in request.headers:
        return Response(status_code=404)
    return Response(server.metrics.told(), media_type=CONTENT_TYPE_LATEST)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, OrdagoError)
    return error_answer(error)


async def _down(request: Request, error: Exception) -> Response:
    return error_answer(Refusal("storage-down"))


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = [".".join(map(str, one["loc"])) + ": " + str(one["type"]) for one in error.errors()][:10]
    return JSONResponse({"error": {"code": "malformed", "params": {"places": places}}}, 422)


async def _not_here(request: Request, error: Exception) -> Response:
    """What the router itself says no to, in the shape of every other refusal."""
    assert isinstance(error, HTTPException)
    headers, status, methods = dict(error.headers or {}), error.status_code, _methods(request)
    # The client's files are looked for at every address: where something else may be done, reading is what may not be.
    if status == 404 and request.method not in methods:
        status = 405
    if status == 405:
        headers["Allow"] = ", ".join(sorted(methods))
    if status == 404 and "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return await nowhere(request)
    return JSONResponse({"error": {"code": "malformed", "params": {}}}, status, headers)


def _methods(request: Request) -> set[str]:
    """What may be done at the address of a request: several routes may share it."""
    found: set[str] = set()
    for route in api.routes:
        if isinstance(route, Route) and route.methods and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods
    return found or {*READ}


async def _every_request(request: Request, following: Callable[[Request], Awaitable[Any]]) -> Response:
    """No body that is too long, headers of safety, a count of what came of it."""
    length = request.headers.get("content-length", "0")
    server: Server = request.app.state.server
    chunked = "transfer-encoding" in request.headers
    if chunked or not length.isdigit() or int(length) > MOST_BYTES:
        response: Response = JSONResponse({"error": {"code": "too-large", "params": {}}}, 413)
    else:
        with TRACES.span("request", method=request.method) as span:
            response = await following(request)
            span.set_attribute("ordago.route", getattr(request.scope.get("route"), "path", ""))
            span.set_attribute("ordago.status", response.status_code)
    for name, value in (HEADERS | OVER_HTTPS if request.url.scheme == "https" else HEADERS).items():
        response.headers.setdefault(name, value)
    server.metrics.requests.labels(str(response.status_code)).inc()
    return response
