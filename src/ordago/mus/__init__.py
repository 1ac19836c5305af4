"""Mus: the Basque-Spanish game of four lances, two pairs and señas.

`rules()` makes validated rules, `start()` the state before a match, `view()` what a seat may know; acts are small
frozen records. Rule numbers (R5.6, §3.3 …) are those of the rules dossier.
"""

from ordago.mus.acts import (
    Cut,
    Deal,
    Discard,
    Envido,
    Expose,
    Hidden,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Perete,
    Quiero,
    Raise,
    Sena,
    Serve,
)
from ordago.mus.count import Award
from ordago.mus.game import MUS
from ordago.mus.hand import HandRules, Hands, Worth, hands_for
from ordago.mus.rules import Rules, rules
from ordago.mus.state import State, start
from ordago.mus.view import View, view

__all__ = [
    "MUS",
    "Award",
    "Cut",
    "Deal",
    "Discard",
    "Envido",
    "Expose",
    "HandRules",
    "Hands",
    "Hidden",
    "Mus",
    "NoQuiero",
    "Ordago",
    "Pass",
    "Perete",
    "Quiero",
    "Raise",
    "Rules",
    "Sena",
    "Serve",
    "State",
    "View",
    "Worth",
    "hands_for",
    "rules",
    "start",
    "view",
]
