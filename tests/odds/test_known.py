"""What can be known, and what cannot be."""

import pytest

from ordago.errors import OrdagoError
from ordago.mus import rules
from ordago.odds import Known, odds


@pytest.mark.parametrize(
    ("code", "hand", "seat", "known"),
    [
        ("hand-size", "RR7", 1, Known()),
        ("hand-size", "", 1, Known()),
        ("card-unknown", "RRX1", 1, Known()),
        ("suits-mixed", "RoR71", 1, Known()),
        ("odds-seat", "RR71", 0, Known()),
        ("odds-seat", "RR71", 5, Known()),
        ("odds-own-seat", "RR71", 1, Known(holds={1: "duples"})),
        ("odds-seat", "RR71", 1, Known(holds={7: "duples"})),
        ("odds-seat", "RR71", 1, Known(pares=(1, 9))),
        ("card-too-often", "7777", 1, Known(seen="7")),
        ("card-too-often", "RoRcReRb", 1, Known(seen="Ro")),
        ("card-too-often", "RoRo7c1b", 1, Known()),
        ("card-too-often", "RR71", 1, Known(holds={2: "1c1c1c1c"})),
        ("card-too-often", "RoRc7c1b", 1, Known(holds={3: "RoCe5e4e"})),
        ("odds-own-hand", "RR71", 1, Known(pares=(2,))),
        ("odds-own-hand", "RR71", 1, Known(juego=(1, 2))),
        ("odds-holds", "RR71", 1, Known(holds={3: "three hats"})),
        ("odds-holds", "RR71", 1, Known(holds={3: "RR7"})),
        ("odds-holds", "RR71", 1, Known(holds={3: ""})),
        ("odds-impossible", "7777", 1, Known(holds={3: "7RRR"})),
        ("odds-impossible", "RR71", 1, Known(juego=(2,), holds={2: "RR71"})),
        ("odds-impossible", "RRRR", 1, Known(holds={2: "four kings", 3: "two kings"})),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(code: str, hand: str, seat: int, known: Known) -> None:
    with pytest.raises(OrdagoError) as refused:
        odds(rules(), hand, seat, known)
    assert refused.value.code == code


def test_six_players_whom_nothing_fits_are_refused_too() -> None:
    with pytest.raises(OrdagoError, match="odds-impossible"):
        odds(rules(players=6), "RRRR", 1, Known(holds={2: "four kings", 4: "RCS7"}), samples=50)


def test_a_three_is_a_king_with_eight_and_a_three_with_four() -> None:
    assert odds(rules(), "R321", 1).lances == odds(rules(), "RR11", 1).lances
    four = odds(rules("cuatro_reyes"), "R321", 1, Known(holds={2: "duples", 3: "RR71", 4: "C654"}))
    assert four.lances["pares"].me == 0


def test_cards_seen_change_the_odds() -> None:
    """With the other kings out of the pack nobody beats one king at grande but with the same king."""
    free = odds(rules(), "RCS7", 4).lances["grande"].pair
    assert odds(rules(), "RCS7", 4, Known(seen="RRRRRRR")).lances["grande"].pair > free


def test_an_order_that_does_not_matter_does_not_matter() -> None:
    one = odds(rules(), "7R1R", 2, Known(holds={4: "Two-Kings", 1: "duples"}))
    assert one.lances == odds(rules(), "RR71", 2, Known(holds={1: "duples", 4: "two kings"})).lances
    assert one.hand == "RR71"
