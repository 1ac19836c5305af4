"""The program: its commands, its version, and the languages of its help."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ordago import __version__
from ordago.cli import arena, bot_check, db, gains, odds, play, replay, rules, serve, solve, train, verify
from ordago.cli.voice import Voice, speaking
from ordago.errors import OrdagoError
from ordago.locale import Translator


def run(arguments: Sequence[str]) -> None:
    """Run the program and exit: 0 all well, 1 refused (a record, a setting …), 2 wrong usage."""
    # Our matrices are small: more threads of numpy's only wait for each other. Read when numpy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _speak_utf8(stream)
    try:
        with speaking(None) as voice:
            app = build(voice.t)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    try:
        app(args=list(arguments), prog_name="ordago")
    except OSError as error:
        if error.filename is not None:
            raise
        _output_is_full(error, voice)


def build(t: Translator) -> typer.Typer:
    """The program with its help in this language."""
    app = typer.Typer(
        help=t.text(
            "Card games with friends and bots: tables in the browser, play in the terminal, records, rule books."
        ),
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback(invoke_without_command=True)
    def ordago(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=t.text("Say which version this is."))] = False,
    ) -> None:
        if version:
            typer.echo(f"ordago {__version__}")
        elif context.invoked_subcommand is None:
            typer.echo(context.get_help())

    for command in (play, replay, rules, odds, serve, db, verify, arena, bot_check, solve, train, gains):
        command.add_to(app, t)
    return app


def _output_is_full(error: OSError, voice: Voice) -> None:
    """Say that what a command prints finds no room, as behind `> file` on a full disk, and exit with status 1."""
    # What still waits to be written must not fail once more when Python ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    voice.complain(OrdagoError("file-unwritable", file="stdout", reason=error.strerror or str(error)))
    sys.exit(1)


def _speak_utf8(stream: Any) -> None:
    """Let no letter of any language stop a pipe; a terminal keeps its own encoding."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
