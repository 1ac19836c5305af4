"""What a player who weighs words is sure of and what it dares: the measured settings of a bot."""

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """How words are weighed.

    `steepness` is how fast a lead becomes a win; a lead of ten stones at 20-10 of 40 gives about 78 % with 0.9.
    `ordago_needs` is the least chance to win an accepted órdago where nothing forces it. With less chance than `lost`
    to win a juego in which the rival should have but `last_stones` to go after this deal, an órdago is worth a try.
    `bluffs` is what a raise without the cards for it keeps of its weight: too many bluffs are found out.
    """

    steepness: float = 0.9
    ordago_needs: float = 0.62
    lost: float = 0.25
    last_stones: float = 1.0
    bluffs: float = 0.4


USUAL = Temper()
