"""History: the acts behind a state, as links to the parent."""

from ordago.core import EMPTY
from ordago.core.acts import Act


def test_a_history_lists_its_acts_in_order_and_from_the_last_one() -> None:
    history = EMPTY.then(Act(1)).then(Act(2)).then(Act(3))
    assert [act.seat for act in history] == [1, 2, 3]
    assert [act.seat for act in history.latest()] == [3, 2, 1]
    assert len(history) == 3


def test_histories_are_equal_when_their_acts_are() -> None:
    one, two = EMPTY.then(Act(1)).then(Act(2)), EMPTY.then(Act(1)).then(Act(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != EMPTY.then(Act(1))
    assert one != EMPTY.then(Act(2)).then(Act(2))
    assert one != "1 2"


def test_a_history_of_half_a_million_acts_is_compared_and_let_go_without_recursion() -> None:
    one, two = EMPTY, EMPTY
    for number in range(500_000):
        one, two = one.then(Act(number)), two.then(Act(number))
    assert one == two
    del one, two
