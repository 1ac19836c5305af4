"""`ordago play`: a whole match in plain lines, against bots, to be left and taken up again."""

import random
import secrets
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from ordago.cli import saves
from ordago.cli.match import RECENT, Match
from ordago.cli.options import bots_at, changes, game_named, game_of_preset, games, language_option, set_option
from ordago.cli.saves import SENA_SEEN, Setup
from ordago.cli.voice import Voice, speaking
from ordago.core import Game, Record
from ordago.core.files import verify_writable
from ordago.errors import OrdagoError
from ordago.locale import Translator, translator

NAMES = (
    *("Ainhoa", "Amaia", "Ander", "Begoña", "Carmen", "Gorka", "Idoia", "Iker", "Iñaki", "Javier", "Jon", "Koldo"),
    *("Leire", "Lucía", "Luis", "Maite", "Manuel", "Mikel", "Nerea", "Paco", "Pilar", "Rosa", "Teresa", "Xabier"),
)
"""Names for bots."""

DEFAULT_PLACE = "."
"""What `--resume` without a file stands for."""


class PlayCommand(TyperCommand):
    """The command, with `--resume` as an option whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give `--resume` its value where it stands alone."""
        given = []
        for at, word in enumerate(args):
            alone = word == "--resume" and (at + 1 == len(args) or args[at + 1].startswith("-"))
            given.append(f"--resume={DEFAULT_PLACE}" if alone else word)
        return super().parse_args(ctx, given)


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("play", cls=PlayCommand, help=t.text("Play a match against bots; one that you leave can be resumed."))
    def play(
        game: Annotated[str | None, typer.Argument(help=t.text("The game."), show_default=False)] = None,
        rules: Annotated[str | None, typer.Option(help=t.text("The rule book; ordago rules lists them."))] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        players: Annotated[int | None, typer.Option(help=t.text("How many play."))] = None,
        bots: Annotated[
            str | None, typer.Option(metavar="NAME[,NAME...]", help=t.text("The bots: one for all, or one for each."))
        ] = None,
        seat: Annotated[int | None, typer.Option(min=0, help=t.text("Your chair; 0 watches the bots."))] = None,
        name: Annotated[str | None, typer.Option(help=t.text("Your name."))] = None,
        seed: Annotated[str | None, typer.Option(help=t.text("The same seed deals the same cards again."))] = None,
        sena_seen: Annotated[
            float | None, typer.Option(min=0, max=1, help=t.text("Chance that a rival notices a sign."))
        ] = None,
        record: Annotated[Path | None, typer.Option(help=t.text("Write the record of the match here as well."))] = None,
        save: Annotated[Path | None, typer.Option(help=t.text("Where the match is kept when you leave."))] = None,
        resume: Annotated[
            str | None, typer.Option(metavar="[FILE]", help=t.text("Go on with the match that you left."))
        ] = None,
        pace: Annotated[Literal["fast", "slow"] | None, typer.Option(help=t.text("How fast the bots play."))] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        new: dict[str, Any] = {
            "game": game,
            "rules": rules,
            "settings": settings,
            "players": players,
            "bots": bots,
            "seat": seat,
            "name": name,
            "seed": seed,
            "sena_seen": sena_seen,
        }
        with speaking(lang) as voice:
            if resume is None:
                begun, setup = _new(voice, **new)
                place = save or saves.default_place()
            else:
                _refuse_with_resume({**new, "game": None, "bots": None}, voice.t)
                source = saves.default_place() if resume == DEFAULT_PLACE else Path(resume)
                begun, setup = saves.load(source, bots, voice)
                if game and game_named(game).name != begun.game:
                    other = voice.t.text("the match that was kept is one of {game}", game=begun.game)
                    raise typer.BadParameter(other, param_hint="GAME")
                place = save or source
                if setup.language and not lang:
                    voice.t = translator(setup.language)
            slow = pace == "slow" if pace else sys.stdin.isatty() and sys.stdout.isatty()
            _play(begun, setup, voice, place=place, copy=record, slow=slow)


def _refuse_with_resume(options: dict[str, Any], t: Translator) -> None:
    """Raise typer.BadParameter for an option that a resumed match has decided already."""
    for option, value in options.items():
        if value is not None and value != []:
            name = f"--{'set' if option == 'settings' else option.replace('_', '-')}"
            raise typer.BadParameter(t.text("{option} is for a new match", option=name), param_hint="--resume")


def _new(
    voice: Voice,
    *,
    game: str | None,
    rules: str | None,
    settings: list[str] | None,
    players: int | None,
    bots: str | None,
    seat: int | None,
    name: str | None,
    seed: str | None,
    sena_seen: float | None,
) -> tuple[Record, Setup]:
    """A new match and who sits at it. Raises RulesError, OrdagoError, and typer.BadParameter for a chair too many."""
    chosen = game_named(game) if game else game_of_preset(rules) if rules else next(iter(games().values()))
    voice.game = chosen.name
    laid_down = _rules(chosen, rules or chosen.default_preset, settings or [], players)
    seed = seed or secrets.token_hex(8)
    start = chosen.start(laid_down, players, random.Random(seed))
    chair = 1 if seat is None else seat
    if chair > start.players:
        raise typer.BadParameter(voice.t.text("there are {count} chairs", count=start.players), param_hint="--seat")
    at_table = bots_at(chosen, bots, start.players, chair)
    own = name or voice.t.text("You")
    others = random.Random(f"{seed}/names").sample([one for one in NAMES if one != own], start.players)
    seats = tuple(others[at] if bot else own for at, bot in enumerate(at_table))
    seen = SENA_SEEN if sena_seen is None else sena_seen
    return Record(chosen.name, start, seats=seats), Setup(chair, at_table, seed, seen, voice.t.language)


def _rules(game: Game, preset: str, settings: list[str], players: int | None) -> Any:
    """The rules that the options ask for. Where the rules say how many play, `players` is a setting."""
    changed = changes(settings)
    if players is not None and "players" in game.flat_rules(game.rules(preset, {})):
        changed.setdefault("players", players)
    return game.rules(preset, changed)


def _play(begun: Record, setup: Setup, voice: Voice, place: Path, copy: Path | None, slow: bool) -> None:
    """Play a match to its end, or until the person leaves; then it is saved."""
    t = voice.t
    voice.game = begun.game
    match = Match(begun, setup, voice, copy=copy, slow=slow)
    if match.state.match_over:
        raise OrdagoError("match-over")
    _verify_places(place, copy, voice)
    if begun.acts:
        voice.say(t.text("The match goes on. What was said in this deal:"))
        if len(match.log) > RECENT:
            voice.say(t.text("(log shows all of it)"))
        voice.say(*match.log[-RECENT:])
    else:
        if place == saves.default_place() and place.exists():
            voice.say(t.text("A match that you left is kept; --resume goes on with it, leaving this one replaces it."))
        match.introduce()
    try:
        with _signals_as_interrupts():
            over = match.play()
    except BrokenPipeError:  # nobody reads any more
        match.keep(place)
        raise
    finally:
        match.close()
    if over:
        if place != saves.default_place():
            match.keep(place)
        elif begun.acts:
            place.unlink(missing_ok=True)
        match.keep_copy()
    elif match.record.acts:
        match.keep(place)
        command = "ordago play --resume"
        if place != saves.default_place():
            command += f" {shlex.quote(str(place))}"
        voice.say("", t.text("Saved. To go on: {command}", command=command))


def _verify_places(place: Path, copy: Path | None, voice: Voice) -> None:
    """Refuse a named place that cannot be written before a card is dealt; of the usual one, only say so."""
    if copy:
        verify_writable(copy)
    try:
        verify_writable(place)
    except OrdagoError as error:
        if place != saves.default_place():
            raise
        voice.complain(error)


@contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """Let a terminal that is closed, or a request to end, save the match as Ctrl-C does."""
    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {kind: signal.signal(kind, signal.default_int_handler) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
