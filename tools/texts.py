"""Brings the gettext catalogues up to date with the texts in the code: `python3 run.py texts`.

New texts come in untranslated, texts that the code no longer has go, translations stay. The result depends on the code
and the catalogues alone: no dates, no line numbers, no machine, sorted by file.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from hatch_build import LOCALE, compile_catalogues
from tools import client_texts

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {"text": None, "mark": None, "plural": (1, 2)}


def catalogue_files() -> list[Path]:
    """Return the path of every catalogue in the repository."""
    return sorted((ROOT / LOCALE).glob("*/LC_MESSAGES/ordago.po"))


def extract() -> Catalog:
    """Return the texts that the code has now, each with the files that say it."""
    template = Catalog()
    found = extract_from_dir(
        ROOT / "src", method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for file, line, message, comments, context in found:
        place = [(Path(file).as_posix(), line)]
        template.add(message, locations=place, auto_comments=comments, context=context)
    for file, line, said in client_texts.messages(ROOT):
        template.add(said, locations=[(file, line)])
    return template


def read(path: Path) -> Catalog:
    """Return a catalogue; its folder says which language it is in."""
    with path.open("rb") as source:
        return read_po(source, locale=path.parent.parent.name, abort_invalid=True)


def updated(path: Path, template: Catalog) -> str:
    """Return what the catalogue file at `path` should say, given the texts of `template`."""
    header, _, _ = path.read_text("utf-8").partition("\n\n")
    catalogue = read(path)
    catalogue.update(template, no_fuzzy_matching=True)
    body = io.BytesIO()
    write_po(
        body, catalogue, width=120, omit_header=True, sort_by_file=True, ignore_obsolete=True, include_lineno=False
    )
    return f"{header.strip()}\n\n{body.getvalue().decode().strip()}".strip() + "\n"


def main() -> None:
    """Rewrite every catalogue, compile it, and say how many texts still wait for a translation."""
    template = extract()
    for path in catalogue_files():
        path.write_text(updated(path, template), "utf-8", newline="\n")
        catalogue = read(path)
        language = path.parent.parent.name
        waiting = sum(not all(m.string if isinstance(m.string, tuple) else (m.string,)) for m in catalogue if m.id)
        note = "in English already" if language == "en" else f"{waiting} without a translation"
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {note}")
    compile_catalogues(ROOT)


if __name__ == "__main__":
    main()
