"""The count explained: every award with its lance, side, stones, why, when and the hands that decided it."""

from typing import Any

import pytest

from ordago.locale import languages, translator
from ordago.mus import MUS, State
from ordago.tell.mus_count import count_lines
from ordago.tell.mus_words import score_lines, stones_text
from tests.tell.tables import NAMES, position, random_match

EN, ES = translator("en"), translator("es")
BOOK = "1:X 1:E2 2:Q 1:P 2:P 3:P 4:P 1:E2 2:+3 1:N 2:E2 3:Q"
"""The worked deal of the rules dossier (§5.5): 8 to 7."""


def count(state: State, language: str = "en") -> list[str]:
    lines = count_lines(MUS.view(state, 0), NAMES, translator(language))
    return [line.replace("\u00a0", " ") for line in lines]


def test_the_worked_deal_of_the_dossier() -> None:
    assert count(position(BOOK)) == [
        "",
        "The cards are shown.",
        "Ana: R R 7 1 (par of kings; no juego, 28)",
        "Luis: C C S S (duples of knights and jacks; juego of 40)",
        "Carmen: R C 7 4 (no pares; juego of 31)",
        "Pedro: 6 6 6 4 (medias of sixes; no juego, 22)",
        "",
        "The count, from Ana and Carmen 0 – Luis and Pedro 0:",
        "Pares: 2 stones for Luis and Pedro (0–2). The raise was refused: what had been bet before it is paid. "
        "Scored at once.",
        "Grande: 2 stones for Ana and Carmen (2–2). The bet was accepted. Best hand, Ana: R R 7 1; next, Luis: C C S S."
        " Card 1: king beats knight.",
        "Chica: 1 stone for Ana and Carmen (3–2). Everybody passed. Best hand, Ana: 1 7 R R; next, Pedro: 4 6 6 6. "
        "Card 1: ace beats four.",
        "Pares: 5 stones for Luis and Pedro (3–7). For what they hold. Luis: duples of knights and jacks, 3 stones. "
        "Pedro: medias of sixes, 2 stones.",
        "Juego: 2 stones for Ana and Carmen (5–7). The bet was accepted. Best hand, Carmen: juego of 31; next, "
        "Luis: juego of 40.",
        "Juego: 3 stones for Ana and Carmen (8–7). For what they hold. Carmen: juego of 31, 3 stones.",
        "",
        "Ana and Carmen: 8 = 1 amarraco and 3; 32 to go.",
        "Luis and Pedro: 7 = 1 amarraco and 2; 33 to go.",
    ]


def test_it_is_told_in_spanish_as_at_the_table() -> None:
    told = count(position(BOOK), "es")
    assert (
        told[8]
        == "Pares: 2 piedras para Luis y Pedro (0–2). No se quiso la subida: se paga lo que iba antes. Ya apuntado."
    )
    assert told[-2] == "Ana y Carmen: 8 = 1 amarraco y 3; faltan 32."


@pytest.mark.parametrize(
    ("cards", "play", "expected"),
    [
        ("RR71 RR71 CC74 6664", "1:X 1:E2 2:Q", "Ana and Luis tie with R R 7 1; the mano wins ties."),
        ("6541 RR71 CC74 RR71", "1:X 1:P 2:E2 3:Q", "Best hand, Luis: R R 7 1; next, Carmen: C C 7 4."),
        ("6541 RR71 RR71 CC74", "1:X 1:P 2:E2 3:Q", "Luis and Carmen tie with R R 7 1; nearest to the mano: Luis."),
    ],
)
def test_a_tie_says_who_is_nearer_to_the_mano(cards: str, play: str, expected: str) -> None:
    rest = " 1:P 2:P 3:P 4:P"
    state = position(play + rest, cards=cards)
    while not state.deal_over:
        state = state.apply(MUS.parse_act(state, f"{state.turn}:P"))
    grande = next(line for line in count(state) if line.startswith("Grande"))
    assert expected in grande


def test_an_ordago_says_that_it_decides_the_juego_and_who_won_it() -> None:
    told = count(position("1:X 1:O 2:Q"))
    assert told[8].startswith(
        "Grande: 40 stones for Ana and Carmen (40–0). The órdago was accepted: this lance decides"
    )
    assert told[-2:] == ["Juego for Ana and Carmen!", "Juegos: Ana and Carmen 1 – Luis and Pedro 0."]


def test_a_refusal_that_wins_the_juego_shows_no_cards() -> None:
    state = position("1:X 1:E2 2:N 4:N", more="score = [39, 12]")
    told = count(state)
    assert told[:3] == ["", "The count, from Ana and Carmen 39 – Luis and Pedro 12:", told[2]]
    assert told[2].startswith("Grande: 1 stone for Ana and Carmen (40–12). The first bet was refused.")
    assert "Juego for Ana and Carmen!" in told


def test_the_end_of_the_match_is_told() -> None:
    state = position("1:X 1:O 2:Q", more="games = [1, 1]")
    assert count(state)[-1] == "The match is won by Ana and Carmen. Well played!"
    assert count(state, "es")[-1] == "Partida para Ana y Carmen. ¡Bien jugado!"


def test_a_punto_that_was_bet_pays_the_punto_too() -> None:
    passed = " 1:P 2:P 3:P 4:P" * 2
    state = position(f"1:X{passed} 1:E3 2:Q", cards="R754 CS41 S764 C651")
    assert [line for line in count(state) if line.startswith("Punto")] == [
        "Punto: 3 stones for Ana and Carmen (4–1). The bet was accepted. Best hand, Carmen: 27; next, Luis: 25.",
        "Punto: 1 stone for Ana and Carmen (5–1). For winning the punto.",
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "changes", [{}, {"players": 3}, {"players": 6, "sides": "pairs"}, {"refused_timing": "at_count"}]
)
def test_the_running_score_ends_at_the_score(changes: dict[str, Any], language: str) -> None:
    """Over random deals: one line an award, and the figures after the last one are the score."""
    t = translator(language)
    ends = 0
    for seed in range(12):
        for _, _, after in random_match(seed, **changes):
            if after.phase != "over":
                continue
            view = MUS.view(after, 0)
            lines = count_lines(view, NAMES, t)
            figures = "–".join(map(str, view.score))
            told = [line for line in lines if "(" in line and "–" in line.partition(")")[0]]
            assert len(told) == len(view.awards)
            if told:
                assert f"({figures})" in told[-1]
                ends += 1
    assert ends > 10


@pytest.mark.parametrize(
    ("stones", "english", "spanish"),
    [
        (0, "no stones", "ninguna piedra"),
        (1, "1 stone", "1 piedra"),
        (4, "4 stones", "4 piedras"),
        (5, "5 = 1 amarraco", "5 = 1 amarraco"),
        (27, "27 = 5 amarracos and 2", "27 = 5 amarracos y 2"),
        (40, "40 = 8 amarracos", "40 = 8 amarracos"),
    ],
)
def test_stones_are_told_in_amarracos(stones: int, english: str, spanish: str) -> None:
    assert (stones_text(stones, EN), stones_text(stones, ES)) == (english, spanish)


@pytest.mark.parametrize(("score", "warned"), [(34, False), (35, True), (39, True)])
def test_five_to_go_is_adentro(score: int, warned: bool) -> None:
    view = MUS.view(position("", more=f"score = [{score}, 0]"), 1)
    assert ("¡Adentro!" in score_lines(view, NAMES, ES)[0]) is warned
