"""How often two multisets of cards fall to two groups of players: a product of binomials, as a matrix.

The kinds are cut into two halves with a small table each, so that a block of the matrix costs two look-ups an entry.
Entries and their sums stay below 2^53, where float64 is exact; so matrix products of them are exact whole numbers.
"""

import numpy as np
import numpy.typing as npt

from ordago.odds.pack import Counts, distinct_rows, ways

Floats = npt.NDArray[np.float64]


class Weights:
    """`Weights(stock, rows, columns)[block]`: for rows m and columns u the ways to take u once m is gone."""

    def __init__(self, stock: Counts, rows: Counts, columns: Counts) -> None:
        middle = len(stock) // 2
        self._halves: list[tuple[Floats, Counts, Counts]] = []
        for half in (slice(None, middle), slice(middle, None)):
            mine, row_of = distinct_rows(rows[:, half])
            theirs, column_of = distinct_rows(columns[:, half])
            table = ways((stock[half] - mine)[:, None, :], theirs[None, :, :])
            self._halves.append((table.astype(np.float64), row_of, column_of))

    def __getitem__(self, block: slice | Counts) -> Floats:
        """The block of rows, as a matrix of float64 whole numbers."""
        (one, row_one, column_one), (two, row_two, column_two) = self._halves
        found = one[row_one[block]].take(column_one, axis=1)
        found *= two[row_two[block]].take(column_two, axis=1)
        return found
