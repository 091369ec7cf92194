"""Several streams read as one."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TypeVar

_T = TypeVar("_T")


async def merged(sources: Sequence[AsyncGenerator[_T, None]]) -> AsyncGenerator[_T, None]:
    """Yield what comes from any of them, in the order in which it comes.

    Raises what one of them raises, after the others were closed. Closed early, it closes all.
    """
    arrived: asyncio.Queue[_T | None] = asyncio.Queue()  # None: one has ended

    async def pump(source: AsyncGenerator[_T, None]) -> None:
        try:
            async with aclosing(source):
                async for item in source:
                    arrived.put_nowait(item)
        finally:
            arrived.put_nowait(None)

    tasks = [asyncio.get_running_loop().create_task(pump(source)) for source in sources]
    left = len(tasks)
    try:
        while left:
            item = await arrived.get()
            if item is not None:
                yield item
                continue
            left -= 1
            await asyncio.sleep(0)  # it has said that it ends; now it does
            for task in tasks:
                if task.done():
                    task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
