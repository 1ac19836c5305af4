"""`ordago odds`: the exact chances of a hand, what to throw, and the table of all hands as a chart."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordago.cli.options import changes, language_option, set_option
from ordago.cli.voice import Voice, speaking
from ordago.games import GAMES, ODDS_GAME
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.odds import Advice, Known, LanceOdds, Odds
    from ordago.odds.tally import Progress


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command(
        "odds", help=t.text("Say exactly how likely a hand wins grande, chica, pares and juego, and what to throw.")
    )
    def odds(
        hand: Annotated[str | None, typer.Argument(help=t.text("Four cards, like RR71."), show_default=False)] = None,
        seat: Annotated[int, typer.Option(help=t.text("Your place in speaking order; 1 is the mano."))] = 1,
        partner: Annotated[
            str | None, typer.Option(help=t.text("Your partner's sign or four cards: two kings."))
        ] = None,
        holds: Annotated[
            list[str] | None,
            typer.Option(metavar="SEAT:WHAT", help=t.text("Another seat's sign or four cards; may be repeated.")),
        ] = None,
        pares: Annotated[str | None, typer.Option(help=t.text("The seats that declared pares: 1,3 or none."))] = None,
        juego: Annotated[str | None, typer.Option(help=t.text("The seats that declared juego: 1,3 or none."))] = None,
        discards: Annotated[str, typer.Option(help=t.text("Cards that you have seen and that are out."))] = "",
        rules: Annotated[str | None, typer.Option(help=t.text("The rule book; ordago rules lists them."))] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        players: Annotated[int | None, typer.Option(help=t.text("How many play."))] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        plain: Annotated[bool, typer.Option("--plain", help=t.text("Sentences instead of bars."))] = False,
        quick: Annotated[
            bool, typer.Option("--quick", help=t.text("Leave out the discards, which take longest."))
        ] = False,
        chart: Annotated[Path | None, typer.Option(help=t.text("Draw the odds of all hands as .svg or .png."))] = None,
        rebuild: Annotated[bool, typer.Option("--rebuild", help=t.text("Make the table of all hands anew."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.cli import odds_text
        from ordago.odds import advise
        from ordago.odds import odds as chances

        with speaking(lang) as voice:
            voice.game = ODDS_GAME
            if rebuild:
                rebuild_table(voice)
            if chart is not None:
                draw(chart, voice)
            if hand is None:
                if not rebuild and chart is None:
                    raise typer.BadParameter(voice.t.text("name four cards, like RR71"), param_hint="HAND")
                return
            named = changes(settings or [])
            if players is not None:
                named["players"] = players
            game = GAMES[ODDS_GAME]
            book = game.rules(rules or game.default_preset, named)
            known = known_from(book, seat, partner, holds or [], pares, juego, discards, voice.t)
            with progress_on_stderr() as progress:
                answer = chances(book, hand, seat, known, progress)
            if not as_json:  # the chances are there at once, the discards take a moment
                odds_text.tell(answer, book, voice, plain)
            advice = None
            if not quick:
                with progress_on_stderr() as progress:
                    advice = advise(book, answer, progress)
            if as_json:
                typer.echo(json.dumps(as_plain(answer, advice), ensure_ascii=False))
            elif advice is not None:
                odds_text.tell_advice(advice, voice)


def rebuild_table(voice: Voice) -> None:
    """Make the shipped table anew, in its place."""
    from ordago.odds import table as shipped
    from ordago.odds.pairs import default_path, rebuild

    with progress_on_stderr() as progress:
        rebuild(default_path(), progress)
    shipped.cache_clear()
    voice.say(voice.t.text("The table is in {file}.", file=default_path()))


def draw(path: Path, voice: Voice) -> None:
    """Write the chart of all hands."""
    from ordago.cli import odds_text
    from ordago.odds import table
    from ordago.odds.chart import write_chart

    write_chart(path, table(), odds_text.chart_words(voice.t))
    voice.say(voice.t.text("The chart is in {file}.", file=path))


def known_from(
    rules: Any,
    seat: int,
    partner: str | None,
    holds: list[str],
    pares: str | None,
    juego: str | None,
    seen: str,
    t: Translator,
) -> "Known":
    """What the options say is known. Raises typer.BadParameter for what cannot be read, OrdagoError `odds-seat`."""
    from ordago.cli import odds_text
    from ordago.odds import Known
    from ordago.odds.known import check_seat

    check_seat(seat, rules)
    found: dict[int, str] = {}

    def tell_of(other: int, what: str, option: str) -> None:
        if other in found:
            raise typer.BadParameter(t.text("seat {seat} is named twice", seat=other), param_hint=option)
        found[other] = odds_text.sign_code(what, t)

    for text in holds:
        place, mark, what = text.partition(":")
        if not mark or not place.strip().isdecimal():
            raise typer.BadParameter(t.text("{text} is not SEAT:WHAT", text=text), param_hint="--holds")
        tell_of(int(place), what, "--holds")
    if partner is not None:
        sides, players = rules.seating.side_count, rules.seating.players
        partners = [other for other in range(1, players + 1) if other != seat and (other - seat) % sides == 0]
        if len(partners) != 1:
            raise typer.BadParameter(t.text("there is not one partner here; use --holds"), param_hint="--partner")
        tell_of(partners[0], partner, "--partner")
    return Known(_seats(pares, "--pares", t), _seats(juego, "--juego", t), found, seen)


def _seats(text: str | None, option: str, t: Translator) -> tuple[int, ...] | None:
    if text is None:
        return None
    if text.strip().lower() in ("none", t.text("none")):
        return ()
    places = [place.strip() for place in text.split(",")]
    if not all(place.isdecimal() for place in places):
        raise typer.BadParameter(t.text("{text} is not seats like 1,3 or none", text=text), param_hint=option)
    return tuple(sorted({int(place) for place in places}))


@contextmanager
def progress_on_stderr() -> "Iterator[Progress]":
    """A percentage on stderr while something takes longer, where that is a terminal."""
    shown = -1

    def show(done: int, steps: int) -> None:
        nonlocal shown
        percent = 100 * done // steps
        if sys.stderr.isatty() and percent != shown:
            shown = percent
            sys.stderr.write(f"\r{percent:3d} %")
            sys.stderr.flush()

    yield show
    if shown >= 0:
        sys.stderr.write("\r     \r")
        sys.stderr.flush()


def as_plain(answer: "Odds", advice: "Advice | None") -> dict[str, Any]:
    """The answer as one JSON object."""
    found: dict[str, Any] = {
        "hand": answer.hand,
        "seat": answer.seat,
        "known": answer.known.as_json(),
        "lances": {lance: _lance(chances) for lance, chances in answer.lances.items()},
        "stones": {"ours": answer.ours, "theirs": answer.theirs},
        "exact": not answer.samples,
    }
    if answer.samples:
        found |= {"samples": answer.samples, "margin": answer.margin}
    found["signs"] = [
        {
            "sign": sign.code,
            "chance": sign.chance,
            "net": sign.net,
            "pair": {lance: chances.pair for lance, chances in sign.lances.items()},
        }
        for sign in answer.signs
    ]
    found["cut"] = None if advice is None else advice.cut
    found["discards"] = [
        {
            "thrown": choice.thrown,
            "kept": choice.kept,
            "net": choice.net,
            "after": {"pares": choice.pares, "juego": choice.juego, "31": choice.t31},
            "pair": {lance: chances.pair for lance, chances in choice.lances.items()},
            **({"samples": choice.samples, "margin": choice.margin} if choice.samples else {}),
        }
        for choice in (advice.choices if advice else ())
    ]
    return found


def _lance(chances: "LanceOdds") -> dict[str, Any]:
    return {
        "me": chances.me,
        "pair": chances.pair,
        "played": chances.played,
        "won": chances.won,
        "ordago": chances.ordago,
        "bonus": {str(stones): chance for stones, chance in chances.bonus.items()},
        "their_bonus": {str(stones): chance for stones, chance in chances.their_bonus.items()},
        "stones": {"ours": chances.ours, "theirs": chances.theirs},
    }
