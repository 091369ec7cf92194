"""Child processes that are started and killed by tasks that are cancelled."""

import asyncio
import sys
from contextlib import suppress

import psutil
import pytest

from engine.ipc.child import kill_child, run_to_completion, start_child

SLEEPER = (sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()")


def _children() -> set[int]:
    return {int(child.pid) for child in psutil.Process().children()}


async def test_a_process_is_gone_although_its_end_was_cancelled_many_times() -> None:
    process = await start_child(SLEEPER)
    assert process.stdout is not None
    await process.stdout.readline()  # it lives
    ending = asyncio.create_task(kill_child(process))
    for _ in range(5):
        await asyncio.sleep(0)
        ending.cancel()
    with suppress(asyncio.CancelledError):
        await ending
    assert ending.cancelled()
    assert process.returncode is not None
    assert process.pid not in _children()


async def test_no_start_that_is_cancelled_leaves_a_process() -> None:
    before = _children()
    for turns in range(12):  # turns of the loop before the task is cancelled
        starting = asyncio.create_task(start_child(SLEEPER))
        for _ in range(turns):
            await asyncio.sleep(0)
        starting.cancel()
        with suppress(asyncio.CancelledError):
            await kill_child(await starting)
    assert _children() <= before


async def test_a_cancellation_has_the_failure_of_the_work_as_its_cause() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise OSError("the disk has failed")

    work = asyncio.ensure_future(fail())
    waiting = asyncio.create_task(run_to_completion(work))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await waiting
    assert isinstance(caught.value.__cause__, OSError)
