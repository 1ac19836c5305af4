"""The board of the play-outs is the engine, and what a player can know is what there is."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordago.bots.mos_endgame import Endgame, is_solvable, units
from ordago.bots.mos_lookout import board_of
from ordago.bots.mos_memory import acts_this_round, known, recalled, remembered
from ordago.bots.mos_playout import Board, Player, Settings, unit_of
from ordago.bots.uniform import Uniform
from ordago.cards.french import parse_cards
from ordago.mos import MOS, Play, State, Take, rules, view
from ordago.mos.hand import packed, size
from tests.engine_mos import random_steps

from .mos_tables import position, some_rules, steps


def board_like(state: State) -> Board:
    """The board of a state, from the state itself."""
    return Board(
        Settings(state.rules),
        state.hands,
        state.trump,
        state.turn,
        [unit_of(unit) for unit in state.table],
        state.led,
        state.threshold,
        state.actions,
        state.burning,
        state.idle.rounds,
        state.idle.starts,
    )


def told(board: Board) -> tuple[object, ...]:
    """A board as values."""
    table = [unit[0] for unit in board.table]
    return (
        *(board.turn, tuple(board.hands), table, board.led, board.live, board.threshold, board.actions),
        *(board.burning, board.rounds, tuple(board.starts)),
    )


@pytest.mark.parametrize(
    ("cards", "acts", "starter"),
    [
        ("3H2C 5H2D 9H 4DKD", "3H 5H 9H", 4),  # case 55: the threshold falls at once
        ("3H2C 5H2D 9H", "3H 5H 9H", 1),  # case 56: three units for two players
        ("3H 5HKC 9D", "3H 5H", 2),  # case 58: two are left, who removed starts
    ],
)
def test_an_exit_lowers_the_threshold_at_once(cards: str, acts: str, starter: int) -> None:
    board = board_like(position(cards))
    for card in acts.split():
        board.lay(unit_of(parse_cards(card)))
    assert (board.turn, board.table, board.over) == (starter, [], False)


def test_the_third_time_a_lead_is_burnt() -> None:
    """Case 53: two trumps wander round the table until the position has begun a round three times."""
    state = position("KHAH JHQH7S TH6S", trump="C", turn=3)
    board = board_like(state)
    for _ in range(12):
        assert not board.burning
        assert not state.burning
        low = state.legal(state.turn)[0]
        board.lay(unit_of(low.cards))
        board.take()
        state = state.apply(MOS.act_from(state.turn, low, random.Random(1)))
        state = state.apply(Take(state.turn))
        assert told(board) == told(board_like(state))
    assert board.burning
    assert state.burning


def test_a_trump_card_that_nobody_plays_is_gone_after_lending_too() -> None:
    """Under `sits_out` its owner plays it where the pile is not empty; what is lent does not hide that."""
    for seed in range(40):
        under = rules(lend_mode=1, lone_trump="sits_out")
        start = MOS.start(under, 12, random.Random(seed))
        for state, seen, _ in steps(start, [Uniform(MOS)] * 12, seed):
            if state.phase == "shedding":
                found = known(seen)
                assert size(found.rest) == sum(found.missing)
                break


@given(st.integers(0, 2**32), st.integers(2, 8))
def test_the_board_goes_where_the_engine_goes(seed: int, players: int) -> None:
    rng = random.Random(seed)
    under = some_rules(rng, players)
    board: Board | None = None
    state = MOS.start(under, players, rng)
    dealt = 0
    for _ in range(1500):
        if state.match_over or (state.deal_over and dealt == 2):
            break
        dealt += state.deal_over
        if not state.turn:
            board = None
            for act in MOS.dealer_acts(state, rng):
                state = state.apply(act)
            continue
        act = MOS.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)
        shedding = state.phase == "shedding"
        if shedding and board is None:
            board = board_like(state)
        after = state.apply(act)
        if shedding:
            assert board is not None
            if isinstance(act, Play):
                board.lay(unit_of(act.cards))
            else:
                assert isinstance(act, Take)
                board.take()
            assert board.over == (after.phase == "over")
            if not board.over:
                assert told(board) == told(board_like(after))
            elif not board.settings.first_out:
                assert board.losers == (after.losers or (after.loser,))
            else:
                assert board.first == after.winner or not board.first
        state = after


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 17))
def test_all_that_is_to_be_known_is_known(seed: int, players: int) -> None:
    """TL-9: under the default rules every seat knows every hand in phase 2, and which positions came before."""
    start = MOS.start(rules(), players, random.Random(seed))
    for now, (state, seen, _) in enumerate(steps(start, [Uniform(MOS)] * players, seed)):
        if state.phase == "shedding" and now % 5 == 0:
            found = known(seen)
            assert found.complete
            assert found.hands == state.hands
            assert (found.rounds, found.starts) == (state.idle.rounds, state.idle.starts)
            assert acts_this_round(seen) == state.actions
            assert told(board_of(seen, found, found.hands, Settings(seen.rules))) == told(board_like(state))


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(["mos", "balanced", "mas_norway", "skitgubbe", "skitgubbe_runs"]))
def test_a_deal_that_begins_with_units_on_the_table_is_followed_too(seed: int, preset: str) -> None:
    """Known are the cards that were taken up and not yet laid, and the positions since then but for unknown cards."""
    begun = position("7SKC6H4D JH9C2D3C 2H2S4H5S 3D3SAC5C", rules=preset, table=["TC", "QC"], turn=3)
    for now, (state, seen, _) in enumerate(steps(begun, [Uniform(MOS)] * 4, seed)):
        found = known(seen)
        assert (found.rounds, len(found.starts)) == (state.idle.rounds, len(state.idle.starts))
        assert acts_this_round(seen) == state.actions
        for hand, part, missing in zip(state.hands, found.hands, found.missing, strict=True):
            assert size(hand - part) == missing == size(hand) - size(part)
        if now > 300:
            break


@given(st.integers(0, 2**32), st.integers(2, 12))
def test_nothing_is_known_that_is_not_so(seed: int, players: int) -> None:
    """Under any rules: known cards are where they are thought to be, and the rest holds all the others."""
    rng = random.Random(seed)
    start = MOS.start(some_rules(rng, players), players, rng)
    for now, (state, seen, _) in enumerate(steps(start, [Uniform(MOS)] * players, seed)):
        if now > 600:
            break
        if state.phase != "shedding" or now % 7:
            continue
        found = known(seen)
        unknown = 0
        for hand, part, missing in zip(state.hands, found.hands, found.missing, strict=True):
            assert size(hand) == size(part) + missing
            unknown += hand - part
        assert size(found.rest) >= sum(found.missing)
        assert size(found.rest - unknown) == size(found.rest) - size(unknown)
        for memory in (0.0, 0.4):
            less = recalled(found, seen.trump, memory, seen.seat)
            assert sum(less.hands) + less.rest == sum(found.hands) + found.rest
            assert sum(less.missing) + sum(map(size, less.hands)) == sum(map(size, state.hands))


def test_aces_are_remembered_first_then_trumps() -> None:
    assert remembered(3, 0.0) == 0
    assert remembered(3, 4 / 52) == packed([48, 49, 50, 51])
    assert remembered(3, 16 / 52) == packed([48, 49, 50, *range(3, 52, 4)])
    assert remembered(3, 1.0) == packed(range(52))


def test_a_play_out_ends_and_counts_its_acts() -> None:
    state = position("2C3C4C5D 6H7HAS 8D9DKD")
    player = Player(Settings(state.rules), state.trump, [0.5], 0.1)
    board = board_like(state)
    assert player.play_out(board, 0, 2) == 2
    assert not board.over
    assert 0 < player.play_out(board, 0, 200) < 100
    assert board.over
    assert board.losers


@given(st.integers(0, 2**32))
def test_the_solver_of_the_last_two_agrees_with_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(range(52), 8)
    hands = (packed(cards[:4]), packed(cards[4:]))
    board = Board(Settings(rules()), hands, 0, 1)
    assert is_solvable(rules())
    assert Endgame(rules(), 0, 100_000).leader_wins(*hands) == wins(board, 1)


def wins(board: Board, chair: int) -> bool:
    """Whether the chair can win whatever the other does."""
    if board.over:
        return chair not in board.losers
    mine = board.turn == chair
    found = []
    if not board.table:
        acts = units(board.hands[board.turn - 1], True)
    else:
        acts = tuple([unit for unit in units(board.hands[board.turn - 1], False) if unit[0] & board.beating()])
    for unit in acts or (None,):
        after = board.copy()
        after.lay(unit) if unit else after.take()
        result = wins(after, chair)
        if result == mine:
            return mine
        found.append(result)
    return not mine


def test_a_spectator_knows_what_was_laid() -> None:
    for _, _, after in random_steps(4, 4):
        if after.phase == "shedding" and after.turn:
            found = known(view(after, 0))
            assert found.complete
            assert found.hands == after.hands
