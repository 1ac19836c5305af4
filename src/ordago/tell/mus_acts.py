"""What happens at a table of Mus, line by line: what each says, the lances as they open, and the end of the deal."""

from collections.abc import Sequence

from ordago.cards.spanish import NAMES
from ordago.core import Act
from ordago.locale import Translator
from ordago.mus.acts import (
    Cut,
    Deal,
    Discard,
    Envido,
    Expose,
    Hidden,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Perete,
    Quiero,
    Raise,
    Sena,
    Serve,
)
from ordago.mus.count import Award
from ordago.mus.senas import face
from ordago.mus.view import View
from ordago.tell.mus_count import at_once_line, count_lines, declaration
from ordago.tell.mus_words import GESTURES, SENAS, cards_text, hand_text, score_text

BETWEEN_DEALS = ("deal", "over", "redeal")
"""Phases in which no deal is running."""


def heard(before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """What the seat of two views saw and heard between them."""
    if before.phase in BETWEEN_DEALS and not after.acts:
        return _opening(after, names, t)
    lines = [line for act in _news(before, after) for line in _said(act, before, after, names, t)]
    return lines + _followed(before, after, names, t)


def told(before: View, act: Act, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """An act with open cards, between two views of a spectator."""
    if isinstance(act, Deal):
        return [*_opening(after, names, t), *_hands(act, after, names, t)]
    return _said(act, before, after, names, t) + _followed(before, after, names, t)


def _news(before: View, after: View) -> list[Act]:
    """The acts that a seat saw between two views of one deal."""
    known = list(before.acts)
    fresh = []
    for act in after.acts:
        if act in known:
            known.remove(act)
        else:
            fresh.append(act)
    return fresh


def _opening(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What is told when a deal begins."""
    lines = ["", t.text("New deal. Mano: {mano}. Dealer: {dealer}.", **_ends(view, names))]
    if any(view.score):
        lines.append(score_text(view, view.score, names, t))
    if view.corrido:
        lines.append(t.text("Mus corrido: whoever cuts becomes the mano."))
    return lines


def _ends(view: View, names: Sequence[str]) -> dict[str, str]:
    return {"mano": names[view.mano - 1], "dealer": names[view.order[-1] - 1]}


def _hands(act: Deal, view: View, names: Sequence[str], t: Translator) -> list[str]:
    return [
        t.text("{player}: {hand}", player=names[chair - 1], hand=hand_text(act.hands[chair - 1], view.rules.hand, t))
        for chair in view.order
    ]


def _said(act: Act, before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """One act as the table hears it."""
    player = names[act.seat - 1] if act.seat else ""
    rules = after.rules.hand
    match act:
        case Mus():
            if before.corrido:
                return [t.text("{player}: mus, I pass the pack.", player=player)]
            return [t.text("{player}: mus.", player=player)]
        case Cut():
            if before.choosing:
                return [t.text("{player}: we play on.", player=player)]
            return [t.text("{player}: no mus.", player=player)]
        case Perete():
            return [t.text("{player}: perete! 4 5 6 7 for four new cards.", player=player)]
        case Discard():
            if not act.cards:
                return [t.text("{player}: no cards.", player=player)]
            return [
                t.plural(
                    "{player}: {n} card ({cards}).",
                    "{player}: {n} cards ({cards}).",
                    len(act.cards),
                    player=player,
                    cards=cards_text(act.cards, rules),
                )
            ]
        case Hidden(kind="D"):
            if not act.count:
                return [t.text("{player}: no cards.", player=player)]
            return [t.plural("{player}: {n} card.", "{player}: {n} cards.", act.count, player=player)]
        case Hidden():
            return []  # as many cards come as were thrown
        case Serve():
            cards = cards_text(act.cards, rules)
            return [t.text("{player}: new cards, {cards}.", player=names[act.to - 1], cards=cards)]
        case Expose():
            card = NAMES[act.card]
            return [t.text("{player}: the {card} was turned up in the deal.", player=names[act.to - 1], card=card)]
        case Sena() if after.seat in act.seen:  # a rival sees a face, and has to know what it says
            gesture = t.text(GESTURES[face(act.code, after.rules.senas.senas)])
            return [t.text("You catch a seña of {player}: {gesture}.", player=player, gesture=gesture)]
        case Sena():
            return [t.text("{player}, seña: {sena}.", player=player, sena=t.text(SENAS[act.code]))]
    return _bet(act, before, after, player, t)


def _bet(act: Act, before: View, after: View, player: str, t: Translator) -> list[str]:
    assert before.lance is not None
    match act:
        case Pass():
            return [t.text("{player}: pass.", player=player)]
        case Envido():
            return [t.text("{player}: envido {n}.", player=player, n=act.stones)]
        case Raise():
            stake = before.lance.table
            if not act.stones:
                return [t.text("{player}: double, {total} in all.", player=player, total=2 * stake)]
            return [
                t.text("{player}: {n} more, {total} in all.", player=player, n=act.stones, total=stake + act.stones)
            ]
        case Ordago():
            return [t.text("{player}: órdago!", player=player)]
        case Quiero():
            if not before.lance.ordago and len(after.closed) > len(before.closed):
                stones = before.lance.table
                return [
                    t.plural(
                        "{player}: I accept. {n} stone waits for the count.",
                        "{player}: I accept. {n} stones wait for the count.",
                        stones,
                        player=player,
                    )
                ]
            return [t.text("{player}: I accept.", player=player)]
        case NoQuiero():
            return [t.text("{player}: I decline.", player=player)]
    return []


def _followed(before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """What the act brought about: stones at once, lances that open, the end of the deal."""
    lines = []
    if before.mano != after.mano:
        lines.append(t.text("The mano is now: {mano}.", mano=names[after.mano - 1]))
    fresh = after.awards[len(before.awards) :]
    lines += [at_once_line(after, award, names, t) for award in fresh if _is_told_now(award)]
    lines += _lances(before, after, names, t)
    if after.phase == "over":
        lines += count_lines(after, names, t)
    if after.phase == "redeal":
        lines.append(t.text("A card was turned up: the cards are dealt again."))
    return lines


def _is_told_now(award: Award) -> bool:
    """Whether the stones are told where they fall, not only at the count."""
    return award.when == "at once" and award.why in ("refused", "perete")


def _lances(before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """The lances that opened, those that are not bet included."""
    bet = before.lance is not None
    reached = [*after.closed[len(before.closed) + bet :]]
    if after.lance is not None and (before.lance is None or after.lance.name != before.lance.name):
        reached.append(after.lance)
    return [line for lance in reached for line in declaration(after, lance, names, t)]
