"""Texts for people: one gettext catalogue per language, for every front end.

The text in the code is the English one and the key of the others, a whole sentence with named places:
`t.text("{player}: envido {stones}", player="Ane", stones=5)`. A text that is kept in a table and looked up later is
marked there: `mark("grande")`, then `t.text(table[lance])`. `python3 run.py texts` brings the catalogues up to date.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ordago.errors import OrdagoError

__all__ = ["SOURCE_LANGUAGE", "Translator", "languages", "mark", "pick_language", "translator"]

SOURCE_LANGUAGE = "en"

_DOMAIN = "ordago"
_CATALOGUES = Path(__file__).parent

# Ours first; then the system's, of which the first one set decides, as everywhere on Unix.
_OWN_VARIABLE = "ORDAGO_LANG"
_SYSTEM_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Translator:
    """Speaks one language; made by `translator`."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def text(self, msgid: str, **params: object) -> str:
        """Return the sentence `msgid` in this language, with `params` in its named places.

        A text that no catalogue knows is given in English. Raises KeyError where a place has no parameter.
        """
        return self._catalogue.gettext(msgid).format_map(params)

    def plural(self, singular: str, plural: str, n: int, **params: object) -> str:
        """Return the form that this language uses for `n` of a thing; `n` itself is the place `{n}`."""
        return self._catalogue.ngettext(singular, plural, n).format_map({"n": n, **params})


def mark(msgid: str) -> str:
    """Return `msgid` unchanged; tells the extraction that it is a text to translate, looked up later by `text`."""
    return msgid


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that there are texts in, sorted: `("en", "es")`."""
    found = {mo.parent.parent.name for mo in _CATALOGUES.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")}
    return tuple(sorted(found | {SOURCE_LANGUAGE}))


def pick_language(explicit: str | None, environ: Mapping[str, str]) -> str:
    """Return the code of the language to speak.

    `explicit` (an option on the command line) wins, then ORDAGO_LANG, then the first of LC_ALL, LC_MESSAGES and LANG
    that is set, then English. `es`, `es_MX.UTF-8` and `es-ES` all mean `es`. Raises OrdagoError `language-unknown`
    where one of the first two names a language without texts; the system's variables may name any.
    """
    asked = explicit or environ.get(_OWN_VARIABLE)
    if asked:
        language = _base(asked)
        if language not in languages():
            raise _unknown(asked)
        return language
    for variable in _SYSTEM_VARIABLES:
        if value := environ.get(variable):
            language = _base(value)
            return language if language in languages() else SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


@cache
def translator(language: str | None = None) -> Translator:
    """Return the translator for a language code out of `languages()`; None is English.

    Raises OrdagoError `language-unknown`.
    """
    language = language or SOURCE_LANGUAGE
    if language not in languages():
        raise _unknown(language)
    return Translator(
        language,
        gettext.translation(_DOMAIN, _CATALOGUES, [language], fallback=language == SOURCE_LANGUAGE),
    )


def _base(name: str) -> str:
    """`es_ES.UTF-8@euro` and `es-ES` both give `es`."""
    for separator in (".", "@", "_", "-"):
        name = name.partition(separator)[0]
    return name.lower()


def _unknown(language: str) -> OrdagoError:
    return OrdagoError("language-unknown", language=language, available=", ".join(languages()))
