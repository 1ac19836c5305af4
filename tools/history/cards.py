"""Which cards somebody may know, and which a message holds."""

import re
from typing import Any

from ordago.cards import french, spanish
from ordago.mos import acts as mos
from ordago.mos.hand import unpacked
from ordago.table import Table

CARD = {"mus": re.compile(r'"([1-7SCR][oceb])"'), "mos": re.compile(r'"([2-9TJQKA][CDHS])"')}
"""A card in a message."""


def more_known(table: Table, known: dict[int, set[str]]) -> dict[int, set[str]]:
    """The cards of this deal that each chair, and everybody (0), may know by now; `known` is what they knew before."""
    state = table.state
    if state is None or not state.hands:
        return known
    own, open_cards = (_of_mus if table.game == "mus" else _of_mos)(state)
    found = {chair: known.get(chair, set()) | hand for chair, hand in enumerate(own, 1)}
    found[0] = known.get(0, set()) | open_cards
    return found


def _of_mus(state: Any) -> tuple[list[set[str]], set[str]]:
    """The cards in each hand, and those that everybody sees."""
    own = [{spanish.NAMES[card] for card in hand} for hand in state.hands]
    return own, set().union(*own) if state.shown else {spanish.NAMES[card] for _, card in state.exposed}


def _of_mos(state: Any) -> tuple[list[set[str]], set[str]]:
    """The cards in each hand, and those that everybody sees: what lies there, was laid, and is trump."""
    open_cards = {card for unit in state.table for card in unit}
    for act in state.log.latest():
        if isinstance(act, mos.Deal):
            break
        open_cards |= set(act.cards) if isinstance(act, mos.Play) else set()
    if state.trump >= 0:
        open_cards.add(state.trump_card)
    own = [{french.NAMES[card] for card in unpacked(hand)} for hand in state.hands]
    return own, {french.NAMES[card] for card in open_cards}
