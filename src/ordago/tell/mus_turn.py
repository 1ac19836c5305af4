"""What a player needs who is to act: what stands, what may be said, and what each word would mean now."""

from collections.abc import Sequence

from ordago.core import Act, Option
from ordago.locale import Translator
from ordago.mus.acts import Cut, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Perete, Quiero, Raise, Sena
from ordago.mus.betting import Lance, Outcome
from ordago.mus.count import refusal_stones
from ordago.mus.view import View
from ordago.tell.mus_words import (
    IN_LANCE,
    SENAS,
    cards_text,
    hand_text,
    score_text,
    side_text,
    sides,
)


def situation(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """The cards, the score and the mano, and what stands."""
    lines = []
    if len(view.hand) == 4:
        lines.append(t.text("Your cards: {hand}", hand=hand_text(view.hand, view.rules.hand, t)))
    else:
        lines.append(t.text("Your cards: {hand}", hand=cards_text(view.hand, view.rules.hand)))
    score = score_text(view, view.score, names, t)
    if view.mano == view.seat:
        lines.append(t.text("{score}. You are the mano.", score=score))
    else:
        lines.append(t.text("{score}. Mano: {mano}.", score=score, mano=names[view.mano - 1]))
    return lines + _stands(view, names, t)


def _stands(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """The bet that waits for an answer, or where the table is."""
    if view.phase == "mus":
        if view.choosing:
            return [t.text("A card was turned up: mus for new cards, or no mus to play on.")]
        return [t.text("Mus or no mus?")]
    if view.phase == "discard":
        if all(option.kind != "D" for option in view.legal):
            return []
        least, most = _discard_range(view)
        if least == most:
            return [t.plural("Throw {n} card.", "Throw {n} cards.", most)]
        return [t.text("Throw {least} to {most} cards.", least=least, most=most)]
    if view.lance is None:
        return []
    at = t.text(IN_LANCE[view.lance.name])
    if not view.lance.bettor:
        return [t.text("No bet yet {at_lance}.", at_lance=at)]
    bettor = names[view.lance.bettor - 1]
    if view.lance.ordago:
        return [t.text("{player} has gone órdago {at_lance}.", player=bettor, at_lance=at)]
    return [
        t.plural(
            "{player} has bet {at_lance}: {n} stone is at stake.",
            "{player} has bet {at_lance}: {n} stones are at stake.",
            view.lance.table,
            player=bettor,
            at_lance=at,
        )
    ]


def choices(view: View, t: Translator) -> str:
    """What may be done now, with the short keys."""
    known = {
        "M": t.text("mus (m)"),
        "X": t.text("no mus (x)"),
        "perete": t.text("perete (perete)"),
        "P": t.text("pass (p)"),
        "E": t.text("envido (e, e5)"),
        "Q": t.text("accept (q)"),
        "N": t.text("decline (n)"),
        "+": t.text("raise (+, +3)"),
        "O": t.text("órdago (o)"),
        "~": t.text("seña (s and its name)"),
    }
    told = []
    for option in view.legal:
        if option.kind == "D":
            example = cards_text(view.hand[-2:], view.rules.hand)
            told.append(t.text("throw (for example d {cards})", cards=example))
        elif option.kind == "+" and not option.most:
            told.append(t.text("double (+)"))
        else:
            told.append(known[option.kind])
    return ", ".join(told)


def meanings(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What each act that may be done now would mean."""
    return [_meaning(view, option.kind, option, names, t) for option in view.legal]


KINDS: dict[type[Act], str] = {
    Mus: "M",
    Cut: "X",
    Perete: "perete",
    Discard: "D",
    Pass: "P",
    Envido: "E",
    Raise: "+",
    Quiero: "Q",
    NoQuiero: "N",
    Ordago: "O",
    Sena: "~",
}
"""The option that each act belongs to."""


def meaning(view: View, act: Act, names: Sequence[str], t: Translator) -> str:
    """What this act would mean."""
    kind = KINDS[type(act)]
    option = next(option for option in view.legal if option.kind == kind)
    return _meaning(view, kind, option, names, t)


def _meaning(view: View, kind: str, option: Option, names: Sequence[str], t: Translator) -> str:
    if kind in ("M", "X", "perete", "D", "~"):
        return _talk_meaning(view, kind, option, t)
    assert view.lance is not None
    if not view.lance.bettor:
        return _opening_meaning(view, view.lance, kind, option, t)
    return _answer_meaning(view, view.lance, kind, option, names, t)


def _talk_meaning(view: View, kind: str, option: Option, t: Translator) -> str:
    if kind == "M":
        if view.choosing:
            return t.text("mus (m): everybody throws cards, because one lay open.")
        if view.corrido:
            return t.text("mus (m): you pass the pack; if nobody cuts, cards are exchanged and the mano moves on.")
        return t.text("mus (m): you want other cards. If everybody says mus, each throws some and gets new ones.")
    if kind == "X":
        if view.choosing:
            return t.text("no mus (x): the open card is let be and play goes on.")
        if view.corrido:
            return t.text("no mus (x): you cut and become the mano; grande begins.")
        return t.text("no mus (x): nobody changes cards; grande begins with the mano.")
    if kind == "perete":
        return t.text("perete: you show 4 5 6 7 and get four new cards.")
    if kind == "D":
        least, most = _discard_range(view)
        return t.text(
            "throw (d): name {least} to {most} of your cards, by rank (d 7 4) or by place (d #1 #3).",
            least=least,
            most=most,
        )
    listed = ", ".join(t.text(SENAS[code]) for code in option.codes)
    return t.text("seña (s): a true sign to your partner; a rival may see it. Now: {senas}.", senas=listed)


def _opening_meaning(view: View, lance: Lance, kind: str, option: Option, t: Translator) -> str:
    first = refusal_stones(Outcome("refused"), lance.name, view.rules.count)
    if kind == "P":
        value = getattr(view.rules.count.paso_value, lance.name)
        if not value:
            return t.text("pass (p): you bet nothing. You may still answer a bet of the rivals.")
        return t.plural(
            "pass (p): you bet nothing. If everybody passes, the best hand takes {n} stone at the count.",
            "pass (p): you bet nothing. If everybody passes, the best hand takes {n} stones at the count.",
            value,
        )
    if kind == "E":
        return t.plural(
            "envido (e, e5): you bet {least} or more. Refused, it brings {n} stone; accepted, the best hand wins it.",
            "envido (e, e5): you bet {least} or more. Refused, it brings {n} stones; accepted, the best hand wins it.",
            first,
            least=option.least,
        )
    return t.plural(
        "órdago (o): you stake the whole juego on this lance. Refused, it brings {n} stone.",
        "órdago (o): you stake the whole juego on this lance. Refused, it brings {n} stones.",
        first,
    )


def _answer_meaning(view: View, lance: Lance, kind: str, option: Option, names: Sequence[str], t: Translator) -> str:
    count = view.rules.count
    if kind == "Q":
        if lance.ordago:
            return t.text("accept (q): the cards are shown, and the best hand of this lance wins the juego.")
        return t.plural(
            "accept (q): the best hand of this lance takes {n} stone at the count.",
            "accept (q): the best hand of this lance takes {n} stones at the count.",
            lance.table,
        )
    if kind == "N":
        lost = refusal_stones(Outcome("refused", stones=lance.agreed, raised=lance.agreed > 0), lance.name, count)
        text = t.plural(
            "decline (n): {n} stone for {side}.",
            "decline (n): {n} stones for {side}.",
            lost,
            side=side_text(view, view.side_of[lance.bettor], names, t),
        )
        partners = [chair for chair in lance.queue[1:] if view.side_of[chair] == view.side_of[view.seat]]
        if partners:
            return t.text("{decline} But first your partner is asked.", decline=text)
        return text
    won = refusal_stones(Outcome("refused", stones=lance.table, raised=True), lance.name, count)
    if kind == "+":
        if not option.most:
            return t.text("double (+): twice the stake. Refused, you take {stones}.", stones=won)
        return t.text(
            "raise (+, +3): so many stones more, {least} at least. Refused, you take {stones}.",
            least=option.least,
            stones=won,
        )
    return t.text(
        "órdago (o): you stake the whole juego on this lance. Refused, you take {stones}.",
        stones=won,
    )


def _discard_range(view: View) -> tuple[int, int]:
    option = next(option for option in view.legal if option.kind == "D")
    return option.least, option.most


def vocabulary(t: Translator) -> list[str]:
    """The words of the table, told."""
    return [
        t.text("m: mus. x: no mus, you cut."),
        t.text("d 7 4: throw a seven and a four. d #1 #3: the first and the third card."),
        t.text("p: pass. e: envido, two stones. e 5 or just 5: envido five."),
        t.text("q: accept. n: decline. +3: three more. o: órdago."),
        t.text("s duples: the seña for duples, where señas are played."),
        t.text("Whole words do as well: no hay mus, envido cinco, quiero, three more …"),
    ]


def intro(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What Mus is about, in eight lines at most."""
    rules = view.rules
    table = " – ".join(side_text(view, side, names, t) for side in sides(view))
    params = {"target": rules.match.target, "juegos": rules.match.juegos_to_win_vaca}
    if rules.hand.kings == 8:
        last = t.text(
            "R king, C knight, S jack; a 3 counts as a king, a 2 as an ace. Stones for a juego: {target}; juegos"
            " to win: {juegos}.",
            **params,
        )
    else:
        last = t.text(
            "R king, C knight, S jack, 7 to 1. Stones for a juego: {target}; juegos to win: {juegos}.",
            **params,
        )
    return [
        t.text("Mus: {sides}.", sides=table),
        t.text(
            "Cards are changed while all say mus. Then come four bets: grande (high cards), chica (low cards), pares"
            " (equal cards) and juego (31 or more; if nobody has it, punto)."
        ),
        t.text(
            "Who declines a bet pays what was bet before, at once; the rest is counted when the cards are shown. In a"
            " tie the nearest to the mano wins."
        ),
        last,
    ]
