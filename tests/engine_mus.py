"""The engine of Mus as the tests use it: records from tables and texts, their JSON, and acts by token."""

from typing import Any

import tomlkit

from ordago.cards.spanish import parse_cards
from ordago.core import Record, error_report, read_record, report
from ordago.errors import RecordError
from ordago.mus import MUS, State
from ordago.mus.hand import hands_for
from ordago.mus.rules import Rules

GAMES = {"mus": MUS}

PARES_NAMES = ("none", "par", "medias", "duples")


def rules_of(table: str | dict[str, Any] | None) -> Rules:
    """The rules of a record's `rules`."""
    changes = {"preset": table} if isinstance(table, str) else dict(table or {})
    return MUS.rules(changes.pop("preset", "clasico"), changes)


def read(record: dict[str, Any] | str) -> Record:
    """The record of a table, or of a text. Raises RecordError."""
    return read_record(record if isinstance(record, str) else tomlkit.dumps(record), GAMES)


def replay(record: dict[str, Any] | str) -> dict[str, Any]:
    """The object of `ordago replay --json`; the message of an error is left empty."""
    try:
        return report(read(record), MUS)
    except RecordError as error:
        return error_report(error, "")


def refusal(record: dict[str, Any] | str) -> RecordError:
    """The error with which a record is refused."""
    try:
        read(record)
    except RecordError as error:
        return error
    raise AssertionError("the record is accepted")


def deal(
    play: str, cards: list[str] | None = None, rules: str | dict[str, Any] = "clasico", **keys: Any
) -> dict[str, Any]:
    """The table of a record of one deal; `cards` are those of the dossier's worked hand (§5.5) where not given."""
    hands = cards or ["RR71", "CCSS", "RC74", "6664"]
    return {"acta": 1, "game": "mus", "rules": rules, "deal": [{**keys, "cards": hands, "play": play}]}


def state_after(
    play: str, cards: list[str] | None = None, rules: str | dict[str, Any] = "clasico", **keys: Any
) -> State:
    """The state after the play of one deal."""
    record = read(deal(play, cards, rules, **keys))
    state: State = record.start
    for act in record.acts:
        state = state.apply(act)
    return state


def code_of(play: str, cards: list[str] | None = None, rules: str | dict[str, Any] = "clasico", **keys: Any) -> str:
    """The code with which the last token of a play is refused; every token before it must be accepted."""
    error = refusal(deal(play, cards, rules, **keys))
    words = play.split()
    assert (error.deal, error.token, error.text) == (1, len(words), words[-1]), str(error)
    return error.code


class Engine:
    """The engine as a player of the cases."""

    def replay(self, record: dict[str, Any]) -> dict[str, Any]:
        return replay(record)

    def strength(self, lance: str, cards: str, rules: dict[str, Any]) -> Any:
        strength: int = getattr(worth_of(cards, rules), lance)
        return strength

    def facts(self, cards: str, rules: dict[str, Any]) -> dict[str, Any]:
        worth = worth_of(cards, rules)
        count = rules_of(rules).count.juego_value
        stones = 0 if not worth.juego else count.best if worth.total == 31 else count.other
        letters = {12: "R", 11: "C", 10: "S"}
        ranks = [letters.get(number, str(number)) for number in worth.numbers]
        return {"total": worth.total, "pares": PARES_NAMES[worth.category], "juego": stones, "ranks": ranks}


def worth_of(cards: str, rules: dict[str, Any] | None = None) -> Any:
    """The worth of a hand written as text."""
    return hands_for(rules_of(rules).hand).worth(parse_cards(cards))
