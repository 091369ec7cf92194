"""Child processes that are started and killed by tasks that are cancelled."""

import asyncio
import os
import sys
from contextlib import suppress

import psutil
import pytest

from engine.ipc.child import MAX_OUTPUT_BYTES, Child, run_cancellable, run_to_completion

SLEEPER = (sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()")


def _children() -> set[int]:
    return {int(child.pid) for child in psutil.Process().children()}


async def test_a_process_is_gone_although_its_end_was_cancelled_many_times() -> None:
    child = await Child.start(SLEEPER)
    ending = asyncio.create_task(child.end())
    for _ in range(5):
        await asyncio.sleep(0)
        ending.cancel()
    with suppress(asyncio.CancelledError):
        await ending
    assert ending.cancelled()
    assert child.exit_code is not None
    assert child.process_id not in _children()


@pytest.mark.skipif(sys.platform != "linux", reason="uses waitid")
async def test_a_process_that_has_just_ended_keeps_its_exit_status_when_it_is_killed() -> None:
    child = await Child.start(_python("sys.exit(3)"))
    # Blocks the loop, so that asyncio does not notice the end before the kill.
    os.waitid(os.P_PID, child.process_id, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222
    child.kill()
    await child.end()
    assert child.exit_code == 3


async def test_no_start_that_is_cancelled_leaves_a_process() -> None:
    before = _children()
    for turns in range(12):  # turns of the loop before the task is cancelled
        starting = asyncio.create_task(Child.start(SLEEPER))
        for _ in range(turns):
            await asyncio.sleep(0)
        starting.cancel()
        with suppress(asyncio.CancelledError):
            await (await starting).end()
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


def _python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import sys, time; {code}")


async def test_a_process_is_run_to_its_end_with_its_input() -> None:
    copying = _python("sys.stdout.write(sys.stdin.read().upper()); sys.exit(3)")
    ended = await run_cancellable(copying, b"a" * 1_000_000, seconds=60)
    assert (ended.exit_code, ended.output) == (3, b"A" * 1_000_000)


async def test_a_process_that_ends_early_or_writes_too_much_is_ended() -> None:
    early = await run_cancellable(_python("sys.exit(2)"), b"a" * 10_000_000, seconds=60)
    assert early.exit_code == 2
    flood = _python("[sys.stdout.write('x' * 1_000_000) for _ in iter(int, 1)]")
    ended = await run_cancellable(flood, seconds=60)
    assert len(ended.output) == MAX_OUTPUT_BYTES
    assert ended.exit_code != 0


async def test_a_run_that_is_late_or_cancelled_leaves_no_process() -> None:
    before = _children()
    with pytest.raises(TimeoutError):
        await run_cancellable(_python("time.sleep(600)"), seconds=0.5)
    running = asyncio.create_task(run_cancellable(_python("time.sleep(600)"), seconds=600))
    await asyncio.sleep(0.3)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert _children() <= before
