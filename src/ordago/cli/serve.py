"""`ordago serve`: the table in the browser. What serves is imported when it is asked for: other commands do without."""

import io
import ipaddress
import os
import re
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from ordago.cli.voice import Voice, speaking
from ordago.errors import OrdagoError
from ordago.locale import Translator

PORT, TRIED = 8000, 20
"""The port, and how many after it are tried where nobody named one."""

PUBLIC = re.compile(r"https?://([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?/?", re.IGNORECASE)
"""An address for people: everything lies at the root of the server."""

WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
"""A QR code is light on dark whatever the terminal's colours are; scanners read it by its quiet edge."""


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("serve", help=t.text("Serve tables in the browser: prints a link, and whoever opens it sits down."))
    def serve(
        host: Annotated[str, typer.Option("--host", help=t.text("The address to listen on."))] = "0.0.0.0",
        port: Annotated[
            int | None, typer.Option("--port", min=0, max=65535, help=t.text("The port."), show_default=False)
        ] = None,
        data: Annotated[
            Path | None, typer.Option("--data", help=t.text("Where tables are kept."), show_default=False)
        ] = None,
        database: Annotated[
            str | None,
            typer.Option(
                "--database",
                envvar="ORDAGO_DATABASE",
                help=t.text("Keep tables in PostgreSQL instead: its address, postgresql://…"),
                show_default=False,
            ),
        ] = None,
        bus: Annotated[
            str | None,
            typer.Option(
                "--bus",
                envvar="ORDAGO_BUS",
                help=t.text("How workers tell each other: redis://… or postgresql://…; if not named, by the database."),
                show_default=False,
            ),
        ] = None,
        workers: Annotated[
            int, typer.Option("--workers", min=1, max=256, help=t.text("How many processes serve."))
        ] = 1,
        keep: Annotated[
            int,
            typer.Option(
                "--keep-days",
                envvar="ORDAGO_KEEP_DAYS",
                min=1,
                help=t.text("How many days tables and guests are kept after they were last touched."),
            ),
        ] = 30,
        url: Annotated[
            str | None,
            typer.Option("--url", help=t.text("Where people reach this server, if not here."), show_default=False),
        ] = None,
        open_browser: Annotated[
            bool | None, typer.Option("--open/--no-open", help=t.text("Open the browser."), show_default=False)
        ] = None,
        lang: Annotated[str | None, typer.Option("--lang", help=t.text("Speak this language: en, es."))] = None,
    ) -> None:
        with speaking(lang) as voice:
            from ordago.web.run import Plan
            from ordago.web.run import serve as run
            from ordago.web.settings import Settings

            if url is not None:
                verify_url(url)
            listening = bound(host, port)
            used = listening.getsockname()[1]
            local = f"http://localhost:{used}"
            shared = (url or f"http://{near_address(host)}:{used}").rstrip("/").lower()
            settings = Settings(url=shared, origins=frozenset({shared, *origins(used)}))

            def ready() -> None:
                if port is None and used != PORT:
                    voice.say("", voice.t.text("Port {port} is taken, so this is {used}.", port=PORT, used=used))
                invite(shared, local, voice)
                if has_browser() if open_browser is None else open_browser:
                    with suppress(webbrowser.Error):
                        webbrowser.open(shared)

            place = database or data or Path(typer.get_app_dir("ordago")) / "tables"
            run([listening], Plan(place, bus or database or None, settings, keep), ready, workers)
            if sys.stdout.isatty():
                voice.say("", voice.t.text("Ordago is closed. The tables are kept."))


def verify_url(url: str) -> None:
    """Refuse what no browser could open as the page of this server. Raises OrdagoError `url-unusable`."""
    if not PUBLIC.fullmatch(url):
        raise OrdagoError("url-unusable", url=url)


def bound(host: str, port: int | None) -> socket.socket:
    """A socket bound to the port, or to the first free one of some where none was named.

    Raises OrdagoError `port-taken` or `host-unusable`.
    """
    for number in [port] if port is not None else range(PORT, PORT + TRIED):
        try:
            return _bound(host, number)
        except OSError as error:
            reason = error.strerror or str(error)
            if not isinstance(error, PermissionError) and error.errno not in (48, 98, 10048):
                raise OrdagoError("host-unusable", host=host, reason=reason) from None
    raise OrdagoError("port-taken", port=PORT if port is None else port)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(2048)
    except OSError:
        found.close()
        raise
    return found


def near_address(host: str) -> str:
    """The address by which others on this network reach the host; the one that leads outside, where it is any."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # nothing is sent: the system only picks the way out
        return str(way.getsockname()[0])
    return "localhost"


def origins(port: int) -> set[str]:
    """The origins by which this machine is known to itself and its neighbours."""
    name = socket.gethostname().lower()
    names = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local"}
    return {f"http://{one}:{port}" for one in names} | ({f"http://{one}" for one in names} if port == 80 else set())


def invite(shared: str, local: str, voice: Voice) -> None:
    """Print the links, and the one to share as a QR code."""
    import segno

    t = voice.t
    voice.say("", t.text("Ordago is open: {link}", link=shared))
    if local != shared:
        voice.say(t.text("On this machine also: {link}", link=local))
    if sys.stdout.isatty() and not is_loopback(shared):
        voice.say(t.text("A phone on the same network can scan this:"), "")
        code = io.StringIO()
        segno.make(shared, error="l").terminal(code, border=2, compact=True)
        for line in code.getvalue().splitlines():
            typer.echo(WHITE_ON_BLACK + line + PLAIN)
    voice.say("", t.text("Ctrl+C stops; tables are kept and go on at the next start."))
    sys.stdout.flush()


def is_loopback(link: str) -> bool:
    """Whether the link leads nowhere but to this machine."""
    name = urlsplit(link).hostname or ""
    with suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback
    return name == "localhost"


def has_browser() -> bool:
    """Whether there is a screen to open a browser on, and somebody before it: not on a server, nor from afar."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
