"""The phrases that only a table of Mus has."""

from ordago.core.phrases import Phrase

PHRASES = (
    Phrase("what_bluff", "after", "F"),
    Phrase("come_on", "any", "F"),
    Phrase("bet_invites", "any", "F"),
    Phrase("respect", "any", "F"),
    Phrase("within5", "any", "N"),
    Phrase("chica", "after", "T"),
)
