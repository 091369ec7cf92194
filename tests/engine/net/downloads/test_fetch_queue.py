"""At most so many fetch at once, and those first that were started first."""

import asyncio

from engine.net.downloads.fetch_queue import FetchQueue


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


async def test_more_places_are_taken_at_once() -> None:
    queue = FetchQueue()
    begun: list[int] = []
    end = asyncio.Event()
    tasks = [asyncio.create_task(work(queue, order, begun, end)) for order in range(5)]
    await settle()
    assert begun == [0, 1, 2]
    queue.set_permits(4)
    await settle()
    assert begun == [0, 1, 2, 3]
    end.set()
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
