"""Which language is spoken, and how a text gets its parameters."""

import gettext
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from ordago.errors import OrdagoError
from ordago.locale import Translator, languages, mark, pick_language, translator


@pytest.fixture
def spanish() -> Translator:
    catalogue = Catalog(locale="es")
    catalogue.add("{player} bets {stones}", "{player} envida {stones}")
    catalogue.add(("{n} stone", "{n} stones"), ("{n} piedra", "{n} millones de piedras", "{n} piedras"))
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Translator("es", gettext.GNUTranslations(file))


def test_a_text_is_translated_and_filled(spanish: Translator) -> None:
    assert spanish.text("{player} bets {stones}", player="Ane", stones=5) == "Ane envida 5"


def test_a_plural_takes_the_form_of_its_number(spanish: Translator) -> None:
    assert [spanish.plural("{n} stone", "{n} stones", n) for n in (0, 1, 2)] == ["0 piedras", "1 piedra", "2 piedras"]


def test_a_text_without_translation_is_english(spanish: Translator) -> None:
    assert spanish.text("Shuffle {what}", what="them") == "Shuffle them"


def test_a_missing_parameter_is_an_error(spanish: Translator) -> None:
    with pytest.raises(KeyError):
        spanish.text("{player} bets {stones}", player="Ane")


def test_a_mark_changes_nothing() -> None:
    assert mark("grande") == "grande"


@pytest.mark.parametrize(
    ("explicit", "environ", "expected"),
    [
        (None, {}, "en"),
        ("es", {"LANG": "en_US.UTF-8"}, "es"),
        ("es-MX", {}, "es"),
        ("ES", {}, "es"),
        (None, {"LANG": "es_ES.UTF-8"}, "es"),
        (None, {"LANG": "es_ES@euro"}, "es"),
        (None, {"LC_ALL": "C", "LANG": "es_ES.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LANG": "es_ES.UTF-8"}, "es"),
        (None, {"LC_MESSAGES": "es_AR", "LANG": "en_GB"}, "es"),
        (None, {"LANG": "tlh_QO"}, "en"),
        (None, {"ORDAGO_LANG": "es", "LC_ALL": "en_GB"}, "es"),
    ],
)
def test_which_language_is_spoken(explicit: str | None, environ: dict[str, str], expected: str) -> None:
    assert pick_language(explicit, environ) == expected


@pytest.mark.parametrize(("explicit", "environ"), [("tlh", {}), (None, {"ORDAGO_LANG": "tlh"})])
def test_an_unknown_language_asked_for_by_name_is_refused(explicit: str | None, environ: dict[str, str]) -> None:
    with pytest.raises(OrdagoError) as refused:
        pick_language(explicit, environ)
    assert refused.value.code == "language-unknown"
    assert refused.value.params == {"language": "tlh", "available": ", ".join(languages())}


def test_the_translator_of_an_unknown_language_is_refused() -> None:
    with pytest.raises(OrdagoError, match="language-unknown"):
        translator("tlh")


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_language_has_its_translator(language: str) -> None:
    assert language in languages()
    assert translator(language).language == language


def test_english_is_spoken_unless_asked() -> None:
    assert translator(None).language == "en"
