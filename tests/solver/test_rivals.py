"""Policies to measure against: what they say in the tree of a deal."""

import numpy as np
import pytest

from ordago.mus.rules import rules
from ordago.solver import Decision, Menu, Policy, exploited, value_of
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.rivals import lance_by_lance, table, tempered, uniform

DEAL: Deal = deal_for_two(rules(players=2), Menu((), (), 0))


def at_root(policy: Policy) -> dict[str, float]:
    assert isinstance(DEAL.root, Decision)
    number, row = DEAL.layout.place(DEAL.root)
    return dict(zip(DEAL.root.acts, policy[number][row, :, 0].tolist(), strict=True))


def test_random_policies_say_what_their_names_promise() -> None:
    assert at_root(uniform(DEAL)) == {"P": 0.5, "O": 0.5}
    assert at_root(tempered(DEAL)) == pytest.approx({"P": 0.99, "O": 0.01})


@pytest.mark.parametrize("make", [uniform, tempered, lance_by_lance])
def test_every_policy_adds_up_everywhere(make: object) -> None:
    assert callable(make)
    for block in make(DEAL):
        assert np.allclose(block.sum(axis=1), 1, atol=1e-5)


def test_lances_one_by_one_accept_with_the_best_hands_and_are_exploited_in_the_deal() -> None:
    policy = lance_by_lance(DEAL)
    postre = DEAL.root.children[0]  # type: ignore[union-attr]
    answer = postre.children[1]  # type: ignore[union-attr]
    assert isinstance(answer, Decision)
    assert (answer.player, answer.acts) == (0, ("N", "Q"))
    number, row = DEAL.layout.place(answer)
    accepts = policy[number][row, 1]
    names = DEAL.count.pack.names
    assert accepts[names.index("RRRR")] > 0.99
    assert accepts[names.index("5444")] < 0.01
    game = DEAL.game()
    assert exploited(game, policy).exploitability > 0.05
    found = table(game, {"lances": policy, "uniform": uniform(DEAL)})
    mano = value_of(game, 0, (policy, uniform(DEAL)))
    postre = value_of(game, 1, (uniform(DEAL), policy))
    assert found["lances"]["uniform"] == pytest.approx((mano + postre) / 2)
