"""The sentence of each code that both games, records, settings and the command line share.

A game's own codes, and its words for lances, phases and the like, are in its teller. Places of a sentence are the
parameters of its code; a chair is told by its player's name where that is known.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ordago.errors import OrdagoError, RecordError
from ordago.locale import Translator, mark
from ordago.tell import table_errors

CHAIRS = frozenset({"bettor", "chair", "next", "turn"})
"""Parameters that are chairs."""

SENTENCES = {
    **table_errors.SENTENCES,
    # Reading cards, acts and tokens
    "act-unknown": mark("“{act}” is not an act of this game."),
    "card-unknown": mark("“{card}” is not a card."),
    "suits-mixed": mark("Some cards have a suit and some do not."),
    "no-such-chair": mark("There is no chair {chair} at this table."),
    "token-malformed": mark("This is not a token: it needs a chair, a mark and an act, like 1:P."),
    "act-not-offered": mark("“{act}” is not one of the acts that may be made now."),
    "word-unknown": mark("I do not understand “{word}”. ? shows what you may say now."),
    "comment-open": mark("A brace of a comment is open or stands alone."),
    # Acts
    "not-your-turn": mark("It is not your turn yet: now it is up to {turn}."),
    "deal-running": mark("That deal is still being played."),
    "match-over": mark("The match is over."),
    "hands-count": mark("The deal has {count} hands, but {players} play."),
    "card-too-often": mark("The card {card} stands there more often than the pack has it."),
    "card-not-held": mark("There is no {card} in the hand."),
    # Rules
    "preset-unknown": mark("There is no rule book “{preset}”. There are: {presets}."),
    "preset-in-several": mark("Several games have a rule book “{preset}”; choose with --game: {games}."),
    "setting-unknown": mark("There is no setting “{setting}”."),
    "setting-type": mark("The setting {setting} has a value of the wrong kind: {reason}."),
    "setting-value": mark("The setting {setting} cannot have this value: {reason}."),
    "setting-contradicts": mark("The setting {setting} contradicts another: {reason}."),
    "players-disagree": mark("These rules are for {expected} players, not for {players}."),
    # Records
    "file-unreadable": mark("The file cannot be read: {reason}."),
    "file-unwritable": mark("The file {file} cannot be written: {reason}."),
    "toml-broken": mark("This is not TOML: {reason}."),
    "acta-version": mark("The record must say acta = {supported}, not {version}."),
    "game-unknown": mark("There is no game “{game}”. There are: {games}."),
    "key-unknown": mark("A record has no key “{key}” here."),
    "key-type": mark("The key “{key}” has a value of the wrong kind; expected: {expected}."),
    "key-missing": mark("The key “{key}” is missing."),
    "seats-count": mark("There are {count} names for {players} chairs."),
    "deal-unfinished": mark("Only the last deal may stop early."),
    "deal-disagrees": mark("{key} says {given}, but the play so far gives {expected}."),
    "save-broken": mark("The match that was kept cannot be taken up again: {reason}."),
    "save-runs-program": mark(
        "The record wants to start a program as a bot ({bot}); name it with --bots if you trust it."
    ),
    "record-empty": mark("The record holds no deal, so there is nothing to go on with."),
    # Odds
    "odds-seat": mark("There is no seat {seat}: {players} play."),
    "odds-own-seat": mark("Seat {seat} is your own."),
    "odds-own-hand": mark("Your {hand} in seat {seat} does not fit what is declared of {lance}."),
    "odds-holds": mark("“{text}” is neither four cards nor a sign. Signs: {senas}."),
    "odds-impossible": mark("No deal fits what is known."),
    "odds-table": mark("The table {file} is missing, old or damaged. ordago odds --rebuild makes it anew."),
    "chart-kind": mark("A chart is an .svg or a .png; {file} is neither."),
    "charts-missing": mark("For PNG, matplotlib is missing; SVG needs nothing. {install}"),
    # The arena
    "checkpoint-broken": mark("The checkpoint {file} cannot be used: {reason}."),
    "checkpoint-other": mark("The checkpoint {file} is of something else: other bots, rules, bets or seed."),
    "ladder-short": mark("A ladder needs two bots."),
    # Batches
    "batch-act": mark("Row {row} may not do act {act} now."),
    "batch-acts": mark("{rows} rows need so many whole numbers, not an array of shape {shape} and type {dtype}."),
    "batch-bets": mark("The sizes of bets must be up to {most} rising numbers from 1 on, not {bets}."),
    "batch-endless": mark("Game {game} goes on for more than {steps} acts; these rules or policies hardly end."),
    "batch-games": mark("Games cannot be numbered from {first} with {games} of them."),
    "batch-policies": mark("{players} play, but there are {count} policies."),
    "batch-seed": mark("A seed is a whole number from 0 on with up to 64 bits, not {seed}."),
    "batch-unsupported": mark("Batches do not know this value of {setting}."),
    "batch-weights": mark("These weights cannot be: they must be numbers from 0 on, in the shape that is documented."),
    # The solver
    "solver-rules": mark("Nothing is solved for rules with this value of {setting}."),
    "solver-score": mark("From the score {score} nothing can be solved: a side is there, or the target is another."),
    "solution-broken": mark("The solution {file} cannot be used: {reason}. ordago solve two makes it anew."),
    # The command line
    "port-taken": mark("Port {port} is taken."),
    "url-unusable": mark(
        "“{url}” is no address for people to open; it begins with https:// or http:// "
        "and ends with the server's name, or its port."
    ),
    "host-unusable": mark("The address {host} cannot be used: {reason}."),
    "table-unknown": mark("There is no such table."),
    "person-unknown": mark("Nothing is kept of {person}."),
    "table-busy": mark("The server is busy. Try again."),
    "storage-down": mark("The table cannot be written down just now; try again."),
    "data-unusable": mark("Tables cannot be kept in {folder}: {reason}."),
    "backup-exists": mark("{file} is there already; name a new file."),
    "backup-failed": mark("The copy {file} could not be made: {reason}."),
    "data-missing": mark("No tables are kept in {folder}."),
    "data-newer": mark("The tables in {folder} were written by a later version of Ordago."),
    "database-unknown": mark("Tables are kept in a folder or in PostgreSQL; {url} is neither."),
    "bus-unknown": mark("Workers tell each other by Redis or PostgreSQL; {url} is neither."),
    "workers-share": mark("Several workers need a database that they can share: name one with --database."),
    "extra-missing": mark("Something is missing for that: {install}"),
    "language-unknown": mark("There are no texts in “{language}”. There are: {available}."),
    "bot-file": mark("The file {file} of a bot is missing, old or damaged. ordago train makes it anew."),
    "train-needs-numba": mark("Training needs numba: {install}"),
    "train-folder": mark("The folder {folder} holds another training. Name another one, or empty it."),
    "train-needs-dask": mark("For several workers Dask is missing: {install}"),
    "cluster-silent": mark("No Dask cluster with workers answers at {address}: {reason}"),
    "cluster-failed": mark("The workers of the cluster cannot do the work: {reason}"),
    "bot-unknown": mark("There is no bot “{bot}”. There are: {bots}."),
    "bot-bad-answer": mark("The bot's answer makes no sense: {reason}."),
    "bot-bad-chances": mark("The bot's probabilities make no sense: {reason}."),
    "bot-crashed": mark("The bot's program ended with status {status}."),
    "bot-failed": mark("The bot failed, so it acts as if its time had run out: {reason}."),
    "bot-gave-up": mark("The bot's program was started {count} times and always ended; it is left alone now."),
    "bot-illegal-act": mark("The bot said {act}, which is not allowed there; allowed: {legal}."),
    "bot-no-hello": mark("The bot's program does not say hello as it should: {reason}."),
    "bot-no-start": mark("The program {command} cannot be started: {reason}."),
    "bot-extra-output": mark("The bot's program writes lines that nobody asked for: {line}"),
    "bot-slow": mark("The bot took {seconds} seconds; it has {limit}."),
    "bot-stays": mark("The bot's program does not end when its input is closed."),
    "bot-silent": mark("The bot said nothing for {seconds} seconds."),
    "bots-count": mark("{count} bots are named, but {seats} seats are for bots: name one, or one for each."),
}
"""The sentence of each code."""

EXTRAS = {"charts-missing": "charts", "train-needs-numba": "batch", "train-needs-dask": "cluster"}
"""The extra that is missing, where the code says it; else it is a parameter."""

REASONS = {
    "it is not UTF-8 text": mark("it is not UTF-8 text"),
    "expected a table": mark("expected a table"),
    "seat and bots do not fit": mark("seat and bots do not fit"),
}
"""Reasons in English that errors carry, for the catalogue."""


def error_text(
    error: OrdagoError,
    t: Translator,
    names: Sequence[str] = (),
    own: Mapping[str, str] | None = None,
    words: Mapping[str, Mapping[Any, str]] | None = None,
) -> str:
    """The sentence of an error; a code without one says itself.

    `own` are sentences of a game, which go first. `words` are its words for values of a parameter, by parameter.
    """
    sentence = (own or {}).get(error.code) or SENTENCES.get(error.code)
    if sentence is None:
        return str(error)
    params = {key: _value(key, value, t, names, words or {}) for key, value in error.params.items()}
    if "{install}" in sentence:
        params["install"] = install_command(EXTRAS.get(error.code) or str(error.params["extra"]))
    return t.text(sentence, **params)


def install_command(extra: str) -> str:
    """The command that brings an extra to this very Python: also to the environment of a checkout, which `run.py` made
    and where another `pip` would not look."""
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    quoted = f'"{python}"' if " " in str(python) else str(python)
    return f'{quoted} -m pip install "ordago[{extra}]"'


def place_text(error: OrdagoError, t: Translator) -> str:
    """Where in a record the error is; empty where that is not known."""
    if not isinstance(error, RecordError):
        return ""
    if error.token is not None:
        return t.text("deal {deal}, token {token}, {text}", deal=error.deal, token=error.token, text=error.text)
    if error.where is not None:
        return error.where
    return "" if error.deal is None else t.text("deal {deal}", deal=error.deal)


def _value(
    key: str, value: object, t: Translator, names: Sequence[str], words: Mapping[str, Mapping[Any, str]]
) -> object:
    if key in CHAIRS and isinstance(value, int) and key != "chair":
        known = 1 <= value <= len(names)
        return names[value - 1] if known else t.text("chair {chair}", chair=value)
    if key == "reason" and isinstance(value, str):
        return t.text(value) if value in {**REASONS, **words.get("reason", {})} else value
    if isinstance(value, str | int) and value in words.get(key, {}):
        return t.text(words[key][value])
    return value
