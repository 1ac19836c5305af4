import numpy as np
import pytest

from ordago.batch.compiled import held, shown
from ordago.batch.mus import COLUMNS, Lockstep, play, settings_for
from ordago.batch.mus.acts import ACTS, CUT, MUS
from ordago.batch.mus.columns import ACTOR, CARDS, EXPOSED, HAND, PILE, PLACES, ROW, STOCK, WINNER
from ordago.batch.mus.view import WIDTH, observe
from ordago.errors import OrdagoError, Refusal
from ordago.mus import rules

QUICK = rules(mus_rounds_max=20, bet_cap="target")


def test_random_steps_are_the_random_games_of_play() -> None:
    steps = Lockstep(QUICK, 64, 11, auto_reset=False)
    total = np.zeros((64, 4), np.float32)
    winner = np.full(64, -1)
    for _ in range(400):
        rewards, ended = steps.step(steps.sample())
        total += rewards
        winner = np.where(ended[:, 0] == 1, ended[:, 1], winner)
    assert (steps.asked == -1).all()
    games = play(QUICK, 64, 11)
    assert (games.winner == winner).all()
    assert (total[:, 0] == games.score[:, 0] - games.score[:, 1]).all()
    assert (total.sum(axis=1) == 0).all()


def test_rows_that_end_begin_the_next_games() -> None:
    steps = Lockstep(QUICK, 8, 11)
    for _ in range(300):
        before = steps.games.copy()
        _, ended = steps.step(steps.sample())
        assert (steps.games == before + 8 * ended[:, 0]).all()
        assert (steps.asked >= 0).all()


def test_the_mask_names_what_step_accepts() -> None:
    steps = Lockstep(rules("fem2025", open_order="any", bet_cap="target", mus_rounds_max=20), 16, 2)
    for _ in range(60):
        mask = steps.mask().copy()
        assert mask.any(axis=1).all()
        before = np.array(shown(steps.states))
        for act in range(ACTS):
            bad = np.flatnonzero(~mask[:, act])
            if len(bad):
                acts = mask.argmax(axis=1)
                acts[bad[0]] = act
                with pytest.raises(Refusal) as caught:
                    steps.step(acts)
                assert caught.value.params == {"row": bad[0], "act": act}
        assert (np.array(shown(steps.states)) == before).all()
        steps.step(steps.sample())


def test_acts_must_be_one_a_row() -> None:
    steps = Lockstep(QUICK, 4)
    for acts in (np.zeros(3, int), np.zeros((4, 1), int), np.zeros(4)):
        with pytest.raises(OrdagoError, match="batch-acts"):
            steps.step(acts)


@pytest.mark.parametrize("wide", [2**32 + MUS, MUS - 2**32, 2**64 - 1])
def test_a_number_too_wide_for_32_bits_is_no_act(wide: int) -> None:
    steps = Lockstep(QUICK, 4, mano=0)
    acts = np.full(4, MUS, np.uint64 if wide >= 2**63 else np.int64)
    acts[2] = wide
    with pytest.raises(Refusal) as caught:
        steps.step(acts)
    assert caught.value.params == {"row": 2, "act": wide}
    assert (steps.asked == 0).all()


def test_nothing_hidden_is_seen() -> None:
    """Whatever lies in other hands, in the stock and among the discards, the asked seat is told the same."""
    rng = np.random.default_rng(4)
    of = rules(mus_visto="mano_choice", expose_probability=0.1, discard_order="simultaneous", bet_cap="target")
    steps = Lockstep(of, 64, 3)
    r = settings_for(of).vector
    for _ in range(80):
        told = np.array(steps.observe())
        for number, row in enumerate(np.array(shown(steps.states))):
            me = row[ACTOR]
            hidden = [*range(CARDS, CARDS + row[STOCK]), *range(CARDS + PLACES - row[PILE], CARDS + PLACES)]
            hidden += [
                HAND + 4 * chair + card
                for chair in range(4)
                for card in range(4)
                if chair != me and not row[EXPOSED + chair] >> card & 1
            ]
            row[hidden] = rng.permutation(row[hidden])
            again = held(np.zeros(WIDTH, np.int32))
            observe(held(row), r, again)
            assert (shown(again) == told[number]).all()
        steps.step(steps.sample())


def test_columns_are_named_once() -> None:
    assert len(set(COLUMNS)) == len(COLUMNS) == WIDTH
    assert ROW > WINNER


def test_supplied_acts_are_done() -> None:
    steps = Lockstep(QUICK, 5, mano=0)
    for chair in (0, 1, 2):
        assert (steps.asked == chair).all()
        steps.step(np.full(5, MUS))
    steps.step(np.full(5, CUT))
    assert (steps.observe()[:, COLUMNS.index("lance")] == 0).all()
    assert (steps.asked == 0).all()
