"""The client's files, as they were built: one page for the lobby and the tables, hashed files that may be kept.

They are sent compressed where the builder laid a compressed copy beside them.
"""

import mimetypes
import os
from pathlib import Path

from fastapi import APIRouter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ordago.web.packing import understands_gzip

STATIC = Path(__file__).parent / "static"
"""Where the built client lies."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer."""

OVER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Headers that browsers heed over https alone; over plain http they complain of them."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Ordago</title>
<p>The server runs, but the browser client is not built. In the folder of Ordago: <code>pip install .</code>,
or <code>npm ci &amp;&amp; npm run build</code> in <code>client/</code>.</p></html>"""
"""What a checkout without a built client says."""

FOR_GOOD = "public, max-age=31536000, immutable"
"""How long a browser keeps a file whose name says what is in it; it asks for the others again each time."""

mimetypes.add_type("application/manifest+json", ".webmanifest")


class Files(StaticFiles):
    """The built client's files, compressed where that is understood."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the client, never one outside its folder. Raises HTTPException 404."""
        if path.endswith(".gz"):
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file or its compressed copy, with how long it may be kept; 304 where the browser has it."""
        packed = f"{full_path}.gz"
        exists, headers = os.path.isfile(packed), {}
        if exists and understands_gzip(Headers(scope=scope)):
            full_path, stat_result = packed, os.stat(packed)
            headers["Content-Encoding"] = "gzip"
        response = super().file_response(full_path, stat_result, scope, status_code)
        hashed = Path(full_path).parent.name == "assets"
        response.headers["Cache-Control"] = FOR_GOOD if hashed else "no-cache"
        if exists:
            response.headers["Vary"] = "Accept-Encoding"
        if response.status_code == 200:
            response.headers.update(headers)
        return response


FILES = Files(directory=STATIC, check_dir=False)
READ = ("GET", "HEAD")

pages = APIRouter(include_in_schema=False)


@pages.api_route("/", methods=[*READ])
@pages.api_route("/t/{table}", methods=[*READ])
@pages.api_route("/t/{table}/{rest:path}", methods=[*READ])
@pages.api_route("/replay/{rest:path}", methods=[*READ])
async def index(request: Request) -> Response:
    """The client."""
    if not (STATIC / "index.html").is_file():
        return HTMLResponse(MISSING)
    return await FILES.get_response("index.html", request.scope)


async def nowhere(request: Request) -> Response:
    """The client for an address at which there is nothing: it says so."""
    answer = await index(request)
    answer.status_code = 404
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.api_route("/{path:path}", methods=[*READ])
async def file(path: str, request: Request) -> Response:
    """A file of the client."""
    return await FILES.get_response(path, request.scope)
