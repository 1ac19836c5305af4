import numpy as np

from ordago.batch.compiled import held
from ordago.batch.streams import CARDS, KEY, POLICY, STREAMS_ROW, below, key_of, seeded, word


def row(words: list[int]) -> object:
    return held(np.array([*words, *[0] * (STREAMS_ROW - len(words))], np.int64))


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    g = row([1, 2, 3, 4])
    published = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011]
    assert [word(g, 0) for _ in published] == published


def test_numbers_below_a_bound_are_equally_likely() -> None:
    g = row([1, 2, 3, 4])
    counts = np.bincount([below(g, 0, 40) for _ in range(40_000)], minlength=40)
    assert len(counts) == 40
    assert (abs(counts - 1000) < 160).all()  # five standard deviations


def test_a_draw_that_would_favour_some_numbers_is_drawn_again() -> None:
    bound = 3 << 29  # 2**32 modulo this is 2**30: a quarter of all words is drawn again
    g, again = row([1, 2, 3, 4]), row([1, 2, 3, 4])
    taken = [below(g, 0, bound) for _ in range(1000)]
    words = [word(again, 0) for _ in range(2000)]
    kept = [one * bound >> 32 for one in words if one * bound % 2**32 >= 2**30]
    assert taken == kept[: len(taken)]


def test_games_seeds_and_streams_differ() -> None:
    firsts = set()
    for seed in (0, 1, 2**40, 2**64 - 1):
        for game in range(200):
            g = row([0] * KEY + key_of(seed))
            seeded(g, CARDS, game)
            seeded(g, POLICY, game)
            firsts |= {word(g, CARDS), word(g, POLICY)}
    assert len(firsts) == 4 * 200 * 2
