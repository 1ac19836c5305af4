"""Full random deals of Mus through the public API, against PokerKit and OpenSpiel in the same run.

Inside the measured region: making the match, dealing (with the randomness), asking for the legal acts, drawing one,
making, verifying and applying it, the log that every state keeps, and the count. Outside: importing, making the rules,
views, writing records.

Controls: PokerKit playing random four-seat fixed-limit hold'em (a pure Python engine with verification and a log), and
OpenSpiel's `tiny_bridge_4p` driven from Python (a C++ engine, a far smaller game). A step is one decision; deals and
services are not counted. Options are drawn uniformly by kind, bets of the least size.
"""

import argparse
import random
from collections.abc import Callable

from rounds import best_rates

from ordago.mus import MUS, Discard, Envido, Raise, rules, start
from ordago.mus.notation import WORDS


def mus(deals: int, seed: int, ordago: bool) -> Callable[[], dict[str, int]]:
    """Random deals of four; without órdago they run through every lance."""
    house_rules = rules(mus_rounds_max=20, bet_cap="target")

    def work() -> dict[str, int]:
        rng = random.Random(seed)
        choice, uniform = rng.choice, rng.random
        state = start(house_rules)
        steps = 0
        for _ in range(deals):
            if state.match_over:
                state = start(house_rules)
            for act in MUS.dealer_acts(state, rng):
                state = state.apply(act)
            while not state.deal_over:
                seat = state.turn
                if not seat:
                    state = state.apply(MUS.dealer_acts(state, rng)[0])
                    continue
                options = state.legal(seat)
                option = choice(options)
                while option.kind == "O" and not ordago and len(options) > 1:
                    option = choice(options)
                kind = option.kind
                if kind == "E":
                    act = Envido(seat, option.least)
                elif kind == "+":
                    act = Raise(seat, option.least)
                elif kind == "D":
                    act = Discard(seat, option.cards[: 1 + int(4 * uniform())])
                else:
                    act = WORDS[kind](seat)
                state = state.apply(act)
                steps += 1
        return {"deals": deals, "steps": steps}

    return work


def pokerkit(hands: int, seed: int) -> Callable[[], dict[str, int]]:
    """Random four-seat fixed-limit hold'em."""
    from pokerkit import Automation, FixedLimitTexasHoldem

    automations = tuple(Automation)

    def work() -> dict[str, int]:
        rng = random.Random(seed)
        steps = 0
        for _ in range(hands):
            state = FixedLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 4, 200, 4)
            while state.status:
                acts: list[Callable[[], object]] = []
                if state.can_fold():
                    acts.append(state.fold)
                if state.can_check_or_call():
                    acts.append(state.check_or_call)
                if state.can_complete_bet_or_raise_to():
                    acts.append(state.complete_bet_or_raise_to)
                rng.choice(acts)()
                steps += 1
        return {"deals": hands, "steps": steps}

    return work


def open_spiel(games: int, seed: int) -> Callable[[], dict[str, int]]:
    """Random `tiny_bridge_4p`, its C++ state driven from Python."""
    import pyspiel

    game = pyspiel.load_game("tiny_bridge_4p")

    def work() -> dict[str, int]:
        rng = random.Random(seed)
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    steps += 1
                state.apply_action(rng.choice(state.legal_actions()))
            state.returns()
        return {"deals": games, "steps": steps}

    return work


def main() -> None:
    """Run all contenders and print their rates and the ratios to ours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="work per round, as a factor")
    options = parser.parse_args()
    scale = options.scale
    rates = best_rates(
        {
            "ordago mus": mus(int(8000 * scale), options.seed, True),
            "ordago mus, no órdago": mus(int(6000 * scale), options.seed, False),
            "pokerkit limit hold'em 4": pokerkit(int(250 * scale), options.seed),
            "open_spiel tiny_bridge_4p": open_spiel(int(8000 * scale), options.seed),
        },
        options.rounds,
    )
    base = rates["ordago mus"]
    print(f"{'':28}{'deals/s':>12}{'steps/s':>12}{'ours is':>12} per step")
    for name, rate in rates.items():
        print(f"{name:28}{rate['deals']:12,.0f}{rate['steps']:12,.0f}{base['steps'] / rate['steps']:11.2f}x")


if __name__ == "__main__":
    main()
