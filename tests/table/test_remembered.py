"""Which of the last commands are known again."""

from hypothesis import given
from hypothesis import strategies as st

from ordago.table.remembered import LEAST, TOGETHER, Remembered


@given(count=st.integers(0, 5 * LEAST))
def test_the_last_commands_are_known_and_those_long_ago_are_let_go(count: int) -> None:
    names = [f"ane:{number}" for number in range(count)]
    kept = Remembered()
    for name in names:
        kept = kept.then(name)
    known = [name in kept for name in names]
    assert all(known[-LEAST:])
    assert not any(known[: -LEAST - TOGETHER])
    assert "ane:no" not in kept
