"""The rules of Møs in words: a sentence for every setting, and a line for every preset."""

from collections.abc import Callable
from typing import Any

from ordago.locale import Translator, mark
from ordago.mos.rules import Rules, flat
from ordago.mos.rules import rules as rules_of
from ordago.tell.settings import setting_told, settings_told
from ordago.tell.teller import RuleText

PRESETS = {
    "mos": mark("Møs as it is told: rank alone beats, the lowest unit is taken, runs for who starts."),
    "balanced": mark("Like mos, but the highest unit starts the next round: fairer with an even number of players."),
    "mas_norway": mark("Mas as told from Norway: trumps beat every suit, the last card is taken, no runs."),
    "skitgubbe": mark("The Swedish relative: trumps beat every suit, cards from the stock blind, no runs."),
    "skitgubbe_runs": mark("Skitgubbe with runs for everybody; the oldest unit is taken."),
}
"""Each preset in a line."""

VALUES: dict[str, dict[Any, str]] = {
    "packs": {1: mark("One pack of 52 cards."), 2: mark("Two packs of 52 cards; equal cards do not beat each other.")},
    "tie": {
        "stake_draw": mark("A tied duel: the cards stay at stake, both draw, and the same two duel again."),
        "stake_nodraw": mark("A tied duel: the cards stay at stake, and the same two duel again before they draw."),
        "own_back": mark("A tied duel: both take their own cards."),
        "leader_wins": mark("A tied duel is won by who led."),
        "answerer_wins": mark("A tied duel is won by who answered."),
        "discard": mark("A tied duel: the cards leave the game."),
    },
    "tie_void": {
        "own_back": mark("A tie that cannot be played on for lack of cards: all take back what they laid."),
        "substitute": mark("A tie that cannot be played on for lack of cards: the next player with cards steps in."),
        "leader_takes": mark("A tie that cannot be played on for lack of cards: who led takes the stake."),
        "discard": mark("A tie that cannot be played on for lack of cards: the stake leaves the game."),
    },
    "leftover": {
        "own_pile": mark("Cards left in hand after the duels go to their owner's pile."),
        "discard": mark("Cards left in hand after the duels leave the game."),
    },
    "phase1_end": {
        "pairs_exhausted": mark("The duels go on while two players have cards; who has none is passed over."),
        "first_block": mark("The duels end when the player who is due has no card."),
    },
    "must_beat_p1": {
        False: mark("Who answers in a duel lays any card."),
        True: mark("Who answers in a duel must beat if possible."),
    },
    "draw_timing": {
        "after_duel": mark("Both draw after the duel, the winner first."),
        "each_play": mark("Each draws right after laying a card."),
    },
    "blind_play": {
        "none": mark("In the duels cards come from the hand only."),
        "both": mark("In the duels both may turn up the top stock card instead, but never the last one."),
    },
    "open_trump": {
        False: mark("Nobody sees the last stock card before the duels are over."),
        True: mark("The last stock card, which makes the trump, lies open from the start."),
    },
    "peek_pile": {
        False: mark("Nobody looks into their pile during the duels."),
        True: mark("Everybody may look into their own pile during the duels."),
    },
    "lone_trump": {
        "plays": mark("A player with nothing but the trump card plays it."),
        "sits_out": mark("A player with nothing but the trump card sits out, and the next one starts."),
    },
    "beat_rule": {
        "rank": mark("Only a higher rank beats, in the led suit or in trumps; a trump is no better for being one."),
        "rank_equal_trump": mark("A higher rank beats, in the led suit or in trumps; a trump of equal rank does too."),
        "trump_priority": mark("A trump beats every card of another suit."),
    },
    "follow_first": {
        False: mark("The led suit or a trump: everybody chooses freely."),
        True: mark("Trumps only for who has no card of the led suit."),
    },
    "led_suit": {
        "first_card": mark("The suit that was led stays so until the table is empty."),
        "oldest_on_table": mark("The led suit is that of the oldest unit on the table."),
    },
    "voluntary_pickup": {
        False: mark("Who can beat must."),
        True: mark("Everybody may take up instead of beating."),
    },
    "pickup_unit": {
        "lowest": mark("Who takes up takes the lowest unit."),
        "oldest": mark("Who takes up takes the oldest unit."),
        "last": mark("Who takes up takes the unit laid last."),
    },
    "sequences": {
        "leader": mark("Only who starts the round may lay a run."),
        "none": mark("No runs: always one card."),
        "anyone": mark("Everybody may lay runs."),
    },
    "threshold": {
        "live": mark("As many units as players with cards clear the table."),
        "round_start": mark("As many units as players had cards when the round began clear the table."),
    },
    "round_starter": {
        "next": mark("When the table is cleared, the player after the one who completed it starts."),
        "highest": mark("When the table is cleared, the one who laid the highest unit starts."),
    },
    "two_player_rule": {
        True: mark("With two players left, whoever clears the table starts."),
        False: mark("With two players left, it goes on in turn as before."),
    },
    "match": {
        "single": mark("One game, one loser."),
        "elimination": mark("A series: the loser of each game leaves, and the last one left wins."),
        "first_out": mark("The first player without cards in the second phase wins."),
        "fixed": mark("A fixed number of games with a table of losses."),
    },
    "continue_to_loser": {
        False: mark("Where the first one out wins, the game ends there."),
        True: mark("Where the first one out wins, the game goes on until there is a loser."),
    },
    "next_dealer": {
        "loser": mark("In a fixed number of games the loser deals next."),
        "rotate": mark("In a fixed number of games the deal passes to the right."),
    },
}
"""Settings with a few values: what each says."""


def _lending(value: str | int, t: Translator) -> str:
    if value == "off":
        return t.text("No lending: a player without cards sits the second phase out.")
    if value == "average":
        return t.text("To players without cards the others lend an average hand, in proportion to their piles.")
    if value == "per5":
        return t.text("To players without cards each of the others lends one card for every five in their pile.")
    return t.plural(
        "To each player without cards the others lend {n} card, in proportion to their piles.",
        "To each player without cards the others lend {n} cards, in proportion to their piles.",
        int(value),
    )


STALLED = {
    "burn": mark("the next lead is one card and leaves the game"),
    "most_cards": mark("the biggest hand loses"),
    "draw": mark("all who still have cards share the loss"),
}
"""What ends a game that goes round in circles."""


def _stall(value: dict[str, Any], t: Translator) -> str:
    if value["mode"] == "none":
        text = t.text("A game that goes round in circles is not ended.")
    else:
        text = t.text(
            "When a position has come {repetitions} times, or {idle} rounds have brought nothing, {what}.",
            repetitions=value["repetitions"],
            idle=value["idle_rounds"],
            what=t.text(STALLED[value["mode"]]),
        )
    if not value["round_action_cap"]:
        return text
    return t.text(
        "{rule} After {n} acts a round ends and the table leaves the game.", rule=text, n=value["round_action_cap"]
    )


def _removed(value: int, t: Translator) -> str:
    if not value:
        return t.text("Two players play with the whole pack.")
    return t.plural(
        "For two players {n} card is taken out at random.", "For two players {n} cards are taken out at random.", value
    )


OTHERS: dict[str, Callable[[Any, Translator], str]] = {
    "hand_size": lambda n, t: t.plural("{n} card in hand.", "{n} cards in hand.", n),
    "lend_mode": _lending,
    "stall": _stall,
    "games": lambda n, t: t.text("Games, where their number is fixed: {n}.", n=n),
    "remove_for_two": _removed,
}
"""Settings with many values: how each is told."""


def rules_texts(rules: Rules, t: Translator) -> list[RuleText]:
    """Every setting in words, with the default preset's way where it differs."""
    return settings_told(flat(rules), flat(rules_of()), VALUES, OTHERS, t)


def setting_text(name: str, value: Any, t: Translator) -> str:
    """One value of a setting in words."""
    return setting_told(name, value, VALUES, OTHERS, t)
