"""Batches of Mus in compiled loops, against pgx's Leduc and OpenSpiel's own C++ rollouts, in the same run.

Inside the measured region: dealing (with the randomness), masks of legal acts, choosing, acting, the count, and what
is kept of each deal; in the lockstep rows the mask as an array, acts handed in as an array and checked, and a table of
what the seat sees where the row says "see". A uniform policy chooses the acts from the mask: a compiled one, as the
controls have one inside their loops, or numpy. Outside: importing, compiling, making the rules. A step is one decision.

Controls: pgx's `leduc_holdem` (two seats, a far smaller game) on the CPU in several batch sizes, stepped inside one
compiled loop with masked random acts and automatic resets; OpenSpiel's `leduc_poker` and `tiny_bridge_4p`, rolled out
at random by its own C++ (the random-rollout evaluator of its MCTS, so that no act crosses into Python). Theirs count
steps by the mean length of random games from the same state. A control that is not installed is named and left out.
"""

import argparse
import os
import random
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import numpy as np
from rounds import best_rates

from ordago.batch import mos, mus
from ordago.batch.compiled import compiled
from ordago.batch.mus.acts import ACTS, ORDAGO
from ordago.mos import rules as mos_rules
from ordago.mus import rules

Work = Callable[[], dict[str, int]]
QUICK = rules(mus_rounds_max=20, bet_cap="target")


def playout(deals: int, ordago: bool, bets: tuple[int, ...]) -> Work:
    """Whole random deals of four seats; without órdago they run through every lance."""
    policy = mus.uniform() if ordago else mus.by_act({ORDAGO: 0})

    def work() -> dict[str, int]:
        games = mus.play(QUICK, deals, 1, policies=policy, bets=bets)
        return {"games": deals, "steps": int(games.steps.sum())}

    return work


@compiled
def uniform_over(mask: Any, numbers: Any, acts: Any) -> None:
    """A legal act for each row of the mask, each equally likely, by a random number from 0 to 1."""
    for row in range(len(mask)):
        legal = mask[row]
        count = 0
        for act in range(len(legal)):
            count += legal[act]
        wanted = int(numbers[row] * count)
        passed = 0
        chosen = 0
        for act in range(len(legal)):
            passed += legal[act]
            chosen += passed <= wanted
        acts[row] = chosen


def lockstep(rows: int, steps: int, observe: bool, by_numpy: bool) -> Work:
    """Rows in step, with acts that a uniform policy chooses from the mask, compiled or in numpy."""
    batch = mus.Lockstep(QUICK, rows, 1)
    rng = np.random.default_rng(1)
    acts = np.zeros(rows, np.int32)
    first = np.arange(rows) * ACTS

    def by_mask(mask: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if not by_numpy:
            uniform_over(mask, rng.random(rows), acts)
            return acts
        legal = np.flatnonzero(mask)
        counts = np.bincount(legal // ACTS, minlength=rows)
        chosen = counts.cumsum() - 1 - (rng.random(rows) * counts).astype(np.int64)
        return np.asarray(legal[chosen] - first)

    def work() -> dict[str, int]:
        before = int(batch.games.sum())  # the next game of a row has its number plus the rows
        for _ in range(steps):
            if observe:
                batch.observe()
            batch.step(by_mask(batch.mask()))
        return {"games": (int(batch.games.sum()) - before) // rows, "steps": rows * steps}

    return work


def mos_playout(games: int, players: int, policy: mos.Policy) -> Work:
    """Whole games of Møs."""

    def work() -> dict[str, int]:
        played = mos.play(mos_rules(), players, games, 1, policies=policy)
        return {"games": games, "steps": int(played.steps.sum())}

    return work


def pgx_leduc(rows: int, steps: int) -> Work:
    """Leduc in pgx, all steps of a round inside one compiled loop."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carry: Any) -> Any:
        state, key, ended = carry
        key, act_key, step_key = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        acts = jax.random.categorical(act_key, logits, axis=-1)
        state = step(state, acts, jax.random.split(step_key, rows))
        return state, key, ended + state.terminated.sum()

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, one, (state, key, 0)))
    state = init(jax.random.split(jax.random.PRNGKey(0), rows))

    def work() -> dict[str, int]:
        *_, ended = run(state, jax.random.PRNGKey(1))
        return {"games": int(ended), "steps": rows * steps}

    return work


def open_spiel_rollouts(name: str, rollouts: int) -> Work:
    """Random rollouts in OpenSpiel's C++ from the first decision after a random deal."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    length = 0
    for _ in range(2000):
        one = state.clone()
        while not one.is_terminal():
            length += not one.is_chance_node()
            one.apply_action(rng.choice(one.legal_actions()))

    def work() -> dict[str, int]:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).step(state)
        return {"games": rollouts, "steps": rollouts * length // 2000}

    return work


def main() -> None:
    """Run all contenders and print their rates and the ratios to ours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="work per round, as a factor")
    options = parser.parse_args()
    many = max(1, int(100_000 * options.scale))
    steps = max(1, int(60 * options.scale))
    short = 4 * steps
    makers: dict[str, Callable[[], Work]] = {
        "playout": lambda: playout(many, True, ()),
        "playout, no órdago": lambda: playout(many, False, ()),
        "playout, three bet sizes": lambda: playout(many, True, (5, 10)),
        "lockstep 1024: mask, step": lambda: lockstep(1024, short, False, False),
        "lockstep 1024: mask, numpy, step": lambda: lockstep(1024, short, False, True),
        "lockstep 1024: see, mask, step": lambda: lockstep(1024, short, True, False),
        "lockstep 4096: mask, step": lambda: lockstep(4096, steps, False, False),
        "lockstep 4096: mask, numpy, step": lambda: lockstep(4096, steps, False, True),
        "lockstep 4096: see, mask, step": lambda: lockstep(4096, steps, True, False),
        "møs 4, uniform": lambda: mos_playout(many // 50, 4, mos.UNIFORM),
        "møs 4, sane": lambda: mos_playout(many // 50, 4, mos.SANE),
        "pgx leduc 1000": lambda: pgx_leduc(1000, 4 * steps),
        "pgx leduc 4000": lambda: pgx_leduc(4000, steps),
        "pgx leduc 20000": lambda: pgx_leduc(20_000, steps // 3 + 1),
        "open_spiel leduc, C++": lambda: open_spiel_rollouts("leduc_poker", many),
        "open_spiel tiny_bridge_4p, C++": lambda: open_spiel_rollouts("tiny_bridge_4p", many // 4),
    }
    contenders = {}
    for name, make in makers.items():
        try:
            contenders[name] = make()
        except ImportError as missing:
            print(f"{name}: left out, {missing.name} is not installed")
    rates = best_rates(contenders, options.rounds)
    bases = {
        "playout is": rates["playout"]["steps"],
        "lockstep is": rates["lockstep 1024: mask, step"]["steps"],
        "lockstep with numpy is": rates["lockstep 1024: mask, numpy, step"]["steps"],
    }
    print(f"{'':34}{'games/s':>13}{'steps/s':>13}" + "".join(f"{title:>24}" for title in bases) + "  per step")
    for name, rate in rates.items():
        ratios = "".join(f"{base / rate['steps']:23.2f}x" for base in bases.values())
        print(f"{name:34}{rate['games']:13,.0f}{rate['steps']:13,.0f}{ratios}")


if __name__ == "__main__":
    main()
