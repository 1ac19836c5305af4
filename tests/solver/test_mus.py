"""A deal with a round of mus, on a deck of ten cards of three kinds: card by card, and by recursion over the tree."""

from collections import defaultdict
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from ordago.cards.spanish import parse_cards
from ordago.errors import OrdagoError, RulesError
from ordago.mus.rules import rules
from ordago.solver import Decision, Menu, Split, checkpoint, default_path, plan_of, read
from ordago.solver.mus_answer import answered, best_after_mus
from ordago.solver.mus_by_value import play_by_value
from ordago.solver.mus_course import mus_solution_of, play_of, with_values
from ordago.solver.mus_round import Link, MusDeal, Play, link, mus_deal
from ordago.solver.mus_training import MusTraining

CARDS = parse_cards("RoRcReRb7o7c7e1o1c1e")
NOTHING = Menu((), (), 0)
"""Passes and órdagos only."""

ONE: dict[str, Any] = {"players": 2, "mus_rounds_max": 1, "discard_max": 1}


@cache
def small() -> MusDeal:
    of = rules(**ONE)
    pack = mus_deal(of, NOTHING).after.count.pack
    return mus_deal(of, NOTHING, stock=pack.take(CARDS))


@cache
def some_play() -> Play:
    deal, draw = small(), np.random.default_rng(5)

    def policy(of: Any) -> Any:
        weights = [draw.random(block.shape) ** 3 for block in of.game(np.float64).uniform()]
        return [block / block.sum(axis=1, keepdims=True) for block in weights]

    throws = []
    for _ in range(2):
        weights = draw.random(len(deal.draws.option_hand)) + 0.1
        throws.append(weights / np.bincount(deal.draws.option_hand, weights)[deal.draws.option_hand])
    return Play(policy(deal.talk), (throws[0], throws[1]), policy(deal.after))


@cache
def some_link() -> Link:
    return link(small(), some_play(), np.float64)


@cache
def card_by_card(player: int) -> dict[tuple[int, int, int], Any]:
    """By first hand, kind thrown and new hand of the player: how likely the other gives mus and comes to each hand."""
    deal, play = small(), some_play()
    pack, draws = deal.after.count.pack, deal.draws
    gives = deal.gives(play.talk, 1 - player)
    chance_of = {
        (hand, int(np.flatnonzero(draws.thrown[thrown])[0])): chance
        for hand, thrown, chance in zip(
            draws.option_hand.tolist(), draws.option_thrown.tolist(), play.throws[1 - player].tolist(), strict=True
        )
    }

    @cache
    def number(cards: tuple[int, ...]) -> int:
        return pack.index_of(pack.take(cards))

    def throws(hand: tuple[int, ...]) -> dict[int, int]:
        return {pack.kind_of[card]: card for card in hand}

    found: dict[tuple[int, int, int], Any] = defaultdict(lambda: np.zeros(len(pack.hands)))
    deals = 210 * 15
    for mine in combinations(CARDS, 4):
        rest = [card for card in CARDS if card not in mine]
        for theirs in combinations(rest, 4):
            stock = [card for card in rest if card not in theirs]
            first, other = number(mine), number(theirs)
            for drawn, other_drawn in permutations(stock, 2):
                for kind, card in throws(mine).items():
                    new = number(tuple(sorted([*(set(mine) - {card}), drawn])))
                    for other_kind, other_card in throws(theirs).items():
                        after = number(tuple(sorted([*(set(theirs) - {other_card}), other_drawn])))
                        chance = gives[other] * chance_of[other, other_kind] / deals / 2
                        found[first, kind, new][after] += chance
    return found


def best(node: Any, player: int, hand: int, weights: Any) -> float:
    """The most that the hand gets, by recursion."""
    deal, after = small().after, some_play().after
    if isinstance(node, Split):
        total = 0.0
        for branch in node.branches:
            if hand in branch.hands[player]:
                left = np.zeros_like(weights)
                left[branch.hands[1 - player]] = weights[branch.hands[1 - player]]
                total += best(branch.node, player, hand, left)
        return total
    if not isinstance(node, Decision):
        everything, mine = np.arange(len(weights)), np.array([hand])
        worth = (
            deal.value(node.key, mine, everything)[0] if player == 0 else deal.value(node.key, everything, mine)[:, 0]
        )
        return float((1 if player == 0 else -1) * (weights @ (worth + node.plus)))
    if node.player == player:
        return max(best(child, player, hand, weights) for child in node.children)
    number, row = deal.layout.place(node)
    hands = deal.layout.hands[deal.layout.choices[number].hands]
    total = 0.0
    for at, child in enumerate(node.children):
        said = np.zeros_like(weights)
        said[hands] = weights[hands] * after[number][row, at]
        total += best(child, player, hand, said)
    return total


@pytest.mark.slow
@pytest.mark.parametrize("player", [0, 1])
def test_the_best_throw_and_what_follows_are_those_of_playing_card_by_card(player: int) -> None:
    deal = small()
    by_throw: dict[tuple[int, int], float] = defaultdict(float)
    for (hand, kind, new), weights in card_by_card(player).items():
        by_throw[hand, kind] += best(deal.after.root, player, new, weights)
    wanted = np.zeros(len(deal.draws.dealt))
    for hand in {hand for hand, _ in by_throw}:
        wanted[hand] = max(worth for (of, _), worth in by_throw.items() if of == hand)
    found = deal.draws.dealt * best_after_mus(deal, some_play(), player, some_link().beliefs[player])
    assert np.allclose(found, wanted, atol=1e-9)
    assert np.count_nonzero(wanted) == 13


def test_hands_come_to_the_lances_as_often_as_card_by_card() -> None:
    deal, play = small(), some_play()
    gives, draws = deal.gives(play.talk, 0), deal.draws
    wanted = np.zeros_like(deal.after.weights)
    for (hand, kind, new), weights in card_by_card(0).items():
        option = next(
            at for at in np.flatnonzero(draws.option_hand == hand) if draws.thrown[draws.option_thrown[at], kind]
        )
        wanted[new] += gives[hand] * play.throws[0][option] * weights
    assert np.allclose(some_link().joint, wanted, atol=1e-12)
    assert 0.1 < wanted.sum() < 0.9


def test_what_mus_brings_the_mano_it_takes_from_the_postre() -> None:
    deal, play = small(), some_play()
    mano, postre = some_link().worths(deal.draws, play.throws)
    brings = float(deal.gives(play.talk, 0) @ mano)
    assert brings == pytest.approx(-float(deal.gives(play.talk, 1) @ postre), abs=1e-9)
    assert abs(brings) > 0.01


@pytest.mark.slow
def test_learning_leaves_less_to_win() -> None:
    """Ten cards are so few that what one has thrown tells much; the policy forgets it, its rival does not."""
    deal = small()
    training = MusTraining(deal, every=10)
    before = answered(deal, training.play())
    for _ in range(60):
        training.step()
    after = answered(deal, training.play())
    assert min(after.gains) > -1e-3
    assert after.exploitability < before.exploitability / 8


def test_a_training_that_is_taken_up_again_goes_on_as_if_never_stopped(tmp_path: Path) -> None:
    plan = plan_of(rules(**ONE), NOTHING, mus=True)
    whole, first, second = (MusTraining(small(), every=2) for _ in range(3))
    for number in range(5):
        whole.step()
        if number < 3:
            first.step()
    checkpoint.save(tmp_path / "kept", plan, first)
    checkpoint.load(tmp_path / "kept", plan, second)
    for _ in range(2):
        second.step()
    assert second.iteration == whole.iteration
    for one, two in zip((*whole.regrets, *whole.totals), (*second.regrets, *second.totals), strict=True):
        assert np.array_equal(one, two)


def test_a_policy_with_mus_is_written_in_whole_255ths_and_read_again() -> None:
    deal, play = small(), some_play()
    plan = plan_of(rules(**ONE), NOTHING, mus=True)
    solution = mus_solution_of(plan, 7, deal, play)
    found = play_of(solution, deal)
    for one, two in zip(
        (*play.talk, *play.after, *play.throws), (*found.talk, *found.after, *found.throws), strict=True
    ):
        assert np.abs(one - two).max() < 1 / 255
    for throws in found.throws:
        sums = np.bincount(deal.draws.option_hand, throws, len(deal.draws.dealt))
        assert np.allclose(sums[deal.draws.option_hand], 1)
    told = with_values(solution, deal, play, some_link()).expected().astype(float)
    worth = told[0] @ some_link().joint.sum(axis=1)
    assert worth == pytest.approx(-told[1] @ some_link().joint.sum(axis=0), abs=1e-5)
    brings = float(deal.gives(play.talk, 0) @ some_link().worths(deal.draws, play.throws)[0])
    assert worth == pytest.approx(brings, abs=1e-5), "what hands may expect after a mus is what the mus brings"
    with pytest.raises(OrdagoError):
        play_of(replace(solution, levels=solution.levels[:-1]), deal)


def test_one_who_is_shown_how_many_cards_were_thrown_wins_no_less() -> None:
    deal = wide()
    play = MusTraining(deal).play()
    hidden, seen = answered(deal, play, seen=False), answered(deal, play)
    assert seen.gains[0] > hidden.gains[0] - 1e-6
    assert seen.gains[1] > hidden.gains[1] - 1e-6
    assert seen.exploitability > hidden.exploitability + 1e-3


def wide() -> MusDeal:
    """Twelve cards of two kinds, of which one or two are thrown."""
    of = rules(**{**ONE, "discard_max": 2})
    pack = mus_deal(of, NOTHING).after.count.pack
    return mus_deal(of, NOTHING, stock=pack.take(parse_cards("RoRcReRb3o3c1o1c1e1b2o2c")))


@pytest.mark.parametrize(
    "changes", [{"mus_rounds_max": 0}, {"mus_corrido": "juego"}, {"discard_order": "simultaneous"}]
)
def test_other_rules_of_the_mus_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        mus_deal(rules(**{**ONE, **changes}), NOTHING)
    assert caught.value.code == "solver-rules"


@pytest.mark.slow
def test_by_value_good_hands_cut_poor_ones_do_not_and_the_lances_stay_the_same() -> None:
    solution = read(default_path())
    deal = mus_deal(rules(players=2, mus_rounds_max=1), Menu())
    play, names, draws = play_by_value(deal, solution), deal.draws.pack.names, deal.draws
    for player in (0, 1):
        gives = deal.gives(play.talk, player)
        assert gives[names.index("RRRR")] == gives[names.index("RRR1")] == 0
        assert gives[names.index("7654")] == gives[names.index("5441")] == 1
        cut = deal.asked(player).children[1]
        assert isinstance(cut, Decision)
        assert isinstance(deal.after.root, Decision)
        (block, row), (own, at) = deal.talk.layout.place(cut), deal.after.layout.place(deal.after.root)
        assert np.array_equal(play.talk[block][row], play.after[own][at])
        thrown = np.flatnonzero((draws.option_hand == names.index("RR64")) & (play.throws[player] == 1))
        assert draws.thrown[draws.option_thrown[thrown]].tolist() == [[0, 0, 0, 0, 1, 0, 1, 0]], "6 and 4"
