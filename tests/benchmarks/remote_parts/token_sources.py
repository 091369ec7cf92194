"""Programs that send tokens at a fixed rate: a fake engine, and an HTTP server.

``python -m tests.benchmarks.remote_parts.token_sources engine RATE`` sends one frame per step.
``... server RATE`` prints its port and streams chat completions, each with its own random rhythm.
Each token of the server is the time at which it was sent, by ``time.monotonic``.
"""

import asyncio
import contextlib
import json
import random
import sys
import time

from engine.core.process import serve
from tests.fakes import engine_process
from tests.fakes.engine_process import FakeEngine
from tests.net.remote.stream_server import answer, chunk, delta, finish, stream_head

MODELS = {"object": "list", "data": [{"id": "paced", "object": "model", "owned_by": "bench"}]}


def main(kind: str, rate: float) -> None:
    """Send tokens until the parent process ends."""
    if kind == "engine":
        engine_process.STEP_SECONDS = 1 / rate
        engine_process.SLOT_COUNT = 16
        serve(FakeEngine)
    asyncio.run(_serve(rate))


async def _serve(rate: float) -> None:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await _answer(reader, writer, rate)
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until the parent ends


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rate: float) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    if head.startswith("GET"):
        (page,) = answer(MODELS, 200 if "/v1/models " in head else 404)
        writer.write(page)
        return await writer.drain()
    length = next(line for line in head.split("\r\n") if line.lower().startswith("content-length"))
    request = json.loads(await reader.readexactly(int(length.partition(":")[2])))
    count = int(request["messages"][-1]["content"].split()[-1])
    writer.write(stream_head())
    due = time.monotonic() + random.random() / rate
    for _ in range(count):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        due += random.uniform(0.5, 1.5) / rate
        writer.write(delta(f"{time.monotonic():.5f} "))
    writer.write(finish() + chunk(""))
    return await writer.drain()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
