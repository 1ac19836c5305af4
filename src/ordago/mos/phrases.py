"""The phrases that only a table of Møs has."""

from ordago.core.phrases import Phrase

PHRASES = (Phrase("mos_bleat", "after", "T"),)
