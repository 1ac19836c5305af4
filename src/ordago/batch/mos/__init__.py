"""Thousands of games of Møs at a time: `play` by policies, `Lockstep` for learners, `record` for the engine."""

from ordago.batch.mos.games import Games, play
from ordago.batch.mos.lockstep import Lockstep
from ordago.batch.mos.policies import LOWEST, SANE, UNIFORM, Policy, slipping
from ordago.batch.mos.record import record
from ordago.batch.mos.settings import Settings, settings_for
from ordago.batch.mos.view import COLUMNS

__all__ = [
    "COLUMNS",
    "LOWEST",
    "SANE",
    "UNIFORM",
    "Games",
    "Lockstep",
    "Policy",
    "Settings",
    "play",
    "record",
    "settings_for",
    "slipping",
]
