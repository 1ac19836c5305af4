"""Møs in the record: the keys of a deal, and what `ordago replay --json` says of one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ordago.cards.french import CODES, NAMES, SUITS, parse_cards, write_cards
from ordago.core.history import EMPTY
from ordago.errors import NotationError, RecordError, Refusal, RulesError
from ordago.mos import state as states
from ordago.mos.acts import Deal, Position
from ordago.mos.dealing import verify_deal
from ordago.mos.hand import high_to_low, unpacked
from ordago.mos.rules import Rules
from ordago.mos.series import next_dealer
from ordago.mos.shedding import led_now

if TYPE_CHECKING:
    from ordago.mos.state import State

DEAL_KEYS = frozenset({"dealer", "cards", "stock", "position"})
"""A deal's own keys, beside those of any game."""

DUEL_KEYS = frozenset({"phase", "leader", "piles", "table", "trump", "holder"})
SHED_KEYS = frozenset({"phase", "trump", "turn", "table", "led"})
"""The keys of a position in each phase."""


def opening(rules: Rules, table: Mapping[str, Any]) -> "State":
    """The state before a record's first deal. Raises RecordError with the key.

    The number of players is that of `cards` (0 in a record without deals); in an elimination series that was dealt
    anew, chairs without cards have left it before.
    """
    if not table:
        return states.State(rules, 0, EMPTY, EMPTY, ())
    cards = _texts(table, "cards", "cards")
    with_cards = [chair for chair, text in enumerate(cards, 1) if text]
    dealer = _number(table, "dealer", "dealer")
    eliminated: tuple[int, ...] = ()
    if rules.match.match == "elimination" and "position" not in table:
        eliminated = tuple([chair for chair, text in enumerate(cards, 1) if not text])
    if dealer is None:
        dealer = with_cards[-1] if with_cards else len(cards)
    try:
        return states.start(rules, len(cards), dealer, eliminated)
    except RulesError as error:
        raise RecordError(error.code, where="cards", **error.params) from None
    except Refusal as error:
        raise RecordError(error.code, where="dealer", **error.params) from None


def deal_act(state: "State", table: Mapping[str, Any]) -> Deal:
    """The deal of a table, verified, and in agreement with the match so far. Raises RecordError with the key."""
    dealer, expected = _number(table, "dealer", "dealer"), next_dealer(state)
    if dealer is not None and dealer != expected:
        raise RecordError("deal-disagrees", where="dealer", key="dealer", given=dealer, expected=expected)
    texts = _texts(table, "cards", "cards")
    hands = tuple([high_to_low(_cards(text, f"cards[{chair}]")) for chair, text in enumerate(texts, 1)])
    position = _position(table["position"], len(hands)) if "position" in table else None
    if position is None and "stock" not in table:
        raise RecordError("key-missing", where="stock", key="stock")
    stock = table.get("stock", "")
    if not isinstance(stock, str):
        raise RecordError("key-type", where="stock", key="stock", expected="text")
    act = Deal(0, hands, _cards(stock, "stock"), position)
    try:
        verify_deal(state, act)
    except Refusal as error:
        where = error.params.pop("key", None)
        raise RecordError(error.code, where=where, **error.params) from None
    return act


def _position(table: Any, players: int) -> Position:
    if not isinstance(table, dict):
        raise RecordError("key-type", where="position", key="position", expected="table")
    phase = table.get("phase")
    if phase not in ("duels", "shedding"):
        raise RecordError("position-phase", where="position.phase", phase=str(phase))
    keys = DUEL_KEYS if phase == "duels" else SHED_KEYS
    for key in table:
        if key not in keys:
            raise RecordError("key-unknown", where=f"position.{key}", key=key)
    chair_key = "leader" if phase == "duels" else "turn"
    chair = _number(table, chair_key, f"position.{chair_key}")
    if chair is None:
        raise RecordError("key-missing", where=f"position.{chair_key}", key=chair_key)
    units = _texts(table, "table", "position.table") if "table" in table else []
    laid = tuple([_cards(text, f"position.table[{place}]") for place, text in enumerate(units, 1)])
    for place, unit in enumerate(laid, 1):
        if not unit:
            raise RecordError("unit-empty", where=f"position.table[{place}]")
    if phase == "shedding":
        led = _suit(table["led"], "led") if "led" in table else laid[0][0] & 3 if laid else -1
        if "trump" not in table:
            raise RecordError("key-missing", where="position.trump", key="trump")
        return Position("shedding", chair, table=laid, trump=_suit(table["trump"], "trump"), led=led)
    piles = _texts(table, "piles", "position.piles") if "piles" in table else [""] * players
    trump_card, holder = -1, 0
    if "trump" in table or "holder" in table:
        name = table.get("trump")
        if not isinstance(name, str) or name not in CODES:
            raise RecordError("card-unknown", where="position.trump", card=str(name))
        trump_card = CODES[name]
        holder = _number(table, "holder", "position.holder") or 0
    return Position(
        "duels",
        chair,
        piles=tuple([high_to_low(_cards(text, f"position.piles[{at}]")) for at, text in enumerate(piles, 1)]),
        table=laid,
        trump_card=trump_card,
        holder=holder,
    )


def deal_table(state: "State", act: Deal) -> dict[str, Any]:
    """The keys of a deal in canonical form: the dealer only in the first one."""
    table: dict[str, Any] = {}
    if state.phase == "deal":
        table["dealer"] = state.dealer
    table["cards"] = [write_cards(high_to_low(hand)) for hand in act.hands]
    if act.stock:
        table["stock"] = write_cards(act.stock)
    if act.position is not None:
        table["position"] = _position_table(act.position)
    return table


def _position_table(position: Position) -> dict[str, Any]:
    units = [write_cards(unit) for unit in position.table]
    if position.phase == "shedding":
        table: dict[str, Any] = {"phase": "shedding", "trump": SUITS[position.trump], "turn": position.chair}
        return {**table, "table": units, "led": SUITS[position.led]} if units else table
    table = {"phase": "duels", "leader": position.chair}
    if any(position.piles):
        table["piles"] = [write_cards(high_to_low(pile)) for pile in position.piles]
    if units:
        table["table"] = units
    if position.trump_card >= 0:
        table |= {"trump": NAMES[position.trump_card], "holder": position.holder}
    return table


def breaks_line(before: "State", after: "State") -> bool:
    """A new line begins with each round of phase 2, and in phase 1 where another chair leads."""
    if before.phase != after.phase:
        return True
    if after.duel is not None and before.duel is not None:
        return not after.table and before.duel.leader != after.duel.leader
    return not after.table and after.plan is None


def deal_report(state: "State") -> dict[str, Any]:
    """One deal as it stands."""
    return {
        "phase": state.phase,
        "dealer": state.dealer,
        "hands": [_names(unpacked(hand)) for hand in state.hands],
        "piles": [_names(unpacked(pile)) for pile in state.piles],
        "table": [_names(unit) for unit in state.table],
        "trump": SUITS[state.trump] if state.trump >= 0 else None,
        "led": SUITS[led_now(state)] if state.led >= 0 else None,
        "out": list(state.out),
        "loser": state.loser or None,
        "losers": list(state.losers),
        "winner": state.winner or None,
    }


def match_report(state: "State") -> dict[str, Any]:
    """The match as it stands; before the first deal a record does not know its chairs and so lists no losses."""
    champion = state.winner or None if state.match_over else None
    losses = [] if state.phase == "deal" else list(state.losses)
    return {"losses": losses, "eliminated": list(state.eliminated), "winner": champion}


def _names(cards: tuple[int, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def _number(table: Mapping[str, Any], key: str, where: str) -> int | None:
    found = table.get(key)
    if found is not None and type(found) is not int:
        raise RecordError("key-type", where=where, key=key, expected="chair number")
    return found


def _texts(table: Mapping[str, Any], key: str, where: str) -> list[str]:
    if key not in table:
        raise RecordError("key-missing", where=where, key=key)
    found = table[key]
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise RecordError("key-type", where=where, key=key, expected="list of texts")
    return found


def _cards(text: str, where: str) -> tuple[int, ...]:
    try:
        return parse_cards(text)
    except NotationError as error:
        raise RecordError(error.code, where=where, **error.params) from None


def _suit(name: Any, key: str) -> int:
    if not isinstance(name, str) or len(name) != 1 or name not in SUITS:
        raise RecordError("suit-unknown", where=f"position.{key}", suit=str(name))
    return SUITS.index(name)
