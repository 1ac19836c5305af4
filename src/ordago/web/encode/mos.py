"""A view of Møs as JSON."""

from typing import Any

from ordago.cards.french import NAMES, SUITS
from ordago.core.acts import Act, Option
from ordago.mos.acts import Draw, DrawTrump, Hidden, Leftover, Lend, Out, Play, ShowTrump, Take, Turned, Won
from ordago.mos.view import View
from ordago.web.encode import some

MOST_ACTS: int | None = 40
"""A deal of seventeen is long: messages after the first carry the last acts only."""


def view(seen: View) -> dict[str, Any]:
    """The view without its acts."""
    duel = seen.duel
    return {
        "game": "mos",
        "seat": seen.seat,
        "players": seen.players,
        "phase": seen.phase,
        "turn": seen.turn,
        "dealer": seen.dealer,
        "eliminated": seen.eliminated,
        "losses": seen.losses,
        "games": seen.games,
        "hand": _cards(seen.hand),
        "pile": _cards(seen.pile),
        "hand_sizes": seen.hand_sizes,
        "pile_sizes": seen.pile_sizes,
        "stock": seen.stock_size,
        "table": [_cards(unit) for unit in seen.table],
        "duel": duel and {"leader": duel.leader, "answerer": duel.answerer, "owners": duel.owners},
        "holder": seen.holder,
        "trump_card": NAMES[seen.trump_card] if seen.trump_card >= 0 else None,
        "trump": SUITS[seen.trump] if seen.trump >= 0 else None,
        "led": SUITS[seen.led] if seen.led >= 0 else None,
        "live": seen.live,
        "threshold": seen.threshold,
        "burning": seen.burning,
        "lending": seen.lending,
        "takes": _takes(seen),
        "out": seen.out,
        "loser": seen.loser,
        "losers": seen.losers,
        "winner": seen.winner,
        "legal": [_option(option) for option in seen.legal],
    }


def act(one: Act, seat: int) -> dict[str, Any]:
    """Something laid, drawn or won, as the seat saw it."""
    match one:
        case Play():
            return {"chair": one.seat, "kind": "play", "cards": _cards(one.cards)}
        case Take():
            return {"chair": one.seat, "kind": "take"}
        case Turned():
            return {"chair": one.seat, "kind": "turned", "cards": _cards((one.card,))}
        case Hidden():
            return {"chair": one.seat, "kind": "draw" if one.kind == "=" else "leftover", "count": one.count}
        case Draw():
            return {"chair": one.to, "kind": "draw", "count": len(one.cards), "cards": _cards(one.cards)}
        case DrawTrump():
            return {"chair": one.to, "kind": "draw_trump"}
        case Won():
            return {"chair": one.seat, "kind": "won", "cards": _cards(one.cards)}
        case Leftover():
            return {"chair": one.seat, "kind": "leftover", "count": len(one.cards), "cards": _cards(one.cards)}
        case ShowTrump():
            return {"chair": one.seat, "kind": "trump", "cards": _cards((one.card,))}
        case Out():
            return {"chair": one.seat, "kind": "out"}
        case Lend():
            return {"chair": 0, "kind": "lend", "by": one.giver, "to": one.receiver, "cards": _cards(one.cards)}
    return {"chair": one.seat, "kind": "blind"}


def _cards(cards: tuple[int, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def _takes(seen: View) -> list[str]:
    """The unit that the seat would take up (A14)."""
    if not any(option.kind == "T" for option in seen.legal) or not seen.table:
        return []
    rule = seen.rules.shedding.pickup_unit
    if rule == "last":
        return _cards(seen.table[-1])
    return _cards(seen.table[0] if rule == "oldest" else min(seen.table, key=lambda unit: unit[0] >> 2))


def _option(option: Option) -> dict[str, Any]:
    return some(kind=option.kind, cards=_cards(option.cards))
