"""A window's event loop with a timer of 10 ms: ``… SECONDS [MODEL COUNT]``, prints JSON.

With a model it starts the engine process as the window does and reads so many replies all the time;
without one it has nothing else to do. The numbers are milliseconds from one tick to the next.
"""

import asyncio
import itertools
import json
import os
import sys
import time
from contextlib import suppress
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.wire.commands import ChatMessage, Role
from engine.wire.config import EngineConfig
from engine.wire.sampling_params import SamplingParams

TICK_MILLISECONDS = 10
_WARM_SECONDS = 3.0  # in which the engine learns what its calls cost


async def main() -> None:
    """Tick, and tell how regularly."""
    seconds, model = float(sys.argv[1]), sys.argv[2:3]
    if not model:
        times = await _tick(seconds)
    else:
        client = EngineClient()
        await client.start()
        readers = await _replies(client, model[0], int(sys.argv[3]))
        await asyncio.sleep(_WARM_SECONDS)
        times = await _tick(seconds)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        await client.close()
    sys.stdout.write(json.dumps([1000 * (b - a) for a, b in itertools.pairwise(times)]))


async def _tick(seconds: float) -> list[float]:
    times: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: times.append(time.perf_counter()))
    timer.start(TICK_MILLISECONDS)
    await asyncio.sleep(seconds)
    timer.stop()
    return times


async def _replies(client: EngineClient, model: str, count: int) -> list[asyncio.Task[None]]:
    is_ready = asyncio.Event()

    def note(state: EngineState) -> None:
        if state.phase is EnginePhase.READY:
            is_ready.set()

    client.states.add(note)
    client.load(model, EngineConfig(slot_count=count, context_window=1024, ram_bytes=0))
    await is_ready.wait()
    return [asyncio.ensure_future(_read_on(client, f"chat {n}")) for n in range(count)]


async def _read_on(client: EngineClient, name: str) -> None:
    """Have one reply after the other written, and read it."""
    for number in itertools.count():
        asked = (ChatMessage(Role.USER, f"{name}, {number}"),)
        request = client.submit(name, asked, SamplingParams(max_tokens=900, seed=number))
        with suppress(asyncio.CancelledError):
            async for _event in request.events():
                pass
            continue
        request.cancel()
        return


if __name__ == "__main__":
    application = QApplication([])
    with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
        runner.run(main())
