"""What a seat may know: nothing but what is on the list, and nothing that follows from what is hidden."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.cards.spanish import DECK, parse_cards
from ordago.core import Act
from ordago.mus import MUS, Deal, Discard, Expose, Hidden, Sena, Serve, State, View, start, view
from ordago.testing import random_match
from ordago.testing.conformance import exchanged
from tests.engine_mus import rules_of, state_after

CARDS = ["RR71", "CCSS", "RC74", "6664"]
OUT = "1:M 2:M 3:M 4:M"

FIELDS = (
    *("seat", "rules", "players", "phase", "turn", "mano", "order", "side_of", "score", "games", "vacas", "winner"),
    *("champion", "corrido", "choosing", "forced", "rounds", "hand", "cards", "thrown", "stock_size", "discard_size"),
    *("declared", "lance", "closed", "awards", "senas", "acts", "legal"),
)


def cards(text: str) -> tuple[int, ...]:
    return parse_cards(text)


# The list


def test_a_view_has_these_fields_and_no_other() -> None:
    """Whoever adds one here has decided that every seat may know it."""
    assert View.__struct_fields__ == FIELDS


@pytest.mark.parametrize("hidden", ["hands", "stock", "discards", "worths", "history", "pack", "house", "to_serve"])
def test_what_a_state_knows_and_a_view_does_not(hidden: str) -> None:
    assert hidden in State.__struct_fields__
    assert not hasattr(view(state_after("1:X"), 1), hidden)


def test_there_is_no_view_of_a_seat_that_is_not_at_the_table() -> None:
    for seat in (-1, 5):
        with pytest.raises(ValueError, match="no seat"):
            view(state_after("1:X"), seat)


def test_a_view_before_the_first_deal() -> None:
    seen = view(start(rules_of("clasico")), 1)
    assert (seen.hand, seen.cards, seen.acts, seen.legal, seen.phase) == ((), {}, (), (), "deal")


# Cards


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    state = state_after("1:X 1:P")
    for chair in (1, 2, 3, 4):
        seen = view(state, chair)
        assert seen.hand == cards(CARDS[chair - 1])
        assert seen.cards == {chair: seen.hand}


def test_a_spectator_sees_no_cards_and_may_do_nothing() -> None:
    seen = view(state_after("1:X 1:P"), 0)
    assert (seen.hand, seen.cards, seen.legal) == ((), {}, ())


def test_hands_are_shown_after_the_count() -> None:
    state = state_after("1:X 1:P 2:P 3:P 4:P 1:P 2:P 3:P 4:P 1:P 2:P 4:P 2:P 3:P")
    assert view(state, 0).cards == {chair: cards(text) for chair, text in enumerate(CARDS, 1)}


def test_hands_are_shown_after_an_accepted_ordago() -> None:
    assert set(view(state_after("1:X 1:O 2:Q"), 0).cards) == {1, 2, 3, 4}


def test_hands_are_not_shown_where_a_refusal_won_the_juego() -> None:
    state = state_after("1:X 1:E2 2:N 4:N", score=[39, 0])
    assert state.phase == "over"
    assert view(state, 0).cards == {}
    assert view(state, 2).cards == {2: cards("CCSS")}


def test_hands_shown_in_one_deal_are_hidden_in_the_next() -> None:
    over = state_after("1:X 1:O 2:Q")
    again = over.apply(Deal(0, tuple(cards(text) for text in ("1111", "4444", "5555", "6666"))))
    assert view(again, 0).cards == {}
    assert view(again, 1).cards == {1: cards("1111")}
    assert view(again, 1).acts == ()


def test_a_card_turned_up_is_seen_by_all_and_lies_open_as_long_as_it_is_held() -> None:
    rules = {"mus_visto": "forced"}
    state = state_after("1!7", rules=rules)
    assert view(state, 2).cards == {1: cards("7"), 2: cards("CCSS")}
    assert view(state, 0).cards == {1: cards("7")}
    assert view(state, 1).cards == {1: cards("RR71")}
    state = state_after("1!7 1:D7", rules=rules)
    assert view(state, 2).cards == {2: cards("CCSS")}


def test_the_cards_of_a_perete_are_not_in_the_views_of_others() -> None:
    state = state_after("1:perete 1=RR11", ["7654", "CCSS", "RC74", "6664"], {"perete": "swap"})
    assert view(state, 1).hand == cards("RR11")
    assert view(state, 2).cards == {2: cards("CCSS")}
    assert Hidden(1, "=", 4) in view(state, 2).acts


# Discards and servings


def test_how_many_cards_were_thrown_is_public_and_which_is_not() -> None:
    seen = view(state_after(f"{OUT} 1:D71 2:DCC"), 3)
    assert seen.thrown == (2, 2, None, None)
    assert seen.discard_size == 4
    assert seen.acts[-2:] == (Hidden(1, "D", 2), Hidden(2, "D", 2))
    assert not any(isinstance(act, Discard) for act in seen.acts)


def test_a_seat_knows_its_own_discard_and_service() -> None:
    seen = view(state_after(f"{OUT} 1:D71 2:DCC 3:D7 4:D4 1=C5"), 1)
    assert Discard(1, cards("71")) in seen.acts
    assert Serve(0, 1, cards("C5")) in seen.acts
    others = view(state_after(f"{OUT} 1:D71 2:DCC 3:D7 4:D4 1=C5"), 2)
    assert others.acts[-1] == Hidden(1, "=", 2)


def test_simultaneous_discards_are_secret_until_all_have_thrown() -> None:
    rules = {"discard_order": "simultaneous"}
    state = state_after(f"{OUT} 3:D7 1:D71", rules=rules)
    assert view(state, 1).thrown == (2, None, None, None)
    assert view(state, 3).thrown == (None, None, 1, None)
    assert view(state, 2).thrown == view(state, 0).thrown == (None, None, None, None)
    assert [view(state, chair).discard_size for chair in (0, 1, 2, 3, 4)] == [0, 2, 0, 1, 0]
    assert not any(isinstance(act, Hidden | Discard) for act in view(state, 2).acts)
    assert [act for act in view(state, 1).acts if isinstance(act, Hidden | Discard)] == [Discard(1, cards("71"))]
    done = state.apply(Discard(2, cards("C"))).apply(Discard(4, cards("4")))
    assert view(done, 0).thrown == (2, 1, 1, 1)
    assert view(done, 0).discard_size == 5
    assert sum(isinstance(act, Hidden) for act in view(done, 0).acts) == 4


def test_that_somebody_threw_early_is_secret_too() -> None:
    """Out of turn: who has thrown cannot be told from the turn, which stays with the first who has not."""
    rules = {"discard_order": "simultaneous"}
    assert view(state_after(f"{OUT} 3:D7", rules=rules), 2) == view(state_after(f"{OUT} 4:D4", rules=rules), 2)


def test_the_stock_s_size_is_public() -> None:
    assert view(state_after(f"{OUT} 1:D71 2:DCC 3:D7 4:D4 1=C5"), 0).stock_size == 22


# Declarations


def test_pares_and_juego_are_public_once_they_are_declared_and_not_before() -> None:
    assert view(state_after("1:X"), 2).declared == {}
    chica = "1:X 1:P 2:P 3:P 4:P"
    assert view(state_after(chica), 2).declared == {}
    pares = f"{chica} 1:P 2:P 3:P 4:P"
    assert view(state_after(pares), 2).declared == {"pares": (True, True, False, True)}
    juego = f"{pares} 1:P 2:P 4:P"
    assert view(state_after(juego), 0).declared["juego"] == (False, True, True, False)


def test_who_may_speak_at_pares_is_not_told_while_grande_is_bet() -> None:
    seen = view(state_after("1:X"), 2)
    assert seen.lance is not None
    assert (seen.lance.name, seen.lance.eligible, seen.closed) == ("grande", (1, 2, 3, 4), ())


# Señas


SENA = "1:X 2:~duples>3"


def test_a_sena_reaches_its_signer_the_partner_and_who_saw_it() -> None:
    state = state_after(SENA, rules={"senas": "common"})
    known = {chair: [sena for _, sena in view(state, chair).senas] for chair in range(5)}
    assert known == {
        0: [],
        1: [],
        2: [Sena(2, "duples")],
        3: [Sena(2, "duples", (3,))],
        4: [Sena(2, "duples")],
    }


def test_a_sena_is_among_the_acts_of_those_who_know_it_only() -> None:
    state = state_after(SENA, rules={"senas": "common"})
    told = {chair: [act for act in view(state, chair).acts if isinstance(act, Sena)] for chair in range(5)}
    assert told == {
        0: [],
        1: [],
        2: [Sena(2, "duples")],
        3: [Sena(2, "duples", (3,))],
        4: [Sena(2, "duples")],
    }


def test_the_signer_does_not_learn_who_saw_it() -> None:
    rules = {"senas": "common"}
    unseen, seen = state_after("1:X 2:~duples", rules=rules), state_after("1:X 2:~duples>1,3", rules=rules)
    for chair in (0, 2, 4):
        assert view(unseen, chair) == view(seen, chair)
    assert view(seen, 1) != view(unseen, 1)
    assert view(seen, 1).senas == ((0, Sena(2, "duples", (1,))),)


def test_a_sena_leaves_the_views_of_strangers_as_they_were() -> None:
    rules = {"senas": "common"}
    assert view(state_after("1:X", rules=rules), 1) == view(state_after("1:X 2:~duples", rules=rules), 1)


def test_a_view_offers_only_one_s_own_true_senas() -> None:
    state = state_after("1:X", rules={"senas": "common"})
    codes = {chair: [one.codes for one in view(state, chair).legal if one.kind == "~"] for chair in (1, 2, 3, 4)}
    assert codes == {1: [("two_kings",)], 2: [("duples",)], 3: [("t31",)], 4: [("medias",)]}


def test_senas_are_forgotten_with_the_deal() -> None:
    over = state_after("1:X 2:~duples 1:O 2:Q", rules={"senas": "common"})
    again = over.apply(Deal(0, tuple(cards(text) for text in ("1111", "4444", "5555", "6666"))))
    assert view(again, 2).senas == ()


# Twin worlds


def facts(state: Any) -> Any:
    """What is public of hands beside the acts: who has pares and juego once declared, and how lances ended."""
    if not state.hands or not state.worths:
        return None
    names = {lance.name for lance in state.closed} | {state.lance.name if state.lance else ""}
    told = []
    if names & {"pares", "juego", "punto"}:
        told.append([worth.category > 0 for worth in state.worths])
    if names & {"juego", "punto"}:
        told.append([worth.total >= 31 for worth in state.worths])
    return told


def as_others_see(act: Act, seat: int, sides: list[int]) -> Act | None:
    """The act without what the seat cannot know, written down independently of the view; None: it knows nothing."""
    match act:
        case Discard() if act.seat != seat:
            return Hidden(act.seat, "D", len(act.cards))
        case Serve() if act.to != seat:
            return Hidden(act.to, "=", len(act.cards))
        case Sena():
            noticed = (seat,) if seat in act.seen else ()
            return Sena(act.seat, act.code, noticed) if noticed or (seat and sides[act.seat] == sides[seat]) else None
        case Deal():
            return None
    return act


SETTINGS: list[dict[str, Any]] = [
    {},
    {"kings": 4},
    {"players": 2},
    {"players": 3},
    {"players": 6},
    {"players": 6, "sides": "pairs"},
    {"discard_order": "dealer_first", "mus_talk": "open_cut"},
    {"mus_corrido": "juego", "open_order": "any"},
    {"response": "strongest_of_pair", "bet_cap": "remaining"},
    {"senas": "fem", "mus_visto": "forced", "expose_probability": 0.05, "perete": "swap"},
]


def twin_worlds(seed: int, which: dict[str, Any], seat: int, size: int) -> int:
    """Two worlds: some of the cards that the seat does not see in this deal change places wherever they are.

    As long as everybody does the same, and the same pares and juegos are declared, the seat's view must be the same,
    up to the showdown. Returns how many views were compared while the hands of the two worlds were different and some
    lance after chica had been reached.
    """
    rng = random.Random(seed)
    rules = rules_of(which)
    seat = seat if seat <= rules.seating.players else 0
    begin = MUS.start(rules, None, rng)
    steps = list(random_match(MUS, begin, rng, deals=1))
    strangers = [card for card in DECK if card not in seen_cards([step.act for step in steps], seat)]
    moved = rng.sample(strangers, min(size, len(strangers)))
    places = dict(zip(moved, rng.sample(moved, len(moved)), strict=True))
    sides = list(rules.seating.sides_of_chairs)
    twin: Any = begin
    compared = 0
    for step in steps:
        after: Any = step.after
        act = exchanged(step.act, places)
        if not twin.can(act):
            assert not isinstance(act, Deal | Serve | Discard | Expose), "cards only changed places"
            return compared
        twin = twin.apply(act)
        if after.phase == "over" or twin.phase == "over" or facts(after) != facts(twin):
            return compared
        one, two = view(after, seat), view(twin, seat)
        assert one == two, [name for name in FIELDS if getattr(one, name) != getattr(two, name)]
        told = (as_others_see(act, seat, sides) for act in after.history)
        assert one.acts == tuple(act for act in told if act)
        compared += after.hands != twin.hands and bool(one.declared)
    return compared


def seen_cards(acts: list[Act], seat: int) -> set[int]:
    """The cards that the seat sees in a deal before the showdown."""
    found: set[int] = set()
    for act in acts:
        match act:
            case Deal() if seat:
                found.update(act.hands[seat - 1])
            case Serve() if act.to == seat:
                found.update(act.cards)
            case Expose():
                found.add(act.card)
    return found


@given(st.integers(0, 2**32), st.sampled_from(SETTINGS), st.integers(0, 6), st.integers(2, 40))
def test_equal_public_facts_give_equal_views(seed: int, which: dict[str, Any], seat: int, size: int) -> None:
    twin_worlds(seed, which, seat, size)


def test_twin_worlds_stay_alike_long_enough_to_say_something() -> None:
    compared = [twin_worlds(seed, which, seed % 5, 3) for seed in range(60) for which in SETTINGS]
    assert sum(number > 0 for number in compared) > 20
