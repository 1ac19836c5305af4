"""What a player may know: its own hand, what lay open, and nothing else (rules dossier S-7, P1-7, TL-9)."""

import msgspec
import pytest

from ordago.cards.french import CODES
from ordago.core import State as AnyState
from ordago.mos import MOS, Draw, DrawTrump, Hidden, Leftover, Play, ShowTrump, State, Take, Turned, View, Won
from ordago.mos.hand import size, unpacked
from tests.engine_mos import duel, random_steps, state_after


def views(state: AnyState) -> list[View]:
    """Of a spectator and of every seat."""
    return [MOS.view(_mos(state), seat) for seat in range(state.players + 1)]


def _mos(state: AnyState) -> State:
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_sees_its_own_hand_and_counts_of_the_others(seed: int) -> None:
    for before, _, _ in random_steps(seed, 4):
        if before.phase == "deal":
            continue
        for seat, view in enumerate(views(before)):
            assert view.hand == (unpacked(before.hands[seat - 1]) if seat else ())
            assert view.hand_sizes == tuple(map(size, before.hands))
            assert view.pile_sizes == tuple(map(size, before.piles))
            assert view.table == before.table
            assert view.legal == before.legal(seat)
            assert (view.led, view.trump, view.out) == (before.led, before.trump, before.out)


def test_nobody_not_even_its_owner_sees_the_trump_card() -> None:
    """P1-7, case 22."""
    state = state_after(duel("KH2D3C 4C5S6D", "1:KH 2:4C", stock="8H9S"))
    assert (state.holder, state.trump_card) == (2, CODES["9S"])
    for view in views(state):
        assert view.holder == 2, "who has it is public"
        assert view.trump_card == view.trump == -1
        assert CODES["9S"] not in all_cards(view)


def all_cards(view: View) -> set[int]:
    """Every card named anywhere in a view."""
    found = {*view.hand, *view.pile, *(card for unit in view.table for card in unit), view.trump_card}
    for act in view.acts:
        found |= {*getattr(act, "cards", ()), getattr(act, "card", -1)}
    return found - {-1}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_view_names_a_card_that_its_seat_has_not_seen(players: int) -> None:
    for seed in range(3):
        seen: list[set[int]] = []
        for before, act, after in random_steps(seed, players):
            if before.phase == "deal":
                seen = [set() for _ in range(players + 1)]
            if isinstance(act, Play):
                seen = [cards | {*act.cards} for cards in seen]
            if after.trump >= 0:
                seen = [cards | {after.trump_card} for cards in seen]
            for seat, view in enumerate(views(after)):
                if seat:
                    seen[seat] |= {*unpacked(after.hands[seat - 1])}
                assert all_cards(view) <= seen[seat], f"seat {seat} of {players}, seed {seed}"


def test_the_log_names_who_laid_drew_and_won_what() -> None:
    state = state_after(duel("7H5D2C 4C6S3D", "1:7H 2:4C", stock="6HQS3H3S"))
    played = [Play(1, (CODES["7H"],)), Play(2, (CODES["4C"],)), Won(1, (CODES["7H"], CODES["4C"]))]
    mine, others = Draw(0, 1, (CODES["6H"],)), Hidden(2, "=", 1)
    assert list(MOS.view(state, 1).acts) == [*played, mine, others]
    assert list(MOS.view(state, 2).acts) == [*played, Hidden(1, "=", 1), Draw(0, 2, (CODES["QS"],))]
    assert list(MOS.view(state, 0).acts) == [*played, Hidden(1, "=", 1), others]


def test_leftovers_are_seen_only_by_their_owner() -> None:
    state = state_after(duel("KH2D3H 4C 5C", "1:KH 2:4C 1:2D 3:5C", holder=3))
    own = Leftover(1, (CODES["3H"],))
    assert own in MOS.view(state, 1).acts
    for seat in (0, 2, 3):
        assert own not in MOS.view(state, seat).acts
        assert Hidden(1, "leftover", 1) in MOS.view(state, seat).acts
    assert ShowTrump(3, CODES["AS"]) in MOS.view(state, 0).acts


def test_a_blind_card_and_the_trump_draw_are_told_to_all() -> None:
    state = state_after(duel("KH2D3C 4C5S6D", "1:B 2:6D", {"blind_play": "both"}, "8H9S"))
    for view in views(state):
        assert Turned(1, CODES["8H"]) in view.acts
        assert DrawTrump(0, 2) in view.acts


def test_a_spectator_may_do_nothing_and_strangers_have_no_view() -> None:
    state = state_after(duel("KH2D 4C5S"))
    assert MOS.view(state, 0).legal == ()
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="no seat"):
            MOS.view(state, seat)


def test_a_view_is_made_before_the_first_deal_and_after_the_last() -> None:
    steps = list(random_steps(0, 3))
    for state in (steps[0][0], steps[-1][2]):
        for view in views(state):
            assert view.turn == 0
            assert view.legal == ()


def test_a_view_holds_no_state_and_can_be_sent() -> None:
    state = state_after(duel("KH2D 4C5S", "1:KH"))
    fields = set(View.__struct_fields__)
    assert not fields & {"stock", "hands", "piles", "log", "history"}
    assert msgspec.json.encode(MOS.view(state, 1))


def test_time_out_lays_the_lowest_card_or_takes() -> None:
    for before, _, _ in random_steps(4, 3):
        if before.turn:
            act = MOS.time_out_act(MOS.view(before, before.turn))
            options = before.legal(before.turn)
            cards = [option.cards[0] for option in options if len(option.cards) == 1]
            assert act == (Play(before.turn, (min(cards),)) if cards else Take(before.turn))
