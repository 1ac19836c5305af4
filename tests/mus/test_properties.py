"""What must be true of every match of Mus (dossier 10.6), whatever the settings: a machine that plays at random."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ordago.cards.spanish import DECK, NAMES, parse_cards
from ordago.core import Act
from ordago.mus import MUS, Deal, Discard, Envido, Expose, Hands, Ordago, Raise, Rules, Serve, State, start
from ordago.mus.dealing import unpacked
from ordago.mus.hand import HandRules, hands_for
from ordago.testing import random_match
from ordago.testing.conformance import exchanged
from ordago.testing.play import options
from tests.engine_mus import replay, rules_of

LANCES = ("grande", "chica", "pares", "juego", "punto")

TABLES: list[dict[str, Any]] = [
    *({"preset": preset} for preset in MUS.presets),
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 6},
    {"players": 6, "sides": "pairs"},
    {"players": 6, "sides": "individual"},
    {"sides": "individual"},
]
"""Every preset, and every number of players with all their arrangements."""

SPICES: list[dict[str, Any]] = [
    {},
    {"bet_cap": "target", "mus_rounds_max": 20},
    {"bet_cap": "remaining", "raise_style": "double", "target": 12},
    {"open_order": "any", "min_open": 1, "min_raise": 1, "target": 5},
    {"refusal_bonus": "best_hand", "deje_extra_lances": list(LANCES)},
    {"refusal_bonus": "none", "refused_timing": "at_count", "deje_first": 2},
    {"ordago_settlement": "in_order", "raise_style": "fixed2", "target": 20},
    {"perete": "swap_plus_1", "duples_compare": "sum", "paso_value": {"pares": 1, "juego": 1}},
    {"mus_visto": "forced", "expose_probability": 0.05, "discard_min": 2},
]


def rules_with(table: dict[str, Any], spice: dict[str, Any]) -> Rules:
    return rules_of({**table, **spice})


def cards_everywhere(state: State) -> list[int]:
    """Hands, stock and discards together."""
    held = [card for hand in state.hands for card in hand]
    return held + unpacked(state.stock, state.pack) + unpacked(state.discards, state.pack)


def worth_refusing(rules: Rules, lance: str, acts: list[Act]) -> int:
    """What the refusal of the last bet of a lance pays: the stake that stood before it, with the deje (§3.5)."""
    stakes: list[int] = []
    for act in acts:
        match act:
            case Envido():
                stakes.append(act.stones)
            case Raise():
                stakes.append(stakes[-1] * 2 if rules.betting.raise_style == "double" else stakes[-1] + act.stones)
            case Ordago():
                stakes.append(0)
    if len(stakes) == 1:
        return rules.count.deje_first
    return stakes[-2] + (lance in rules.count.deje_extra_lances)


class Match(RuleBasedStateMachine):
    """A match under random rules, played by random legal acts; the invariants hold after each."""

    state: State

    @initialize(table=st.sampled_from(TABLES), spice=st.sampled_from(SPICES), seed=st.integers(0, 2**32))
    def begin(self, table: dict[str, Any], spice: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.state = self.first = MUS.start(rules_with(table, spice), None, self.rng)
        self.lance_acts: dict[str, list[Act]] = {}

    def do(self, act: Act) -> None:
        before = self.state
        assert before.can(act)
        self.state = before.apply(act)
        assert before.history is self.state.history.parent
        if isinstance(act, Deal):
            self.lance_acts = {}
        if before.lance is not None:
            self.lance_acts.setdefault(before.lance.name, []).append(act)

    @precondition(lambda self: self.state.match_over)
    @rule()
    def another_match(self) -> None:
        self.check_history()
        self.state = self.first = MUS.start(self.state.rules, None, self.rng)
        self.lance_acts = {}

    @precondition(lambda self: not self.state.turn and not self.state.match_over)
    @rule()
    def dealer(self) -> None:
        for act in MUS.dealer_acts(self.state, self.rng):
            self.do(act)

    @precondition(lambda self: self.state.turn)
    @rule(data=st.data())
    def somebody(self, data: st.DataObject) -> None:
        seat, option = data.draw(st.sampled_from(options(self.state)))
        self.do(MUS.act_from(seat, option, self.rng))

    @precondition(lambda self: self.state.turn)
    @rule()
    def nobody_in_time(self) -> None:
        self.do(MUS.time_out_act(MUS.view(self.state, self.state.turn)))

    @invariant()
    def forty_distinct_cards(self) -> None:
        state = self.state
        if state.phase != "deal":
            assert sorted(cards_everywhere(state)) == list(DECK)
            assert len(unpacked(state.stock, state.pack)) == state.stock_size
            assert len(unpacked(state.discards, state.pack)) == state.discard_size
            short = [len(hand) for hand in state.hands]
            assert state.phase == "discard" or short == [4] * state.players

    @invariant()
    def one_side_scores_in_a_lance(self) -> None:
        if self.state.rules.count.refusal_bonus != "best_hand":
            sides = {(award.lance, award.side) for award in self.state.awards if award.lance != "mus"}
            assert len(sides) == len({lance for lance, _ in sides})

    @invariant()
    def refusals_pay_what_stood_before(self) -> None:
        for award in self.state.awards:
            if award.why == "refused":
                acts = self.lance_acts[award.lance]
                assert award.stones == worth_refusing(self.state.rules, award.lance, acts)

    @invariant()
    def sides_without_holders_never_act(self) -> None:
        for name in ("pares", "juego"):
            for act in self.lance_acts.get(name, []):
                worth = self.state.worths[act.seat - 1]
                assert worth.category if name == "pares" else worth.total >= 31

    @invariant()
    def the_score_is_the_sum_of_the_awards(self) -> None:
        state = self.state
        for side in range(len(state.score)):
            gained = sum(award.stones for award in state.awards if award.side == side)
            assert gained <= state.score[side]
        if state.phase == "over" and state.winner >= 0:
            assert state.score[state.winner] >= state.rules.match.target
            assert sum(state.games) > 0
        elif state.phase != "deal":
            assert max(state.score) < state.rules.match.target

    @invariant()
    def turn_is_who_may_act(self) -> None:
        if self.state.turn:
            assert self.state.legal(self.state.turn)
        else:
            assert not options(self.state)

    def check_history(self) -> None:
        state = self.first
        for act in self.state.history:
            state = state.apply(act)
        assert state == self.state

    def teardown(self) -> None:
        if hasattr(self, "state"):
            self.check_history()


TestMatch = Match.TestCase
TestMatch.settings = settings(stateful_step_count=60, deadline=None)


@pytest.mark.parametrize("spice", range(len(SPICES)))
def test_every_preset_and_number_of_players_comes_to_an_end(spice: int) -> None:
    """Whole matches: one side scores per lance, the postre moves on, and each deal's points follow from its awards."""
    for at, table in enumerate(TABLES):
        rng = random.Random(spice * 100 + at)
        begin = MUS.start(rules_with(table, SPICES[spice]), None, rng)
        steps = list(random_match(MUS, begin, rng, deals=200))
        ends: list[Any] = [step.after for step in steps if step.after.deal_over]
        assert ends[-1].match_over or len(ends) >= 200
        for before, after in itertools.pairwise(ends):
            if after.phase == "over":
                kept = (0,) * len(before.score) if before.winner >= 0 else before.score
                gains = Counter(dict.fromkeys(range(len(kept)), 0))
                for award in after.awards:
                    gains[award.side] += award.stones
                assert after.score == tuple(stones + gains[side] for side, stones in enumerate(kept))


# Replays


@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES), spice=st.sampled_from(SPICES))
def test_a_replay_is_the_same_match(seed: int, table: dict[str, Any], spice: dict[str, Any]) -> None:
    rng = random.Random(seed)
    begin = MUS.start(rules_with(table, spice), None, rng)
    steps = list(random_match(MUS, begin, rng, deals=2))
    state: Any = begin
    for step in steps:
        assert state == step.before
        state = state.apply(step.act)
    assert state == steps[-1].after


# Suits


@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES), swap=st.permutations(range(1, 5)))
def test_swapping_suits_changes_nothing_where_no_rule_looks_at_one(
    seed: int, table: dict[str, Any], swap: list[int]
) -> None:
    rules = rules_with(table, {})
    if rules.hand.needs_suits:
        return
    rng = random.Random(seed)
    begin = MUS.start(rules, None, rng)
    places = {card: card - card % 5 + swap[card % 5 - 1] for card in DECK}
    state: Any = begin
    for step in random_match(MUS, begin, rng, deals=3):
        state = state.apply(exchanged(step.act, places))
        after: Any = step.after
        told, retold = MUS.deal_report(after), MUS.deal_report(state)
        bare = [[name[0] for name in hand] for hand in told.pop("hands")]
        assert [[name[0] for name in hand] for hand in retold.pop("hands")] == bare
        assert told == retold
        assert state.turn == after.turn
        assert [option.kind for option in state.legal(state.turn)] == [o.kind for o in after.legal(after.turn)]


def test_suits_left_out_change_nothing() -> None:
    """The same match with suits and in letters of faces gives the same report, but for the suits of the hands."""
    for seed in range(40):
        rng = random.Random(seed)
        begin = MUS.start(rules_of({"target": 20}), None, rng)
        acts = [step.act for step in random_match(MUS, begin, rng, deals=2)]
        suited, bare = begin, begin
        for act in acts:
            suited, bare = suited.apply(act), bare.apply(exchanged(act, {card: card - card % 5 for card in DECK}))
        told, retold = MUS.deal_report(suited), MUS.deal_report(bare)
        assert [sorted(name[0] for name in hand) for hand in told.pop("hands")] == [
            sorted(hand) for hand in retold.pop("hands")
        ]
        assert told == retold


# Eight kings and four


def test_on_cards_without_2_and_3_eight_kings_are_four() -> None:
    eight, four = hands_for(HandRules()), hands_for(HandRules(kings=4))
    cards = parse_cards("RCS76541")
    for hand in itertools.combinations_with_replacement(cards, 4):
        one, two = eight.worth(hand), four.worth(hand)
        assert (one.category, one.paired, one.total, one.numbers) == (two.category, two.paired, two.total, two.numbers)
    for lance in LANCES:
        hands = list(itertools.combinations_with_replacement(cards, 4))
        order = [getattr(eight.worth(hand), lance) for hand in hands]
        assert [getattr(four.worth(hand), lance) for hand in hands] == order


@given(seed=st.integers(0, 2**32), players=st.sampled_from([2, 3, 4]))
def test_a_deal_without_2_and_3_is_the_same_with_eight_kings_and_four(seed: int, players: int) -> None:
    rng = random.Random(seed)
    pack = [card for card in DECK if NAMES[card][0] not in "23"]
    dealt = rng.sample(pack, 4 * players)
    eight, four = (start(rules_of({"players": players, "kings": kings})) for kings in (8, 4))
    deal = Deal(0, tuple(eight.house.hands.sorted(dealt[at : at + 4]) for at in range(0, len(dealt), 4)))
    one, two = eight.apply(deal), four.apply(deal)
    while one.turn and one.phase != "discard":
        open_to = options(one)
        assert open_to == options(two)
        seat, option = rng.choice(open_to)
        if one.phase == "mus" and option.kind == "M":
            continue
        act = MUS.act_from(seat, option, rng)
        one, two = one.apply(act), two.apply(act)
        assert MUS.deal_report(one) == MUS.deal_report(two)


# Hands


def suited_hands() -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True).map(tuple)


EVALUATORS = [HandRules(), HandRules(kings=4), HandRules(duples_compare="sum"), HandRules(real="sota_oros")]


@given(suited_hands(), suited_hands(), st.sampled_from(EVALUATORS))
def test_grande_ties_where_chica_does_and_31_is_never_duples(
    one: tuple[int, ...], two: tuple[int, ...], rules: HandRules
) -> None:
    hands: Hands = hands_for(rules)
    first, second = hands.worth(one), hands.worth(two)
    assert (first.grande == second.grande) == (first.chica == second.chica)
    assert not (first.total == 31 and first.category == 3)
    assert (first.juego > 0) == (first.total >= 31)


# Where a pair owns the lance


def test_a_bet_is_answered_by_the_other_side_only() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        begin = MUS.start(rules_of({"mus_rounds_max": 1}), None, rng)
        for step in random_match(MUS, begin, rng, deals=2):
            before: Any = step.before
            if before.lance is not None and before.lance.bettor:
                side = before.house.side_of
                assert side[step.act.seat] != side[before.lance.bettor]


def test_discards_and_services_are_as_many() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        begin = MUS.start(rules_of({"mus_visto": "forced", "expose_probability": 0.02}), None, rng)
        thrown: Counter[int] = Counter()
        served: Counter[int] = Counter()
        for step in random_match(MUS, begin, rng, deals=3):
            match step.act:
                case Discard():
                    thrown[step.act.seat] += len(step.act.cards)
                case Serve():
                    served[step.act.to] += len(step.act.cards)
                case Deal() | Expose():
                    assert thrown == served
        assert thrown == served


def test_a_record_by_letters_is_read_with_eight_of_a_kind() -> None:
    record = {"acta": 1, "game": "mus", "deal": [{"cards": ["RRRR", "3333", "1111", "2222"], "play": "1:X"}]}
    assert replay(record)["ok"]
    assert replay({**record, "deal": [{"cards": ["RRRR", "333R", "1111", "2222"]}]})["ok"]
