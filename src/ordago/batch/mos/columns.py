"""The row of integers that is a batch game of Møs: what stands in which column, and the settings beside it.

Chairs count from 0, -1 is nobody; hands and piles are sets of cards, bit `rank * 4 + suit`.
"""

PHASE, TURN, DEALER, LEADER, ANSWERER, COUNT, TRUMP_CARD, HOLDER, TRUMP, LED = range(10)
"""COUNT is how many units lie on the table, in duels how many cards are at stake."""
DUELS, SHEDDING, OVER = 1, 2, 3
LIVE, THRESHOLD, ACTIONS, BURNING, IDLE, STARTS, LOSER, LOSERS, WINNER, STEPS, DRAWN, WENT_OUT, GAME = range(10, 23)
"""IDLE rounds and STARTS of rounds since the last progress; LOSERS are a set; WENT_OUT counts who emptied a hand."""
SINGLES, HAS_RUNS, MAY_TAKE = 23, 24, 25
"""What the chair on turn may do: single cards as a set, whether runs of them too, whether it may take up."""
SEATS = 17
HAND = 26
PILE = HAND + SEATS
PLACE = PILE + SEATS
"""The place in which the chair emptied its hand in phase 2, from 1; 0: not."""
STOCK = PLACE + SEATS
FIRST = STOCK + 52
"""The first card of each unit on the table, or each card at stake."""
LENGTH = FIRST + 52
"""The length of each unit; of a card at stake the chair that laid it."""
ROW = LENGTH + 52
"""From here on: starter and hands at the start of each round since the last progress."""

PLAYERS, HAND_SIZE, STOCK_SIZE, TIE, TIE_VOID, KEEPS_LEFTOVER, FIRST_BLOCK, MUST_BEAT, LONE_PLAYS = range(9)
BEAT_RULE, FOLLOW_FIRST, LED_OLDEST, MAY_PICK_UP, PICK_UP, SEQUENCES, LIVE_THRESHOLD, STARTER_HIGHEST = range(9, 17)
TWO_PLAYER_RULE, STALL_MODE, REPETITIONS, IDLE_MOST, ACTIONS_MOST, FIRST_OUT, GOES_ON = range(17, 24)
STAKE_DRAW, OWN_BACK, LEADER_WINS, ANSWERER_WINS, DISCARD = range(5)
TIES = ("stake_draw", "own_back", "leader_wins", "answerer_wins", "discard")
VOIDS = ("", "own_back", "leader_takes", "", "discard")
LEADER_TAKES = 2
RANK, EQUAL_TRUMP, TRUMP_PRIORITY = range(3)
LOWEST, OLDEST, LAST = range(3)
LEADER_ONLY, NO_RUNS, ANYONE = range(3)
BURN, MOST_CARDS, DRAW, NO_STALL = range(4)
BIT = 24
"""The number of a single bit, found at the bit modulo 67."""
SETTINGS = BIT + 67
