"""Permits, the speed limit, and pauses that grow and can end early."""

import asyncio
import time
from dataclasses import dataclass

import pytest

from app.models.downloads.queue import (
    TICK_SECONDS,
    DownloadPolicy,
    FetchQueue,
    Pauses,
    SpeedLimit,
    Wakeups,
)


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
    await work(queue, 3, begun, end)
    assert begun == [0, 2, 3]


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
    end.set()
    await asyncio.wait_for(work(queue, 2, begun, end), 10)
    assert begun == [0, 2]


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


@dataclass
class World:
    """A computer whose clocks and network the test sets."""

    monotonic: float = 100.0
    wall: float = 1e9
    network: str = "at home"

    def wakeups(self) -> Wakeups:
        return Wakeups(lambda: self.monotonic, lambda: self.wall, lambda: self.network)

    def tick(self, *, wall: float = TICK_SECONDS, monotonic: float = TICK_SECONDS) -> None:
        self.wall += wall
        self.monotonic += monotonic


def test_pauses_double_up_to_five_minutes_and_never_end() -> None:
    pauses = Pauses(DownloadPolicy())
    taken = [pauses.next() for _ in range(1000)]
    for number, pause in enumerate(taken[:8]):
        assert 2**number / 2 <= pause <= 2**number
    assert all(150 <= pause <= 300 for pause in taken[9:])
    assert len(set(taken[9:])) > 1  # not all users at once
    pauses.reset()
    assert pauses.next() <= 1


def test_a_server_that_asks_for_more_gets_it() -> None:
    pauses = Pauses(DownloadPolicy())
    assert pauses.next(1000) == 1000
    assert pauses.next(0) >= 1


async def ends_after(world: World, wakeups: Wakeups, *steps: tuple[float, float]) -> bool:
    """Return whether a long pause ends when the clocks have gone so, wall and monotonic."""
    pause = asyncio.create_task(wakeups.pause(3600, asyncio.Event()))
    await asyncio.sleep(0)
    for wall, monotonic in steps:
        world.tick(wall=wall, monotonic=monotonic)
        wakeups.check()
    done, _ = await asyncio.wait([pause], timeout=0.05)
    pause.cancel()
    return bool(done)


@pytest.mark.parametrize(
    ("wall", "monotonic", "ends"),
    [
        (1.0, 1.0, False),
        (3600.0, 1.0, True),  # slept, on Linux
        (3600.0, 3600.0, True),  # slept, on Windows
        (-86400.0, 1.0, False),  # somebody set the clock back
        (5.0, 5.0, False),  # a busy machine
    ],
)
async def test_after_sleep_it_is_tried_at_once(wall: float, monotonic: float, ends: bool) -> None:
    world = World()
    assert await ends_after(world, world.wakeups(), (1.0, 1.0), (wall, monotonic)) is ends


async def test_the_network_is_read_only_while_a_download_waits() -> None:
    readings: list[None] = []
    wakeups = Wakeups(network=lambda: readings.append(None))
    wakeups.check()
    assert not readings
    pause = asyncio.create_task(wakeups.pause(3600, asyncio.Event()))
    await asyncio.sleep(0)
    assert readings
    pause.cancel()


async def test_in_another_network_it_is_tried_at_once() -> None:
    world = World()
    wakeups = world.wakeups()
    pause = asyncio.create_task(wakeups.pause(3600, asyncio.Event()))
    await asyncio.sleep(0)
    world.network = "none"
    wakeups.check()
    await asyncio.wait_for(pause, 10)


async def test_what_changed_before_the_pause_ends_none() -> None:
    world = World()
    wakeups = world.wakeups()
    world.network = "elsewhere"
    assert not await ends_after(world, wakeups, (1.0, 1.0))


async def test_a_connection_must_show_after_sleep_that_it_is_alive() -> None:
    world = World()
    wakeups = world.wakeups()
    async with asyncio.timeout(None) as connection:
        with wakeups.watching(connection):
            world.tick(wall=3600)
            wakeups.check()
            assert connection.when() is not None
            connection.reschedule(None)  # what it does when something arrives
            await asyncio.sleep(0)
        wakeups.wake()
        assert connection.when() is None


async def test_who_asks_ends_a_pause_and_not_the_next_one() -> None:
    wakeups = World().wakeups()
    nudged = asyncio.Event()
    nudged.set()
    await asyncio.wait_for(wakeups.pause(3600, nudged), 10)
    assert not nudged.is_set()
