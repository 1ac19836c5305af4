"""From the cut to the end of the deal: the lances one after the other, the showdown and the count (§3.1, §5)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.betting import chair_at, closed
from ordago.batch.mus.columns import (
    ACCEPTED,
    AGREED,
    ALIVE,
    AT,
    BEST_KIND,
    BEST_STONES,
    BETTING,
    BETTOR,
    CHAMPION,
    CORRIDO,
    ELIGIBLE,
    GAMES,
    HAND,
    IS_ORDAGO,
    JUEGO,
    LANCE,
    MANO,
    NONE,
    OUT,
    OUT_IN,
    OUT_RAISED,
    OUT_SIDE,
    OUT_STONES,
    OVER,
    PARES,
    PASSED,
    PHASE,
    POINTS,
    QUEUE,
    REFUSED,
    SCORE,
    SEATS,
    SETTLED,
    STAYED,
    TABLE,
    TURN,
    TYPE,
    UNCONTESTED,
    VACAS,
    WINNER,
)
from ordago.batch.mus.settings import (
    AT_COUNT,
    BONUS_BEST,
    BONUS_NONE,
    DEJE_EXTRA,
    DEJE_FIRST,
    FLAGS,
    HAS_JUEGO,
    HAS_PARES,
    IN_ORDER,
    JUEGOS,
    KEY_AT,
    NEXT,
    PARES_BONUS,
    PASO_VALUE,
    PLAYERS,
    PUNTO_BONUS,
    PUNTO_ON_ACCEPTED,
    REFUSAL_BONUS,
    SIDE_MASK,
    SIDE_OF,
    SIDES,
    TARGET,
    VACAS_TO_WIN,
    WEIGHT,
    WORTH_AT,
    WORTH_COLUMNS,
)


@compiled
def type_of(s: Any, r: Any, chair: int) -> int:
    """The type of the chair's four cards."""
    at = HAND + 4 * chair
    weights = r[WEIGHT + s[at]] + r[WEIGHT + s[at + 1]] + r[WEIGHT + s[at + 2]] + r[WEIGHT + s[at + 3]]
    return int(r[r[KEY_AT] + weights])


@compiled
def begin_lances(s: Any, r: Any) -> None:
    """Grande, the mano speaking first whoever cut (R2.2)."""
    s[CORRIDO] = 0
    pares = 0
    juego = 0
    for chair in range(r[PLAYERS]):
        kind = type_of(s, r, chair)
        s[TYPE + chair] = kind
        flags = r[r[WORTH_AT] + kind * WORTH_COLUMNS + FLAGS]
        if flags & HAS_PARES:
            pares |= 1 << chair
        if flags & HAS_JUEGO:
            juego |= 1 << chair
    s[PARES] = pares
    s[JUEGO] = juego
    s[PHASE] = BETTING
    _open(s, r, 0, (1 << r[PLAYERS]) - 1)


@compiled
def _open(s: Any, r: Any, lance: int, eligible: int) -> None:
    s[LANCE] = lance
    s[ELIGIBLE] = eligible
    s[ALIVE] = eligible
    s[AT] = r[NEXT + (SEATS - 1) * 64 + eligible]
    s[BETTOR] = -1
    s[AGREED] = 0
    s[TABLE] = 0
    s[IS_ORDAGO] = 0
    s[QUEUE] = 0
    s[STAYED] = 0
    s[BEST_KIND] = 0
    s[BEST_STONES] = 0
    s[TURN] = chair_at(s, r, s[AT])


@compiled
def _positions(s: Any, r: Any, chairs: int) -> int:
    """A set of chairs as a set of positions."""
    return int(((chairs >> s[MANO]) | (chairs << (r[PLAYERS] - s[MANO]))) & ((1 << r[PLAYERS]) - 1))


@compiled
def _open_next(s: Any, r: Any) -> bool:
    """Open the next lance that is to be bet, closing those that are not (R3.3); whether there is one."""
    everybody = (1 << r[PLAYERS]) - 1
    while s[LANCE] < 3:
        lance = s[LANCE] + 1
        if lance == 1:
            _open(s, r, 1, everybody)
            return True
        eligible = _positions(s, r, s[PARES] if lance == 2 else s[JUEGO])
        if lance == 3 and eligible == 0:
            _open(s, r, 4, everybody)
            return True
        if eligible == 0:
            s[LANCE] = lance
            closed(s, NONE, -1, 0, 0, 0)
            continue
        side = r[SIDE_OF + chair_at(s, r, r[NEXT + (SEATS - 1) * 64 + eligible])]
        if eligible & ~r[SIDE_MASK + s[MANO] * SEATS + side]:
            _open(s, r, lance, eligible)
            return True
        s[LANCE] = lance
        closed(s, UNCONTESTED, side, 0, 0, eligible)
    return False


@compiled
def lance_closed(s: Any, r: Any) -> None:
    """A closed lance leads to the next one, to the count or to the end of the juego."""
    lance = s[LANCE]
    at = OUT + 5 * lance
    if s[at] == SETTLED:
        _settle(s, r)
        return
    if s[at] == REFUSED and r[AT_COUNT] == 0:
        side = s[at + OUT_SIDE]
        score(s, r, lance, side, _refusal_stones(s, r, lance))
        if s[SCORE + side] >= r[TARGET]:
            end(s, r, side)
            return
    if not _open_next(s, r):
        _count(s, r, 5)
        end(s, r, s[WINNER])


@compiled
def score(s: Any, r: Any, lance: int, side: int, stones: int) -> None:
    """Write down stones; the first side to reach the target in the count wins."""
    s[POINTS + lance * SEATS + side] += stones
    s[SCORE + side] += stones
    if s[WINNER] < 0 and s[SCORE + side] >= r[TARGET]:
        s[WINNER] = side


@compiled
def end(s: Any, r: Any, winner: int) -> None:
    """The deal is over; who won the juego, if anybody has (5.4)."""
    s[PHASE] = OVER
    s[TURN] = -1
    s[WINNER] = winner
    if winner < 0:
        return
    s[GAMES + winner] += 1
    if s[GAMES + winner] >= r[JUEGOS]:
        s[VACAS + winner] += 1
        if s[VACAS + winner] >= r[VACAS_TO_WIN]:
            s[CHAMPION] = winner


@compiled
def _refusal_stones(s: Any, r: Any, lance: int) -> int:
    """§3.5: the stake before the refused bet, or `deje_first`; one more where the deje is extra."""
    at = OUT + 5 * lance
    stones = s[at + OUT_STONES]
    if stones == 0:
        stones = r[DEJE_FIRST]
    return int(stones + (s[at + OUT_RAISED] & (r[DEJE_EXTRA] >> lance)))


@compiled
def _count(s: Any, r: Any, before: int) -> None:
    """Score the closed lances before this one in order, up to whoever reaches the target first (R5.6)."""
    for lance in range(before):
        if s[OUT + 5 * lance]:
            _count_lance(s, r, lance)
            if s[WINNER] >= 0:
                return


@compiled
def best_chair(s: Any, r: Any, lance: int, among: int) -> int:
    """The chair with the best hand among these positions; of equal ones the nearest to the mano (R1.9)."""
    best = -1
    most = 0
    for at in range(r[PLAYERS]):
        if among >> at & 1:
            chair = chair_at(s, r, at)
            value = r[r[WORTH_AT] + s[TYPE + chair] * WORTH_COLUMNS + lance]
            if best < 0 or value > most:
                best = chair
                most = value
    return best


@compiled
def _count_lance(s: Any, r: Any, lance: int) -> None:
    """The table of §5.2."""
    at = OUT + 5 * lance
    kind = s[at]
    side = s[at + OUT_SIDE]
    if kind == NONE:
        return
    if kind == UNCONTESTED:
        _bonus(s, r, lance, side)
        return
    if kind == REFUSED:
        if r[AT_COUNT]:
            score(s, r, lance, side, _refusal_stones(s, r, lance))
        if r[REFUSAL_BONUS] == BONUS_NONE or lance < 2:
            return
        if r[REFUSAL_BONUS] == BONUS_BEST:
            side = r[SIDE_OF + best_chair(s, r, lance, s[at + OUT_IN])]
        _bonus(s, r, lance, side)
        return
    side = r[SIDE_OF + best_chair(s, r, lance, s[at + OUT_IN])]
    score(s, r, lance, side, r[PASO_VALUE + lance] if kind == PASSED else s[at + OUT_STONES])
    if lance == 2 or lance == 3 or (lance == 4 and kind == ACCEPTED and r[PUNTO_ON_ACCEPTED]):
        _bonus(s, r, lance, side)


@compiled
def _bonus(s: Any, r: Any, lance: int, side: int) -> None:
    """The bonus of a lance, summed over the side's holders (R5.2); of punto to the winner."""
    if lance < 2:
        return
    if lance == 4:
        score(s, r, lance, side, r[PUNTO_BONUS])
        return
    stones = 0
    for chair in range(side, r[PLAYERS], r[SIDES]):
        stones += r[r[WORTH_AT] + s[TYPE + chair] * WORTH_COLUMNS + PARES_BONUS + lance - 2]
    score(s, r, lance, side, stones)


@compiled
def _settle(s: Any, r: Any) -> None:
    """An accepted órdago: that lance alone decides the juego (R5.9), or after the earlier ones in order (R5.10)."""
    lance = s[LANCE]
    if r[IN_ORDER]:
        _count(s, r, lance)
        if s[WINNER] >= 0:
            end(s, r, s[WINNER])
            return
    side = r[SIDE_OF + best_chair(s, r, lance, s[OUT + 5 * lance + OUT_IN])]
    score(s, r, lance, side, r[TARGET] - s[SCORE + side])
    end(s, r, side)
