"""Lending between the phases (rules dossier §7.3): who gives how much, how a record writes it, what is refused."""

import random
from typing import Any

import pytest

from ordago.core import write_record
from ordago.mos import MOS, Lend
from ordago.mos.hand import size
from ordago.mos.lending import shares
from tests.engine_mos import code_of, duel, ends, random_steps, read, state_after

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in ("2C", "AS")]


def lending(sizes: list[int], mode: Any = "average", play: str = "", dealer: int | None = None) -> dict[str, Any]:
    """A record in which phase 1 is over at once with piles of these sizes besides the trump card of chair 1."""
    cards = iter(PACK)
    piles = ["".join(next(cards) for _ in range(number - (at == 0))) for at, number in enumerate(sizes)]
    record = duel("2C" + " -" * (len(sizes) - 1), play, {"lend_mode": mode}, piles=piles)
    record["deal"][0]["dealer"] = dealer or len(sizes)
    return record


def gives(sizes: list[int], mode: Any = "average", dealer: int | None = None) -> dict[int, int]:
    plan = state_after(lending(sizes, mode, dealer=dealer)).plan
    return dict(plan.gives) if plan else {}


def gets(sizes: list[int], mode: Any = "average", dealer: int | None = None) -> dict[int, int]:
    plan = state_after(lending(sizes, mode, dealer=dealer)).plan
    return dict(plan.gets) if plan else {}


def test_the_examples_of_the_dossier() -> None:
    assert gives([20, 14, 10, 7, 0]) == {1: 4, 2: 3, 3: 2, 4: 1}
    assert gets([20, 14, 10, 7, 0]) == {5: 10}
    assert gives([30, 12, 8, 1, 0]) == {1: 6, 2: 2, 3: 2}
    assert gives([24, 15, 12, 0, 0]) == {1: 9, 2: 6, 3: 5}
    assert gets([24, 15, 12, 0, 0]) == {4: 10, 5: 10}


def test_per5_and_a_fixed_number() -> None:
    assert gives([10, 9, 4, 0], "per5") == {1: 2, 2: 1}
    assert gets([10, 9, 4, 0, 0], "per5") == {4: 2, 5: 1}, "the first receiver from the dealer's right gets the rest"
    assert gets([10, 9, 4, 0, 0], "per5", dealer=4) == {5: 2, 4: 1}
    assert gets([10, 9, 4, 0, 0], 2) == {4: 2, 5: 2}
    assert sum(gives([10, 9, 4, 0, 0], 2).values()) == 4


def test_nothing_is_lent_where_the_rules_do_not_lend_or_everybody_has_cards() -> None:
    assert gives([20, 14, 0], "off") == {}
    assert gives([20, 14, 10]) == {}
    assert gives([4, 3, 0], "per5") == {}
    assert ends(lending([20, 14, 10]))["turn"] == 1


def test_the_trump_holder_never_receives() -> None:
    record = duel("- AC -", rules={"lend_mode": "average"}, leader=2, piles=["", "KHQHJH", "2C3C4C"], holder=1)
    assert ends(record)["turn"] == 1


@pytest.mark.parametrize("part", range(20))
def test_totals_are_exact_and_no_donor_is_emptied(part: int) -> None:
    """Random cases of §7.3: the gifts add up, follow the piles, and leave everybody at least a card."""
    rng = random.Random(part)
    for _ in range(200):
        donors = {chair: rng.randint(2, 30) for chair in range(1, rng.randint(2, 17))}
        wanted = rng.randint(0, 40)
        found = shares(wanted, donors)
        pile = sum(donors.values())
        assert sum(found.values()) == (total := min(wanted, pile - len(donors)))
        for chair, count in found.items():
            assert 0 <= count <= donors[chair] - 1
            assert count >= min(total * donors[chair] // pile, donors[chair] - 1)
        for one in donors:
            for two in donors:
                assert donors[one] < donors[two] or found[one] >= found[two] - 1


def test_while_lending_is_due_the_dealer_acts_and_the_trump_is_hidden() -> None:
    due = ends(lending([20, 14, 10, 7, 0]))
    assert (due["phase"], due["trump"], due["turn"], due["legal"]) == ("shedding", None, None, [])
    state = state_after(lending([20, 14, 10, 7, 0]))
    assert not state.deal_over
    assert all(MOS.view(state, seat).lending for seat in range(6))
    acts = MOS.dealer_acts(state, random.Random(0))
    for act in acts:
        assert isinstance(act, Lend)
        assert state.trump < 0
        state = state.apply(act)
    assert (state.trump, state.turn) == (3, 1)
    assert [size(hand) for hand in state.hands] == [17, 11, 8, 6, 10]


@pytest.mark.parametrize("seed", range(5))
def test_random_lending_of_random_games_is_accepted(seed: int) -> None:
    for mode in ("average", "per5", 2):
        for before, act, after in random_steps(seed, 14, {"lend_mode": mode}):
            if isinstance(act, Lend):
                assert not size(before.hands[act.receiver - 1]) or before.plan
                assert sum(map(size, before.hands)) == sum(map(size, after.hands)) - (after.plan is None)
            if after.live:
                break


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("1>5=TC9C8C7C6C", "lend-count"),
        ("1>5=TC9C8C", "lend-count"),
        ("1>5=TC9C8C7C 1>5=6C", "lend-pair"),
        ("1>4=TC9C8C7C", "lend-pair"),
        ("5>1=TC", "lend-pair"),
        ("1>5=TC9C8CAH", "card-not-held"),
        ("1>5=TC9C8C8C", "card-not-held"),
        ("1>5=", "token-malformed"),
        ("1>5:TC", "token-malformed"),
        ("1:2C", "lending-due"),
        ("1>5=TC9C8C7C 2:9D", "lending-due"),
    ],
)
def test_wrong_gifts_are_refused(play: str, code: str) -> None:
    assert code_of(lending([20, 14, 10, 7, 0], play=play)) == code


def test_one_token_for_each_pair_and_no_dead_ends() -> None:
    sizes = [24, 15, 12, 0, 0]
    assert code_of(lending(sizes, play="1>4=TC9C8C 1>4=7C")) == "lent-already"
    assert code_of(lending(sizes, play="1>4=TC9C8C7C6C5C4C3C2C 2>4=KD 3>4=JS")) == "lend-pair", "chair 4 has his ten"
    done = "1>4=TC9C8C 1>5=7C6C5C4C3C2C 2>4=7H6H5H4H3H2H 3>4=JS 3>5=TS9S8S7S"
    assert ends(lending(sizes, play=done))["trump"] == "S"


def test_no_lending_before_or_after_its_time() -> None:
    assert code_of(duel("KH2H 3C4C", "1>2=KH", {"lend_mode": "average"})) == "no-lending-now"
    assert code_of(lending([20, 14, 10], play="1>2=TC")) == "no-lending-now"


def test_gifts_are_seen_by_who_gave_and_who_got_and_neither_knows_the_other() -> None:
    state = state_after(lending([24, 15, 12, 0, 0], play="1>4=TC9C8C 1>5=7C6C5C4C3C2C 2>4=7H6H5H4H3H2H"))
    gifts = {seat: [act for act in MOS.view(state, seat).acts if isinstance(act, Lend)] for seat in range(6)}
    assert [(act.giver, act.receiver, len(act.cards)) for act in gifts[1]] == [(1, 0, 9)]
    assert [(act.giver, act.receiver, len(act.cards)) for act in gifts[4]] == [(0, 4, 9)]
    assert gifts[0] == gifts[3] == []


def test_lending_survives_writing() -> None:

    record = read(lending([20, 14, 10, 7, 0], play="1>5=8C7C9CTC"))
    assert "1>5=TC9C8C7C" in write_record(record, MOS)
