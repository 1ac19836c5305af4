"""The shipped table of all hands: it is what counting gives, it is whole, and it answers as questions do."""

from pathlib import Path

import numpy as np
import pytest

from ordago.errors import OrdagoError
from ordago.mus import rules
from ordago.mus.count import LANCES
from ordago.odds import FIELDS, average_gain, odds, table
from ordago.odds.pack import ways
from ordago.odds.pairs import DEALS, build, read, rebuild, write
from tools.odds_page import PAGE, page


@pytest.mark.parametrize(("seat", "lance"), [(3, "punto"), (4, "juego")])
def test_a_part_counted_anew_is_the_shipped_one(seat: int, lance: str) -> None:
    at = LANCES.index(lance)
    counted = build(seats=(seat,), lances=(lance,))[:, seat - 1, at]
    assert (counted == table().counts[:, seat - 1, at]).all()


@pytest.mark.slow
def test_the_whole_table_counted_anew_is_the_shipped_one() -> None:
    assert (build() == table().counts).all()


def test_rebuilding_writes_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ordago.odds.pairs.build", lambda progress=None: table().counts)
    rebuild(tmp_path / "t.odds")
    assert (read((tmp_path / "t.odds").read_bytes()) == table().counts).all()
    with pytest.raises(OrdagoError, match="file-unwritable"):
        rebuild(tmp_path / "no" / "t.odds")


@pytest.mark.parametrize("damage", ["bit", "cut", "version", "empty", "no json"])
def test_a_damaged_table_is_refused(damage: str) -> None:
    data = write(table().counts)
    broken = {
        "bit": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "cut": data[:-8],
        "version": data.replace(b"ordago-odds 1", b"ordago-odds 2"),
        "empty": b"",
        "no json": b"[]" + data,
    }[damage]
    with pytest.raises(OrdagoError, match="odds-table"):
        read(broken)


@pytest.mark.parametrize(("hand", "seat"), [("RR71", 2), ("7654", 4), ("RRR1", 1), ("1111", 3)])
def test_the_table_answers_as_a_question_does(hand: str, seat: int) -> None:
    answer = odds(rules(), hand, seat)
    for lance in LANCES:
        for field in FIELDS:
            wanted = getattr(answer.lances[lance], field)
            assert table().chance(hand, seat, lance, field) == pytest.approx(wanted, abs=1e-12), (lance, field)


def test_every_lance_has_one_winner_over_all_seats() -> None:
    """Over all hands, the four seats' own wins add up to how often there is a winner at all."""
    many = ways(table().pack.counts, table().pack.hands).astype(object)
    counts = table().counts.astype(object)
    me, pair, played, won = (counts[..., FIELDS.index(name)] for name in ("me", "pair", "played", "won"))
    for at, lance in enumerate(LANCES):
        owned = sum((many * me[:, seat, at]).sum() for seat in range(4))
        sides = sum((many * pair[:, seat, at]).sum() for seat in range(2))
        assert owned == sides, lance
        assert sum((many * won[:, seat, at]).sum() for seat in range(2)) == (many * played[:, 0, at]).sum()
        if lance in ("grande", "chica"):
            assert owned == 91_390 * DEALS
    assert (counts[..., :4] <= DEALS).all()
    # What one side takes the other gives.
    ours, theirs = (counts[..., FIELDS.index(name)].sum(axis=2) for name in ("ours", "theirs"))
    assert (many * ours[:, 0]).sum() == (many * theirs[:, 1]).sum()


def test_the_table_agrees_with_the_prototype_that_the_design_quotes() -> None:
    quoted = {"RRR1": (0.992, 0.361), "RR11": (0.780, 0.780), "7654": (0.333, 0.347)}
    for hand, values in quoted.items():
        found = [table().chance(hand, 1, lance, "pair") for lance in ("grande", "chica")]
        assert found == pytest.approx(values, abs=5e-4)
    assert table().values.dtype == np.float64


def test_an_average_discard_gains_about_a_stone_and_a_half() -> None:
    assert 1.4 < average_gain() < 1.6


def test_the_page_of_all_hands_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tools.odds_page"
