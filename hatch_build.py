"""Build hook: compiles the gettext catalogues and builds the browser client, for everything that is packed."""

import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# hatchling loads this file by its path alone.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools import client

LOCALE = Path("src/ordago/locale")


def compile_catalogues(root: Path) -> list[Path]:
    """Write every `ordago.po` under `root` as the `ordago.mo` beside it; return the files written.

    Raises babel's PoFileError, with the line, where a catalogue is malformed.
    """
    written = []
    for po in sorted((root / LOCALE).glob("*/LC_MESSAGES/ordago.po")):
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.parent.parent.name, abort_invalid=True)
        mo = po.with_suffix(".mo")
        with mo.open("wb") as target:
            write_mo(target, catalogue)
        written.append(mo)
    return written


class BuildHook(BuildHookInterface[Any]):
    """Called by hatchling before it gathers the files of a wheel or an sdist, or links an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from PyPI, where the client must be built and the machine has none that will do."""
        return [client.NODE_FROM_PYPI] if client.needs_node_from_pypi() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and build; `version` is "standard" or "editable", and both need the same files."""
        compile_catalogues(Path(self.root))
        try:
            client.build()
        except client.CannotBuild as error:
            sys.exit(f"\n{error}\n")
