"""The rules of Mus in words: a sentence for every setting, and a line for every preset."""

from collections.abc import Callable
from typing import Any

from ordago.locale import Translator, mark
from ordago.mus.hand import TOTALS
from ordago.mus.rules import Rules, flat
from ordago.mus.rules import rules as rules_of
from ordago.tell.mus_words import RANKS
from ordago.tell.settings import setting_told, settings_told
from ordago.tell.teller import RuleText
from ordago.tell.words import listed

PRESETS = {
    "clasico": mark("Eight kings, forty stones, best of three juegos: the way most people play."),
    "torneo_es": mark("A Spanish tournament: like clasico, to three juegos, with mus corrido."),
    "fem13": mark("The Spanish federation's older rules: to five juegos, extra deje, the partner may cut."),
    "fem2025": mark("The Spanish federation's rules of 2025: to four juegos, the partner may cut."),
    "ehmf": mark("The Basque federation: four kings, thirty stones, to three juegos."),
    "ffm": mark("The French federation: four kings, to three juegos, partners decide together about the mus."),
    "fim": mark("The world championship: four kings, to four juegos."),
    "nabo": mark("North American Basque clubs: four kings, best of three juegos."),
    "cuatro_reyes": mark("Like clasico, but every card counts as itself: four kings."),
    "nueve_reyes": mark("Like clasico, with the five of coins as a ninth king."),
    "diez_reyes": mark("Like clasico, with the fives of coins and cups as kings: ten in all."),
}
"""Each preset in a line."""

VALUES: dict[str, dict[Any, str]] = {
    "sides": {
        "pairs": mark("Pairs play, partners across from each other."),
        "individual": mark("Everybody plays for themselves."),
        "threes": mark("Two teams of three play, seated in turn."),
    },
    "kings": {
        8: mark("Eight kings and eight aces: a 3 counts as a king, a 2 as an ace."),
        4: mark("Four kings and four aces: every card counts as itself."),
    },
    "first_mano": {
        "random": mark("The first mano is drawn."),
        "lowest_deals": mark("At the start each draws a card; the lowest deals."),
        "highest_is_mano": mark("At the start each draws a card; the highest is mano."),
        "highest_deals": mark("At the start each draws a card; the highest deals."),
        "cut_suit": mark("A card is cut, and its suit says who is the first mano."),
        "first_to_cut": mark("Whoever cuts the first mus is mano."),
    },
    "mus_corrido": {
        "off": mark("No mus corrido."),
        "match": mark("Mus corrido in the first deal of the match: whoever cuts becomes the mano."),
        "vaca": mark("Mus corrido in the first deal of each vaca: whoever cuts becomes the mano."),
        "juego": mark("Mus corrido in the first deal of each juego: whoever cuts becomes the mano."),
    },
    "mus_talk": {
        "sequential": mark("Each says mus or cuts in turn, from the mano."),
        "pair": mark("The mano's pair says mus or cuts first, then the other pair."),
        "fem": mark("In turn, but the mano's partner may cut at any time; so may everybody once a side needs five."),
        "open_cut": mark("Everybody may cut the mus at any time."),
    },
    "discard_order": {
        "mano_first": mark("The mano throws cards first."),
        "dealer_first": mark("The dealer throws cards first, the mano last."),
        "simultaneous": mark("All throw their cards together."),
    },
    "reshuffle": {
        "include_current": mark("When the stock runs out, all discards are shuffled."),
        "keep_last_own": mark(
            "When the stock runs out, all discards are shuffled, but not those of a last player who waits alone."
        ),
        "exclude_current": mark("When the stock runs out, the discards of earlier rounds are shuffled."),
    },
    "mus_visto": {
        "off": mark("No mus visto: a card turned up in the deal does not matter."),
        "forced": mark(
            "Mus visto: after a card was turned up everybody may throw cards; if one keeps all, it is played."
        ),
        "mano_choice": mark("Mus visto: after a card was turned up the mano decides whether everybody throws cards."),
        "redeal": mark("Mus visto: after a card was turned up the cards are dealt again."),
    },
    "perete": {
        "off": mark("No perete."),
        "swap": mark("Perete: 4 5 6 7 may be shown for four new cards."),
        "swap_plus_1": mark("Perete: 4 5 6 7 may be shown for four new cards and a stone."),
    },
    "perete_when": {
        "any_mus_turn": mark("A perete may be shown at any turn of the mus."),
        "initial_deal": mark("A perete may be shown only before the first discard."),
    },
    "raise_style": {
        "additive": mark("A raise adds stones to the bet."),
        "double": mark("A raise doubles the bet."),
        "fixed2": mark("Every bet and every raise is two stones."),
    },
    "bet_cap": {
        "none": mark("Bets have no limit."),
        "target": mark("A bet cannot be more than a juego."),
        "remaining": mark("A bet cannot be more than the side that is behind has to go."),
    },
    "open_order": {
        "strict": mark("In each lance everybody bets or passes in turn."),
        "any": mark("The first bet of a lance may come from anybody, before their turn."),
    },
    "response": {
        "sequential": mark("If one partner accepts, the bet is accepted; it is refused when both decline."),
        "strongest_of_pair": mark("Both partners answer a bet, and the strongest answer counts."),
    },
    "forbid_worst_ordago_accept": {
        False: mark("Anybody may accept an órdago with any hand."),
        True: mark("The postre may not accept an órdago at juego with 33, nor at pares with two aces."),
    },
    "ordago_settlement": {
        "immediate": mark("An accepted órdago decides the juego at once."),
        "in_order": mark("Before an accepted órdago the lances already played are counted."),
    },
    "refused_timing": {
        "immediate": mark("What a refusal pays is scored at once."),
        "at_count": mark("What a refusal pays is scored at the count."),
    },
    "refusal_bonus": {
        "bettor": mark("After a refusal the bettors are paid for their pares, juego or punto."),
        "best_hand": mark("After a refusal the best hand is paid for its pares, juego or punto."),
        "none": mark("After a refusal nobody is paid for pares, juego or punto."),
    },
    "punto_bonus_on_accepted": {
        True: mark("An accepted bet at punto pays the punto as well."),
        False: mark("An accepted bet at punto pays only the bet."),
    },
    "duples_compare": {
        "high_then_low": mark("Duples: the higher pair decides, then the lower."),
        "four_first": mark("Duples: four equal cards beat any others; then the higher pair decides."),
        "sum": mark("Duples: the sum of the cards decides, then the higher pair."),
    },
    "real": {
        "off": mark("No Real: all thirty-ones are equal."),
        "sota": mark("La Real: three sevens and a jack beat every other 31."),
        "sota_oros": mark("La Real: three sevens and the jack of coins beat every other 31."),
        "king": mark("La Real: three sevens and a king beat every other 31."),
        "figure": mark("La Real: three sevens and a king, knight or jack beat every other 31."),
    },
    "senas": {
        "off": mark("No señas."),
        "fem": mark("Señas of the Spanish federation."),
        "common": mark("The common señas."),
        "classic": mark("The classic señas."),
    },
}
"""Settings with a few values: what each says."""


def _players(value: int, t: Translator) -> str:
    return t.text("{n} players.", n=value)


def _extra_kings(value: list[str], t: Translator) -> str:
    if not value:
        return t.text("No other card is a king.")
    suits = {"o": t.text("coins"), "c": t.text("cups"), "e": t.text("swords"), "b": t.text("clubs")}
    ranks = {"C": 11, "S": 10}
    cards = [
        t.text("{rank} of {suit}", rank=t.text(RANKS[ranks.get(c[0]) or int(c[0])][0]), suit=suits[c[1]]) for c in value
    ]
    return t.text("These cards are kings too: {cards}.", cards=listed(cards, t))


def _rounds(value: int, t: Translator) -> str:
    if not value:
        return t.text("Mus may go on for any number of rounds.")
    return t.plural("After {n} round of mus somebody must cut.", "After {n} rounds of mus somebody must cut.", value)


def _extra_deje(value: list[str], t: Translator) -> str:
    if not value:
        return t.text("A refused raise pays what had been bet before it.")
    return t.text("A refused raise pays one stone more: {lances}.", lances=", ".join(map(t.text, value)))


def _paso(value: dict[str, int], t: Translator) -> str:
    return t.text(
        "Passed by everybody: grande {grande}, chica {chica}, pares {pares}, juego {juego}, punto {punto}.", **value
    )


def _juego_order(value: list[int], t: Translator) -> str:
    totals = ", ".join(map(str, value))
    if tuple(value) == TOTALS:
        return t.text("Juego from best to worst, as usual: {totals}.", totals=totals)
    return t.text("Juego from best to worst, in another order: {totals}.", totals=totals)


OTHERS: dict[str, Callable[[Any, Translator], str]] = {
    "players": _players,
    "extra_kings": _extra_kings,
    "target": lambda n, t: t.text("A juego is won with {n} stones.", n=n),
    "juegos_to_win_vaca": lambda n, t: t.plural(
        "{n} juego wins the vaca, the set of juegos.", "{n} juegos win the vaca, the set of juegos.", n
    ),
    "vacas_to_win": lambda n, t: t.plural("{n} vaca wins the match.", "{n} vacas win the match.", n),
    "mus_rounds_max": _rounds,
    "discard_min": lambda n, t: t.plural("{n} card at least is thrown.", "{n} cards at least are thrown.", n),
    "discard_max": lambda n, t: t.plural("{n} card at most is thrown.", "{n} cards at most are thrown.", n),
    "expose_probability": lambda n, t: t.text("Chance that a card is turned up in the deal: {n}.", n=n),
    "min_open": lambda n, t: t.text("The smallest bet: {n}.", n=n),
    "min_raise": lambda n, t: t.text("The smallest raise: {n}.", n=n),
    "deje_first": lambda n, t: t.text("A refused first bet pays: {n}.", n=n),
    "deje_extra_lances": _extra_deje,
    "paso_value": _paso,
    "pares_value": lambda n, t: t.text(
        "Pares pay: par {par}, medias {medias}, duples {duples}.", par=n[0], medias=n[1], duples=n[2]
    ),
    "juego_value": lambda n, t: t.text("Juego pays: 31 {best}, any other {other}.", best=n["31"], other=n["other"]),
    "punto_bonus": lambda n, t: t.text("Punto that was bet pays in addition: {n}.", n=n),
    "juego_order": _juego_order,
}
"""Settings with many values: how each is told."""


def rules_texts(rules: Rules, t: Translator) -> list[RuleText]:
    """Every setting in words, with the default preset's way where it differs."""
    return settings_told(flat(rules), flat(rules_of()), VALUES, OTHERS, t)


def setting_text(name: str, value: Any, t: Translator) -> str:
    """One value of a setting in words."""
    return setting_told(name, value, VALUES, OTHERS, t)
