"""What happened at a table of Mus, told: whole, in every language, and nothing that the reader may not know."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest

from ordago.locale import Translator, languages, translator
from ordago.mus import MUS, Deal, Discard, Hidden, Sena, Serve
from ordago.tell import teller
from ordago.tell.words import listed
from tests.tell.tables import NAMES, position, random_match

MUS_TELLER = teller("mus")
EN, ES = translator("en"), translator("es")
VARIANTS: list[dict[str, Any]] = [
    {"senas": "fem"},
    {"preset": "ffm", "expose_probability": 0.1},
    {"preset": "ehmf", "expose_probability": 0.1, "raise_style": "double", "refused_timing": "at_count"},
    {"preset": "fim", "expose_probability": 0.1, "perete": "swap_plus_1"},
    {"preset": "fem13", "response": "strongest_of_pair", "refusal_bonus": "best_hand", "senas": "classic"},
    {"players": 3, "real": "sota", "mus_corrido": "juego"},
    {"players": 6, "vacas_to_win": 2, "ordago_settlement": "in_order"},
    {"preset": "diez_reyes", "open_order": "any", "mus_talk": "open_cut", "paso_value": {"pares": 1, "juego": 1}},
]


def lines_of(before: Any, after: Any, seat: int, t: Translator = EN) -> list[str]:
    return MUS_TELLER.heard(MUS.view(before, seat), MUS.view(after, seat), NAMES, t)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_act_of_every_game_can_be_told(variant: dict[str, Any], language: str) -> None:
    t = translator(language)
    for seed in range(4):
        for before, act, after in random_match(seed, **variant):
            told = MUS_TELLER.told(before, act, after, NAMES, t)
            assert told or isinstance(act, Discard), "only what is told all at once may wait"
            for seat in (0, 1, 2):
                told += lines_of(before, after, seat, t)
                view = MUS.view(after, seat)
                told += MUS_TELLER.score(view, NAMES, t)
                if view.legal:
                    told += MUS_TELLER.situation(view, NAMES, t)
                    told += MUS_TELLER.meanings(view, NAMES, t)
                    told.append(MUS_TELLER.choices(view, t))
            assert not [line for line in told if "\n" in line or "{" in line or line != line.strip()]


def test_what_an_option_means_is_what_the_act_of_that_option_means() -> None:
    rng = random.Random(5)
    for before, _, _ in random_match(7, senas="fem"):
        for option in before.legal(before.turn) if before.turn else ():
            view = MUS.view(before, before.turn)
            act = MUS.act_from(before.turn, option, rng)
            assert MUS_TELLER.meaning(view, act, NAMES, EN) in MUS_TELLER.meanings(view, NAMES, EN)


def test_hidden_cards_make_no_difference_to_what_is_told() -> None:
    """Twin tables that differ only in the others' cards, up to the cut: seat 1 hears the same words."""
    play = "1:M 2:M 3:M 4:M 1:D71 2:DCC 3:D74 4:D6 1=C5 2=31 3=R6 4=7 1:X 1:P 2:E2"
    twins = [
        position(play),
        position(
            play.replace("2:DCC 3:D74 4:D6", "2:D77 3:D44 4:DC").replace("2=31 3=R6 4=7", "2=S6 3=54 4=6"),
            "RR71 7766 4455 CCSS",
        ),
    ]
    told = []
    for twin in twins:
        state = MUS.opening(twin.rules, {})
        lines: list[str] = []
        for act in twin.history:
            after = state.apply(act)
            lines += lines_of(state, after, 1)
            state = after
        told.append([*lines, *MUS_TELLER.situation(MUS.view(state, 1), NAMES, EN)])
    assert told[0] == told[1]


def test_others_discards_are_told_by_number_and_ones_own_by_card() -> None:
    before, after = position("1:M 2:M 3:M 4:M"), position("1:M 2:M 3:M 4:M 1:D71")
    act = after.history.act
    assert act is not None
    assert lines_of(before, after, 1) == ["Ana: 2 cards (7\u00a01)."]
    assert lines_of(before, after, 2) == ["Ana: 2 cards."]
    assert MUS_TELLER.told(before, act, after, NAMES, ES) == ["Ana: dame 2 (7\u00a01)."]


def test_discards_thrown_together_are_told_together() -> None:
    plays = ["1:M 3:M 2:M 4:M 2:DC", "1:M 3:M 2:M 4:M 2:DC 4:D6 3:DR", "1:M 3:M 2:M 4:M 2:DC 4:D6 3:DR 1:DR"]
    states = [position(play, rules='"ffm"') for play in plays]
    assert lines_of(states[0], states[1], 1) == []
    assert lines_of(states[1], states[2], 1) == [
        "Luis: 1 card.",
        "Pedro: 1 card.",
        "Carmen: 1 card.",
        "Ana: 1 card (R).",
    ]


FACE = "Le pillas una seña a Luis: levantar las cejas."


def test_a_sena_is_told_to_those_who_may_know_it() -> None:
    rules = '{ preset = "clasico", senas = "common" }'
    before, after = position("1:X", rules=rules), position("1:X 2:~duples>3", rules=rules)
    act = after.history.act
    assert isinstance(act, Sena)
    heard = [lines_of(before, after, seat, ES) for seat in (0, 1, 2, 3, 4)]
    assert heard == [[], [], ["Luis, seña: duples."], [FACE], ["Luis, seña: duples."]]
    assert MUS_TELLER.told(before, act, after, NAMES, ES) == ["Luis, seña: duples."]


def test_a_rival_who_notices_a_sena_cannot_tell_it_from_one_that_looks_the_same() -> None:
    before = position("1:X", rules='{ preset = "clasico", senas = "fem" }', cards="SS74 CC75 RRR4 6654")
    state = before.apply(Sena(3, "three_kings", (2,)))
    assert lines_of(before, state, 1, ES) == ["Carmen, seña: medias de reyes."]
    assert lines_of(before, state, 2, ES) == ["Le pillas una seña a Carmen: torcer los labios."]


def test_bets_say_what_is_at_stake() -> None:
    words = ["1:X", "1:E5", "2:+3", "3:O", "4:N", "2:N"]
    states = [position(" ".join(words[:count])) for count in range(1, 7)]
    told = [lines_of(before, after, 1)[0] for before, after in pairwise(states)]
    assert told == [
        "Ana: envido 5.",
        "Luis: 3 more, 8 in all.",
        "Carmen: órdago!",
        "Pedro: I decline.",
        "Luis: I decline.",
    ]
    last = lines_of(states[-2], states[-1], 1)
    assert last[1:] == ["8 stones at once for Ana and Carmen (8–0).", "", "Chica: low cards."]


def test_stones_at_once_are_told_with_the_score_just_after_them() -> None:
    """The last refusal also ends the deal, whose count comes after."""
    before = position("1:X 1:P 2:P 3:P 4:P 1:P 2:P 3:P 4:P 1:P 2:P 4:P 2:E2")
    after = before.apply(next(act for act in [MUS.parse_act(before, "3:N")]))
    told = lines_of(before, after, 1)
    assert told[:2] == ["Carmen: I decline.", "1 stone at once for Luis and Pedro (0–1)."]


def test_the_situation_shows_the_hand_in_words() -> None:
    view = MUS.view(position("1:X 1:E2", cards="R371 CCSS RC74 6664"), 1)
    assert MUS_TELLER.situation(view, NAMES, EN)[0] == "Your cards: R\u00a03\u00a07\u00a01 (par of kings; no juego, 28)"
    view = MUS.view(position("1:X 1:E2"), 2)
    assert MUS_TELLER.situation(view, NAMES, ES) == [
        "Tus cartas: C\u00a0C\u00a0S\u00a0S (duples de caballos y sotas; juego de 40)",
        "Luis y Pedro\u00a00 – Ana y Carmen\u00a00. Mano: Ana.",
        "Ana envida a grande: van 2 piedras.",
    ]


def test_declining_says_what_it_costs_and_that_the_partner_may_still_accept() -> None:
    meanings = MUS_TELLER.meanings(MUS.view(position("1:X 1:E2 2:+5"), 3), NAMES, EN)
    assert meanings[0] == "accept (q): the best hand of this lance takes 7 stones at the count."
    assert meanings[1] == "decline (n): 2 stones for Luis and Pedro. But first your partner is asked."
    assert meanings[2].endswith("Refused, you take 7.")


@pytest.mark.parametrize(
    ("names", "english", "spanish"),
    [
        ([], "", ""),
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Jon"], "Ana and Jon", "Ana y Jon"),
        (["Ana", "Iñaki"], "Ana and Iñaki", "Ana e Iñaki"),
        (["Ana", "Hilario"], "Ana and Hilario", "Ana e Hilario"),
        (["Ana", "Iago"], "Ana and Iago", "Ana y Iago"),
        (["Ana", "Yolanda"], "Ana and Yolanda", "Ana y Yolanda"),
        (["Ana", "Eva", "Jon"], "Ana, Eva and Jon", "Ana, Eva y Jon"),
    ],
)
def test_names_are_joined_as_the_language_does(names: list[str], english: str, spanish: str) -> None:
    assert (listed(names, EN), listed(names, ES)) == (english, spanish)


def test_the_introduction_has_eight_lines_at_most_and_names_everybody() -> None:
    for language in languages():
        for players in (2, 4, 6):
            view = MUS.view(MUS.start(MUS.rules("clasico", {"players": players}), None, random.Random(1)), 1)
            lines = MUS_TELLER.intro(view, NAMES, translator(language))
            assert len(lines) <= 7  # the front end adds who sits where
            assert all(name in lines[0] for name in NAMES[:players])


def test_who_notices_a_sena_is_drawn_among_the_rivals() -> None:
    view = MUS.view(position("1:X"), 2)
    seen = {MUS_TELLER.noticed(view, Sena(2, "duples"), 0.5, random.Random(seed)) for seed in range(40)}
    assert seen == {Sena(2, "duples", chairs) for chairs in ((), (1,), (3,), (1, 3))}
    assert MUS_TELLER.noticed(view, Sena(2, "duples"), 0.0, random.Random(1)) == Sena(2, "duples")
    assert MUS_TELLER.noticed(view, Deal(0, ()), 1.0, random.Random(1)) == Deal(0, ())


def test_speaking_up_is_for_what_cannot_wait() -> None:
    rules = '{ preset = "clasico", mus_talk = "open_cut", senas = "common" }'
    assert MUS_TELLER.may_interrupt(MUS.view(position("", rules=rules), 3))
    assert not MUS_TELLER.may_interrupt(MUS.view(position("", rules=rules), 1)), "its own turn"
    assert not MUS_TELLER.may_interrupt(MUS.view(position("1:X", rules=rules), 3)), "only a seña"
    assert not MUS_TELLER.may_interrupt(MUS.view(position("1:M 3:M 2:M 4:M", rules='"ffm"'), 3)), "only a discard"


def test_each_kind_of_act_that_hides_cards_is_met_in_these_tests() -> None:
    seen = {type(act) for seed in range(25) for _, _, after in random_match(seed) for act in MUS.view(after, 1).acts}
    assert {Discard, Serve, Hidden} <= seen


def test_a_reason_of_a_bot_is_told_in_words() -> None:
    told = MUS_TELLER.reason("accept", {"lance": "grande", "chance": 60, "stones": 4}, ES)
    assert told.startswith("Grande: unas 60 de cada 100")
    assert re.search(r"órdago a grande", MUS_TELLER.reason("ordago-desperate", {"lance": "grande", "chance": 9}, ES))
    assert MUS_TELLER.reason("sena", {"sena": "two_aces"}, EN) == "I let my partner know: two aces."
