"""Texts of the browser client: found in `client/src` for the catalogues, and given back to it in each language.

The client marks its sentences like the library does: `t("…")`, `plural("…", "…", n)`, `mark("…")`. They stand in the
same catalogues. `export` writes `client/src/texts/<language>.json` with the texts that the client says, and
`codes.json` with the tables of the tellers that it shares: the sentences of refusals and of contradictions, the lines
of the presets.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path("client/src")
TELL = Path("src/ordago/tell")
LOCALE = Path("src/ordago/locale")

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_SAID = re.compile(rf"\b(?:t|mark)\(\s*{_TEXT}")
_PLURAL = re.compile(rf"\bplural\(\s*{_TEXT}\s*,\s*{_TEXT}", re.DOTALL)

Message = str | tuple[str, str]


def messages(root: Path = ROOT) -> Iterator[tuple[str, int, Message]]:
    """Every text of the client under `root` with its file, as catalogues name it, and its line."""
    for path in sorted((root / SOURCE).rglob("*")):
        if path.suffix not in (".ts", ".svelte"):
            continue
        source = path.read_text("utf-8")
        file = path.relative_to(root).as_posix()
        for found in _SAID.finditer(source):
            yield file, source.count("\n", 0, found.start()) + 1, json.loads(f'"{found[1]}"')
        for found in _PLURAL.finditer(source):
            one, many = (json.loads(f'"{text}"') for text in found.groups())
            yield file, source.count("\n", 0, found.start()) + 1, (one, many)


def codes() -> dict[str, Any]:
    """The tables that the client shares with the tellers, read from their source so that a build needs no library."""
    tables: dict[str, dict[str, dict[Any, Any]]] = {}
    for path in sorted((ROOT / TELL).glob("*.py")):
        tables[path.stem] = _tables(path)
    everywhere = {name: table for found in tables.values() for name, table in found.items()}
    sentences: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    presets: dict[str, str] = {}
    contradictions: dict[str, str] = {}
    for found in tables.values():
        sentences.update(found.get("SENTENCES", {}))
        presets.update(found.get("PRESETS", {}))
        contradictions.update(found.get("CONTRADICTIONS", {}))
        for parameter, said in found.get("WORDS", {}).items():
            table = everywhere.get(said, {}) if isinstance(said, str) else said
            words.setdefault(parameter, {}).update({str(value): text for value, text in table.items()})
    return {"sentences": sentences, "words": words, "presets": presets, "contradictions": contradictions}


def _tables(path: Path) -> dict[str, dict[Any, Any]]:
    """The dictionaries that a module writes down, by name."""
    found = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and isinstance(value, ast.Dict):
            found[target.id] = _read(value)
    return found


def _read(node: ast.expr) -> Any:
    """A literal; `mark("…")` is its text, a name stands for itself, anything else is None."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="mark"), args=[ast.Constant(value=text)]):
            return text
        case ast.Dict(keys=keys, values=values):
            pairs = [(_read(key), _read(value)) for key, value in zip(keys, values, strict=True) if key is not None]
            return {key: value for key, value in pairs if value is not None}
        case _:
            return None


def export() -> None:
    """Write what the client imports when it is built."""
    folder = ROOT / SOURCE / "texts"
    folder.mkdir(exist_ok=True)
    tables = codes()
    _write(folder / "codes.json", tables)
    wanted = {message if isinstance(message, str) else message[0] for _, _, message in messages()}
    wanted |= {text for kind in ("sentences", "presets", "contradictions") for text in tables[kind].values()}
    wanted |= {text for said in tables["words"].values() for text in said.values()}
    for path in sorted((ROOT / LOCALE).glob("*/LC_MESSAGES/ordago.po")):
        language = path.parent.parent.name
        with path.open("rb") as source:
            catalogue = read_po(source, locale=language, abort_invalid=True)
        texts: dict[str, Any] = {}
        for message in catalogue:
            ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            if ids[0] in wanted and any(said) and all(said) and said != ids:
                texts[ids[0]] = said[0] if len(ids) == 1 else said
        _write(folder / f"{language}.json", texts)


def _write(path: Path, value: Any) -> None:
    """Write JSON where it says something new, so that a watching builder does not start for nothing."""
    text = json.dumps(value, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    export()
