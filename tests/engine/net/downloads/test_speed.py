"""A limit holds over all downloads together, and can be set while they wait at it."""

import asyncio
import time

from engine.net.downloads.speed import SpeedLimit, SpeedMeter


async def test_without_a_limit_nobody_waits() -> None:
    limit = SpeedLimit()
    async with asyncio.timeout(10):
        for _ in range(1000):
            await limit.consume(1 << 30)


async def test_what_passes_is_paid_for_by_all() -> None:
    limit = SpeedLimit()
    limit.set(1_000_000)
    began = time.monotonic()
    await asyncio.gather(*(limit.consume(50_000) for _ in range(8)))
    assert time.monotonic() - began > 0.39  # 400,000 bytes at 1,000,000 a second; never sooner


async def test_a_limit_that_goes_lets_all_pass() -> None:
    limit = SpeedLimit()
    limit.set(1)
    waiting = [asyncio.create_task(limit.consume(1000)) for _ in range(3)]
    await asyncio.sleep(0)
    limit.set(None)
    await asyncio.wait_for(asyncio.gather(*waiting), 10)


async def test_idle_time_is_not_saved_up() -> None:
    limit = SpeedLimit()
    limit.set(100_000)
    await asyncio.sleep(0.5)
    began = time.monotonic()
    for _ in range(5):
        await limit.consume(10_000)
    assert time.monotonic() - began > 0.2  # a quarter of a second's worth passes at once


def test_speed_is_that_of_the_last_seconds() -> None:
    meter = SpeedMeter()
    assert meter.bytes_per_second == 0
    meter.add(1000)
    assert 0 < meter.bytes_per_second <= 2000
