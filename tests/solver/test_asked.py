"""Bots asked at every place of the tree: what they are shown is what they would see, and what they say is kept."""

import os
import random
import signal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordago.bots import bot_for
from ordago.cards.spanish import DECK
from ordago.errors import OrdagoError
from ordago.mus import MUS
from ordago.mus.acts import Cut
from ordago.mus.acts import Deal as Dealt
from ordago.mus.rules import rules
from ordago.mus.state import start
from ordago.mus.view import View, view
from ordago.solver import Menu, plan_of, read, shipped_plan
from ordago.solver.asked import Says, ask, read_answers
from ordago.solver.deal import Deal
from ordago.solver.places import Place, cards_of, offered, places
from ordago.solver.rivals import tempered, uniform
from ordago.solver.run import Stopped
from ordago.solver.solution import default_path
from ordago.solver.tree import Leaf, Node, Split

SMALL = plan_of(rules(players=2), Menu((), (), 0))
"""Passes and órdagos only."""


def says_of(name: str) -> Says:
    bot: Any = bot_for(MUS, name)
    return lambda view: bot.action_probabilities(view)


@cache
def whole() -> tuple[Deal, dict[int, Place], list[tuple[int, ...]]]:
    """The deal with envidos of two, its places by node, and cards for each hand."""
    deal = shipped_plan().deal()
    return deal, {id(place.node): place for place in places(deal)}, cards_of(deal.count.pack)


def test_every_place_of_the_tree_is_come_to_once() -> None:
    deal, found, _ = whole()
    assert len(found) == sum(len(block.reach) for block in deal.layout.choices)
    for place in found.values():
        assert len(place.acts) == len(place.node.acts)
        assert [option.kind for option in place.view.legal] == [word[0] for word in place.node.acts]


def test_what_is_shown_is_what_a_player_with_these_cards_would_see() -> None:
    deal, found, cards = whole()
    draw, pack, seen = random.Random(3), deal.count.pack, 0
    for _ in range(150):
        order = draw.sample(DECK, 8)
        hands = [pack.hands_of_rules.sorted(tuple(order[at : at + 4])) for at in (0, 4)]
        state = start(deal.rules, mano=1).apply(Dealt(0, tuple(hands))).apply(Cut(1))
        numbers = [pack.index_of(pack.take(hand)) for hand in hands]
        node: Node = deal.root
        while not isinstance(node, Leaf):
            if isinstance(node, Split):
                node = next(
                    branch.node
                    for branch in node.branches
                    if all(hand in some for hand, some in zip(numbers, branch.hands, strict=True))
                )
                continue
            place = found[id(node)]
            real, told = view(state, state.turn), place.shown(cards[numbers[node.player]])
            assert pack.take(told.hand).tolist() == pack.take(real.hand).tolist()
            for field in View.__struct_fields__:
                if field not in ("hand", "cards", "legal"):
                    assert getattr(told, field) == getattr(real, field), field
            for option in told.legal:
                (allowed,) = [one for one in real.legal if one.kind == option.kind]
                assert allowed.least <= option.least <= option.most <= allowed.most
            seen += 1
            choice = draw.randrange(len(place.acts))
            state, node = state.apply(place.acts[choice]), node.children[choice]
    assert seen > 600


@pytest.mark.parametrize(("name", "known"), [("uniform", uniform), ("tempered", tempered)])
def test_bots_at_random_say_what_the_policies_of_their_name_do(name: str, known: Any, tmp_path: Path) -> None:
    found = ask(name, SMALL, says_of(name), tmp_path / "answers")
    for block, wanted in zip(found, known(SMALL.deal()), strict=True):
        assert np.allclose(block, wanted, atol=1e-6)


def test_who_was_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    asked = 0

    def says(view: View) -> dict[Any, float]:
        nonlocal asked
        asked += 1
        share = sum(view.hand) % 7 / 7
        acts = [MUS.act_from(view.seat, option, random.Random(1)) for option in view.legal]
        return {acts[0]: share, acts[-1]: 1 - share}

    def interrupt(done: int, _: int) -> None:
        if done == 100:
            os.kill(os.getpid(), signal.SIGINT)

    file, layout = tmp_path / "answers", SMALL.deal().layout
    with pytest.raises(Stopped) as stop:
        ask("some", SMALL, says, file, interrupt)
    assert stop.value.iteration == 100
    first = asked
    told = read_answers(file, layout)
    assert told is not None
    assert (told[0].asked, told[0].places) == (100, 484)
    with pytest.raises(OrdagoError) as other:
        ask("another", SMALL, says, file)
    assert other.value.code == "checkpoint-other"
    later = ask("some", SMALL, says, file)
    assert 0 < first < asked == layout.decisions
    at_once = ask("some", SMALL, says, tmp_path / "more")
    assert all(np.array_equal(one, two) for one, two in zip(later, at_once, strict=True))
    assert file.read_bytes() == (tmp_path / "more").read_bytes()


def test_damaged_answers_are_refused(tmp_path: Path) -> None:
    file, layout = tmp_path / "answers", SMALL.deal().layout
    ask("uniform", SMALL, says_of("uniform"), file)
    data = file.read_bytes()
    for broken in (b"", b"{}\n", data[:-1], data[:-9] + b"012345678"):
        file.write_bytes(broken)
        with pytest.raises(OrdagoError) as refused:
            read_answers(file, layout)
        assert refused.value.code == "checkpoint-broken"
    file.write_bytes(data)
    with pytest.raises(OrdagoError):
        read_answers(file, whole()[0].layout)
    assert read_answers(tmp_path / "nothing", layout) is None


def some_questions(number: int) -> list[tuple[Place, View, int]]:
    deal, found, cards = whole()
    draw, asked = random.Random(8), []
    for place in draw.sample(list(found.values()), number):
        block, _ = deal.layout.place(place.node)
        hand = draw.choice(deal.layout.hands[deal.layout.choices[block].hands].tolist())
        asked.append((place, place.shown(cards[hand]), hand))
    return asked


def test_duo_says_in_the_tree_what_the_solution_from_ten_all_says() -> None:
    """From 0-0 on the nearest solved score is 10-10, whatever was refused in the deal so far."""
    deal, _, _ = whole()
    says, policy = says_of("duo"), read(default_path((10, 10))).policy(deal.layout)
    for place, shown, hand in some_questions(150):
        block, row = deal.layout.place(place.node)
        at = int(np.searchsorted(deal.layout.hands[deal.layout.choices[block].hands], hand))
        told = says(shown)
        for act, wanted in zip(place.acts, policy[block][row, :, at].tolist(), strict=True):
            assert told.get(act, 0.0) == pytest.approx(wanted, abs=0.009), "but for what it says too rarely to say it"


@pytest.mark.parametrize(("name", "other"), [("lance", "odds"), ("maestro", "duo")])
def test_the_trained_bots_say_between_two_what_others_do(name: str, other: str) -> None:
    says, wanted = says_of(name), says_of(other)
    for _, shown, _ in some_questions(60):
        assert says(shown) == wanted(shown)


def test_the_options_of_a_menu_with_two_envidos_name_both() -> None:
    deal, found, _ = whole()
    view = found[id(deal.root)].view
    words = ("P", "E2", "E5", "O")
    bets = [(option.least, option.most) for option in offered(view, words) if option.kind == "E"]
    assert bets == [(2, 2), (5, 5)]
