"""Settings in words, for any game: a text for each value of a setting, or a function where its values are many."""

from collections.abc import Callable, Mapping
from typing import Any

from ordago.locale import Translator
from ordago.tell.teller import RuleText

Values = Mapping[str, Mapping[Any, str]]
"""For settings with few values: the text of each, by the setting's name."""

Others = Mapping[str, Callable[[Any, Translator], str]]
"""For settings with many values: how each is told."""


def settings_told(
    now: Mapping[str, Any], usual: Mapping[str, Any], values: Values, others: Others, t: Translator
) -> list[RuleText]:
    """Every setting of `now` in words, with the way of `usual` where it differs."""

    def told(name: str, value: Any) -> str:
        return setting_told(name, value, values, others, t)

    return [
        RuleText(name, told(name, value), None if value == usual[name] else told(name, usual[name]))
        for name, value in now.items()
    ]


def setting_told(name: str, value: Any, values: Values, others: Others, t: Translator) -> str:
    """One value of a setting in words."""
    return t.text(values[name][value]) if name in values else others[name](value, t)
