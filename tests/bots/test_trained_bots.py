"""The trained bots: their files, where a lance stands in their trees, what they remember, and what partners expect."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordago.bots.mus_trained import LanceBot, MaestroBot
from ordago.bots.mus_trained.bot import act_of
from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.memory import clues
from ordago.bots.mus_trained.store import need_class, path_of, read, starts
from ordago.bots.mus_trained.tree import BET_2, BET_5, NO_QUIERO, ORDAGO, PASS, RAISE, games, places
from ordago.bots.mus_trained.walk import spot, words_of
from ordago.bots.mus_two import Duo
from ordago.core.acts import Act
from ordago.errors import OrdagoError
from ordago.mus import (
    MUS,
    Cut,
    Discard,
    Envido,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Quiero,
    Raise,
    State,
    rules,
    view,
)
from ordago.tell.mus_reasons import MUS_REASONS
from tests.reference.mus_random import random_rules

from .tables import ARENA, at_table, begin, play_deal

BOTS = [LanceBot(), MaestroBot()]
HANDS = ["RR71", "C754", "CC64", "S654"]


def after(*acts: Act, hands: list[str] = HANDS) -> State:
    return at_table(hands, [Cut(1), *acts])


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_row_of_a_shipped_file_holds_chances(bot: LanceBot | MaestroBot) -> None:
    for at, tree in enumerate(games()):
        rows = bot.trained.words[:, starts()[at] : starts()[at + 1]].reshape(len(bot.trained.words), len(tree), -1, 4)
        assert (abs(rows.sum(axis=3, dtype=int) - 255) <= 2).all()


def test_a_damaged_file_is_refused() -> None:
    data = path_of("lance").read_bytes()
    for damaged in (data[:-1], data.replace(b"mus-bot 1", b"mus-bot 0", 1), b"", b"{}\n"):
        with pytest.raises(OrdagoError) as refused:
            read(damaged, "some.bot")
        assert refused.value.code == "bot-file"


# ---------------------------------------------------------------------- the trees


def test_there_are_twenty_one_games_and_every_end_is_reached_once() -> None:
    assert len(games()) == 21
    for tree in games():
        after_words = [turn for follows in tree.follows for turn in follows]
        assert sorted(after_words) == [*range(-len(tree.ends), 0), *range(1, len(tree))]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([], ()),
        ([Pass(1), Envido(2, 2)], (PASS, BET_2)),
        ([Envido(1, 3)], (BET_2,)),
        ([Envido(1, 4)], (BET_5,)),
        ([Envido(1, 25)], (ORDAGO,)),
        ([Envido(1, 2), Raise(2, 3), NoQuiero(3)], (BET_2, RAISE, NO_QUIERO)),
        ([Envido(1, 2), NoQuiero(2), Ordago(4), NoQuiero(1)], (BET_2, NO_QUIERO, ORDAGO, NO_QUIERO)),
    ],
)
def test_a_lance_stands_where_its_words_lead(said: list[Act], words: tuple[int, ...]) -> None:
    state = after(*said)
    seen = view(state, state.turn)
    assert seen.lance is not None
    found = spot(seen, seen.lance)
    turn = 0
    for word in words:
        turn = found.tree.follows[turn][found.tree.words[turn].index(word)]
    assert found.turn == turn
    assert seen.order[found.tree.seats[turn]] == seen.seat


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_every_turn_is_found_with_the_seat_that_speaks(seed: int) -> None:
    """Random players say anything; what the tree knows is the turn of whoever is on turn, with legal words."""
    rng = random.Random(seed)
    state = begin(MUS.start(ARENA, None, rng), rng)
    while not state.deal_over:
        if not state.turn:
            state = begin(state, rng)
            continue
        seen = view(state, state.turn)
        if seen.lance is not None:
            said = [act for act in seen.acts if isinstance(act, Pass | Envido | Raise | Quiero | NoQuiero | Ordago)]
            assert [act for words in words_of(seen) for act in words] == said
            found = spot(seen, seen.lance)
            if found.turn >= 0:
                acts = [act_of(seen, word) for word in found.tree.words[found.turn]]
                assert all(state.can(act) for act in acts if act is not None)
                assert any(act is not None for act in acts)
        option = rng.choice([option for option in seen.legal if option.kind != "O" or rng.random() < 0.2] or seen.legal)
        state = state.apply(MUS.act_from(state.turn, option, rng))


def test_the_levels_rise_with_the_strength_of_hands() -> None:
    known = levels()
    for at, lance in enumerate(("grande", "chica", "pares", "juego", "punto")):
        strengths = known.pack.strengths[lance]
        by_strength = sorted((strengths[hand], known.of[at, hand]) for hand in range(330) if strengths[hand])
        assert all(one[1] <= two[1] for one, two in pairwise(by_strength))
        assert abs(known.chances[at].sum() - 1) < 1e-12


def test_a_game_is_named_by_who_may_speak() -> None:
    assert games()[places()[2, (0, 3)]].speakers == (0, 3)


def test_scores_fall_into_nine_classes() -> None:
    assert {need_class(ours, theirs) for ours in range(1, 41) for theirs in range(1, 41)} == set(range(9))
    assert need_class(5, 40) == 2


# ---------------------------------------------------------------------- memory


def test_it_remembers_who_cut_and_how_each_lance_went() -> None:
    hands = ["RR71", "CC64", "R754", "SS65"]
    grande = [Pass(1), Envido(2, 2), NoQuiero(3), Quiero(1)]
    chica = [Envido(1, 2), NoQuiero(2), NoQuiero(4)]
    state = at_table(hands, [Cut(1), *grande, *chica])
    assert clues(view(state, state.turn)) == (0, 0, 0, 0, 8, 3, 0)
    state = state.apply(Pass(1)).apply(Pass(2))
    assert clues(view(state, 4)) == (2, 0, 0, 0, 6, 7, 0)


# ---------------------------------------------------------------------- what partners expect


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_nobody_answers_an_ordago_with_rubbish(bot: LanceBot | MaestroBot) -> None:
    state = after(Pass(1), Pass(2), Pass(3), Ordago(4), hands=["7654", "C754", "6541", "RRC1"])
    assert bot.action_probabilities(view(state, 1)) == {NoQuiero(1): 1.0}


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_the_best_hand_accepts_an_ordago(bot: LanceBot | MaestroBot) -> None:
    state = after(Pass(1), Ordago(2), hands=["RRS7", "C754", "RRRR", "S654"])
    assert bot.action_probabilities(view(state, 3))[Quiero(3)] > 0.9


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_poor_hands_want_cards_and_kings_are_kept(bot: LanceBot | MaestroBot) -> None:
    state = at_table(["7654", "C741", "SS76", "R651"])
    assert bot.action_probabilities(view(state, 1)).get(Cut(1), 0.0) < 0.1
    thrown = at_table(["RR64", "C741", "SS76", "R651"], [Mus(chair) for chair in range(1, 5)])
    for act in bot.action_probabilities(view(thrown, 1)):
        assert isinstance(act, Discard)
        assert len(act.cards) == 2


# ---------------------------------------------------------------------- any table


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_every_act_is_legal_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    wished = dict(random_rules(rng))
    under = rules(wished.pop("preset"), **wished)
    state = MUS.start(under, None, rng)
    bot = rng.choice(BOTS)
    state, seen = play_deal(begin(state, rng), [bot] * under.seating.players, rng, rng)
    for _, choice in seen:
        assert choice.why is not None
        assert MUS_REASONS[choice.why.code].format_map(choice.why.params)


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_what_may_happen_is_legal_and_adds_up(seed: int) -> None:
    rng = random.Random(seed)
    state = begin(MUS.start(rules(senas="fem"), None, rng), rng)
    bot = rng.choice(BOTS)
    while not state.deal_over:
        if not state.turn:
            state = begin(state, rng)
            continue
        chances = bot.action_probabilities(MUS.view(state, state.turn))
        assert abs(sum(chances.values()) - 1.0) < 1e-9
        assert all(state.can(act) for act in chances)
        state = state.apply(rng.choice(sorted(chances, key=str)))


def test_between_two_the_maestro_says_what_the_duo_says() -> None:
    two, rng = rules(players=2, bet_cap="target", mus_rounds_max=20), random.Random(4)
    maestro, duo = MaestroBot(), Duo()
    state = MUS.start(two, None, rng)
    phases = set()
    for _ in range(60):
        if state.match_over:
            break
        if not state.turn:
            for act in MUS.dealer_acts(state, rng):
                state = state.apply(act)
            continue
        seen = MUS.view(state, state.turn)
        chances = maestro.action_probabilities(seen)
        assert chances == duo.action_probabilities(seen)
        phases.add(seen.phase)
        state = state.apply(max(chances, key=lambda act: chances[act]))
    assert len(phases) > 1, "the talk and the lances were asked for"
