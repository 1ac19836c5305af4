"""Every setting of the dossier (6.1): what it changes in play."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from ordago.mus import MUS, Award, Deal, Discard, Expose, Mus, State, rules, start
from ordago.mus.dealing import next_deal
from ordago.mus.rules import ORDER
from ordago.testing import random_match
from tests.engine_mus import deal, refusal, replay
from tests.reference.mus_rules import DEFAULTS

H0 = ["R754", "C764", "S654", "R651"]
H1 = ["RR71", "CCSS", "RC74", "6664"]
H6 = ["RCS1", "777S", "5541", "6641"]
WORST = ["RCS1", "7654", "S754", "RR76"]
PERETE = ["7654", "RRCC", "RRSS", "1111"]

CHICA = "1:X 1:P 2:P 3:P 4:P"
PARES = f"{CHICA} 1:P 2:P 3:P 4:P"
"""The play up to the lance after chica, whatever that is."""
PASSED = f"{PARES} 1:P 2:P 4:P 2:P 3:P"
"""H1 with everything passed: 5-5."""
TO_JUEGO = f"{PARES} 1:P 2:P 4:P"
PUNTO = f"{PARES} 1:P 2:P 3:P 4:P"
"""H0 with everything passed: 1-2."""
OUT = "1:M 2:M 3:M 4:M"
ROUND = f"{OUT} 1:D1 2:DS 3:D4 4:D4 1=5 2=5 3=5 4=5"


class Effect(NamedTuple):
    """A play with the setting and without it; expected are members of the JSON, or the last token's refusal."""

    setting: str
    value: Any
    play: str
    expect: dict[str, Any]
    without: dict[str, Any]
    cards: list[str] = H1
    others: Mapping[str, Any] = MappingProxyType({})  # other settings, in both
    keys: Mapping[str, Any] = MappingProxyType({})  # keys of the deal


def refused(code: str) -> dict[str, Any]:
    return {"refused": code}


EFFECTS = [
    Effect("players", 2, "1:X 1:P 2:P", {"phase": "chica"}, refused("hands-count"), H1[:2]),
    Effect("players", 3, "1:X 1:P 2:P 3:P", {"phase": "chica"}, refused("hands-count"), H1[:3]),
    Effect("players", 5, CHICA + " 5:P", {"phase": "chica", "turn": 1}, refused("hands-count"), [*H1, "5555"]),
    Effect("players", 6, CHICA + " 5:P 6:P", {"phase": "chica"}, refused("hands-count"), [*H1, "5555", "7714"]),
    Effect("sides", "individual", "1:X 1:E2 2:N 4:N", refused("not-your-turn"), {"score": [1, 0]}),
    Effect("sides", "individual", "1:X 1:E2 2:N 3:N 4:N", {"score": [1, 0, 0, 0]}, refused("partner-silent")),
    Effect("kings", 4, PARES, {"phase": "punto"}, {"phase": "over", "score": [6, 1]}, ["RR31", "C764", "S654", "C651"]),
    Effect(
        *("extra_kings", ["5o"], "1:X 1:P 2:P 3:P 4:P 1:P 2:P 3:P 4:P"),
        {"phase": "over", "score": [5, 1]},
        {"phase": "punto"},
        ["RoCo5o1o", "Cc7c6c1c", "Sb6b5b4b", "CeSe6e4e"],
    ),
    Effect(
        "target", 39, "1:X 1:E2 2:N 4:N", {"winner": "A"}, {"winner": None, "score": [39, 0]}, keys={"score": [38, 0]}
    ),
    Effect("juegos_to_win_vaca", 1, "1:X 1:O 2:Q", {"vacas": [1, 0]}, {"vacas": [0, 0], "games": [1, 0]}),
    Effect(
        *("vacas_to_win", 2, "1:X 1:O 2:Q", {"match": None}, {"match": "A"}),
        others={"juegos_to_win_vaca": 1},
    ),
    Effect("first_mano", "first_to_cut", "1:M 2:X", {"mano": 2}, {"mano": 1}),
    Effect("mus_corrido", "match", "1:M 2:X", {"mano": 2, "turn": 2}, {"mano": 1, "turn": 1}),
    Effect("mus_corrido", "vaca", OUT, {"mano": 2, "turn": 2}, {"mano": 1, "turn": 1}),
    Effect("mus_corrido", "juego", "1:M 2:X", {"mano": 2}, {"mano": 1}, keys={"games": [1, 0]}),
    Effect("mus_corrido", "vaca", "1:M 2:X", {"mano": 1}, {"mano": 1}, keys={"games": [1, 0]}),
    Effect("mus_corrido", "juego", "1:M 2:X", {"mano": 1}, {"mano": 1}, keys={"score": [1, 0]}),
    Effect(
        *("mus_corrido", "vaca", "1:M 2:X", {"mano": 2}, {"mano": 1}),
        others={"vacas_to_win": 2},
        keys={"vacas": [1, 0]},
    ),
    Effect(
        *("mus_corrido", "match", "1:M 2:X", {"mano": 1}, {"mano": 1}),
        others={"vacas_to_win": 2},
        keys={"vacas": [1, 0]},
    ),
    Effect("mus_talk", "pair", "1:M 3:X", {"phase": "grande", "turn": 1}, refused("not-your-turn")),
    Effect("mus_talk", "fem", "3:X", {"phase": "grande"}, refused("not-your-turn")),
    Effect("mus_talk", "fem", "4:X", refused("not-your-turn"), refused("not-your-turn")),
    Effect("mus_talk", "fem", "4:X", {"phase": "grande"}, refused("not-your-turn"), keys={"score": [0, 35]}),
    Effect("mus_talk", "fem", "1:M", {"also": {"3": ["X"]}}, {"also": {}}),
    Effect("mus_talk", "open_cut", "4:X", {"phase": "grande"}, refused("not-your-turn")),
    Effect("mus_rounds_max", 1, f"{ROUND} 1:M", refused("no-more-mus"), {"phase": "mus", "turn": 2}),
    Effect("mus_rounds_max", 1, ROUND, {"legal": ["X"]}, {"legal": ["M", "X"]}),
    Effect("discard_min", 2, f"{OUT} 1:D7", refused("discard-count"), {"phase": "discard", "turn": 2}),
    Effect("discard_max", 2, f"{OUT} 1:DRR7", refused("discard-count"), {"phase": "discard", "turn": 2}),
    Effect("discard_order", "dealer_first", f"{OUT} 4:D4", {"turn": 3}, refused("not-your-turn")),
    Effect("discard_order", "dealer_first", OUT, {"turn": 4}, {"turn": 1}),
    Effect("discard_order", "simultaneous", f"{OUT} 3:D4", {"turn": 1}, refused("not-your-turn")),
    Effect("discard_order", "simultaneous", OUT, {"also": {"2": ["D"], "3": ["D"], "4": ["D"]}}, {"also": {}}),
    Effect("mus_visto", "forced", "1!7 1:D", {"phase": "discard", "turn": 2}, refused("mus-visto-off")),
    Effect("mus_visto", "forced", "1!7", {"phase": "discard"}, refused("mus-visto-off")),
    Effect("mus_visto", "mano_choice", "1!7", {"legal": ["M", "X"]}, refused("mus-visto-off")),
    Effect("mus_visto", "mano_choice", "1!7 1:X", {"phase": "mus", "turn": 1}, refused("mus-visto-off")),
    Effect("mus_visto", "redeal", "1!7", {"phase": "redeal", "turn": None}, refused("mus-visto-off")),
    Effect("perete", "swap", "1:perete", {"phase": "discard", "score": [0, 0]}, refused("perete-off"), PERETE),
    Effect("perete", "swap_plus_1", "1:perete", {"phase": "discard", "score": [1, 0]}, refused("perete-off"), PERETE),
    Effect(
        *("perete_when", "initial_deal", "1:perete 1=7654 1:perete"),
        refused("perete-only-first"),
        {"phase": "discard"},
        PERETE,
        {"perete": "swap"},
    ),
    Effect("min_open", 1, "1:X 1:E1", {"turn": 2}, refused("too-few-stones")),
    Effect("min_open", 4, "1:X 1:E3", refused("too-few-stones"), {"turn": 2}),
    Effect("min_raise", 1, "1:X 1:E2 2:+1", {"turn": 3}, refused("too-few-stones")),
    Effect("min_raise", 5, "1:X 1:E2 2:+4", refused("too-few-stones"), {"turn": 3}),
    Effect("raise_style", "double", "1:X 1:E5 2:+3", refused("raise-doubles"), {"turn": 3}),
    Effect("raise_style", "double", f"{PARES} 1:E5 2:+ 3:Q", {"score": [1, 12]}, {"score": [1, 9]}, H0),
    Effect("raise_style", "fixed2", "1:X 1:E3", refused("too-many-stones"), {"turn": 2}),
    Effect("raise_style", "fixed2", "1:X 1:E2 2:+3", refused("too-many-stones"), {"turn": 3}),
    Effect("bet_cap", "target", "1:X 1:E41", refused("too-many-stones"), {"turn": 2}),
    Effect("bet_cap", "target", "1:X 1:E39 2:+2", refused("no-room"), {"turn": 3}),
    Effect("bet_cap", "target", "1:X 1:E40", {"legal": ["Q", "N", "O"]}, {"legal": ["Q", "N", "+", "O"]}),
    Effect("bet_cap", "remaining", "1:X 1:E11", refused("too-many-stones"), {"turn": 2}, keys={"score": [30, 35]}),
    Effect("bet_cap", "remaining", "1:X 1:E10", {"turn": 2}, {"turn": 2}, keys={"score": [30, 35]}),
    Effect("open_order", "any", "1:X 3:E2", {"turn": 4}, refused("not-your-turn")),
    Effect("open_order", "any", "1:X 3:P", refused("not-your-turn"), refused("not-your-turn")),
    Effect("open_order", "any", "1:X 1:P", {"also": {"3": ["E", "O"], "4": ["E", "O"]}}, {"also": {}}),
    Effect("response", "strongest_of_pair", "1:X 1:E2 2:Q", {"phase": "grande", "turn": 4}, {"phase": "chica"}),
    Effect("response", "strongest_of_pair", "1:X 1:E2 2:Q 4:+3", {"turn": 1}, refused("not-your-turn")),
    Effect("forbid_worst_ordago_accept", True, f"{PARES} 1:O 4:Q", refused("worst-ordago"), {"winner": "A"}, WORST),
    Effect("forbid_worst_ordago_accept", True, f"{PARES} 1:O", {"legal": ["N"]}, {"legal": ["Q", "N"]}, WORST),
    Effect(
        *("ordago_settlement", "in_order", "1:X 1:E2 2:Q 1:P 2:O 3:Q"),
        {"winner": "A", "score": [41, 25]},
        {"winner": "B", "score": [39, 40]},
        H0,
        keys={"score": [39, 25]},
    ),
    Effect(
        *("refused_timing", "at_count", "1:X 1:E2 2:N 4:N"),
        {"phase": "chica", "score": [39, 0]},
        {"phase": "over", "winner": "A"},
        keys={"score": [39, 0]},
    ),
    Effect("deje_first", 3, "1:X 1:O 2:N 4:N", {"score": [3, 0]}, {"score": [1, 0]}),
    Effect("deje_first", 3, "1:X 1:E2 2:+4 3:N 1:N", {"score": [0, 2]}, {"score": [0, 2]}),
    Effect("deje_extra_lances", ["grande"], "1:X 1:E2 2:+4 3:N 1:N", {"score": [0, 3]}, {"score": [0, 2]}),
    Effect("deje_extra_lances", ["grande"], "1:X 1:E2 2:N 4:N", {"score": [1, 0]}, {"score": [1, 0]}),
    Effect("deje_extra_lances", ["pares"], "1:X 1:E2 2:+4 3:N 1:N", {"score": [0, 2]}, {"score": [0, 2]}),
    Effect("refusal_bonus", "best_hand", f"{PARES} 1:E2 2:N 4:N 2:P 3:P", {"score": [6, 5]}, {"score": [7, 0]}),
    Effect("refusal_bonus", "none", f"{PARES} 1:E2 2:N 4:N 2:P 3:P", {"score": [6, 0]}, {"score": [7, 0]}),
    Effect("paso_value", {"grande": 3}, PASSED, {"score": [7, 5]}, {"score": [5, 5]}),
    Effect("paso_value", {"chica": 0}, PASSED, {"score": [4, 5]}, {"score": [5, 5]}),
    Effect("paso_value", {"pares": 1}, PASSED, {"score": [5, 6]}, {"score": [5, 5]}),
    Effect("paso_value", {"juego": 2}, PASSED, {"score": [7, 5]}, {"score": [5, 5]}),
    Effect("paso_value", {"punto": 4}, PUNTO, {"score": [1, 5]}, {"score": [1, 2]}, H0),
    Effect("pares_value", [1, 3, 6], PASSED, {"score": [5, 9]}, {"score": [5, 5]}),
    Effect("juego_value", {"31": 5}, PASSED, {"score": [7, 5]}, {"score": [5, 5]}),
    Effect("juego_value", {"other": 7}, PASSED, {"score": [5, 5]}, {"score": [5, 5]}),
    Effect("punto_bonus", 2, f"{PARES} 1:E2 2:Q", {"score": [1, 5]}, {"score": [1, 4]}, H0),
    Effect("punto_bonus", 2, PUNTO, {"score": [1, 2]}, {"score": [1, 2]}, H0),
    Effect("punto_bonus_on_accepted", False, f"{PARES} 1:E2 2:Q", {"score": [1, 3]}, {"score": [1, 4]}, H0),
    Effect("punto_bonus_on_accepted", False, f"{PARES} 1:E2 2:N 4:N", {"score": [3, 1]}, {"score": [3, 1]}, H0),
    Effect("juego_order", [40, 31, 32, 33, 34, 35, 36, 37], f"{TO_JUEGO} 2:O 3:Q", {"winner": "B"}, {"winner": "A"}),
    Effect("real", "sota", f"{PARES} 2:P 3:P 4:P 1:O 2:Q", {"winner": "B"}, {"winner": "A"}, H6),
    Effect("real", "king", f"{PARES} 2:P 3:P 4:P 1:O 2:Q", {"winner": "A"}, {"winner": "A"}, H6),
    Effect("real", "figure", f"{PARES} 2:P 3:P 4:P 1:O 2:Q", {"winner": "B"}, {"winner": "A"}, H6),
    Effect("real", "king", f"{PARES} 2:P 3:P 4:P 1:O 2:Q", {"winner": "B"}, {"winner": "A"}, ["RCS1", "7773", *H6[2:]]),
    Effect("senas", "fem", "1:X 2:~duples", {"turn": 1}, refused("senas-off")),
    Effect("senas", "common", "1:X 2:~juego", refused("sena-unknown"), refused("senas-off")),
    Effect("senas", "classic", "1:X 3:~t31", {"turn": 1}, refused("senas-off")),
]

SUITED = {
    "sota_oros": (["RoCoSc1o", "7o7c7eSo", "5o5c4c1e", "6o6e4o1b"], "B"),
    "another sota": (["RoCoSo1o", "7o7c7eSc", "5o5c4c1e", "6o6e4o1b"], "A"),
}

DUPLES = [  # hands of chairs 1 and 2, and who wins an órdago at pares under each setting
    ("CC66", "SSSS", {"high_then_low": "A", "four_first": "B", "sum": "B"}),
    ("RR11", "CCSS", {"high_then_low": "A", "four_first": "A", "sum": "B"}),
    ("RR44", "CC66", {"high_then_low": "A", "four_first": "A", "sum": "B"}),
    ("RRRR", "RRCC", {"high_then_low": "A", "four_first": "A", "sum": "A"}),
]


def come_of(effect: Effect, with_setting: bool) -> dict[str, Any]:
    changes = {**effect.others, effect.setting: effect.value} if with_setting else effect.others
    record = deal(effect.play, effect.cards, dict(changes), **effect.keys)
    answer = replay(record)
    if not answer["ok"]:
        error = refusal(record)
        assert not with_setting or error.token in (None, len(effect.play.split())), str(error)
        return {"refused": error.code}
    return {**answer, **answer["deals"][-1], "match": answer["winner"]}


@pytest.mark.parametrize("effect", EFFECTS, ids=[f"{at}: {e.setting}" for at, e in enumerate(EFFECTS)])
def test_what_a_setting_changes_in_play(effect: Effect) -> None:
    for with_setting, expected in ((True, effect.expect), (False, effect.without)):
        found = come_of(effect, with_setting)
        assert {name: found.get(name) for name in expected} == expected, (with_setting, found)


@pytest.mark.parametrize("name", SUITED)
def test_la_real_with_the_sota_of_oros_alone(name: str) -> None:
    cards, winner = SUITED[name]
    answer = replay(deal(f"{PARES} 2:P 3:P 4:P 1:O 2:Q", cards, {"real": "sota_oros"}))
    assert answer["deals"][0]["winner"] == winner
    assert replay(deal(f"{PARES} 2:P 3:P 4:P 1:O 2:Q", cards))["deals"][0]["winner"] == "A"


@pytest.mark.parametrize(("one", "two", "winners"), DUPLES)
def test_duples_compare(one: str, two: str, winners: dict[str, str]) -> None:
    for value, winner in winners.items():
        # Two alone, so that nobody else holds pares; the better hand is on the chair that is not the mano.
        for mano, cards in ((1, [one, two]), (2, [one, two])):
            other = 3 - mano
            play = f"{mano}:X {mano}:P {other}:P {mano}:P {other}:P {mano}:O {other}:Q"
            answer = replay(deal(play, cards, {"players": 2, "duples_compare": value}, mano=mano))
            assert answer["deals"][0]["winner"] == {"A": "1", "B": "2"}[winner]


def played_out(reshuffle: str, last_round: list[int]) -> State:
    """After a round in which all threw four, and one in which they threw so many: the dealer served."""
    rng = random.Random(5)
    state = start(rules(reshuffle=reshuffle))
    state = state.apply(MUS.dealer_acts(state, rng)[0])
    for counts in ([4, 4, 4, 4], last_round):
        for chair in (1, 2, 3, 4):
            state = state.apply(Mus(chair))
        for chair, count in enumerate(counts, 1):
            state = state.apply(Discard(chair, state.hands[chair - 1][:count]))
        while not state.turn:
            state = state.apply(MUS.dealer_acts(state, rng)[0])
    return state


@pytest.mark.parametrize(
    ("reshuffle", "last_round", "left"),
    [
        ("include_current", [4, 4, 4, 4], (24, 0)),
        ("exclude_current", [4, 4, 4, 4], (8, 16)),
        ("keep_last_own", [4, 4, 4, 4], (24, 0)),
        ("include_current", [3, 3, 2, 4], (24, 0)),
        ("exclude_current", [3, 3, 2, 4], (12, 12)),
        ("keep_last_own", [3, 3, 2, 4], (20, 4)),
    ],
)
def test_what_reshuffle_makes_a_new_stock_of(reshuffle: str, last_round: list[int], left: tuple[int, int]) -> None:
    """The example of §2.3, and one in which only the last chair meets an empty stock."""
    state = played_out(reshuffle, last_round)
    assert (state.stock_size, state.discard_size) == left


@pytest.mark.parametrize(
    ("visto", "probability", "count"),
    [("forced", 1.0, 16), ("mano_choice", 1.0, 16), ("redeal", 1.0, 1), ("forced", 0.0, 0), ("off", 0.0, 0)],
)
def test_expose_probability_is_per_dealt_card(visto: str, probability: float, count: int) -> None:
    state = start(rules(mus_visto=visto, expose_probability=probability))
    acts = MUS.dealer_acts(state, random.Random(1))
    assert [type(act) for act in acts] == [Deal, *[Expose] * count]
    for act in acts:
        state = state.apply(act)


def test_expose_probability_is_about_as_often_as_it_says() -> None:
    state = start(rules(mus_visto="forced", expose_probability=0.25))
    rng = random.Random(1)
    exposed = sum(len(MUS.dealer_acts(state, rng)) - 1 for _ in range(500))
    assert 0.23 < exposed / (16 * 500) < 0.27


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, ["A", "B"]),
        ({"players": 6}, ["A", "B"]),
        ({"players": 6, "sides": "pairs"}, ["A", "B", "C"]),
        ({"players": 6, "sides": "individual"}, list("123456")),
        ({"sides": "individual"}, list("1234")),
        ({"players": 2}, ["1", "2"]),
        ({"players": 3}, ["1", "2", "3"]),
        ({"players": 5}, ["1", "2", "3", "4", "5"]),
    ],
)
def test_sides_and_their_names(settings: dict[str, Any], names: list[str]) -> None:
    seating = rules(**settings).seating
    assert list(seating.side_names) == names
    by_chair = [names[side] for side in seating.sides_of_chairs[1:]]
    letters = {2: "AB", 3: "ABC"}.get(len(names)) if names[0] == "A" else None
    assert by_chair == [(letters or names)[at % len(letters or names)] for at in range(seating.players)]


def test_every_setting_has_its_effect_here() -> None:
    shown = {effect.setting for effect in EFFECTS} | {"reshuffle", "expose_probability", "duples_compare"}
    assert shown == set(ORDER) == set(DEFAULTS)


# The match


def test_a_match_ends_with_as_many_juegos_and_vacas_as_the_rules_say() -> None:
    for juegos, vacas in ((1, 1), (2, 1), (3, 2)):
        begin = start(rules(juegos_to_win_vaca=juegos, vacas_to_win=vacas, target=5))
        states: list[Any] = [step.after for step in random_match(MUS, begin, random.Random(juegos))]
        end = states[-1]
        assert end.match_over
        assert end.vacas[end.champion] == vacas
        assert end.games[end.champion] == juegos
        won = sum(state.phase == "over" and state.winner >= 0 for state in states)
        assert won >= juegos * vacas


def test_a_won_juego_starts_the_score_afresh_and_a_won_vaca_the_juegos() -> None:
    begin = start(rules(juegos_to_win_vaca=2, vacas_to_win=2), score=(39, 7), games=(1, 1))
    state = begin.apply(MUS.dealer_acts(begin, random.Random(3))[0])
    for token in ("1:X", "1:E2", "2:N", "4:N"):
        state = state.apply(MUS.parse_act(state, token))
    assert (state.score, state.games, state.vacas) == ((40, 7), (2, 1), (1, 0))
    assert next_deal(state)[:4] == (2, (0, 0), (0, 0), (1, 0))
    assert state.awards == (Award("grande", 0, 1, "refused", "at once", ()),)
