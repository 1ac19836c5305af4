"""What a player at the table expects of the rule bot, and how strong it is."""

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.bots.mus_rule import RuleBot
from ordago.bots.tempered import Tempered
from ordago.bots.uniform import Uniform
from ordago.cards.spanish import DECK, parse_cards
from ordago.core.acts import Act
from ordago.mus import (
    MUS,
    Cut,
    Deal,
    Discard,
    Envido,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Quiero,
    Raise,
    Sena,
    hands_for,
    rules,
    start,
    view,
)

from .tables import at_table, begin, mirrored_margin, play_deal

BOT = RuleBot()


def chances(hands: list[str], acts: list[Act], score: tuple[int, int] = (0, 0), **changes: object) -> dict[Act, float]:
    """How likely each act is for whoever's turn it is."""
    state = at_table(hands, acts, score, changes)
    return BOT.action_probabilities(view(state, state.turn))


def of_kind(kind: type[Act], found: dict[Act, float]) -> float:
    return sum(chance for act, chance in found.items() if isinstance(act, kind))


PASSED = [Pass(1), Pass(2), Pass(3), Pass(4)]
NOTHING = "C754"


# ---------------------------------------------------------------------- strength


def test_it_clearly_beats_random_players() -> None:
    """Measured +11.9 and +8.2 stones a deal over 300 mirrored deals; the intervals are 1.6 and 1.0."""
    assert mirrored_margin(BOT, Uniform(MUS), 150) > 5
    assert mirrored_margin(BOT, Tempered(), 150) > 4


# ---------------------------------------------------------------------- órdagos


@given(st.integers(0, 2**32))
def test_no_ordago_without_the_cards_in_a_level_juego(seed: int) -> None:
    rng = random.Random(seed)
    state = begin(start(rules(), mano=rng.randint(1, 4), score=(12, 12)), rng)
    _, seen = play_deal(state, [BOT] * 4, rng, rng)
    for now, choice in seen:
        if isinstance(choice.act, Ordago):
            assert choice.why is not None
            assert choice.why.code == "ordago-strong", now
            assert choice.why.params["chance"] >= 60


def test_an_empty_hand_never_shouts_ordago() -> None:
    hands = [NOTHING, "R651", "SS76", "RR71"]
    assert not of_kind(Ordago, chances(hands, [Cut(1)]))
    assert not of_kind(Ordago, chances(hands, [Cut(1), *PASSED]))
    assert not of_kind(Ordago, chances(hands, [Cut(1), Pass(1), Envido(2, 2), NoQuiero(3)]))


def test_an_ordago_that_cannot_be_lost_is_accepted() -> None:
    kings = ["RRRR", "CCS7", NOTHING, "SS76"]
    assert chances(kings, [Cut(1), Pass(1), Ordago(2), NoQuiero(3)]) == {Quiero(1): 1.0}
    juego = ["RRS1", "RRS1", "S654", NOTHING]
    assert chances(juego, [Cut(1), *PASSED, *PASSED, Pass(1), Pass(2), Pass(1), Ordago(2)]) == {Quiero(1): 1.0}


def test_31_is_worth_less_to_the_postre() -> None:
    """The mano's 31 cannot lose; the postre's loses to any other, and is not always shown."""
    hands = ["RRS1", NOTHING, "S654", "RRS1"]
    facing = chances(hands, [Cut(1), *PASSED, *PASSED, Pass(1), Pass(4), Ordago(1)])
    assert of_kind(NoQuiero, facing) > 0.1


def test_an_ordago_needs_more_than_a_fair_hand() -> None:
    hands = [NOTHING, "RC71", "SS76", "RR71"]
    assert of_kind(NoQuiero, chances(hands, [Cut(1), Ordago(1)])) > 0.95


def test_nothing_is_refused_that_ends_the_juego() -> None:
    """The rivals need one stone, which a refusal gives them at once: any hand accepts."""
    hands = ["RC71", NOTHING, "SS76", "RR71"]
    found = chances(hands, [Cut(1), Envido(1, 2), NoQuiero(2)], (39, 20))
    assert not of_kind(NoQuiero, found)


def test_no_desperate_ordago_while_the_juego_is_long() -> None:
    """Far behind, but the rivals still need many stones."""
    hands = [NOTHING, "RRR1", "SS76", "RR71"]
    assert not of_kind(Ordago, chances(hands, [Cut(1)], (0, 24)))


# ---------------------------------------------------------------------- bets


def test_good_hands_contest_the_lance_and_poor_ones_mostly_do_not() -> None:
    good = ["RRR1", NOTHING, "SS76", "R654"]
    poor = [NOTHING, "RRR1", "SS76", "R654"]
    assert of_kind(Envido, chances(good, [Cut(1)])) > 0.8
    assert of_kind(Pass, chances(poor, [Cut(1)])) > 0.6


def test_the_size_of_a_bet_does_not_tell_the_hand() -> None:
    sizes: dict[bool, set[int]] = {True: set(), False: set()}
    rng = random.Random(8)
    for _ in range(120):
        _, seen = play_deal(begin(MUS.start(rules(), None, rng), rng), [BOT] * 4, rng, rng)
        for _, choice in seen:
            if isinstance(choice.act, Envido) and choice.why:
                sizes[choice.why.params["chance"] >= 60].add(choice.act.stones)
    assert sizes[True] == sizes[False] == {2, 3, 5}


def test_a_hand_that_opened_with_nothing_does_not_raise_on() -> None:
    """Once its bluff is raised, an empty hand gives up."""
    hands = [NOTHING, "RRR1", "SS76", "R654"]
    found = chances(hands, [Cut(1), Envido(1, 2), Raise(2, 5), NoQuiero(3)])
    assert not of_kind(Raise, found)
    assert of_kind(NoQuiero, found) > 0.9


# ---------------------------------------------------------------------- the talk and the discard


def test_a_great_hand_cuts_and_a_poor_one_does_not() -> None:
    assert of_kind(Cut, chances(["RRR1", NOTHING, "SS76", "R654"], [])) > 0.9
    assert of_kind(Mus, chances([NOTHING, "RRR1", "SS76", "R654"], [])) > 0.99


def test_the_partners_mus_is_not_cut_for_nothing() -> None:
    found = chances([NOTHING, "4756", "RC71", "R654"], [Mus(1), Mus(2)])
    assert of_kind(Cut, found) < 0.01


def test_a_perete_is_shown() -> None:
    found = chances(["4567", "RRR1", "SS76", "R654"], [], perete="swap_plus_1")
    assert [type(act).__name__ for act in found] == ["Perete"]


@given(st.lists(st.sampled_from(DECK), min_size=16, max_size=16, unique=True), st.sampled_from([4, 8]))
def test_kings_are_not_thrown(cards: list[int], kings: int) -> None:
    under = rules(kings=kings)
    effective = hands_for(under.hand).effective
    state = start(under).apply(Deal(0, tuple(tuple(cards[at : at + 4]) for at in range(0, 16, 4))))
    for chair in (1, 2, 3, 4):
        state = state.apply(Mus(chair))
    held = [effective[card] for card in state.hands[0]]
    if held.count(1) < 3 and held.count(12) < 4:
        for act in BOT.action_probabilities(view(state, 1)):
            assert isinstance(act, Discard)
            assert 12 not in [effective[card] for card in act.cards]


def test_a_three_is_a_king_with_eight_kings_only() -> None:
    hands = ["Ro7c5e3b", "Co7e4o2o", "ScSb7b6c", "Re6e5o4c"]
    all_mus: list[Act] = [Mus(1), Mus(2), Mus(3), Mus(4)]
    three = parse_cards("3b")[0]
    eight, four = chances(hands, all_mus), chances(hands, all_mus, kings=4)
    assert not any(three in act.cards for act in eight if isinstance(act, Discard))
    assert all(three in act.cards for act in four if isinstance(act, Discard))


def test_medias_and_duples_are_kept_together() -> None:
    all_mus: list[Act] = [Mus(1), Mus(2), Mus(3), Mus(4)]
    found = chances(["CCC4", "S741", "SS76", "R654"], all_mus)
    assert max(found, key=lambda act: found[act]) == Discard(1, parse_cards("4"))


# ---------------------------------------------------------------------- what it knows


def test_what_it_cannot_see_does_not_move_it() -> None:
    """Six worlds that differ in the others' cards only: the same view, the same choice from the same dice."""
    mine = "RR71"
    others = ["C754", "SS64", "C651"]
    views = []
    for order in permutations(others):
        state = at_table([order[0], mine, *order[1:]], [Mus(1)])
        views.append(view(state, 2))
    choices = [BOT.choose(seen, random.Random(5)) for seen in views]
    assert all(seen == views[0] for seen in views)
    assert all(choice == choices[0] for choice in choices)


def test_one_number_is_drawn_for_any_hand() -> None:
    """The dice that follow do not tell the hand."""
    after = set()
    for hand in ("RRR1", NOTHING, "4567"):
        rng = random.Random(9)
        state = at_table([hand, "C756", "SS76", "R654"])
        BOT.choose(view(state, 1), rng)
        after.add(rng.random())
    assert len(after) == 1


def test_the_partners_sena_is_heard() -> None:
    """A partner with three kings makes a bet at grande acceptable that would be refused."""
    hands = [NOTHING, "RC71", "RRR4", "SS76"]
    quiet: list[Act] = [Cut(1), Pass(1), Envido(2, 5), NoQuiero(3)]
    signed: list[Act] = [Cut(1), Sena(3, "three_kings"), *quiet[1:]]
    refused = of_kind(NoQuiero, chances(hands, quiet, senas="common"))
    assert of_kind(NoQuiero, chances(hands, signed, senas="common")) < refused - 0.5


def test_a_rivals_sena_that_was_noticed_is_heard() -> None:
    hands = ["RCR4", "RRR1", "SS76", NOTHING]
    quiet: list[Act] = [Cut(1)]
    noticed: list[Act] = [Cut(1), Sena(2, "three_kings", (1,))]
    assert of_kind(Envido, chances(hands, quiet, senas="common")) > 0.4
    assert of_kind(Envido, chances(hands, noticed, senas="common")) < 0.2


@pytest.mark.parametrize("lance", ["grande", "chica"])
def test_ties_go_to_the_mano_and_it_knows(lance: str) -> None:
    """Four kings at grande and four aces at chica cannot lose for the mano."""
    hand = {"grande": "RRRR", "chica": "1111"}[lance]
    words: list[Act] = [Cut(1)] if lance == "grande" else [Cut(1), *PASSED]
    found = chances([hand, "CCS7", "4754", "SS76"], [*words, Pass(1), Envido(2, 2), NoQuiero(3)])
    assert not of_kind(NoQuiero, found)
