"""Fair deals: the algorithm to the letter, no bias, nothing that can be changed unnoticed."""

import hashlib
import hmac
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ordago.cards.spanish import DECK, NAMES
from ordago.core import Record, fair
from ordago.mos.game import MOS
from ordago.mus import MUS

SEED = bytes(range(32))
SHARES = ("00112233445566778899aabbccddeeff", "", "ffffffffffffffffffffffffffffffff", "")


def by_the_page(seed: bytes, shares: tuple[str, ...], deck: list[int], purpose: str = "deck") -> list[int]:
    """The shuffled deck, written again from `docs/protocol.md` alone."""
    key = hmac.new(seed, "\n".join(["ordago-fair-1/" + purpose, *shares]).encode(), hashlib.sha256).digest()
    numbers: list[int] = []
    for block in range(200):
        data = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)]
    stream = iter(numbers)
    deck = list(deck)
    for i in range(len(deck) - 1, 0, -1):
        x = next(stream)
        while x >= 2**32 - 2**32 % (i + 1):
            x = next(stream)
        deck[i], deck[x % (i + 1)] = deck[x % (i + 1)], deck[i]
    return deck


def test_known_answers() -> None:
    """These never change: another answer is another algorithm, with another name."""
    assert fair.ALGORITHM == "ordago-fair-1"
    assert fair.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    stream = fair.stream(SEED, SHARES)
    assert [stream.word() for _ in range(3)] == KNOWN_WORDS
    deck = list(DECK)
    fair.stream(SEED, SHARES).shuffle(deck)
    assert "".join(NAMES[card] for card in deck[:10]) == KNOWN_DECK


KNOWN_WORDS = [3748723996, 3057625070, 1206417032]
KNOWN_DECK = "5c1e3cSe1c1bCc7eRc1o"


@given(seed=st.binary(min_size=32, max_size=32), shares=st.lists(st.binary(min_size=16, max_size=16), max_size=6))
def test_the_code_is_what_the_page_says(seed: bytes, shares: list[bytes]) -> None:
    given = tuple(share.hex() for share in shares)
    deck = list(DECK)
    fair.stream(seed, given).shuffle(deck)
    assert deck == by_the_page(seed, given, list(DECK))


def test_mus_deals_one_card_at_a_time_from_the_mano_and_serves_from_the_top() -> None:
    dealer = fair.Dealer(SEED, SHARES)
    state = MUS.start(MUS.rules("clasico", {}), 4, fair.stream(SEED, SHARES, "first"))
    deck = by_the_page(SEED, SHARES, list(DECK))
    deal: Any
    serve: Any
    [deal] = dealer.acts(MUS, state)
    dealt = {(state.mano - 1 + at) % 4 + 1: set(deck[at:16:4]) for at in range(4)}
    assert {chair: set(hand) for chair, hand in enumerate(deal.hands, 1)} == dealt
    state = state.apply(deal)
    for word in ("M", "M", "M", "M"):
        state = state.apply(MUS.parse_act(state, f"{state.turn}:{word}"))
    top = 16
    for _ in range(4):
        cards = "".join(NAMES[card] for card in state.hands[state.turn - 1][:2])
        state = state.apply(MUS.parse_act(state, f"{state.turn}:D{cards}"))
    while not state.turn:
        [serve] = dealer.acts(MUS, state)
        assert set(serve.cards) == set(deck[top : top + 2])
        top += 2
        state = state.apply(serve)


def test_mos_deals_from_the_dealers_right_and_the_rest_is_the_stock() -> None:
    state = MOS.start(MOS.rules("mos", {}), 4, random.Random(1))
    deal: Any
    [deal] = fair.Dealer(SEED, SHARES).acts(MOS, state)
    deck = by_the_page(SEED, SHARES, list(range(52)))
    assert deal.stock == tuple(deck[12:])
    right = state.dealer % 4 + 1
    assert set(deal.hands[right - 1]) == set(deck[0:12:4])


@given(bit=st.integers(0, 255))
def test_one_bit_of_the_seed_changes_the_deck_and_the_commitment(bit: int) -> None:
    other = bytearray(SEED)
    other[bit // 8] ^= 1 << bit % 8
    one, two = list(DECK), list(DECK)
    fair.stream(SEED, SHARES).shuffle(one)
    fair.stream(bytes(other), SHARES).shuffle(two)
    assert one != two
    assert fair.commitment(SEED) != fair.commitment(bytes(other))


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over card and place: 2000 decks, 39 x 39 degrees of freedom; the bound is six deviations."""
    counts = [[0] * 40 for _ in range(40)]
    decks = 2000
    for number in range(decks):
        deck = list(range(40))
        fair.stream(number.to_bytes(32, "big"), SHARES).shuffle(deck)
        for place, card in enumerate(deck):
            counts[place][card] += 1
    expected = decks / 40
    chi = sum((count - expected) ** 2 / expected for row in counts for count in row)
    freedom = 39 * 39
    assert abs(chi - freedom) < 6 * (2 * freedom) ** 0.5


def test_numbers_that_would_favour_some_are_thrown_away() -> None:
    class Rigged(fair.Stream):
        words = iter([2**32 - 1, 2**32 - 4, 7])

        def word(self) -> int:
            return next(self.words)

    assert Rigged(b"key").below(5) == 7 % 5


def played(game: Any, seed: int = 5) -> Record:
    """A short match dealt fairly, with acts at random."""
    rng = random.Random(seed)
    preset = game.default_preset
    server = [rng.randbytes(32) for _ in range(50)]
    rules = game.rules(preset, {"target": 10, "juegos_to_win_vaca": 1} if game is MUS else {})
    start = state = game.start(rules, 4, fair.stream(server[0], SHARES, "first"))
    extras: list[dict[str, Any]] = []
    while not state.match_over:
        seed_now = server[len(extras)]
        extras.append({"fair": fair.table(seed_now, SHARES)})
        dealer = fair.Dealer(seed_now, SHARES)
        running = False
        while not (running and state.deal_over):
            running = True
            if state.turn:
                act = game.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)
                state = state.apply(act)
            else:
                for act in dealer.acts(game, state):
                    state = state.apply(act)
    return Record(game.name, start, tuple(state.history), (), {}, tuple(extras))


@pytest.mark.parametrize("game", [MUS, MOS], ids=["mus", "mos"])
@pytest.mark.parametrize("seed", range(4))
def test_a_fair_match_is_found_fair(game: Any, seed: int) -> None:
    assert {finding.code for finding in fair.check(played(game, seed), game)} == {"fair"}


def changed(record: Record, **values: Any) -> Record:
    table = {**record.extras[0]["fair"], **values}
    return replace(record, extras=({"fair": table}, *record.extras[1:]))


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"server_seed": "00" * 32}, "fair-commitment"),
        ({"server_seed": "00" * 32, "commitment": fair.commitment(bytes(32))}, "fair-first"),
        ({"server_seed": "zz"}, "fair-malformed"),
        ({"server_seed": "00"}, "fair-malformed"),
        ({"shares": ["", ""]}, "fair-malformed"),
        ({"shares": ["x", "", "", ""]}, "fair-malformed"),
        ({"algorithm": "ordago-fair-0"}, "fair-algorithm"),
    ],
)
def test_what_was_tampered_with_is_found(values: dict[str, Any], code: str) -> None:
    record = played(MUS, 11)
    assert fair.check(changed(record, **values), MUS)[0].code == code


def test_a_share_left_out_or_cards_exchanged_are_found() -> None:
    record = played(MUS)
    found = {fair.check(changed(record, shares=["0" * 31 + f"{at:x}", "", "", ""]), MUS)[0].code for at in range(8)}
    assert found <= {"fair-first", "fair-cards"}
    assert "fair-cards" in found
    deal: Any = record.acts[0]
    swapped = replace(deal, hands=(deal.hands[1], deal.hands[0], *deal.hands[2:]))
    assert fair.check(replace(record, acts=(swapped,)), MUS)[0].code == "fair-cards"


def test_a_record_without_seeds_has_nothing_to_check() -> None:
    record = replace(played(MUS), extras=())
    assert {finding.code for finding in fair.check(record, MUS)} == {"fair-missing"}
