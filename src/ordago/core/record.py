"""The game record (`.acta`): reading, strictly, and writing, canonically (the record format).

A record is read by replaying it, so that a `Record` in hand is always legal from the first act to the last.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ordago.core.acts import Act
from ordago.core.game import Game, State
from ordago.errors import NotationError, RecordError, Refusal, RulesError

VERSION = 1
"""The format's version."""

TOP_KEYS = frozenset({"acta", "game", "rules", "seats", "meta", "deal"})
DEAL_KEYS = frozenset({"play", "meta", "fair"})
"""Keys of any deal; a game adds its own."""

FAIR_KEYS = {"algorithm": str, "commitment": str, "server_seed": str, "shares": list}

_COMMENT = re.compile(r"\{[^{}]*\}")
_BROKEN_TOML = re.compile(r"(.*?) \(at (line \d+, column \d+|end of document)\)", re.DOTALL)


class Record(msgspec.Struct, frozen=True):
    """A match, or a part of one: the state before it and the acts, of seats and dealer, in order.

    `seats` are names in chair order, empty where none were given. `extras` holds for each deal what the record keeps
    but does not replay (`meta`, `fair`); empty where no deal has any.
    """

    game: str
    start: Any
    acts: tuple[Act, ...] = ()
    seats: tuple[str, ...] = ()
    meta: dict[str, Any] = {}
    extras: tuple[dict[str, Any], ...] = ()

    def states(self) -> Iterator[tuple[Act, State]]:
        """Each act with the state after it."""
        state = self.start
        for act in self.acts:
            state = state.apply(act)
            yield act, state

    def deal_ends(self, game: Game) -> list[State]:
        """The state at the end of each deal, or where the last one stops."""
        ends: list[State] = []
        for act, state in self.states():
            if game.is_deal(act):
                ends.append(state)
            else:
                ends[-1] = state
        return ends


def tokens(play: str) -> list[str]:
    """The tokens of a play, without `|` and comments. Raises NotationError `comment-open`."""
    bare = _COMMENT.sub(" ", play)
    if "{" in bare or "}" in bare:
        raise NotationError("comment-open")
    return bare.replace("|", " ").split()


def read_record(text: str, games: Mapping[str, Game]) -> Record:
    """Read and replay a record. Raises RecordError with the place and the reason."""
    table = _parse(text)
    game = _game(table, games)
    rules = _rules(table, game)
    deals = _deals(table, game)
    try:
        start: State = game.opening(rules, deals[0] if deals else {})
    except RecordError as error:
        raise _placed(error, 1) from None
    seats = _seats(table, start.players)
    state = start
    acts: list[Act] = []
    extras: list[dict[str, Any]] = []
    for number, deal in enumerate(deals, 1):
        extras.append({key: deal[key] for key in ("meta", "fair") if key in deal})
        if number > 1 and not state.deal_over:
            raise RecordError("deal-unfinished", deal=number - 1, where=f"deal[{number - 1}]")
        if state.match_over:
            raise RecordError("match-over", deal=number, where=f"deal[{number}]")
        try:
            acts.append(game.deal_act(state, deal))
        except RecordError as error:
            raise _placed(error, number) from None
        state = state.apply(acts[-1])
        for place, word in enumerate(_words(deal, number), 1):
            try:
                act = game.parse_act(state, word)
                after = state.apply(act)
            except (NotationError, Refusal) as error:
                raise RecordError(error.code, deal=number, token=place, text=word, **error.params) from None
            if after.history is not state.history:  # else it was a note for the reader: checked, not kept
                acts.append(act)
            state = after
    kept = tuple(extras) if any(extras) else ()
    return Record(game.name, start, tuple(acts), seats, table.get("meta", {}), kept)


def write_record(record: Record, game: Game) -> str:
    """The record in canonical text: the same value always gives the same text, and reading it the same value."""
    import tomlkit  # only writing needs it

    document = tomlkit.document()
    document["acta"] = VERSION
    document["game"] = record.game
    document["rules"] = _rules_item(record.start.rules, game)
    if record.seats:
        document["seats"] = list(record.seats)
    if record.meta:
        document["meta"] = record.meta
    deals = tomlkit.aot()
    for number, table in enumerate(_deal_tables(record, game)):
        item = tomlkit.table()
        item.update({key: _inline(value) for key, value in table.items()})
        if number < len(record.extras):
            item.update(record.extras[number])
        deals.append(item)
    if deals:
        document["deal"] = deals
    return tomlkit.dumps(document)


def _deal_tables(record: Record, game: Game) -> Iterator[dict[str, Any]]:
    """Each deal's keys with its play, a line per lance or round."""
    table: dict[str, Any] = {}
    lines: list[list[str]] = [[]]
    before: State = record.start
    for act, state in record.states():
        if game.is_deal(act):
            if table:
                yield _with_play(table, lines)
            table, lines = game.deal_table(before, act), [[]]
        else:
            lines[-1].append(game.write_act(before, act))
            if game.breaks_line(before, state):
                lines.append([])
        before = state
    if table:
        yield _with_play(table, lines)


def _with_play(table: dict[str, Any], lines: list[list[str]]) -> dict[str, Any]:
    text = "".join(" ".join(line) + "\n" for line in lines if line)
    return {**table, "play": _lines(text) if text else ""}


def _lines(text: str) -> Any:
    """A text over several lines that begins on the line after its quotes; TOML drops that first line break."""
    from tomlkit.items import String, StringType, Trivia

    return String(StringType.MLB, text, "\n" + text, Trivia())


def _rules_item(rules: Any, game: Game) -> Any:
    preset, changes = game.preset_and_changes(rules)
    if not changes:
        return preset
    return _inline({"preset": preset, **changes})


def _inline(value: Any) -> Any:
    """A table on one line, so that keys may follow it; anything else as it is."""
    if not isinstance(value, dict):
        return value
    import tomlkit

    item = tomlkit.inline_table()
    item.update(value)
    return item


def _words(deal: Mapping[str, Any], number: int) -> list[str]:
    try:
        return tokens(deal.get("play", ""))
    except NotationError as error:
        raise RecordError(error.code, deal=number, where=f"deal[{number}].play", **error.params) from None


def _parse(text: str) -> dict[str, Any]:
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _BROKEN_TOML.fullmatch(str(error))
        reason, where = (found[1], found[2]) if found else (str(error), None)
        raise RecordError("toml-broken", where=where, reason=reason) from None
    for key in table:
        if key not in TOP_KEYS:
            raise RecordError("key-unknown", where=key, key=key)
    version = table.get("acta")
    if type(version) is not int or version != VERSION:
        raise RecordError("acta-version", where="acta", version=str(version), supported=VERSION)
    if not isinstance(table.get("meta", {}), dict):
        raise RecordError("key-type", where="meta", key="meta", expected="table")
    return table


def _game(table: Mapping[str, Any], games: Mapping[str, Game]) -> Game:
    name = table.get("game")
    if not isinstance(name, str) or name not in games:
        raise RecordError("game-unknown", where="game", game=str(name), games=", ".join(sorted(games)))
    return games[name]


def _rules(table: Mapping[str, Any], game: Game) -> Any:
    given = table.get("rules", game.default_preset)
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, dict):
        raise RecordError("key-type", where="rules", key="rules", expected="preset name or table")
    changes = dict(given)
    preset = changes.pop("preset", game.default_preset)
    if not isinstance(preset, str):
        raise RecordError("key-type", where="rules.preset", key="preset", expected="text")
    try:
        return game.rules(preset, changes)
    except RulesError as error:
        setting = error.params.get("setting")
        where = f"rules.{setting}" if setting else "rules"
        raise RecordError(error.code, where=where, **error.params) from None


def _deals(table: Mapping[str, Any], game: Game) -> list[dict[str, Any]]:
    deals = table.get("deal", [])
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise RecordError("key-type", where="deal", key="deal", expected="list of tables")
    for number, deal in enumerate(deals, 1):
        for key, value in deal.items():
            where = f"deal[{number}].{key}"
            if key not in DEAL_KEYS and key not in game.deal_keys:
                raise RecordError("key-unknown", deal=number, where=where, key=key)
            if key == "play" and not isinstance(value, str):
                raise RecordError("key-type", deal=number, where=where, key=key, expected="text")
            if key == "meta" and not isinstance(value, dict):
                raise RecordError("key-type", deal=number, where=where, key=key, expected="table")
            if key == "fair":
                _check_fair(value, number, where)
    return deals


def _check_fair(value: Any, number: int, where: str) -> None:
    if not isinstance(value, dict):
        raise RecordError("key-type", deal=number, where=where, key="fair", expected="table")
    for key, inner in value.items():
        if key not in FAIR_KEYS:
            raise RecordError("key-unknown", deal=number, where=f"{where}.{key}", key=key)
        if not isinstance(inner, FAIR_KEYS[key]):
            expected = "list" if FAIR_KEYS[key] is list else "text"
            raise RecordError("key-type", deal=number, where=f"{where}.{key}", key=key, expected=expected)


def _seats(table: Mapping[str, Any], players: int) -> tuple[str, ...]:
    seats = table.get("seats")
    if seats is None:
        return ()
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise RecordError("key-type", where="seats", key="seats", expected="list of texts")
    if players and len(seats) != players:  # 0: a game whose deals say how many play, and no deal yet
        raise RecordError("seats-count", where="seats", count=len(seats), players=players)
    return tuple(seats)


def _placed(error: RecordError, number: int) -> RecordError:
    """The same error with the deal's number: a game names only the key (`mano`, `cards[2]`)."""
    where = f"deal[{number}].{error.where}" if error.where else f"deal[{number}]"
    return RecordError(error.code, deal=number, where=where, **error.params)
