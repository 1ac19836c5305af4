"""The conformance suite finds what is wrong with a game: a whole sample game passes, each broken one is told why."""

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from ordago.core import Act, Game, Option
from ordago.errors import Refusal
from ordago.testing import check_game, random_match

from .high_card import Altered, Deal, HighCard, HighRules, HighState, HighView, Lay, Stake, Wrapped


def check(game: Game, **more: Any) -> None:
    check_game(game, seed=1, deals=12, longest=200, **{"changes": {"target": 9}, **more})


def test_a_whole_game_passes() -> None:
    check(HighCard())
    check(HighCard(), changes={"players": 4, "target": 3})
    check(Altered(), exchanges=lambda state, seat: [])


def test_cards_that_a_seat_cannot_see_may_be_exchanged() -> None:
    """Cards neither dealt to the seat nor laid: their exchange must not show."""

    def unseen(state: HighState, seat: int) -> list[tuple[int, int]]:
        hidden = [card for at, hand in enumerate(state.hands, 1) if at != seat for card in hand]
        return [] if state.deal_over else list(itertools.combinations(hidden, 2))

    check(HighCard(), exchanges=unseen)


class LeakyHands(HighCard):
    """Everybody's view shows all hands, its own first."""

    def view(self, state: Any, seat: int) -> Any:
        view = super().view(state, seat)
        return replace(view, hand=(*view.hand, *(card for hand in state.hands for card in hand)))


class LeakyLater(HighCard):
    """After somebody has laid a card, everybody's view shows the best card that is left."""

    def view(self, state: Any, seat: int) -> Any:
        view = super().view(state, seat)
        left = [card for hand in state.hands for card in hand]
        return replace(view, table=(*view.table, max(left))) if state.table and left else view


class ViewOfOther(HighCard):
    def view(self, state: Any, seat: int) -> Any:
        return super().view(state, 1 if seat == 2 else seat)


class ViewWithoutLegal(HighCard):
    def view(self, state: Any, seat: int) -> Any:
        return replace(super().view(state, seat), legal=())


class TimeOutSleeps(HighCard):
    def time_out_act(self, view: Any) -> Act:
        return Stake(view.seat, 1)


class DealerForgetsSeed(HighCard):
    def dealer_acts(self, state: Any, rng: random.Random) -> list[Act]:
        return super().dealer_acts(state, random.Random())


class RecordDropsStakes(HighCard):
    def write_act(self, state: Any, act: Act) -> str:
        return f"{act.seat}:S1" if isinstance(act, Stake) else super().write_act(state, act)

    def deal_report(self, state: Any) -> dict[str, Any]:
        stakes = [act.stones for act in state.history if isinstance(act, Stake)]
        return {**super().deal_report(state), "stakes": stakes}


class TextWanders(HighCard):
    def deal_table(self, state: Any, act: Act) -> dict[str, Any]:
        assert isinstance(act, Deal)
        return super().deal_table(state, replace(act, hands=tuple(hand[::-1] for hand in act.hands)))


class PresetForgets(HighCard):
    def preset_and_changes(self, rules: HighRules) -> tuple[str, dict[str, Any]]:
        return "plain", {"target": 7}


class FlatForgets(HighCard):
    def flat_rules(self, rules: HighRules) -> dict[str, Any]:
        return {"target": 7}


class AnySetting(HighCard):
    def rules(self, preset: str, changes: Mapping[str, Any]) -> HighRules:
        return super().rules(preset, {name: value for name, value in changes.items() if name != "no_such_setting"})


class NoDefault(HighCard):
    default_preset = "fancy"


class Assignable(Wrapped):
    """A state whose attributes can be assigned to."""

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, "true", self.true)


class StatesChange(HighCard):
    def start(self, rules: HighRules, players: int | None, rng: random.Random) -> Any:
        return Assignable(super().start(rules, players, rng), {})


def offers_too_much(state: Any, seat: int) -> tuple[Option, ...]:
    return (*state.true.legal(seat), Option("2C")) if seat == state.turn else ()


def offers_range_too_wide(state: Any, seat: int) -> tuple[Option, ...]:
    return tuple(replace(one, most=5) if one.kind == "S" else one for one in state.true.legal(seat))


def offers_range_too_narrow(state: Any, seat: int) -> tuple[Option, ...]:
    return tuple(replace(one, most=2) if one.kind == "S" else one for one in state.true.legal(seat))


def offers_one_card_only(state: Any, seat: int) -> tuple[Option, ...]:
    return tuple(state.true.legal(seat)[:1])


def offers_the_next_seat(state: Any, seat: int) -> tuple[Option, ...]:
    return tuple(state.true.legal(state.turn)) if seat == state.turn % state.players + 1 else ()


def offers_twice(state: Any, seat: int) -> tuple[Option, ...]:
    return tuple(state.true.legal(seat)) * 2


def says_no(state: Any, act: Act) -> bool:
    return False


def crashes(state: HighState, act: Act) -> HighState:
    if isinstance(act, Lay) and act.seat and act.card not in state.hands[act.seat - 1]:
        raise IndexError(act.card)
    return state.apply(act)


def forgets(state: HighState, act: Act) -> HighState:
    after = state.apply(act)
    return replace(after, history=state.history) if isinstance(act, Stake) else after


def deals_again(state: HighState, act: Act) -> HighState:
    return state.apply(act) if state.can(act) or not isinstance(act, Deal) else state


def never_ends(state: HighState, act: Act) -> HighState:
    after = state.apply(act)
    return replace(after, table=state.table, hands=state.hands) if isinstance(act, Lay) else after


SECRET = itertools.count()


def applies_by_chance(state: HighState, act: Act) -> HighState:
    after = state.apply(act)
    return replace(after, score=(next(SECRET), *after.score[1:])) if isinstance(act, Stake) else after


BROKEN: list[tuple[Game, str]] = [
    (Altered(legal=offers_too_much), "is refused"),
    (Altered(legal=offers_range_too_wide), "is refused"),
    (Altered(legal=offers_range_too_narrow), "is accepted though seat"),
    (Altered(legal=offers_one_card_only), "is accepted though seat . is not offered"),
    (Altered(legal=offers_the_next_seat), "waits for seat ., which may do nothing"),
    (Altered(legal=offers_twice), "the same kind of act twice"),
    (Altered(can=says_no), "`can` says no"),
    (Altered(apply=forgets), "the history after"),
    (Altered(apply=deals_again), "the dealer is not awaited"),
    (Altered(apply=never_ends), "did not end within 200 acts"),
    (Altered(apply=applies_by_chance), "gives two different states"),
    (Altered(turn=lambda state: state.turn or 1), "waits for seat 1, which may do nothing"),
    (StatesChange(), "can be assigned to"),
    (LeakyHands(), "tells what is hidden from it: hand"),
    (ViewOfOther(), "the view of seat 2 says seat 1"),
    (ViewWithoutLegal(), "the view of seat 1 offers"),
    (TimeOutSleeps(), "which is not legal"),
    (DealerForgetsSeed(), "gives two different matches"),
    (RecordDropsStakes(), "tells another match"),
    (TextWanders(), "canonical text changes"),
    (PresetForgets(), "does not give 'plain' back"),
    (FlatForgets(), "the flat settings of 'plain'"),
    (AnySetting(), "are accepted"),
    (NoDefault(), "is not among the presets"),
]


@pytest.mark.parametrize(("game", "why"), BROKEN, ids=[f"{number}: {why}" for number, (_, why) in enumerate(BROKEN)])
def test_a_broken_game_is_found_out(game: Game, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check(game)


def test_a_leak_that_begins_later_is_found_by_exchanging_cards() -> None:
    def unseen(state: HighState, seat: int) -> list[tuple[int, int]]:
        hidden = [card for at, hand in enumerate(state.hands, 1) if at != seat for card in hand]
        out = set(range(52)) - {card for hand in state.hands for card in hand} - set(state.table)
        return [] if state.deal_over else [(card, other) for card in hidden for other in out]

    check(LeakyLater())
    with pytest.raises(AssertionError, match="hidden from it: table"):
        check(LeakyLater(), exchanges=unseen)


def test_another_exception_than_a_refusal_is_not_swallowed() -> None:
    with pytest.raises(IndexError):
        check(Altered(apply=crashes))


def test_random_play_reaches_every_seat_and_stops_at_the_deals_asked_for() -> None:
    game = HighCard()
    start = game.start(HighRules(players=3, target=50), None, random.Random(0))
    steps = list(random_match(game, start, random.Random(3), deals=10))
    assert sum(game.is_deal(step.act) for step in steps) == 10
    assert {step.act.seat for step in steps} == {0, 1, 2, 3}
    assert all(step.before.apply(step.act) == step.after for step in steps)


def test_an_act_that_is_refused_leaves_the_state_as_it_was() -> None:
    game = HighCard()
    start = game.start(HighRules(), None, random.Random(0))
    with pytest.raises(Refusal):
        start.apply(Lay(1, 5))
    assert start == game.start(HighRules(), None, random.Random(0))
    assert isinstance(game.view(start, 1), HighView)
