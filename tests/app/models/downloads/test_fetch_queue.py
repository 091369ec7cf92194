"""At most so many fetch at once, and those first that were started first."""

import asyncio
import time

from app.models.downloads.fetch_queue import FetchQueue
from app.models.downloads.speed import SpeedLimit


async def work(queue: FetchQueue, order: int, begun: list[int], end: asyncio.Event) -> None:
    async with queue.permit(order, lambda: None):
        begun.append(order)
        await end.wait()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_places_go_to_who_was_started_first() -> None:
    queue = FetchQueue()
    queue.set_permits(1)
    begun: list[int] = []
    ends = {order: asyncio.Event() for order in (1, 2, 3)}
    tasks = [asyncio.create_task(work(queue, order, begun, ends[order])) for order in (2, 3, 1)]
    await settle()
    assert begun == [2]
    for order in (2, 1, 3):
        ends[order].set()
        await settle()
    assert begun == [2, 1, 3]
    await asyncio.gather(*tasks)


async def test_who_gives_up_waiting_takes_no_place() -> None:
    queue = FetchQueue()
    queue.set_permits(1)
    begun: list[int] = []
    end = asyncio.Event()
    first, second, third = (
        asyncio.create_task(work(queue, order, begun, end)) for order in range(3)
    )
    await settle()
    second.cancel()
    end.set()
    await asyncio.gather(first, second, third, return_exceptions=True)
    assert begun == [0, 2]
    assert queue.free_count == 1


async def test_a_place_that_comes_together_with_a_cancel_is_given_back() -> None:
    queue = FetchQueue()
    queue.set_permits(1)
    begun: list[int] = []
    end = asyncio.Event()
    first, second = (asyncio.create_task(work(queue, order, begun, end)) for order in range(2))
    await settle()
    first.cancel()
    await asyncio.sleep(0)  # the place is handed over, its new owner has not woken up
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    assert queue.free_count == 1


async def test_what_passes_is_paid_for_by_all() -> None:
    limit = SpeedLimit()
    limit.set(1_000_000)
    began = time.monotonic()
    await asyncio.gather(*(limit.consume(50_000) for _ in range(8)))
    assert time.monotonic() - began > 0.39  # 400,000 bytes at 1,000,000 a second; never sooner


async def test_idle_time_is_not_saved_up() -> None:
    limit = SpeedLimit()
    limit.set(100_000)
    await asyncio.sleep(0.5)
    began = time.monotonic()
    for _ in range(5):
        await limit.consume(10_000)
    assert time.monotonic() - began > 0.2  # a quarter of a second's worth passes at once
