"""The client's files, as they were built: one page for the lobby and the tables, hashed files that may be kept."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
"""Where the built client lies."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Ordago</title>
<p>The server runs, but the browser client is not built. In the folder of Ordago: <code>pip install .</code>,
or <code>npm ci &amp;&amp; npm run build</code> in <code>client/</code>.</p></html>"""
"""What a checkout without a built client says."""

pages = APIRouter(include_in_schema=False)


def _index() -> Response:
    page = STATIC / "index.html"
    if not page.is_file():
        return HTMLResponse(MISSING)
    return FileResponse(page, headers={"Cache-Control": "no-cache"})


@pages.get("/")
@pages.get("/t/{table}")
@pages.get("/t/{table}/{rest:path}")
@pages.get("/replay/{rest:path}")
async def index(table: str = "", rest: str = "") -> Response:
    """The client."""
    return _index()


@pages.get("/{path:path}")
async def file(path: str) -> Response:
    """A file of the client; never one outside its folder."""
    found = (STATIC / path).resolve()
    if not found.is_relative_to(STATIC.resolve()) or not found.is_file():
        return Response(status_code=404)
    hashed = path.startswith("assets/")
    return FileResponse(
        found, headers={"Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache"}
    )
