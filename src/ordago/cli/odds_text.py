"""The odds of a hand as people read them: a table with bars, or sentences."""

from typing import TYPE_CHECKING, Any

from ordago.cards.spanish import parse_cards
from ordago.cli.voice import WIDEST, Voice, line_width
from ordago.locale import Translator
from ordago.tell.mus_words import LANCES, SENAS, cards_text
from ordago.tell.words import TIE

if TYPE_CHECKING:
    from ordago.odds import Advice, Discard, LanceOdds, Odds

BAR = 20
"""Characters of a full bar."""

SHOWN = 4
"""Discards that are told."""


def chart_words(t: Translator) -> dict[str, str]:
    """The texts of a chart."""
    words = {lance: t.text(LANCES[lance]) for lance in ("grande", "chica", "pares", "juego", "punto")}
    seats = {f"seat {seat}": seat_text(seat, 4, t) for seat in range(1, 5)}
    return {**words, **seats, "title": t.text("Chance of the pair to win the lance if it is bet, by hand and seat")}


def seat_text(seat: int, players: int, t: Translator) -> str:
    """The seat by its place."""
    if seat == 1:
        return t.text("seat 1, mano")
    if seat == players:
        return t.text("seat {seat}, postre", seat=seat)
    return t.text("seat {seat}", seat=seat)


def sign_code(text: str, t: Translator) -> str:
    """The code of a sign that is named in this language, in English or by its code; else the text as it is."""
    plain = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
    for code, name in SENAS.items():
        if plain in (t.text(name).lower().replace("-", " "), code.replace("_", " ")):
            return code
    return text.strip()


def tell(answer: "Odds", rules: Any, voice: Voice, plain: bool) -> None:
    """Print the answer, and what would change it."""
    t = voice.t
    players = rules.seating.players
    cards = cards_text(parse_cards(answer.hand), rules.hand)
    seat = seat_text(answer.seat, players, t)
    voice.say(t.text("{cards}: {seat}, {players} players.", cards=cards, seat=seat, players=players))
    for line in known_lines(answer, t):
        voice.say(line)
    if answer.samples:
        voice.say(sampled_text(answer.samples, answer.margin, t))
    voice.say("")
    (sentences if plain or line_width() < WIDEST else bars)(answer, voice)
    voice.say("")
    voice.say(
        t.text(
            "If everybody passes: {ours} stones for your side, {theirs} for the others, {net} in all.",
            ours=number(answer.ours, t),
            theirs=number(answer.theirs, t),
            net=signed(answer.net, t),
        )
    )
    if answer.signs:
        voice.say("")
        voice.say(t.text("What your partner's hand would change:"))
        for sign in answer.signs:
            lances = lances_text(sign.lances, t)
            name, chance = t.text(SENAS[sign.code]), percent(sign.chance, t)
            voice.say(f"  {name} ({chance}): {lances}; {signed(sign.net, t)}")


def known_lines(answer: "Odds", t: Translator) -> list[str]:
    """What is known, a line each."""
    known = answer.known
    lines = []
    for lance, seats in (("pares", known.pares), ("juego", known.juego)):
        if seats is not None:
            who = ", ".join(map(str, seats)) or t.text("none")
            lines.append(t.text("{lance} declared by seat: {seats}.", lance=t.text(LANCES[lance]), seats=who))
    for seat, what in sorted(known.holds.items()):
        name = t.text(SENAS[what]) if what in SENAS else what
        lines.append(t.text("Seat {seat} holds: {what}.", seat=seat, what=name))
    if known.seen:
        lines.append(t.text("Seen: {cards}.", cards=known.seen))
    return lines


def sampled_text(samples: int, margin: float, t: Translator) -> str:
    """That an answer is not exact, and how far off it may be."""
    return t.text(
        "From {n} deals drawn at random: within {margin}, 19 times in 20.", n=samples, margin=percent(margin, t)
    )


def bars(answer: "Odds", voice: Voice) -> None:
    """A line for each lance with a bar, as wide as the widest terminal."""
    t = voice.t
    heads = (t.text("your side wins"), t.text("you"), t.text("bet"), t.text("órdago"))
    widths = [max(len(head), 7) for head in heads]
    row = " ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True))
    voice.say(f"  {'':7} {row}")
    for lance, chances in answer.lances.items():
        values = (chances.pair, chances.me, chances.played, chances.ordago)
        cells = ["-" if value is None else percent(value, t) for value in values]
        row = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        full = round(BAR * chances.pair)
        voice.say(f"  {t.text(LANCES[lance]):7} {row}  {'#' * full}{'.' * (BAR - full)}")


def sentences(answer: "Odds", voice: Voice) -> None:
    """A sentence for each lance."""
    t = voice.t
    for lance, chances in answer.lances.items():
        told = t.text(
            "{lance}: your side wins it in {pair}, with your own hand in {me}; it is bet in {played}.",
            lance=t.text(LANCES[lance]),
            pair=percent(chances.pair, t),
            me=percent(chances.me, t),
            played=percent(chances.played, t),
        )
        if chances.ordago is not None:
            told += " " + t.text("An órdago wins in {ordago}.", ordago=percent(chances.ordago, t))
        voice.say(told)


def tell_advice(advice: "Advice", voice: Voice) -> None:
    """What to throw, and whether to cut."""
    t = voice.t
    voice.say("")
    voice.say(t.text("In the mus, if the others kept their cards (stones in all if everybody passes):"))
    voice.say("  " + t.text("keep all: {net}", net=signed(advice.stand, t)))
    best = advice.choices[0]
    if best.samples:
        voice.say("  " + sampled_text(best.samples, best.margin, t))
    for choice in advice.choices[:SHOWN]:
        voice.say(f"  {discard_text(choice, t)}")
    if advice.cut is None:
        return
    cut = (
        t.text("Cut the mus.") if advice.cut else t.text("Say mus, and throw {cards}.", cards=advice.choices[0].thrown)
    )
    why = t.text("A discard gains an average hand {gain}, and the rivals have two.", gain=signed(advice.gain or 0, t))
    voice.say(f"{cut} {why}")


def discard_text(choice: "Discard", t: Translator) -> str:
    """A choice in a line."""
    return t.text(
        "throw {cards}: {net}; then pares {pares}, juego {juego}, 31 {t31}",
        cards=choice.thrown,
        net=signed(choice.net, t),
        pares=percent(choice.pares, t),
        juego=percent(choice.juego, t),
        t31=percent(choice.t31, t),
    )


def lances_text(lances: "Any", t: Translator) -> str:
    """Each lance with the chance of my side."""
    found: dict[str, LanceOdds] = dict(lances)
    return ", ".join(f"{t.text(LANCES[lance]).lower()} {percent(chances.pair, t)}" for lance, chances in found.items())


def number(value: float, t: Translator) -> str:
    """A number with two decimals."""
    # Translators: the decimal sign.
    return f"{value:.2f}".replace(".", t.text("."))


def signed(value: float, t: Translator) -> str:
    """The same with its sign."""
    return f"{value:+.2f}".replace(".", t.text("."))


def percent(chance: float, t: Translator) -> str:
    """A chance in per cent with one decimal."""
    return f"{100 * chance:.1f}".replace(".", t.text(".")) + TIE + "%"
