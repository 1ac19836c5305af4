"""The words of Mus: cards, lances, what a hand holds, sides and scores."""

from collections.abc import Iterable, Sequence

from ordago.cards.spanish import NAMES
from ordago.locale import Translator, mark
from ordago.mus.hand import HandRules, Hands, Worth, hands_for
from ordago.mus.talk import ADENTRO
from ordago.mus.view import View
from ordago.tell.words import TIE, listed

LANCES = {
    "mus": mark("Mus"),
    "grande": mark("Grande"),
    "chica": mark("Chica"),
    "pares": mark("Pares"),
    "juego": mark("Juego"),
    "punto": mark("Punto"),
}
"""The name of each lance, and of the talk."""

HEADINGS = {
    "grande": mark("Grande: high cards."),
    "chica": mark("Chica: low cards."),
    "pares": mark("Pares: equal cards."),
    "juego": mark("Juego: 31 or more."),
    "punto": mark("Punto: nobody has juego."),
}
"""What stands over each lance."""

IN_LANCE = {
    "grande": mark("at grande"),
    "chica": mark("at chica"),
    "pares": mark("at pares"),
    "juego": mark("at juego"),
    "punto": mark("at punto"),
}
"""The lance as the place where somebody bets."""

RANKS = {
    12: (mark("king"), mark("kings")),
    11: (mark("knight"), mark("knights")),
    10: (mark("jack"), mark("jacks")),
    7: (mark("seven"), mark("sevens")),
    6: (mark("six"), mark("sixes")),
    5: (mark("five"), mark("fives")),
    4: (mark("four"), mark("fours")),
    3: (mark("three"), mark("threes")),
    2: (mark("two"), mark("twos")),
    1: (mark("ace"), mark("aces")),
}
"""One and several cards of each effective rank."""

SENAS = {
    "two_kings": mark("two kings"),
    "three_kings": mark("three kings"),
    "four_kings": mark("four kings"),
    "two_aces": mark("two aces"),
    "three_aces": mark("three aces"),
    "four_aces": mark("four aces"),
    "medias": mark("medias"),
    "duples": mark("duples"),
    "par": mark("a par"),
    "t31": mark("thirty-one"),
    "juego": mark("juego"),
    "solomillo": mark("solomillo"),
    "t30": mark("thirty"),
    "t29": mark("twenty-nine"),
    "ciego": mark("nothing"),
    "cut": mark("cut the mus"),
    "more": mark("bet more"),
}
"""What each seña says."""

GESTURES = {
    "two_kings": mark("bite your lip"),
    "three_kings": mark("lip to one side"),
    "four_kings": mark("bite both lips"),
    "two_aces": mark("tip of the tongue"),
    "three_aces": mark("tongue to one side"),
    "four_aces": mark("tongue right out"),
    "medias": mark("twist the mouth"),
    "duples": mark("raise the eyebrows"),
    "par": mark("turn the head"),
    "t31": mark("wink"),
    "juego": mark("pout"),
    "solomillo": mark("suck in the cheeks"),
    "t30": mark("both shoulders"),
    "t29": mark("one shoulder"),
    "ciego": mark("close your eyes"),
    "cut": mark("nod sideways"),
    "more": mark("lift the chin"),
}
"""How each seña looks."""

AMARRACO = 5
"""Stones of an amarraco (R5.16)."""


def hands_of(view: View) -> Hands:
    """The evaluator of this table's rules."""
    return hands_for(view.rules.hand)


def cards_text(cards: Iterable[int], rules: HandRules) -> str:
    """The cards from high to low, with suits only where a rule looks at them: `R R 7 1`."""
    names = [NAMES[card] for card in hands_for(rules).sorted(cards)]
    return TIE.join(names if rules.needs_suits else [name[0] for name in names])


def pares_text(worth: Worth, t: Translator) -> str:
    """What the hand holds for pares."""
    if not worth.category:
        return t.text("no pares")
    high, low = (t.text(RANKS[rank][1]) for rank in (worth.paired[0], worth.paired[-1]))
    if worth.category == 1:
        return t.text("par of {ranks}", ranks=high)
    if worth.category == 2:
        return t.text("medias of {ranks}", ranks=high)
    if high == low:
        return t.text("duples, four {ranks}", ranks=high)
    return t.text("duples of {high} and {low}", high=high, low=low)


def juego_text(worth: Worth, t: Translator) -> str:
    """What the hand holds for juego, or for punto."""
    if worth.real:
        return t.text("juego, la Real")
    if worth.juego:
        return t.text("juego of {total}", total=worth.total)
    return t.text("no juego, {total}", total=worth.total)


def hand_text(cards: Sequence[int], rules: HandRules, t: Translator) -> str:
    """The cards and what they hold."""
    worth = hands_for(rules).worth(cards)
    return t.text(
        "{cards} ({pares}; {juego})",
        cards=cards_text(cards, rules),
        pares=pares_text(worth, t),
        juego=juego_text(worth, t),
    )


def side_text(view: View, side: int, names: Sequence[str], t: Translator) -> str:
    """The players of a side; the reader first."""
    chairs = [chair for chair in range(1, view.players + 1) if view.side_of[chair] == side]
    chairs.sort(key=lambda chair: chair != view.seat)
    return listed([names[chair - 1] for chair in chairs], t)


def sides(view: View) -> list[int]:
    """The sides in the order in which scores are told: the reader's first."""
    own = view.side_of[view.seat] if view.seat else -1
    return sorted(range(len(view.score)), key=lambda side: side != own)


def score_text(view: View, score: Sequence[int], names: Sequence[str], t: Translator) -> str:
    """Every side with its stones: `Ana and Jon 12 – Eva and Luis 7`."""
    return " – ".join(f"{side_text(view, side, names, t)}{TIE}{score[side]}" for side in sides(view))


def figures(view: View, score: Sequence[int]) -> str:
    """The bare figures in the same order: `12–7`."""
    return "–".join(str(score[side]) for side in sides(view))


def score_lines(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """Each side's stones, in amarracos too, and how many it has to go."""
    lines = []
    target = view.rules.match.target
    for side in sides(view):
        stones, left = view.score[side], target - view.score[side]
        params = {"side": side_text(view, side, names, t), "stones": stones_text(stones, t)}
        if left <= 0:
            lines.append(t.text("{side}: {stones}.", **params))
            continue
        lines.append(t.plural("{side}: {stones}; {n} to go.", "{side}: {stones}; {n} to go.", left, **params))
        if left <= ADENTRO:
            lines[-1] = t.text("{score} Adentro!", score=lines[-1])
    return lines


def juegos_text(view: View, names: Sequence[str], t: Translator) -> str:
    """The juegos won in this vaca; and the vacas where the match is more than one."""
    won = t.text("Juegos: {score}.", score=score_text(view, view.games, names, t))
    if view.rules.match.vacas_to_win == 1:
        return won
    return t.text("{juegos} Vacas: {figures}.", juegos=won, figures=figures(view, view.vacas))


def stones_text(stones: int, t: Translator) -> str:
    """So many stones, counted as at the table: `27 = 5 amarracos and 2`."""
    amarracos, rest = divmod(stones, AMARRACO)
    if not stones:
        return t.text("no stones")
    if not amarracos:
        return t.plural("{n} stone", "{n} stones", stones)
    if not rest:
        return t.plural("{stones} = {n} amarraco", "{stones} = {n} amarracos", amarracos, stones=stones)
    return t.plural(
        "{stones} = {n} amarraco and {rest}", "{stones} = {n} amarracos and {rest}", amarracos, stones=stones, rest=rest
    )
