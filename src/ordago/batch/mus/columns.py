"""The row of integers that is a batch game: what stands in which column.

Chairs and sides count from 0; a position is a chair counted from the mano. Sets of positions are bit masks. Cards are
numbers 0 … 39 from high to low at grande (`Settings.cards` gives their codes), types number the distinct hands.
"""

PHASE, MANO, TURN, ACTOR, ASKED, LEGAL = range(6)
"""ACTOR is asked now: the chair on TURN, or before it one that may speak early; ASKED are those that were silent."""
TALKING, DISCARDING, BETTING, OVER = 1, 2, 3, 4

OPENS, CORRIDO, CHOOSING, FORCED, TALK_AT, ROUNDS, SWAPPED, THROW_AT = range(6, 14)
STOCK, PILE, WINNER, CHAMPION, DEALS, STEPS = range(14, 20)
LANCE, ELIGIBLE, ALIVE, AT, BETTOR, AGREED, TABLE, IS_ORDAGO, QUEUE, STAYED = range(20, 30)
"""ELIGIBLE, ALIVE and QUEUE are sets of positions; AT and BETTOR are positions (BETTOR -1: no bet stands)."""
BEST_KIND, BEST_STONES, BEST_AT = 30, 31, 32
PARES, JUEGO = 33, 34
"""Chairs that hold pares and juego, as sets; known from the cut on, public from the declaration on."""
GAME = 35

SEATS, PLACES = 6, 40
SCORE, GAMES, VACAS = 36, 42, 48
HAND = 54
"""Four cards a chair."""
TYPE = HAND + 4 * SEATS
THROWN = TYPE + SEATS
"""How many cards the chair laid aside in this round; -1: not yet."""
DROP = THROWN + SEATS
"""Which of its four cards those were, as a set."""
EXPOSED = DROP + SEATS
"""Which of its four cards lie open, as a set."""
OUT = EXPOSED + SEATS
"""Five columns a lance: how it ended, the side, the stones, whether a raise was refused, the positions still in."""
OUT_SIDE, OUT_STONES, OUT_RAISED, OUT_IN = 1, 2, 3, 4
NONE, UNCONTESTED, PASSED, ACCEPTED, REFUSED, SETTLED = 1, 2, 3, 4, 5, 6
POINTS = OUT + 25
"""Stones of this deal: a column a side for each of the five lances, and for `mus` (a perete) after them."""
SAID = POINTS + 6 * SEATS
"""The last act of each chair, plus one: in the talk, then in each lance."""
CARDS = SAID + 6 * SEATS
"""The stock from the front, the discards from the back, the latest foremost."""
ROW = CARDS + PLACES
