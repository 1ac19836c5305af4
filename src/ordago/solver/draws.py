"""What a round of mus does to two hands: every throw, every draw from one pack, and what each side may then believe.

A player who has kept some cards and drawn others knows every card that he has held: his new hand and what he threw. His
*state* is these two, and what he may believe of the other's new hand depends on their sum alone. The other's first hand
and its draw come from the rest of the pack, so nothing here is an approximation. The stock must be large enough for
both draws; nothing that was thrown comes back.
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
import numpy.typing as npt

from ordago.odds.pack import CHOICES, Counts, Pack, distinct_rows, ways
from ordago.solver.passes import Numbers
from ordago.solver.worth import Values

HELD = 4


class Draws:
    """All throws and draws. An *option* is a hand with one of its throws, by rising number of the hand.

    `thrown` are all possible throws by kind, `thrown_size` how many cards each has; `option_hand` and `option_thrown`
    say what each option is. Of each way to draw, `draw_option` says after which option, `draw_new` the hand that comes
    of it, `draw_held` the row of `held` (all cards that were seen then) and `draw_chance` how likely it is for whoever
    knows the first hand only. `held_of[new, thrown]` is the row of each state, -1 where there is none.
    """

    def __init__(self, pack: Pack, stock: Counts, least: int, most: int) -> None:
        self.pack, self.stock, self.least, self.most = pack, stock, least, most
        self.cards = int(stock.sum())
        if self.cards < 2 * (HELD + most):
            raise ValueError("the stock is too small for two draws")
        kinds = range(len(stock))
        self.thrown = np.array(
            [
                np.bincount(throw, minlength=len(stock))
                for size in range(least, most + 1)
                for throw in combinations_with_replacement(kinds, size)
            ],
            np.int64,
        )
        self.thrown_size = self.thrown.sum(axis=1)
        enough = np.asarray((pack.hands[:, None] >= self.thrown).all(axis=2))
        holds = enough & np.asarray((pack.hands <= stock).all(axis=1))[:, None]
        self.option_hand, self.option_thrown = np.nonzero(holds)
        self.dealt: Values = ways(stock, pack.hands) / comb(self.cards, HELD)
        self._find_held()
        self._find_draws()

    def _find_held(self) -> None:
        both = self.pack.hands[:, None] + self.thrown
        possible = (both <= self.stock).all(axis=2)
        self.held, which = distinct_rows(both[possible])
        self.held_of = np.full(possible.shape, -1, np.int64)
        self.held_of[possible] = which
        half = len(self.stock) // 2
        self._low, self._low_of = distinct_rows(self.held[:, :half])
        self._high, self._high_of = distinct_rows(self.held[:, half:])

    def _find_draws(self) -> None:
        hands, found = self.pack.hands, []
        for size in range(self.least, self.most + 1):
            drawn = self.thrown[self.thrown_size == size]
            for option in np.flatnonzero(self.thrown_size[self.option_thrown] == size).tolist():
                hand, thrown = self.option_hand[option], self.option_thrown[option]
                chances = ways(self.stock - hands[hand], drawn)
                possible = chances > 0
                new = hands[hand] - self.thrown[thrown] + drawn[possible]
                row = np.empty((4, len(new)))
                row[0] = option
                row[1] = self.pack.indices_of(new)
                row[2] = thrown
                row[3] = chances[possible] / comb(self.cards - HELD, size)
                found.append(row)
        self.draw_option, self.draw_new, thrown_after = (
            np.concatenate([row[at] for row in found]).astype(np.int64) for at in range(3)
        )
        self.draw_chance: Values = np.concatenate([row[3] for row in found])
        self.draw_held = self.held_of[self.draw_new, thrown_after]

    def usual(self, gives: Values, throws: Values) -> npt.NDArray[np.int64]:
        """The draws of somebody who gives mus with each hand so likely and chooses each option so likely."""
        weights = gives[self.option_hand] * throws
        return np.flatnonzero(weights[self.draw_option] > 0)

    def beliefs(self, gives: Values, throws: Values, dtype: npt.DTypeLike = np.float32) -> Numbers:
        """`[size - least, held, new]`: for whoever has held these cards, how likely it is that the other gives mus,
        throws so many cards and comes to this hand."""
        at = self.usual(gives, throws)
        option = self.draw_option[at]
        hand, thrown, new = self.option_hand[option], self.option_thrown[option], self.draw_new[at]
        drawn = self.pack.hands[new] - self.pack.hands[hand] + self.thrown[thrown]
        weight = (gives[hand] * throws[option]).astype(dtype)
        half = len(self.stock) // 2
        low = self._ways(self.stock[:half] - self._low, self.pack.hands[hand][:, :half], drawn[:, :half], dtype)
        high = self._ways(self.stock[half:] - self._high, self.pack.hands[hand][:, half:], drawn[:, half:], dtype)
        low *= weight
        sizes, held_size = self.thrown_size[thrown], self.held.sum(axis=1)
        found = np.zeros((self.most - self.least + 1, len(self.held), len(self.pack.hands)), dtype)
        order = np.lexsort((new, sizes))
        edges = np.flatnonzero(np.diff(sizes[order] * len(self.pack.hands) + new[order])) + 1
        for group in np.split(order, edges):
            size = int(sizes[group[0]])
            left = self.cards - held_size
            norm = CHOICES[left, HELD].astype(float) * CHOICES[left - HELD, size]
            both = low[:, group] @ high[:, group].T
            found[size - self.least, :, new[group[0]]] = both[self._low_of, self._high_of] / norm
        return found

    def _ways(self, stock: Counts, hand: Counts, drawn: Counts, dtype: npt.DTypeLike) -> Numbers:
        """In how many ways the hand and then the draw can be taken, for every row of the stock by every draw."""
        found = np.ones((len(stock), len(hand)), dtype)
        for kind in range(stock.shape[1]):
            left = np.maximum(stock[:, kind][:, None] - hand[:, kind], 0)
            found *= CHOICES[stock[:, kind][:, None], hand[:, kind]] * CHOICES[left, drawn[:, kind]]
        return found

    def joint(self, gives: Values, throws: Values, beliefs: Numbers) -> Values:
        """How likely both give mus and come to these two hands: mine, who give and throw so, by the other's, of whom
        `beliefs[held, new]` are right."""
        option = self.draw_option
        hand = self.option_hand[option]
        weight = self.dealt[hand] * gives[hand] * throws[option] * self.draw_chance
        size = len(self.pack.hands)
        seen = np.bincount(self.draw_new * len(self.held) + self.draw_held, weight, size * len(self.held))
        found: Values = seen.reshape(size, len(self.held)) @ beliefs
        return found

    def option_worths(self, worths: Numbers) -> Values:
        """What each option is worth to whoever holds its hand, if the state `[new, held]` is worth so much."""
        worth = self.draw_chance * worths[self.draw_new, self.draw_held]
        return np.asarray(np.bincount(self.draw_option, worth, len(self.option_hand)), np.float64)

    def best_throws(self, options: Values) -> Values:
        """1 for the best option of each hand, else 0."""
        order = np.lexsort((-options, self.option_hand))
        first = np.concatenate([[True], np.diff(self.option_hand[order]) > 0])
        found = np.zeros(len(options))
        found[order[first]] = 1
        return found

    def mean(self, options: Values, throws: Values) -> Values:
        """What the hand is worth where it throws so."""
        return np.asarray(np.bincount(self.option_hand, options * throws, len(self.pack.hands)), np.float64)
