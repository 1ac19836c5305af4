"""Words that do better than a bot's against that bot: tried in deals, one word at a time, all else being the same.

In a deal that was played by everybody as the bot does, each word of a seat is replaced by every other that was offered,
and the deal is played on with the same cards and the same dice. Where a word surely brings more, it is said from then
on; what it surely is, is settled on other deals. Words are told apart by the class of the score, the turn of the lance
and the level that the hand is played like.
"""

from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.store import NEEDS, need_class, starts
from ordago.bots.mus_trained.tree import WORDS, games
from ordago.training.deals import TARGET, Tables, a_deal, shuffled, talk
from ordago.training.jit import compiled
from ordago.training.lances import lances

BOT, RIVAL = 0, 1
"""Teams: the bot, and who answers to it and learns."""

PAIR = -1
"""In place of a seat: both of a side, on either side."""

LEAN = 30
"""A mean of few tries at one class of scores leans on that of all classes, as if that had been seen so often."""

SURE = (1.0, 2.0, 3.0)
"""How many standard errors a word must be ahead; which of these is best is settled on other deals."""

SELDOM = 30
"""Words that were tried less often are left alone."""

Words = Any
"""Which word is said, by class of score and row of the words; -1 as the bot does. [NEEDS, rows]"""


class Tried(NamedTuple):
    """What words brought more than the one that was said, by class of score and place: sums, squares, how often."""

    sums: Floats
    squares: Floats
    many: Floats


def as_the_bot() -> Words:
    """No other words at all."""
    return np.full((NEEDS, starts()[-1] // WORDS), -1, np.int8)


def words_for(choice: Words, usual: Floats, grid: tuple[int, ...], seat: int) -> Floats:
    """The words with these choices at the turns of a seat, or a pair, by side and zone: [2, zones, words]."""
    found = usual.copy()
    theirs = np.ones(choice.shape[1], bool) if seat == PAIR else _turns_of(seat)
    for side in range(2):
        for zone in range(len(grid) ** 2):
            scores = [grid[at] for at in divmod(zone, len(grid))]
            said = choice[need_class(scores[side], scores[1 - side])]
            rows = found[side, zone].reshape(-1, WORDS)
            other = theirs & (said >= 0)
            rows[other] = np.arange(WORDS) == said[other][:, None]
    return found


def _turns_of(seat: int) -> Any:
    """Which rows of the words are a seat's."""
    many = [np.repeat(np.array(tree.seats) == seat, levels().sizes[tree.lance]) for tree in games()]
    return np.concatenate(many)


def try_words(tables: Tables, juego: Floats, seed: int, deals: int, seat: int, course: bool = False) -> Tried:
    """What the rival's other words bring, at a seat or for a pair.

    Scores are of all sorts; with `course`, which is for a pair, every second deal goes on with a juego instead.
    """
    size = (NEEDS, starts()[-1])
    found = Tried(np.zeros(size), np.zeros(size), np.zeros(size))
    _explore(tables, juego, seed, deals, seat, course, *found)
    return found


def better(tried: Tried, before: Words) -> list[Words]:
    """The choices before, with the words that are ahead by so many standard errors: one for each of `SURE`."""
    mean, error, many = means(tried)
    found = []
    for sure in SURE:
        ahead = np.where(many >= SELDOM, mean - sure * error, -np.inf).reshape(NEEDS, -1, WORDS)
        found.append(np.where(ahead.max(axis=2) > 0, ahead.argmax(axis=2), before).astype(np.int8))
    return found


def means(tried: Tried) -> tuple[Floats, Floats, Floats]:
    """Means, their standard errors and how many tries are behind them, hands of levels near by lending theirs."""
    sums, squares, many = (np.zeros_like(part) for part in tried)
    for at, tree in enumerate(games()):
        size = levels().sizes[tree.lance]
        near = np.exp(-0.5 * ((np.arange(size)[:, None] - np.arange(size)) / max(size / 40, 0.3)) ** 2)
        cut = slice(starts()[at], starts()[at + 1])
        for found, part in zip((sums, squares, many), tried, strict=True):
            blocks = part[:, cut].reshape(NEEDS, len(tree), size, WORDS)
            found[:, cut] = (near @ blocks).reshape(NEEDS, -1)
    everybody = sums.sum(axis=0) / np.maximum(many.sum(axis=0), 1)
    spread = squares.sum(axis=0) / np.maximum(many.sum(axis=0), 1)
    whole = many + np.minimum(LEAN, many.sum(axis=0) - many)
    lent = whole - many
    mean = (sums + lent * everybody) / np.maximum(whole, 1)
    square = (squares + lent * spread) / np.maximum(whole, 1)
    return mean, np.sqrt(np.maximum(square - mean**2, 1e-6) / np.maximum(whole, 1)), whole


def gains_of(tables: Tables, juego: Floats, seed: int, deals: int, seat: int) -> Floats:
    """By how much more than the bot would the rival moves its side's chance to win the juego, deal by deal."""
    found = np.zeros(deals)
    _compare(tables, juego, seed, seat, found)
    return found


@compiled
def _any_score() -> Any:
    """The stones to go of either side."""
    return 1 + np.random.randint(TARGET), 1 + np.random.randint(TARGET)


@compiled
def _begin(tables: Any, now: Any, own: int, ours: int, theirs: int) -> None:
    """A deal from these stones to go, talked to its end by the rival on its own side."""
    now.teams[own], now.teams[1 - own] = RIVAL, BOT
    shuffled(now, ours, theirs)
    talk(tables, now, -1, 0.0)
    for lance in range(len(now.dice)):
        for word in range(now.dice.shape[1]):
            now.dice[lance, word] = np.random.random()
    now.forced[0] = -1


@compiled
def _ended(tables: Any, now: Any, juego: Any, own: int, ours: int, theirs: int) -> Any:
    """The chance of the side to win the juego after the lances, played from these stones to go, and who won already."""
    now.needs[0], now.needs[1] = ours, theirs
    winner = lances(tables, now, True)
    mano = 1.0 - winner if winner >= 0 else 1.0 - juego[now.needs[1], now.needs[0]]
    return mano if own == 0 else 1.0 - mano, winner


@compiled
def _explore(
    tables: Any, juego: Any, seed: int, deals: int, only: int, course: bool, sums: Any, squares: Any, many: Any
) -> None:
    np.random.seed(seed)
    now = a_deal()
    spoken = now.spoken.copy()
    mano, other, side = TARGET, TARGET, 0
    for number in range(deals):
        own = number % 2 if only < 0 else only % 2
        goes_on = course and number % 2 == 0
        ours, theirs = _any_score()
        if goes_on:
            ours, theirs, own = mano, other, side
        elif course:
            own = number // 2 % 2
        _begin(tables, now, own, ours, theirs)
        usual, winner = _ended(tables, now, juego, own, ours, theirs)
        if goes_on:  # the mano moves on; who has the mano in the next juego does not matter much
            mano, other = (now.needs[1], now.needs[0]) if winner < 0 else (TARGET, TARGET)
            side = 1 - own
        spoken[:] = now.spoken
        kind = now.classes[own]
        for row in range(len(spoken)):
            seat, base, said, offered = spoken[row]
            if seat < 0:
                break
            if seat % 2 != own or (only >= 0 and only != seat):
                continue
            for word in range(offered):
                if word != said:
                    now.forced[0], now.forced[1] = row, word
                    gain = _ended(tables, now, juego, own, ours, theirs)[0] - usual
                    sums[kind, base + word] += gain
                    squares[kind, base + word] += gain * gain
                many[kind, base + word] += 1


@compiled
def _compare(tables: Any, juego: Any, seed: int, only: int, found: Any) -> None:
    np.random.seed(seed)
    now = a_deal()
    for number in range(len(found)):
        own = number % 2 if only < 0 else only % 2
        ours, theirs = _any_score()
        _begin(tables, now, own, ours, theirs)
        found[number] = _ended(tables, now, juego, own, ours, theirs)[0]
        now.teams[own] = BOT
        found[number] -= _ended(tables, now, juego, own, ours, theirs)[0]
