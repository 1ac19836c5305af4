"""Every setting and every preset of Møs in words, in every language."""

from typing import Any

import pytest

from ordago.locale import languages, translator
from ordago.mos import MOS
from ordago.tell import teller
from ordago.tell.mos_rules import OTHERS, PRESETS, VALUES

OTHER_VALUES: dict[str, list[Any]] = {
    "hand_size": [1, 5],
    "lend_mode": ["average", "per5", 1, 3],
    "stall": [
        {"mode": "none"},
        {"mode": "draw"},
        {"mode": "most_cards"},
        {"round_action_cap": 200},
        {"repetitions": 2},
    ],
    "games": [5],
    "remove_for_two": [1, 10],
}
"""For settings with many values some that are not the default's."""

ENDS = {"stall": {"round_action_cap": 200}}
"""What makes any reading end, so that every value of a setting can be told."""


def told(setting: str, t: Any, **changes: Any) -> str:
    rules = MOS.rules("mos", {**ENDS, **changes} if setting != "stall" else changes)
    return next(text.text for text in teller("mos").rules(rules, t) if text.setting == setting)


@pytest.mark.parametrize("language", languages())
def test_each_value_of_each_setting_says_something_else(language: str) -> None:
    t = translator(language)
    settings = MOS.flat_rules(MOS.rules("mos", {}))
    assert set(settings) == set(VALUES) | set(OTHERS)
    assert set(OTHERS) == set(OTHER_VALUES)
    for setting, usual in settings.items():
        values = [usual, *OTHER_VALUES.get(setting, [value for value in VALUES.get(setting, {}) if value != usual])]
        sentences = [told(setting, t, **{setting: value}) for value in values]
        assert len(set(sentences)) == len(values), setting
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


@pytest.mark.parametrize("language", languages())
def test_every_preset_has_its_line(language: str) -> None:
    assert set(PRESETS) == set(MOS.presets)
    lines = {teller("mos").preset(preset, translator(language)) for preset in MOS.presets}
    assert len(lines) == len(MOS.presets)


def test_the_words_for_values_are_those_of_the_setting() -> None:
    """No value that a setting takes is without words, and no word is for a value that it does not take."""
    for setting, said in VALUES.items():
        for value in said:
            told(setting, translator("en"), **{setting: value})


def test_only_what_differs_from_the_usual_is_marked() -> None:
    texts = teller("mos").rules(MOS.rules("balanced", {}), translator("en"))
    assert [text.setting for text in texts if text.default is not None] == ["round_starter"]
    assert all(text.default is None for text in teller("mos").rules(MOS.rules("mos", {}), translator("en")))
