"""Møs: duels for the piles, then shedding them; who keeps cards last has lost.

`rules()` makes validated rules, `start()` the state before a match, `view()` what a seat may know; acts are small
frozen records. Rule numbers (P2-8, TL-1, §7.3 …) are those of the rules dossier.
"""

from ordago.mos.acts import (
    Blind,
    Deal,
    Draw,
    DrawTrump,
    Hidden,
    Leftover,
    Lend,
    Out,
    Play,
    Position,
    ShowTrump,
    Take,
    Turned,
    Won,
)
from ordago.mos.game import MOS
from ordago.mos.rules import Rules, rules
from ordago.mos.state import State, start
from ordago.mos.view import View, view

__all__ = [
    "MOS",
    "Blind",
    "Deal",
    "Draw",
    "DrawTrump",
    "Hidden",
    "Leftover",
    "Lend",
    "Out",
    "Play",
    "Position",
    "Rules",
    "ShowTrump",
    "State",
    "Take",
    "Turned",
    "View",
    "Won",
    "rules",
    "start",
    "view",
]
