"""The words of Møs: cards, suits, hands, what beats the table, who laid what, and how many cards everybody has."""

from collections.abc import Iterable, Sequence

from ordago.cards.french import NAMES, rank_of, suit_of
from ordago.locale import Translator, mark
from ordago.mos.acts import Play, ShowTrump, Won
from ordago.mos.shedding import beaters
from ordago.mos.view import View
from ordago.tell.words import TIE

SUITS = (mark("♣ clubs"), mark("♦ diamonds"), mark("♥ hearts"), mark("♠ spades"))
"""The suits by code."""

ONE_OF = (mark("a club"), mark("a diamond"), mark("a heart"), mark("a spade"))
"""A card of each suit."""

ANY_OF = (mark("any club"), mark("any diamond"), mark("any heart"), mark("any spade"))
"""Whichever card of each suit."""

ABOVE = (
    mark("above the two"),
    mark("above the three"),
    mark("above the four"),
    mark("above the five"),
    mark("above the six"),
    mark("above the seven"),
    mark("above the eight"),
    mark("above the nine"),
    mark("above the ten"),
    mark("above the jack"),
    mark("above the queen"),
    mark("above the king"),
)
"""Higher than each rank but the ace."""

ACE = 12
"""The rank that nothing is above."""

SHOWN = (3, 2, 1, 0)
"""The suits in the order in which a hand is shown: spades, hearts, diamonds, clubs."""


def unit_text(unit: Sequence[int]) -> str:
    """A card, or a run by its ends: `7H`, `5D-8D`."""
    return NAMES[unit[0]] if len(unit) == 1 else f"{NAMES[unit[0]]}-{NAMES[unit[-1]]}"


def cards_text(cards: Iterable[int]) -> str:
    """Cards one after the other, as they come."""
    return " ".join(NAMES[card] for card in cards)


def hand_text(cards: Sequence[int], t: Translator) -> str:
    """A hand by suits, each from low to high: `♠ 2S KS · ♥ 3H TH`."""
    groups = []
    for suit in SHOWN:
        own = sorted(card for card in cards if suit_of(card) == suit)
        if own:
            groups.append(f"{SUITS[suit][0]}{TIE}{cards_text(own)}")
    return " · ".join(groups) or t.text("none")


def counts_text(counts: Sequence[tuple[str, int]]) -> str:
    """Names with their numbers: `Ana 3, Luis 4`."""
    return ", ".join(f"{name}{TIE}{count}" for name, count in counts)


def sizes(view: View, names: Sequence[str]) -> list[tuple[str, int]]:
    """Everybody who holds cards, with how many."""
    return [(name, count) for name, count in zip(names, view.hand_sizes, strict=True) if count]


def out_of_cards(view: View) -> tuple[int, ...]:
    """The chairs that are in the game but never had a card in phase 2: they sit out (I-4)."""
    players = range(1, view.players + 1)
    done = {*view.out, *view.eliminated}
    return tuple(chair for chair in players if not view.hand_sizes[chair - 1] and chair not in done)


def losses_text(view: View, names: Sequence[str]) -> str:
    """Who has lost how often, the fewest first."""
    found = sorted(zip(names, view.losses, strict=True), key=lambda pair: pair[1])
    return counts_text(found)


def needed_text(view: View, t: Translator) -> str:
    """What beats the table: `a heart or a spade above the jack`; empty where nothing does."""
    rules, led, trump = view.rules.shedding, view.led, view.trump
    return beating_text(rules.beat_rule, led, trump, view.table[-1][-1], t, rules.follow_first)


def beating_text(rule: str, led: int, trump: int, top: int, t: Translator, follow: bool = False) -> str:
    """What beats this top card where these suits are led and trumps; empty where nothing does."""
    if not beaters(rule, led, trump, top):
        return ""
    rank = rank_of(top)
    plain = "" if rank == ACE else t.text(ABOVE[rank])
    if rule == "trump_priority" and suit_of(top) != trump:
        if not plain:
            return t.text(ANY_OF[trump])
        found = t.text(
            "{card} {above}, or {trumps}", card=t.text(ONE_OF[led]), above=plain, trumps=t.text(ANY_OF[trump])
        )
    elif not plain:
        return NAMES[top & ~3 | trump]
    else:
        only = led == trump or (rule == "trump_priority" and suit_of(top) == trump)
        if only:
            found = t.text("{card} {above}", card=t.text(ONE_OF[trump]), above=plain)
        else:
            two = {"card": t.text(ONE_OF[led]), "other": t.text(ONE_OF[trump])}
            found = t.text("{card} or {other} {above}", above=plain, **two)
        if rule == "rank_equal_trump" and suit_of(top) != trump:
            found = t.text("{cards}, or {card}", cards=found, card=NAMES[top & ~3 | trump])
    if follow and led != trump:
        found = t.text("{cards}; trumps only without a card of the led suit", cards=found)
    return found


def laid_by(view: View) -> tuple[int, ...]:
    """Who laid each unit on the table; 0 where the deal began with it."""
    units: list[tuple[tuple[int, ...], int]] = []
    for act in view.acts:
        match act:
            case ShowTrump():
                units = []
            case Play():
                units.append((act.cards, act.seat))
            case Won(seat=0):
                units = []
            case Won():
                place = next((at for at, (cards, _) in enumerate(units) if cards == act.cards), None)
                if place is not None:
                    del units[place]
    chairs = [chair for _, chair in units][-len(view.table) :] if view.table else []
    return (*(0,) * (len(view.table) - len(chairs)), *chairs)
