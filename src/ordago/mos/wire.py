"""A view of Møs in plain JSON values, field by field by allow-list, and the words that a client or bot answers with.

The shapes are `MosView`, `Said` and `Option` of docs/protocol.md. Front ends, outside bots and the table's server all
write views with this one encoder.
"""

from collections.abc import Iterable
from typing import Any

from ordago.cards.french import NAMES, SUITS
from ordago.core.acts import Act, Option
from ordago.errors import Refusal
from ordago.mos.acts import (
    Blind,
    Draw,
    DrawTrump,
    Hidden,
    Leftover,
    Lend,
    Out,
    Play,
    ShowTrump,
    Take,
    Turned,
    Won,
)
from ordago.mos.notation import WORDS
from ordago.mos.rules import Rules
from ordago.mos.shedding import unit_to_take
from ordago.mos.view import View

MOST_ACTS: int | None = 40
"""How many of a deal's acts a running table tells again with each message: a deal of seventeen is long."""


def view_json(view: View, last: int | None = None) -> dict[str, Any]:
    """The view as a `MosView`; of its `acts` only the `last` ones, where that is given."""
    skipped = 0 if last is None else max(0, len(view.acts) - last)
    acts = [said_json(act, view.rules) for act in view.acts[skipped:]]
    return {**public_json(view), **own_json(view), "acts": acts, "acts_skipped": skipped}


def public_json(view: View) -> dict[str, Any]:
    """What of a view all seats and watchers are told alike."""
    duel = view.duel
    return {
        "game": "mos",
        "players": view.players,
        "phase": view.phase,
        "turn": view.turn,
        "dealer": view.dealer,
        "eliminated": list(view.eliminated),
        "losses": list(view.losses),
        "games": view.games,
        "hand_sizes": list(view.hand_sizes),
        "pile_sizes": list(view.pile_sizes),
        "stock": view.stock_size,
        "table": [_cards(unit) for unit in view.table],
        "duel": {"leader": duel.leader, "answerer": duel.answerer, "owners": list(duel.owners)} if duel else None,
        "holder": view.holder,
        "trump_card": NAMES[view.trump_card] if view.trump_card >= 0 else None,
        "trump": SUITS[view.trump] if view.trump >= 0 else None,
        "led": SUITS[view.led] if view.led >= 0 else None,
        "live": view.live,
        "threshold": view.threshold,
        "burning": view.burning,
        "lending": view.lending,
        "out": list(view.out),
        "loser": view.loser,
        "losers": list(view.losers),
        "winner": view.winner,
    }


def own_json(view: View) -> dict[str, Any]:
    """The rest of a view but for its acts: what only its seat is told, or is told in its way."""
    return {
        "seat": view.seat,
        "hand": _cards(view.hand),
        "pile": _cards(view.pile),
        "takes": _takes(view),
        "legal": [option_json(option) for option in view.legal],
    }


def said_json(act: Act, rules: Rules) -> dict[str, Any]:
    """Something that a view tells as a `Said`; by which rules does not matter at Møs."""
    match act:
        case Play():
            return {"chair": act.seat, "kind": "play", "cards": _cards(act.cards)}
        case Take():
            return {"chair": act.seat, "kind": "take"}
        case Blind():
            return {"chair": act.seat, "kind": "blind"}
        case Turned():
            return {"chair": act.seat, "kind": "turned", "cards": [NAMES[act.card]]}
        case Draw():
            return {"chair": act.to, "kind": "draw", "count": len(act.cards), "cards": _cards(act.cards)}
        case DrawTrump():
            return {"chair": act.to, "kind": "draw_trump"}
        case Won():
            return {"chair": act.seat, "kind": "won", "cards": _cards(act.cards)}
        case Leftover():
            return {"chair": act.seat, "kind": "leftover", "count": len(act.cards), "cards": _cards(act.cards)}
        case Hidden():
            return {"chair": act.seat, "kind": "draw" if act.kind == "=" else act.kind, "count": act.count}
        case ShowTrump():
            return {"chair": act.seat, "kind": "trump", "cards": [NAMES[act.card]]}
        case Lend():
            return {"chair": 0, "kind": "lend", "by": act.giver, "to": act.receiver, "cards": _cards(act.cards)}
        case Out():
            return {"chair": act.seat, "kind": "out"}
    raise TypeError(f"{type(act).__name__} does not stand in a view")


def option_json(option: Option) -> dict[str, Any]:
    """What a seat may do now: the word itself, and the cards that it lays."""
    return {"kind": option.kind, **({"cards": _cards(option.cards)} if option.cards else {})}


def act_from_word(view: View, word: str) -> Act:
    """The act that this word says, which must be one of `view.legal`. Raises Refusal `act-not-offered`."""
    for option in view.legal:
        if option.kind == word:
            return Play(view.seat, option.cards) if option.cards else WORDS[option.kind](view.seat)
    raise Refusal("act-not-offered", act=word)


def _cards(cards: Iterable[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _takes(view: View) -> list[str]:
    """The unit that the seat would take up, where it may."""
    if not any(option.kind == "T" for option in view.legal):
        return []
    return _cards(view.table[unit_to_take(view)])
