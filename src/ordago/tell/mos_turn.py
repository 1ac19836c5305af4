"""What a player of Møs needs who is to act: the cards, the table and what is at risk on it, and what each act means."""

from collections.abc import Sequence

from ordago.cards.french import NAMES, suit_of
from ordago.core import Act
from ordago.locale import Translator
from ordago.mos.acts import Blind, Play, Take
from ordago.mos.hand import next_holder
from ordago.mos.series import ends_with_first_out
from ordago.mos.shedding import unit_to_take
from ordago.mos.view import View
from ordago.tell.mos_words import (
    SUITS,
    beating_text,
    counts_text,
    hand_text,
    laid_by,
    losses_text,
    needed_text,
    out_of_cards,
    sizes,
    unit_text,
)
from ordago.tell.words import listed

FEW = 6
"""Up to so many players the cards of each are counted at every turn."""

MANY_CARDS = 4
"""More cards than this are not listed as choices of a lead."""


def situation(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """The cards, what lies on the table, what it takes to beat it, and who holds how much."""
    lines = [t.text("Your cards: {hand}", hand=hand_text(view.hand, t))]
    if view.pile:
        lines.append(t.text("Your pile: {cards}", cards=hand_text(view.pile, t)))
    lines += stands(view, names, t)
    if view.phase == "duels":
        lines.append(_stock(view, names, t))
    elif view.players - len(view.eliminated) <= FEW:
        lines.append(t.text("Cards: {counts}.", counts=counts_text(sizes(view, names))))
    return lines


def stands(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What lies on the table and waits for an answer."""
    if view.phase == "duels" and view.duel is not None:
        return _duel(view, names, t)
    if view.phase == "shedding" and view.trump >= 0:
        return _table(view, names, t) if view.table else _lead(view, t)
    return []


def _duel(view: View, names: Sequence[str], t: Translator) -> list[str]:
    assert view.duel is not None
    leader, answerer = names[view.duel.leader - 1], names[view.duel.answerer - 1]
    if len(view.table) % 2:
        card = NAMES[view.table[-1][0]]
        if view.turn == view.seat:
            lines = [t.text("Duel: {player} leads {card}. The higher rank takes both.", player=leader, card=card)]
        else:
            lines = [t.text("Duel: {player} leads {card}, {other} answers.", player=leader, card=card, other=answerer)]
    elif view.turn == view.seat:
        lines = [t.text("Duel: you lead, {player} answers.", player=answerer)]
    else:
        lines = [t.text("Duel: {player} leads, {other} answers.", player=leader, other=answerer)]
    stake = len(view.table) // 2 * 2
    if stake:
        lines.append(t.text("At stake from ties: {n} cards.", n=stake))
    return lines


def _stock(view: View, names: Sequence[str], t: Translator) -> str:
    if view.stock_size:
        stock = t.text("Stock: {n}.", n=view.stock_size)
    elif view.holder == view.seat:
        stock = t.text("The stock is gone; the trump card lies before you.")
    else:
        stock = t.text("The stock is gone; the trump card lies before {player}.", player=names[view.holder - 1])
    won = [(name, count) for name, count in zip(names, view.pile_sizes, strict=True) if count]
    if not won:
        return stock
    if len(won) > FEW:
        own = view.pile_sizes[view.seat - 1] if view.seat else 0
        return t.text("{stock} Your pile: {n}; the biggest: {most}.", stock=stock, n=own, most=max(view.pile_sizes))
    return t.text("{stock} Piles: {counts}.", stock=stock, counts=counts_text(won))


def _lead(view: View, t: Translator) -> list[str]:
    trump = t.text(SUITS[view.trump])
    if view.burning:
        return [
            t.text("Trump: {suit}.", suit=trump),
            t.text("The game goes round in circles: one card of yours leaves it, and the next player starts."),
        ]
    if view.turn != view.seat:
        return [t.text("Trump: {suit}. The table is empty.", suit=trump)]
    return [
        t.plural(
            "Trump: {suit}. You start; {n} unit clears the table.",
            "Trump: {suit}. You start; {n} units clear the table.",
            threshold(view),
            suit=trump,
        )
    ]


def _table(view: View, names: Sequence[str], t: Translator) -> list[str]:
    owners = laid_by(view)
    units = [
        f"{names[chair - 1]} {unit_text(unit)}" if chair else unit_text(unit)
        for chair, unit in zip(owners, view.table, strict=True)
    ]
    lines = [
        t.text(
            "Trump: {suit}. On the table, {n} of {limit}: {units}.",
            suit=t.text(SUITS[view.trump]),
            n=len(view.table),
            limit=threshold(view),
            units=", ".join(units),
        )
    ]
    top, risk = view.table[-1][-1], unit_text(view.table[unit_to_take(view)])
    needed = needed_text(view, t)
    if needed and view.rules.shedding.voluntary_pickup:
        lines.append(
            t.text(
                "To beat {top}: {cards}. Who cannot, or will not, takes {unit}.",
                top=NAMES[top],
                cards=needed,
                unit=risk,
            )
        )
    elif needed:
        lines.append(
            t.text("To beat {top}: {cards}. Who cannot takes {unit}.", top=NAMES[top], cards=needed, unit=risk)
        )
    else:
        lines.append(t.text("Nothing beats {top}: whoever is on turn takes {unit}.", top=NAMES[top], unit=risk))
    return lines


def threshold(view: View) -> int:
    """How many units clear the table (P2-10, A17)."""
    return view.live if view.rules.shedding.threshold == "live" else view.threshold


def choices(view: View, t: Translator) -> str:
    """What may be done now, with the short keys."""
    singles = [option.cards[0] for option in view.legal if len(option.cards) == 1]
    kinds = {option.kind for option in view.legal}
    told = []
    if singles:
        told.append(_singles(view, singles, t))
    found = _longest_runs(view)
    if found:
        told.append(t.text("a run or part of one ({runs})", runs=", ".join(map(unit_text, found))))
    if "T" in kinds:
        told.append(t.text("take {unit} (t)", unit=unit_text(view.table[unit_to_take(view)])))
    if "B" in kinds:
        told.append(t.text("the top stock card, blind (b)"))
    if len(view.legal) == 1:
        return t.text("{choice}, or just Enter", choice=told[0])
    return ", ".join(told)


def _singles(view: View, singles: Sequence[int], t: Translator) -> str:
    leads = not view.table and view.phase == "shedding"
    if leads and len(singles) > MANY_CARDS:
        return t.text("any card (for example {card})", card=NAMES[singles[0]])
    cards = " ".join(NAMES[card] for card in singles)
    return t.text("lay {cards}", cards=cards)


def _longest_runs(view: View) -> list[tuple[int, ...]]:
    """The runs that may be laid and are no part of a longer one."""
    found = [option.cards for option in view.legal if len(option.cards) > 1]
    return [run for run in found if not any(set(run) < set(other) for other in found)]


def obvious(view: View) -> Act | None:
    """The only act that is possible, where there is just one."""
    if len(view.legal) != 1:
        return None
    option = view.legal[0]
    if option.cards:
        return Play(view.seat, option.cards)
    return Take(view.seat) if option.kind == "T" else Blind(view.seat)


def meanings(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What the acts that may be done now would mean; cards and runs in a line each."""
    lines = []
    singles = [option.cards for option in view.legal if len(option.cards) == 1]
    if singles:
        example = NAMES[singles[0][0]].lower()
        lines.append(t.text("A card ({card}): {meaning}", card=example, meaning=_card_meaning(view, names, t)))
    found = _longest_runs(view)
    if found:
        run = unit_text(found[0]).lower()
        lines.append(t.text("A run ({run}): several cards at once. It counts as one unit.", run=run))
    for option in view.legal:
        if not option.cards:
            act = Take(view.seat) if option.kind == "T" else Blind(view.seat)
            lines.append(meaning(view, act, names, t))
    return lines


def _card_meaning(view: View, names: Sequence[str], t: Translator) -> str:
    """What laying some card does."""
    if view.phase == "duels":
        assert view.duel is not None
        if len(view.table) % 2:
            return t.text("if its rank is higher you take both cards and lead next; else they take them.")
        return t.text("{player} answers, and the higher rank takes both.", player=names[view.duel.answerer - 1])
    if view.burning:
        return t.text("it leaves the game.")
    if not view.table:
        return t.text("you start the round; the others must beat it in its suit or with a trump.")
    return t.text("it beats {top}, and the next player must beat yours.", top=NAMES[view.table[-1][-1]])


def meaning(view: View, act: Act, names: Sequence[str], t: Translator) -> str:
    """What this act would mean."""
    match act:
        case Take():
            unit = unit_text(view.table[unit_to_take(view)])
            return t.text("Take (t): {unit} goes to your hand, and your turn is over.", unit=unit)
        case Blind():
            return t.text("Blind (b): the top stock card is turned up in place of a card of yours.")
        case Play():
            unit = unit_text(act.cards)
            if view.phase == "duels" or view.burning:
                return t.text("{unit}: {meaning}", unit=unit, meaning=_card_meaning(view, names, t))
            return t.text("{unit}: {meaning}", unit=unit, meaning=_outcome(view, act, names, t))
    raise TypeError(f"{type(act).__name__} is not an act of a seat")


def _outcome(view: View, act: Play, names: Sequence[str], t: Translator) -> str:
    """What follows from a unit laid in phase 2."""
    rules = view.rules.shedding
    last = len(act.cards) == len(view.hand)
    live = view.live - last
    if last and (live == 1 or ends_with_first_out(view)):
        return t.text("your last card, and you are out: the game is over.")
    clears = len(view.table) + 1 >= (live if rules.threshold == "live" else view.threshold)
    if clears:
        text = t.text("the table is cleared.")
    else:
        led = view.led if view.table else suit_of(act.cards[0])
        needed = beating_text(rules.beat_rule, led, view.trump, act.cards[-1], t, rules.follow_first)
        player = names[next_holder(view.hand_sizes, view.seat) - 1]
        if needed:
            text = t.text("{player} then needs {cards}.", player=player, cards=needed)
        else:
            text = t.text("nothing beats it, so it is for {player} to take a unit.", player=player)
    return t.text("{outcome} It is your last card: you are out.", outcome=text) if last else text


def intro(view: View, t: Translator) -> list[str]:
    """What Møs is about."""
    rules = view.rules.shedding
    beat = {
        "rank": t.text("in the led suit or in trumps, and of a higher rank (a trump is no better for being one)"),
        "rank_equal_trump": t.text("in the led suit or in trumps, and of a higher rank; an equal trump will do"),
        "trump_priority": t.text("a higher one of the led suit, or a trump"),
    }[rules.beat_rule]
    takes = {
        "lowest": t.text("take the lowest unit on the table"),
        "oldest": t.text("take the oldest unit on the table"),
        "last": t.text("take the unit laid last"),
    }[rules.pickup_unit]
    lines = [
        t.text("Møs: two phases, and one loser: who is left with cards at the end."),
        t.text(
            "Duels: two players lay a card each; the higher rank takes both for its pile and leads against the next"
            " player. The piles become the hands."
        ),
        t.text("Shedding: beat the table, {beat}, or {takes}.", beat=beat, takes=takes),
    ]
    if rules.sequences == "none":
        lines.append(t.text("With as many cards on the table as there are players with cards, they leave the game."))
    else:
        lines.append(
            t.text(
                "A run of one suit (5D-8D) counts as one unit. With as many units on the table as there are players"
                " with cards, they leave the game."
            )
        )
    lines.append(
        t.text(
            "You write 7H for the seven of ♥ hearts; D ♦ diamonds, C ♣ clubs, S ♠ spades; A K Q J T (ten) 9 … 2. Words"
            " do as well."
        )
    )
    return lines


def vocabulary(t: Translator) -> list[str]:
    """The words of the table, told."""
    return [
        t.text("7h: the seven of hearts. td or 10d: the ten of diamonds. Just 7: the one seven that fits."),
        t.text("5d-8d: the run from five to eight of diamonds; 5d6d7d8d is the same."),
        t.text("t: take up. b: the top stock card, blind, where the rules have it."),
        t.text("Enter: the only act there is, where there is just one."),
        t.text("Whole words do as well: seven of hearts, siete de corazones, take, recojo …"),
    ]


def score(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """Where everybody stands."""
    lines = []
    if view.phase == "duels":
        lines.append(t.text("Stock: {n}.", n=view.stock_size))
        piles = list(zip(names, view.pile_sizes, strict=True))
        lines.append(t.text("Piles: {counts}.", counts=counts_text(piles)))
    elif view.phase in ("shedding", "over"):
        if view.trump >= 0:
            lines.append(t.text("Trump: {suit}.", suit=t.text(SUITS[view.trump])))
        lines.append(t.text("Cards: {counts}.", counts=counts_text(sizes(view, names))))
        if view.out:
            lines.append(t.text("Out, in this order: {players}.", players=", ".join(names[at - 1] for at in view.out)))
        idle = out_of_cards(view)
        if idle and view.trump >= 0:
            players = listed([names[chair - 1] for chair in idle], t)
            lines.append(t.text("Without a card, so out of this game and safe: {players}.", players=players))
    if view.rules.match.match == "fixed":
        table = losses_text(view, names)
        lines.append(t.text("Losses so far: {table}.", table=table))
    if view.eliminated:
        players = listed([names[chair - 1] for chair in view.eliminated], t)
        lines.append(t.text("Out of the series: {players}.", players=players))
    return lines
