"""The row of integers that is a batch game of Møs: what stands in which column, and the settings beside it.

Chairs count from 0, -1 is nobody. Hands and piles are sets of cards, bit `rank * 4 + suit`; cards of which two are held
(with two packs) stand in the set beside it as well, TWICE further on.
"""

PHASE, TURN, DEALER, LEADER, ANSWERER, COUNT, TRUMP_CARD, HOLDER, TRUMP, LED = range(10)
"""COUNT is how many units lie on the table, in duels how many cards are at stake."""
DUELS, SHEDDING, OVER, BETWEEN = 1, 2, 3, 4
"""BETWEEN the phases nobody is asked."""
LIVE, THRESHOLD, ACTIONS, BURNING, IDLE, STARTS, LOSER, LOSERS, WINNER, STEPS, DRAWN, WENT_OUT, GAME = range(10, 23)
"""IDLE rounds and STARTS of rounds since the last progress; LOSERS are a set; WENT_OUT counts who emptied a hand."""
SINGLES, HAS_RUNS, MAY_TAKE, MAY_TURN = range(23, 27)
"""What the chair on turn may do: single cards as a set, whether runs of them too, take up, turn up a stock card."""
STOCK_SIZE, GONE, DEALS, GIFTS = range(27, 31)
"""The stock as it was dealt; chairs eliminated from a series, a set; deals begun; gifts of the lending of this deal."""
SEATS = 17
HAND = 31
TWICE = SEATS
PILE = HAND + 2 * SEATS
PLACE = PILE + 2 * SEATS
"""The place in which the chair emptied its hand in phase 2, from 1; 0: not."""
LOSSES = PLACE + SEATS
"""How many games of the match each chair has lost."""
OWED = LOSSES + SEATS
"""In duels how many cards each chair has yet to draw; between the phases how many it lends."""
STOCK = OWED + SEATS
MOST_CARDS_THERE_ARE = 104
FIRST = STOCK + MOST_CARDS_THERE_ARE
"""The first card of each unit on the table, or each card at stake; right after a lending, each card lent."""
LENGTH = FIRST + MOST_CARDS_THERE_ARE
"""The length of each unit; of a card at stake the chair that laid it; of a card lent its giver and receiver."""
GIVER = 32
"""A gift is written down as GIVER * giver + receiver."""
ROW = LENGTH + MOST_CARDS_THERE_ARE
"""From here on: starter and hands at the start of each round since the last progress."""

PLAYERS, HAND_SIZE, DECK_SIZE, TIE, TIE_VOID, KEEPS_LEFTOVER, FIRST_BLOCK, MUST_BEAT, LONE_PLAYS = range(9)
BEAT_RULE, FOLLOW_FIRST, LED_OLDEST, MAY_PICK_UP, PICK_UP, SEQUENCES, LIVE_THRESHOLD, STARTER_HIGHEST = range(9, 17)
TWO_PLAYER_RULE, STALL_MODE, REPETITIONS, IDLE_MOST, ACTIONS_MOST, FIRST_OUT, GOES_ON = range(17, 24)
PACKS, REMOVED_FOR_TWO, EACH_PLAY, BLIND_PLAY, LENDING, ELIMINATION, MATCH_GAMES, LOSER_DEALS, STEPS_MOST = range(
    24, 33
)
"""LENDING is how many cards each receiver gets in all, or one of the modes below; MATCH_GAMES 1 but under "fixed"."""
STAKE_DRAW, STAKE_NODRAW, OWN_BACK, LEADER_WINS, ANSWERER_WINS, DISCARD, SUBSTITUTE, LEADER_TAKES = range(8)
"""What becomes of a tie, and of one that cannot be replayed."""
RANK, EQUAL_TRUMP, TRUMP_PRIORITY = range(3)
LOWEST, OLDEST, LAST = range(3)
LEADER_ONLY, NO_RUNS, ANYONE = range(3)
BURN, MOST_CARDS, DRAW, NO_STALL = range(4)
NO_LENDING, LEND_AVERAGE, LEND_PER_FIVE = 0, -1, -2
BIT = 33
"""The number of a single bit, found at the bit modulo 67."""
SETTINGS = BIT + 67
