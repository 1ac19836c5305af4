"""Mus in the record: the keys of a deal, and what `ordago replay --json` says of one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ordago.cards.spanish import NAMES, parse_cards, write_cards
from ordago.errors import NotationError, RecordError, Refusal
from ordago.mus.acts import Deal
from ordago.mus.dealing import next_deal, verify_deal
from ordago.mus.rules import Rules
from ordago.mus.state import start

if TYPE_CHECKING:
    from ordago.mus.state import State

DEAL_KEYS = frozenset({"mano", "score", "games", "vacas", "cards"})
"""A deal's own keys, beside those of any game."""

COUNTS = ("score", "games", "vacas")


def opening(rules: Rules, table: Mapping[str, Any]) -> "State":
    """The state before a record's first deal. Raises RecordError with the key."""
    mano = _mano(table)
    counts = {name: _counts(table, name) for name in COUNTS}
    try:
        return start(rules, 1 if mano is None else mano, **counts)
    except Refusal as error:
        raise RecordError(error.code, where=error.params.get("name", "mano"), **error.params) from None


def deal_act(state: "State", table: Mapping[str, Any]) -> Deal:
    """The deal of a table, verified, and in agreement with the match so far. Raises RecordError with the key."""
    mano, *counts, _ = next_deal(state)
    given = _mano(table)
    if given is not None and given != mano:
        raise RecordError("deal-disagrees", where="mano", key="mano", given=given, expected=mano)
    for name, expected in zip(COUNTS, counts, strict=True):
        stated = _counts(table, name)
        if stated is not None and stated != expected:
            raise RecordError("deal-disagrees", where=name, key=name, given=list(stated), expected=list(expected))
    if "cards" not in table:
        raise RecordError("key-missing", where="cards", key="cards")
    texts = table["cards"]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise RecordError("key-type", where="cards", key="cards", expected="list of texts")
    hands = []
    for chair, text in enumerate(texts, 1):
        try:
            hands.append(state.house.hands.sorted(parse_cards(text)))
        except NotationError as error:
            raise RecordError(error.code, where=f"cards[{chair}]", **error.params) from None
        if len(hands[-1]) != 4:
            raise RecordError("hand-size", where=f"cards[{chair}]", count=len(hands[-1]))
    act = Deal(0, tuple(hands))
    try:
        verify_deal(state, act)
    except Refusal as error:
        raise RecordError(error.code, where="cards", **error.params) from None
    return act


def deal_table(state: "State", act: Deal) -> dict[str, Any]:
    """The keys of a deal in canonical form: counts only where a match starts in the middle."""
    table: dict[str, Any] = {}
    if state.phase == "deal":
        table["mano"] = state.mano
        for name in COUNTS:
            if any(getattr(state, name)):
                table[name] = list(getattr(state, name))
    table["cards"] = [write_cards(state.house.hands.sorted(hand)) for hand in act.hands]
    return table


def breaks_line(before: "State", after: "State") -> bool:
    """A new line begins with each lance, after a talk that ended, and after a round of discards was served."""
    if before.phase == after.phase:
        return False
    return "discard" not in (before.phase, after.phase) or (before.phase == "discard" and after.phase != "over")


def deal_report(state: "State") -> dict[str, Any]:
    """One deal as it stands."""
    names = state.house.side_names
    return {
        "phase": state.phase,
        "mano": state.mano,
        "hands": [[NAMES[card] for card in state.house.hands.sorted(hand)] for hand in state.hands],
        "score": list(state.score),
        "winner": _side(state, state.winner),
        "awards": [
            {
                "lance": award.lance,
                "side": names[award.side],
                "stones": award.stones,
                "why": award.why,
                "when": award.when,
                "seats": list(award.chairs),
            }
            for award in state.awards
        ],
    }


def match_report(state: "State") -> dict[str, Any]:
    """The match as it stands."""
    return {"games": list(state.games), "vacas": list(state.vacas), "winner": _side(state, state.champion)}


def _side(state: "State", side: int) -> str | None:
    return state.house.side_names[side] if side >= 0 else None


def _mano(table: Mapping[str, Any]) -> int | None:
    mano = table.get("mano")
    if mano is not None and type(mano) is not int:
        raise RecordError("key-type", where="mano", key="mano", expected="chair number")
    return mano


def _counts(table: Mapping[str, Any], name: str) -> tuple[int, ...] | None:
    given = table.get(name)
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        raise RecordError("key-type", where=name, key=name, expected="list of numbers, one per side")
    return tuple(given)
