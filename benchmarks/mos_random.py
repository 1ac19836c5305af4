"""Full random games of Møs through the public API, against PokerKit and OpenSpiel in the same run.

Inside the measured region: making the match, dealing (with the randomness), asking for the legal acts, drawing one,
making, verifying and applying it, and the log that every state keeps. Outside: importing, making the rules, views,
writing records.

Controls: those of `mus_random.py` (random fixed-limit hold'em of PokerKit and `tiny_bridge_4p` of OpenSpiel, with four
seats; neither has a game of this kind). A step is one decision; deals are not counted. Every legal act is equally
likely, each run that may be led being one.
"""

import argparse
import random
from collections.abc import Callable

from mus_random import open_spiel, pokerkit
from rounds import best_rates

from ordago.mos import MOS, rules


def mos(games: int, players: int, seed: int) -> Callable[[], dict[str, int]]:
    """Random games of so many players under the default rules."""
    house_rules = rules()

    def work() -> dict[str, int]:
        rng = random.Random(seed)
        choice, act_from = rng.choice, MOS.act_from
        steps = 0
        for _ in range(games):
            state = MOS.start(house_rules, players, rng)
            while not state.match_over:
                seat = state.turn
                if not seat:
                    for act in MOS.dealer_acts(state, rng):
                        state = state.apply(act)
                    continue
                state = state.apply(act_from(seat, choice(state.legal(seat)), rng))
                steps += 1
        return {"deals": games, "steps": steps}

    return work


def main() -> None:
    """Run all contenders and print their rates, and how many steps of each control ours makes at four seats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="work per round, as a factor")
    options = parser.parse_args()
    scale, seed = options.scale, options.seed
    rates = best_rates(
        {
            "ordago mos, 3 players": mos(int(400 * scale), 3, seed),
            "ordago mos, 4 players": mos(int(300 * scale), 4, seed),
            "ordago mos, 8 players": mos(int(60 * scale), 8, seed),
            "pokerkit limit hold'em 4": pokerkit(int(250 * scale), seed),
            "open_spiel tiny_bridge_4p": open_spiel(int(8000 * scale), seed),
        },
        options.rounds,
    )
    base = rates["ordago mos, 4 players"]
    print(f"{'':28}{'games/s':>12}{'steps/s':>12}{'ours is':>12} per step, with 4 players")
    for name, rate in rates.items():
        print(f"{name:28}{rate['deals']:12,.1f}{rate['steps']:12,.0f}{base['steps'] / rate['steps']:11.2f}x")


if __name__ == "__main__":
    main()
