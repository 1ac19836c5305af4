"""What players of Møs say, long or short, in either language, is understood as the act that they mean."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.cards.french import NAMES, write_cards
from ordago.core import Act
from ordago.errors import NotationError
from ordago.mos import MOS
from ordago.mos.acts import Blind, Play, Take
from ordago.tell import teller
from tests.engine_mos import shed, state_after

LEAD = MOS.view(state_after(shed("7H7STD5D6D7D8DASQCKHJC2C 3C4C 5S6S")), 1)
ANSWER = MOS.view(state_after(shed("7H7C5D 2C9C JH", table=["5H"])), 1)
STUCK = MOS.view(state_after(shed("2C3D 2D JH 9C", table=["5H6H", "7H"])), 1)


def said(words: str) -> str:
    """What is laid, in the record's notation, or the kind of another act."""
    act: Act = teller("mos").understood(LEAD, words)
    return write_cards(act.cards) if isinstance(act, Play) else type(act).__name__


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        *((words, "7H") for words in ("7h", "7H", "7♥", "seven of hearts", "the seven of hearts", "7 hearts")),
        *(
            (words, "7H")
            for words in ("siete de corazones", "el siete de corazones", "Siete de Corazones.", "7 de corazones")
        ),
        *((words, "7H") for words in ("lead 7h", "salgo con 7h", "salgo con el siete de corazones", "I lay 7H")),
        *((words, "TD") for words in ("td", "10d", "10 d", "ten of diamonds", "diez de diamantes", "10♦")),
        *((words, "AS") for words in ("as", "as de picas", "ace of spades", "el as de picas", "A♠", "a de picas")),
        *((words, "QC") for words in ("qc", "queen of clubs", "reina de tréboles", "dama de treboles", "q")),
        *((words, "JC") for words in ("jc", "jack of clubs", "jota de tréboles", "valet de tréboles")),
        *((words, "KH") for words in ("kh", "king", "rey", "rey de corazones", "k")),
        *((words, "5D6D7D8D") for words in ("5d-8d", "5d - 8d", "5-8d", "5d-8", "5D6D7D8D", "5d 6d 7d 8d")),
        *((words, "5D6D7D8D") for words in ("5 to 8 of diamonds", "from five to eight of diamonds", "5♦-8♦")),
        *((words, "5D6D7D8D") for words in ("del 5 al 8 de diamantes", "escalera del cinco al ocho de diamantes")),
        *((words, "6D7D") for words in ("6d-7d", "7d 6d", "6d a 7d")),
    ],
)
def test_cards_and_runs(words: str, cards: str) -> None:
    assert said(words) == cards


@pytest.mark.parametrize("words", ["t", "T", "take", "take it", "pick up", "coger", "cojo", "recojo", "Me la llevo."])
def test_taking_up(words: str) -> None:
    assert said(words) == Take.__name__


@pytest.mark.parametrize(
    "words", ["take 5H-6H", "t 5h 6h", "take it: 5h to 6h", "recoger 5H-6H", "recojo del 5h al 6h"]
)
def test_the_unit_at_risk_may_be_named_as_the_choices_name_it(words: str) -> None:
    assert teller("mos").understood(STUCK, words) == Take(1)


@pytest.mark.parametrize("words", ["take 7h", "take 5h", "recojo 5", "take 5h-7h", "5h-6h"])
def test_naming_another_unit_or_not_saying_take_takes_nothing_up(words: str) -> None:
    with suppress(NotationError):
        assert isinstance(teller("mos").understood(STUCK, words), Play)


@pytest.mark.parametrize("words", ["b", "B", "blind", "a ciegas", "¡A ciegas!"])
def test_blind_cards(words: str) -> None:
    assert said(words) == Blind.__name__


def test_a_bare_rank_is_the_one_card_of_it_that_may_be_laid() -> None:
    assert teller("mos").understood(ANSWER, "7") == Play(1, (NAMES.index("7H"),))
    assert teller("mos").understood(ANSWER, "5") == Play(1, (NAMES.index("5D"),)), "held, so the rules can say why not"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        *(
            (words, "word-unknown")
            for words in ("x", "envido", "7", "8d-5d", "5d-8h", "5d-8d-9d", "-", "h", "of", "7h and")
        ),
        ("9", "card-not-held"),
    ],
)
def test_what_is_not_understood(words: str, code: str) -> None:
    with pytest.raises(NotationError) as refused:
        said(words)
    assert refused.value.code == code


@given(st.text(alphabet="0123456789tjqkacdhs -♥♦abdelnos", max_size=12))
def test_no_words_break_it(words: str) -> None:
    with suppress(NotationError):
        act = teller("mos").understood(LEAD, words)
        assert act.seat == 1
