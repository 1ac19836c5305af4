"""One act after the other: who is asked, what is legal, and what the act does."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.acts import CUT, DISCARD, SILENT
from ordago.batch.mus.betting import chair_at, legal_on_turn, opening, place_of, say
from ordago.batch.mus.columns import (
    ACTOR,
    ASKED,
    BETTING,
    BETTOR,
    CHAMPION,
    DISCARDING,
    ELIGIBLE,
    FORCED,
    GAME,
    LANCE,
    LEGAL,
    OVER,
    PHASE,
    SAID,
    SEATS,
    STEPS,
    TALKING,
    TURN,
    WINNER,
)
from ordago.batch.mus.dealing import begin_game, deal, next_deal, throw
from ordago.batch.mus.lances import lance_closed
from ordago.batch.mus.settings import (
    DISCARD_MAX,
    DISCARD_MIN,
    DISCARDS,
    EARLY,
    OPEN_ANY,
    PLAYERS,
)
from ordago.batch.mus.talk import legal_in_talk, may_cut_early, talk
from ordago.batch.streams import CARDS as CARD_STREAM
from ordago.batch.streams import POLICY as POLICY_STREAM
from ordago.batch.streams import seeded

UNTIL_DEAL, UNTIL_JUEGO, UNTIL_MATCH = range(3)
"""How far a game goes."""


@compiled
def begin(s: Any, r: Any, g: Any, game: int) -> None:
    """The first deal of game number `game`; mano and counts stand in the row."""
    s[GAME] = game
    s[STEPS] = 0
    seeded(g, CARD_STREAM, game)
    seeded(g, POLICY_STREAM, game)
    begin_game(s, r)
    deal(s, r, g)
    ask(s, r)


@compiled
def step(s: Any, r: Any, g: Any, act: int) -> None:
    """The asked chair does this legal act."""
    s[STEPS] += 1
    if act == SILENT:
        s[ASKED] |= 1 << s[ACTOR]
    elif s[PHASE] == BETTING:
        s[ASKED] = 0
        s[SAID + (s[LANCE] + 1) * SEATS + s[ACTOR]] = act + 1
        if say(s, r, act):
            lance_closed(s, r)
    elif s[PHASE] == TALKING:
        s[ASKED] = 0
        s[SAID + s[ACTOR]] = act + 1
        talk(s, r, g, act)
    else:
        s[ASKED] = 0
        throw(s, r, g, act - DISCARD)
    ask(s, r)


@compiled
def is_over(s: Any, until: int) -> bool:
    """Whether the game is over after a deal that is."""
    return bool(until == UNTIL_DEAL or s[CHAMPION] >= 0 or (until == UNTIL_JUEGO and s[WINNER] >= 0))


@compiled
def goes_on(s: Any, r: Any, g: Any, until: int) -> bool:
    """Whether the game goes on after its deal; then the next one is dealt."""
    if is_over(s, until):
        return False
    next_deal(s, r)
    deal(s, r, g)
    ask(s, r)
    return True


@compiled
def ask(s: Any, r: Any) -> None:
    """Who is asked next, and what that chair may do."""
    if s[PHASE] == OVER:
        s[ACTOR] = -1
        s[LEGAL] = 0
        return
    if r[EARLY]:
        for at in range(r[PLAYERS]):
            chair = chair_at(s, r, at)
            if chair != s[TURN] and not s[ASKED] >> chair & 1:
                early = _legal_early(s, r, chair)
                if early:
                    s[ACTOR] = chair
                    s[LEGAL] = early | (1 << SILENT)
                    return
    s[ACTOR] = s[TURN]
    if s[PHASE] == BETTING:
        s[LEGAL] = legal_on_turn(s, r)
    elif s[PHASE] == TALKING:
        s[LEGAL] = legal_in_talk(s, r)
    elif s[FORCED]:
        s[LEGAL] = r[DISCARDS + 4]
    else:
        s[LEGAL] = r[DISCARDS + r[DISCARD_MIN] * 5 + r[DISCARD_MAX]]


@compiled
def _legal_early(s: Any, r: Any, chair: int) -> int:
    """What a chair that is not on turn may do now, as a mask of acts."""
    if s[PHASE] == TALKING:
        return (1 << CUT) if may_cut_early(s, r, chair) else 0
    if s[PHASE] == DISCARDING or r[OPEN_ANY] == 0 or s[BETTOR] >= 0:
        return 0
    at = place_of(s, r, chair)
    return opening(s, r) if at > place_of(s, r, s[TURN]) and s[ELIGIBLE] >> at & 1 else 0
