"""The sentence of each code that only Møs has, and its words for what their parameters name."""

from typing import Any

from ordago.locale import mark

SENTENCES = {
    # The deal and its record
    "players-range": mark("{least} to {most} can play, not {players}."),
    "stock-empty": mark("With {players} players no card is left for the stock, whose last card makes the trump."),
    "chair-eliminated": mark("Chair {chair} has left the series and gets no cards."),
    "hand-size": mark("A hand has {size} cards here, not {count}."),
    "stock-count": mark("The stock has {expected} cards here, not {count}."),
    "suit-unknown": mark("“{suit}” is not a suit: C, D, H or S."),
    "draw-disagrees": mark("Chair {chair} did not draw the card {card}."),
    # Positions
    "position-phase": mark("A position is one of duels or of shedding, not of {phase}."),
    "stake-malformed": mark("The cards at stake in a duel are single cards."),
    "stake-not-tied": mark("Two cards at stake are not of the same rank, so their duel was decided."),
    "trump-or-stock": mark("A position of duels has either a stock, or its last card as the trump card."),
    "too-few-hands": mark("A duel needs two players with cards."),
    "stock-in-shedding": mark("When the piles are shed there is no stock any more."),
    "turn-without-cards": mark("Chair {chair} has no cards, so it cannot be on turn."),
    "led-without-table": mark("A suit is led if, and only if, there are cards on the table."),
    "table-full": mark("{units} units with {live} players left: the table would have been cleared."),
    "unit-empty": mark("A unit on the table has at least one card."),
    # Duels
    "one-card-only": mark("In a duel just one card is laid."),
    "must-beat": mark("{card} will not do: who can beat {top} must."),
    "take-in-duels": mark("In the duels nobody takes up cards: lay one."),
    "blind-off": mark("These rules have no blind cards."),
    "blind-in-shedding": mark("The stock is gone: there are no blind cards any more."),
    "last-stock-card": mark("The last stock card makes the trump and cannot be turned up."),
    # Lending
    "lending-due": mark("First cards are lent to those who have none."),
    "no-lending-now": mark("No cards are lent now."),
    "lend-pair": mark("Chair {giver} does not lend to chair {receiver}."),
    "lent-already": mark("Chair {giver} has lent to chair {receiver} already."),
    "lend-count": mark("{count} cards do not fit: the giver lends {gives} in all, and the receiver gets {gets}."),
    # Shedding
    "no-play-now": mark("No card can be laid now."),
    "not-a-run": mark("A run is cards of one suit, one rank after the other; {cards} is none."),
    "no-runs": mark("These rules have no runs: lay one card."),
    "run-only-led": mark("Only who starts the round may lay a run."),
    "burn-one-card": mark("The burnt lead is one card."),
    "wrong-suit": mark("{card} is neither of the led suit ({led}) nor a trump ({trump})."),
    "follow-first": mark("{card} is a trump, but you hold a card of the led suit ({led})."),
    "too-low": mark("{card} is too low: it does not beat {top}."),
    "table-empty": mark("The table is empty: you start the round."),
    "can-beat": mark("You can beat it, so you must."),
}
"""The sentence of each code."""

TRUMPS_LED = mark("{card} is no trump, and trumps were led ({trump}).")
"""The sentence of `wrong-suit` where the led suit is trumps."""

CONTRADICTIONS = {
    "pickup_unit": mark(
        "Where the last unit is taken up, a round might never end; let players take freely, or cap a round."
    ),
    "beat_rule": mark(
        "Where trumps go first and the lowest unit is taken up, a round might never end; "
        "let players take freely, or cap a round."
    ),
}
"""What does not go together, by the setting that `setting-contradicts` names: for people who tap, without its name."""

WORDS: dict[str, dict[Any, str]] = {
    "led": {0: mark("♣ clubs"), 1: mark("♦ diamonds"), 2: mark("♥ hearts"), 3: mark("♠ spades")},
    "trump": {0: mark("♣ clubs"), 1: mark("♦ diamonds"), 2: mark("♥ hearts"), 3: mark("♠ spades")},
    "reason": {
        '"last" can go round for ever without voluntary_pickup or a stall.round_action_cap': mark(
            '"last" can go round for ever without voluntary_pickup or a stall.round_action_cap'
        ),
        '"trump_priority" with pickup_unit = "lowest" can go round for ever without voluntary_pickup or a'
        " stall.round_action_cap": mark(
            '"trump_priority" with pickup_unit = "lowest" can go round for ever without voluntary_pickup or a'
            " stall.round_action_cap"
        ),
    },
}
"""Words for values of parameters."""
