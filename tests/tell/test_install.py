"""What to do where an extra is missing: the command is one that helps here."""

import sys
from pathlib import Path

import pytest

from ordago.errors import OrdagoError
from ordago.locale import translator
from ordago.tell import error_text
from ordago.tell.errors import EXTRAS, install_command

CODES = [*[(code, extra, {}) for code, extra in EXTRAS.items()], ("extra-missing", "redis", {"extra": "redis"})]


@pytest.mark.parametrize(("code", "extra", "params"), CODES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_it_names_the_python_that_runs_and_the_extra(
    code: str, extra: str, params: dict[str, str], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = error_text(OrdagoError(code, **params), translator(language))
    assert said.endswith(f'{sys.executable} -m pip install "ordago[{extra}]"')


def test_in_the_folder_of_a_checkout_the_path_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    short = str(Path(".venv") / "bin" / "python")
    assert install_command("batch") == f'{short} -m pip install "ordago[batch]"'
    monkeypatch.setattr(sys, "executable", str(tmp_path / "my games" / "python"))
    assert install_command("batch").startswith(f'"{Path("my games") / "python"}" -m pip')
