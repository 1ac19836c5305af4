"""Thousands of deals of Mus at a time: `play` by policies, `Lockstep` for learners, `record` for the engine."""

from ordago.batch.mus.games import Games, play
from ordago.batch.mus.lockstep import Lockstep
from ordago.batch.mus.policies import Policy, by_act, by_hand, tempered, uniform
from ordago.batch.mus.record import record
from ordago.batch.mus.settings import Settings, settings_for
from ordago.batch.mus.view import COLUMNS

__all__ = [
    "COLUMNS",
    "Games",
    "Lockstep",
    "Policy",
    "Settings",
    "by_act",
    "by_hand",
    "play",
    "record",
    "settings_for",
    "tempered",
    "uniform",
]
