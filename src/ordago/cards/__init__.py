"""What a card is: codes, ranks and suits of the Spanish forty and the French fifty-two."""

from ordago.cards import french, spanish

__all__ = ["french", "spanish"]
