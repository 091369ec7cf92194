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
        body = json.dumps(MODELS).encode()
        found = "/v1/models " in head
        status = "200 OK" if found else "404 None"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        return await writer.drain()
    length = next(line for line in head.split("\r\n") if line.lower().startswith("content-length"))
    request = json.loads(await reader.readexactly(int(length.partition(":")[2])))
    count = int(request["messages"][-1]["content"].split()[-1])
    writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    due = time.monotonic() + random.random() / rate
    for _ in range(count):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        due += random.uniform(0.5, 1.5) / rate
        _write(writer, {"delta": {"content": f"{time.monotonic():.5f} "}, "index": 0})
    _write(writer, {"delta": {}, "index": 0, "finish_reason": "stop"})
    writer.write(b"0\r\n\r\n")
    return await writer.drain()


def _write(writer: asyncio.StreamWriter, part: dict[str, object]) -> None:
    fields = {"id": "chatcmpl-0", "object": "chat.completion.chunk", "created": 1, "model": "paced"}
    event = f"data: {json.dumps({**fields, 'choices': [part]})}\n\n".encode()
    writer.write(b"%x\r\n%s\r\n" % (len(event), event))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
