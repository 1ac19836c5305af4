"""What people may do at a table beside playing."""

import random
from contextlib import suppress

from ordago.errors import OrdagoError
from ordago.table import Table
from ordago.table import commands as do
from ordago.table.clocks import wakes_at
from ordago.table.phrases import sayable
from ordago.table.powers import may, rights_of

from .world import HOST, World

PEOPLE = (HOST, "ane", "jon", "iker", "guest", "")


def evening(seed: int) -> list[Table]:
    """Tables of an evening at which people come, go, get ready, hurry and are sent away between their acts."""
    world, dice = World(seed=seed, given={"clock": None}), random.Random(seed)
    found = [world.table]
    for _ in range(200):
        who = dice.choice(PEOPLE)
        chair = dice.randint(1, 4)
        commands = (
            *(do.Sit(chair=chair, name=who), do.Stand(), do.Ready(), do.Hurry(), do.Fill(), do.Start(fill=True)),
            *(do.Kick(chair=chair), do.Lock(on=dice.random() < 0.3), do.HandOver(chair=chair)),
        )
        with suppress(OrdagoError):
            world.do(dice.choice(commands), who)
        table = world.table
        if table.turn and table.seat(table.turn).by_bot:
            world.bot()
        elif table.turn and not table.paused_at:
            act = table.played.time_out_act(table.played.view(table.state, table.turn))
            world.act(table.played.write_act(table.state, act).partition(":")[2], table.seat(table.turn).who)
        elif wakes_at(table) is not None and dice.random() < 0.3:
            world.tick()
        found.append(world.table)
    return found


def test_where_the_rights_are_the_same_so_is_what_everybody_may_do_and_say() -> None:
    seen: dict[str, list[list[str]]] = {}
    asked = 0
    for seed in range(30):
        for table in evening(seed):
            told = [may(table, who) for who in PEOPLE]
            told += [list(sayable(table.game, table.options.listed, table.between))]
            asked += str(rights_of(table)) in seen
            assert seen.setdefault(str(rights_of(table)), told) == told
    assert asked > 500
    assert len(seen) > 100
