"""HTTP: everything before and beside a table (`docs/protocol.md`)."""

import io
from typing import Annotated, Any, Literal

import msgspec
import segno
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse

from ordago import __version__
from ordago.core import write_record
from ordago.errors import OrdagoError, Refusal
from ordago.games import GAMES
from ordago.service.summary import row_of
from ordago.table import commands as do
from ordago.table.record import record
from ordago.table.seats import clean_name
from ordago.web import bodies
from ordago.web.catalogue import catalogue, rules_in_words, settings_of, speaker
from ordago.web.guests import COOKIE, KEYS, new_identity
from ordago.web.origins import allowed
from ordago.web.packing import public_json
from ordago.web.replay import match_tables, replay
from ordago.web.server_state import Server

STATUS = {
    "table-unknown": 404,
    "no-such-deal": 404,
    "deal-running": 409,
    "match-running": 409,
    "forbidden": 403,
    "too-fast": 429,
    "storage-down": 503,
}
"""The status of refusals that are not simply 400."""


def server_of(request: Request) -> Server:
    """What the server shares."""
    server: Server = request.app.state.server
    return server


async def reads(request: Request) -> Server:
    """A request that changes nothing, within its limit."""
    server = server_of(request)
    _refuse_after(server.limits.hit("reads", _address(request)))
    return server


async def writes(request: Request) -> Server:
    """A request that changes something, from a page of ours or a program with a token, within its limit.

    Raises Refusal `forbidden`, `too-fast`.
    """
    server = server_of(request)
    programs = "origin" not in request.headers and "cookie" not in request.headers
    if not programs and not allowed(request.headers, request.url.scheme, server.settings.origins):
        raise Refusal("forbidden")
    _refuse_after(await server.limits.hit_shared("writes", _address(request), await who(request)))
    return server


async def opens(request: Request) -> Server:
    """A request that makes a table."""
    server = await writes(request)
    _refuse_after(await server.limits.hit_shared("openings", _address(request), await who(request)))
    return server


async def who(request: Request) -> str:
    """Who asks; empty for somebody unknown."""
    return server_of(request).guests.of(request.headers, request.cookies)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _refuse_after(wait: int) -> None:
    if wait:
        raise Refusal("too-fast", seconds=wait)


Reads = Annotated[Server, Depends(reads)]
Writes = Annotated[Server, Depends(writes)]
Opens = Annotated[Server, Depends(opens)]
Who = Annotated[str, Depends(who)]

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": bodies.Refused, "description": "The rules or the table say no"},
    403: {"model": bodies.Refused, "description": "This page may not do that"},
    404: {"model": bodies.Refused, "description": "There is no such thing"},
    409: {"model": bodies.Refused, "description": "Not yet"},
    413: {"model": bodies.Refused, "description": "Too long"},
    422: {"model": bodies.Refused, "description": "Not understood"},
    429: {"model": bodies.Refused, "description": "Too fast; Retry-After says how many seconds to wait"},
    503: {"model": bodies.Refused, "description": "The database is away"},
}
"""What any request may be answered with instead."""

api = APIRouter(responses=REFUSALS)


def error_answer(error: OrdagoError) -> JSONResponse:
    """The answer to a refused request."""
    status = STATUS.get(error.code, 400)
    headers = {"Retry-After": str(error.params.get("seconds", 1))} if status == 429 else None
    params = msgspec.to_builtins(error.params, enc_hook=str)
    return JSONResponse({"error": {"code": error.code, "params": params}}, status, headers)


async def _guest(server: Server, request: Request, response: Response, identity: str, name: str) -> tuple[str, str]:
    """The identity and name of who asks, made and set where they are new."""
    known = await server.house.store.name_of(identity) if identity else None
    identity = identity or new_identity()
    name = clean_name(name) or known or ""
    if name != known:
        await server.house.store.remember(identity, name, server.house.now())
    server.guests.give(response, identity, request.url.scheme == "https")
    return identity, name


@api.get("/api/me")
async def get_me(server: Reads, identity: Who) -> bodies.Known:
    """Who you are here."""
    return bodies.Known(name=await server.house.store.name_of(identity) if identity else None)


@api.post("/api/me")
async def post_me(body: bodies.Me, request: Request, response: Response, server: Writes, identity: Who) -> bodies.Named:
    """Give yourself a name; sets the cookie."""
    identity, name = await _guest(server, request, response, identity, body.name)
    return bodies.Named(name=name, token=server.guests.token(identity))


@api.get("/api/me/data")
async def get_my_data(server: Reads, identity: Who) -> Response:
    """All that is stored of you: your name, and what you did at which table, with the records of ended matches."""
    found = await server.house.store.data_of(identity) if identity else {"id": None, "name": None, "tables": []}
    headers = {"Content-Disposition": 'attachment; filename="ordago.json"', "Cache-Control": "no-store"}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


@api.delete("/api/me")
async def delete_me(response: Response, server: Writes, identity: Who) -> bodies.Forgotten:
    """Forget you: no name, no cookie, and nothing in any log that leads back to you."""
    mine = [host for host in server.house.hosts.values() if host.table.chair_of(identity)]
    if any(host.table.phase == "playing" for host in mine):
        raise Refusal("match-running")
    for host in mine:
        await host.command(do.Stand(), identity)
    tables = await server.house.store.forget_person(identity) if identity else 0
    response.delete_cookie(COOKIE)
    return bodies.Forgotten(tables=tables)


@api.get("/api/games")
async def get_games(request: Request, server: Reads, lang: Annotated[str, Query(max_length=16)] = "en") -> Response:
    """The games, their rule books, and the phrases."""
    return public_json(catalogue(speaker(lang).language), request.headers)


@api.get("/api/games/{game}/settings")
async def get_settings(
    game: bodies.GameName, request: Request, server: Reads, lang: Annotated[str, Query(max_length=16)] = "en"
) -> Response:
    """Every setting of a game: what it may be, and each choice in words."""
    return public_json(settings_of(game, speaker(lang).language), request.headers)


@api.post("/api/rules", response_model=bodies.BookText)
async def post_rules(
    body: bodies.Book, request: Request, server: Reads, lang: Annotated[str, Query(max_length=16)] = "en"
) -> Response:
    """Rules with some settings changed, checked and in words."""
    found = rules_in_words(body.game, body.preset, body.settings, body.players, speaker(lang))
    return public_json(msgspec.json.encode(found), request.headers)


@api.post("/api/tables")
async def post_tables(
    body: bodies.NewTable, request: Request, response: Response, server: Opens, identity: Who
) -> bodies.Made:
    """A new table; you sit on chair 1 and are the host."""
    identity, name = await _guest(server, request, response, identity, body.name)
    host = await server.house.open(identity, body.game, **_wishes(body))
    await host.command(do.Sit(chair=1, name=name), identity)
    return bodies.Made(id=host.table.id, link=server.link(host.table.id))


@api.post("/api/quick")
async def post_quick(
    body: bodies.NewTable, request: Request, response: Response, server: Opens, identity: Who
) -> bodies.Made:
    """A table with bots on all other chairs; it starts when you are there."""
    identity, name = await _guest(server, request, response, identity, body.name)
    host = await server.house.quick(identity, name, body.game, **_wishes(body))
    return bodies.Made(id=host.table.id, link=server.link(host.table.id))


def _wishes(body: bodies.NewTable) -> dict[str, Any]:
    """What the table shall be, as the house takes it."""
    return {"preset": body.preset, "settings": body.settings, "players": body.players, "given": body.options}


@api.get("/api/tables")
async def get_tables(server: Reads) -> bodies.OpenTables:
    """The list of open tables."""
    rows = await server.house.open_tables()
    return bodies.OpenTables(tables=[bodies.OpenTable(**row.summary) for row in rows])


@api.get("/api/tables/{table}")
async def get_table(table: str, server: Reads) -> bodies.OpenTable:
    """A table from outside."""
    host = await server.house.host(table)
    return bodies.OpenTable(**row_of(host.table, 0).summary)


@api.get("/api/tables/{table}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def get_qr(table: str, server: Reads) -> Response:
    """The link of a table as a QR code."""
    await server.house.host(table)
    out = io.BytesIO()
    segno.make(server.link(table), error="m").save(out, kind="svg", border=2, xmldecl=False, svgns=True, scale=8)
    return Response(out.getvalue(), media_type="image/svg+xml")


@api.get("/api/tables/{table}/deals/{deal}")
async def get_deal(
    table: str,
    deal: int,
    server: Reads,
    identity: Who,
    match: Annotated[int, Query(ge=0)] = 0,
    seat: Literal["own", "0", "all"] = "own",
) -> Response:
    """A finished deal step by step."""
    found: dict[str, Any] = replay(await server.house.log(table), match, deal, identity, seat)
    return Response(msgspec.json.encode(found), media_type="application/json")


@api.get(
    "/api/tables/{table}/matches/{match}.acta",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def get_record(table: str, match: int, server: Reads) -> Response:
    """The record of a match that is over."""
    tables = match_tables(await server.house.log(table))
    if match not in tables:
        raise Refusal("no-such-deal", match=match)
    if tables[match].phase == "playing":
        raise Refusal("match-running")
    text = write_record(record(tables[match]), GAMES[tables[match].game])
    headers = {"Content-Disposition": f'attachment; filename="{table}-{match}.acta"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@api.get("/healthz")
async def healthz(request: Request) -> bodies.Health:
    """Whether the server and its database answer."""
    await server_of(request).house.store.value(KEYS)
    return bodies.Health(ok=True, version=__version__)
