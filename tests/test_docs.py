"""The examples in the documentation are true."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
WITH_EXAMPLES = sorted(page.name for page in DOCS.glob("*.md") if ">>> " in page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run_as_printed(page: str) -> None:
    failed, tried = doctest.testfile(
        str(DOCS / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE, encoding="utf-8"
    )
    assert tried > 0
    assert failed == 0
