"""The clock of a house follows the database's, whatever the machine's own shows."""

from ordago.service.clock import DatabaseClock


class Machine:
    """A machine whose clock is wrong, and a counter that tests move; in milliseconds."""

    def __init__(self, wall: int) -> None:
        self.counter = 5_000
        self.clock = DatabaseClock(lambda: wall * 1_000_000, lambda: self.counter * 1_000_000)

    def asks(self, now: int, took: int) -> None:
        """The database says `now` half-way through a question that takes so long."""
        asked = self.clock.steady()
        self.counter += took
        self.clock.heard(now, asked)


def test_a_machine_an_hour_ahead_or_behind_shows_the_time_of_the_database_after_one_question() -> None:
    for wrong in (3_600_000, -3_600_000, 0):
        machine = Machine(10_000_000 + wrong)
        machine.asks(10_000_000, 20)
        assert 10_000_000 <= machine.clock() <= 10_000_020
        machine.counter += 500
        assert 10_000_500 <= machine.clock() <= 10_000_520


def test_a_slow_answer_does_not_move_a_clock_that_may_be_right() -> None:
    machine = Machine(10_000_000)
    machine.asks(10_000_000, 2)
    before = machine.clock()
    machine.asks(10_000_002 + 1_000, 3_000)
    assert machine.clock() == before + 3_000


def test_a_database_that_was_set_back_is_followed() -> None:
    machine = Machine(10_000_000)
    machine.asks(10_000_000, 2)
    machine.asks(9_000_000, 2)
    assert 9_000_000 <= machine.clock() <= 9_000_002
