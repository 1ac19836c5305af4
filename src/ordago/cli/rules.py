"""`ordago rules`: rule books in words."""

from typing import Annotated, Any

import typer

from ordago.cli.options import changes, game_named, game_of_preset, games, language_option, set_option
from ordago.cli.voice import Voice, speaking
from ordago.core import Game
from ordago.locale import Translator
from ordago.tell import teller


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("rules", help=t.text("Say what a rule book lays down, setting by setting; without a name, list them."))
    def rules(
        preset: Annotated[str | None, typer.Argument(help=t.text("The rule book."), show_default=False)] = None,
        game: Annotated[str | None, typer.Option("--game", help=t.text("The game."), show_default=False)] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            if preset is None and not settings:
                for one in [game_named(game)] if game else games().values():
                    list_presets(one, voice)
                return
            chosen = game_named(game) if game else game_of_preset(preset) if preset else next(iter(games().values()))
            voice.game = chosen.name
            book = preset or chosen.default_preset
            laid_down = chosen.rules(book, changes(settings or []))
            voice.say(f"{book}: {teller(chosen.name).preset(book, voice.t)}", "")
            tell_rules(chosen, laid_down, voice)


def list_presets(game: Game, voice: Voice) -> None:
    """Print each rule book of a game in a line."""
    voice.say(voice.t.text("Rule books of {game}:", game=teller(game.name).title))
    for name in game.presets:
        voice.say(f"  {name}: {teller(game.name).preset(name, voice.t)}")


def tell_rules(game: Game, rules: Any, voice: Voice) -> None:
    """Print every setting in words; a star marks what is not as in the default rule book."""
    t, usual = voice.t, game.default_preset
    texts = teller(game.name).rules(rules, t)
    if any(text.default is not None for text in texts):
        voice.say(t.text("A star marks what differs from {preset}.", preset=usual), "")
    for setting, text, default in texts:
        if default is None:
            voice.say(f"  {setting}: {text}")
        else:
            starred = t.text(
                "* {setting}: {text} ({preset}: {default})", setting=setting, text=text, preset=usual, default=default
            )
            voice.say(starred)
