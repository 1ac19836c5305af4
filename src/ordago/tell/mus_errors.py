"""The sentence of each code that only Mus has, and its words for what their parameters name."""

from ordago.locale import mark
from ordago.tell.mus_words import SENAS

SENTENCES = {
    # Cards and the deal
    "suits-needed": mark("These rules look at suits, so the cards need them."),
    "hand-size": mark("A hand has four cards."),
    "stones-malformed": mark("“{act}” does not say how many stones."),
    "no-service-now": mark("No cards are served now."),
    "serve-order": mark("Cards are served in turn: first {next}."),
    "serve-count": mark("{need} cards were thrown, so {need} are served, not {count}."),
    "stock-first": mark("The stock is served first: {card} is still in it."),
    "card-not-in-stock": mark("The card {card} is not in the stock any more."),
    "mus-visto-off": mark("These rules do not look at cards that are turned up."),
    "expose-too-late": mark("A card is turned up in the deal, before anybody speaks."),
    # The talk and the discard
    "talk-is-over": mark("The mus is cut; now the lances are played."),
    "no-talk": mark("This is not the time to say mus or to cut."),
    "no-more-mus": mark("After {rounds} rounds of mus somebody has to cut."),
    "perete-off": mark("These rules have no perete."),
    "perete-only-first": mark("The perete counts only before the first discard."),
    "perete-not-held": mark("A perete is 4 5 6 7."),
    "perete-not-now": mark("The perete cannot be shown now."),
    "no-discard-now": mark("This is not the time to throw cards."),
    "thrown-already": mark("The cards are thrown already and cannot be changed."),
    "discard-count": mark("{least} to {most} cards are thrown, not {count}."),
    # The lances
    "no-betting-now": mark("There is no lance to bet on now."),
    "not-eligible": mark("Only those who have {lance} speak in this lance."),
    "partner-silent": mark("Your partner's bet is for the rivals to answer."),
    "bet-stands": mark("A bet stands: accept it, decline it, raise it, or go órdago."),
    "ordago-stands": mark("An órdago can only be accepted or declined."),
    "no-bet-stands": mark("There is no bet to answer: pass, bet, or go órdago."),
    "raise-doubles": mark("A raise doubles the stake here, so it has no number."),
    "no-room": mark("The stake cannot grow any more: what is left is {most}."),
    "too-few-stones": mark("{stones} is too little: the least is {least}."),
    "too-many-stones": mark("{stones} is too much: the most is {most}."),
    "worst-ordago": mark("With the worst hand the postre may not accept an órdago at {lance}."),
    # Señas
    "senas-off": mark("There are no señas in these rules."),
    "sena-unknown": mark("“{sena}” is not in the list of señas in force."),
    "sena-not-now": mark("This seña cannot be given now: {sena}."),
    "sena-given": mark("You have given this seña already: {sena}."),
    "sena-false": mark("A seña must be true, and this one is not: {sena}."),
    "sena-seen": mark("Only rivals can notice a seña."),
    "sena-while-serving": mark("No señas while cards are served."),
    "sena-before-cut": mark("No señas before the mus is cut in this deal."),
    "no-sena-now": mark("No señas now."),
    # Records
    "side-count": mark("{name} has {count} numbers, but {sides} sides play."),
    "count-out-of-range": mark("{name} must be at least 0 and below {limit}."),
}
"""The sentence of each code."""

CONTRADICTIONS = {
    "sides": mark("So many players cannot sit like that."),
    "extra_kings": mark("A card that is a king already cannot be made one."),
    "mus_talk": mark("Pairs that talk about the mus together, or a partner who may cut, take four players in pairs."),
    "expose_probability": mark("Cards are turned up in the deal only where there is mus visto."),
    "discard_min": mark("The least that may be thrown is more than the most."),
    "reshuffle": mark("With six players all discards must be shuffled, or the stock runs out."),
    "min_open": mark("Where every bet is two stones, the smallest bet cannot be more."),
    "min_raise": mark("Where every raise is two stones, the smallest raise cannot be more."),
    "response": mark("That both partners answer takes two sides."),
    "senas": mark("Señas take a partner, and here everybody plays for themselves."),
    "first_mano": mark("Whoever cuts the first mus can be mano only with mus corrido."),
}
"""What does not go together, by the setting that `setting-contradicts` names: for people who tap, without its name."""

WORDS = {
    "lance": {
        "grande": mark("grande"),
        "chica": mark("chica"),
        "pares": mark("pares"),
        "juego": mark("juego"),
        "punto": mark("punto"),
    },
    "sena": SENAS,
    "reason": {
        "is more than discard_max": mark("is more than discard_max"),
        "needs mus_visto to be on, or 0": mark("needs mus_visto to be on, or 0"),
        "señas need a partner": mark("señas need a partner"),
        "a card is named twice": mark("a card is named twice"),
        "must hold 31 … 37 and 40 once each": mark("must hold 31 … 37 and 40 once each"),
        '"first_to_cut" needs mus_corrido': mark('"first_to_cut" needs mus_corrido'),
        '"strongest_of_pair" needs two sides': mark('"strongest_of_pair" needs two sides'),
        'above 2 with raise_style = "fixed2"': mark('above 2 with raise_style = "fixed2"'),
        'with six players only "include_current" never runs out of cards': mark(
            'with six players only "include_current" never runs out of cards'
        ),
    },
}
"""Words for values of parameters."""
