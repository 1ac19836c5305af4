"""The talk: mus or no mus, who may cut out of turn, mus corrido, the exposed card and the perete (§2)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.acts import CUT, MUS, PERETE
from ordago.batch.mus.betting import place_of
from ordago.batch.mus.columns import (
    ACTOR,
    CHOOSING,
    CORRIDO,
    MANO,
    ROUNDS,
    SCORE,
    SWAPPED,
    TALK_AT,
    THROWN,
    TURN,
)
from ordago.batch.mus.dealing import begin_discard, begin_talk, lay_aside, serve
from ordago.batch.mus.lances import begin_lances, end, score, type_of
from ordago.batch.mus.settings import (
    FEM,
    FLAGS,
    IS_PERETE,
    OPEN_CUT,
    PAIR,
    PERETE_FIRST,
    PERETE_STYLE,
    PLAYERS,
    ROUNDS_MAX,
    SIDE_OF,
    SIDES,
    TALK_STYLE,
    TARGET,
    WORTH_AT,
    WORTH_COLUMNS,
)
from ordago.mus.talk import ADENTRO

SWAP_PLUS_1 = 2
POINTS_OF_TALK = 5
"""The row of POINTS for what the talk itself pays."""


@compiled
def legal_in_talk(s: Any, r: Any) -> int:
    """What the chair on turn may say in the talk, as a mask of acts."""
    if s[CHOOSING]:
        return (1 << MUS) | (1 << CUT)
    if 0 < r[ROUNDS_MAX] <= s[ROUNDS]:
        return 1 << CUT
    found = (1 << MUS) | (1 << CUT)
    if r[PERETE_STYLE] and not (r[PERETE_FIRST] and (s[ROUNDS] or s[SWAPPED] >> s[TURN] & 1)):
        kind = type_of(s, r, s[TURN])
        if r[r[WORTH_AT] + kind * WORTH_COLUMNS + FLAGS] & IS_PERETE:
            found |= 1 << PERETE
    return found


@compiled
def may_cut_early(s: Any, r: Any, chair: int) -> bool:
    """Whether this chair, which is not on turn, may cut now."""
    style = r[TALK_STYLE]
    if s[CORRIDO] or s[CHOOSING]:
        return False
    if style == OPEN_CUT:
        return True
    if style != FEM:
        return False
    if place_of(s, r, chair) == 2:
        return True
    for side in range(r[SIDES]):  # noqa: SIM110 - numba has no any()
        if s[SCORE + side] >= r[TARGET] - ADENTRO:
            return True
    return False


@compiled
def talk(s: Any, r: Any, g: Any, act: int) -> None:
    """What the asked chair says in the talk."""
    if act == CUT:
        _cut(s, r)
    elif act == PERETE:
        _perete(s, r, g)
    elif s[CHOOSING]:
        s[CHOOSING] = 0
        begin_discard(s, r, 1)
    elif s[TALK_AT] + 1 < r[PLAYERS]:
        s[TALK_AT] += 1
        s[TURN] = _talker(s, r)
    else:
        if s[CORRIDO]:
            s[MANO] = s[MANO] + 1 if s[MANO] + 1 < r[PLAYERS] else 0
        begin_discard(s, r, 0)


@compiled
def _talker(s: Any, r: Any) -> int:
    """The chair that is asked at this point of the talk (R2.15: in corrido one after the other)."""
    at = s[TALK_AT]
    if r[TALK_STYLE] == PAIR and s[CORRIDO] == 0 and (at == 1 or at == 2):
        at = 3 - at
    chair = s[MANO] + at
    return int(chair - r[PLAYERS] if chair >= r[PLAYERS] else chair)


@compiled
def _cut(s: Any, r: Any) -> None:
    """The lances begin (R2.2); in corrido whoever cuts becomes the mano; an exposed card is let be."""
    if s[CHOOSING]:
        s[CHOOSING] = 0
        begin_talk(s)
        return
    if s[CORRIDO]:
        s[MANO] = s[ACTOR]
    begin_lances(s, r)


@compiled
def _perete(s: Any, r: Any, g: Any) -> None:
    """Four new cards for 4-5-6-7, and a stone at once where the rules pay it; then the same chair is asked again."""
    chair = s[TURN]
    if r[PERETE_STYLE] == SWAP_PLUS_1:
        side = r[SIDE_OF + chair]
        score(s, r, POINTS_OF_TALK, side, 1)
        if s[SCORE + side] >= r[TARGET]:
            end(s, r, side)
            return
    lay_aside(s, chair, 15)
    serve(s, r, g, chair, True)
    s[THROWN + chair] = -1
    s[SWAPPED] |= 1 << chair
