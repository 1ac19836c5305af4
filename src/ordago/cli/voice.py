"""In which language a command speaks, how it words an error, and how lines fit the terminal."""

import os
import shutil
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import typer

from ordago.errors import OrdagoError
from ordago.locale import Translator, pick_language, translator
from ordago.tell import error_text, place_text, teller
from ordago.tell.words import TIE

NARROWEST, WIDEST = 40, 80
"""Lines are as long as the terminal is wide, within these bounds."""


class Voice:
    """A language, and once it is known the game that is spoken of."""

    def __init__(self, t: Translator) -> None:
        self.t = t
        self.game: str | None = None

    def sentence(self, error: OrdagoError, names: Sequence[str] = ()) -> str:
        """What the error means."""
        if self.game is None:
            return error_text(error, self.t, names)
        return teller(self.game).error(error, names, self.t)

    def say(self, *lines: str) -> None:
        """Print lines, wrapped to the terminal."""
        for line in lines:
            typer.echo("\n".join(wrapped(printable(line))))

    def complain(self, error: OrdagoError, where: Iterable[str] = ()) -> None:
        """Print an error on one line of stderr: the place, the code, the sentence."""
        parts = [part for part in (*where, place_text(error, self.t), error.code, self.sentence(error)) if part]
        typer.echo(printable(": ".join(parts)), err=True)


@contextmanager
def speaking(language: str | None) -> Iterator[Voice]:
    """The voice for a language that was asked for, or the environment's. An error ends the command with status 1."""
    voice = Voice(translator())
    try:
        voice.t = translator(pick_language(language, os.environ))
        yield voice
    except OrdagoError as error:
        voice.complain(error)
        raise typer.Exit(1) from None


def printable(line: str) -> str:
    """The line without control characters: a name in a record shall not command the terminal."""
    return "".join(letter for letter in line if unicodedata.category(letter) != "Cc")


def line_width() -> int:
    """How long lines may be."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def wrapped(line: str) -> list[str]:
    """The line in pieces that fit the terminal, those after the first a little to the right."""
    width = line_width()
    lead = line[: len(line) - len(line.lstrip())]
    pieces = textwrap.wrap(line, width, subsequent_indent=lead + "  ", break_on_hyphens=False) or [""]
    return [piece.replace(TIE, " ") for piece in pieces]
