"""What a stranger gets from `pip install`: the wheel, not this folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.texts import ROOT, catalogue_files

PIP = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"]


@pytest.mark.slow
def test_the_wheel_works_alone_and_speaks_every_language(tmp_path: Path) -> None:
    # With hatchling and babel from the dev group, so that the test needs no network.
    built = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(built, check=True, stdin=subprocess.DEVNULL)
    [wheel] = tmp_path.glob("ordago-*.whl")
    site = tmp_path / "site"
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)

    assert sorted(path.name for path in site.iterdir() if "dist-info" not in path.name) == ["bin", "ordago"]
    assert (site / "ordago" / "py.typed").exists()
    assert (site / "ordago/web/static/index.html.gz").exists(), "the browser client, as it is sent"
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r}); import ordago.locale as l; print(l.__file__, *l.languages())"
    )
    said = subprocess.run([sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True).stdout.split()
    languages = sorted(path.parent.parent.name for path in catalogue_files())
    assert said == [str(site / "ordago" / "locale" / "__init__.py"), *languages]
