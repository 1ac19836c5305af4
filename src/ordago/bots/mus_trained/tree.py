"""What may be said in a lance, as the trained bots think of it: bets of 2 and 5, one raise by 5, an órdago.

A game is a lance with the positions that may speak in it (0: the mano); there are 21. Bets of other sizes are taken for
the nearest of these (`ordago.bots.mus_trained.walk`).
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from ordago.bots.mus_trained.hands import JUEGO, PARES, PUNTO

PASS, BET_2, BET_5, ORDAGO, NO_QUIERO, QUIERO, RAISE = range(7)
PASSED, REFUSED, ACCEPTED, SETTLED = range(4)
"""How a lance ends; `SETTLED` is an accepted órdago."""

WORDS = 4
"""No turn offers more."""

STONES = {BET_2: 2, BET_5: 5, RAISE: 5}


class Tree:
    """The turns of a game: of each the position that speaks, its words, and what follows each of them.

    What follows is the number of another turn, or below 0 the end `ends[-1 - number]`: how it ended, the side that a
    refusal pays (-1: none), and the stake.
    """

    def __init__(self, lance: int, speakers: tuple[int, ...]) -> None:
        self.lance = lance
        self.speakers = speakers
        self.seats: list[int] = []
        self.words: list[tuple[int, ...]] = []
        self.follows: list[list[int]] = []
        self.ends: list[tuple[int, int, int]] = []
        self._opening(0)

    def __len__(self) -> int:
        return len(self.seats)

    def _turn(self, seat: int, words: tuple[int, ...]) -> int:
        self.seats.append(seat)
        self.words.append(words)
        self.follows.append([0] * len(words))
        return len(self.seats) - 1

    def _end(self, kind: int, side: int, stones: int) -> int:
        self.ends.append((kind, side, stones))
        return -len(self.ends)

    def _opening(self, at: int) -> int:
        seat = self.speakers[at]
        turn = self._turn(seat, (PASS, BET_2, BET_5, ORDAGO))
        last = at + 1 == len(self.speakers)
        self.follows[turn][0] = self._end(PASSED, -1, 0) if last else self._opening(at + 1)
        for place, word in enumerate(self.words[turn][1:], 1):
            self.follows[turn][place] = self._asked(seat, 0, STONES.get(word, 0), word == ORDAGO, 0)
        return turn

    def _asked(self, bettor: int, agreed: int, stake: int, ordago: bool, raises: int) -> int:
        """A bet stands: the rivals that may speak answer in order."""
        seats = [(bettor + step) % 4 for step in (1, 3)]
        return self._answer([seat for seat in seats if seat in self.speakers], bettor, agreed, stake, ordago, raises)

    def _answer(self, queue: list[int], bettor: int, agreed: int, stake: int, ordago: bool, raises: int) -> int:
        words: tuple[int, ...] = (NO_QUIERO, QUIERO)
        if not ordago:
            words += (ORDAGO,) if raises else (RAISE, ORDAGO)
        turn = self._turn(queue[0], words)
        for place, word in enumerate(words):
            if word == NO_QUIERO and len(queue) > 1:
                after = self._answer(queue[1:], bettor, agreed, stake, ordago, raises)
            elif word == NO_QUIERO:
                after = self._end(REFUSED, bettor % 2, agreed)
            elif word == QUIERO:
                after = self._end(SETTLED, -1, 0) if ordago else self._end(ACCEPTED, -1, stake)
            else:
                after = self._asked(queue[0], stake, stake + STONES.get(word, 0), word == ORDAGO, raises + 1)
            self.follows[turn][place] = after
        return turn


@cache
def games() -> tuple[Tree, ...]:
    """The 21 games."""
    return tuple(Tree(lance, speakers) for lance, speakers in _all())


@cache
def places() -> dict[tuple[int, tuple[int, ...]], int]:
    """The place of each game in `games` by its lance and who may speak."""
    return {(tree.lance, tree.speakers): at for at, tree in enumerate(games())}


def _all() -> Iterator[tuple[int, tuple[int, ...]]]:
    everybody = (0, 1, 2, 3)
    yield 0, everybody
    yield 1, everybody
    for lance in (PARES, JUEGO):
        for ours, theirs in product(((0,), (2,), (0, 2)), ((1,), (3,), (1, 3))):
            yield lance, tuple(sorted(ours + theirs))
    yield PUNTO, everybody
