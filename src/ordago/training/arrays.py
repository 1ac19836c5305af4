"""Hands, trees and stones as arrays, for compiled loops.

Hands are rows of `ordago.odds.pack`, lances and positions are numbered, words are those of
`ordago.bots.mus_trained.tree`.
"""

import numpy as np

from ordago.bots.mus_trained.hands import JUEGO, PARES, levels
from ordago.bots.mus_trained.store import starts
from ordago.bots.mus_trained.tree import WORDS, games, places
from ordago.cards.spanish import DECK
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from ordago.training.solve import flat

_count = Rules().count
_pack = levels().pack
STRENGTH = np.array([_pack.strengths[lance] for lance in LANCES])
LEVEL = levels().of
SIZES = np.array(levels().sizes)
BONUS = np.zeros((len(LANCES), len(_pack.hands)), np.int64)
for _lance in (PARES, JUEGO):
    BONUS[_lance, STRENGTH[_lance] > 0] = levels().bonus[_lance][LEVEL[_lance, STRENGTH[_lance] > 0]].astype(np.int64)
BELOW = np.array([np.append(0.0, np.cumsum(chances))[of] for chances, of in zip(levels().chances, LEVEL, strict=True)])
"""The chance of a weaker hand among those that may speak, by lance and hand."""
PASO_STONES = np.array([getattr(_count.paso_value, lance) for lance in LANCES])
PUNTO_STONES = _count.punto_bonus

GAME_OF = np.full((len(LANCES), 16), -1)
for (_lance, _speakers), _at in places().items():
    GAME_OF[_lance, sum(1 << seat for seat in _speakers)] = _at
_flats = [flat(tree) for tree in games()]
FIRST = np.array(starts())
FIRST_TURN = np.cumsum([0, *[len(tree) for tree in games()]])
SEATS = np.concatenate([one.seats for one in _flats]).astype(np.int64)
MANY = np.concatenate([one.many for one in _flats]).astype(np.int64)
FOLLOWS = np.concatenate([one.follows for one in _flats])
SAID = np.concatenate([np.array([[*words, *[-1] * (WORDS - len(words))] for words in tree.words]) for tree in games()])

NOT_PLAYED, UNCONTESTED = -1, 4
"""How a lance may end, besides the ends of the trees."""


def cards_of(hand: int) -> tuple[int, ...]:
    """Cards that make up a hand, kind by kind."""
    found: list[int] = []
    for kind, count in enumerate(_pack.hands[hand]):
        found += [card for card in DECK if _pack.kind_of[card] == kind][:count]
    return tuple(found)
