"""Killed at any step of the write path: every acknowledged act is there, none is there twice, and play goes on."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from ordago.service import House
from ordago.table import commands as do
from ordago.table.events import Acted
from tests.backends import Backend

SERVER = Path(__file__).with_name("killed.py")


@pytest.mark.parametrize("step", ["before", "inserted", "committed", "answered", "published"])
def test_no_acknowledged_act_is_lost_and_none_is_done_twice(step: str, backend: Backend) -> None:
    run = subprocess.run(
        [sys.executable, str(SERVER), str(backend.place), step], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == -9, run.stderr
    lines = [line.split() for line in run.stdout.splitlines()]
    table = next(line[1] for line in lines if line[0] == "table")
    acknowledged = [line[1] for line in lines if line[0] == "ok"]
    tried = [line for line in lines if line[0] == "try"]
    assert len(acknowledged) >= 12

    async def again() -> None:
        house = House(await backend.store())
        await house.start()
        host = await house.host(table)
        stored = [event.cid.partition(":")[2] for event in await house.log(table) if isinstance(event, Acted)]
        known = [name for name in stored if name]
        assert known[: len(acknowledged)] == acknowledged
        assert len(known) == len(set(known))
        assert set(known) <= {line[1] for line in tried}
        _, name, who, word = tried[-1]
        before = len(host.table.state.history)
        await host.command(do.Act(word=word, id=name), who)  # the client got no answer and asks again
        log = await house.log(table)
        assert [event.cid for event in log if event.cid.endswith(f":{name}")] == [f"{who}:{name}"]
        assert (len(host.table.state.history) > before) == (name not in known)
        await house.close()

    asyncio.run(again())
