"""Juegos, vacas and the match: the target, who has won what, and what starts afresh (§5.4)."""

from typing import Annotated, Literal

import msgspec

Wins = Annotated[int, msgspec.Meta(ge=1, le=9)]
Target = Annotated[int, msgspec.Meta(ge=5, le=200)]

NOTHING, JUEGO, VACA, MATCH = range(4)
"""What a deal opens: nothing, a juego, a vaca, the match; each includes those before it."""

CORRIDO_FROM = {"off": MATCH + 1, "match": MATCH, "vaca": VACA, "juego": JUEGO}
"""The least that a deal must open to be played as mus corrido (2.5)."""


class MatchRules(msgspec.Struct, frozen=True):
    """Settings of the match. `first_mano` is a ritual told in words; a record says only who it was (1.3)."""

    target: Target = 40
    juegos_to_win_vaca: Wins = 2
    vacas_to_win: Wins = 1
    first_mano: Literal["random", "lowest_deals", "highest_is_mano", "highest_deals", "cut_suit", "first_to_cut"] = (
        "random"
    )


def opens_what(score: tuple[int, ...], games: tuple[int, ...], vacas: tuple[int, ...]) -> int:
    """What a deal opens, told from the counts before it."""
    if any(score):
        return NOTHING
    if any(games):
        return JUEGO
    return VACA if any(vacas) else MATCH


def added(counts: tuple[int, ...], side: int, number: int = 1) -> tuple[int, ...]:
    """The counts with `number` more for the side."""
    return (*counts[:side], counts[side] + number, *counts[side + 1 :])
