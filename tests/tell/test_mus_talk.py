"""What players say, long or short, in either language, is understood as the act that they mean."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.cards.spanish import write_cards
from ordago.errors import NotationError
from ordago.locale import translator
from ordago.mus import MUS, Discard, State
from ordago.mus.notation import write_act
from ordago.tell import teller
from ordago.tell.mus_words import SENAS
from ordago.tell.words import plain
from tests.tell.tables import position

TALK = position("")
OPEN = position("1:X")
BET = position("1:X 1:P 2:E4")
THROW = position("1:M 2:M 3:M 4:M")


def said(state: State, words: str, seat: int = 1) -> str:
    """The act in the record's notation, without the chair."""
    act = teller("mus").understood(MUS.view(state, seat), words)
    return write_act(state, act).partition(":")[2]


@pytest.mark.parametrize(
    ("words", "act"),
    [
        *((words, "M") for words in ("m", "mus", "MUS", "Mus!", "hay mus")),
        *((words, "X") for words in ("x", "corto", "no hay mus", "mus no", "¡No hay mus!", "no mus", "cut", "I cut")),
        *((words, "X") for words in ("p", "paso", "pass", "n", "no")),
        *((words, "perete") for words in ("perete", "pedrete")),
    ],
)
def test_in_the_talk(words: str, act: str) -> None:
    assert said(TALK, words) == act


@pytest.mark.parametrize(
    ("words", "act"),
    [
        *((words, "P") for words in ("p", "paso", "pass")),
        *((words, "E2") for words in ("e", "envido", "envite", "bet", "dos", "2")),
        *((words, "E5") for words in ("e5", "e 5", "5", "envido 5", "envido cinco", "cinco", "five", "bet 5", "E5")),
        *((words, "O") for words in ("o", "órdago", "ordago", "ÓRDAGO", "¡Órdago!", "hordago")),
        *((words, "M") for words in ("m", "mus")),
        *((words, "Q") for words in ("q", "quiero")),
    ],
)
def test_where_no_bet_stands(words: str, act: str) -> None:
    assert said(OPEN, words) == act


@pytest.mark.parametrize(
    ("words", "act"),
    [
        *((words, "Q") for words in ("q", "quiero", "veo", "sí", "yes", "accept", "I accept", "Acepto.")),
        *((words, "N") for words in ("n", "no", "no quiero", "paso", "p", "pass", "decline", "refuse", "no veo")),
        *((words, "+3") for words in ("+3", "+ 3", "3", "más 3", "tres más", "3 más", "reenvido 3", "three more")),
        *((words, "+3") for words in ("raise 3", "subo 3", "envido más 3", "tres")),
        *((words, "+2") for words in ("+", "más", "more", "raise", "reenvido", "envido más", "dos más")),
        *((words, "O") for words in ("o", "órdago")),
        *((words, "E5") for words in ("envido 5", "e5")),
    ],
)
def test_where_a_bet_stands(words: str, act: str) -> None:
    assert said(BET, words, 3) == act


@pytest.mark.parametrize(
    ("words", "act"),
    [
        *((words, "D71") for words in ("d 7 1", "d71", "71", "7 1", "1 7", "descarto 7 1", "d #3 #4", "#4 #3")),
        *((words, "D71") for words in ("siete as", "throw seven ace", "d siete y as", "tiro 7 1", "D 7 1")),
        *((words, "DRR") for words in ("rr", "d r r", "reyes r", "#1#2", "king king")),
        *((words, "DRR71") for words in ("todas", "all", "d todas", "rr71")),
        *((words, "D") for words in ("d", "nada", "d nada", "none", "servido")),
        *((words, "D5") for words in ("d 5", "5", "five")),
        ("3", "DR"),  # not held, so the king that it counts as
        ("e 5", "E5"),
        ("mus", "M"),
    ],
)
def test_where_cards_are_thrown(words: str, act: str) -> None:
    assert said(THROW, words) == act


def test_a_suit_may_be_named_where_cards_have_them() -> None:
    state = position("1:M 2:M 3:M 4:M", cards="RoRc7e1b CoCcSoSc RbCe7o4c 6o6c6e4b")
    assert said(state, "rc") == "DRc"
    assert said(state, "d Rc 7e") == "DRc7e"
    assert said(state, "r") == "DRo", "any of the kings"


def test_a_card_is_not_thrown_twice() -> None:
    view = MUS.view(THROW, 1)
    act = teller("mus").understood(view, "7 7")
    assert isinstance(act, Discard)
    assert not THROW.can(act)
    with pytest.raises(NotationError):
        teller("mus").understood(view, "#3 #3")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_sena_is_understood_by_its_name_and_code(language: str) -> None:
    view = MUS.view(OPEN, 1)
    for code, label in SENAS.items():
        name = translator(language).text(label)
        for words in (f"s {name}", f"seña {name}", f"s {code}", f"sign {name}", f"~{code}"):
            act = teller("mus").understood(view, words)
            assert write_act(OPEN, act) == f"1:~{code}", words


@pytest.mark.parametrize("words", ["", "foo bar", "s foo", "d xyz", "7", "envido mucho", "#", "+-3", "e 1234567"])
def test_what_is_not_understood_is_said_back(words: str) -> None:
    with pytest.raises(NotationError) as refused:
        teller("mus").understood(MUS.view(TALK, 1), words)
    assert refused.value.code == "word-unknown"
    assert refused.value.params == {"word": words}


@given(st.text(max_size=30), st.sampled_from([TALK, OPEN, BET, THROW]))
def test_any_text_is_an_act_or_not_understood(words: str, state: State) -> None:
    with suppress(NotationError):
        assert teller("mus").understood(MUS.view(state, 1), words).seat == 1


def test_accents_signs_and_capitals_do_not_matter() -> None:
    assert plain("  ¡ÓRDAGO,   señas! ") == "ordago senas"


def test_the_example_in_the_prompt_is_understood() -> None:
    view = MUS.view(THROW, 1)
    choices = teller("mus").choices(view, translator("en"))
    assert "d 7 1" in choices.replace("\u00a0", " ")
    assert write_cards(view.hand[-2:]) == "71"
