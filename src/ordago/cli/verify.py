"""`ordago verify`: whether the cards of a record are those that follow from the seeds that were committed to."""

from typing import Annotated

import typer

from ordago.cli.replay import read
from ordago.cli.voice import Voice, speaking
from ordago.core import fair
from ordago.errors import RecordError
from ordago.games import GAMES
from ordago.locale import Translator, mark

FOUND = {
    "fair": mark("the cards follow from the seeds"),
    "fair-missing": mark("the record holds no seeds, so there is nothing to check"),
    "fair-algorithm": mark("dealt by an algorithm that this version does not know"),
    "fair-malformed": mark("the seeds are not written as they should be"),
    "fair-commitment": mark("the server's seed is NOT the one that it committed to"),
    "fair-first": mark("somebody else should have been first"),
    "fair-cards": mark("these are NOT the cards that follow from the seeds"),
}
"""What each finding says of a deal."""


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("verify", help=t.text("Check that the deals of records are the ones that were committed to."))
    def verify(
        files: Annotated[list[str], typer.Argument(metavar="FILE...", help=t.text("Records; - is standard input."))],
        lang: Annotated[str | None, typer.Option("--lang", help=t.text("Speak this language: en, es."))] = None,
    ) -> None:
        with speaking(lang) as voice:
            results = [check(file, voice) for file in files]
            if not all(results):
                raise typer.Exit(1)


def check(file: str, voice: Voice) -> bool:
    """Print what is found of each deal of a record; whether all were fair."""
    t = voice.t
    try:
        record = read(file, voice)
    except RecordError as error:
        voice.complain(error, [file])
        return False
    found = fair.check(record, GAMES[record.game])
    for finding in found:
        text = t.text(FOUND[finding.code])
        voice.say(t.text("{file}: deal {deal}: {finding}.", file=file, deal=finding.deal, finding=text))
    if not found:
        voice.say(t.text("{file}: no deal.", file=file))
    return bool(found) and all(finding.ok for finding in found)
