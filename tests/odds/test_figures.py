"""Every public figure of the dossier's section 9 and of the field page's 4.4."""

from fractions import Fraction

import numpy as np
import pytest

from ordago.mus import Rules, rules
from ordago.mus.count import LANCES
from ordago.odds import Known, odds, table
from ordago.odds.pack import Counts, Pack, pack_for, ways
from ordago.odds.pairs import DEALS, FIELDS, every_hand
from ordago.odds.question import seats_of
from ordago.odds.tally import Lines, Rivals, Tally, tally


def worths_counted(pack: Pack) -> list[tuple[int, int, int, str]]:
    """Of each hand: how many ways, category, total, name."""
    many = ways(pack.counts, pack.hands).tolist()
    return [(n, w.category, w.total, name) for n, w, name in zip(many, pack.worths, pack.names, strict=True)]


def test_one_hand_with_eight_kings() -> None:
    pack = pack_for(Rules().hand)
    hands = worths_counted(pack)
    assert len(hands) == 330
    count = {
        "all": sum(n for n, *_ in hands),
        "pares": sum(n for n, c, *_ in hands if c),
        "par": sum(n for n, c, *_ in hands if c == 1),
        "medias": sum(n for n, c, *_ in hands if c == 2),
        "duples": sum(n for n, c, *_ in hands if c == 3),
        "juego": sum(n for n, _, t, _ in hands if t >= 31),
        "31": sum(n for n, _, t, _ in hands if t == 31),
        "31 with pares": sum(n for n, c, t, _ in hands if t == 31 and c),
        "31 with medias": sum(n for n, c, t, _ in hands if t == 31 and c == 2),
        "31 with duples": sum(n for n, c, t, _ in hands if t == 31 and c == 3),
        "juego with pares": sum(n for n, c, t, _ in hands if t >= 31 and c),
        "duples with juego": sum(n for n, c, t, _ in hands if t >= 31 and c == 3),
        "30": sum(n for n, _, t, _ in hands if t == 30),
        "29": sum(n for n, _, t, _ in hands if t == 29),
        "nothing": sum(n for n, c, t, _ in hands if t < 31 and not c),
        "two kings": sum(n for n, *_, name in hands if name.count("R") == 2),
        "two or more kings": sum(n for n, *_, name in hands if name.count("R") >= 2),
        "ciego": sum(n for n, c, t, _ in hands if t < 29 and not c),
        "hands of 31": sum(t == 31 for _, _, t, _ in hands),
    }
    assert count == {
        "all": 91_390,
        "pares": 51_710,
        "par": 43_776,
        "medias": 4_448,
        "duples": 3_486,
        "juego": 24_444,
        "31": 8_384,
        "31 with pares": 4_800,
        "31 with medias": 576,
        "31 with duples": 0,
        "juego with pares": 16_252,
        "duples with juego": 924,
        "30": 3_024,
        "29": 2_688,
        "nothing": 31_488,
        "two kings": 13_888,
        "two or more kings": 15_750,
        "ciego": 28_928,
        "hands of 31": 25,
    }
    single = {name: n for n, *_, name in hands}
    names = ("RRRR", "RRCC", "RR11", "777S", "C777", "R777", "RRR1", "R111", "7654")
    assert [single["".join(sorted(name, key="RCS7654321".index))] for name in names] == [
        *(70, 168, 784, 16, 16, 32, 448, 448, 256)
    ]
    totals = {total: sum(n for n, _, t, _ in hands if t == total) for total in (4, 13, 22, 25, 28, 32, 37, 40)}
    assert totals == {4: 70, 13: 1824, 22: 7912, 25: 6208, 28: 6033, 32: 2640, 37: 2240, 40: 1820}
    assert int(pack.strengths["pares"].max()) == 52
    assert int(pack.strengths["juego"].max()) == 8
    assert int(pack.strengths["grande"].max()) == int(pack.strengths["chica"].max()) == 330


def test_thirty_one_is_commoner_without_pares() -> None:
    """The paradox of the columns: of juegos without pares 44 % are 31, of those with pares 30 %."""
    hands = worths_counted(pack_for(Rules().hand))
    without = sum(n for n, c, t, _ in hands if t >= 31 and not c)
    assert without == 8_192
    assert Fraction(3_584, without) > Fraction(4_800, 16_252)
    assert sum(n for n, c, t, _ in hands if t == 31 and not c) == 3_584


def test_one_hand_with_other_packs() -> None:
    hands = worths_counted(pack_for(rules("cuatro_reyes").hand))
    assert len(hands) == 715
    assert [sum(n for n, c, *_ in hands if c == category) for category in (1, 2, 3)] == [34_560, 1_440, 1_630]
    assert sum(n for n, _, t, _ in hands if t >= 31) == 11_719
    assert [sum(n for n, c, t, _ in hands if t == 31 and c == category) for category in range(4)] == [
        1_792,
        1_152,
        96,
        0,
    ]
    assert sum(n for n, _, t, _ in hands if t == 40) == 495
    assert sum(n for n, c, t, _ in hands if not c and t < 31) == 48_896
    hands = worths_counted(pack_for(rules("nueve_reyes").hand))
    assert [sum(n for n, c, *_ in hands if c == category) for category in (1, 2, 3)] == [44_386, 5_153, 3_771]
    assert sum(n for n, _, t, _ in hands if t >= 31) == 27_336
    assert sum(n for n, _, t, _ in hands if t == 31) == 9_316


def of_four(counts: Counts, many: Counts, lance: str) -> tuple[Fraction, Fraction]:
    """The chance that the lance is bet, and that the mano's pair or the other wins it without a bet."""
    pair, played, won = (
        sum((many * counts[:, 0, LANCES.index(lance), FIELDS.index(name)].astype(object)).tolist())
        for name in ("pair", "played", "won")
    )
    deals = DEALS * 91_390
    return Fraction(played, deals), Fraction(pair - won, deals)


def test_four_players_with_eight_kings() -> None:
    counts = table().counts
    many = ways(table().pack.counts, table().pack.hands)
    played, alone = of_four(counts, many, "juego")
    assert played == Fraction(531739187373, 2688673237250)
    assert 2 * alone == Fraction(43924166031, 79078624625)  # by symmetry the other pair as often
    assert of_four(counts, many, "punto")[0] == Fraction(34921705517, 141509117750) == 1 - played - 2 * alone
    played, alone = of_four(counts, many, "pares")
    assert played == Fraction(172765367548483, 262145640631875)
    assert 2 * alone == Fraction(80421827350784, 262145640631875)
    assert 1 - played - 2 * alone == Fraction(2986148577536, 87381880210625)


@pytest.mark.slow
def test_four_players_with_four_kings() -> None:
    of = rules("cuatro_reyes")
    pack = pack_for(of.hand)
    rivals = Rivals(pack.two_hands, np.arange(len(pack.two_hands.hands)))
    found = {
        lance: tally(lance, pack, of.count, seats_of(of, 1), pack.counts, every_hand(pack), rivals)
        for lance in ("pares", "juego", "punto")
    }
    deals = DEALS * 91_390

    def played(lance: str) -> Fraction:
        return Fraction(sum(found[lance].played.tolist()), deals)

    assert played("punto") == Fraction(1388755153763, 2508570723750)
    assert played("juego") == Fraction(296416171321, 6808977678750)
    assert played("pares") == Fraction(3399491672547, 7943807291875)


def two_hands(lance: str, seat: int) -> Tally:
    """Mano against postre, over all hands of the seat."""
    of = rules(players=2)
    pack = pack_for(of.hand)
    rows = np.arange(len(pack.hands))
    lines = Lines(rows, rows, np.zeros((len(rows), 0), np.int64), pack.hands, rows, ways(pack.counts, pack.hands))
    return tally(lance, pack, of.count, seats_of(of, seat), pack.counts, lines, Rivals(pack.one_hand, rows))


@pytest.mark.parametrize(
    ("lance", "both", "tie", "mano"),
    [
        ("grande", Fraction(1), Fraction(8457068, 2691663975), Fraction(2700121043, 5383327950)),
        ("chica", Fraction(1), Fraction(8457068, 2691663975), Fraction(2700121043, 5383327950)),
        ("pares", Fraction(4406029, 13803405), Fraction(74126828, 859175655), Fraction(933302483, 1718351310)),
        ("juego", Fraction(507942, 8544965), Fraction(135385, 761913), Fraction(448649, 761913)),
        ("punto", Fraction(4481879, 8544965), Fraction(84409711, 1411791885), Fraction(748100798, 1411791885)),
    ],
)
def test_two_hands_exactly(lance: str, both: Fraction, tie: Fraction, mano: Fraction) -> None:
    first, last = two_hands(lance, 1), two_hands(lance, 2)
    played, won, lost = (sum(some.tolist()) for some in (first.played, first.pair_played, last.pair_played))
    assert Fraction(played, 91_390 * 58_905) == both
    assert Fraction(won, played) == mano
    # A tie is the mano's: what the mano's hand wins in front and would not win from behind.
    assert Fraction(won, played) - Fraction(lost, played) == tie


def test_two_low_kings_are_as_good_as_three_knights_for_the_mano_who_needs_one_stone() -> None:
    """Números del mus: RR41 and CCC7 are beaten by as many hands, but against RR41 a rival has pares less often."""
    answers = {hand: odds(rules(players=2), hand, 1).lances["pares"] for hand in ("RR41", "CCC7")}
    beaten = {hand: round((found.played - found.won) * 58_905) for hand, found in answers.items()}
    rival_has = {hand: round(found.played * 58_905) for hand, found in answers.items()}
    assert beaten == {"RR41": 4_296, "CCC7": 4_296}
    assert rival_has == {"RR41": 31_905, "CCC7": 35_897}


@pytest.mark.parametrize(
    ("me", "seat", "partner", "grande", "chica", "pares", "juego", "unconditional"),
    [
        ("RRR1", 1, "CS74", 0.988598, 0.104219, (0.792520, 0.915158), (0.361968, 1.0), (0.932761, 1.0)),
        ("RRC1", 2, "7654", 0.919471, 0.108751, (0.804116, 0.667694), (0.471183, 0.798215), (0.732787, 0.904922)),
        ("1111", 1, "RR76", 0.824394, 1.0, (0.768849, 0.921129), (0.582960, 0.027629), (0.939360, 0.433147)),
    ],
)
def test_three_rows_of_a_simulator_put_right(
    me: str,
    seat: int,
    partner: str,
    grande: float,
    chica: float,
    pares: tuple[float, float],
    juego: tuple[float, float],
    unconditional: tuple[float, float],
) -> None:
    answer = odds(rules(), me, seat, Known(holds={seat + 2: partner})).lances
    assert answer["grande"].pair == pytest.approx(grande, abs=6e-7)
    assert answer["chica"].pair == pytest.approx(chica, abs=6e-7)
    for lance, (played, won), published in (("pares", pares, unconditional[0]), ("juego", juego, unconditional[1])):
        found = answer[lance]
        assert found.played == pytest.approx(played, abs=6e-7)
        assert found.ordago == pytest.approx(won, abs=6e-7)
        # Its figure counts a lance that only one pair can speak in as reached and won.
        alone = found.played + (found.pair - found.won) + sum(found.their_bonus.values()) - (found.played - found.won)
        assert found.pair / alone == pytest.approx(published, abs=6e-7)
