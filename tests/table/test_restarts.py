"""Clocks after a time in which nobody ran them: those of people wait until people are back, and nothing else does."""

from ordago.table import after, events
from ordago.table import commands as do
from ordago.table.clocks import BREATH, RESTART_GRACE, SHARE_WAIT, deal_at, held_at, turn_times, wakes_at

from .world import HOST, World

AWAY = 3_600_000
"""How long nobody ran the clocks, in milliseconds."""

PEOPLE = (HOST, "ane", "jon", "iker")


def of_people(**given: int) -> World:
    return World(given={"clock": {"move": 10, "reserve": 5}, **given}).sit_and_start(*PEOPLE[1:])


def restart(world: World) -> None:
    """Nobody runs the clocks for a while from now on; then somebody takes them up."""
    seen = world.now
    world.now += AWAY
    world.do(do.Resume(seen=seen))


def on_turn(world: World) -> str:
    return world.table.seat(world.table.turn).who


def test_a_person_on_turn_has_the_time_away_and_the_grace_back() -> None:
    world = of_people()
    before = turn_times(world.table)
    assert before is not None
    world.now += 4_000
    seen = world.now
    restart(world)
    times = turn_times(world.table)
    assert times is not None
    assert times[1] - world.now == before[1] - seen + RESTART_GRACE
    assert world.refolded() == world.table


def test_a_bot_on_turn_waits_for_nobody_to_come_back() -> None:
    world = World(given={"clock": {"move": 10, "reserve": 5}}).sit_and_start()
    while not world.table.seat(world.table.turn).by_bot:
        world.act("M", HOST)
    world.now += 500
    restart(world)
    assert world.table.turn_since == world.now - 500, "what it had thought is not thought again"
    assert world.refolded() == world.table


def test_no_time_of_a_person_whose_turn_comes_runs_before_everybody_had_time_to_come_back() -> None:
    world = World(given={"clock": {"move": 5, "reserve": 0}}).sit_and_start()
    while not world.table.seat(world.table.turn).by_bot:
        world.act("M", HOST)
    restart(world)
    back = world.now + RESTART_GRACE
    while world.table.seat(world.table.turn).by_bot:
        world.now += 100
        world.bot()
    assert world.now < back
    assert turn_times(world.table) == (back + 5_000, back + 5_000)
    world.now = back + 4_999
    assert world.do(do.Tick()) == []
    world.now = back + 5_000
    told = world.do(do.Tick())
    assert isinstance(told[0], events.Acted)
    assert told[0].why == "timeout"


def test_what_is_done_while_nobody_runs_the_clocks_is_done_and_the_next_turn_has_all_of_its_time() -> None:
    world = of_people()
    seen = world.now
    world.now += 4_000
    world.act("M", on_turn(world))
    world.now += 2_000
    world.do(do.Resume(seen=seen))
    assert turn_times(world.table) == (
        world.now + RESTART_GRACE + 10_000,
        world.now + RESTART_GRACE + 15_000,
    )
    assert all(seat.reserve == 5_000 for seat in world.table.seats)


def test_the_next_deal_comes_once_everybody_is_ready_and_has_given_a_share() -> None:
    world = of_people()
    while not world.table.between:
        world.tick()
    restart(world)
    for who in PEOPLE:
        world.do(do.Ready(), who)
    assert deal_at(world.table) == world.now + RESTART_GRACE, "nobody is kept from having a share in it"
    for who in PEOPLE:
        world.do(do.Share(deal=world.table.deal + 1, share="0f" * 16), who)
    due = deal_at(world.table)
    assert due is not None
    assert due <= world.now + BREATH


def test_a_deal_without_the_share_of_somebody_waits_no_longer_than_the_grace() -> None:
    world = of_people(between=5)
    while not world.table.between:
        world.tick()
    restart(world)
    back = world.now + RESTART_GRACE
    assert deal_at(world.table) == back
    world.now = back
    world.do(do.Tick())
    assert not world.table.between
    assert SHARE_WAIT < RESTART_GRACE


def test_no_bot_takes_the_chair_of_somebody_away_before_they_had_time_to_come_back() -> None:
    world = of_people(patience=20)
    world.do(do.Lost(chair=2, since=world.now))
    world.now += 19_000
    restart(world)
    assert held_at(world.table, 2) == world.now + RESTART_GRACE
    world.now += 30_000
    world.do(do.Tick())
    assert world.table.seat(2).held
    restart(world)
    assert world.table.seat(2).held


def test_a_second_restart_in_the_grace_of_the_first_begins_the_grace_again() -> None:
    world = of_people()
    restart(world)
    world.now += 3_000
    restart(world)
    times = turn_times(world.table)
    assert times is not None
    assert world.now + RESTART_GRACE <= times[0] <= world.now + RESTART_GRACE + 10_000


def test_a_log_of_before_moves_every_clock_by_the_grace_as_it_did() -> None:
    world = of_people()
    for table in (world.table, World(given={"clock": None}).sit_and_start().table):
        moved = after(table, events.Restarted(at=table.turn_since + 4_000, shift=13_000))
        assert moved.turn_since == table.turn_since + 13_000
        assert moved.coming is not None
        assert table.coming is not None
        assert moved.coming.since == table.coming.since + 13_000
        assert moved.grace_until == 0


def test_in_a_pause_nothing_is_given_back_as_nothing_runs() -> None:
    world = of_people()
    world.do(do.Pause(on=True), HOST)
    seen = world.now
    world.now += AWAY
    assert world.do(do.Resume(seen=seen)) == []
    assert wakes_at(world.table) is None
