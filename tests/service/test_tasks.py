"""Tasks are stopped for certain."""

import asyncio

import pytest

from ordago.service import tasks


def test_a_task_that_forgets_that_it_was_stopped_is_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN", 0.01)

    async def forgetful() -> None:
        for _ in range(2):
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                continue
        await asyncio.sleep(3600)

    async def failing() -> None:
        raise RuntimeError("a fault")

    async def story() -> None:
        working = [asyncio.create_task(forgetful()) for _ in range(2)]
        failed = asyncio.create_task(failing())
        await asyncio.sleep(0.01)
        await asyncio.wait_for(tasks.ended([*working, failed]), 30)
        assert [task.cancelled() for task in working] == [True, True]
        await tasks.ended([])

    asyncio.run(story())
