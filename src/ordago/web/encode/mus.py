"""A view of Mus as JSON."""

from typing import Any

from ordago.cards.spanish import NAMES
from ordago.core.acts import Act, Option
from ordago.mus.acts import Discard, Envido, Expose, Hidden, Raise, Sena, Serve
from ordago.mus.betting import Lance, Outcome
from ordago.mus.count import Award, refusal_stones
from ordago.mus.hand import hands_for
from ordago.mus.notation import WORD_OF
from ordago.mus.view import View
from ordago.web.encode import some

MOST_ACTS: int | None = None
"""Every message carries the whole deal: it is short."""


def view(seen: View) -> dict[str, Any]:
    """The view without its acts."""
    names = seen.rules.seating.side_names
    return {
        "game": "mus",
        "seat": seen.seat,
        "phase": seen.phase,
        "turn": seen.turn,
        "mano": seen.mano,
        "order": seen.order,
        "sides": [names[side] for side in seen.side_of[1:]],
        "side_names": names,
        "score": seen.score,
        "games": seen.games,
        "vacas": seen.vacas,
        "target": seen.rules.match.target,
        "winner": _side(seen.winner, names),
        "champion": _side(seen.champion, names),
        "corrido": seen.corrido,
        "choosing": seen.choosing,
        "forced": seen.forced,
        "rounds": seen.rounds,
        "hand": _cards(seen.hand),
        "cards": {str(chair): _cards(cards) for chair, cards in seen.cards.items()},
        "worths": {str(chair): _worth(seen, cards) for chair, cards in seen.cards.items() if len(cards) == 4},
        "thrown": seen.thrown,
        "stock": seen.stock_size,
        "discards": seen.discard_size,
        "declared": seen.declared,
        "lance": _lance(seen.lance, names) if seen.lance else None,
        "closed": [_lance(lance, names) for lance in seen.closed],
        "awards": [award(one, names) for one in seen.awards],
        "stakes": _stakes(seen),
        "senas": [
            {"chair": sena.seat, "code": sena.code, "noticed": seen.seat in sena.seen, "service": service}
            for service, sena in seen.senas
        ],
        "legal": [_option(option) for option in seen.legal],
    }


def act(one: Act, seat: int) -> dict[str, Any]:
    """Something said or done, as the seat saw it."""
    match one:
        case Hidden():
            return {"chair": one.seat, "kind": one.kind, "count": one.count}
        case Discard():
            return {"chair": one.seat, "kind": "D", "count": len(one.cards), "cards": _cards(one.cards)}
        case Serve():
            return {"chair": one.to, "kind": "=", "count": len(one.cards), "cards": _cards(one.cards)}
        case Expose():
            return {"chair": one.to, "kind": "!", "cards": _cards((one.card,))}
        case Envido():
            return {"chair": one.seat, "kind": "E", "stones": one.stones}
        case Raise():
            return {"chair": one.seat, "kind": "+", "stones": one.stones}
        case Sena():
            return {"chair": one.seat, "kind": "~", "code": one.code, "noticed": seat in one.seen}
    return {"chair": one.seat, "kind": WORD_OF[type(one)]}


def award(one: Award, names: tuple[str, ...]) -> dict[str, Any]:
    """Stones that a side scored."""
    return {
        "lance": one.lance,
        "side": names[one.side],
        "stones": one.stones,
        "why": one.why,
        "when": one.when,
        "chairs": one.chairs,
    }


def awarded(one: Award, seen: View) -> dict[str, Any]:
    """An award of this view."""
    return award(one, seen.rules.seating.side_names)


def _cards(cards: tuple[int, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def _side(side: int, names: tuple[str, ...]) -> str | None:
    return names[side] if side >= 0 else None


def _worth(seen: View, cards: tuple[int, ...]) -> dict[str, Any]:
    worth = hands_for(seen.rules.hand).worth(cards)
    return {
        "category": worth.category,
        "paired": worth.paired,
        "total": worth.total,
        "juego": worth.juego > 0,
        "real": worth.real,
        "numbers": worth.numbers,
    }


def _lance(lance: Lance, names: tuple[str, ...]) -> dict[str, Any]:
    outcome = lance.outcome
    return {
        "name": lance.name,
        "eligible": lance.eligible,
        "bettor": lance.bettor,
        "stake": lance.table,
        "agreed": lance.agreed,
        "ordago": lance.ordago,
        "waiting": lance.queue,
        "stayed": [names[side] for side in lance.stayed],
        "dropped": [names[side] for side in lance.dropped],
        "outcome": outcome
        and {
            "kind": outcome.kind,
            "side": _side(outcome.side, names),
            "stones": outcome.stones,
            "chairs": outcome.chairs,
        },
    }


def _stakes(seen: View) -> dict[str, int] | None:
    """What the standing bet comes to if it is accepted, and what the bettors get if it is refused (R3.5)."""
    lance = seen.lance
    if lance is None or not lance.bettor or lance.outcome is not None:
        return None
    refused = Outcome("refused", lance.eligible, seen.side_of[lance.bettor], lance.agreed, lance.agreed > 0)
    return {
        "accept": -1 if lance.ordago else lance.table,
        "refuse": refusal_stones(refused, lance.name, seen.rules.count),
    }


def _option(option: Option) -> dict[str, Any]:
    found = some(kind=option.kind, cards=_cards(option.cards), codes=option.codes)
    if option.kind in ("E", "+", "D"):
        found |= {"least": option.least, "most": option.most}
    return found
