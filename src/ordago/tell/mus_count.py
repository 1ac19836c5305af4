"""The count of Mus explained: each award with its lance, side, stones, why, when, and the hands that decided it."""

from collections.abc import Sequence

from ordago.locale import Translator
from ordago.mus.betting import Lance
from ordago.mus.count import Award, best_chair, hand_bonus
from ordago.mus.hand import Worth
from ordago.mus.view import View
from ordago.tell.mus_words import (
    HEADINGS,
    LANCES,
    RANKS,
    cards_text,
    figures,
    hand_text,
    hands_of,
    juego_text,
    juegos_text,
    pares_text,
    score_lines,
    score_text,
    side_text,
)
from ordago.tell.words import TIE

ORDERED = ("grande", "chica")
"""Lances that compare card by card."""


def hands_lines(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """All hands where they were shown, from the mano on."""
    if len(view.cards) < view.players or any(len(cards) < 4 for cards in view.cards.values()):
        return []
    return [
        t.text("{player}: {hand}", player=names[chair - 1], hand=hand_text(view.cards[chair], view.rules.hand, t))
        for chair in view.order
    ]


def count_lines(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """The end of a deal: the hands, every award with the score after it, and what was won."""
    shown = hands_lines(view, names, t)
    lines = ["", t.text("The cards are shown."), *shown] if shown else []
    score = list(view.score)
    for award in view.awards:
        score[award.side] -= award.stones
    if view.awards:
        lines += ["", t.text("The count, from {score}:", score=score_text(view, score, names, t))]
    for award in view.awards:
        score[award.side] += award.stones
        lines.append(" ".join([_head(view, award, score, names, t), *_reasons(view, award, names, t)]))
    lines += ["", *score_lines(view, names, t)]
    return lines + _won(view, names, t)


def at_once_line(view: View, award: Award, names: Sequence[str], t: Translator) -> str:
    """An award that is scored in the middle of the deal, with the score just after it."""
    score = list(view.score)
    for later in view.awards[view.awards.index(award) + 1 :]:
        score[later.side] -= later.stones
    return t.plural(
        "{n} stone at once for {side} ({score}).",
        "{n} stones at once for {side} ({score}).",
        award.stones,
        side=side_text(view, award.side, names, t),
        score=figures(view, score),
    )


def _won(view: View, names: Sequence[str], t: Translator) -> list[str]:
    if view.winner < 0:
        return []
    side = side_text(view, view.winner, names, t)
    lines = ["", t.text("Juego for {side}!", side=side), juegos_text(view, names, t)]
    if view.champion >= 0:
        lines.append(t.text("The match is won by {side}. Well played!", side=side))
    return lines


def _head(view: View, award: Award, score: Sequence[int], names: Sequence[str], t: Translator) -> str:
    return t.plural(
        "{lance}: {n} stone for {side} ({score}).",
        "{lance}: {n} stones for {side} ({score}).",
        award.stones,
        lance=t.text(LANCES[award.lance]),
        side=side_text(view, award.side, names, t),
        score=figures(view, score),
    )


def _reasons(view: View, award: Award, names: Sequence[str], t: Translator) -> list[str]:
    """Sentences that say why."""
    if award.why == "perete":
        return [t.text("For the perete.")]
    lance = next(lance for lance in view.closed if lance.name == award.lance)
    if award.why == "refused":
        return _refusal(award, lance, t)
    if award.why == "bonus":
        if award.lance == "punto":
            return [t.text("For winning the punto.")]
        return [t.text("For what they hold."), *_paid(view, award, names, t)]
    if award.why == "uncontested":
        return [t.text("The other side has none."), *_paid(view, award, names, t)]
    opening = {
        "paso": t.text("Everybody passed."),
        "accepted": t.text("The bet was accepted."),
        "ordago": t.text("The órdago was accepted: this lance decides the juego."),
    }[award.why]
    return [opening, *_comparison(view, award, lance, names, t)]


def _refusal(award: Award, lance: Lance, t: Translator) -> list[str]:
    assert lance.outcome is not None
    if lance.outcome.stones == 0:
        why = t.text("The first bet was refused.")
    else:
        why = t.text("The raise was refused: what had been bet before it is paid.")
    return [why, t.text("Scored at once.") if award.when == "at once" else t.text("Scored at the count.")]


def _paid(view: View, award: Award, names: Sequence[str], t: Translator) -> list[str]:
    """What each hand of the side is paid for."""
    worths = _worths(view)
    lines = []
    for chair in award.chairs:
        worth = worths[chair - 1]
        lines.append(
            t.plural(
                "{player}: {hand}, {n} stone.",
                "{player}: {hand}, {n} stones.",
                hand_bonus(award.lance, worth, view.rules.count),
                player=names[chair - 1],
                hand=pares_text(worth, t) if award.lance == "pares" else juego_text(worth, t),
            )
        )
    return lines


def _comparison(view: View, award: Award, lance: Lance, names: Sequence[str], t: Translator) -> list[str]:
    """The best hand against the best of the others who were in."""
    assert lance.outcome is not None
    worths = _worths(view)
    winner = award.chairs[0]
    others = [chair for chair in lance.outcome.chairs if view.side_of[chair] != award.side]
    if not others:
        return []
    rival = best_chair(lance.name, others, worths)
    mine, theirs = worths[winner - 1], worths[rival - 1]
    params = {
        "winner": names[winner - 1],
        "hand": _hand(view, lance.name, winner, worths, t),
        "rival": names[rival - 1],
        "other": _hand(view, lance.name, rival, worths, t),
    }
    if getattr(mine, lance.name) == getattr(theirs, lance.name):
        if winner == view.mano:
            return [t.text("{winner} and {rival} tie with {hand}; the mano wins ties.", **params)]
        return [t.text("{winner} and {rival} tie with {hand}; nearest to the mano: {winner}.", **params)]
    best = t.text("Best hand, {winner}: {hand}; next, {rival}: {other}.", **params)
    if lance.name not in ORDERED:
        return [best]
    ranks = [worth.numbers if lance.name == "grande" else worth.numbers[::-1] for worth in (mine, theirs)]
    place = next(at for at in range(4) if ranks[0][at] != ranks[1][at])
    high, low = (t.text(RANKS[rank[place]][0]) for rank in ranks)
    return [best, t.text("Card {place}: {high} beats {low}.", place=place + 1, high=high, low=low)]


def _hand(view: View, lance: str, chair: int, worths: Sequence[Worth], t: Translator) -> str:
    worth = worths[chair - 1]
    if lance == "pares":
        return pares_text(worth, t)
    if lance == "juego":
        return juego_text(worth, t)
    if lance == "punto":
        return str(worth.total)
    text = cards_text(view.cards[chair], view.rules.hand)
    return TIE.join(text.split(TIE)[::-1]) if lance == "chica" else text


def _worths(view: View) -> list[Worth]:
    hands = hands_of(view)
    return [hands.worth(view.cards[chair]) for chair in range(1, view.players + 1)]


def declaration(view: View, lance: Lance, names: Sequence[str], t: Translator) -> list[str]:
    """What stands over a lance: its name, who has it, and whether it is bet at all."""
    heading = t.text(HEADINGS[lance.name])
    if lance.name not in ("pares", "juego"):
        return ["", heading]
    declared = view.declared[lance.name]
    having = [names[chair - 1] for chair in view.order if declared[chair - 1]]
    lacking = [names[chair - 1] for chair in view.order if not declared[chair - 1]]
    if not having:
        return ["", t.text("Pares: nobody has any.")]
    lines = ["", heading, t.text("Yes: {names}.", names=", ".join(having))]
    if lacking:
        lines[-1] = t.text("Yes: {names}. No: {others}.", names=", ".join(having), others=", ".join(lacking))
    if lance.outcome is not None and lance.outcome.kind == "uncontested":
        lines.append(t.text("Only one side has it, so there is no betting."))
    return lines
