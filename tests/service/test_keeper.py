"""What a worker does besides its tables goes on, whatever fails once."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from ordago.service import house, keeper
from ordago.service.house import House
from ordago.service.keeper import Keeper


def test_a_fault_in_looking_how_far_the_logs_are_is_logged_and_it_is_looked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "ASKS", 0.001)
    asked, heard = 0, asyncio.Event()

    async def ends(tables: list[str]) -> dict[str, int]:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise RuntimeError("a fault of ours")
        return dict.fromkeys(tables, 2)

    async def hear(end: int) -> None:
        assert end == 2
        heard.set()

    async def story() -> None:
        tables: Any = SimpleNamespace(
            hosts={"a": SimpleNamespace(sequence=1, heard=hear)},
            store=SimpleNamespace(ends=ends),
            answered=lambda: None,
        )
        asking = asyncio.create_task(Keeper(tables).ask())
        await asyncio.wait_for(heard.wait(), 60)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    with structlog.testing.capture_logs() as logs:
        asyncio.run(story())
    assert [one["event"] for one in logs] == ["keeper-failed"]


def test_a_fault_in_tidying_is_logged_and_it_is_tidied_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "TIDIES", 0.001)
    tried, done = 0, asyncio.Event()

    async def let_go() -> None:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise RuntimeError("a fault of ours")
        done.set()

    async def story() -> None:
        one: Any = SimpleNamespace(now=lambda: 0, hosts={}, _let_go=let_go)
        tidying = asyncio.create_task(House._tidy(one))
        await asyncio.wait_for(done.wait(), 60)
        tidying.cancel()
        await asyncio.gather(tidying, return_exceptions=True)

    with structlog.testing.capture_logs() as logs:
        asyncio.run(story())
    assert [one["event"] for one in logs] == ["tidying-failed"]
