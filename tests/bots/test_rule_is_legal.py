"""The rule bot under any rules: only legal acts, always an end, a sentence for every reason."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ordago.bots.mus_rule import RuleBot
from ordago.mus import MUS, Sena, rules
from ordago.tell.mus_reasons import MUS_REASONS
from tests.reference.mus_random import random_rules

from .tables import begin, play_deal

LONGEST = 400
"""More acts than any deal needs: bots tire of mus, and stakes end at the target."""


@given(st.integers(0, 2**32))
def test_every_act_is_legal_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    settings = dict(random_rules(rng))
    under = rules(settings.pop("preset"), **settings)
    state = MUS.start(under, None, rng)
    bots = [RuleBot()] * under.seating.players
    for _ in range(4):
        if state.match_over:
            break
        state, seen = play_deal(begin(state, rng), bots, rng, rng)
        assert len(seen) < LONGEST
        for _, choice in seen:
            assert choice.why is not None
            assert MUS_REASONS[choice.why.code].format_map(choice.why.params)


@given(st.integers(0, 2**32))
def test_what_may_happen_is_legal_and_adds_up(seed: int) -> None:
    """Not only the act that was drawn: every act with a probability is accepted."""
    rng = random.Random(seed)
    state = begin(MUS.start(rules(senas="fem"), None, rng), rng)
    for _ in range(20):
        if state.deal_over:
            break
        if not state.turn:
            state = begin(state, rng)
            continue
        chances = RuleBot().action_probabilities(MUS.view(state, state.turn))
        assert abs(sum(chances.values()) - 1.0) < 1e-9
        assert all(state.can(act) for act in chances)
        state = state.apply(rng.choice(sorted(chances, key=str)))


def test_mus_tires_by_itself() -> None:
    rng = random.Random(3)
    under = rules()
    assert under.talk.mus_rounds_max == 0
    for _ in range(150):
        state, _ = play_deal(begin(MUS.start(under, None, rng), rng), [RuleBot()] * 4, rng, rng)
        assert state.rounds <= 8


def test_senas_are_given_now_and_then_and_once() -> None:
    rng = random.Random(4)
    state = MUS.start(rules(senas="common"), None, rng)
    given_by_deal = []
    for _ in range(60):
        if state.match_over:
            state = MUS.start(rules(senas="common"), None, rng)
        state, seen = play_deal(begin(state, rng), [RuleBot()] * 4, rng, rng)
        signs = [choice.act for _, choice in seen if isinstance(choice.act, Sena)]
        given_by_deal.append(len(signs))
        assert (
            max(Counter((sign.seat, sign.code, state.rounds) for sign in signs).values(), default=0) <= 1 + state.rounds
        )
    assert 0.5 < sum(given_by_deal) / len(given_by_deal) < 6


def test_no_sena_of_cards_about_to_be_thrown() -> None:
    """Before the cut only what may make the partner cut is shown, and nothing once the cards are laid aside."""
    rng = random.Random(6)
    under = rules(senas="fem", juegos_to_win_vaca=9)
    state = MUS.start(under, None, rng)
    for _ in range(60):
        state, seen = play_deal(begin(state, rng), [RuleBot()] * 4, rng, rng)
        for now, choice in seen:
            if isinstance(choice.act, Sena) and now.lance is None:
                assert now.phase == "mus"
                assert choice.act.code not in ("ciego", "par", "t29", "t30", "juego", "two_aces", "two_kings")
        if state.match_over:
            state = MUS.start(under, None, rng)
