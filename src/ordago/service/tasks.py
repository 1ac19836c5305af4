"""The end of tasks that work until they are stopped."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN = 5.0
"""After so many seconds a task that goes on all the same is stopped again: longer than a driver takes to put away the
connection that was in use, which must not be stopped."""


async def ended(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Stop these, and return once all have ended, however they did.

    Stopped once, one may go on: before Python 3.12 `asyncio.wait_for`, which drivers use, forgets that its task was
    cancelled where what it waits for is done at that moment.
    """
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        done, waiting = await asyncio.wait(waiting, timeout=AGAIN)
        for task in done:
            if not task.cancelled():
                task.exception()  # seen: whoever stops it does not care
