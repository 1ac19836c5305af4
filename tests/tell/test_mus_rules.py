"""Every setting and every preset of Mus in words, in every language."""

from typing import Any

import pytest

from ordago.locale import languages, translator
from ordago.mus import MUS
from ordago.tell import teller
from ordago.tell.mus_rules import OTHERS, PRESETS, VALUES

OTHER_VALUES: dict[str, list[Any]] = {
    "players": [2, 3, 5, 6],
    "extra_kings": [["5o"], ["5o", "Sb", "Cc"]],
    "target": [30],
    "juegos_to_win_vaca": [1, 3],
    "vacas_to_win": [2],
    "mus_rounds_max": [1, 20],
    "discard_min": [2],
    "discard_max": [1, 3],
    "expose_probability": [0.5],
    "min_open": [1],
    "min_raise": [1],
    "deje_first": [0, 2],
    "deje_extra_lances": [["pares"], ["pares", "juego", "punto"]],
    "paso_value": [{"pares": 1}, {"grande": 2, "juego": 3}],
    "pares_value": [[2, 4, 6]],
    "juego_value": [{"31": 4}, {"other": 1}],
    "punto_bonus": [2],
    "juego_order": [[31, 40, 37, 36, 35, 34, 33, 32]],
}
"""For settings with many values some that are not the default's."""

NEEDS: dict[str, dict[str, Any]] = {
    "expose_probability": {"mus_visto": "redeal"},
    "sides": {"players": 6},
    "first_mano": {"mus_corrido": "match"},
}


def told(setting: str, t: Any, **changes: Any) -> str:
    rules = MUS.rules("clasico", {**NEEDS.get(setting, {}), **changes})
    return next(text.text for text in teller("mus").rules(rules, t) if text.setting == setting)


@pytest.mark.parametrize("language", languages())
def test_each_value_of_each_setting_says_something_else(language: str) -> None:
    t = translator(language)
    settings = MUS.flat_rules(MUS.rules("clasico", {}))
    assert set(settings) == set(VALUES) | set(OTHERS)
    assert set(OTHERS) == set(OTHER_VALUES)
    for setting, usual in settings.items():
        values = [usual, *OTHER_VALUES.get(setting, [value for value in VALUES.get(setting, {}) if value != usual])]
        sentences = [told(setting, t, **{setting: value}) for value in values]
        assert len(set(sentences)) == len(values), setting
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


@pytest.mark.parametrize("language", languages())
def test_every_preset_has_its_line(language: str) -> None:
    assert set(PRESETS) == set(MUS.presets)
    lines = [teller("mus").preset(name, translator(language)) for name in MUS.presets]
    assert len(set(lines)) == len(lines)


def test_what_differs_from_the_default_is_marked_with_the_default() -> None:
    texts = teller("mus").rules(MUS.rules("ehmf", {"pares_value": [1, 2, 4]}), translator("en"))
    marked = {text.setting: text.default for text in texts if text.default}
    assert set(marked) == {"kings", "target", "juegos_to_win_vaca", "first_mano", "mus_visto", "pares_value"}
    assert marked["target"] == "A juego is won with 40 stones."


def test_the_default_differs_in_nothing() -> None:
    assert not [text for text in teller("mus").rules(MUS.rules("clasico", {}), translator("es")) if text.default]


def test_cards_that_are_kings_too_are_named() -> None:
    assert told("extra_kings", translator("es"), extra_kings=["5o", "Sb"]) == (
        "También son reyes: cinco de oros y sota de bastos."
    )
