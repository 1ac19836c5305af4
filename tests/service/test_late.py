"""The game one deal late: when each step is shown, from the log and the clock alone."""

import random
from itertools import pairwise
from typing import Any

from ordago.service.host import Step
from ordago.service.late import LONGEST_WAIT, Late
from ordago.table import Table, after
from ordago.table.events import Acted, Dealt
from tests.table.world import HOST, World

PEOPLE = (HOST, "ane", "jon", "iker")


def deals(number: int, signs: bool = False, longest: int = 4_000) -> World:
    """A match of Mus in which so many deals are over and the next one is dealt; acts come every few seconds."""
    world = World(settings={"senas": "common"}, given={"clock": None})
    world.sit_and_start(*PEOPLE[1:])
    times = random.Random(5)
    while world.table.deal <= number:
        table = world.table
        if not table.turn:
            world.tick()
            continue
        world.now += times.randint(200, longest)
        if signs:
            for chair in range(1, 5):
                for option in world.table.state.legal(chair):
                    if option.kind == "~":
                        world.act(f"~{option.codes[0]}", PEOPLE[chair - 1])
        world.now += times.randint(200, longest)
        kinds = {option.kind for option in world.table.state.legal(table.turn)}
        word = next(word for word in ("X", "N", "P") if word in kinds)
        world.act(word, PEOPLE[table.turn - 1])
    return world


def late_of(world: World) -> Late:
    """What a server that reads this log shows."""
    late, table = Late(), None
    for number, event in enumerate(world.log, 1):
        before: Table | None = table
        table = after(table, event)
        if before is not None:
            late.take(Step(number, before, event, table))
    return late


def seen(late: Late, since: int, until: int) -> list[tuple[int, Any]]:
    """When each step is shown, and which one."""
    found, count = [], late.shown(since - 1)
    at: int | None = since
    while at is not None and at <= until:
        found += [(at, step.event) for step in late.since(count, at)]
        count = late.shown(at)
        at = late.next_at(at)
    return found


def dealt_at(world: World, deal: int) -> int:
    return [event.at for event in world.log if isinstance(event, Dealt)][deal - 1]


def test_nothing_is_shown_before_the_first_deal_is_over_and_the_next_one_dealt() -> None:
    late = late_of(deals(0))
    assert late.table(10**15) is None
    assert late.next_at(0) is None
    world = deals(1)
    assert late_of(world).table(dealt_at(world, 2) - 1) is None


def test_a_deal_is_shown_from_when_the_next_one_is_dealt_with_the_pauses_in_which_it_was_played() -> None:
    world = deals(1)
    played = [event for event in world.log if isinstance(event, Acted | Dealt)][:-1]
    shown = seen(late_of(world), dealt_at(world, 2), 10**15)
    assert [event for _, event in shown] == played
    shift = dealt_at(world, 2) - dealt_at(world, 1)
    assert [at - event.at for at, event in shown] == [shift] * len(played)


def test_no_pause_is_longer_than_ten_seconds() -> None:
    world = deals(1, longest=90_000)
    times = [at for at, _ in seen(late_of(world), dealt_at(world, 2), 10**15)]
    pauses = [later - sooner for sooner, later in pairwise(times)]
    assert max(pauses) == LONGEST_WAIT
    assert times == sorted(times)


def test_what_is_left_when_the_next_deal_is_over_comes_at_once_and_nothing_is_lost() -> None:
    world = deals(2)
    second, third = dealt_at(world, 2), dealt_at(world, 3)
    played = [event for event in world.log if isinstance(event, Acted | Dealt)]
    shown = seen(late_of(world), second, 10**15)
    assert [event for _, event in shown] == played[: len(shown)]
    assert [isinstance(event, Dealt) for _, event in shown].count(True) == 2
    first_deal = [at for at, event in shown if event.at < second]
    assert max(first_deal) <= third


def test_signs_are_not_shown_and_change_no_time() -> None:
    with_signs, without = deals(1, signs=True, longest=30_000), deals(1, longest=30_000)
    signs = [event for event in with_signs.log if isinstance(event, Acted) and "~" in event.token]
    assert signs
    told = [
        [(at, getattr(event, "token", "deal")) for at, event in seen(late_of(world), dealt_at(world, 2), 10**15)]
        for world in (with_signs, without)
    ]
    assert told[0] == told[1]
