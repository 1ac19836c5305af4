"""A view of Mus in plain JSON values, field by field by allow-list, and the words that a client or bot answers with.

The shapes are `MusView`, `Said`, `Award` and `Option` of docs/protocol.md. Front ends, outside bots and the table's
server all write views with this one encoder.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ordago.cards.spanish import NAMES, parse_cards
from ordago.core.acts import Act, Option
from ordago.errors import NotationError, Refusal
from ordago.mus.acts import Discard, Envido, Expose, Hidden, Raise, Sena, Serve
from ordago.mus.betting import Lance, Outcome
from ordago.mus.count import Award, refusal_stones
from ordago.mus.hand import Worth, hands_for
from ordago.mus.notation import WORD_OF, WORDS
from ordago.mus.rules import Rules
from ordago.mus.senas import face
from ordago.mus.view import View

MOST_ACTS: int | None = None
"""How many of a deal's acts a running table tells again with each message: all, a deal is short."""


def view_json(view: View, last: int | None = None) -> dict[str, Any]:
    """The view as a `MusView`; of its `acts` only the `last` ones, where that is given."""
    skipped = 0 if last is None else max(0, len(view.acts) - last)
    acts = [said_json(act, view.rules) for act in view.acts[skipped:]]
    return {**public_json(view), **own_json(view), "acts": acts, "acts_skipped": skipped}


def public_json(view: View) -> dict[str, Any]:
    """What of a view all seats and watchers are told alike."""
    names = view.rules.seating.side_names
    return {
        "game": "mus",
        "phase": view.phase,
        "turn": view.turn,
        "mano": view.mano,
        "order": list(view.order),
        "sides": [names[side] for side in view.side_of[1:]],
        "side_names": list(names),
        "score": list(view.score),
        "games": list(view.games),
        "vacas": list(view.vacas),
        "target": view.rules.match.target,
        "winner": _side(view.winner, names),
        "champion": _side(view.champion, names),
        "corrido": view.corrido,
        "choosing": view.choosing,
        "forced": view.forced,
        "rounds": view.rounds,
        "stock": view.stock_size,
        "declared": {name: list(who) for name, who in view.declared.items()},
        "lance": _lance(view.lance, names) if view.lance else None,
        "closed": [_lance(lance, names) for lance in view.closed],
        "awards": [award_json(award, view.rules) for award in view.awards],
        "stakes": _stakes(view),
    }


def own_json(view: View) -> dict[str, Any]:
    """The rest of a view but for its acts: what only its seat is told, or is told in its way."""
    hands = hands_for(view.rules.hand)
    return {
        "seat": view.seat,
        "hand": _cards(view.hand),
        "cards": {str(chair): _cards(cards) for chair, cards in view.cards.items()},
        "worths": {str(chair): _worth(hands.worth(cards)) for chair, cards in view.cards.items() if len(cards) == 4},
        "thrown": list(view.thrown),
        "discards": view.discard_size,
        "senas": [{"chair": sena.seat, **_seen(sena, view.rules), "service": service} for service, sena in view.senas],
        "legal": [option_json(option) for option in view.legal],
    }


def said_json(act: Act, rules: Rules) -> dict[str, Any]:
    """An act of a view as a `Said`."""
    word = WORD_OF.get(type(act))
    if word is not None:  # most acts are one word
        return {"chair": act.seat, "kind": word}
    match act:
        case Envido():
            return {"chair": act.seat, "kind": "E", "stones": act.stones}
        case Raise():
            return {"chair": act.seat, "kind": "+", "stones": act.stones}
        case Discard():
            return {"chair": act.seat, "kind": "D", "count": len(act.cards), "cards": _cards(act.cards)}
        case Serve():
            return {"chair": act.to, "kind": "=", "count": len(act.cards), "cards": _cards(act.cards)}
        case Hidden():
            return {"chair": act.seat, "kind": act.kind, "count": act.count}
        case Expose():
            return {"chair": act.to, "kind": "!", "cards": [NAMES[act.card]]}
        case Sena():
            return {"chair": act.seat, "kind": "~", **_seen(act, rules)}
    raise TypeError(f"nobody says {act}")


def _seen(sena: Sena, rules: Rules) -> dict[str, Any]:
    """A seña of a view, as its sender, partners and rivals see it: a rival who noticed it sees the face and no name."""
    noticed = bool(sena.seen)  # by whose view it is, who else did is not in it
    named = {} if noticed else {"code": sena.code}
    return {"face": face(sena.code, rules.senas.senas), **named, "noticed": noticed}


def award_json(award: Award, rules: Rules) -> dict[str, Any]:
    """An award of a view by these rules."""
    return {
        "lance": award.lance,
        "side": rules.seating.side_names[award.side],
        "stones": award.stones,
        "why": award.why,
        "when": award.when,
        "chairs": list(award.chairs),
    }


def option_json(option: Option) -> dict[str, Any]:
    """What a seat may do now."""
    found: dict[str, Any] = {"kind": option.kind}
    if option.kind in ("E", "+", "D"):
        found |= {"least": option.least, "most": option.most}
    if option.cards:
        found["cards"] = _cards(option.cards)
    if option.codes:
        found["codes"] = list(option.codes)
    return found


def act_from_word(view: View, word: str) -> Act:
    """The act that this word says, which must be one of `view.legal`; a bare `E` or `+` is the least one.

    Raises Refusal `act-not-offered` for anything else.
    """
    for option in view.legal:
        kind = option.kind
        if kind == word if kind in WORDS else word.startswith(kind):
            act = READERS.get(kind, _plain)(view, option, word)
            if act is not None:
                return act
    raise Refusal("act-not-offered", act=word)


def _plain(view: View, option: Option, word: str) -> Act | None:
    return WORDS[option.kind](view.seat)


def _stones(option: Option, digits: str) -> int | None:
    if not digits:
        return option.least
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6 and (digits == "0" or digits[0] != "0")):
        return None
    return int(digits) if option.least <= int(digits) <= option.most else None


def _bet(view: View, option: Option, word: str) -> Act | None:
    stones = _stones(option, word[1:])
    return None if stones is None else Envido(view.seat, stones)


def _raise(view: View, option: Option, word: str) -> Act | None:
    stones = _stones(option, word[1:])
    return None if stones is None else Raise(view.seat, stones)


def _discard(view: View, option: Option, word: str) -> Act | None:
    try:
        cards = parse_cards(word[1:])
    except NotationError:
        return None
    left = list(option.cards)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    if not option.least <= len(cards) <= option.most:
        return None
    return Discard(view.seat, hands_for(view.rules.hand).sorted(cards))


def _sena(view: View, option: Option, word: str) -> Act | None:
    return Sena(view.seat, word[1:]) if word[1:] in option.codes else None


READERS: dict[str, Callable[[View, Option, str], Act | None]] = {"E": _bet, "+": _raise, "D": _discard, "~": _sena}
"""How the rest of a word is read, by its kind; None where it is not within the option."""


def _cards(cards: Iterable[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _side(side: int, names: tuple[str, ...]) -> str | None:
    return names[side] if side >= 0 else None


def _worth(worth: Worth) -> dict[str, Any]:
    return {
        "category": worth.category,
        "paired": list(worth.paired),
        "total": worth.total,
        "juego": worth.juego > 0,
        "real": worth.real,
        "numbers": list(worth.numbers),
    }


def _lance(lance: Lance, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "name": lance.name,
        "eligible": list(lance.eligible),
        "bettor": lance.bettor,
        "stake": lance.table,
        "agreed": lance.agreed,
        "ordago": lance.ordago,
        "waiting": list(lance.queue),
        "stayed": [names[side] for side in lance.stayed],
        "dropped": [names[side] for side in lance.dropped],
        "outcome": _outcome(lance.outcome, names) if lance.outcome else None,
    }


def _outcome(outcome: Outcome, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "kind": outcome.kind,
        "side": _side(outcome.side, names),
        "stones": outcome.stones,
        "chairs": list(outcome.chairs),
    }


def _stakes(view: View) -> dict[str, int] | None:
    """What the standing bet comes to: the stake if it is accepted (-1: an órdago), the bettors' stones if refused."""
    lance = view.lance
    if lance is None or not lance.bettor:
        return None
    refused = Outcome("refused", stones=lance.agreed, raised=lance.agreed > 0)
    stones = refusal_stones(refused, lance.name, view.rules.count)
    return {"accept": -1 if lance.ordago else lance.table, "refuse": stones}
