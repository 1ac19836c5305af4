"""The acts of a batch game of Møs as small numbers.

A unit of `length` cards upwards from `card` is `52 * (length - 1) + card`; so 0 … 51 are single cards. TAKE takes up,
BLIND turns up the top stock card instead of laying a hand card. Card codes are those of `ordago.cards.french`.
"""

PACK = 52
TAKE = 13 * PACK
BLIND = TAKE + 1
ACTS = BLIND + 1
"""How many codes there are."""
